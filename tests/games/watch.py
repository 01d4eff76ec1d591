"""Everything that every reader of a game receives, and what must not be in it."""

import io
import json
import logging
import re
import zipfile
from datetime import datetime

from asgiref.sync import sync_to_async
from django.test import Client
from django.utils import timezone
from prometheus_client import REGISTRY, generate_latest

from games.models import Game
from games.rules.interface import State
from games.services.deadlines import flag_fallen
from games.services.reminders import remind
from games.store import draw_offers
from tests.tiers import IS_LONG

from .canary import Canary
from .helpers import JSON, MINUTE
from .letterboxes import Letterboxes
from .sockets import Socket

UNSEEN = re.compile(rb'(?s)<section class="unseen".*?</section>')
CHOICE = re.compile(rb'(?s)<dialog id="blank-dialog".*?</dialog>')
KINDS = re.compile(rb'(?s)<template id="kinds".*?</template>')
KIND = re.compile(r"(?s)<li\b.*?<span>(\d+)</span></li>")
SHOWN = re.compile(r'data-symbol="(.*?)"')
MEANT = re.compile(r'<button class="tile" value="(.*?)"')
DRAFTS = ("8H 3=3", "10J [1/2]=[1/2]", "pass", "nonsense", "7E 8*9=[72]", "resign", "1A ?3=3")
RARE = (
    25 if IS_LONG else 40
)  # plies from one look of everybody at everything to the next; also after `TILELESS`
LATE = 5 if IS_LONG else 10  # plies from one connection of somebody who was away to the next
SCREENS = {
    "/ws/tv/?page=home": 'id="on-air"',
    "/ws/tv/?page=tv": 'id="on-air"',
    "/ws/wall/": 'id="slot-0"',
}
"""What shows a game unasked, and what is in its first frame."""
TILELESS = ("swap", "pass", "resign", "time", "draw")


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
        self.answers = self.bytes = 0  # kept so far
        self.held: set[str] = set()
        self.socket: Socket | None = None
        self.home_ply = -1

    async def listen(self) -> None:
        path = f"/ws/games/{self.game.id}/"
        self.socket = await Socket(path, self.client).open()
        self.home = await Socket("/ws/tv/?page=home", self.client).open()
        self.tv = await Socket("/ws/tv/?page=tv", self.client).open()

    async def hear(self) -> None:
        """What the sockets brought, and now and then what one that has just connected brings."""
        heard = await self.socket.everything()
        if self.game.ply > self.home_ply:
            if self.game.ply:  # nobody is shown a game unasked in which nobody has moved
                for screen in (self.home, self.tv):
                    heard += await screen.until(f'data-ply="{self.game.ply}"')
            self.home_ply = self.game.ply
        if self.game.ply % LATE == 0:
            heard += await self._late()
        for message in heard:
            self.keep("socket", message.encode())

    async def _late(self) -> list[str]:
        """What a socket brings that has just connected."""
        late = await Socket(f"/ws/games/{self.game.id}/?ply=0", self.client).open()
        heard = await late.everything()
        await late.disconnect()
        return heard + (await self._screens() if self.game.ply else [])

    async def _screens(self) -> list[str]:
        """What pages bring that show this game to everybody."""
        heard = []
        for path, said in SCREENS.items():
            screen = await Socket(path, self.client).open()
            heard += await screen.until(said)
            await screen.disconnect()
        return heard

    def look(self) -> None:
        """Every page, fragment, preview and refusal that the game has for this reader."""
        game, client = f"/games/{self.game.id}/", self.client
        pages = (
            "/",
            "/games/",
            "/tv/",
            "/lobby/",
            "/games/archive/",
            "/people/none/",
            "/@Ada/",
            "/@Ada/records/",
        )
        invited = f"/invitations/{self.game.invitations.get().id}/"
        for address in (game, f"{game}live/", f"{game}record/", invited, *pages):
            self.keep(address, bytes_of(client.get(address)))
        for ply in {0, self.game.ply // 2, self.game.ply}:
            self.keep(f"?ply={ply}", bytes_of(client.get(f"{game}?ply={ply}")))
        ply = self.game.ply // 2
        for part in ("live", "text"):
            self.keep(f"?ply={ply}", bytes_of(client.get(f"{game}{part}/?ply={ply}")))
        for text in (DRAFTS[self.game.ply % len(DRAFTS)], "swap 33"):
            said = {"text": text}
            self.keep("check", bytes_of(client.post(f"{game}check/", said)))
            self.keep("check", bytes_of(client.post(f"{game}check/", said, **JSON)))
            self.keep("move", bytes_of(client.post(f"{game}move/", said | {"ply": 0})))
            self.keep("move", bytes_of(client.post(f"{game}move/", said | {"ply": 0}, **JSON)))
        self.keep("draw", bytes_of(client.post(f"{game}draw/", {"ply": 0})))
        self.keep("rematch", bytes_of(client.post(f"{game}rematch/")))
        for path, text in files_of(client.post("/people/export/")).items():
            self.keep(path, text.encode())

    def keep(self, what: str, data: bytes) -> None:
        self.received.append((what, data))
        self.answers += 1
        self.bytes += len(data)


def files_of(response) -> dict[str, str]:
    """The files of an archive; none for who is sent to sign in."""
    if response["Content-Type"] != "application/zip":
        return {}
    with zipfile.ZipFile(io.BytesIO(response.getvalue())) as packed:
        return {name: packed.read(name).decode() for name in packed.namelist()}


def bytes_of(response) -> bytes:
    """Status, headers, cookies and body."""
    return (
        f"{response.status_code} {response.headers} {response.cookies}\n".encode()
        + response.content
    )


class Watch:
    """A game in marked tiles, everybody who reads, and what may be known of it at each ply."""

    def __init__(self, game: Game, canary: Canary, readers: list[Reader], logged: list) -> None:
        self.game, self.canary, self.readers, self.logged = game, canary, readers, logged
        self.past: dict[int, State] = {}
        self.looked_after: set[str | None] = set()

    def require_clean(self, reader: Reader) -> None:
        """Nothing received since the last time shows a tile that this reader has not seen rightly."""
        state = self.game.position
        board = self.canary.faces_in("".join(state.view(None)["board"].values()))
        reader.held |= self._rack(reader, state)
        hidden = set(self.canary.symbol) - reader.held - board
        for what, data in reader.received:
            ply = int(what.removeprefix("?ply=")) if what.startswith("?ply=") else self.game.ply
            rest = self._without_known_lists(reader, what, data, self.past[ply])
            shown = self.canary.seen_in(rest) & hidden
            seed = state.stock.seed.hex().encode()
            if shown or seed in rest.lower() or b'"stock"' in rest:
                raise Leak(f"{reader.name}, {what}: {shown or 'the stored state'}")
        reader.received.clear()

    def _rack(self, reader: Reader, state: State) -> set[str]:
        """The marked tiles that this reader holds in this position."""
        held = state.stock.hands[reader.seat] if reader.seat is not None else ()
        return set(held) & self.canary.symbol.keys()

    def _without_known_lists(self, reader: Reader, what: str, data: bytes, state: State) -> bytes:
        """The bytes without the lists of all kinds of tiles, which must tell nothing else."""
        board = self.canary.faces_in("".join(state.view(None)["board"].values()))
        elsewhere = set(self.canary.symbol) - board - self._rack(reader, state)
        if what.startswith("running/"):
            told = json.loads(data)
            counts = told["view"].pop("unseen")
            self._require_unseen(reader, what, counts, elsewhere)
            told["view"].pop("stands_for")
            return json.dumps(told).encode()
        for zone in UNSEEN.findall(data):
            counts = {
                face: int(kind[1])
                for kind in KIND.finditer(zone.decode())
                for face in self.canary.faces_in(kind[0])
            }
            self._require_unseen(reader, what, counts, elsewhere)
        for zone in KINDS.findall(data):
            self._require_all_kinds(reader, what, SHOWN.findall(zone.decode()))
        for zone in CHOICE.findall(data):
            if self.canary.seen_in(zone):
                self._require_all_kinds(reader, what, MEANT.findall(zone.decode()))
        return without_lists(data)

    def _require_unseen(self, reader: Reader, what: str, counts: dict, elsewhere: set[str]) -> None:
        told = {face: counts[face] for face in self.canary.symbol if face in counts}
        if told != {face: int(face in elsewhere) for face in self.canary.symbol}:
            raise Leak(f"{reader.name}, {what}: the unseen tiles tell bag and racks apart")

    def _require_all_kinds(self, reader: Reader, what: str, shown: list[str]) -> None:
        if [face for face in shown if face in self.canary.symbol] != self.canary.faces:
            raise Leak(f"{reader.name}, {what}: the kinds of tiles are not all of them in order")

    # --- the game goes on ---

    @sync_to_async
    def play_and_look(self, text: str | None) -> None:
        """The next line of the record by its mover, then everybody looks at everything."""
        self._play(text)
        if self.game.ended_at is None and self._is_rare(text):
            for reader in self.readers:
                reader.look()
        self._look_behind()

    def _play_and_deliver(self, text: str | None, letterboxes: Letterboxes) -> None:
        """The next line of the record by its mover, then everybody reads what was sent to them."""
        self._play(text)
        self._deliver(letterboxes, self.game.ended_at or timezone.now())
        if self.game.ply % LATE == 1 and self.game.ended_at is None:
            assert remind(self.game.reminder_at)
            self._deliver(letterboxes, self.game.reminder_at)
        self._look_behind()

    def _play(self, text: str | None) -> None:
        """The next line of the record, if there is one."""
        if text is not None:
            self.game.refresh_from_db()
            self._make(text)
        self.game.refresh_from_db()
        self.past[self.game.ply] = self.game.position

    def _deliver(self, letterboxes: Letterboxes, now: datetime) -> None:
        readers = {reader.name: reader for reader in self.readers}
        for name, what, data in letterboxes.deliver(now):
            if what == "picture":
                self._require_strangers_picture(name, data)
            else:
                readers[name].keep(what, data)

    def _require_strangers_picture(self, name: str, picture: bytes) -> None:
        """A face cannot be read in pixels, but nobody is sent others than strangers are."""
        stranger = self.readers[-1].client
        if picture != stranger.get(f"/games/{self.game.id}/{self.game.ply}.png").content:
            raise Leak(f"{name}, picture: not the one that strangers are shown")

    def _look_behind(self) -> None:
        """The log and the figures, of which nobody may learn a tile either."""
        lines = [logging.Formatter().format(record) for record in self.logged]
        self.readers[-1].keep("log", "\n".join(lines).encode())
        self.readers[-1].keep("metrics", generate_latest(REGISTRY))

    def _is_rare(self, text: str | None) -> bool:
        """Whether everybody looks now: with each commit after the first move of its kind."""
        kind = text and text.split()[0]
        is_new = kind in TILELESS and (IS_LONG or kind not in self.looked_after)
        self.looked_after.add(kind)
        return text is None or is_new or self.game.ply % RARE == 0

    def _make(self, text: str) -> None:
        """A line of a record: a post of its mover, a deadline, or an offer of who has made none."""
        game = self.game
        if text == "time":
            assert flag_fallen(game_id=game.id, now=game.deadline_at + MINUTE)
            return
        seat = len(draw_offers.offers(game)) if text == "draw" else game.turn
        mover = next(reader for reader in self.readers if reader.seat == seat)
        said = self.canary.translated(text, game.position.stock.hands[seat])
        address = f"/games/{game.id}/{'draw' if text == 'draw' else 'move'}/"
        response = mover.client.post(address, {"text": said, "ply": game.ply + 1})
        assert response.status_code == 302, response.content.decode()
        mover.keep("answer", bytes_of(response))

    async def whole_game(self, moves: list[str]) -> int:
        """Make these moves; after each nobody may have received what is hidden. How many."""
        for reader in self.readers:
            await reader.listen()
        made = 0
        try:
            for text in [None, *moves]:
                await self.play_and_look(text)
                made += text is not None
                if self.game.ended_at is not None:
                    break
                for reader in self.readers:
                    await reader.hear()
                    self.require_clean(reader)
        finally:
            for reader in self.readers:
                await reader.socket.disconnect()
                await reader.home.disconnect()
                await reader.tv.disconnect()
        return made

    def whole_game_by_post(self, moves: list[str], letterboxes: Letterboxes) -> int:
        """The same while nobody has a page open: what happens is told by mails and messages."""
        made = 0
        for text in [None, *moves]:
            self._play_and_deliver(text, letterboxes)
            made += text is not None
            if self.game.ended_at is not None:
                break
            for reader in self.readers:
                self.require_clean(reader)
        return made
