"""Sites whose rules are wrong in one thing: the second reading disagrees with each of them."""

import pytest

from games.rules import GAMES
from games.rules import record as records
from games.rules.refusals import Refusal

from .game import Illegal
from .records import HEADER, begin, enter, options_of
from .test_oracle import GOOD, KEYS, of_game

NOBODYS = ("time", "agreement", "aborted", "takeback")


def first_disagreement(key: str) -> str | None:
    """Where the site and the second reading part in the recorded games of a kind, if they do."""
    for path in of_game(GOOD, key):
        text = path.read_text()
        headers = dict(HEADER.findall(text))
        seed, options = bytes.fromhex(headers["Seed"]), headers.get("Options", "")
        course = records.Course(GAMES[key].new(seed=seed, options=records.parse_options(options)))
        oracle = begin(key, seed, options_of(options))
        for line in records.parse(text).moves:
            said = _both(course, oracle, line.text)
            if said:
                return f"{path.name}: {line.ply}: {said}"
    return None


def _both(course, oracle, text: str) -> str:
    try:
        points = enter(oracle, text)
    except Illegal:
        points = None
    try:
        earned = course.play(text).verdict.points
    except Refusal:
        earned = None
    reason = course.state.outcome.reason if course.state.outcome else None
    ends = (list(course.state.scores), reason)
    expected = (oracle.scores, oracle.ending.reason if oracle.ending else None)
    return "" if (earned, ends) == (points, expected) else f"{(earned, ends)}, {(points, expected)}"


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("key", KEYS)
def test_the_site_and_the_second_reading_agree(key):
    assert first_disagreement(key) is None


def no_premium(line) -> int:
    return sum(cell.points for cell in line)


def keeps_what_is_swapped(stock, seat, tiles):
    return stock


@pytest.mark.parametrize(
    ("key", "what", "wrong"),
    [
        ("numerica", "games.rules.placement.tile_points", no_premium),
        ("numerica", "games.rules.placement.line_factor", lambda line: 1),
        ("numerica", "games.rules.numerica.scoring.fraction_bonus", lambda value: 0),
        ("numerica", "games.rules.numerica.bingo_points", lambda new: 0),
        ("numerica", "games.rules.numerica.MAX_PASSES", 2),
        ("numerica", "games.rules.stock.Stock.swap", keeps_what_is_swapped),
        ("equate", "games.rules.placement.line_factor", lambda line: 1),
        ("equate", "games.rules.equate.plays.bingo_points", lambda *told: 0),
        ("equate", "games.rules.equate.endings.MAX_ROUNDS_OF_PASSES", 3),
        ("digifeud", "games.rules.digifeud.calculation._operand_bonus", lambda *told: 0),
        ("digifeud", "games.rules.digifeud.SCORE_AFTER_LEAVING", 0),
        ("numeria", "games.rules.numeria.TROPES_TO_WIN", 2),
    ],
)
def test_a_site_that_counts_otherwise_is_found(key, what, wrong, monkeypatch):
    monkeypatch.setattr(what, wrong)
    assert first_disagreement(key) is not None
