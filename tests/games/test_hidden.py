"""Nobody receives a byte about tiles that are not theirs: whole games, every byte read."""

import base64
import logging
import re
from urllib.parse import quote

import pytest
from asgiref.sync import sync_to_async
from django.core import mail
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from games import selectors, services, words
from games.models import Game
from games.rules.tiles import tile_of

from . import canary
from .helpers import JSON, demo_record
from .sockets import Socket

pytestmark = pytest.mark.django_db(transaction=True)

RECORD = demo_record("ada-ben.game")  # swaps of both, passes, a blank
UNSEEN = re.compile(rb'(?s)<section class="unseen".*?</section>')
CHOICE = re.compile(rb'(?s)<dialog id="blank-dialog".*?</dialog>')
KINDS = re.compile(rb'(?s)<template id="kinds".*?</template>')
KIND = re.compile(r'<b aria-hidden="true">(?:<i>)?(\w|[^\s<]+)(?:</i>)?</b>.*?<span>(\d+)</span>')
SHOWN = re.compile(r'data-symbol="(.*?)"')
FACES = [face for face in canary.FACES if face in canary.SYMBOL]
DRAFTS = ("8H 3=3", "8H 1", "pass", "nonsense", "resign", "1A ?3=3")


def without_lists(page: bytes) -> bytes:
    """A page without the lists that name every kind of tile."""
    return KINDS.sub(b"", CHOICE.sub(b"", UNSEEN.sub(b"", page)))


class Leak(AssertionError):
    """Somebody received what is not theirs."""


class Reader:
    """Somebody who looks at the game, in every way there is, and keeps every byte received."""

    def __init__(self, name: str, seat: int | None, client: Client, game: Game) -> None:
        self.name, self.seat, self.client, self.game = name, seat, client, game
        self.received: list[tuple[str, bytes]] = []
        self.held: set[str] = set()
        self.socket: Socket | None = None
        self.home_ply = -1

    async def listen(self) -> None:
        path = f"/ws/games/{self.game.id}/"
        self.socket = await Socket(path, self.client).open()
        self.home = await Socket(f"{path}?page=home", self.client).open()

    async def hear(self) -> None:
        """What the sockets brought, and what one that has just connected brings."""
        late = await Socket(f"/ws/games/{self.game.id}/?ply=0", self.client).open()
        heard = await self.socket.everything() + await late.everything()
        if self.game.ply > self.home_ply:
            heard += await self.home.until(f'data-ply="{self.game.ply}"')
            self.home_ply = self.game.ply
        await late.disconnect()
        for message in heard:
            self.keep("socket", message.encode())

    def look(self) -> None:
        """Every page, fragment, preview and refusal that the game has for this reader."""
        game, client = f"/games/{self.game.id}/", self.client
        for address in (game, f"{game}live/", f"{game}record/", "/", "/games/", "/people/none/"):
            self.keep(address, bytes_of(client.get(address)))
        for text in (DRAFTS[self.game.ply % len(DRAFTS)], "swap 33"):
            said = {"text": text}
            self.keep("check", bytes_of(client.post(f"{game}check/", said)))
            self.keep("check", bytes_of(client.post(f"{game}check/", said, **JSON)))
            self.keep("move", bytes_of(client.post(f"{game}move/", said | {"ply": 0})))
            self.keep("move", bytes_of(client.post(f"{game}move/", said | {"ply": 0}, **JSON)))
        self.keep("rematch", bytes_of(client.post(f"{game}rematch/")))

    def keep(self, what: str, data: bytes) -> None:
        self.received.append((what, data))


def bytes_of(response) -> bytes:
    """Status, headers, cookies and body."""
    return (
        f"{response.status_code} {response.headers} {response.cookies}\n".encode()
        + response.content
    )


def require_clean(reader: Reader, state) -> None:
    """Nothing received since the last time shows a tile that this reader has not seen rightly."""
    board = {face for face in state.board.values()}
    rack = state.racks[reader.seat] if reader.seat is not None else ()
    reader.held |= set(rack)
    hidden = set(canary.SYMBOL) - reader.held - {tile_of(face) for face in board}
    unseen = {face: int(face not in rack and face not in board) for face in canary.SYMBOL}
    for what, data in reader.received:
        for zone in UNSEEN.findall(data):
            told = {
                kind: int(count) for kind, count in KIND.findall(zone.decode()) if kind in unseen
            }
            if told != unseen:
                raise Leak(f"{reader.name}, {what}: the unseen tiles tell bag and racks apart")
        if len(set(CHOICE.findall(data))) > 1:
            raise Leak(f"{reader.name}, {what}: the choice for a blank differs")
        for zone in KINDS.findall(data):
            if [face for face in SHOWN.findall(zone.decode()) if face in canary.SYMBOL] != FACES:
                raise Leak(
                    f"{reader.name}, {what}: the kinds of tiles are not all of them in order"
                )
        rest = without_lists(data)
        shown = canary.seen_in(rest) & hidden
        seed = state.stock.seed.hex().encode()
        if shown or seed in rest.lower() or b'"stock"' in rest:
            raise Leak(f"{reader.name}, {what}: {shown or 'the stored state'}")
    reader.received.clear()


@sync_to_async
def play_and_look(game: Game, readers: list[Reader], text: str | None, logged: list) -> None:
    """The next move of the record by its mover's browser, then everybody looks at everything."""
    if text is not None:
        game.refresh_from_db()
        mover = readers[game.turn]
        said = canary.translated(text, game.position.racks[game.turn])
        response = mover.client.post(f"/games/{game.id}/move/", {"text": said, "ply": game.ply + 1})
        assert response.status_code == 302, response.content.decode()
        mover.keep("answer", bytes_of(response))
    game.refresh_from_db()
    if game.ended_at is None:
        for reader in readers:
            reader.look()
    lines = [logging.Formatter().format(record) for record in logged]
    lines += [str(message.message()) for message in mail.outbox]
    readers[-1].keep("log and mail", "\n".join(lines).encode())


async def whole_game(game: Game, readers: list[Reader], logged: list, moves: list[str]) -> int:
    """Play these moves; after each nobody may have received what is hidden. How many were made."""
    for reader in readers:
        await reader.listen()
    made = 0
    try:
        for text in [None, *moves]:
            await play_and_look(game, readers, text, logged)
            made += text is not None
            if game.ended_at is not None:
                break
            for reader in readers:
                await reader.hear()
                require_clean(reader, game.position)
    finally:
        for reader in readers:
            await reader.socket.disconnect()
            await reader.home.disconnect()
    return made


@pytest.fixture
def game(people, monkeypatch) -> Game:
    canary.put_on(monkeypatch)
    seed = bytes.fromhex(RECORD.headers["Seed"])
    users = [people.ada, people.ben]
    return services.start_game(key="numerica", users=users, seed=seed, now=timezone.now())


@pytest.fixture
def readers(game, people, browser) -> list[Reader]:
    seats = [
        ("Ada", 0, people.ada),
        ("Ben", 1, people.ben),
        ("Cleo", None, people.cleo),
        ("nobody", None, None),
    ]
    return [Reader(name, seat, browser(user), game) for name, seat, user in seats]


async def test_in_a_whole_game_nobody_receives_a_tile_that_is_not_theirs(game, readers, logged):
    moves = [line.text for line in RECORD.moves]
    assert await whole_game(game, readers, logged, moves) == len(moves)
    swaps = [
        text
        for text in await sync_to_async(list)(game.moves.values_list("text", flat=True))
        if "swap" in text
    ]
    assert len(swaps) == 3 and game.termination == "passes"
    scores = await sync_to_async(list)(game.players.values_list("score", flat=True))
    assert scores == [int(score) for score in RECORD.headers["Scores"].split()]


async def test_the_suite_does_see_tiles_where_they_are_rightly_shown(game, readers, logged):
    await play_and_look(game, readers, RECORD.moves[0].text, logged)
    ada, ben, cleo, _ = readers
    racks = [set(rack) - {"?"} for rack in game.position.racks]
    for reader, own, other in ((ada, racks[0], racks[1]), (ben, racks[1], racks[0])):
        page = next(data for what, data in reader.received if what == f"/games/{game.id}/")
        rest = without_lists(page)
        assert own <= canary.seen_in(rest) and not other & canary.seen_in(rest)
    board = {face for face in game.position.board.values() if face in canary.SYMBOL}
    shown = [canary.seen_in(without_lists(data)) for _, data in cleo.received]
    assert set().union(*shown) == board != set()


@pytest.mark.parametrize(
    "dressed",
    [
        lambda face: face,
        lambda face: f"&#{ord(face)};",
        lambda face: f"&#x{ord(face):x};",
        lambda face: f"\\u{ord(face):04x}",
        lambda face: quote(face),
        lambda face: "xx " + (face.encode() * 3).hex(),
        lambda face: base64.b64encode(b"rack: " + face.encode() * 3).decode(),
    ],
    ids=["plain", "html", "html hex", "json", "url", "hex", "base64"],
)
def test_a_tile_is_found_in_whatever_dress(dressed):
    for face in canary.SYMBOL:
        assert canary.seen_in(f"<p>{dressed(face)}</p>".encode()) == {face}
    assert canary.seen_in(b"<p>8D 3?=6-3 swapped 3 tiles</p>") == set()


# --- a suite that never failed is not evidence ---


def leak_status(monkeypatch):
    """The other's rack in a sentence of the table."""
    honest = selectors.table

    def leaking(game_id, seat):
        shown = honest(game_id, seat)
        racks = Game.objects.get(pk=game_id).position.racks
        return shown | {"status": shown["status"] + "".join(racks[1 if seat == 0 else 0])}

    monkeypatch.setattr(selectors, "table", leaking)


def leak_swaps(monkeypatch):
    """What was swapped, told to everybody."""
    honest = words.move_line
    monkeypatch.setattr(
        words, "move_line", lambda text, detail, is_open: honest(text, detail, True)
    )


def leak_seat(monkeypatch):
    """An unknown reader taken for the first player."""
    honest = selectors.seat_of
    monkeypatch.setattr(selectors, "seat_of", lambda *asked: honest(*asked) or 0)


def leak_log(monkeypatch):
    """The position in a log line."""
    honest = services.play_move

    def leaking(**asked):
        logging.getLogger("games").warning(
            "before: %s", Game.objects.get(pk=asked["game_id"]).state
        )
        return honest(**asked)

    monkeypatch.setattr(services, "play_move", leaking)


def leak_unseen(monkeypatch):
    """The unseen tiles without those on the other's rack."""
    from games.rules import numerica

    honest = numerica.State.unseen

    def leaking(state, seat):
        return honest(state, seat) | dict.fromkeys(state.racks[1 if seat == 0 else 0], 0)

    monkeypatch.setattr(numerica.State, "unseen", leaking)


@pytest.mark.parametrize("leak", [leak_status, leak_swaps, leak_seat, leak_log, leak_unseen])
async def test_the_suite_catches_a_leak(leak, game, readers, logged, monkeypatch):
    leak(monkeypatch)
    swapped = [canary.SYMBOL[face] for face in game.position.racks[game.turn] if face != "?"][:3]
    with pytest.raises(Leak):
        await whole_game(game, readers, logged, [f"swap {''.join(swapped)}", "pass"])


async def test_a_suite_without_a_leak_is_content_with_the_same_moves(game, readers, logged):
    swapped = [canary.SYMBOL[face] for face in game.position.racks[game.turn] if face != "?"][:3]
    assert await whole_game(game, readers, logged, [f"swap {''.join(swapped)}", "pass"]) == 2


# --- behind the scenes ---


def test_the_staff_pages_show_no_game(game, people, browser):
    """Not even read-only: seeds and racks of running games are nobody's business."""
    people.cleo.is_staff = people.cleo.is_superuser = True
    people.cleo.save()
    client = browser(people.cleo)
    listed = client.get("/staff/").content.decode()
    assert "/staff/accounts/user/" in listed and "/staff/games/" not in listed
    for model in ("game", "player", "playedmove", "invitation"):
        assert client.get(f"/staff/games/{model}/").status_code == 404


def test_what_verify_prints_shows_no_tile(game, capsys):
    Game.objects.update(state=game.state.replace('"passes":0', '"passes":1'))
    with pytest.raises(SystemExit):
        call_command("verify")
    said = capsys.readouterr().out
    assert game.id in said and not canary.seen_in(said.encode()) and game.seed not in said
