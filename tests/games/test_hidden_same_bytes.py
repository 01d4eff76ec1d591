"""Two games that differ only in what is hidden: readers who may not know it get the same bytes.

The canaries of test_hidden.py find a tile; this finds what tells of one without naming it: an
order, a count, a length, a class, another sentence of a refusal.
"""

from collections import Counter
from dataclasses import replace

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Game, GameSettings
from games.presentation.models.table import TableView
from games.rules.interface import State
from games.selectors import exports, tables
from games.services.deadlines import flag_fallen
from games.services.draw_offers import offer_draw
from games.services.moves import play_move
from games.services.start import start_game
from tests.games.worlds import CASES, Case, Worlds, differences, kept_tiles, received
from tests.tiers import but_for_certainty, some_of

from .helpers import MINUTE, play_record

pytestmark = pytest.mark.django_db(transaction=True)

ACTS = {
    "numerica": ("plays", "swaps three", "swaps all others", "passes", "does nothing"),
    "equate for two": ("plays", "swaps three", "passes", "does nothing"),
    "equate for three, advanced": ("plays", "swaps all others", "resigns", "does nothing"),
    "equate, somebody has left": ("passes", "does nothing"),
    "equate for three, two piles": ("swaps all others", "runs out of time", "does nothing"),
    "digifeud": ("plays", "passes", "does nothing"),
    "numeria": ("plays", "offers a draw", "does nothing"),
}
EACH_ACT_ONCE = [
    ("numerica", "swaps three"),
    ("equate for three, advanced", "resigns"),
    ("equate, somebody has left", "passes"),
    ("equate for three, two piles", "swaps all others"),
    ("digifeud", "plays"),
    ("numeria", "offers a draw"),
]
"""What is tried with each commit."""
MORE_ACTS = [
    *EACH_ACT_ONCE,
    ("numerica", "swaps all others"),
    ("equate for two", "passes"),
    ("equate for three, two piles", "runs out of time"),
    ("digifeud", "does nothing"),
    ("numeria", "plays"),
]
EVERY_ACT = [(name, what) for name in ACTS for what in ACTS[name]]


@pytest.fixture
def name() -> str:
    """The case where a test does not say."""
    return "numerica"


@pytest.fixture
def case(name) -> Case:
    return CASES[name]


@pytest.fixture
def players(people, case) -> list[User]:
    """Everybody who sits; Cleo only watches."""
    dov = User.objects.create_user("Dov", "dov@example.org")
    return [people.ada, people.ben, dov][: len(case.record.headers["Scores"].split())]


@pytest.fixture
def game(players, case) -> Game:
    headers = case.record.headers
    now = timezone.now() - 90 * MINUTE
    started = start_game(
        GameSettings(headers["Game"], options=headers.get("Options", "")),
        users=players,
        seed=bytes.fromhex(headers["Seed"]),
        now=now,
    )
    play_record(started, players, case.plies, now, case.record)
    return Game.objects.get(pk=started.pk)


@pytest.fixture
def readers(people, players, browser, case) -> dict[str, Client]:
    """Those who may not know the tiles; each has the cookie of the forms from the start."""
    users = {user.username: user for seat, user in enumerate(players) if seat != case.hidden}
    found = {who: browser(user) for who, user in (users | {"Cleo": people.cleo}).items()}
    found["nobody"] = browser()
    for client in found.values():
        client.get("/")
    return found


@pytest.fixture
def worlds(game, case) -> Worlds:
    return Worlds(game, case)


@pytest.fixture
def acts(players, case):
    """What the player on turn may do that everybody learns of, without learning of tiles."""
    now = timezone.now()

    def move(game: Game, text: str) -> None:
        user, ply = players[game.turn], game.ply + 1
        play_move(game_id=game.id, user=user, ply=ply, text=text, now=now)

    def others(state: State) -> list[str]:
        return list((Counter(state.stock.hands[case.hidden]) - kept_tiles(case)).elements())

    return {
        "plays": lambda game, state: move(game, case.record.moves[case.plies].text),
        "swaps three": lambda game, state: move(game, "swap " + "".join(others(state)[:3])),
        "swaps all others": lambda game, state: move(game, "swap " + "".join(others(state))),
        "passes": lambda game, state: move(game, "pass"),
        "resigns": lambda game, state: move(game, "resign"),
        "runs out of time": lambda game, state: flag_fallen(
            game_id=game.id, now=game.deadline_at + MINUTE
        ),
        "offers a draw": lambda game, state: offer_draw(
            game_id=game.id, user=players[game.turn], ply=game.ply + 1, now=now
        ),
        "does nothing": None,
    }


@pytest.mark.parametrize("name", [name for name in CASES if name != "numeria"])
def test_the_two_worlds_do_differ_where_it_is_hidden_and_nowhere_else(name, worlds, case):
    one, other = worlds.states
    for seat in (*range(one.seats), None):
        is_same = one.view(seat) == other.view(seat)
        assert is_same == (seat != case.hidden)
    for kind in range(len(one.stock.supplies)):
        hands = [Counter(state.stock.racks[case.hidden][kind]) for state in (one, other)]
        assert hands[0] != hands[1] and hands[0].total() == hands[1].total()
        bags = [Counter(state.stock.bags[kind].pile) for state in (one, other)]
        assert bags[0] + hands[0] == bags[1] + hands[1]


@pytest.mark.parametrize("name", ["equate, somebody has left"])
def test_the_one_whose_tiles_are_exchanged_has_left(name, worlds, case):
    assert worlds.states[0].departed == (case.hidden,)


@pytest.mark.fault("F12")
@pytest.mark.slow
@pytest.mark.wider
@pytest.mark.parametrize(
    ("name", "what"),
    but_for_certainty(some_of(MORE_ACTS, MORE_ACTS, EVERY_ACT), EACH_ACT_ONCE),
)
async def test_opponents_and_strangers_get_the_same_bytes(name, what, acts, worlds, readers):
    assert await differences(worlds, readers, acts[what]) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", but_for_certainty(["numerica", "equate for three, two piles", "digifeud"], ["digifeud"])
)
async def test_the_owner_of_hidden_tiles_gets_other_bytes(name, worlds, case, players, browser):
    readers = {"owner": await sync_to_async(browser)(players[case.hidden])}
    one, other = [await received(worlds, number, readers, None) for number in (0, 1)]
    assert one != other


# --- a suite that never failed is not evidence ---


def leak_value(shown: TableView, state: State) -> TableView:
    """The worth of the other's rack, in a number that nobody would suspect."""
    return replace(shown, time=f"{3 + state.stock.points_held_by(0)} days a move")


def leak_order(shown: TableView, state: State) -> TableView:
    """The unseen tiles, first those that the other holds none of."""
    unseen = sorted(shown.unseen, key=lambda kind: kind.tile.glyph in state.stock.hands[0])
    return replace(shown, unseen=tuple(unseen))


def leak_bit(shown: TableView, state: State) -> TableView:
    """One bit of the first tile that is not needed, as a space behind a sentence."""
    return replace(shown, status=shown.status + " " * (ord(state.stock.hands[0][3][0]) % 2))


@pytest.mark.fault("F12")
@pytest.mark.slow
@pytest.mark.parametrize("name", but_for_certainty(["numerica", "digifeud"], ["digifeud"]))
@pytest.mark.parametrize("leak", [leak_value, leak_order, leak_bit])
async def test_the_suite_catches_a_subtle_leak(name, leak, worlds, readers, monkeypatch):
    honest = tables.table_of

    def leaking(game, seat, **how):
        return leak(honest(game, seat, **how), game.position)

    monkeypatch.setattr(tables, "table_of", leaking)
    assert await differences(worlds, readers)


@pytest.mark.fault("F12")
@pytest.mark.slow
@pytest.mark.parametrize(
    "name", but_for_certainty(["numerica", "equate for two", "digifeud"], ["digifeud"])
)
async def test_the_suite_catches_a_refusal_that_knows_too_much(name, worlds, readers, monkeypatch):
    """A referee that judges the opponent's draft against the mover's rack."""
    rules = worlds.game.rules
    honest = rules.check
    monkeypatch.setattr(rules, "check", lambda state, seat, text: honest(state, 0, text))
    assert await differences(worlds, readers)


@pytest.mark.slow
async def test_the_suite_catches_an_archive_that_knows_too_much(acts, worlds, readers, monkeypatch):
    honest = exports.running_game
    monkeypatch.setattr(exports, "running_game", lambda game, seat: honest(game, 0))
    assert await differences(worlds, readers)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["numeria"])
async def test_the_suite_catches_a_page_that_tells_of_the_seed(name, worlds, readers, monkeypatch):
    honest = tables.table_of

    def leaking(game, seat, **how):
        told = f"{1 + game.position.stock.seed[0] % 2} days a move"
        return replace(honest(game, seat, **how), time=told)

    monkeypatch.setattr(tables, "table_of", leaking)
    assert await differences(worlds, readers)
