"""Game records: recorded games, writing, JSON, and any file at all."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import GAMES
from games.rules.record import (
    RecordError,
    Replay,
    format_record,
    replay,
    replay_to_json,
)
from tests.rules.record_texts import (
    GOOD,
    HERE,
    RECORDS,
    RESIGNED,
    fault_of,
    line_of,
    shortened,
    with_header,
)

SHARED = HERE.parents[1].parent / "shared" / "records"
BAD = sorted(RECORDS.glob("*.bad.game"))


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


@pytest.mark.slow(cases="all")
@needs_shared
@each_folder
def test_every_bad_record_of_the_large_collection_stops_at_its_fault(folder):
    for path in sorted(folder.glob("*.bad.game")):
        expected = json.loads(path.with_suffix(".json").read_text())
        line, code = fault_of(path.read_bytes())
        assert line == expected["line"], path.name
        assert code in expected["codes"], path.name


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
        "ply": 19,
        "seat": 1,
        "move": "resign",
        "runs": [],
        "points": 0,
        "scores": [576, 684],
    }


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


@pytest.mark.slow
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
