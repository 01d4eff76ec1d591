"""The lists of games on the first page and on one's own."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import GameSettings
from games.selectors import invitations, lists
from games.services.invitations import create_invitation
from games.services.moves import play_move

from .helpers import WHOLE

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_the_first_page_lists_own_games_those_on_turn_first(start, people, browser):
    now = timezone.now()
    waiting = start(moves=1, now=now - timedelta(hours=5))
    later = start(moves=2, now=now - timedelta(hours=1))
    urgent = start(moves=2, now=now - timedelta(hours=3))
    html = browser(people.ada).get("/").content.decode()
    mine = re.search(r'(?s)<section id="own-games".*?</section>', html)[0]
    order = re.findall(r'href="/games/(\w+)/"', mine)
    assert order == [urgent.id, later.id, waiting.id]
    assert mine.count("Your turn") == 2
    assert 'id="own-games"' not in browser().get("/").content.decode()


@pytest.mark.slow
def test_finished_games_leave_the_running_list_and_stay_to_be_seen(start, people, browser):
    ended, running = start(moves=len(WHOLE.moves)), start(moves=2)
    html = browser(people.cleo).get("/games/").content.decode()
    before, after = html.split('id="ended"')
    assert running.id in before and ended.id not in before and ended.id in after
    mine = browser(people.ada).get("/").content.decode()
    own = re.search(r'(?s)<section aria-labelledby="ended">.*?</section>', mine)[0]
    assert ended.id in own and running.id not in own


def test_the_first_page_shows_the_game_that_moved_last(start, browser):
    start(moves=3, now=timezone.now() - timedelta(hours=2))
    newest = start(moves=2)
    html = browser(None).get("/").content.decode()
    assert f'"/ws/tv/?page=home&amp;runs=&amp;game={newest.id}&amp;ply=2&amp;lang=en"' in html


def test_a_row_stored_after_the_snapshot_was_read_is_not_shown_yet(start, browser):
    """Three queries are three moments: a move that lands between them must not be half shown."""
    game = start(moves=3)
    play_move(
        game_id=game.id,
        user=game.players.get(seat=game.turn).user,
        ply=4,
        text="pass",
        now=timezone.now(),
    )
    game.save()  # the snapshot of ply 3 again, with four rows of moves beside it
    html = browser(None).get(f"/games/{game.id}/").content.decode()
    assert 'data-ply="3"' in html and "passed" not in html


@pytest.mark.slow
def test_all_of_ones_own_games_are_listed_those_on_turn_first(start, people):
    waiting = [start(moves=1) for _ in range(22)]  # Ben is to move
    urgent = [start(now=timezone.now() + timedelta(hours=1)) for _ in range(3)]
    listed = [row.id for row in lists.games_of(people.ada)]
    assert set(listed[:3]) == {game.id for game in urgent} and len(listed) == 25
    assert set(listed[3:]) == {game.id for game in waiting}


def test_an_invitation_that_names_me_stands_before_all_that_are_listed(people):
    now = timezone.now()
    named = create_invitation(
        GameSettings("numerica"), inviter=people.ada, invitees=[people.cleo], now=now
    )
    for minute in range(25):
        create_invitation(
            GameSettings("numerica"),
            inviter=User.objects.create_user(f"Inviter{minute}"),
            is_listed=True,
            now=now + timedelta(minutes=minute + 1),
        )
    shown = invitations.open_invitations(people.cleo, now)
    assert shown[0].id == named.id and len(shown) == 20
