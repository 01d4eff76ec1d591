"""The numbers of the chart: everything inside the axis, the axis round."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.charts import MOST_LINES, STEPS, TOP, column_chart, rating_chart

histories = st.lists(st.integers(min_value=0, max_value=3500), min_size=1, max_size=100)


def spots(chart) -> list[tuple[int, int]]:
    return [tuple(map(int, spot.split(","))) for spot in chart.points.split()]


@given(histories)
def test_every_point_lies_between_the_axes(history):
    chart = rating_chart(history)
    found = spots(chart)
    assert len(found) == len(history) and found[-1] == tuple(chart.last)
    assert all(chart.left <= x <= chart.right for x, _ in found)
    ys = [line.y for line in chart.lines]
    assert all(TOP <= y <= chart.bottom for y in [*ys, *(y for _, y in found)])
    assert found[0][0] == chart.left and (len(found) == 1 or found[-1][0] == chart.right)
    assert [x for x, _ in found] == sorted(x for x, _ in found)


@pytest.mark.slow
@given(histories)
def test_the_lines_of_the_axis_are_round_and_no_value_is_far_outside(history):
    lines = [line.value for line in rating_chart(history).lines]
    steps = {after - before for before, after in zip(lines, lines[1:], strict=False)}
    assert len(steps) == 1 and steps <= set(STEPS)
    assert all(line % min(steps) == 0 for line in lines)
    half = min(steps) / 2
    assert lines[0] - half <= min(history) and max(history) <= lines[-1] + half
    assert 2 <= len(lines) <= MOST_LINES + 2


@pytest.mark.slow
@given(histories)
def test_the_higher_rating_is_drawn_higher(history):
    by_rating = sorted(
        zip(history, spots(rating_chart(history)), strict=True), key=lambda one: one[0]
    )
    heights = [-y for _, (_, y) in by_rating]
    assert heights == sorted(heights)


def test_a_single_rating_and_a_flat_history_are_drawn():
    alone = rating_chart([1200])
    assert [line.value for line in alone.lines] == [1200, 1210]
    assert spots(alone) == [(alone.left, alone.lines[0].y)]
    flat = rating_chart([1205] * 3)
    (height,) = {y for _, y in spots(flat)}
    assert height == sum(line.y for line in flat.lines) / 2


leads = st.lists(st.integers(min_value=-2000, max_value=2000), max_size=80).map(
    lambda row: [0, *row]
)


@given(leads)
def test_a_chart_of_leads_has_nought_and_nothing_below_it_where_nobody_was_behind(lead):
    chart = column_chart([lead])
    values = [line.value for line in chart.lines]
    assert 0 in values and (min(values) >= 0 or min(lead) < 0)
    step = values[1] - values[0]
    assert values[0] > min(lead) - step and values[-1] < max([*lead, step]) + step
    assert 2 * (min(lead) - values[0]) <= step or len(values) == 3


@given(leads)
def test_every_place_of_a_chart_of_leads_has_a_column_of_its_own(lead):
    chart = column_chart([lead])
    across = (chart.right - chart.left) / len(lead)
    for place, (x, _y) in enumerate(spots(chart.curves[0])):
        assert chart.left + place * across - 1 <= x <= chart.left + (place + 1) * across + 1


def test_a_number_below_nought_is_written_with_its_sign():
    labels = [line.label for line in column_chart([[0, -180, 40]]).lines]
    assert labels == ["−200", "−150", "−100", "−50", "0", "50"]


def test_a_lead_of_a_few_tropes_fills_the_chart():
    assert [line.value for line in column_chart([[0, -1, 0, -2]]).lines] == [-2, -1, 0]


def test_a_small_dip_below_nought_takes_no_room():
    assert [line.value for line in column_chart([[0, -30, 750]]).lines] == [
        0,
        200,
        400,
        600,
        800,
    ]
