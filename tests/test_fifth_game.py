"""One entry in the catalogue makes a game: it is played by page, socket and computer, reviewed, kept."""

import re
from io import StringIO

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.apps import apps
from django.core.management import call_command
from django.template import engines
from django.utils import timezone

from accounts.names import RESERVED
from accounts.services import make_computers
from games import catalogue
from games.background.computer_moves import Turn, make_move, text_for
from games.catalogue import CATALOGUE, GameEntry, Parts
from games.computers import turns, worker
from games.engine import SEARCHES
from games.engine.levels import LEVELS, MEASURED, SKILLS
from games.models import Game, GameSettings, ReviewedMove
from games.presentation.rules_examples import PAGES
from games.review.analysis import REVIEWS
from games.rules import GAMES
from games.rules.record import replay
from games.services.computer_games import start_against_computers
from games.services.moves import play_move
from games.services.start import start_game
from ratings.lists import LISTS, computer_list
from tests.fifth_game import ENTRY, KEY
from tests.games.helpers import HTMX, post_move
from tests.games.sockets import Socket

ROOT = "tests/fifth_game/templates"
LEVEL = len(LEVELS) - 1

pytestmark = pytest.mark.django_db


@pytest.fixture
def totals(monkeypatch):
    """Enter the game as a developer does: its entry, and where its page of rules lies."""
    monkeypatch.setitem(CATALOGUE, KEY, ENTRY)
    monkeypatch.setattr(engines["django"].engine, "dirs", [*engines["django"].engine.dirs, ROOT])
    known = dict(LISTS)
    apps.get_app_config("games").enter_rating_lists()
    yield GAMES[KEY]
    LISTS.clear()
    LISTS.update(known)


def first_play(game: Game) -> str:
    """The play that earns most for the seat to move."""
    return SEARCHES[KEY](game.position, game.turn, 1, None).plays[0][0]


def seed_with_a_play() -> bytes:
    """A seed from which the seat to move has a play."""
    seeds = (bytes([number]) * 32 for number in range(99))
    starts = ((seed, GAMES[KEY].new(seed=seed, options={})) for seed in seeds)
    return next(seed for seed, state in starts if SEARCHES[KEY](state, state.turn, 1, None).plays)


def begun(people) -> Game:
    """A game of Ada and Ben in which the seat to move has a play."""
    users = [people.ada, people.ben]
    now = timezone.now()
    return start_game(GameSettings(KEY), users=users, seed=seed_with_a_play(), now=now)


def mover(game: Game):
    game.refresh_from_db()
    return game.players.get(seat=game.turn).user


# --- the entry ---


@pytest.mark.parametrize("key", CATALOGUE)
def test_every_game_of_the_catalogue_is_whole(key):
    entry = CATALOGUE[key]
    assert GAMES[key].key == key and callable(SEARCHES[key])
    assert len(SKILLS[key]) == len(LEVELS)
    assert REVIEWS[key].kinds and "try" in PAGES[key].examples and PAGES[key].headings
    assert key in MEASURED and key in RESERVED
    assert {key, computer_list(key)} <= LISTS.keys()
    assert {part for part in vars(entry) if not getattr(entry, part)} <= {
        "aim",
        "leave_values",
        "draft_sentences",
        "match_score",
    }


def test_a_part_that_a_game_does_not_bring_is_not_there():
    values = Parts("leave_values")
    assert "numeria" not in values and values.get("numeria") is None
    assert list(values) == ["numerica", "equate", "digifeud"] and len(values) == 3


def test_an_entry_that_names_nothing_is_told_at_once(monkeypatch):
    monkeypatch.setitem(CATALOGUE, "wrong", GameEntry(rules="games.rules.wrong:State"))
    with pytest.raises(ModuleNotFoundError):
        GAMES["wrong"]


def test_no_part_is_loaded_for_an_unknown_game():
    assert "chess" not in GAMES
    with pytest.raises(KeyError):
        GAMES["chess"]


# --- the game on the site ---


@pytest.mark.slow
def test_its_pages_are_drawn_from_its_entry(totals, people, browser):
    game, reader = begun(people), browser()
    addresses = [
        "/", "/rules/", f"/rules/{KEY}/", f"/rules/{KEY}/board/", "/games/", "/games/archive/",
        f"/leaderboard/{KEY}/", f"/leaderboard/{computer_list(KEY)}/", f"/games/{game.id}/",
        f"/games/{game.id}/0.png", f"/computer/?key={KEY}", f"/invitations/new/?key={KEY}",
    ]  # fmt: skip
    for address in addresses:
        page = reader.get(address, follow=True)
        assert page.status_code == 200, address
    assert "Totals" in reader.get(f"/rules/{KEY}/").content.decode()
    assert 'class="sq prem blue"' in reader.get(f"/games/{game.id}/").content.decode()


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/practice/", 200),
        (f"/practice/{KEY}/", 404),
        (f"/practice/{KEY}/next/", 404),
        (f"/practice/{KEY}/run/", 404),
        (f"/practice/{KEY}/ask/bingo/", 404),
        (f"/practice/{KEY}/0123456789ab/", 404),
        (f"/practice/{KEY}/0123456789ab/bingo/", 404),
        ("/daily/", 200),
        (f"/daily/{KEY}/", 404),
        (f"/daily/{KEY}/days/", 404),
        ("/analysis/", 200),
        (f"/analysis/{KEY}/", 200),
        (f"/analysis/{KEY}/?quiet=1+2", 200),
        ("/learn/", 200),
        (f"/learn/{KEY}/", 404),
        (f"/learn/{KEY}/1/", 404),
        ("/tv/", 200),  # its own channel is there from the next start on
        ("/lobby/", 200),
        (f"/lobby/?key={KEY}", 200),
        ("/computer/", 200),
        (f"/computer/?key={KEY}", 200),
        ("/invitations/new/", 200),
        (f"/invitations/new/?key={KEY}", 200),
    ],
)
def test_a_page_shows_it_or_is_not_there_where_it_brings_nothing(
    totals, people, browser, address, status
):
    begun(people)
    assert browser(people.ada).get(address, follow=True).status_code == status


def test_no_list_leads_to_a_page_of_it_that_is_not_there(totals, browser):
    assert f"/practice/{KEY}/" not in browser().get("/practice/").content.decode()
    assert f"/daily/{KEY}/" not in browser().get("/daily/").content.decode()
    assert f"/practice/{KEY}/" not in browser().get(f"/analysis/{KEY}/").content.decode()
    sitemap = browser().get("/sitemap.xml").content.decode()
    own = re.findall(rf"<loc>https?://[^/]+(/[^<]*{KEY}[^<]*)</loc>", sitemap)
    assert own and all(browser().get(address).status_code == 200 for address in own)


@pytest.mark.slow
def test_people_invite_each_other_and_play_it_by_its_page(totals, people, browser):
    ada, ben = browser(people.ada), browser(people.ben)
    settings = {"key": KEY, "to": "link", "time": "3d"}
    offered = ada.post("/invitations/new/", settings)["Location"]
    assert ben.post(f"{offered}accept/").status_code == 302
    game = Game.objects.get(key=KEY)
    for _ in range(4):
        client = ada if mover(game) == people.ada else ben
        assert post_move(client, game, "pass", **HTMX).status_code == 200
        game.refresh_from_db()
    assert (game.termination, game.turn) == ("idle", None)
    assert (
        "Four turns without a play ended the game."
        in ada.get(f"/games/{game.id}/").content.decode()
    )


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_move_reaches_a_spectators_page_by_its_socket(totals, people):
    game = begun(people)
    user, text = mover(game), first_play(game)
    now = timezone.now()

    async def watched() -> str:
        page = await Socket(f"/ws/games/{game.id}/").open()
        await page.shown()
        move = {"game_id": game.id, "user": user, "ply": 1, "text": text, "now": now}
        await sync_to_async(play_move)(**move)
        frame = await page.shown()
        await page.disconnect()
        return frame

    squares = [totals.layout.name(at) for at in game.position.check(game.turn, text).squares]
    frame = async_to_sync(watched)()
    assert squares and all(f'id="sq-{name}"' in frame for name in squares)


@pytest.mark.slow
def test_a_computer_plays_it_to_its_end(totals, people):
    make_computers()
    seat = {"user": people.ada, "computers": ["Engine"], "now": timezone.now()}
    seat["seed"] = seed_with_a_play()
    game = start_against_computers(GameSettings(KEY), **seat)
    while (game := Game.objects.get(pk=game.pk)).turn is not None:
        found = turns.turn_of_computer(game.id, game.ply)
        if found is None:
            post = {"user": people.ada, "ply": game.ply + 1, "text": "pass"}
            play_move(game_id=game.id, now=timezone.now(), **post)
        else:
            turn = Turn(game.id, game.ply)
            make_move(turn, found, text_for(turn, found, worker.move, 100))
    assert game.players.get(user__username="Engine").score > 0
    assert game.termination in totals.phrases.endings


@pytest.mark.slow
def test_a_finished_game_is_reviewed_and_its_record_replays(totals, people, browser):
    game = begun(people)
    best = SEARCHES[KEY](game.position, game.turn, 1, None).plays[0]
    post_move(browser(mover(game)), game, "pass")
    game.refresh_from_db()
    post_move(browser(mover(game)), game, "resign")
    call_command("review", game.id, stdout=StringIO())
    row = ReviewedMove.objects.get(review__game=game, ply=1)
    assert (row.kind, row.loss) == ("turn", best[1])
    assert browser().get(f"/games/{game.id}/review/").status_code == 200
    record = browser().get(f"/games/{game.id}/record/").content
    assert replay(record).fault is None and b'[Game "totals"]' in record


def test_without_its_entry_it_is_no_game_of_the_site(browser):
    assert KEY not in catalogue.CATALOGUE
    assert browser().get(f"/rules/{KEY}/").status_code == 404
