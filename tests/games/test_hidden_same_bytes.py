"""Two games that differ only in what is hidden: whoever may not know gets the same bytes of both.

The canaries of test_hidden.py find a tile; this finds what tells of one without naming it: an
order, a count, a length, a class, another sentence of a refusal.
"""

import re
from collections.abc import Callable

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from games import fragments, selectors, services
from games.models import Game, PlayedMove, Player, canonical_json
from games.rules.numerica import TILES, State

from .helpers import HTMX, JSON, MINUTE, WHOLE
from .sockets import Socket

pytestmark = pytest.mark.django_db(transaction=True)

PLIES = 6  # after them Ada is to move; Ben and Cleo are those who may not know her rack
KEPT = ("0", "3")  # what Ada's next play needs; all her other tiles are exchanged
TOKEN = re.compile(rb'(name="csrfmiddlewaretoken" value=")[^"]+')

Bytes = list[tuple[str, bytes]]


@pytest.fixture
def game(start) -> Game:
    return start(moves=PLIES, now=timezone.now() - 90 * MINUTE)


@pytest.fixture
def readers(people, browser) -> dict[str, Client]:
    """Those who may not know Ada's rack; each has the cookie of the forms from the start."""
    found = {"ben": browser(people.ben), "cleo": browser(people.cleo), "nobody": browser()}
    for client in found.values():
        client.get("/")
    return found


def other_world(state: State) -> State:
    """The same game with most of Ada's rack exchanged for tiles of the bag."""
    rack, bag = list(state.racks[0]), list(state.stock.bags[0].pile)
    given = list(rack)
    for tile in KEPT:
        given.remove(tile)
    taken: list[str] = []
    for tile in sorted(set(bag) - set(given)):
        if len(taken) < len(given):
            taken.append(tile)
            bag.remove(tile)
    assert len(taken) == len(given) and not set(taken) & set(given)
    data = state.to_json()
    data["stock"]["racks"][0] = [[*KEPT, *taken]]
    data["stock"]["bags"][0][0] = list(TILES.sort(bag + given))
    return State.from_json(data)


class Worlds:
    """The same rows twice, but for the hidden part of the state."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rows = {
            name: getattr(game, name)
            for name in ("ply", "turn", "deadline_at", "changed_at", "ended_at", "termination")
        }
        self.scores = {player.pk: (player.score, player.rank) for player in game.players.all()}
        one = State.from_json(game.position.to_json())
        self.states = [one, other_world(one)]

    def enter(self, number: int) -> State:
        """Put the rows back to where they were, in this world."""
        state = self.states[number]
        Game.objects.filter(pk=self.game.pk).update(
            state=canonical_json(state.to_json()), **self.rows
        )
        PlayedMove.objects.filter(game=self.game, ply__gt=PLIES).delete()
        for player, (score, rank) in self.scores.items():
            Player.objects.filter(pk=player).update(score=score, rank=rank)
        fragments._rendered.clear()
        cache.clear()
        return state


def drafts(states: list[State]) -> list[str]:
    """What a curious reader might try, with tiles of either rack among it."""
    faces = sorted({face for state in states for face in state.racks[0]})
    tried = [f"swap {face}" for face in faces] + [f"3M {face}" for face in faces]
    return [*tried, "swap " + "".join(faces)[:9], "M11 03", "pass", "resign", "8H 3=3", "nonsense"]


def looks(name: str, client: Client, game: Game, texts: list[str]) -> Bytes:
    """Everything that HTTP has for this reader; nothing that is posted is legal and in time."""
    address = f"/games/{game.id}/"
    seen = [
        (page, client.get(page))
        for page in (address, f"{address}live/", f"{address}record/", "/", "/games/")
    ]
    for place, text in enumerate(texts):
        for more in ({}, JSON, HTMX) if place % 9 == 0 else (JSON,):
            seen.append((f"check {text}", client.post(f"{address}check/", {"text": text}, **more)))
            seen.append(
                (f"move {text}", client.post(f"{address}move/", {"text": text, "ply": 99}, **more))
            )
    return [(f"{name}: {what}", whole(response)) for what, response in seen]


def whole(response) -> bytes:
    """Status, headers and body; the token of a form and the end of its cookie are new each time."""
    head = f"{response.status_code} {sorted(response.headers.items())} {response.cookies}\n"
    return re.sub(r"expires=[^;]+", "", head).encode() + TOKEN.sub(rb"\1", response.content)


async def received(worlds: Worlds, number: int, readers: dict[str, Client], act: Callable) -> Bytes:
    """Every byte that the readers get in one world, before and after Ada acts."""
    state = await sync_to_async(worlds.enter)(number)
    game, texts = worlds.game, drafts(worlds.states)
    path = f"/ws/games/{game.id}/"
    seen: Bytes = []
    sockets = [
        (f"{name}: {query}", await Socket(path + query, client).open())
        for name, client in readers.items()
        for query in ("", f"?ply={PLIES}", "?page=home")
    ]
    for name, client in readers.items():
        seen += await sync_to_async(looks)(name, client, game, texts)
    await sync_to_async(act)(game, state)
    await sync_to_async(game.refresh_from_db)()
    for name, socket in sockets:
        at_home = name.endswith("home")
        heard = await (socket.until(f'data-ply="{game.ply}"') if at_home else socket.everything())
        seen += [(f"socket of {name}", message.encode()) for message in heard]
        await socket.disconnect()
    if game.ended_at is None:
        for name, client in readers.items():
            seen += await sync_to_async(looks)(name, client, game, texts)
    return seen


async def differences(game: Game, readers: dict[str, Client], act: Callable) -> list[str]:
    """Where the two worlds do not give the same bytes."""
    worlds = await sync_to_async(Worlds)(game)
    one, other = [await received(worlds, number, readers, act) for number in (0, 1)]
    assert [what for what, _ in one] == [what for what, _ in other]
    assert len(one) > 150 and sum(what.startswith("socket") for what, _ in one) >= 9
    pairs = zip(one, other, strict=True)
    return [
        difference(what, first, second) for (what, first), (_, second) in pairs if first != second
    ]


def difference(what: str, one: bytes, other: bytes) -> str:
    """What differs, and how, for whoever has to mend it."""
    at = next(
        (at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), -1
    )
    return f"{what}: {one[at - 60 : at + 60]!r} {other[at - 60 : at + 60]!r}"


@pytest.fixture
def acts(people):
    """What Ada may do that everybody learns of, without learning of her tiles."""
    now = timezone.now()

    def move(game: Game, text: str) -> None:
        services.play_move(game_id=game.id, user=people.ada, ply=PLIES + 1, text=text, now=now)

    def others(state: State) -> list[str]:
        rack = list(state.racks[0])
        for tile in KEPT:
            rack.remove(tile)
        return rack

    return {
        "plays": lambda game, state: move(game, WHOLE.moves[PLIES].text),
        "swaps three": lambda game, state: move(game, "swap " + "".join(others(state)[:3])),
        "swaps seven": lambda game, state: move(game, "swap " + "".join(others(state))),
        "passes": lambda game, state: move(game, "pass"),
        "does nothing": lambda game, state: None,
    }


def test_the_two_worlds_do_differ_where_it_is_hidden_and_nowhere_else(game):
    one, other = Worlds(game).states
    assert sorted(one.racks[0]) != sorted(other.racks[0]) and one.stock.bags != other.stock.bags
    assert one.racks[1] == other.racks[1]
    for seat in (1, None):
        assert one.view(seat) == other.view(seat)
    assert one.view(0) != other.view(0)
    for state in (one, other):
        tiles = [*state.stock.bags[0].pile, *state.racks[0], *state.racks[1]]
        tiles += [face[:1] if face[0] == "?" else face for face in state.board.values()]
        assert TILES.sort(tiles) == TILES.full_bag()


@pytest.mark.parametrize("what", ["plays", "swaps three", "swaps seven", "passes", "does nothing"])
async def test_opponent_and_strangers_get_the_same_bytes(what, acts, game, readers):
    assert await differences(game, readers, acts[what]) == []


async def test_her_own_bytes_differ(acts, game, readers, people, browser):
    readers = {"ada": await sync_to_async(browser)(people.ada)}
    worlds = await sync_to_async(Worlds)(game)
    one, other = [
        await received(worlds, number, readers, acts["does nothing"]) for number in (0, 1)
    ]
    assert one != other


# --- a suite that never failed is not evidence ---


def leak_value(shown: dict, state: State) -> dict:
    """The worth of the other's rack, in a number that nobody would suspect."""
    return shown | {"days_per_move": 3 + TILES.total(state.racks[0])}


def leak_order(shown: dict, state: State) -> dict:
    """The unseen tiles, first those that the other holds none of."""
    unseen = sorted(shown["unseen"], key=lambda kind: kind["tile"]["glyph"] in state.racks[0])
    return shown | {"unseen": unseen}


def leak_bit(shown: dict, state: State) -> dict:
    """One bit: whether the other holds a plus, as a space behind a sentence."""
    return shown | {"status": shown["status"] + " " * ("+" in state.racks[0])}


@pytest.mark.parametrize("leak", [leak_value, leak_order, leak_bit])
async def test_the_suite_catches_a_subtle_leak(leak, acts, game, readers, monkeypatch):
    honest = selectors.table

    def leaking(game_id, seat):
        return leak(honest(game_id, seat), Game.objects.get(pk=game_id).position)

    monkeypatch.setattr(selectors, "table", leaking)
    assert await differences(game, readers, acts["does nothing"])


async def test_the_suite_catches_a_refusal_that_knows_too_much(acts, game, readers, monkeypatch):
    """A referee that judges the opponent's draft against the mover's rack."""
    honest = State.check
    monkeypatch.setattr(State, "check", lambda state, seat, text: honest(state, 0, text))
    assert await differences(game, readers, acts["does nothing"])
