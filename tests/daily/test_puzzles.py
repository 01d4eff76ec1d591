"""The puzzles of the days: chosen by rules that can be checked, and what is said of them is so."""

import json
import re
from io import StringIO
from statistics import median_low

import pytest
from django.core.management import call_command

from games.daily.choosing import find_in_record, find_puzzle
from games.daily.puzzles import SEAT, Puzzle, path_of, puzzles, read_line, write_line
from games.daily.series import SERIES
from games.daily.shares import BANDS, band, share
from games.engine import best_moves
from games.engine.positions import read_position, write_position
from games.rules import GAMES
from games.rules.record import replay
from games.rules.refusals import NotationError
from tests.games.helpers import ROOT
from tests.tiers import some_of

SAMPLE = some_of(2, 10)  # of each of the eight series
SAMPLE_OF_WINS = some_of(1, 8)
LAID = [key for key, series in SERIES.items() if series.game != "numeria"]
WON = [key for key, series in SERIES.items() if series.game == "numeria"]


def sample(key: str, count: int) -> list[Puzzle]:
    """Puzzles from the whole of a series, as far apart as may be."""
    found = list(puzzles(key).values())
    return found[:: max(1, len(found) // count)][:count]


def test_every_game_has_a_series_and_a_small_one():
    assert {(series.game, series.is_small) for series in SERIES.values()} == {
        (game, is_small) for game in GAMES for is_small in (False, True)
    }


@pytest.mark.parametrize("key", SERIES)
def test_the_days_of_a_series_follow_one_another(key):
    assert list(puzzles(key)) == list(range(1, len(puzzles(key)) + 1))
    assert len(puzzles(key)) >= 50


@pytest.mark.parametrize("game", GAMES)
def test_no_position_comes_twice(game):
    found = [each for key in (game, f"{game}-small") for each in puzzles(key).values()]
    assert len({each.fingerprint for each in found}) == len(found)


@pytest.mark.parametrize("key", SERIES)
def test_a_line_is_read_as_it_was_written(key):
    for line in path_of(key).read_text().splitlines(keepends=True):
        assert write_line(read_line(line)) == line


@pytest.mark.parametrize("key", LAID)
def test_an_ordinary_person_reaches_half_to_four_fifths_of_the_best(key):
    """An ordinary person is the median of the three levels in the middle."""
    for puzzle in puzzles(key).values():
        assert 50 <= median_low(puzzle.levels[3:6]) <= 80


@pytest.mark.parametrize("key", LAID)
def test_no_rack_has_a_blank_and_a_small_one_has_seven_tiles(key):
    for puzzle in puzzles(key).values():
        rack = puzzle.state.racks[SEAT]
        assert "?" not in rack
        assert len(rack) == 7 if SERIES[key].is_small else len(rack) > 7


@pytest.mark.wider
@pytest.mark.slow
@pytest.mark.parametrize("key", LAID)
def test_the_best_is_proven_again_by_a_search_without_end(key):
    for puzzle in sample(key, SAMPLE):
        found = best_moves(puzzle.state, SEAT, 1)
        assert found.exact and found.plays[0][1] == puzzle.best
        for text, points in puzzle.plays:
            made = puzzle.state.check(SEAT, text)
            assert made.points == points == puzzle.best
            assert share(puzzle, made) == 100


@pytest.mark.wider
@pytest.mark.slow
@pytest.mark.parametrize("key", WON)
def test_a_win_at_numeria_is_proven_again_by_trying_every_answer(key):
    """By the rules alone, which know nothing of the search."""
    for puzzle in sample(key, SAMPLE_OF_WINS):
        state = puzzle.state
        assert any(_wins(state, text) for text in state.legal_moves()) == (puzzle.best == 1)
        for text, _points in puzzle.plays:
            assert share(puzzle, state.check(SEAT, text)) == 100
            after = state.play(SEAT, text).after
            if after.outcome is not None:
                assert after.outcome.ranking[0] == (SEAT,)
                continue
            for answer in after.legal_moves():
                then = after.play(1 - SEAT, answer).after
                assert any(_wins(then, move) for move in then.legal_moves()), (text, answer)


def _wins(state, text) -> bool:
    return state.scores[SEAT] == 2 and state.check(SEAT, text).points == 1


@pytest.mark.slow
def test_the_same_game_gives_the_same_puzzle():
    puzzle = puzzles("digifeud-small")[3]
    again = find_puzzle(SERIES["digifeud-small"], puzzle.source)
    assert (again.position, again.best) == (puzzle.position, puzzle.best)


def choose(folder, days):
    said = StringIO()
    call_command("choose_dailies", days=days, series=["digifeud-small"], folder=folder, stdout=said)
    return said.getvalue()


@pytest.mark.slow
def test_choosing_goes_on_where_it_stopped(tmp_path, settings):
    settings.DAILY_BEGINS_ON = settings.DAILY_BEGINS_ON.replace(year=9000)  # today is before day 1
    assert "digifeud-small: 2 days chosen" in choose(tmp_path, 2)
    first = path_of("digifeud-small", tmp_path).read_text()
    assert "0 days chosen" in choose(tmp_path, 2)
    assert path_of("digifeud-small", tmp_path).read_text() == first
    assert "1 days chosen" in choose(tmp_path, 3)
    lines = path_of("digifeud-small", tmp_path).read_text().splitlines()
    assert [json.loads(line)["day"] for line in lines] == [1, 2, 3]
    assert "\n".join(lines).startswith(first.strip())


FINISHED = sorted((ROOT / "tests" / "rules" / "playthroughs").glob("numerica*.game"))


@pytest.mark.slow
def test_finished_games_give_their_positions_before_games_are_played_for_it(tmp_path, settings):
    settings.DAILY_BEGINS_ON = settings.DAILY_BEGINS_ON.replace(year=9000)
    found = [puzzle for puzzle in map(in_numerica, FINISHED) if puzzle is not None]
    assert found
    call_command(
        "choose_dailies",
        days=len(found) + 1,
        series=["numerica-small"],
        folder=tmp_path,
        records=FINISHED,
        stdout=StringIO(),
    )
    chosen = [
        read_line(line) for line in path_of("numerica-small", tmp_path).read_text().splitlines()
    ]
    assert [each.position for each in chosen[:-1]] == [each.position for each in found]
    assert [type(each.source) for each in chosen] == [str] * len(found) + [int]
    for path in FINISHED:
        for name in re.findall(r'Player\d "(\w+)"', path.read_text()):
            assert f'"{name}"' not in path_of("numerica-small", tmp_path).read_text()


def in_numerica(path):
    return find_in_record(SERIES["numerica-small"], path.read_bytes())


@pytest.mark.slow
def test_a_position_of_a_finished_game_is_one_that_its_mover_had():
    path = next(path for path in FINISHED if in_numerica(path) is not None)
    puzzle, result = in_numerica(path), replay(path.read_bytes())
    board = puzzle.position["board"]
    boards = [
        write_position(state.seen_by(state.turn), state.turn)["board"]
        for state in [result.state, *(move.after for move in result.moves)]
        if state.turn is not None
    ]
    assert board in boards


@pytest.mark.parametrize("spoilt", ["seed", "options", "move", "other", "end"])
def test_a_record_that_is_not_whole_or_of_another_kind_gives_none(spoilt):
    path = next(path for path in FINISHED if in_numerica(path) is not None)
    text = path.read_text()
    changed = {
        "seed": re.sub(r"\[(Seed|Commitment) .*\n", "", text),
        "options": text.replace('[Options ""]', '[Options "x=y"]'),
        "move": text.replace("1 ", "1 x", 1)
        if "\n1 " not in text
        else text.replace("\n1 ", "\n1 x", 1),
        "end": re.sub(r"\[(Result|Scores|Termination) .*\n", "", text).rstrip().rpartition("\n")[0]
        + "\n",
        "other": text.replace('[Game "numerica"]', '[Game "equate"]'),
    }[spoilt]
    assert changed != text and find_in_record(SERIES["numerica-small"], changed.encode()) is None


def test_five_bands_cover_every_result():
    assert len(BANDS) == 5
    assert [band(percent).key for percent in (100, 99, 85, 84, 65, 64, 40, 39, 0)] == [
        "best", "near", "near", "good", "good", "way", "way", "start", "start"
    ]  # fmt: skip


def test_less_than_the_best_is_never_a_hundred_per_cent():
    puzzle = puzzles("numerica")[1]
    better = Puzzle(1, puzzle.position, puzzle.best * 1000 + 1, puzzle.plays, (), 0)
    made = puzzle.state.check(SEAT, puzzle.plays[0][0])
    assert share(better, made) == 0
    nearly = Puzzle(1, puzzle.position, puzzle.best + 1, puzzle.plays, (), 0)
    assert 0 < share(nearly, made) < 100


@pytest.mark.slow
def test_a_move_that_lets_the_win_go_reaches_the_share_of_answers_that_keep_it():
    puzzle = puzzles("numeria")[1]
    shares = {
        share(puzzle, puzzle.state.check(SEAT, text))
        for text in list(puzzle.state.legal_moves())[::40]
    }
    assert all(0 <= each <= 100 for each in shares) and len(shares) > 1


@pytest.mark.parametrize("key", SERIES)
def test_a_position_is_written_as_it_is_read(key):
    position = puzzles(key)[1].position
    assert write_position(read_position(position), SEAT) == position


@pytest.mark.parametrize(
    "taken",
    [
        None,
        [[]],
        [[{"numbers": [1, 2, 3, 4]}], []],
        [[{"numbers": [1, 2, 3, 9], "squares": ["a1", "b1", "c1", "d1"]}], []],
        [[{"numbers": [1, 2, 3, 4], "squares": ["a1", "b1", "c1", "d1"]}] * 3, []],
    ],
)
def test_tropes_that_nobody_can_have_taken_are_refused(taken):
    position = {**puzzles("numeria")[1].position, "taken": taken}
    with pytest.raises(NotationError):
        read_position(position)
