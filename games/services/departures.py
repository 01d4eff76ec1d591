"""People who leave the site: their running games end or go on without them."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from accounts.models import User
from games.models import Game, Player
from games.rules.interface import Move
from games.services import broken_games
from games.services.deadlines import flag_in, has_fallen
from games.services.writing import (
    abandoned_seats,
    games_for_update,
    lock_game,
    resignations,
    seat_of,
    with_resignations,
    write_moves,
)
from games.store.transactions import writing
from ratings import services as ratings


def leave_games(*, user: User, now: datetime) -> list[str]:
    """Take somebody who goes for good out of all their running games; the names of the games.

    They resign, which counts like any resignation. All games and then all standings are locked in
    order before the first one is written.
    """
    with writing():
        own = Player.objects.filter(user=user).values("game")
        games = games_for_update().filter(pk__in=own, ended_at=None).order_by("pk")
        leaving = [(game, _moves_of_departure(game, user, now)) for game in games]
        changed = [(game, moves) for game, moves in leaving if moves]
        _lock_all_standings(changed)
        for game, moves in changed:
            write_moves(game, moves, now)
    return [game.id for game, _ in changed]


def _moves_of_departure(game: Game, user: User, now: datetime) -> list[Move]:
    """What happens at once when this user leaves: a deadline that has passed comes first."""
    state, gone = game.position, abandoned_seats(game) | {seat_of(game, user)}
    if state.turn is not None and has_fallen(game, now):
        return with_resignations(state.leave(state.turn, "time"), gone)
    return resignations(state, gone)


def resign_departed(now: datetime, only: User | None = None) -> int:
    """Let all who left the site, or this one, resign where seats are held for them.

    Returns in how many games, each of them in a transaction of its own. Nobody is held there whose
    account is deleted now: these are games of before, and of people whose account was closed.
    """
    gone = Player.objects.filter(user__is_active=False, user__is_computer=False)
    if only is not None:
        gone = gone.filter(user=only)
    held = gone.filter(game__ended_at=None).values_list("game", flat=True).distinct()
    return sum(
        broken_games.is_done(game_id, partial(_resign_departed, game_id, now))
        for game_id in held.order_by("game")
    )


def _resign_departed(game_id: str, now: datetime) -> bool:
    with writing():
        game = lock_game(game_id)
        state = game.position
        moves = [] if flag_in(game, state, now) else resignations(state, abandoned_seats(game))
        if moves:
            write_moves(game, moves, now)
    return bool(moves)


def _lock_all_standings(changed: Sequence[tuple[Game, Sequence[Move]]]) -> None:
    """Lock what the endings of several games will change, as each of them alone would.

    A game that does not count changes no standing: none is made for it.
    """
    people: dict[str, set[int]] = {}
    for game, moves in changed:
        outcome = moves[-1].after.outcome
        if outcome is not None and outcome.ranking and game.is_counted:
            people.setdefault(game.list_key, set()).update(_people_of(game))
    for key in sorted(people):
        ratings.lock_standings_of(key, list(people[key]))


def _people_of(game: Game) -> set[int]:
    """The users of a game about whom something is kept when it ends."""
    players = game.players.all()
    return {player.user_id for player in players if player.user_id and not player.is_computer}
