"""Games against computers: started at once, without an invitation, and once more."""

from collections.abc import Sequence
from datetime import datetime

from accounts.models import User
from games.models import Game
from games.rules import GAMES, clock
from games.rules.base import gettext_noop, seats_of
from games.rules.record import parse_options
from games.services.denied import Denied
from games.services.play import new_seed, seat_of, start_game

DAYS = max(clock.DAYS_PER_MOVE)  # nobody waits for the person

_NOT_OVER = gettext_noop("this game is not over yet")


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
