"""A game of each kind ends by presses in Firefox and in WebKit, before both players and a third."""

import pytest
from django.conf import settings
from django.test import Client

from tests.browser import other_browsers, positions
from tests.every_page import sign_in
from tests.required import required

pytestmark = [
    pytest.mark.long,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # of the drivers, as the others
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

PLIES = 4
"""Until the end; in them both seats play."""


@pytest.fixture(scope="module")
def firefox():
    yield from required(other_browsers.firefox, "NUMERICA_REQUIRE_FIREFOX")


@pytest.fixture(scope="module")
def webkit():
    yield from required(other_browsers.webkit, "NUMERICA_REQUIRE_WEBKIT")


@pytest.fixture(params=["firefox", "webkit"])
def pages(request):
    """Ada's, Ben's and a stranger's."""
    return request.getfixturevalue(request.param).alive()


def session_of(user):
    """The cookie of somebody who is signed in."""
    client = Client()
    sign_in(client, user)
    name = settings.SESSION_COOKIE_NAME
    return {"name": name, "value": client.cookies[name].value, "path": "/"}


@pytest.mark.parametrize("key", positions.RECORDS)
def test_a_game_is_played_to_its_end_and_all_three_see_it(key, pages, live):
    game, people, moves = positions.load(positions.RECORDS[key], PLIES)
    for page, cookie in zip(pages, [*map(session_of, people), None], strict=True):
        page.open_as(f"{live}/games/{game.id}/", cookie)
    for move in moves:
        pages[game.turn].move(move.text)
        for page in pages:
            page.until(f"document.querySelector('#live').dataset.ply === '{move.ply}'")
        game.refresh_from_db()
    assert game.ended_at is not None
    ada, ben, watcher = (page.text("#result h2") for page in pages)
    assert ada.startswith("You ") and ben.startswith("You ") and ada != ben
    assert not watcher.startswith("You ") and "won" in watcher
    for page in pages:
        for score in game.position.scores:
            assert str(score) in page.text("#players")
