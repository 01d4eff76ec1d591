"""Two worlds that differ in what is hidden alone, and every look at them."""

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from games.live import fragments
from games.models import Game, PlayedMove, Player, canonical_json
from games.rules.interface import State
from games.rules.moves import Seat
from games.rules.notation import swapped_tiles
from games.rules.record import Record
from games.rules.tiles import BLANK
from games.selectors import exports, kept_tables, programme
from games.store import queries
from tests.tiers import IS_LONG

from .helpers import HTMX, JSON, WHOLE, recorded_game
from .sockets import Socket

THERE = re.compile(
    rb'(?<=id="presence" hidden data-there=")[0-9 ]*|<small class="there">[^<]*</small>'
)
"""Who is at a table now, which lapses while a test takes its time."""
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
FEW, SOME = (3, 10) if IS_LONG else (5, 12)
"""One draft in this many is tried: where nobody acts, and where somebody acts."""


def kept_tiles(case: Case) -> Counter[str]:
    """What the next play needs, if it is of the seat whose tiles are exchanged."""
    text = case.record.moves[case.plies].text
    if text.startswith("swap "):
        return Counter(swapped_tiles(text))
    parts = TILE.findall(text.partition(" ")[2])
    figures = (one for part in parts for one in figures_of(part))
    return Counter(BLANK if one[0] == BLANK else one for one in figures)


def figures_of(part: str) -> Sequence[str]:
    """The tiles of one token: `[13]` is two, as is `[1?3]`."""
    figures = re.fullmatch(r"\[(\??[0-9])(\??[0-9])\]", part)
    return figures.groups() if figures else [part]


def other_world(case: Case, state: State) -> State:
    """The same game with most of a hidden rack exchanged for tiles of the bags, kind by kind.

    Where no tile is hidden, with another seed.
    """
    data, stock = state.to_json(), state.stock
    kept = kept_tiles(case) if state.turn == case.hidden else Counter()
    for kind, (supply, bag) in enumerate(zip(stock.supplies, stock.bags, strict=True)):
        held = Counter(stock.racks[case.hidden][kind])
        given = list((held - kept).elements())[: len(bag.pile)]  # all know how many one holds
        others = sorted(bag.pile, key=lambda tile: (tile in given, bag.pile.count(tile), tile))
        taken = others[: len(given)]
        rest = Counter(bag.pile) - Counter(taken) + Counter(given)
        data["stock"]["racks"][case.hidden][kind] = [*(held - Counter(given)).elements(), *taken]
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
            for name in (
                *("ply", "turn", "turn_began_at", "clock", "deadline_at"),
                *("changed_at", "ended_at", "termination"),
            )
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
        fragments.clear()
        queries.clear()
        kept_tables.clear()
        programme.clear()
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
    seen = [(page, client.get(page)) for page in (*pages, "/", "/games/", "/tv/", "/@Ada/")]
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

    So is the name of a request, for the log. Who sat there is known for some seconds after their
    page, and so is told by the second.
    """
    others = ("X-Request-ID", "Content-Length")
    told = sorted(item for item in response.headers.items() if item[0] not in others)
    head = f"{response.status_code} {told} {response.cookies}\n"
    content = THERE.sub(b"", TOKEN.sub(rb"\1", response.content))
    return re.sub(r"expires=[^;]+", "", head).encode() + content


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
        for query in ("", f"?ply={game.ply}")
    ]
    screens = await screens_of(readers)
    seen: Bytes = []
    for name, socket in sockets:  # a table's page is told last how many watch
        seen += told(name, await socket.until('id="watchers"'))
    seen += await heard_on(screens, "on-air")
    if act is None or IS_LONG:  # before an act there is to be seen what is seen without one
        seen += await sync_to_async(all_looks)(readers, worlds, texts)
    ply = game.ply
    if act is not None:
        await sync_to_async(act)(game, state)
        await sync_to_async(game.refresh_from_db)()
    for name, socket in sockets:
        seen += told(name, await socket.everything())
        await socket.disconnect()
    if game.ply > ply:
        seen += await heard_on(screens, f'data-ply="{game.ply}"')
    for _name, screen in screens:
        await screen.disconnect()
    if act is not None:
        seen += await sync_to_async(all_looks)(readers, worlds, texts)
    return seen


async def screens_of(readers: dict[str, Client]) -> list[tuple[str, Socket]]:
    """Every page that shows the game unasked."""
    return [
        (f"{name}: {address}", await Socket(address, client).open())
        for name, client in readers.items()
        for address in ("/ws/tv/?page=home", "/ws/tv/?page=tv", "/ws/wall/")
    ]


async def heard_on(screens: list[tuple[str, Socket]], said: str) -> Bytes:
    """What they bring, up to what says this; a wall says nothing but its boards."""
    heard: Bytes = []
    for name, screen in screens:
        heard += told(name, await screen.until("slot-0" if "wall" in name else said))
    return heard


def told(name: str, heard: list[str]) -> Bytes:
    """What a socket heard of the game: who watches is told by the second, and marks are ours.

    How many notices are unread is no matter of the game, and told when it has been counted.
    """
    return [
        (f"socket of {name}", message.encode())
        for message in heard
        if not any(other in message for other in ('id="watchers"', 'id="bell"', "'type': 'send'"))
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
