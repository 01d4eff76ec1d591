"""The numbers of the chart: everything inside the axis, the axis round."""

from hypothesis import given
from hypothesis import strategies as st

from ratings.charts import MOST_LINES, STEPS, rating_chart

histories = st.lists(st.integers(min_value=0, max_value=3500), min_size=1, max_size=100)


def spots(chart) -> list[tuple[int, int]]:
    return [tuple(map(int, spot.split(","))) for spot in chart["points"].split()]


@given(histories)
def test_every_point_lies_between_the_axes(history):
    chart = rating_chart(history)
    found = spots(chart)
    assert len(found) == chart["count"] == len(history) and found[-1] == tuple(chart["last"])
    assert all(chart["left"] <= x <= chart["right"] for x, _ in found)
    ys = [line["y"] for line in chart["lines"]]
    assert all(min(ys) <= y <= max(ys) <= chart["bottom"] for _, y in found)
    assert found[0][0] == chart["left"] and (len(found) == 1 or found[-1][0] == chart["right"])
    assert [x for x, _ in found] == sorted(x for x, _ in found)


@given(histories)
def test_the_lines_of_the_axis_are_round_and_hold_the_values(history):
    lines = [line["value"] for line in rating_chart(history)["lines"]]
    steps = {after - before for before, after in zip(lines, lines[1:], strict=False)}
    assert len(steps) == 1 and steps <= set(STEPS)
    assert all(line % min(steps) == 0 for line in lines)
    assert lines[0] <= min(history) and max(history) <= lines[-1]
    assert 2 <= len(lines) <= MOST_LINES + 2


@given(histories)
def test_the_higher_rating_is_drawn_higher(history):
    by_rating = sorted(
        zip(history, spots(rating_chart(history)), strict=True), key=lambda one: one[0]
    )
    heights = [-y for _, (_, y) in by_rating]
    assert heights == sorted(heights)


def test_a_single_rating_and_a_flat_history_are_drawn():
    alone = rating_chart([1200])
    assert [line["value"] for line in alone["lines"]] == [1200, 1210]
    assert spots(alone) == [(alone["left"], alone["lines"][0]["y"])]
    flat = rating_chart([1205] * 3)
    (height,) = {y for _, y in spots(flat)}
    assert height == sum(line["y"] for line in flat["lines"]) / 2
