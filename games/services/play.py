"""Games from start to end: the one write path of every move and every ending."""

import logging
import secrets
from collections.abc import Sequence
from datetime import datetime

from django.db import OperationalError

from accounts.models import User
from games import live
from games.models import Game, PlayedMove, Player, canonical_json
from games.rules import GAMES, clock
from games.rules.base import (
    IllegalMove,
    Message,
    Move,
    Seat,
    State,
    gettext_noop,
)
from games.rules.record import parse_options
from games.services.denied import Denied, require_here
from games.services.results import finished_game, stored_move
from games.transactions import writing
from ratings import services as ratings

log = logging.getLogger(__name__)

_STALE = gettext_noop("the board has changed since; look again, nothing was played")
_OUT_OF_TIME = gettext_noop("the time for this move has run out; the game is over")
_NOT_A_PLAYER = gettext_noop("only the players of a game can move in it")
_ACCOUNTS_ONLY = gettext_noop("rated games are for registered players; sign up, then accept")


def new_seed() -> bytes:
    """32 bytes that nobody can guess: the seed of a game."""
    return secrets.token_bytes(32)


def start_game(
    *,
    key: str,
    users: Sequence[User],
    seed: bytes,
    now: datetime,
    options: str = "",
    rated: bool = False,
    days_per_move: int = clock.DEFAULT_DAYS,
) -> Game:
    """Seat the users in order and deal; who starts and every draw follow from the seed.

    Raises Denied for a rated game with a guest.
    """
    if rated and any(user.is_guest for user in users):
        raise Denied(403, _ACCOUNTS_ONLY)
    state = GAMES[key].new(seed=seed, options=parse_options(options))
    with writing():
        require_here(users)
        game = Game.objects.create(
            key=key,
            options=options,
            rated=rated,
            days_per_move=days_per_move,
            seed=seed.hex(),
            state=canonical_json(state.to_json()),
            turn=state.turn,
            deadline_at=clock.deadline(now, days_per_move),
            started_at=now,
            changed_at=now,
        )
        Player.objects.bulk_create(
            Player(game=game, user=user, seat=seat) for seat, user in enumerate(users)
        )
    return game


def play_move(*, game_id: str, user: User | None, ply: int, text: str, now: datetime) -> PlayedMove:
    """Make a move: `ply` is the number it shall have, `now` when it reached the server.

    The same move posted again gets the stored answer again. Raises Game.DoesNotExist, Denied
    (not a player), and a Refusal: `stale` for a position that is no more, `game-over` after the
    deadline, or whatever the rules say. Opponent and spectators are told after the commit.
    """
    with writing():
        game = locked_game(game_id)
        seat = seat_of(game, user)
        canonical = game.rules.canonical(text)
        if ply <= game.ply:
            stored = game.moves.filter(ply=ply, seat=seat, text=canonical).first()
            if stored is not None:
                return stored
        state = game.position
        fell = _flag(game, state, now)
        if not fell:
            if state.outcome is None and ply != game.ply + 1:
                raise IllegalMove("stale", Message(_STALE))
            return _store(game, state, state.play(seat, text), now)
    raise IllegalMove("game-over", Message(_OUT_OF_TIME))


def flag_fallen(*, game_id: str, now: datetime) -> bool:
    """End the game if its deadline has passed; whether it did so now."""
    with writing():
        game = locked_game(game_id)
        return _flag(game, game.position, now)


def overdue_games(now: datetime, limit: int = 50) -> list[str]:
    """Games whose deadline has passed: a plain read, so that an idle tick takes no lock."""
    due = Game.objects.filter(deadline_at__lte=now).order_by("deadline_at")
    return list(due.values_list("id", flat=True)[:limit])


def settle_overdue(now: datetime) -> int:
    """End every game whose deadline has passed; how many did. One that is broken stops no other."""
    ended = 0
    for game_id in overdue_games(now):
        try:
            ended += flag_fallen(game_id=game_id, now=now)
        except OperationalError:  # the database is away: for all of them
            raise
        except Exception:
            log.exception("the deadline of game %s could not be settled", game_id)
    return ended


def locked_game(game_id: str) -> Game:
    """The game, its row locked until the transaction ends; raises Game.DoesNotExist."""
    return Game.objects.select_for_update().get(pk=game_id)


def seat_of(game: Game, user: User | None) -> Seat:
    seats = game.players.filter(user=user, user__isnull=False)  # nobody sits in imported games
    seat = seats.values_list("seat", flat=True).first()
    if seat is None:
        raise Denied(403, _NOT_A_PLAYER)
    return seat


def _flag(game: Game, state: State, now: datetime) -> bool:
    """The one test of a deadline under the lock."""
    if state.turn is None or not clock.has_fallen(game.deadline_at, now):
        return False
    _store(game, state, state.leave(state.turn, "time"), now)
    return True


def _store(game: Game, before: State, move: Move, now: datetime) -> PlayedMove:
    """The one place where a move or an ending is written: row, snapshot, copies, then told."""
    after = move.after
    played = stored_move(game, game.ply + 1, move, now)
    played.save()
    game.ply = played.ply
    game.state = canonical_json(after.to_json())
    game.turn = after.turn
    game.changed_at = now
    game.deadline_at = clock.deadline(now, game.days_per_move)
    _store_scores(game, before.scores, after.scores)
    if after.outcome is not None:
        finish_game(game, after, now)
    game.save()
    live.tell_game_changed(game.id, game.ply)
    return played


def _store_scores(game: Game, before: tuple[int, ...], after: tuple[int, ...]) -> None:
    for seat, score in enumerate(after):
        if score != before[seat]:
            game.players.filter(seat=seat).update(score=score)


def leave_games(*, user: User, now: datetime) -> list[str]:
    """End every running game of somebody who goes for good; the names of the games.

    Where it is their turn they resign, which counts like any resignation. A record knows no
    resignation out of turn, so on the opponent's turn the game is called off and counts for
    nobody. All games and then all standings are locked in order before the first one ends.
    """
    with writing():
        own = Player.objects.filter(user=user).values("game")
        games = Game.objects.select_for_update().filter(pk__in=own, ended_at=None)
        endings = [_leaving(game, seat_of(game, user), now) for game in games.order_by("pk")]
        _lock_standings(endings)
        for game, before, move in endings:
            _store(game, before, move, now)
    return [game.id for game, _, _ in endings]


def _leaving(game: Game, seat: Seat, now: datetime) -> tuple[Game, State, Move]:
    """How the game ends when this seat leaves: a deadline that has passed comes first."""
    state, turn = game.position, game.turn or 0
    if clock.has_fallen(game.deadline_at, now):
        return game, state, state.leave(turn, "time")
    return game, state, state.leave(turn, "resign" if turn == seat else "aborted")


def _lock_standings(endings: Sequence[tuple[Game, State, Move]]) -> None:
    """Lock what the endings of several games will change, as each of them alone would."""
    people: dict[str, set[int]] = {}
    for game, _, move in endings:
        if move.after.outcome is not None and move.after.outcome.ranking:
            seated = game.players.filter(user__isnull=False)
            people.setdefault(game.key, set()).update(seated.values_list("user_id", flat=True))
    for key in sorted(people):
        ratings.locked_standings(key, list(people[key]))


def finish_game(game: Game, state: State, now: datetime) -> None:
    """Everything that an ending brings, whichever ending it is, in the ending's transaction."""
    outcome = state.outcome
    if outcome is None:
        return
    game.ended_at = now
    game.deadline_at = None
    game.termination = outcome.reason
    for rank, seats in enumerate(outcome.ranking, start=1):
        game.players.filter(seat__in=seats).update(rank=rank)
    if outcome.ranking and not game.is_imported:
        ratings.record_results(game=finished_game(game, outcome))
