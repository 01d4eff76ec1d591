"""Recorded games are told today as they were; every game and every option has one."""

import pytest

from games.rules import GAMES
from games.rules.options import resolve_options
from games.rules.record import parse, parse_options, replay

from .playthroughs import records, text_of, told

NAMES = [path.stem for path in records()]


def settings_of(path) -> set[tuple[str, str, str]]:
    """The game and every option with its value that a recorded game was played with."""
    headers = parse(path.read_text()).headers
    options = resolve_options(
        GAMES[headers["Game"]].options, parse_options(headers.get("Options", ""))
    )
    return {(headers["Game"], name, value) for name, value in options.items()}


@pytest.mark.parametrize("path", records(), ids=NAMES)
def test_recorded_game_is_told_as_it_was(path):
    """If the rules were changed on purpose, rewrite the texts and read the difference."""
    assert told(path) == text_of(path).read_text()


@pytest.mark.parametrize("path", records(), ids=NAMES)
def test_recorded_game_is_a_good_record(path):
    assert replay(path.read_bytes()).fault is None


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_recorded_game(key):
    assert key in {parse(path.read_text()).headers["Game"] for path in records()}


@pytest.mark.parametrize("key", GAMES)
def test_every_value_of_every_option_has_a_recorded_game(key):
    recorded = set().union(*map(settings_of, records()))
    needed = {(key, o.name, value) for o in GAMES[key].options for value in o.values}
    assert needed <= recorded


def test_recorded_games_of_numerica_end_in_three_ways():
    endings = {
        parse(path.read_text()).headers["Termination"]
        for path in records()
        if path.stem.startswith("numerica-")
    }
    assert {"out", "passes", "resign"} <= endings
