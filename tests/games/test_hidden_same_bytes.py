"""Two games that differ only in what is hidden: readers who may not know it get the same bytes.

The canaries of test_hidden.py find a tile; this finds what tells of one without naming it: an
order, a count, a length, a class, another sentence of a refusal.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.live import fragments
from games.models import Game, GameSettings, PlayedMove, Player, canonical_json
from games.presentation.models.table import TableView
from games.rules.interface import State
from games.rules.moves import Seat
from games.rules.notation import swapped_tiles
from games.rules.record import Record
from games.rules.tiles import BLANK
from games.selectors import exports, kept_tables, tables
from games.services.deadlines import flag_fallen
from games.services.draw_offers import offer_draw
from games.services.moves import play_move
from games.services.start import start_game
from games.store import queries
from tests.tiers import IS_LONG, but_for_certainty

from .helpers import HTMX, JSON, MINUTE, WHOLE, play_record, recorded_game
from .sockets import Socket

pytestmark = pytest.mark.django_db(transaction=True)

TOKEN = re.compile(rb'(name="csrfmiddlewaretoken" value=")[^"]+')
TILE = re.compile(r"\?\[[^\[\]]*\]|\?.|\[[^\[\]/^-]*\]|\[[^\[\]]*\]|.")

Bytes = list[tuple[str, bytes]]
Act = Callable[[Game, State], object]


@dataclass(frozen=True)
class Case:
    """A recorded game after `plies` plies, and the seat whose hidden tiles are exchanged then."""

    record: Record
    plies: int
    hidden: Seat


CASES = {
    "numerica": Case(WHOLE, 6, 0),
    "equate for two": Case(recorded_game("equate-two-passes"), 7, 0),
    "equate for three, advanced": Case(recorded_game("equate-three-advanced-left"), 7, 2),
    "equate, somebody has left": Case(recorded_game("equate-three-advanced-left"), 10, 0),
    "equate for three, two piles": Case(recorded_game("equate-three-stage-2-out"), 4, 1),
    "digifeud": Case(recorded_game("digifeud-passes"), 5, 0),
    "numeria": Case(recorded_game("numeria-strict-agreement"), 4, 0),
}

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
"""What is tried in `make test`."""
FEW, SOME = (2, 8) if IS_LONG else (5, 12)
"""One draft in this many is tried: where nobody acts, and where somebody acts."""


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


def kept_tiles(case: Case) -> Counter[str]:
    """What the next play needs, if it is of the seat whose tiles are exchanged."""
    text = case.record.moves[case.plies].text
    parts = TILE.findall(text.partition(" ")[2])
    figures = (one for part in parts for one in figures_of(part))
    return Counter(BLANK if one[0] == BLANK else one for one in figures)


def figures_of(part: str) -> Sequence[str]:
    """The tiles of one token: `[13]` is two."""
    return swapped_tiles(part[1:-1]) if re.fullmatch(r"\[[0-9]{2}\]", part) else [part]


def other_world(case: Case, state: State) -> State:
    """The same game with most of a hidden rack exchanged for tiles of the bags, kind by kind.

    Where no tile is hidden, with another seed.
    """
    data, stock = state.to_json(), state.stock
    kept = kept_tiles(case) if state.turn == case.hidden else Counter()
    for kind, (supply, bag) in enumerate(zip(stock.supplies, stock.bags, strict=True)):
        held = Counter(stock.racks[case.hidden][kind])
        given = list((held - kept).elements())
        others = sorted(bag.pile, key=lambda tile: (tile in given, bag.pile.count(tile), tile))
        taken = others[: len(given)]
        rest = Counter(bag.pile) - Counter(taken) + Counter(given)
        data["stock"]["racks"][case.hidden][kind] = [*(held & kept).elements(), *taken]
        data["stock"]["bags"][kind][0] = list(supply.tiles.sort(rest.elements()))
    if not stock.supplies:
        data["stock"]["seed"] = "0" * 64
    return type(state).from_json(json.loads(json.dumps(data)))


class Worlds:
    """The same rows twice, but for the hidden part of the state."""

    def __init__(self, game: Game, case: Case) -> None:
        self.game, self.case = game, case
        self.rows = {
            name: getattr(game, name)
            for name in ("ply", "turn", "deadline_at", "changed_at", "ended_at", "termination")
        }
        self.scores = {player.pk: (player.score, player.rank) for player in game.players.all()}
        one = game.rules.from_json(game.position.to_json())
        self.states = [one, other_world(case, one)]

    def enter(self, number: int) -> State:
        """Put the rows back to where they were, in this world."""
        state = self.states[number]
        Game.objects.filter(pk=self.game.pk).update(
            state=canonical_json(state.to_json()), **self.rows
        )
        PlayedMove.objects.filter(game=self.game, ply__gt=self.case.plies).delete()
        for player, (score, rank) in self.scores.items():
            Player.objects.filter(pk=player).update(score=score, rank=rank, offers_draw=False)
        self.game.refresh_from_db()
        fragments._rendered.clear()
        queries.forget()
        kept_tables.forget()
        cache.clear()
        return state


def drafts(worlds: Worlds) -> list[str]:
    """What a curious reader might try, with tiles of either rack among it."""
    hands = [state.stock.hands[worlds.case.hidden] for state in worlds.states]
    faces = sorted({face for hand in hands for face in hand})
    tried = [f"swap {face}" for face in faces] + [f"3M {face}" for face in faces]
    tried += [f"7E {face}-1=3" for face in faces] + ["swap " + "".join(faces)[:9], "c3-c4"]
    return [*tried, "M11 03", "pass", "resign", "8H 3=3", "10J [1/2]=[1/2]", "nonsense"]


def looks(name: str, client: Client, worlds: Worlds, texts: list[str]) -> Bytes:
    """Everything that HTTP has for this reader; nothing that is posted is legal and in time.

    Earlier positions are replayed from the seed, which does not fit the second world: only those
    before the exchange are looked at.
    """
    game, plies = worlds.game, worlds.case.plies
    address = f"/games/{game.id}/"
    earlier = [f"{address}?ply={ply}" for ply in (plies - 1, plies)]
    earlier += [f"{address}{part}/?ply={plies}" for part in ("live", "text")]
    pages = (address, f"{address}live/", f"{address}text/", f"{address}record/", *earlier)
    seen = [(page, client.get(page)) for page in (*pages, "/", "/games/", "/@Ada/")]
    for place, text in enumerate(texts):
        for more in ({}, JSON, HTMX) if place % 9 == 0 else (JSON,):
            seen.append((f"check {text}", client.post(f"{address}check/", {"text": text}, **more)))
            seen.append(
                (f"move {text}", client.post(f"{address}move/", {"text": text, "ply": 99}, **more))
            )
    return [(f"{name}: {what}", whole(response)) for what, response in seen]


def kept_by(name: str) -> Bytes:
    """What this reader may take along of games; the archive itself holds times of its making."""
    user = User.objects.filter(username=name).first()
    own = exports.own_games(user.pk, lambda game_id: game_id) if user else ()
    return [(f"{name}: {one.path}", f"{one.line}{one.text}".encode()) for one in own]


def whole(response) -> bytes:
    """Status, headers and body; the token of a form and the end of its cookie are new each time.

    So is the name of a request, for the log.
    """
    told = sorted(item for item in response.headers.items() if item[0] != "X-Request-ID")
    head = f"{response.status_code} {told} {response.cookies}\n"
    return re.sub(r"expires=[^;]+", "", head).encode() + TOKEN.sub(rb"\1", response.content)


async def received(
    worlds: Worlds, number: int, readers: dict[str, Client], act: Act | None
) -> Bytes:
    """Every byte that the readers get in one world, before and after somebody acts."""
    state = await sync_to_async(worlds.enter)(number)
    game, texts = worlds.game, drafts(worlds)[:: SOME if act else FEW]
    path = f"/ws/games/{game.id}/"
    sockets = [
        (f"{name}: {query}", await Socket(path + query, client).open())
        for name, client in readers.items()
        for query in ("", f"?ply={game.ply}", "?page=home")
    ]
    seen: Bytes = []
    for name, socket in sockets:  # a table's page is told last how many watch
        has_caught_up = f'data-ply="{game.ply}"' if name.endswith("home") else 'id="watchers"'
        seen += told(name, await socket.until(has_caught_up))
    if act is None or IS_LONG:  # before an act there is to be seen what is seen without one
        seen += await sync_to_async(all_looks)(readers, worlds, texts)
    ply = game.ply
    if act is not None:
        await sync_to_async(act)(game, state)
        await sync_to_async(game.refresh_from_db)()
    for name, socket in sockets:
        if not name.endswith("home"):
            seen += told(name, await socket.everything())
        elif game.ply > ply:  # a first page is told of moves a little later
            seen += told(name, await socket.until(f'data-ply="{game.ply}"'))
        await socket.disconnect()
    if act is not None:
        seen += await sync_to_async(all_looks)(readers, worlds, texts)
    return seen


def told(name: str, heard: list[str]) -> Bytes:
    """What a socket heard of the game: who watches is told by the second, and marks are ours."""
    return [
        (f"socket of {name}", message.encode())
        for message in heard
        if 'id="watchers"' not in message and "'type': 'send'" not in message
    ]


def all_looks(readers: dict[str, Client], worlds: Worlds, texts: list[str]) -> Bytes:
    """What everybody sees, and may take along."""
    seen: Bytes = []
    for name, client in readers.items():
        seen += looks(name, client, worlds, texts) + kept_by(name)
    return seen


async def differences(
    worlds: Worlds, readers: dict[str, Client], act: Act | None = None
) -> list[str]:
    """Where the two worlds do not give the same bytes."""
    one, other = [await received(worlds, number, readers, act) for number in (0, 1)]
    assert [what for what, _ in one] == [what for what, _ in other]
    assert len(one) > 45 and sum(what.startswith("socket") for what, _ in one) >= 6
    pairs = zip(one, other, strict=True)
    return [
        difference(what, first, second) for (what, first), (_, second) in pairs if first != second
    ]


def difference(what: str, one: bytes, other: bytes) -> str:
    """Return what differs, with the bytes around the first difference."""
    at = next(
        (at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), -1
    )
    return f"{what}: {one[at - 60 : at + 60]!r} {other[at - 60 : at + 60]!r}"


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


@pytest.mark.slow
@pytest.mark.wider
@pytest.mark.parametrize(
    ("name", "what"),
    but_for_certainty([(name, what) for name in ACTS for what in ACTS[name]], EACH_ACT_ONCE),
)
async def test_opponents_and_strangers_get_the_same_bytes(name, what, acts, worlds, readers):
    assert await differences(worlds, readers, acts[what]) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", but_for_certainty(["numerica", "equate for three, two piles", "digifeud"], ["digifeud"])
)
async def test_the_owners_bytes_differ(name, worlds, case, players, browser):
    readers = {"owner": await sync_to_async(browser)(players[case.hidden])}
    one, other = [await received(worlds, number, readers, None) for number in (0, 1)]
    assert one != other


# --- a suite that never failed is not evidence ---


def leak_value(shown: TableView, state: State) -> TableView:
    """The worth of the other's rack, in a number that nobody would suspect."""
    return replace(shown, days_per_move=3 + state.stock.points_held_by(0))


def leak_order(shown: TableView, state: State) -> TableView:
    """The unseen tiles, first those that the other holds none of."""
    unseen = sorted(shown.unseen, key=lambda kind: kind.tile.glyph in state.stock.hands[0])
    return replace(shown, unseen=tuple(unseen))


def leak_bit(shown: TableView, state: State) -> TableView:
    """One bit of the first tile that is not needed, as a space behind a sentence."""
    return replace(shown, status=shown.status + " " * (ord(state.stock.hands[0][3][0]) % 2))


@pytest.mark.slow
@pytest.mark.parametrize("name", but_for_certainty(["numerica", "digifeud"], ["digifeud"]))
@pytest.mark.parametrize("leak", [leak_value, leak_order, leak_bit])
async def test_the_suite_catches_a_subtle_leak(name, leak, worlds, readers, monkeypatch):
    honest = tables.table_of

    def leaking(game, seat):
        return leak(honest(game, seat), game.position)

    monkeypatch.setattr(tables, "table_of", leaking)
    assert await differences(worlds, readers)


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

    def leaking(game, seat):
        return replace(honest(game, seat), days_per_move=1 + game.position.stock.seed[0] % 2)

    monkeypatch.setattr(tables, "table_of", leaking)
    assert await differences(worlds, readers)
