"""The checker of draws, one file for people who do not trust the site: `docs/check_draws.py`.

It runs as they run it: alone, in a folder of its own. Records are spoilt by one bit, of the seed or
of a tile. Not every bit of a tile can be noticed by draws: who held a 3 and a 7 may have played
either one. So a tile is spoilt such that rack, bag or board forbid it, by the word of the referee.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest

from games.rules import GAMES
from games.rules.record import RecordError, parse
from games.rules.refusals import Refusal
from tests.games.helpers import ROOT
from tests.tiers import some_of

from .random_records import Played, played
from .record_texts import GOOD, RESIGNED, line_of, shortened, with_header

CHECKER = ROOT / "docs" / "check_draws.py"
FOLDERS = ("tests/rules/playthroughs", "tests/records", "games/demo")
ALL_GOOD = [*GOOD, *(path for folder in FOLDERS for path in (ROOT / folder).glob("*.game"))]
BY_DRAWS = {"not-on-rack", "bag-too-small", "occupied", "gap"}  # codes of refusals
BY_NUMBERS = {"", "unequal", "negative", "division-by-zero", "not-whole", "repeated"}
PARTS, EACH = some_of((1, 6), (2, 12), (10, 25))
"""Random records: in how many parts, and how many of each game in one."""
LINES = 300  # of the checker; who is to trust it reads all of it


@pytest.fixture
def check(tmp_path):
    """Check records by the file alone; the status, and what is said of each behind its name."""
    (tmp_path / CHECKER.name).write_bytes(CHECKER.read_bytes())

    def run(*records: str | bytes) -> tuple[int, list[str]]:
        names = [f"{number}.game" for number in range(len(records))]
        for name, record in zip(names, records, strict=True):
            text = record.encode() if isinstance(record, str) else record
            (tmp_path / name).write_bytes(text)
        command = [sys.executable, "-I", "-S", CHECKER.name, *names]
        ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
        assert not ran.stderr
        lines = zip(names, ran.stdout.splitlines(), strict=True)
        return ran.returncode, [line.removeprefix(f"{name}:") for name, line in lines]

    return run


def lines_that_are_wrong(said: list[str]) -> list[int | None]:
    """The line that is named for each record; None for one that is right."""
    found = [re.match("[0-9]+", line) for line in said]
    return [int(number[0]) if number else None for number in found]


# --- one bit ---


@dataclass(frozen=True)
class Spoilt:
    """A record with one bit changed; the place of the bit, and the line that is wrong now."""

    lines: tuple[bytes, ...]
    line: int
    place: int
    wrong: int

    @property
    def text(self) -> bytes:
        return b"\n".join(self.lines)


def with_bits(lines: list[bytes], line: int, places: range, wrong: int) -> Iterator[Spoilt]:
    """The record with each bit of these places of a line changed, as long as it is ASCII."""
    for place in places:
        for bit in range(7):
            changed = bytearray(lines[line])
            changed[place] ^= 1 << bit
            yield Spoilt((*lines[:line], bytes(changed), *lines[line + 1 :]), line, place, wrong)


def header_line(lines: list[bytes], name: str) -> int:
    """Counted from 0."""
    return line_of(b"\n".join(lines).decode(), f"[{name} ") - 1


def spoilt_seeds(lines: list[bytes]) -> list[Spoilt]:
    """Every other seed that is one bit away; the commitment is not to it."""
    line, wrong = header_line(lines, "Seed"), header_line(lines, "Commitment")
    start = len('[Seed "')
    found = with_bits(lines, line, range(start, start + 64), wrong + 1)
    return [one for one in found if re.match(rb'\[Seed "[0-9a-f]{64}"\]', one.lines[line])]


def spoilt_setups(lines: list[bytes]) -> list[Spoilt]:
    """Every other set-up of Numeria that is one bit of a number away."""
    line = header_line(lines, "Setup")
    start = len('[Setup "')
    places = [n for n in range(start, len(lines[line])) if lines[line][n : n + 1].isdigit()]
    found = (one for n in places for one in with_bits(lines, line, range(n, n + 1), line + 1))
    return [one for one in found if one.lines[line][one.place : one.place + 1].isdigit()]


def spoilt_tiles(lines: list[bytes], game: Played) -> list[Spoilt]:
    """The record with each bit of each tile changed that was laid or swapped."""
    first, found = lines.index(b"") + 1, []
    for line, move in enumerate(game.moves, first):
        if move.verdict.kind in ("play", "swap"):
            start, end = (
                lines[line].index(b" ", lines[line].index(b" ") + 1) + 1,
                lines[line].rindex(b" "),
            )
            places = [n for n in range(start, end) if lines[line][n : n + 1] not in b".[]"]
            found += [
                one for n in places for one in with_bits(lines, line, range(n, n + 1), line + 1)
            ]
    return found


def refusal_of(game: Played, spoilt: Spoilt) -> str | None:
    """Why the referee refuses the move that has the changed bit; "" if it is a good one.

    None if the text is no record any more, or its move no move.
    """
    try:
        record = parse(spoilt.text.decode())
        ply = next(n for n, move in enumerate(record.moves) if move.line_number == spoilt.wrong)
        before = game.states[ply]
        if before.play(before.turn, record.moves[ply].text).verdict == game.moves[ply].verdict:
            return None  # the same move, as `:` for `/`
    except (RecordError, UnicodeDecodeError):
        return None
    except Refusal as refusal:
        return None if refusal.code == "notation" else refusal.code
    return ""


def changed_bit(game: Played, random: Random, *, in_seed: bool) -> Spoilt:
    """A bit of the seed, or of a tile if there is one of which draws alone can tell."""
    lines = game.text().encode().split(b"\n")
    if in_seed:
        return random.choice(spoilt_seeds(lines))
    if "Setup" in game.headers():
        return random.choice(spoilt_setups(lines))
    tiles = spoilt_tiles(lines, game)
    random.shuffle(tiles)
    noticed = (one for one in tiles if refusal_of(game, one) in BY_DRAWS)
    return next(noticed, None) or changed_bit(game, random, in_seed=True)


# --- records ---


@pytest.mark.slow
def test_every_recorded_game_has_the_draws_of_its_seed(check):
    records = [path.read_bytes() for path in ALL_GOOD]
    status, said = check(*records)
    assert status == 0 and len(said) > 40
    for record, line in zip(records, said, strict=True):
        assert line.startswith(" ok, " if b"[Seed " in record else " draws not checked: no seed")


@pytest.mark.long
@pytest.mark.wider
@pytest.mark.fault("F15")
@pytest.mark.parametrize("part", range(PARTS))
def test_random_records_pass_and_with_one_bit_changed_they_fail_at_its_line(part, check, figures):
    numbers = range(part * EACH, (part + 1) * EACH)
    games = [played(key, number) for key in GAMES for number in numbers]
    status, said = check(*(game.text() for game in games))
    assert status == 0 and all(line.startswith(" ok, ") for line in said)
    spoilt = [
        changed_bit(game, Random(f"{part} {n}"), in_seed=n % 2 == 0) for n, game in enumerate(games)
    ]
    status, said = check(*(one.text for one in spoilt))
    assert status == 1
    assert lines_that_are_wrong(said) == [one.wrong for one in spoilt]
    figures.add("records found right", len(games))
    figures.add("with one bit changed found wrong", len(spoilt))
    in_tiles = [one for one in spoilt if not one.lines[one.line].startswith(b"[Seed ")]
    assert len(in_tiles) > len(games) / 4


@pytest.mark.slow
@pytest.mark.wider
def test_another_tile_is_no_fault_of_the_draws_where_the_player_held_it_as_well(check):
    """They allow both games: only a tile that is missed later, or an end that is another, tells."""
    random, others = Random(1), []
    for key in ("numerica", "equate", "digifeud"):
        for number in range(EACH // 3):
            game = played(key, number)
            tiles = spoilt_tiles(game.text().encode().split(b"\n"), game)
            tiles = random.sample(tiles, min(len(tiles), 40))
            others += [one for one in tiles if refusal_of(game, one) in BY_NUMBERS]
    wrong = lines_that_are_wrong(check(*(one.text for one in others))[1])
    for one, line in zip(others, wrong, strict=True):
        assert line is None or line > one.wrong or b"[Termination" in one.lines[line - 1]
    assert None in wrong and len(others) >= EACH


@pytest.mark.slow
def test_without_its_commitment_another_seed_does_not_fit_the_moves(check):
    lone, spoilt = [], []
    for path in ALL_GOOD:
        text = path.read_text()
        if "[Seed " in text:
            lone.append(with_header(text, "Commitment", None))
            bit = Random(path.stem).choice(spoilt_seeds(text.encode().split(b"\n")))
            spoilt.append(with_header(bit.text.decode(), "Commitment", None))
    status, said = check(*lone)
    assert status == 0 and all(line.endswith(", seed not checked: no commitment") for line in said)
    assert None not in lines_that_are_wrong(check(*spoilt)[1])


@pytest.mark.slow
def test_a_slide_is_read_with_every_hyphen_that_people_type(check):
    text = next(path.read_text() for path in ALL_GOOD if '"numeria"' in path.read_text())
    for typed in "–−‐‑":
        changed = re.sub("([a-h][1-8])-([a-h][1-8])", rf"\1{typed}\2", text)
        assert changed != text and parse(changed).headers == parse(text).headers
        assert check(changed)[0] == check(text)[0] == 0


# --- what else it says ---


def said_of(check, text: str) -> str:
    return check(text)[1][0]


def test_a_seed_under_a_broken_name_is_wrong(check):
    text = RESIGNED.replace("[Seed ", "[Sead ")
    assert said_of(check, text).startswith(f"{line_of(text, '[Sead ')}: ")


def test_a_tile_is_named_that_was_not_on_the_rack(check):
    """Numerica's `=` is drawn like any other tile."""
    text = shortened(RESIGNED, 1, "2 swap ========== +0")
    assert re.search("^[0-9]+: seat [12] has no =, left are", said_of(check, text))


def test_a_game_that_is_over_goes_no_further(check):
    assert "the game is over by then: resign" in said_of(check, RESIGNED + "20 pass +0\n")


def test_what_is_no_record_is_wrong_and_no_error(check):
    status, said = check(b"", b"\xff\n", "1 pass +0\n", '[Seed "00"]\n', "[Seed]\n" * 3)
    assert status == 1
    assert lines_that_are_wrong(said) == [None, 1, None, 1, 1]


def test_what_a_record_says_cannot_write_over_the_verdict_on_a_terminal(check):
    text = with_header(RESIGNED, "First", "\r0.game: ok, 28 moves, 110 draws\x1b[K")
    (said,) = check(text)[1]
    assert said.isprintable() and "First says ?0.game: ok" in said


def test_a_missing_file_is_wrong_and_the_others_are_still_checked(tmp_path):
    good = str(ROOT / "tests/records/whole-game.game")
    command = [sys.executable, "-I", "-S", str(CHECKER), str(tmp_path / "none.game"), good]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 1 and len(ran.stdout.splitlines()) == 2
    assert ran.stdout.splitlines()[1].startswith(f"{good}: ok, 28 moves")


def test_it_is_short_enough_to_be_read_and_takes_nothing_from_the_site():
    source = CHECKER.read_text()
    assert len(source.splitlines()) <= LINES
    imported = re.findall(r"^\s*(?:import|from) (\w+)", source, re.M)
    assert set(imported) <= set(sys.stdlib_module_names)
