"""Headers of a game record."""

import pytest

from games.rules.record import (
    parse,
    parse_options,
    replay,
)
from games.rules.tiles import commitment
from tests.rules.record_texts import GOOD, RESIGNED, fault_of, line_of, with_header


def test_quote_and_backslash_are_escaped():
    record = parse('[Player1 "Ben \\"Bo\\" Berg"]\n[Player2 "a\\\\b"]\n')
    assert record.headers == {"Player1": 'Ben "Bo" Berg', "Player2": "a\\b"}


def test_other_headers_are_kept():
    text = '[Round "7"]\n' + RESIGNED
    assert replay(text).fault is None
    assert replay(text).record.headers["Round"] == "7"


@pytest.mark.parametrize("name", ["Sed", "seed", "SEED", "Seed-", "Site"])
def test_beside_a_commitment_what_looks_like_its_seed_stands_under_its_name(name):
    """A seed under a broken name would pass for none, and the draws for ones that fit it."""
    text = with_header(RESIGNED, "Site", None).replace("[Seed ", f"[{name} ")
    assert fault_of(text) == (line_of(text, f"[{name} "), "header")
    assert f"under the name {name}" in str(replay(text).fault.refusal)
    alone = with_header(text, "Commitment", None)
    assert replay(alone).fault is None and replay(alone).record.headers[name]


def test_all_headers_of_the_notation_may_stand_beside_a_commitment_without_its_seed():
    text = with_header(RESIGNED, "Seed", None)
    text = f'[Event "club evening"]\n[Round "3"]\n{text}'
    for name in ("Options", "Site", "Date", "Setup", "Clock", *(f"Player{n}" for n in range(1, 5))):
        if f"[{name} " not in text:
            text = f'[{name} ""]\n{text}'
    assert replay(text).fault is None


@pytest.mark.parametrize(
    ("name", "wrong", "right"),
    [
        ("Result", ["1-1", "1", "1-2-3", "2-3", "0-1", "12", "1-2-", ""], ["1-2", "2=1", "*"]),
        ("Scores", ["1", "1 2 3", "x 2", "1  2"], ["1 2", "-3 0"]),
        ("Termination", ["foo", "Resign", "resign ", "won"], ["time", "no-trope", "*", ""]),
    ],
)
def test_without_a_seed_headers_of_the_end_are_of_their_form_and_shown(name, wrong, right):
    text = with_header(RESIGNED, "Seed", None)
    for value in wrong:
        said = with_header(text, name, value)
        assert fault_of(said) == (line_of(said, f"[{name} "), "header"), value
    for value in right:
        assert replay(with_header(text, name, value)).fault is None, value


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
