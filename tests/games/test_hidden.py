"""Nobody receives a byte about tiles that are not theirs: whole games, every byte read."""

import base64
import json
import logging
import zlib
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import quote

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command
from django.utils import timezone
from prometheus_client import REGISTRY

from accounts import reports
from accounts.models import User
from games.background import postman, pushes
from games.live import consumers
from games.models import Game, GameSettings
from games.rules.record import Record
from games.selectors import exports, tables
from games.services.invitations import accept_invitation, create_invitation
from games.services.moves import play_move
from games.store import swap_secrecy
from games.store.presence import Seated
from games.views import tables as table_views
from numerica_site import metrics
from tests.games.judged import stand_out
from tests.games.letterboxes import Letterboxes
from tests.games.watch import Leak, Reader, Watch, without_lists
from tests.push_service import push_service
from tests.tiers import but_for_certainty, some_of

from .canary import FIRST_LETTER, RECORDS, Canary

pytestmark = pytest.mark.django_db(transaction=True)

MOST_TELLING = ("digifeud", "numeria")
TELLING = ("numerica", "equate for three, advanced", *MOST_TELLING)
every_case = pytest.mark.parametrize(
    "case", but_for_certainty(some_of(TELLING, TELLING, list(RECORDS)), MOST_TELLING)
)
three_cases = pytest.mark.parametrize(
    "case", but_for_certainty(["numerica", "equate for three, advanced", "digifeud"], ["digifeud"])
)


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
def letterboxes(players, browser, settings) -> Iterator[Letterboxes]:
    """To be asked for before the game, of which the first turn is told as well."""
    settings.PUSHES_TO_LOOPBACK = True
    with push_service() as service:
        yield Letterboxes(players, service, browser)


@pytest.fixture
def queues() -> Iterator[None]:
    """What waits for computers is told with the other figures, as on a site that tells them."""
    told = metrics.Queues()
    REGISTRY.register(told)
    yield
    REGISTRY.unregister(told)


@pytest.fixture
def watch(game, canary, players, people, browser, logged, queues) -> Watch:
    seated = [Reader(user.username, seat, browser(user), game) for seat, user in enumerate(players)]
    others = [("Cleo", people.cleo), ("nobody", None)]
    watching = [Reader(name, None, browser(user), game) for name, user in others]
    return Watch(game, canary, seated + watching, logged)


@pytest.mark.fault("F11")
@pytest.mark.slow
@pytest.mark.wider
@every_case
async def test_in_a_whole_game_nobody_receives_a_tile_that_is_not_theirs(
    case, watch, record, figures
):
    moves = lines_of(record)
    assert await watch.whole_game(moves) == figures.add("moves", len(moves))
    for reader in watch.readers:
        figures.add("answers and messages", reader.answers)
        figures.add("bytes", reader.bytes)
    await sync_to_async(require_recorded)(watch.game, record)


@pytest.mark.fault("F11")
@pytest.mark.slow
@pytest.mark.wider
@every_case
def test_who_is_away_in_a_whole_game_is_sent_no_tile_that_is_not_theirs(
    case, letterboxes, watch, record, figures
):
    moves = lines_of(record)
    assert watch.whole_game_by_post(moves, letterboxes) == figures.add("moves", len(moves))
    assert figures.add("mails", letterboxes.mails) >= len(record.moves)
    assert figures.add("messages to browsers", letterboxes.messages) >= len(record.moves)
    require_recorded(watch.game, record)


def require_recorded(game: Game, record: Record) -> None:
    """The game went as it was recorded."""
    made = game.moves.values_list("text", flat=True)
    assert [text.split()[0] for text in made] == [line.text.split()[0] for line in record.moves]
    assert game.termination == record.headers["Termination"]
    scores = list(game.players.values_list("score", flat=True))
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
        lambda face: json.dumps(face),
        lambda face: quote(face),
        lambda face: "xx " + (face.encode() * 3).hex(),
        lambda face: base64.b64encode(b"rack: " + face.encode() * 3).decode(),
    ],
    ids=["plain", "html", "html hex", "json", "url", "hex", "base64"],
)
@pytest.mark.parametrize("case", ["numerica", "equate for three, advanced"])
def test_a_tile_is_found_in_every_encoding(case, dressed):
    canary = Canary.of(RECORDS[case])
    letters = {face: max(face) for face in canary.faces}
    assert min(letters.values()) >= FIRST_LETTER
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
    honest = tables.table_of

    def leaking(game, seat, **how):
        shown = honest(game, seat, **how)
        hands = game.position.stock.hands
        others = "".join("".join(hand) for owner, hand in enumerate(hands) if owner != seat)
        return replace(shown, status=shown.status + others)

    monkeypatch.setattr(tables, "table_of", leaking)


def leak_swaps(monkeypatch, rules):
    """What was swapped, told to everybody."""
    monkeypatch.setattr(swap_secrecy, "public_text", lambda move, viewer, is_over: move.text)


def leak_seat(monkeypatch, rules):
    """An unknown reader taken for the first player."""
    honest, first = consumers.seated, Seated(0, True, False)
    monkeypatch.setattr(consumers, "seated", lambda *asked: honest(*asked) or first)


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
    honest = rules.view

    def leaking(state, seat):
        told, others = honest(state, seat), state.stock.hands[1 if seat == 0 else 0]
        known = () if isinstance(others, int) else others
        return told | {"unseen": told["unseen"] | dict.fromkeys(known, 0)}

    monkeypatch.setattr(rules, "view", leaking)


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


def others_tiles(seat: int | None) -> str:
    """What all others hold in the one game that there is."""
    hands = Game.objects.get().position.stock.hands
    return "".join("".join(hand) for owner, hand in enumerate(hands) if owner != seat)


def tiles_not_of(person: User) -> str:
    return others_tiles(Game.objects.get().players.get(user=person).seat)


def leak_in_letters(monkeypatch, put):
    """Let each mail hold the others' tiles: `put` puts them into it."""
    honest = postman.letter

    def leaking(mail, address):
        message = honest(mail, address)
        put(message, tiles_not_of(mail.recipient))
        return message

    monkeypatch.setattr(postman, "letter", leaking)


def leak_mail(monkeypatch, rules):
    """The others' racks in the HTML of a mail."""
    leak_in_letters(monkeypatch, lambda mail, tiles: mail.attach_alternative(tiles, "text/html"))


def leak_subject(monkeypatch, rules):
    """The others' racks in the subject of a mail."""

    def put(mail, tiles):
        mail.subject += tiles

    leak_in_letters(monkeypatch, put)


def leak_picture(monkeypatch, rules):
    """The others' racks where no text shows them, as in pixels."""

    def put(mail, tiles):
        mail.attach("racks.png", zlib.compress(tiles.encode()), "image/png")

    leak_in_letters(monkeypatch, put)


def leak_push(monkeypatch, rules):
    """The others' racks in the sentence of a message to a browser."""
    honest = pushes.line_of

    def leaking(person, notice_id):
        line = honest(person, notice_id)
        return replace(line, text=line.text + tiles_not_of(person))

    monkeypatch.setattr(pushes, "line_of", leaking)


def leak_metrics(monkeypatch, rules):
    """Racks in the figures for who runs the site."""
    monkeypatch.setattr(metrics, "waiting", lambda: {others_tiles(None): 1})


LEAKS = {
    "numerica": [leak_status, leak_swaps, leak_seat, leak_log, leak_unseen, leak_refusal],
    "equate for three, advanced": [leak_swaps, leak_unseen, leak_earlier, leak_refusal],
    "equate for four, two piles": [leak_seat, leak_swaps],
    "digifeud": [leak_status, leak_unseen, leak_export, leak_log],
}


ONCE_EACH = {leak: (case, leak) for case in reversed(LEAKS) for leak in LEAKS[case]}
EVERYWHERE = [(case, leak) for case in LEAKS for leak in LEAKS[case]]
SOME_LEAKING = ["equate for three, advanced", "digifeud"]
FOUND = some_of([*ONCE_EACH.values()], [*ONCE_EACH.values()], EVERYWHERE)


@pytest.mark.fault("F11")
@pytest.mark.slow
@pytest.mark.parametrize(("case", "leak"), FOUND)
async def test_the_suite_catches_a_leak(case, leak, watch, monkeypatch):
    leak(monkeypatch, watch.game.rules)
    with pytest.raises(Leak):
        await watch.whole_game(two_turns(watch))


LEAKS_BY_POST = [
    ("numerica", leak_mail, "mail"),
    ("numerica", leak_metrics, "metrics"),
    ("equate for three, advanced", leak_subject, "mail"),
    ("equate for three, advanced", leak_push, "message"),
    ("digifeud", leak_mail, "mail"),
    ("digifeud", leak_picture, "picture"),
    ("digifeud", leak_push, "message"),
]


@pytest.mark.fault("F11")
@pytest.mark.slow
@pytest.mark.parametrize(("case", "leak", "found_in"), LEAKS_BY_POST)
def test_the_suite_catches_a_leak_to_who_is_away(
    case, leak, found_in, letterboxes, watch, monkeypatch
):
    leak(monkeypatch, watch.game.rules)
    with pytest.raises(Leak, match=f", {found_in}: "):
        watch.whole_game_by_post(two_turns(watch), letterboxes)


@pytest.mark.long
@pytest.mark.parametrize("case", some_of(SOME_LEAKING, SOME_LEAKING, [*LEAKS]))
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
    honest = tables.table_of

    def leaking(game, seat, **how):
        return replace(honest(game, seat, **how), status=game.seed)

    monkeypatch.setattr(tables, "table_of", leaking)
    with pytest.raises(Leak):
        await watch.whole_game([])


# --- behind the scenes ---


def test_the_staff_pages_show_no_game(game, moderator):
    """Not even read-only: seeds and racks of running games are nobody's business."""
    listed = moderator.get("/staff/").content.decode()
    assert "/staff/accounts/user/" in listed and "/staff/games/" not in listed
    for model in ("game", "player", "playedmove", "invitation"):
        assert moderator.get(f"/staff/games/{model}/").status_code == 404


@pytest.mark.slow
def test_the_desk_shows_no_hidden_tile_of_a_running_game(game, canary, players, moderator):
    ada, ben, *_others = players
    now = timezone.now()
    reports.report(reporter=ada, about=ben, reason="help", words="", game_id=game.id, now=now)
    moderator.post(f"/desk/{ben.pk}/act/", {"kind": "warn", "reason": "1 + 2"})
    stand_out(ben)
    for address in ("/desk/", f"/desk/{ben.pk}/", f"/desk/{ada.pk}/"):
        page = moderator.get(address).content
        assert not canary.seen_in(page) and game.seed.encode() not in page
    assert game.id.encode() in moderator.get(f"/desk/{ben.pk}/").content


def test_what_verify_prints_shows_no_tile(game, canary, capsys):
    Game.objects.update(state=game.state.replace('"passes":0', '"passes":1'))
    with pytest.raises(SystemExit):
        call_command("verify")
    said = capsys.readouterr().out
    assert game.id in said and not canary.seen_in(said.encode()) and game.seed not in said
