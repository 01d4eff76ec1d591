"""Lines of a game record, how records end, and draws that were tampered with."""

import pytest

from games.rules.moves import Outcome
from games.rules.numerica import State
from games.rules.record import (
    MAX_RECORD_CHARS,
    parse,
    replay,
    result_text,
)
from games.rules.tiles import commitment
from tests.rules.record_texts import (
    HERE,
    RECORDS,
    RESIGNED,
    fault_of,
    line_of,
    shortened,
    with_header,
)

FIRST = "1 H3 935=937-2 +124"
WENT_OUT = (RECORDS / "numerica-11-005.game").read_text()


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


@pytest.mark.parametrize("later", [b"9 garbage", b"9 \xff +0", b"4 pass +0", b'[Late "header"]'])
@pytest.mark.parametrize(
    ("first", "becomes", "code"),
    [
        (f"{FIRST}\n", f"{FIRST}9\n", "score"),
        (FIRST, "1 H3 935=937-1 +124", "not-on-rack"),
        ('[First "', '[First "9', "header"),
        ('[Commitment "sha256:', '[Commitment "sha256:00', "header"),
        ('[Scores "', '[Scores "x', "header"),
    ],
)
def test_of_two_faults_the_first_stops_the_replay(first, becomes, code, later):
    assert first in RESIGNED and "3 10C" in RESIGNED
    spoilt = RESIGNED.replace(first, becomes).encode().replace(b"3 10C", later + b"\n3 10C")
    assert fault_of(spoilt) == (line_of(RESIGNED, first.strip()), code)


@pytest.mark.parametrize("name", ["Game", "First", "Seed", "Result"])
def test_a_header_without_its_bracket_is_refused_at_its_line(name):
    spoilt = RESIGNED.replace(f"[{name} ", f"{name} ")
    assert fault_of(spoilt) == (line_of(RESIGNED, f"[{name} "), "notation")


def test_a_missing_header_is_told_before_a_line_below_the_first_move():
    spoilt = RESIGNED.replace("3 10C", "three 10C").replace('[First "', '[Frist "')
    assert fault_of(spoilt) == (1, "header")


def test_moves_before_a_line_that_cannot_be_read_are_replayed():
    stopped = replay(RESIGNED.replace("3 10C", "three 10C"))
    assert stopped.fault.line_number == line_of(RESIGNED, "3 10C")
    assert [move.verdict.text for move in stopped.moves] == [
        move.verdict.text for move in replay(RESIGNED).moves[:2]
    ]


def test_file_may_end_without_a_line_end():
    assert replay(RESIGNED.rstrip("\n")).fault is None


def test_far_too_large_file_is_refused():
    assert fault_of("x" * (MAX_RECORD_CHARS + 1)) == (1, "notation")
    assert fault_of("\n" * (MAX_RECORD_CHARS + 1)) == (1, "notation")


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
