"""Nobody receives a byte about tiles that are not theirs: whole games, every byte read."""

import base64
import io
import json
import logging
import re
import zipfile
from dataclasses import replace
from urllib.parse import quote

import pytest
from asgiref.sync import sync_to_async
from django.core import mail
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Game, GameSettings
from games.rules.interface import State
from games.rules.record import Record
from games.rules.stock import Stock
from games.selectors import exports, tables
from games.services.deadlines import flag_fallen
from games.services.invitations import accept_invitation, create_invitation
from games.services.moves import play_move
from games.store import draw_offers, swap_secrecy
from games.views import tables as table_views
from tests.tiers import IS_LONG, but_for_certainty

from .canary import RECORDS, Canary
from .helpers import JSON, MINUTE
from .sockets import Socket

pytestmark = pytest.mark.django_db(transaction=True)

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
TILELESS = ("swap", "pass", "resign", "time", "draw")

MOST_TELLING = ("digifeud", "numeria")
every_case = pytest.mark.parametrize("case", but_for_certainty(list(RECORDS), MOST_TELLING))
three_cases = pytest.mark.parametrize(
    "case", but_for_certainty(["numerica", "equate for three, advanced", "digifeud"], ["digifeud"])
)


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
        """What the sockets brought, and now and then what one that has just connected brings."""
        heard = await self.socket.everything()
        if self.game.ply > self.home_ply:
            heard += await self.home.until(f'data-ply="{self.game.ply}"')
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
        return heard

    def look(self) -> None:
        """Every page, fragment, preview and refusal that the game has for this reader."""
        game, client = f"/games/{self.game.id}/", self.client
        pages = ("/", "/games/", "/games/archive/", "/people/none/", "/@Ada/", "/@Ada/records/")
        invited = f"/invitations/{self.game.invitation.id}/"
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
        if text is not None:
            self.game.refresh_from_db()
            self._make(text)
        self.game.refresh_from_db()
        self.past[self.game.ply] = self.game.position
        if self.game.ended_at is None and self._is_rare(text):
            for reader in self.readers:
                reader.look()
        lines = [logging.Formatter().format(record) for record in self.logged]
        lines += [str(message.message()) for message in mail.outbox]
        self.readers[-1].keep("log and mail", "\n".join(lines).encode())

    def _is_rare(self, text: str | None) -> bool:
        """Whether everybody looks now: in `make test` after the first move of its kind."""
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
        return made


def lines_of(record: Record) -> list[str]:
    """The moves of a record; an agreement is an offer of each seat."""
    moves = [line.text for line in record.moves]
    return moves[:-1] + ["draw", "draw"] if moves[-1] == "agreement" else moves


@pytest.fixture
def case() -> str:
    """The game that is watched where a test does not say."""
    return "numerica"


@pytest.fixture
def record(case) -> Record:
    return RECORDS[case]


@pytest.fixture
def canary(record, monkeypatch) -> Canary:
    found = Canary.of(record)
    found.put_on(monkeypatch)
    return found


@pytest.fixture
def players(people, record) -> list[User]:
    """Everybody who sits; Cleo only watches."""
    more = [User.objects.create_user(name, f"{name}@example.org") for name in ("Dov", "Eve")]
    return [people.ada, people.ben, *more][: len(record.headers["Scores"].split())]


@pytest.fixture
def game(players, record, canary) -> Game:
    """The recorded game, as it starts from an invitation."""
    inviter, *invitees = players
    now = timezone.now()
    invitation = create_invitation(
        GameSettings(record.headers["Game"], options=record.headers["Options"]),
        inviter=inviter,
        now=now,
        invitees=invitees,
    )
    seed = bytes.fromhex(record.headers["Seed"])
    for user in invitees:
        started = accept_invitation(invitation_id=invitation.id, user=user, now=now, seed=seed)
    return started


@pytest.fixture
def watch(game, canary, players, people, browser, logged) -> Watch:
    seated = [Reader(user.username, seat, browser(user), game) for seat, user in enumerate(players)]
    others = [("Cleo", people.cleo), ("nobody", None)]
    watching = [Reader(name, None, browser(user), game) for name, user in others]
    return Watch(game, canary, seated + watching, logged)


@pytest.mark.slow
@pytest.mark.wider
@every_case
async def test_in_a_whole_game_nobody_receives_a_tile_that_is_not_theirs(case, watch, record):
    moves = lines_of(record)
    assert await watch.whole_game(moves) == len(moves)
    game = watch.game
    made = await sync_to_async(list)(game.moves.values_list("text", flat=True))
    assert [text.split()[0] for text in made] == [line.text.split()[0] for line in record.moves]
    assert game.termination == record.headers["Termination"]
    scores = await sync_to_async(list)(game.players.values_list("score", flat=True))
    assert scores == [int(score) for score in record.headers["Scores"].split()]


@pytest.mark.slow
@three_cases
async def test_the_suite_does_see_tiles_where_they_are_rightly_shown(case, watch, record):
    await watch.play_and_look(None)
    await watch.play_and_look(record.moves[0].text)
    canary, position = watch.canary, watch.game.position
    await sync_to_async(lambda: [reader.look() for reader in watch.readers])()
    racks = [set(rack) - {"?"} for rack in position.stock.hands]
    for reader in watch.readers[: len(racks)]:
        page = [data for what, data in reader.received if what == f"/games/{watch.game.id}/"][-1]
        seen = canary.seen_in(without_lists(page))
        others = set().union(*racks) - racks[reader.seat]
        assert racks[reader.seat] <= seen and not others & seen
        own = [data for what, data in reader.received if what.startswith("running/")][-1]
        assert racks[reader.seat] <= canary.seen_in(own)
    board = canary.faces_in("".join(position.board.values()))
    cleo = watch.readers[-2]
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
@pytest.mark.parametrize("case", ["numerica", "equate for three, advanced"])
def test_a_tile_is_found_in_every_encoding(case, dressed):
    canary = Canary.of(RECORDS[case])
    letters = {face: next(letter for letter in face if letter >= "\uac00") for face in canary.faces}
    for face, letter in letters.items():
        assert canary.seen_in(f"<p>{dressed(letter)}</p>".encode()) == {face}
    assert canary.seen_in(b"<p>8D 3?=6-3 [1/2] swapped 3 tiles</p>") == set()


@pytest.mark.parametrize("case", [case for case in RECORDS if case != "numeria"])
def test_every_tile_has_a_letter_of_its_own(case):
    canary = Canary.of(RECORDS[case])
    plain = [supply.tiles.full_bag() for supply in canary.supplies]
    tiles = [tile for bag in plain for tile in bag if tile != "?"]
    assert canary.faces == tiles and len(set(tiles)) == len(tiles) > 80
    assert all(len(canary.faces_in(face)) == 1 for face in tiles)


# --- a suite that never failed is not evidence ---


def leak_status(monkeypatch, rules):
    """The others' racks in a sentence of the table."""
    honest = tables.table

    def leaking(game_id, seat):
        shown = honest(game_id, seat)
        hands = Game.objects.get(pk=game_id).position.stock.hands
        others = "".join("".join(hand) for owner, hand in enumerate(hands) if owner != seat)
        return replace(shown, status=shown.status + others)

    monkeypatch.setattr(tables, "table", leaking)


def leak_swaps(monkeypatch, rules):
    """What was swapped, told to everybody."""
    monkeypatch.setattr(swap_secrecy, "public_text", lambda move, viewer, is_over: move.text)


def leak_seat(monkeypatch, rules):
    """An unknown reader taken for the first player."""
    honest = tables.seat_of
    monkeypatch.setattr(tables, "seat_of", lambda *asked: honest(*asked) or 0)


def leak_log(monkeypatch, rules):
    """The position in a log line."""
    honest = play_move

    def leaking(**asked):
        logging.getLogger("games").warning(
            "before: %s", Game.objects.get(pk=asked["game_id"]).state
        )
        return honest(**asked)

    monkeypatch.setattr(table_views, "play_move", leaking)


def leak_unseen(monkeypatch, rules):
    """The unseen tiles without those on another's rack."""
    honest = rules.unseen

    def leaking(state, seat):
        return honest(state, seat) | dict.fromkeys(state.stock.hands[1 if seat == 0 else 0], 0)

    monkeypatch.setattr(rules, "unseen", leaking)


def leak_signs(monkeypatch, rules):
    """Of two piles the second one, which a hand holds beside the first."""
    honest = Stock.seen_by

    def leaking(stock, seat):
        seen = honest(stock, seat)
        racks = tuple(
            (*rack[:-1], own[-1]) for rack, own in zip(seen.racks, stock.racks, strict=True)
        )
        return Stock(seen.supplies, seen.bags, racks, seen.seed)

    monkeypatch.setattr(Stock, "seen_by", leaking)


def leak_refusal(monkeypatch, rules):
    """A refusal that names what somebody does hold."""
    honest = rules.check

    def leaking(state, seat, text):
        others = next(face for face in state.stock.hands[1] if face != "?")
        return honest(state, 0, f"swap {others}" if "swap" in text else text)

    monkeypatch.setattr(rules, "check", leaking)


def leak_export(monkeypatch, rules):
    """The archive of a running game as another seat sees it."""
    honest = exports.running_game
    monkeypatch.setattr(exports, "running_game", lambda game, seat: honest(game, 1 - seat))


def leak_earlier(monkeypatch, rules):
    """The rack of then beside a position that is looked at again."""
    honest = tables.replay_table

    def leaking(game_id, seat, ply, show=None):
        shown = honest(game_id, seat, ply, show)
        rack = Game.objects.get(pk=game_id).position.stock.hands[0]
        return replace(shown, status=shown.status + "".join(rack))

    monkeypatch.setattr(tables, "replay_table", leaking)


LEAKS = {
    "numerica": [leak_status, leak_swaps, leak_seat, leak_log, leak_unseen, leak_refusal],
    "equate for three, advanced": [leak_swaps, leak_unseen, leak_earlier, leak_refusal],
    "equate for four, two piles": [leak_seat, leak_swaps],
    "digifeud": [leak_status, leak_unseen, leak_export, leak_log],
}


ONCE_EACH = {leak: (case, leak) for case in reversed(LEAKS) for leak in LEAKS[case]}
AGAIN = [(case, leak) for case in LEAKS for leak in LEAKS[case]]


@pytest.mark.slow
@pytest.mark.parametrize(("case", "leak"), but_for_certainty(AGAIN, list(ONCE_EACH.values())))
async def test_the_suite_catches_a_leak(case, leak, watch, monkeypatch):
    leak(monkeypatch, watch.game.rules)
    with pytest.raises(Leak):
        await watch.whole_game(two_turns(watch))


@pytest.mark.slow
@pytest.mark.parametrize("case", but_for_certainty(list(LEAKS), ["digifeud"]))
async def test_a_suite_without_a_leak_is_content_with_the_same_moves(case, watch):
    assert await watch.whole_game(two_turns(watch)) == 2


def two_turns(watch: Watch) -> list[str]:
    """A swap of three tiles where there are swaps, and a pass."""
    state = watch.game.position
    plain = [watch.canary.symbol[face] for face in state.stock.hands[state.turn] if face != "?"][:3]
    may_swap = state.view(state.turn)["actions"]["swap"]
    return [f"swap {''.join(plain)}" if may_swap else "pass", "pass"]


@pytest.mark.slow
@pytest.mark.parametrize("case", ["numeria"])
async def test_a_seed_that_is_told_too_early_is_found(case, watch, monkeypatch):
    """Where no tile is hidden, this is all there is to hide."""
    honest = tables.table

    def leaking(game_id, seat):
        return replace(honest(game_id, seat), status=Game.objects.get(pk=game_id).seed)

    monkeypatch.setattr(tables, "table", leaking)
    with pytest.raises(Leak):
        await watch.whole_game([])


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


def test_what_verify_prints_shows_no_tile(game, canary, capsys):
    Game.objects.update(state=game.state.replace('"passes":0', '"passes":1'))
    with pytest.raises(SystemExit):
        call_command("verify")
    said = capsys.readouterr().out
    assert game.id in said and not canary.seen_in(said.encode()) and game.seed not in said
