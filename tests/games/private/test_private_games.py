"""Private games: whatever of them is asked by whom, and that they are in no list of others."""

import io
import re
import zipfile
from dataclasses import dataclass
from itertools import product

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import create_guest
from games import routing, urls
from games.models import Game, GameSettings, Invitation, ReviewedMove
from games.selectors import invitations
from games.services.invitations import accept_invitation, decline_invitation
from games.services.moves import play_move
from games.services.rematches import want_rematch
from games.services.start import start_game
from ratings.models import Highlight, Standing
from tests.games.helpers import HTMX, JSON, all_rows, words_of
from tests.games.private import SHORT, played
from tests.games.sockets import Socket
from tests.tiers import but_for_certainty

pytestmark = pytest.mark.django_db
NOWHERE = "nosuchgame0000"


@dataclass(frozen=True)
class Asked:
    """A way to ask for a game: its address behind the name of the game, and what is posted."""

    path: str
    posted: dict[str, str] | None = None

    def by(self, client: Client, game_id: str, **headers):
        address = f"/games/{game_id}/{self.path}"
        if self.posted is None:
            return client.get(address, **headers)
        return client.post(address, self.posted, **headers)


WAYS = {
    "table": [Asked(""), Asked("?ply=1"), Asked("?ply=1&show=1"), Asked("?ply=nonsense")],
    "picture": [Asked("0.png"), Asked("999.png")],
    "move": [Asked("move/", {"ply": "1", "text": "pass"}), Asked("move/", {})],
    "draw": [Asked("draw/", {"ply": "1"})],
    "check": [Asked("check/", {"text": "pass"})],
    "live": [Asked("live/"), Asked("live/?ply=1")],
    "text": [Asked("text/"), Asked("text/?ply=x")],
    "record": [Asked("record/")],
    "rematch": [Asked("rematch/", {})],
    "next": [Asked("next/")],
    "hint": [Asked("hint/", {"ply": "1"})],
    "review": [Asked("review/")],
    "ask_for_review": [Asked("review/ask/", {})],
    "retry": [Asked("try/3/"), Asked("try/3/?text=pass")],
    "retry_move": [Asked("try/3/check/", {"text": "pass"})],
    "analyse_game": [Asked("analyse/"), Asked("analyse/?ply=1")],
    "call_off": [Asked("call-off/", {"ply": "1"})],
    "more_time": [Asked("more-time/", {"ply": "1"}), Asked("more-time/", {"give": "1"})],
    "claim": [Asked("claim/", {"ply": "1", "by": "time"}), Asked("claim/", {})],
    "take_back": [Asked("take-back/", {"move": "1"})],
    "chat": [Asked("chat/"), Asked("chat/?room=players&after=0"), Asked("chat/?room=spectators")],
    "say": [
        Asked("chat/say/", {"room": "players", "phrase": "luck"}),
        Asked("chat/say/", {"room": "spectators", "text": "hello"}),
    ],
    "hide_chat": [Asked("chat/hide/", {"hide": "on"})],
    "play_on": [Asked("play-on/", {"computer": "Abacus", "from": "2"})],
}
"""Every address of a game by its name, and ways to ask there."""

EVERY_WAY = [way for ways in WAYS.values() for way in ways]


@pytest.fixture
def reviewed(over) -> Game:
    call_command("review", over.id, stdout=io.StringIO())
    return over


@pytest.fixture
def strangers(people, browser) -> dict[str, Client]:
    """Everybody who does not sit there, whatever they may do else."""
    staff = User.objects.create_user("Dov", is_staff=True, is_superuser=True)
    return {
        "nobody": browser(),
        "a guest": browser(create_guest()),
        "an account": browser(people.cleo),
        "the staff": browser(staff),
    }


def same_but_for_the_name(response, game_id: str) -> tuple:
    """All that an answer tells, with the name of the game and the form's token taken out."""
    said = response.content.decode(errors="replace").replace(game_id, "NAME")
    said = re.sub(r'(csrfmiddlewaretoken" value=")[^"]+', r"\1", said)
    headers = {name: value.replace(game_id, "NAME") for name, value in response.items()}
    del headers["X-Request-ID"]
    return response.status_code, headers, sorted(response.cookies), said


# --- the matrix: who asks, and where ---


def test_every_address_and_every_socket_of_a_game_is_in_the_matrix():
    of_games = {path.name for path in urls.urlpatterns if "game_id" in str(path.pattern)}
    assert of_games == set(WAYS)
    sockets = [str(path.pattern) for path in routing.websocket_urlpatterns]
    assert len([path for path in sockets if "game_id" in path]) == len(SOCKETS)


@pytest.mark.slow
@pytest.mark.parametrize(
    "headers", but_for_certainty([{}, JSON, HTMX], [{}]), ids=["page", "json", "htmx"]
)
def test_to_strangers_a_private_game_is_one_that_there_is_not(headers, private, strangers):
    before = all_rows()
    for way, (who, client) in product(EVERY_WAY, strangers.items()):
        missing = same_but_for_the_name(way.by(client, NOWHERE, **headers), NOWHERE)
        answer = same_but_for_the_name(way.by(client, private.id, **headers), private.id)
        assert answer == missing and answer[0] == 404, (way, who)
    assert all_rows() == before


@pytest.mark.slow
def test_players_of_a_private_game_are_answered_and_no_cache_keeps_the_answer(
    private, people, browser
):
    for way, user in product(EVERY_WAY, (people.ada, people.ben)):
        response = way.by(browser(user), private.id)
        is_none = "x" in way.path or "999" in way.path or "nonsense" in way.path
        if not is_none and "try/" not in way.path and "ply=1" not in way.path:
            assert response.status_code != 404, way
        if response.status_code < 400 or response.status_code == 409:
            assert response["Cache-Control"] == "private, no-store", way


@pytest.mark.slow
def test_the_review_of_a_private_game_is_for_its_players_alone(
    reviewed, people, browser, strangers
):
    assert ReviewedMove.objects.filter(review=reviewed.id).exists()
    for path in ("try/3/", "review/", "?ply=2&show=1", "record/"):
        for client in strangers.values():
            assert client.get(f"/games/{reviewed.id}/{path}").status_code == 404, path
        assert browser(people.ben).get(f"/games/{reviewed.id}/{path}").status_code == 200, path


def test_a_closed_account_at_the_table_leaves_it_private(over, people, browser, strangers):
    User.objects.filter(pk=people.ben.pk).update(is_active=False)
    assert strangers["an account"].get(f"/games/{over.id}/").status_code == 404
    assert browser(people.ada).get(f"/games/{over.id}/").status_code == 200


@pytest.fixture
def with_dov(people) -> Game:
    """The private rematch of a private game of three: Cleo declined, and Dov has the seat."""
    settings, now = GameSettings("equate", options="players=3", is_private=True), timezone.now()
    users = [people.ada, people.ben, people.cleo]
    game = start_game(settings, users=users, seed=bytes(32), now=now)
    for ply, user in enumerate(users[:2], start=1):
        play_move(game_id=game.id, user=user, ply=ply, text="resign", now=now)
    want_rematch(game_id=game.id, user=people.ada, now=now)
    offer = Invitation.objects.get().id
    decline_invitation(invitation_id=offer, user=people.cleo, now=now)
    accept_invitation(invitation_id=offer, user=User.objects.create_user("Dov"), now=now)
    begun = want_rematch(game_id=game.id, user=people.ben, now=now)
    assert begun is not None and begun.is_private
    return begun


@pytest.mark.slow
def test_a_private_rematch_is_known_to_none_of_the_game_before_who_is_not_in_it(
    with_dov, people, browser
):
    table = f"/games/{with_dov.rematch_of_id}/"
    cleo = browser(people.cleo)
    pages = [cleo.get(table), cleo.post(f"{table}rematch/", follow=True)]
    assert [page.status_code for page in pages] == [200, 409]
    assert all(with_dov.id not in page.content.decode() for page in pages)
    assert "The next game" not in words_of(pages[0]) and "They play on" not in words_of(pages[0])
    assert with_dov.id in browser(people.ada).get(table).content.decode()


def test_those_who_watch_are_told_of_no_private_rematch(with_dov):
    assert invitations.rematches_begun([with_dov.rematch_of_id]) == {}


SOCKETS = {
    "/ws/games/{}/": f'data-ply="{len(SHORT.moves)}"',
    "/ws/games/{}/review/": f"Reviewed: 0 moves of {len(SHORT.moves)}",
}
"""Each socket of a game, and what it tells a player of one that is over first."""


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("query", ["", "?ply=0"])
@pytest.mark.parametrize("path", SOCKETS)
async def test_the_sockets_of_a_private_game_are_closed_to_strangers(
    path, query, over, strangers, people, browser
):
    for client in strangers.values():
        told = [await _told(path.format(name) + query, client) for name in (over.id, NOWHERE)]
        assert told[0] == told[1] == {"type": "websocket.close", "code": 4404}
    client = await sync_to_async(browser)(people.ada)
    seen = await Socket(path.format(over.id) + query, client).open()
    assert SOCKETS[path] in await seen.receive_from()
    await seen.disconnect()


async def _told(path: str, client: Client) -> dict:
    """The first thing that a socket is told once it is open."""
    socket = await Socket(path, client).open()
    told = await socket.receive_output(timeout=20)
    return {name: value for name, value in told.items() if name in ("type", "code")}


# --- lists ---


LISTS = [
    "/",
    "/games/",
    "/games/archive/",
    "/games/archive/?player=Ada",
    "/@Ada/",
    "/@Ben/",
    "/sitemap.xml",
    "/leaderboard/numerica/?all=1",
]


@pytest.mark.slow
def test_no_list_of_others_names_a_private_game(private, strangers):
    for client in strangers.values():
        for path in LISTS:
            assert private.id not in client.get(path).content.decode(), path


@pytest.mark.slow(cases="all")
def test_ones_own_lists_have_it_and_say_that_it_is_private(private, people, browser):
    client = browser(people.ben)
    own = ["/", "/@Ben/"] + (["/games/archive/"] if private.ended_at else [])
    for path in own:
        page = client.get(path).content.decode()
        (row,) = re.findall(rf'(?s)<a class="gamerow" href="/games/{private.id}/".*?</a>', page)
        assert "private" in row
    assert private.id not in client.get("/games/").content.decode()


@pytest.mark.slow(cases="all")
def test_a_private_game_is_never_the_one_on_the_first_page(private, browser, people):
    for user in (None, people.cleo, people.ada):
        assert browser(user).get("/").context["table"] is None


def test_a_private_game_counts_for_nothing_that_others_are_shown(over, people, browser):
    assert not Standing.objects.exists() and not Highlight.objects.exists()
    assert "No finished game yet" in words_of(browser().get("/@Ada/"))
    call_command("verify", "--ratings", stdout=io.StringIO())


def files(response) -> list[str]:
    return zipfile.ZipFile(io.BytesIO(response.getvalue())).namelist()


@pytest.mark.slow
def test_the_record_of_a_private_game_is_in_the_files_of_its_players_alone(
    over, people, browser, strangers
):
    open_game = played(people, moves=len(SHORT.moves))
    for client in [*strangers.values(), browser(people.ben)]:
        expected = {f"{open_game.id}.game"}
        if client.session.get("_auth_user_id") == str(people.ben.pk):
            expected.add(f"{over.id}.game")
        assert set(files(client.get("/@Ben/records/"))) == expected
    assert f"games/{over.id}.game" in files(browser(people.ada).post("/people/export/"))


def test_who_has_private_records_only_has_none_for_others(over, browser):
    assert browser().get("/@Ada/records/").status_code == 404
