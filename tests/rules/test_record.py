"""Game records: read, played again, refused at the right line, and written."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import GAMES
from games.rules.moves import Outcome
from games.rules.numerica import State
from games.rules.record import (
    MAX_RECORD_CHARS,
    RecordError,
    Replay,
    format_record,
    parse,
    parse_options,
    replay,
    replay_to_json,
    result_text,
)
from games.rules.tiles import commitment

HERE = Path(__file__).parent
RECORDS = HERE / "records"
SHARED = HERE.parents[1].parent / "shared" / "records"

GOOD = sorted(path for path in RECORDS.glob("*.game") if ".bad." not in path.name)
BAD = sorted(RECORDS.glob("*.bad.game"))

RESIGNED = (RECORDS / "numerica-14-001.game").read_text()
WENT_OUT = (RECORDS / "numerica-11-005.game").read_text()


def fault_of(data: bytes | str) -> tuple[int, str]:
    fault = replay(data).fault
    assert fault is not None
    return fault.line_number, fault.refusal.code


def with_header(text: str, name: str, value: str | None) -> str:
    """The record with this header changed, or left out."""
    lines = []
    for line in text.splitlines():
        if not line.startswith(f"[{name} "):
            lines.append(line)
        elif value is not None:
            lines.append(f'[{name} "{value}"]')
    return "\n".join(lines) + "\n"


def line_of(text: str, start: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if line.startswith(start))


def shortened(text: str, moves: int, *more: str, **headers: str) -> str:
    """The first moves of a record, then these lines, and headers that say so."""
    lines = text.splitlines()
    last = line_of(text, f"{moves} ")
    short = "\n".join([*lines[:last], *more]) + "\n"
    for name, value in headers.items():
        short = with_header(short, name, value)
    return short


# --- recorded games ---


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_good_record_replays_to_the_last_point(path):
    result = replay(path.read_bytes())
    assert result.fault is None
    assert len(result.moves) == len(result.record.moves)
    said = [int(score) for score in result.record.headers["Scores"].split()]
    assert list(result.final_scores) == said


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_record_without_its_seed_replays_too(path):
    """Racks are not known then: the board and the points of the moves are checked alone."""
    text = with_header(path.read_text(), "Seed", None)
    result = replay(text)
    assert result.fault is None
    with_seed = replay(path.read_bytes())
    assert [move.verdict for move in result.moves] == [move.verdict for move in with_seed.moves]
    assert result.scores == with_seed.scores
    assert result.final_scores == with_seed.final_scores
    assert result.state.stock.seed is None
    piles = [pile for rack in result.state.stock.racks for pile in rack]
    assert all(isinstance(pile, int) for pile in piles)


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.name.removesuffix(".bad.game"))
def test_bad_record_stops_at_its_fault(path):
    expected = json.loads(path.with_suffix(".json").read_text())
    line, code = fault_of(path.read_bytes())
    assert line == expected["line"]
    assert code in expected["codes"]


def test_there_are_records_to_replay():
    assert len(GOOD) >= 3
    assert len(BAD) >= 10


DEMO = sorted((HERE.parents[1] / "games" / "demo").glob("*.game"))
WHOLE = HERE.parent / "records" / "whole-game.game"


@pytest.mark.parametrize("path", [*DEMO, WHOLE], ids=lambda path: path.stem)
def test_game_that_is_shown_is_a_good_record(path):
    result = replay(path.read_bytes())
    assert result.fault is None
    assert {"Seed", "Commitment", "Player1", "Player2"} <= set(result.record.headers)


def test_demo_shows_finished_games_and_an_unfinished_one():
    endings = [replay(path.read_bytes()).state.outcome for path in DEMO]
    assert None in endings
    reasons = {outcome.reason for outcome in endings if outcome}
    assert reasons == {"out", "passes", "resign", "tropes"}


def test_game_of_the_browser_test_is_one_to_play_by_hand():
    """It ends by going out, uses a blank, and is short enough to be played tile by tile."""
    result = replay(WHOLE.read_bytes())
    plays = [move.verdict for move in result.moves if move.verdict.kind == "play"]
    assert result.state.outcome.reason == "out"
    assert 25 <= len(result.moves) <= 40
    assert sum(2 <= len(play.squares) <= 5 for play in plays) > len(plays) / 2
    assert any("?" in play.text for play in plays)


needs_shared = pytest.mark.skipif(
    not SHARED.is_dir(),
    reason="the large collection of records lies beside the checkout, not in it",
)


FOLDERS = sorted({path.parent for path in SHARED.rglob("*.game")})

each_folder = pytest.mark.parametrize(
    "folder", FOLDERS, ids=[str(folder.relative_to(SHARED)) for folder in FOLDERS]
)


@needs_shared
def test_every_game_is_in_the_large_collection():
    assert {folder.relative_to(SHARED).parts[0] for folder in FOLDERS} >= set(GAMES)


@needs_shared
@each_folder
def test_every_good_record_of_the_large_collection_replays(folder):
    paths = [path for path in sorted(folder.glob("*.game")) if ".bad." not in path.name]
    assert paths
    for path in paths:
        for text in (path.read_text(), with_header(path.read_text(), "Seed", None)):
            assert replay(text).fault is None, path.name


@needs_shared
@each_folder
def test_every_bad_record_of_the_large_collection_stops_at_its_fault(folder):
    for path in sorted(folder.glob("*.bad.game")):
        expected = json.loads(path.with_suffix(".json").read_text())
        line, code = fault_of(path.read_bytes())
        assert line == expected["line"], path.name
        assert code in expected["codes"], path.name


# --- headers ---


def test_quote_and_backslash_are_escaped():
    record = parse('[Player1 "Ben \\"Bo\\" Berg"]\n[Player2 "a\\\\b"]\n')
    assert record.headers == {"Player1": 'Ben "Bo" Berg', "Player2": "a\\b"}


def test_other_headers_are_kept():
    text = '[Round "7"]\n' + RESIGNED
    assert replay(text).fault is None
    assert replay(text).record.headers["Round"] == "7"


@pytest.mark.parametrize("name", ["Sed", "seed", "SEED", "Seed-", "Round"])
def test_beside_a_commitment_without_its_seed_every_header_must_be_known(name):
    """A seed under a broken name would pass for none, and the draws for ones that fit it."""
    text = RESIGNED.replace("[Seed ", f"[{name} ")
    assert fault_of(text) == (line_of(text, f"[{name} "), "header")
    assert f"{name} is no header" in str(replay(text).fault.refusal)
    alone = with_header(text, "Commitment", None)
    assert replay(alone).fault is None and replay(alone).record.headers[name]


def test_all_headers_of_the_notation_may_stand_beside_a_commitment_without_its_seed():
    text = with_header(RESIGNED, "Seed", None)
    for name in ("Options", "Site", "Date", "Setup", "Clock", *(f"Player{n}" for n in range(1, 5))):
        if f"[{name} " not in text:
            text = f'[{name} ""]\n{text}'
    assert replay(text).fault is None


def test_a_replay_names_the_check_it_could_not_make():
    without_seed = with_header(RESIGNED, "Seed", None)
    assert replay(RESIGNED).unchecked == ""
    assert replay(without_seed).unchecked == "draws not checked: no seed"
    assert replay(with_header(without_seed, "Commitment", None)).unchecked == (
        "draws not checked: no seed"
    )
    without_commitment = replay(with_header(RESIGNED, "Commitment", None))
    assert without_commitment.unchecked == "seed not checked: no commitment"
    assert replay(with_header(RESIGNED, "Scores", "1 2")).unchecked == ""


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_of_every_good_record_it_is_told_whether_its_draws_were_checked(path):
    text = path.read_text()
    expected = "" if "\n[Seed " in text else "draws not checked: no seed"
    assert replay(text).unchecked == expected


@pytest.mark.parametrize(
    "line",
    [
        "[Game numerica]",
        '[Game "numerica"',
        '[Game "nu"merica"]',
        '[Game "a\\n"]',
        "[]",
        '["a"]',
        '[Game"a"]',
        '[Game "a\\"]',
        '[Gäme "a"]',
    ],
)
def test_malformed_header_is_refused_at_its_line(line):
    assert fault_of('[Site ""]\n\n' + line + "\n" + RESIGNED) == (3, "header")


def test_header_written_twice_is_refused_at_its_second_line():
    text = '[Game "numerica"]\n' + RESIGNED
    assert fault_of(text) == (2, "header")
    assert str(replay(text).fault.refusal) == "the header Game stands there twice"


@pytest.mark.parametrize("name", ["Game", "First"])
def test_missing_header_is_refused_at_line_one(name):
    text = with_header(RESIGNED, name, None)
    assert fault_of(text) == (1, "header")
    assert str(replay(text).fault.refusal) == f"the header {name} is missing"


def test_empty_file_misses_its_headers():
    for data in ("", b"", "\n\n", "\ufeff"):
        assert fault_of(data) == (1, "header")


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("First", "2", "the header First says 2, the game says 1"),
        ("Commitment", "sha256:" + "0" * 64, None),
        ("Scores", "576 685", "the header Scores says 576 685, the game says 576 684"),
        ("Scores", "684 576", "the header Scores says 684 576, the game says 576 684"),
        ("Scores", "576", "the header Scores says 576, the game says 576 684"),
        ("Result", "1-2", "the header Result says 1-2, the game says 2-1"),
        ("Result", "1=2", "the header Result says 1=2, the game says 2-1"),
        ("Result", "*", "the header Result says *, the game says 2-1"),
        ("Termination", "passes", "the header Termination says passes, the game says resign"),
        ("Termination", "time", "the header Termination says time, the game says resign"),
        ("Termination", "*", "the header Termination says *, the game says resign"),
    ],
)
def test_header_that_contradicts_the_game_is_refused_at_its_line(name, value, sentence):
    text = with_header(RESIGNED, name, value)
    assert fault_of(text) == (line_of(text, f"[{name} "), "header")
    if sentence is not None:
        assert str(replay(text).fault.refusal) == sentence


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Game", "chess"),
        ("Game", ""),
        ("Game", "Numerica"),
        ("First", "0"),
        ("First", "3"),
        ("First", "one"),
        ("First", "١"),
        ("First", ""),
        ("Seed", "12"),
        ("Seed", "g" * 64),
        ("Seed", "0" * 65),
        ("Seed", ""),
        ("Commitment", "nonsense"),
        ("Commitment", "sha256:12"),
        ("Scores", "many"),
        ("Scores", "576,684"),
        ("Scores", "٥ ٦"),
        ("Scores", ""),
    ],
)
def test_header_that_holds_no_value_of_its_kind_is_refused_at_its_line(name, value):
    text = with_header(RESIGNED, name, value)
    assert fault_of(text) == (line_of(text, f"[{name} "), "header")


@pytest.mark.parametrize("value", ["0", "3", "x", ""])
def test_first_without_a_seed_must_be_a_seat(value):
    text = with_header(with_header(RESIGNED, "Seed", None), "First", value)
    assert fault_of(text) == (line_of(text, "[First "), "header")


@pytest.mark.parametrize("options", ["players=2", "x", "=", "a=b a=b", "stage=none"])
def test_unknown_option_is_refused_at_its_line(options):
    text = f'[Options "{options}"]\n' + RESIGNED
    assert fault_of(text) == (1, "header")
    text = with_header(text, "Seed", None)
    assert fault_of(text) == (1, "header")


def test_options_are_pairs():
    assert parse_options("") == {}
    assert parse_options("directions=4  symbols=+-*/") == {"directions": "4", "symbols": "+-*/"}


def test_commitment_is_not_needed_and_may_be_upper_case():
    assert replay(with_header(RESIGNED, "Commitment", None)).fault is None
    seed = bytes.fromhex(parse(RESIGNED).headers["Seed"])
    shouted = "sha256:" + commitment(seed).removeprefix("sha256:").upper()
    assert replay(with_header(RESIGNED, "Commitment", shouted)).fault is None


@pytest.mark.parametrize("name", ["Result", "Scores", "Termination", "Player1", "Site", "Date"])
def test_other_headers_may_be_missing(name):
    assert replay(with_header(RESIGNED, name, None)).fault is None


@pytest.mark.parametrize(
    ("name", "value"), [("Result", "1-2"), ("Scores", "1 2"), ("Termination", "out")]
)
def test_ending_is_shown_as_the_header_has_it_where_there_is_no_seed(name, value):
    text = with_header(with_header(RESIGNED, "Seed", None), name, value)
    assert replay(text).fault is None
    if name == "Scores":
        assert replay(text).final_scores == (1, 2)


# --- draws that were tampered with ---

SWAPS = (HERE.parents[1] / "games" / "demo" / "ada-ben.game").read_text()


@pytest.mark.parametrize(
    ("line", "changed", "code"),
    [
        ("3 I2 4+4.8 ", "3 I2 4*4.8 ", "not-on-rack"),
        ("16 2J +0 ", "16 2J += ", "not-on-rack"),  # tiles of other points
        ("23 swap 527 ", "23 swap 52? ", "not-on-rack"),
        ("27 pass ", "27 swap 3 ", "bag-too-small"),
    ],
)
def test_tile_that_was_never_drawn_is_caught_at_its_line(line, changed, code):
    text = SWAPS.replace(f"\n{line}", f"\n{changed}")
    assert text != SWAPS
    assert fault_of(text) == (line_of(SWAPS, line), code)


def test_swap_of_another_tile_that_was_held_is_caught_where_its_draws_matter():
    """It is legal itself; the bag is another one from then on."""
    text = SWAPS.replace("\n19 swap 4007 ", "\n19 swap 4009 ")
    assert "\n19 swap 4009 " in text
    line, code = fault_of(text)
    assert line >= line_of(SWAPS, "19 ")
    assert code == "not-on-rack"


def test_seed_with_one_digit_changed_is_caught():
    """By the commitment; and by the first move whose tiles it did not deal, where that was changed too."""
    seed = parse(SWAPS).headers["Seed"]
    other = seed[:-1] + "5"
    assert other != seed
    text = with_header(SWAPS, "Seed", other)
    assert fault_of(text) == (line_of(SWAPS, "[Commitment "), "header")
    text = with_header(text, "Commitment", commitment(bytes.fromhex(other)))
    line, code = fault_of(text)
    assert (line, code) in [
        (line_of(SWAPS, "[First "), "header"),
        (line_of(SWAPS, "1 "), "not-on-rack"),
    ]


# --- lines ---


def test_crlf_and_byte_order_mark_are_allowed():
    data = b"\xef\xbb\xbf" + RESIGNED.replace("\n", "\r\n").encode()
    result = replay(data)
    assert result.fault is None
    assert replay(data.replace(b"[First", b"[Last")).fault.line_number == 1


def test_faults_are_counted_in_physical_lines():
    text = RESIGNED.replace("\n1 ", "\n\n\n1 ").replace("3 10C", "3 10D")
    assert fault_of(text)[0] == line_of(text, "3 10D")
    crlf = text.replace("\n", "\r\n").encode()
    assert fault_of(crlf)[0] == line_of(text, "3 10D")


def test_bytes_that_are_no_utf8_are_refused_at_their_line():
    data = RESIGNED.encode().replace(b'[Player1 "Ada', b'[Player1 "Ad\xff')
    assert fault_of(data) == (line_of(RESIGNED, "[Player1"), "notation")
    assert fault_of(b"\xff\xfe") == (1, "notation")
    assert fault_of(b"\n\n\x80") == (3, "notation")


def test_file_may_end_without_a_line_end():
    assert replay(RESIGNED.rstrip("\n")).fault is None


def test_far_too_large_file_is_refused():
    assert fault_of("x" * (MAX_RECORD_CHARS + 1)) == (1, "notation")
    assert fault_of("\n" * (MAX_RECORD_CHARS + 1)) == (1, "notation")


FIRST = "1 H3 935=937-2 +124"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("2 H3 935=937-2 +124", "notation"),
        ("0 H3 935=937-2 +124", "notation"),
        ("1. H3 935=937-2 +124", "notation"),
        ("H3 935=937-2 +124", "notation"),
        ("1 H3 935=937-2", "notation"),
        ("1 H3 935=937-2 124", "notation"),
        ("1 H3 935=937-2 +x", "notation"),
        ("1 H3 935=937-2 +١٢٤", "notation"),
        ("١ H3 935=937-2 +124", "notation"),
        ("1 +124", "notation"),
        ("1", "notation"),
        ("hello", "notation"),
        ("\x00", "notation"),
        ("1 hello +0", "notation"),
        ("1 H3 ? +0", "notation"),
        ("1 H3 [ +0", "notation"),
        ('[Late "header"] no', "header"),
        ("1 H3 935=937-2 +123", "score"),
        ("1 H3 935=937-2 -124", "score"),
        ("1 pass +1", "score"),
        ("1 H3 935=937-1 +124", "not-on-rack"),
        ("1 H3 935=9.37-2 +124", "gap"),
        ("1 A3 935=937-2 +124", "centre"),
        ("1 swap 935=937-25 +0", "not-on-rack"),
    ],
)
def test_faulty_line_is_refused_with_its_code(line, code):
    assert FIRST in RESIGNED
    text = RESIGNED.replace(FIRST, line)
    assert fault_of(text) == (line_of(RESIGNED, FIRST), code)


def test_score_that_differs_is_told():
    text = RESIGNED.replace(FIRST, "1 H3 935=937-2 +123")
    assert str(replay(text).fault.refusal) == "this move earns +124, the record says +123"


def test_header_after_the_first_move_is_no_line_of_a_record():
    text = RESIGNED + '[Result "2-1"]\n'
    assert fault_of(text) == (len(text.splitlines()), "notation")


def test_moves_may_be_written_as_people_type_them():
    text = RESIGNED.replace(FIRST, "1 h3 935 = 937 − 2 +124")
    assert replay(text).fault is None
    assert replay(text).moves[0].verdict.text == "H3 935=937-2"


def test_line_after_the_end_is_refused():
    assert fault_of(RESIGNED + "20 pass +0\n") == (len(RESIGNED.splitlines()) + 1, "game-over")
    assert fault_of(RESIGNED + "20 time +0\n") == (len(RESIGNED.splitlines()) + 1, "game-over")


def test_the_moves_before_a_fault_are_kept():
    result = replay(RESIGNED.replace("5 A10", "5 A11"))
    assert len(result.moves) == 4
    assert result.scores[-1] == (124 + 31, 138 + 28)
    assert result.final_scores is None


# --- how records end ---


def test_unfinished_record_has_no_result_and_the_scores_so_far():
    headers = {"Result": "*", "Scores": "155 166", "Termination": "*"}
    text = shortened(RESIGNED, 4, **headers)
    result = replay(text)
    assert result.fault is None
    assert result.state.outcome is None
    assert result.final_scores == (155, 166)
    assert replay(with_header(text, "Termination", None)).fault is None
    assert fault_of(with_header(text, "Termination", "passes"))[1] == "header"
    assert fault_of(with_header(text, "Result", "2-1"))[1] == "header"
    assert fault_of(with_header(text, "Scores", "155 167"))[1] == "header"


def test_record_without_moves_is_the_start():
    text = with_header(RESIGNED.split("\n1 ")[0] + "\n", "Result", "*")
    text = with_header(with_header(text, "Scores", "0 0"), "Termination", None)
    result = replay(text)
    assert result.fault is None
    assert result.moves == []
    assert result.state == State.new(seed=bytes.fromhex(result.record.headers["Seed"]), options={})


def test_time_is_a_line_of_the_seat_to_move():
    """After four moves seat 1 is to move, and loses."""
    headers = {"Result": "2-1", "Scores": "155 166", "Termination": "time"}
    result = replay(shortened(RESIGNED, 4, "5 time +0", **headers))
    assert result.fault is None
    assert result.moves[-1].seat == 0
    assert result.state.outcome.ranking == ((1,), (0,))
    assert fault_of(shortened(RESIGNED, 4, "5 time +1", **headers))[1] == "score"


def test_aborted_game_has_no_result():
    headers = {"Result": "*", "Scores": "155 166", "Termination": "aborted"}
    result = replay(shortened(RESIGNED, 4, "5 aborted +0", **headers))
    assert result.fault is None
    assert result.state.outcome.ranking == ()
    assert (
        fault_of(shortened(RESIGNED, 4, "5 aborted +0", **{**headers, "Result": "2-1"}))[1]
        == "header"
    )


def test_numerica_is_never_ended_by_agreement():
    headers = {"Result": "2-1", "Scores": "155 166", "Termination": "agreement"}
    text = shortened(RESIGNED, 4, "5 agreement +0", **headers)
    assert fault_of(text) == (line_of(text, "5 agreement"), "notation")


def test_running_scores_stand_before_the_adjustments():
    result = replay(WENT_OUT)
    adjustments = result.state.outcome.adjustments
    assert result.state.outcome.reason == "out"
    assert adjustments[0] == -adjustments[1] != 0
    final = [score + change for score, change in zip(result.scores[-1], adjustments, strict=True)]
    assert final == list(result.final_scores) == list(result.state.scores)


@pytest.mark.parametrize(
    ("ranking", "text"),
    [
        (((1,), (0,)), "2-1"),
        (((0, 1),), "1=2"),
        (((2,), (0,), (1, 3)), "3-1-2=4"),
        (((2,), (0, 1), (3,)), "3-1=2-4"),
        ((), "*"),
    ],
)
def test_result_lists_seats_best_first(ranking, text):
    assert result_text(Outcome(ranking, "passes", (0, 0))) == text
    assert result_text(None) == "*"


# --- writing ---


def test_record_is_written_as_the_notation_shows_it():
    text = format_record(
        {"Game": "numerica", "Options": "", "Player2": 'Ben "Bo" \\ Berg'},
        [("swap 94696", 0), ("H7 1+34=35", 34), ("pass", -5)],
    )
    assert text == (
        '[Game "numerica"]\n[Options ""]\n[Player2 "Ben \\"Bo\\" \\\\ Berg"]\n\n'
        "1 swap 94696 +0\n2 H7 1+34=35 +34\n3 pass -5\n"
    )


def test_line_ends_never_get_into_a_header():
    text = format_record({"Player1": "Ada\n1 resign +0\r\n\u2028x"}, [])
    assert text.splitlines()[0] == '[Player1 "Ada 1 resign +0 x"]'


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_a_parsed_record_survives_formatting(path):
    result = replay(path.read_bytes())
    moves = [(move.verdict.text, move.verdict.points) for move in result.moves]
    again = replay(format_record(result.record.headers, moves))
    assert again.fault is None
    assert again.record.headers == result.record.headers
    assert [move.verdict for move in again.moves] == [move.verdict for move in result.moves]
    assert again.state == result.state


# --- JSON ---


def test_replay_is_listed_as_the_notation_says():
    data = replay_to_json("a.game", replay(RESIGNED))
    assert json.loads(json.dumps(data)) == data
    assert {key: value for key, value in data.items() if key != "moves"} == {
        "file": "a.game",
        "ok": True,
        "line": None,
        "code": None,
        "message": None,
        "scores": [576, 684],
    }
    assert data["moves"][0] == {
        "ply": 1,
        "seat": 1,
        "move": "H3 935=937-2",
        "runs": [
            {
                "text": "935=937-2",
                "squares": ["3H", "4H", "5H", "6H", "7H", "8H", "9H", "10H", "11H"],
                "value": "935/1",
                "points": 74,
            }
        ],
        "points": 124,
        "scores": [124, 0],
    }
    assert data["moves"][-1] == {
        "ply": 19, "seat": 1, "move": "resign", "runs": [], "points": 0, "scores": [576, 684],
    }  # fmt: skip


def test_value_of_a_line_is_an_exact_fraction():
    data = replay_to_json("a.game", replay(RESIGNED))
    values = {run["text"]: run["value"] for move in data["moves"] for run in move["runs"]}
    assert values["4/7=8/14"] == "4/7"


def test_faulty_replay_is_listed_with_its_line():
    text = RESIGNED.replace("5 A10", "5 A11")
    data = replay_to_json("b.game", replay(text))
    assert (data["ok"], data["line"]) == (False, line_of(text, "5 A11"))
    assert data["code"] == replay(text).fault.refusal.code
    assert data["message"] == str(replay(text).fault.refusal)
    assert data["scores"] is None
    assert len(data["moves"]) == 4


def test_file_that_is_no_record_is_listed_too():
    data = replay_to_json("c.game", replay(b"\x00\xff"))
    assert data["moves"] == []
    assert (data["ok"], data["line"], data["code"], data["scores"]) == (False, 1, "notation", None)


def test_unfinished_game_is_listed_with_the_scores_so_far():
    text = shortened(RESIGNED, 4, Result="*", Scores="155 166", Termination="*")
    assert replay_to_json("d.game", replay(text))["scores"] == [155, 166]


# --- anything at all ---


@settings(max_examples=150, derandomize=True, deadline=None)
@given(st.binary(max_size=200) | st.text(max_size=200))
def test_any_file_gives_a_replay_and_never_an_exception(data):
    assert replay(data).fault is not None


@settings(max_examples=150, derandomize=True, deadline=None)
@given(st.data())
def test_a_record_with_one_line_changed_never_raises(data):
    lines = RESIGNED.splitlines()
    place = data.draw(st.integers(0, len(lines) - 1))
    line = lines[place]
    at = data.draw(st.integers(0, len(line)))
    lines[place] = (
        line[:at] + data.draw(st.text(max_size=3)) + line[at + data.draw(st.integers(0, 3)) :]
    )
    result = replay("\n".join(lines))
    assert isinstance(result, Replay)
    assert result.fault is None or isinstance(result.fault, RecordError)
    json.dumps(replay_to_json("x", result))
