"""Games against computers: started at once, without an invitation, and once more."""

from collections.abc import Sequence
from datetime import datetime

from accounts.models import User
from games import selectors
from games.models import Game
from games.rules import GAMES, clock
from games.rules.base import gettext_noop
from games.rules.record import parse_options
from games.rules.seating import seats_of
from games.services.denied import Denied
from games.services.play import new_seed, seat_of, start_game

DAYS = max(clock.DAYS_PER_MOVE)  # nobody waits for the person

_NOT_OVER = gettext_noop("this game is not over yet")
_NOBODY_TO_MOVE = gettext_noop("nobody is to move in this position")


def start_against_computers(
    *,
    key: str,
    user: User,
    computers: Sequence[str],
    now: datetime,
    options: str = "",
    rated: bool = False,
    seed: bytes | None = None,
) -> Game:
    """Seat somebody and the computers of these names, one for each other seat of the game.

    Raises Denied for a rated game of a guest, and ValueError for too few or too many computers.
    """
    if seats_of(GAMES[key], parse_options(options)) != len(computers) + 1:
        raise ValueError("a computer for every other seat")
    found = {each.username: each for each in User.objects.filter(is_computer=True)}
    return start_game(
        key=key,
        users=[user, *(found[name] for name in computers)],
        seed=seed or new_seed(),
        now=now,
        options=options,
        rated=rated,
        days_per_move=DAYS,
    )


def play_on(
    *,
    game_id: str,
    ply: int,
    user: User,
    computer: str,
    now: datetime,
    seed: bytes | None = None,
) -> Game:
    """Play on from the position of a finished game after so many plies, on the seat to move.

    This computer sits on the next seat, and others where there are more. The game counts for
    nobody. Raises Game.DoesNotExist, ValueError for a computer that there is not, and Denied for
    a game that runs and a position in which nobody is to move.
    """
    origin = Game.objects.prefetch_related("moves").get(pk=game_id)
    if origin.ended_at is None:
        raise Denied(409, _NOT_OVER)
    turn = selectors.position_before(origin, ply + 1).turn if ply <= origin.ply else None
    if turn is None:
        raise Denied(409, _NOBODY_TO_MOVE)
    found = {each.username: each for each in User.objects.filter(is_computer=True)}
    if computer not in found:
        raise ValueError("no such computer")
    others = iter([found.pop(computer), *found.values()])
    seats = range(seats_of(GAMES[origin.key], parse_options(origin.options)))
    return start_game(
        key=origin.key,
        users=[user if seat == turn else next(others) for seat in seats],
        seed=seed or new_seed(),
        now=now,
        options=origin.options,
        days_per_move=DAYS,
        origin=origin,
        origin_ply=ply,
    )


def play_computers_again(*, game_id: str, user: User | None, now: datetime) -> Game | None:
    """Another game with the same computers and settings; None where other people sit too.

    Raises Game.DoesNotExist and Denied.
    """
    game = Game.objects.get(pk=game_id)
    seat = seat_of(game, user)
    others = [player for player in game.players.select_related("user") if player.seat != seat]
    if user is None or not all(player.is_computer for player in others):
        return None
    if game.ended_at is None:
        raise Denied(409, _NOT_OVER)
    return start_against_computers(
        key=game.key,
        user=user,
        computers=[player.shown_name for player in others],
        now=now,
        options=game.options,
        rated=game.rated,
    )
