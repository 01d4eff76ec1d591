"""What people type is read, one form is written, and what is no move is refused in words."""

from collections.abc import Collection

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.grid import ACROSS, DOWN
from games.rules.notation import Pass, Play, Resign, Swap, parse
from games.rules.numerica import TILES
from games.rules.refusals import NotationError

NUMERICA = TILES.counts
OTHERS = [*"0123456789+-*/=", "[1/2]", "[-2]", "[5^2]", "[3^-1]", "[13]", "?"]


def canonical(text: str, tiles: Collection[str]) -> str:
    """The one way to write this move."""
    return str(parse(text, tiles))


def test_row_first_reads_to_the_right():
    assert parse("8F 3+3=6", NUMERICA) == Play((7, 5), ACROSS, tuple("3+3=6"))


def test_column_first_reads_down():
    assert parse("F8 3+3=6", NUMERICA) == Play((7, 5), DOWN, tuple("3+3=6"))


@pytest.mark.parametrize(("text", "step"), [("8F< 3+3=6", (0, -1)), ("F8< 3+3=6", (-1, 0))])
def test_angle_turns_the_direction_round(text, step):
    assert parse(text, NUMERICA) == Play((7, 5), step, tuple("3+3=6"))
    assert canonical(text, NUMERICA) == text


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("8F 3+3=6", "8F 3+3=6"),
        ("f8 3+3=6", "F8 3+3=6"),
        ("8f 3+3=6", "8F 3+3=6"),
        ("08F 3+3=6", "8F 3+3=6"),
        ("  8F   3 + 3 = 6  ", "8F 3+3=6"),
        ("8F 3×4=12", "8F 3*4=12"),
        ("8F 3x4=12", "8F 3*4=12"),
        ("8F 3X4=12", "8F 3*4=12"),
        ("8F 3·4=12", "8F 3*4=12"),
        ("8F 8÷4=2", "8F 8/4=2"),
        ("8F 8:4=2", "8F 8/4=2"),
        ("8F 5−3=2", "8F 5-3=2"),
        ("8F 5–3=2", "8F 5-3=2"),
        ("8F ?3+3=6", "8F ?3+3=6"),
        ("8F 3?×4=12", "8F 3?*4=12"),
        ("8F 3? ÷ 4=12", "8F 3?/4=12"),
        ("8F .3.3.", "8G 3.3"),
        ("8F ...", "8F ..."),
        ("F8 ..3.", "10F 3"),
        ("F8 5", "8F 5"),
        ("H8 .7", "9H 7"),
        ("8F 12+.=15", "8F 12+.=15"),
        ("F8 12+.=15", "F8 12+.=15"),
        ("swap 77+?", "swap 77+?"),
        ("swap 7 7 + ?", "swap 77+?"),
        ("swap +77", "swap +77"),
        ("swap ×÷−", "swap */-"),
        ("swap ?5", "swap ?5"),
        ("swap ??", "swap ??"),
        ("pass", "pass"),
        (" pass ", "pass"),
        ("resign", "resign"),
    ],
)
def test_what_people_type_has_one_canonical_form(typed, written):
    assert canonical(typed, NUMERICA) == written
    assert canonical(written, NUMERICA) == written


def test_a_play_can_be_written_with_covered_squares_at_its_ends():
    play = parse("8f .3+.=6.", NUMERICA)
    assert play.in_full() == "8F .3+.=6."
    assert str(play) == "8G 3+.=6"
    assert parse("F8< .3", NUMERICA).in_full() == "F8< .3"


def test_blank_of_a_swap_is_a_tile_by_itself():
    assert parse("swap ?5", NUMERICA) == Swap(("?", "5"))
    assert parse("swap 5?", NUMERICA) == Swap(("5", "?"))
    assert parse("swap ??5", NUMERICA) == Swap(("?", "?", "5"))


def test_a_swap_keeps_the_order_in_which_it_was_typed():
    assert parse("swap 94696", NUMERICA) == Swap(tuple("94696"))


def test_words_are_moves():
    assert parse("pass", NUMERICA) == Pass()
    assert parse("resign", NUMERICA) == Resign()


@pytest.mark.parametrize("text", ["time", "agreement", "aborted"])
def test_endings_that_are_no_move_are_never_taken_from_a_player(text):
    with pytest.raises(NotationError):
        parse(text, NUMERICA)


@pytest.mark.parametrize("token", ["[1/2]", "[-2]", "[5^2]", "[3^-1]", "[13]", "?[1/2]"])
def test_tiles_of_several_characters_stand_in_brackets(token):
    assert parse(f"8F 3+{token}=6", OTHERS) == Play((7, 5), ACROSS, ("3", "+", token, "=", "6"))
    assert canonical(f"8F {token}", OTHERS) == f"8F {token}"


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("8F ½+½=1", "8F [1/2]+[1/2]=1"),
        ("8F 5²=3", "8F [5^2]=3"),
        ("8F 2+3⁻¹", "8F 2+[3^-1]"),
        ("8F ?½", "8F ?[1/2]"),
        ("swap ½", "swap [1/2]"),
    ],
)
def test_fractions_and_powers_may_be_typed_as_one_character(typed, written):
    assert canonical(typed, OTHERS) == written


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "this is not a move"),
        (" ", "this is not a move"),
        ("8F", "this is not a move"),
        ("8F ", "this is not a move"),
        ("3+3=6", "this is not a move"),
        ("FF 3+3=6", "this is not a move"),
        ("88 3+3=6", "this is not a move"),
        ("8FF 3", "this is not a move"),
        ("123A 3", "this is not a move"),
        ("8F> 3", "this is not a move"),
        ("8F<< 3", "this is not a move"),
        ("-8F 3", "this is not a move"),
        ("8É 3", "this is not a move"),
        ("8F\t3+3=6", "this is not a move"),
        ("8F\n3+3=6", "this is not a move"),
        ("٨F 3+3=6", "this is not a move"),
        ("８F 3+3=6", "this is not a move"),
        ("8Ｆ 3+3=6", "this is not a move"),
        ("pass 3", "this is not a move"),
        ("passs", "this is not a move"),
        ("PASS", "this is not a move"),
        ("resign now", "this is not a move"),
        ("swap", "name the tiles to swap"),
        ("swap ", "name the tiles to swap"),
        ("swap .", "there is no tile . in this game"),
        ("swap 7.", "there is no tile . in this game"),
        ("swap a", "there is no tile a in this game"),
        ("swap7", "this is not a move"),
        ("8F ?", "say what the blank stands for"),
        ("8F 3?", "say what the blank stands for"),
        ("8F ??", "say what the blank stands for"),
        ("8F ?.", "there is no tile . in this game"),
        ("8F 3\x003", "there is no tile \x00 in this game"),
        ("8F 3\n3", "there is no tile \n in this game"),
        ("8F 3\t3", "there is no tile \t in this game"),
        ("8F ٣+٣=٦", "there is no tile ٣ in this game"),
        ("8F 3+3=６", "there is no tile ６ in this game"),
        ("8F a", "there is no tile a in this game"),
        ("8F 3^2", "there is no tile ^ in this game"),
        ("8F ?a", "there is no tile a in this game"),
        ("8F 3\u200b", "there is no tile \u200b in this game"),
        ("8F [1/2]", "there is no tile [1/2] in this game"),
        ("8F ?[1/2]", "there is no tile [1/2] in this game"),
        ("8F [3]", "there is no tile [3] in this game"),
        ("8F []", "there is no tile [] in this game"),
        ("8F [", "this is not a move"),
        ("8F ]", "this is not a move"),
        ("8F [3", "this is not a move"),
        ("8F 3]", "this is not a move"),
        ("8F [[3]]", "this is not a move"),
        ("8F ?[", "this is not a move"),
        ("\x00", "this is not a move"),
        ("\ud800", "this is not a move"),
        ("a" * 1_000_000, "too long"),
        ("8F " + "3" * 1_000_000, "too long"),
        ("swap " + "[" * 1_000_000, "too long"),
        (" " * 1_000_000, "too long"),
    ],
)
def test_text_that_is_no_move_is_refused_with_a_sentence(text, sentence):
    with pytest.raises(NotationError) as refusal:
        parse(text, NUMERICA)
    assert refusal.value.code == "notation"
    assert sentence in str(refusal.value)


def test_the_refusal_shows_what_a_move_looks_like():
    with pytest.raises(NotationError) as refusal:
        parse("hello", NUMERICA)
    assert str(refusal.value) == (
        "this is not a move; a move reads like 8F 12+3=15, swap 77+, pass"
    )


tokens = st.sampled_from([*"0123456789+-*/=", ".", *(f"?{symbol}" for symbol in "0123456789+-*/=")])
positions = st.sampled_from(["8F", "F8", "1A", "A1", "15O", "8F<", "F8<"])


@pytest.mark.slow
@settings(max_examples=200, derandomize=True, deadline=None)
@given(positions, st.lists(tokens, min_size=1, max_size=15).filter(lambda t: set(t) != {"."}))
def test_canonical_form_is_its_own_canonical_form(position, tokens):
    written = canonical(f"{position} {''.join(tokens)}", NUMERICA)
    assert canonical(written, NUMERICA) == written
    play = parse(written, NUMERICA)
    assert play.tokens[0] != "." != play.tokens[-1]
    assert [t for t in play.tokens if t != "."] == [t for t in tokens if t != "."]


@pytest.mark.slow
@settings(max_examples=300, derandomize=True, deadline=None)
@given(st.text(max_size=40) | st.text("8Fs?[].=+3<> wap×", max_size=20))
def test_any_text_is_a_move_or_a_notation_error(text):
    try:
        move = parse(text, NUMERICA)
    except NotationError as refusal:
        assert refusal.code == "notation"
        assert str(refusal)
    else:
        assert parse(str(move), NUMERICA) == parse(canonical(text, NUMERICA), NUMERICA)
