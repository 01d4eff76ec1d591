"""Positions as links hold them: what is read, written, refused, and the lines that lead on."""

import pytest

from games.engine.position_lines import steps_of
from games.engine.position_links import position_of, read_link
from games.engine.positions import read_position
from games.rules import GAMES
from games.rules.record import parse_options, replay
from games.rules.refusals import NotationError
from tests.games.helpers import ROOT

DEMO = sorted((ROOT / "games" / "demo").glob("*.game"))


def positions(path):
    """Every position of a recorded game in which somebody is to move, with its options."""
    replayed = replay(path.read_text())
    options = parse_options(replayed.record.headers["Options"])
    for move in replayed.moves:
        if move.after.turn is not None:
            yield move.after, options


@pytest.mark.parametrize("path", DEMO, ids=lambda path: path.stem)
def test_a_position_of_a_game_goes_through_its_link_as_the_seat_to_move_sees_it(path):
    for state, options in positions(path):
        seen = state.seen_by(state.turn)
        position = position_of(seen, options)
        back = read_link(state.key, position.link)
        assert back.link == position.link
        assert back.state.board == state.board and back.turn == state.turn
        assert back.state.scores == position.from_mover(state.scores)
        assert ends_by_a_quiet_turn(back.state) == ends_by_a_quiet_turn(seen)
        assert back.state.unseen(0) == seen.unseen(state.turn)
        assert back.state.racks[0] == state.racks[state.turn]
        if state.seats == 2:
            held = [seen.stock.count_held_by(seat) for seat in (state.turn, 1 - state.turn)]
            assert [back.state.stock.count_held_by(seat) for seat in (0, 1)] == held
            assert back.state.stock.bag_sizes() == seen.stock.bag_sizes()


@pytest.mark.parametrize("path", DEMO, ids=lambda path: path.stem)
def test_a_link_holds_the_rack_of_no_other_seat(path):
    for state, options in positions(path):
        if state.has_racks:
            link = position_of(state.seen_by(state.turn), options).link
            assert link["rack"] == "".join(state.racks[state.turn])
            assert set(link) <= {"options", "board", "rack", "turn", "scores", "left", "quiet"}


def ends_by_a_quiet_turn(state):
    """Whether the game is over after a pass; in Numeria how many turns went without a trope."""
    if not state.has_racks:
        return state.scoreless_turns
    return state.play(state.turn, "pass").after.outcome is not None


def board_of(text: str, key: str = "numerica"):
    return {
        GAMES[key].layout.name(square): face
        for square, face in read_link(key, {"board": text}).board.items()
    }


def test_what_is_missing_at_the_end_of_a_row_or_of_the_board_is_empty():
    assert board_of(". .3") == {"2B": "3"}
    assert board_of("\n".join(["." * 15] + ["." + "3" + "." * 13] + ["." * 15] * 13)) == {"2B": "3"}
    assert board_of("") == {}


def test_signs_are_read_as_people_type_them():
    assert list(board_of("2×3−1÷1=5").values()) == list("2*3-1/1=5")
    assert board_of("½=[3/6]?½".replace("[3/6]", "¼"), "equate") == {
        "1A": "[1/2]",
        "1B": "=",
        "1C": "[1/4]",
        "1D": "?[1/2]",
    }
    assert read_link("numerica", {"rack": " 1 2 × ? "}).rack == ("1", "2", "*", "?")


def test_a_blank_shows_what_it_stands_for_and_two_digits_share_a_square():
    assert board_of("?5+1=6") == {"1A": "?5", "1B": "+", "1C": "1", "1D": "=", "1E": "6"}
    assert board_of("[15]", "digifeud") == {"1A": "[15]"}
    assert board_of("[1?5]", "digifeud") == {"1A": "[1?5]"}


def test_a_board_of_numeria_has_ranks_on_lines_or_with_strokes_between():
    assert board_of("1 2 . 36/. 5", "numeria") == {"a8": "1", "b8": "2", "d8": "36", "b7": "5"}
    assert board_of("1 2 . 36\r\n. 5\r\n", "numeria") == board_of("1 2 . 36/. 5", "numeria")


def test_the_seat_to_move_comes_first_in_the_position_and_keeps_its_score():
    position = read_link("numerica", {"turn": "2", "scores": "120 98", "rack": "1"})
    assert position.turn == 1 and position.scores == (120, 98)
    assert position.state.turn == 0 and position.state.scores == (98, 120)
    assert position.state.racks[0] == ("1",)


def test_tropes_belong_to_the_seat_they_are_written_for():
    position = read_link("numeria", {"turn": "2", "taken1": "3-6-9-12", "board": "1"})
    assert [len(taken) for taken in position.state.taken] == [0, 1]


def test_what_is_always_at_hand_is_on_no_rack():
    assert read_link("equate", {"rack": "1=2"}).rack == ("1", "2")


WRONG = [
    ("numerica", {"board": "1" * 16}),
    ("numerica", {"board": " ".join(["."] * 16)}),
    ("numerica", {"board": "1a"}),
    ("numerica", {"board": "1]2"}),
    ("numerica", {"board": "?"}),
    ("numerica", {"board": "1" * 3000}),
    ("numerica", {"board": "9" * 15, "rack": "9" * 8}),
    ("numerica", {"rack": "1" * 10}),
    ("numerica", {"rack": "."}),
    ("numerica", {"turn": "3"}),
    ("numerica", {"turn": "x"}),
    ("numerica", {"scores": "1"}),
    ("numerica", {"scores": "1 -2"}),
    ("numerica", {"scores": "1 2 3"}),
    ("numerica", {"left": "2"}),
    ("numerica", {"quiet": "3 3"}),
    ("numerica", {"quiet": "2 1"}),
    ("numerica", {"quiet": "0 10"}),
    ("numerica", {"quiet": "1"}),
    ("numerica", {"quiet": "-1 1"}),
    ("equate", {"left": "2"}),
    ("equate", {"options": "players=3", "left": "1"}),
    ("equate", {"options": "players=4", "left": "2 2"}),
    ("equate", {"options": "players=4", "left": "2 3 4"}),
    ("digifeud", {"board": "", "quiet": "2 0"}),
    ("numeria", {"quiet": "100"}),
    ("equate", {"options": "set=none"}),
    ("equate", {"options": "set=junior stage=1"}),
    ("equate", {"options": "players"}),
    ("equate", {"options": "plyers=3"}),
    ("numerica", {"options": "players=2"}),
    ("digifeud", {"options": "starter=3"}),
    ("digifeud", {"rack": "123456789"}),
    ("digifeud", {"rack": "1+-*/"}),
    ("equate", {"options": "stage=3", "rack": "1234567"}),
    ("digifeud", {"board": ". . . . . 8"}),
    ("digifeud", {"board": "+"}),
    ("digifeud", {"board": "[05]"}),
    ("equate", {"board": "[9/9]"}),
    ("digifeud", {"board": "[123]"}),
    ("digifeud", {"board": ".1"}),
    ("numeria", {"board": "1 1"}),
    ("numeria", {"board": "37"}),
    ("numeria", {"board": "1 2 3 4 5 6 7 8 9"}),
    ("numeria", {"board": "/".join("123456789")}),
    ("numeria", {"board": "1", "frozen": "b8"}),
    ("numeria", {"board": "1", "frozen": "z9"}),
    ("numeria", {"taken1": "1-2-3"}),
    ("numeria", {"taken1": "1-2-3-x"}),
    ("numeria", {"board": "3", "taken1": "3-6-9-12"}),
    ("numeria", {"taken1": "3-6-9-12 1-2-4-7 13-14-15-16"}),
]


@pytest.mark.parametrize(("key", "texts"), WRONG, ids=[str(each)[:60] for each in WRONG])
def test_what_is_no_position_is_refused_in_words(key, texts):
    if key == "digifeud" and texts.get("board") == ".1":
        (square,) = [min(GAMES[key].layout.shut)]
        texts = {"board": " ".join(["."] * square[0] + ["." * square[1] + "1"])}
    with pytest.raises(NotationError) as refusal:
        read_link(key, texts)
    assert str(refusal.value.message)


def test_three_of_four_can_still_play_when_one_has_left():
    position = read_link("equate", {"options": "players=4", "left": "3", "turn": "2"})
    assert position.state.departed == (1,) and position.state.turn == 0
    assert position.state.play(0, "pass").after.turn == 2


def test_passes_before_a_position_count_on():
    two = read_link("numerica", {"quiet": "2 2"})
    assert two.state.play(0, "pass").after.outcome.reason == "passes"
    assert two.with_line("8F 1+1=2").quiet == ()
    own = read_link("digifeud", {"quiet": "0 1", "turn": "2"})
    assert own.state.play(0, "pass").after.outcome.reason == "passes"
    others = read_link("digifeud", {"quiet": "0 1"})
    assert others.state.play(0, "pass").after.outcome is None


@pytest.mark.parametrize("face", ["abc", "37", "?5", "1/2"])
def test_on_a_square_of_numeria_stands_one_of_its_numbers(face):
    square = read_link("numeria", {}).layout.parse_square("c3")
    with pytest.raises(NotationError):
        read_link("numeria", {}).with_face(square, face)


def test_a_line_is_laid_over_what_lies_there_whatever_the_rules_say():
    position = read_link("numerica", {"board": ". .3"}).with_line("B1 9.=8")
    names = {position.layout.name(square): face for square, face in position.board.items()}
    assert names == {"1B": "9", "2B": "3", "3B": "=", "4B": "8"}
    for text in ("1O 12", "nonsense", "pass", "swap 7", "8F ?"):
        with pytest.raises(NotationError):
            position.with_line(text)


def test_a_line_leads_to_positions_in_which_only_what_was_left_is_known():
    position = read_link("numerica", {"rack": "3+3=6789", "scores": "10 20", "turn": "2"})
    first, second = steps_of(position, ["8F 3+3=6", "H8 .=1+2"])
    assert (first.mover, second.mover) == (1, 0)
    assert first.after.turn == 0 and first.after.rack == ()
    assert first.after.scores == (10, 20 + first.verdict.points)
    assert second.after.turn == 1 and second.after.rack == ("7", "8", "9")
    assert second.after.scores == (10 + second.verdict.points, 20 + first.verdict.points)
    assert len(second.after.board) == 9


@pytest.mark.parametrize(
    ("key", "texts", "moves", "quiet"),
    [
        ("numerica", {"rack": "3+3=61245", "quiet": "2 9"}, ["8F 3+3=6"], [""]),
        ("numerica", {"rack": "3+3=61245", "quiet": "1 4"}, ["pass"], ["2 5"]),
        ("numerica", {"rack": "3+3=61245", "quiet": "1 4"}, ["swap 3"], ["0 5"]),
        ("equate", {"options": "players=3", "turn": "2"}, ["pass", "pass"], ["1 1", "2 2"]),
        ("digifeud", {"quiet": "1 0", "turn": "2"}, ["pass", "pass"], ["1 1", None]),
        ("numeria", {"board": "1 2 3 . . . . 9", "quiet": "98"}, ["h8-h7"], ["99"]),
    ],
)
def test_quiet_turns_count_on_along_a_line(key, texts, moves, quiet):
    """N12, E14, D7, M10: a play ends a row of passes, and so does a swap."""
    steps = list(steps_of(read_link(key, texts), moves))
    assert [step.after and step.after.link.get("quiet", "") for step in steps] == quiet
    for step in steps:
        assert step.after is None or read_link(key, step.after.link).state.turn == 0


def test_after_a_pass_of_digifeud_the_signs_that_went_back_are_not_known():
    passed, other = steps_of(read_link("digifeud", {"rack": "12345678+-*"}), ["pass", "pass"])
    assert other.after.rack == tuple("12345678")
    assert passed.after.rack == ()


def test_who_resigns_along_a_line_has_left():
    (step,) = steps_of(read_link("equate", {"options": "players=3", "turn": "2"}), ["resign"])
    assert step.after.left == (1,) and step.after.turn == 2


def test_a_line_ends_where_a_move_is_not_legal():
    position = read_link("numerica", {"rack": "3+3=6"})
    assert len(list(steps_of(position, ["8F 3+3=6", "1A 9=9", "pass"]))) == 1


def test_a_line_of_numeria_freezes_the_tile_that_moved_and_counts_tropes():
    board = "1 2 3 ./. . . ./. . . ./4"
    position = read_link("numeria", {"board": board})
    moves = list(position.state.legal_moves())
    taking = next(text for text in moves if "x" in text)
    (step,) = steps_of(position, [taking])
    assert step.after.taken[0] and not step.after.board and step.after.turn == 1
    quiet = next(text for text in moves if "x" not in text)
    (step,) = steps_of(position, [quiet])
    assert step.after.layout.name(step.after.frozen) == quiet[3:5]


@pytest.mark.parametrize(
    ("board", "square"),
    [
        ("1 2 3 / / 4", "a6"),
        ("1 2 3 // 4", "a6"),
        ("1 2 3\n\n4", "a6"),
        ("1 2 3/\n. . ./\n4", "a6"),
        ("1 2 3\r\n\r\n4\r\n", "a6"),
        ("/ 4", "a7"),
        ("4", "a8"),
    ],
)
def test_a_rank_without_a_sign_is_an_empty_one(board, square):
    read = read_link("numeria", {"board": board})
    assert read.board[read.layout.parse_square(square)] == "4"


def test_no_quiet_turns_are_read_and_written_as_nothing():
    for key, text in (("numerica", "0 0"), ("numeria", "0"), ("digifeud", "0 0")):
        position = read_link(key, {"quiet": text, "board": "4" if key == "numeria" else ""})
        assert position.quiet == () and "quiet" not in position.link
        assert position_of(position.state.seen_by(0), position.options).quiet == ()


def test_with_strict_primes_a_trope_that_is_none_was_not_taken():
    """M3: 23, 29, 31, 33 are primes but for the last."""
    taken = {"board": "4", "taken1": "23-29-31-33"}
    read_link("numeria", taken)
    with pytest.raises(NotationError):
        read_link("numeria", {**taken, "options": "strict_primes=on"})


@pytest.mark.parametrize("squares", [["zz"], [""], [1]])
@pytest.mark.parametrize("numbers", [[1, 2, 3, 4], [[1], 2, 3, 4], "1234"])
def test_tropes_taken_that_are_none_are_told_as_such(numbers, squares):
    """Positions in files hold them as plain values."""
    given = {"game": "numeria", "setup": "/".join([" ".join("." * 8)] * 8)}
    taken = [[{"numbers": numbers, "squares": squares}], []]
    with pytest.raises(NotationError):
        read_position({**given, "taken": taken})
