"""What the tests of ratings share: games that end in a way that is asked for."""

import random
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from games.models import Game
from games.rules.interface import State
from games.services.deadlines import flag_fallen
from games.services.moves import play_move
from games.services.writing import store_move, write_moves
from games.store.transactions import writing
from ratings.elo import match_score
from ratings.lists import LISTS, RatingList
from tests.rules.random_records import some_move

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


def a_move(state: State, chance: random.Random) -> str:
    """A legal move by chance that is no pass: a play, or a swap."""
    texts = (some_move(state, chance) for _ in range(100))
    return next(text for text in texts if text not in ("pass", "resign"))


def make_moves(game: Game, count: int, now: datetime = NOW) -> Game:
    """Make `count` moves, always the same from the same position; return the game."""
    chance = random.Random(2)
    for _ in range(count):
        mover = game.players.get(seat=game.turn).user
        text, ply = a_move(game.position, chance), game.ply + 1
        play_move(game_id=game.id, user=mover, ply=ply, text=text, now=now)
        game.refresh_from_db()
    return game


def swap_twice_each(game: Game, now: datetime) -> Game:
    """The cheapest way so far into a game of two that it is rated, written at once."""
    moves, state = [], game.position
    for _ in range(4):
        moves.append(state.play(state.turn, f"swap {state.racks[state.turn][0]}"))
        state = moves[-1].after
    with writing():
        write_moves(game, moves, now)
    return game


@pytest.fixture
def start(start: Callable[..., Game]) -> Callable[..., Game]:
    """Ada and Ben's game, so far on that it is rated however it ends, unless asked otherwise."""
    return lambda moves=4, **more: start(moves, **more)


@pytest.fixture
def scored(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if Numerica's rated games earned a score beside the rating, as Digifeud's do."""
    monkeypatch.setitem(LISTS, "numerica", RatingList("Numerica", match_score))


@pytest.fixture
def end() -> Callable[..., Game]:
    """End a game for its player on turn: by resigning, passing, swapping, time, or calling off."""

    def ended(game: Game, how: str = "resign", now: datetime = NOW) -> Game:
        game.refresh_from_db()
        while game.ended_at is None:
            state = game.position
            if how == "time":
                flag_fallen(game_id=game.id, now=game.deadline_at)
            elif how == "aborted":
                store_move(game, state.leave(state.turn, "aborted"), now)
            else:
                text = "pass" if how == "passes" else how
                if how == "idle":
                    text = f"swap {state.racks[state.turn][0]}"
                user = game.players.get(seat=game.turn).user
                play_move(game_id=game.id, user=user, ply=game.ply + 1, text=text, now=now)
            game.refresh_from_db()
        return game

    return ended
