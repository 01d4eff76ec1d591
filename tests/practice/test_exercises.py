"""Exercises: mined by rules that can be checked, and what is said of them is so."""

import json
from collections import Counter
from io import StringIO

import pytest
from django.core.management import call_command

from games.engine import best_moves
from games.engine.levels import YARDSTICK
from games.engine.numeria_search import proven_win
from games.engine.numeria_wins import IN_TWO, winning_moves
from games.practice.exercises import (
    NAME_LENGTH,
    SEAT,
    Exercise,
    exercises,
    path_of,
    read_line,
    write_line,
)
from games.practice.laid_tiles import LEAST_IN_BAG
from games.practice.mining import MOST_OF_A_THEME, mine
from games.practice.numeria import MOST_WINS, TROPE, WIN, WIN_IN_THREE, WIN_IN_TWO
from games.review import kinds_of
from games.rules import GAMES
from tests.tiers import some_of

SAMPLE = some_of(3, 20)  # of each of the four games
MOST_WINS_IN_THREE = 5
MANY = 5000  # plays of a position: all that come near the best
LAID = [key for key in GAMES if key != "numeria"]


def sample(game: str, theme: str = "") -> list[Exercise]:
    """Exercises from the whole of a game, as far apart as may be."""
    found = [each for each in exercises(game).values() if theme in ("", each.theme)]
    return found[:: max(1, len(found) // SAMPLE)][:SAMPLE]


@pytest.mark.parametrize("game", GAMES)
def test_a_line_is_read_as_it_was_written_and_no_position_comes_twice(game):
    lines = path_of(game).read_text().splitlines(keepends=True)
    for line in lines:
        assert write_line(read_line(line)) == line
    assert len(exercises(game)) == len(lines) >= 50
    assert {len(name) for name in exercises(game)} == {NAME_LENGTH}


@pytest.mark.parametrize("game", GAMES)
def test_a_theme_is_a_kind_of_miss_and_none_is_all_there_is(game):
    found = Counter(each.theme for each in exercises(game).values())
    assert set(found) <= {*kinds_of(game), WIN, WIN_IN_TWO, WIN_IN_THREE} and len(found) > 2
    assert max(found.values()) <= MOST_OF_A_THEME


@pytest.mark.parametrize("game", GAMES)
def test_some_level_misses_it_and_who_solves_it_is_a_level(game):
    for each in exercises(game).values():
        assert set(each.solved_by) <= set(YARDSTICK)
        assert each.theme == WIN or set(range(4)) - set(each.solved_by)


@pytest.mark.wider
@pytest.mark.slow
@pytest.mark.parametrize("game", LAID)
def test_the_best_is_proven_again_and_far_ahead_of_all_others(game):
    for each in sample(game):
        search = best_moves(each.state, SEAT, MANY)
        assert search.exact and search.plays[0][1] == each.best
        points = {points for _text, points in search.plays} | {0}
        assert max(points - {each.best}) == each.second
        is_far = each.best - each.second >= 20 and 2 * each.best >= 3 * each.second
        assert is_far or each.second == 0
        assert min(map(len, each.state.stock.bags)) >= LEAST_IN_BAG
        for text, earned in each.plays:
            assert each.state.check(SEAT, text).points == earned == each.best


@pytest.mark.wider
@pytest.mark.slow
@pytest.mark.parametrize("theme", [WIN, WIN_IN_TWO, TROPE])
def test_an_exercise_of_numeria_is_proven_again_by_the_rules_alone(theme):
    """By trying every move, and every answer, with rules that know nothing of the search."""
    for each in sample("numeria", theme):
        state = each.state
        takes = [text for text in state.legal_moves() if state.check(SEAT, text).points]
        solutions = [text for text, _points in each.plays]
        if theme == TROPE:
            assert state.scores[SEAT] < 2 and takes == solutions
        elif theme == WIN:
            assert state.scores[SEAT] == 2 and set(takes) == set(solutions)
        else:
            assert state.scores[SEAT] == 2 and not takes
            assert all(_wins_whatever_is_answered(state, text) for text in solutions)
        assert 0 < len(solutions) <= (1 if theme == TROPE else MOST_WINS)


@pytest.mark.long
def test_a_win_in_three_holds_against_every_answer_and_none_is_sooner():
    """All answers are those of the rules, which judge every move; the search only proposes."""
    found = sample("numeria", WIN_IN_THREE)[:MOST_WINS_IN_THREE]
    assert found
    for each in found:
        state = each.state
        assert state.scores[SEAT] == 2 and not _can_win(state)
        assert winning_moves(state, SEAT, IN_TWO) == () and 0 < len(each.plays) <= MOST_WINS
        assert all(_wins_after_every_answer(state, text) for text, _points in each.plays)


def _wins_after_every_answer(state, text) -> bool:
    after = state.play(SEAT, text).after
    for answer in after.legal_moves():
        later = after.play(1 - SEAT, answer).after
        if _can_win(later):
            continue
        win = proven_win(later, SEAT, IN_TWO)
        if win is None or not _wins_whatever_is_answered(later, win.texts[0]):
            return False
    return True


def _wins_whatever_is_answered(state, text) -> bool:
    after = state.play(SEAT, text).after
    return all(_can_win(after.play(1 - SEAT, answer).after) for answer in after.legal_moves())


def _can_win(state) -> bool:
    return state.turn == SEAT and any(
        state.check(SEAT, text).points for text in state.legal_moves()
    )


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize(
    ("name", "text"),
    [("91627e45d508", "g2-g5"), ("91627e45d508", "h4-d8"), ("2ade79dcf873", "f3-f7")],
)
def test_a_move_that_wins_in_two_whatever_is_answered_solves_it_though_it_threatens_otherwise(
    name, text
):
    each = exercises("numeria")[name]
    assert text not in dict(each.plays) and _wins_whatever_is_answered(each.state, text)
    assert each.is_solved_by(each.state.check(SEAT, text))


@pytest.mark.long
def test_no_other_move_solves_a_win_in_two():
    each = exercises("numeria")["2ade79dcf873"]
    solving = {
        text for text in each.state.legal_moves() if each.is_solved_by(each.state.check(SEAT, text))
    }
    assert all(_wins_whatever_is_answered(each.state, text) for text in solving)
    assert len(solving) == len(each.plays) + 1


def test_the_same_game_gives_the_same_exercise():
    each = next(iter(exercises("digifeud").values()))
    assert write_line(each) in map(write_line, mine("digifeud", each.source))


@pytest.mark.slow
def test_mining_goes_on_where_it_stopped(tmp_path):
    said = StringIO()

    def mined(count: int) -> list[dict]:
        call_command(
            "mine_exercises", count=count, games=["digifeud"], folder=tmp_path, stdout=said
        )
        lines = path_of("digifeud", tmp_path).read_text().splitlines()
        return [json.loads(line) for line in lines]

    first = mined(2)
    assert len(first) == 2 and mined(2) == first
    more = mined(3)
    assert len(more) == 3 and more[:2] == first
    assert [line.split(" exercises")[0] for line in said.getvalue().splitlines()] == [
        "digifeud: 2", "digifeud: 0", "digifeud: 1"
    ]  # fmt: skip
