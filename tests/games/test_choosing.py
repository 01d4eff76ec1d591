"""Which games are shown unasked: the best one on the air, and the places of a wall."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from games.selectors.choosing import (
    ALL,
    MOST_ON_WALL,
    MOVING,
    STAYS,
    TAKEN_DOWN,
    Candidate,
    Programme,
    next_programme,
)

NOW = datetime(2026, 11, 23, 20, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def a_game(name: str, **more) -> Candidate:
    values = {
        "key": "numerica",
        "ply": 4,
        "is_live": True,
        "is_among_people": True,
        "rating": 1500,
        "changed_at": NOW,
    }
    return Candidate(game_id=name, **(values | more))


def after(before: Programme | None, now: datetime, *games: Candidate) -> Programme:
    return next_programme(before, {game.game_id: game for game in games}, now)


def on_air(*games: Candidate) -> str:
    return after(None, NOW, *games).channels[ALL]


OLD = NOW - 2 * MOVING


@pytest.mark.parametrize(
    "other",
    [
        {"rating": 1400},
        {"is_live": False, "rating": 2000},
        {"is_among_people": False, "rating": 2000},
        {"changed_at": OLD, "rating": 2000},
    ],
    ids=["by lower rated", "by correspondence", "against a computer", "in which nothing moves"],
)
def test_the_best_game_comes_before_one(other):
    best, worse = a_game("best"), a_game("worse", **other)
    assert on_air(worse, best) == on_air(best, worse) == "best"


def test_a_game_that_moves_against_a_computer_comes_before_one_of_people_that_sleeps():
    moving = a_game("moving", is_among_people=False)
    assert on_air(a_game("asleep", changed_at=OLD), moving) == "moving"


def test_what_is_on_the_air_stays_though_a_higher_rated_game_begins():
    shown = a_game("shown")
    before = after(None, NOW, shown)
    now = NOW + SECOND
    better = a_game("better", rating=2400, changed_at=now)
    assert after(before, now, shown, better).channels[ALL] == "shown"


def test_a_game_in_which_nothing_moves_gives_way_to_one_that_does():
    shown, other = a_game("shown"), a_game("other", rating=1000)
    before = after(None, NOW, shown, other)
    now = NOW + MOVING
    moved = replace(other, changed_at=now)
    assert before.channels[ALL] == "shown"
    assert after(before, now, shown, moved).channels[ALL] == "other"


def test_a_game_that_ends_stays_for_ten_seconds_and_then_the_next_begins():
    shown, other = a_game("shown"), a_game("other", rating=1000)
    before = after(None, NOW, shown, other)
    over = replace(shown, ended_at=NOW)
    almost, then = NOW + STAYS - SECOND, NOW + STAYS
    assert STAYS == 10 * SECOND
    assert after(before, almost, over, other).channels[ALL] == "shown"
    assert after(before, then, over, other).channels[ALL] == "other"


def test_a_livelier_game_waits_too_until_the_end_was_shown():
    shown, over = a_game("shown", is_live=False), a_game("shown", is_live=False, ended_at=NOW)
    before = after(None, NOW, shown)
    assert after(before, NOW + SECOND, over, a_game("live")).channels[ALL] == "shown"


def test_where_nothing_else_runs_the_last_game_stands_there():
    before = after(None, NOW, a_game("shown"))
    over = a_game("shown", ended_at=NOW)
    assert after(before, NOW + timedelta(hours=1), over).channels[ALL] == "shown"


def test_a_channel_has_games_of_its_kind_only_and_none_where_none_runs():
    shown = after(None, NOW, a_game("one"), a_game("two", key="equate", rating=1)).channels
    assert shown == {ALL: "one", "numerica": "one", "equate": "two"}


# --- the wall ---


def test_the_wall_has_at_most_twenty_four_boards_the_best_first():
    games = [a_game(f"game{number}", rating=number) for number in range(MOST_ON_WALL + 6)]
    wall = after(None, NOW, *games).walls[ALL]
    assert MOST_ON_WALL == 24
    assert wall == tuple(f"game{number}" for number in range(29, 5, -1))


def test_boards_keep_their_places_and_new_games_come_behind_them():
    one, two = a_game("one", rating=2), a_game("two", rating=1)
    before = after(None, NOW, one, two)
    new = a_game("new", rating=3)
    swapped = replace(one, rating=0)
    assert after(before, NOW + SECOND, swapped, two, new).walls[ALL] == ("one", "two", "new")


def test_an_ended_game_is_replaced_in_its_place_after_ten_seconds():
    games = [a_game(f"game{number}", rating=number) for number in range(25)]
    before = after(None, NOW, *games)
    games[10] = replace(games[10], ended_at=NOW)
    place = before.walls[ALL].index("game10")
    almost = after(before, NOW + STAYS - SECOND, *games)
    then = after(almost, NOW + STAYS, *games)
    assert almost.walls[ALL] == before.walls[ALL]
    assert then.walls[ALL][place] == "game0"
    assert [one for one in then.walls[ALL] if one != "game0"] == [
        one for one in before.walls[ALL] if one != "game10"
    ]


def test_an_ended_game_that_none_replaces_stays_until_it_is_taken_down():
    before = after(None, NOW, a_game("one"))
    over = a_game("one", ended_at=NOW)
    assert after(before, NOW + TAKEN_DOWN - SECOND, over).walls[ALL] == ("one",)
    assert after(before, NOW + TAKEN_DOWN, over).walls[ALL] == ()


def test_a_board_is_another_one_after_a_move_and_after_the_end():
    game = a_game("one")
    tokens = {game.token, replace(game, ply=5).token, replace(game, ended_at=NOW).token}
    assert len(tokens) == 3
