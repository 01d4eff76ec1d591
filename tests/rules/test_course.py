"""Lines that no player writes: resigning out of turn, taking back, and what clocks leave behind."""

from dataclasses import replace

import pytest

from games.rules import GAMES
from games.rules.record import (
    Course,
    parse,
    ply_taken_back,
    replay,
    replay_to_json,
    standing_plies,
)
from games.rules.refusals import Refusal

from .playthroughs import HERE
from .record_texts import RESIGNED, fault_of, line_of, shortened

UNFINISHED = {"Result": "*", "Termination": "*"}


def course(key="numerica", **options):
    return Course(GAMES[key].new(seed=bytes(range(32)), options=options))


def played(*lines, key="numerica", **options):
    made = course(key, **options)
    for line in lines:
        made.play(line)
    return made


def code_of(made, line):
    before = made.state, len(made.moves), list(made.standing_plies)
    with pytest.raises(Refusal) as refused:
        made.play(line)
    assert before == (made.state, len(made.moves), made.standing_plies)
    return refused.value.code


# --- resigning out of turn ---


def test_a_resignation_out_of_turn_names_its_seat_and_ends_a_game_of_two():
    made = course()
    waiting = 1 - made.state.turn
    move = made.play(f"resign {waiting + 1}")
    assert (move.seat, move.verdict.text, move.verdict.points) == (
        waiting,
        f"resign {waiting + 1}",
        0,
    )
    assert made.state.outcome.ranking == ((1 - waiting,), (waiting,))


def test_on_its_own_turn_a_seat_resigns_without_a_number():
    made = course()
    assert code_of(made, f"resign {made.state.turn + 1}") == "notation"
    assert made.play("resign").verdict.text == "resign"


@pytest.mark.parametrize("line", ["resign 3", "resign 9", "resign 0", "resign 02", "resign x"])
def test_a_seat_that_is_not_there_does_not_resign(line):
    assert code_of(course(), line) == "notation"


def test_a_departed_seat_cannot_resign_again():
    made = course("equate", players="3")
    first, second, third = ((made.state.turn + steps) % 3 + 1 for steps in range(3))
    made.play(f"resign {third}")
    assert made.state.turn + 1 == first
    assert code_of(made, f"resign {third}") == "not-your-turn"
    made.play(f"resign {second}")
    assert made.state.outcome.ranking == ((first - 1,), (second - 1,), (third - 1,))
    assert code_of(made, f"resign {third}") == "game-over"


def test_a_player_never_writes_the_seat():
    """It would be another's, or one's own for nothing."""
    state = course().state
    for seat in (0, 1):
        for act in (state.check, state.play):
            with pytest.raises(Refusal) as refused:
                act(seat, f"resign {2 - state.turn}")
            assert refused.value.code == "notation"


# --- taking back ---


def test_the_position_before_the_move_stands_again_and_new_tiles_are_drawn():
    made = course()
    mover, rack = made.state.turn, made.state.racks[made.state.turn]
    bag = made.state.stock.bags[0]
    made.play(f"swap {rack[0]}")
    made.play("pass")
    made.play("takeback 1")
    assert (made.state.turn, made.state.racks[mover], made.state.counts.scoreless_turns) == (
        mover,
        rack,
        0,
    )
    assert made.state.stock.bags[0] == replace(bag, drawn=bag.drawn + 1)
    made.play(f"swap {rack[0]}")
    expected = replace(bag, drawn=bag.drawn + 1).draw(bytes(range(32)), 1)[0]
    assert made.state.racks[mover] == (*rack[1:], *expected)


def test_only_the_last_move_of_a_seat_can_be_taken_back():
    made = played("pass", "pass", "pass", key="equate")
    assert code_of(made, "takeback 1") == "notation"
    made.play("takeback 2")
    assert made.standing_plies == [1]
    made.play("takeback 1")
    assert (made.standing_plies, made.state.counts.passes) == ([], 0)


def test_a_move_taken_back_no_longer_stands():
    made = played("pass", "takeback 1")
    assert code_of(made, "takeback 1") == "notation"
    assert code_of(made, "takeback 2") == "notation"


@pytest.mark.parametrize(
    "line",
    ["takeback 2", "takeback 99", "takeback 999999999", "takeback 0", "takeback -1", "takeback"]
    + ["takeback 01", "takeback x", "takeback 1 2", "Takeback 1", "takeback1", "takeback ١"],
)
def test_taking_back_an_entry_without_a_choice_is_refused(line):
    assert code_of(played("pass"), line) == "notation"


def test_nothing_is_taken_back_when_the_game_is_over():
    made = played("pass", "resign")
    assert code_of(made, "takeback 1") == "game-over"


def test_a_resignation_is_not_taken_back():
    made = played("pass", "resign", key="equate", players="3")
    assert code_of(made, "takeback 2") == "notation"
    made.play("takeback 1")
    assert made.state.departed == ()


def test_the_first_line_takes_nothing_back():
    assert code_of(course(), "takeback 1") == "notation"


def test_which_plies_stand():
    assert standing_plies([]) == []
    lines = ["pass", "pass", "pass", "takeback 2", "pass", "takeback 5", "takeback 1"]
    assert [standing_plies(lines[:count]) for count in (3, 4, 5, 6, 7)] == [
        [1, 2, 3],
        [1],
        [1, 5],
        [1],
        [],
    ]
    assert [ply_taken_back(text) for text in ("takeback  12", "resign", "takeback 0")] == [
        12,
        None,
        None,
    ]


def test_a_record_with_moves_taken_back_is_told_line_by_line():
    text = (HERE / "numerica-taken-back-resign.game").read_text()
    told = replay_to_json("x", replay(text))
    assert (told["ok"], told["scores"]) == (True, [0, 12])
    assert [(move["seat"], move["move"], move["scores"]) for move in told["moves"][3:6]] == [
        (1, "8B 88*0*.....+4-7", [420, 232]),
        (2, "takeback 3", [174, 12]),
        (2, "swap 0=", [174, 12]),
    ]
    assert told["moves"][-1]["move"] == "resign 2"


def test_points_for_an_entry_that_earns_none_are_refused():
    text = (HERE / "numerica-taken-back-resign.game").read_text()
    for line in ("5 takeback 3", "14 resign 2"):
        spoilt = text.replace(f"{line} +0", f"{line} +1")
        assert fault_of(spoilt) == (line_of(spoilt, line), "score")


def test_without_a_seed_moves_are_taken_back_as_well():
    lines = (HERE / "digifeud-taken-back-pass.game").read_text().splitlines()
    result = replay("\n".join(line for line in lines if not line.startswith("[Seed")))
    assert result.fault is None
    assert result.state.board == replay("\n".join(lines)).state.board


def test_a_game_that_is_called_off_has_no_result():
    result = replay((HERE / "numeria-taken-back-aborted.game").read_text())
    assert result.fault is None and not result.state.outcome.rated


# --- clocks ---


def with_clock(value):
    return f'[Clock "{value}"]\n{RESIGNED}'


@pytest.mark.parametrize("value", ["300+5", "60+0", "3d", "14d", "3d+2d", ""])
def test_a_clock_is_kept(value):
    result = replay(with_clock(value))
    assert result.fault is None
    assert result.record.headers["Clock"] == value


@pytest.mark.parametrize(
    "value",
    [
        "300",
        "5+",
        "+5",
        "300 + 5",
        "-300+5",
        "300+5s",
        "d",
        "3 d",
        "3d+2",
        "3+2d",
        "3d+",
        "3d+2d+1d",
    ]
    + ["1.5d", "three days", "٣d", " 3d", "9999999999d"],
)
def test_a_malformed_clock_is_refused_at_its_line(value):
    assert fault_of(with_clock(value)) == (1, "header")


def with_seconds(said):
    line = RESIGNED.splitlines()[line_of(RESIGNED, "2 ") - 1]
    return RESIGNED.replace(line, f"{line}{said}")


@pytest.mark.parametrize("said", [" {12.3}", " {0.0}", "  {86400.9} "])
def test_the_seconds_of_a_move_are_kept(said):
    result = replay(with_seconds(said))
    assert result.fault is None
    assert [line.seconds for line in result.record.moves[:3]] == ["", said.strip(" {}"), ""]


@pytest.mark.parametrize(
    "said",
    [" {12}", " {12.34}", " {-1.0}", " {.5}", " {1,5}", " {}", " 12.3", " {12.3", " {12.3} {1.0}"]
    + [" {12.3s}", "{12.3}", " {1e3}", " {١.٢}"],
)
def test_malformed_seconds_are_refused_at_their_line(said):
    assert fault_of(with_seconds(said)) == (line_of(RESIGNED, "2 "), "notation")


def test_lines_of_every_kind_may_tell_their_seconds():
    headers = {**UNFINISHED, "Scores": "155 166"}
    text = shortened(RESIGNED, 4, "5 pass +0 {3.0}", "6 takeback 5 +0 {1.5}", **headers)
    assert replay(text).fault is None
    assert [line.seconds for line in parse(text).moves[-2:]] == ["3.0", "1.5"]
