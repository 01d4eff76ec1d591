"""The pictures of docs/performance.md: a bar for each figure, as long as it is large."""

import re
from xml.etree import ElementTree

from benchmarks.plots import Bar, plot, ratios
from benchmarks.report import Line

SVG = "{http://www.w3.org/2000/svg}"
LINES = [
    Line("a page", 8.0, "ms", 9, "an empty view", 2.0, target="≤ 4"),
    Line("a <slow> page", 20.0, "ms", 9, "an empty view", 2.0, target="ratio ≤ 6"),
    Line("memory", 30.0, "KiB", 9),
]


def test_what_has_a_reference_becomes_a_bar_with_its_goal():
    assert ratios(LINES) == [Bar("a page", 4.0, 4.0), Bar("a <slow> page", 10.0, 6.0)]


def test_what_stands_beside_several_is_named_with_each():
    lines = [
        Line("a page", 8.0, "ms", 9, beside, reference)
        for beside, reference in (("raw", 4.0), ("groups", 2.0))
    ]
    assert ratios(lines) == [Bar("a page : raw", 2.0), Bar("a page : groups", 4.0)]


def test_bars_are_as_long_as_their_figures_and_those_over_their_goal_are_marked():
    drawn = ElementTree.fromstring(plot(ratios(LINES), "Pages & more"))
    bars = drawn.findall(f"{SVG}rect")
    first, second = (float(bar.get("width")) for bar in bars)
    assert abs(second / first - 2.5) < 0.01
    assert [bar.get("class") for bar in bars] == ["bar", "over"]
    goals = [
        float(re.match(r"M([\d.]+)", line.get("d"))[1]) for line in drawn.findall(f"{SVG}path")
    ]
    starts = [float(bar.get("x")) for bar in bars]
    assert abs((goals[0] - starts[0]) - first) < 0.2 and goals[1] - starts[1] < second
    assert "a <slow> page" in "".join(drawn.itertext())
