"""A whole game in a few figures."""

import pytest

from games.review import MoveSummary, summarize
from games.review.summary import best_find, turning_point


def line(ply, seat, points, loss=0, kind="", is_play=True, is_best=None):
    best = loss == 0 if is_best is None else is_best
    return MoveSummary(ply, seat, points, is_play, loss, kind, best)


def test_losses_are_summed_by_player_and_kind():
    lines = [
        line(1, 0, 5, 7, "bingo"),
        line(2, 1, 9),
        line(3, 0, 1, 3, "bingo"),
        line(4, 1, 0, 2, "turn", False),
    ]
    found = summarize(lines, [0, 0], 0, [6, 9])
    assert found.lost == ({"bingo": 10}, {"turn": 2})
    assert found.misses == ({"bingo": 2}, {"turn": 1})


@pytest.mark.parametrize(
    ("lines", "ply"),
    [
        ([line(1, 0, 20), line(2, 1, 30), line(3, 0, 40, loss=1, kind="tiles")], 2),
        ([line(1, 0, 20), line(2, 1, 20)], 1),  # the first of equal ones
        ([line(1, 0, 0, is_play=False), line(2, 1, 20, is_best=False)], None),
        ([line(1, 0, 0)], None),
        ([], None),
    ],
)
def test_the_best_find_earned_most_of_what_was_the_best_there_was(lines, ply):
    assert best_find(lines) == ply


@pytest.mark.parametrize(
    ("points", "winner", "final", "ply"),
    [
        # 10:0, 10:15, 30:15, 30:20
        ([10, 15, 20, 5], 0, [30, 20], 3),
        ([10, 15, 20, 5], 1, [30, 20], None),  # behind on points, and won otherwise
        # 10:0, 10:5, 20:5: ahead from the first points on
        ([10, 5, 10], 0, [20, 5], None),
        # 0:0, 0:4, 9:4: level at nought is not behind, behind at 4 is
        ([0, 4, 9], 0, [9, 4], 3),
        # 10:0, 10:10, 15:10: level, then ahead again
        ([10, 10, 5], 0, [15, 10], 3),
        # 10:0, 10:12, and the ending turns it round
        ([10, 12], 0, [14, 8], None),
        ([10, 10], None, [10, 10], None),
    ],
)
def test_the_turning_point_is_where_the_winner_came_ahead_for_good(points, winner, final, ply):
    lines = [line(ply, (ply - 1) % 2, earned) for ply, earned in enumerate(points, 1)]
    assert turning_point(lines, [0, 0], winner, final) == ply


@pytest.mark.parametrize(
    ("first", "made", "winner", "ply"),
    [
        # 60:0, 60:20, 60:70
        ([50, 0], [(0, 10), (1, 20), (1, 50)], 1, 3),
        # 60:0, 60:20: ahead all along
        ([50, 0], [(0, 10), (1, 20)], 0, None),
        # 0:50, 60:50: behind at the start alone
        ([0, 50], [(0, 60)], 0, 1),
    ],
)
def test_the_scores_with_which_a_game_began_count_for_its_turning_point(first, made, winner, ply):
    lines = [line(at, *each) for at, each in enumerate(made, 1)]
    final = [
        least + sum(points for by, points in made if by == seat) for seat, least in enumerate(first)
    ]
    assert turning_point(lines, first, winner, final) == ply
