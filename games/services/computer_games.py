"""Games against computers: started at once, without an invitation, and once more."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet

from accounts.models import User
from games.computers.roster import OPPONENTS
from games.models import Game, GameSettings
from games.rules import GAMES, clock
from games.rules.interface import State
from games.rules.messages import gettext_noop
from games.rules.moves import Seat
from games.rules.record import parse_options
from games.rules.seating import seats_of
from games.rules.tile_game import TileGame
from games.services.errors import NotAllowed
from games.services.seeds import new_seed, seed_with_first_play
from games.services.start import start_game
from games.store import history

PERSON = 0  # who starts a game against computers sits on the first seat
TIME_CONTROL = str(clock.TimeControl.of_days(max(clock.DAYS_PER_MOVE)))
"""Nobody waits for the person, where nothing else is agreed."""

_NOT_OVER = gettext_noop("this game is not over yet")
_NOBODY_TO_MOVE = gettext_noop("nobody is to move in this position")
_NO_SUCH_COMPUTER = gettext_noop("there is no such computer; choose one of the list")


class Dealt(NamedTuple):
    """A seed, and whether it was chosen because it deals the person a first play."""

    seed: bytes
    deals_first_play: bool = False


def deal(key: str, options: str, computers: Iterable[str]) -> Dealt:
    """A seed for a game against these computers; it is sought for before anything is locked."""
    if all(OPPONENTS[name].is_gentle for name in computers):
        return Dealt(*seed_with_first_play(key, options, PERSON))
    return Dealt(new_seed())


def start_against_computers(
    settings: GameSettings,
    *,
    user: User,
    computers: Sequence[str],
    now: datetime,
    seed: bytes | None = None,
) -> Game:
    """Seat somebody and the computers of these names, one for each other seat of the game.

    Where all of them are gentle, the seed is one that deals the person a first play. A live clock
    runs for the person alone; by correspondence the time is that of `TIME_CONTROL`. Raises
    NotAllowed for a rated game that is private or of a guest, and ValueError for too few or too
    many computers.
    """
    key, options = settings.key, settings.options
    is_live = clock.parse(settings.time_control).is_live
    if seats_of(GAMES[key], parse_options(options)) != len(computers) + 1:
        raise ValueError("a computer for every other seat")
    found = {each.username: each for each in _all_computers()}
    dealt = Dealt(seed) if seed is not None else deal(key, options, computers)
    return start_game(
        settings if is_live else replace(settings, time_control=TIME_CONTROL),
        users=[user, *(found[name] for name in computers)],
        seed=dealt.seed,
        deals_first_play=dealt.deals_first_play,
        now=now,
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
    """Play on from the position of a finished game after `ply` plies, on the seat to move.

    This computer sits on the next seat, and others where there are more. The game counts for
    nobody; from a private one it is private too. Raises Game.DoesNotExist, and NotAllowed for a
    computer that there is not, a game that runs and a position in which nobody is to move.
    """
    origin = Game.objects.prefetch_related("moves").get(pk=game_id)
    turn = _turn_after(origin, ply)
    others = iter(_computers_led_by(computer))
    seats = range(seats_of(origin.rules, parse_options(origin.options)))
    return start_game(
        GameSettings(
            key=origin.key,
            options=origin.options,
            is_private=origin.is_private or user.plays_privately,
            time_control=TIME_CONTROL,
        ),
        users=[user if seat == turn else next(others) for seat in seats],
        seed=seed or new_seed(),
        now=now,
        origin=origin,
        origin_ply=ply,
    )


def play_position(
    position: State,
    *,
    options: str,
    user: User,
    computer: str,
    now: datetime,
    seed: bytes | None = None,
) -> Game:
    """Play on from a position that was set up; the person sits on the seat to move, the first.

    Tiles that are only counted are dealt by the seed: the rack of the person is filled up, and the
    others draw theirs. The game counts for nobody. Raises NotAllowed for a computer that there is
    not.
    """
    others = iter(_computers_led_by(computer))
    seed = seed or new_seed()
    return start_game(
        GameSettings(
            key=position.key,
            options=options,
            is_private=user.plays_privately,
            time_control=TIME_CONTROL,
        ),
        users=[user, *(next(others) for _ in range(position.seats - 1))],
        seed=seed,
        now=now,
        set_up=_dealt(position, seed),
    )


def _all_computers() -> QuerySet[User]:
    return User.objects.filter(is_computer=True)


def _computers_led_by(name: str) -> list[User]:
    """This computer, then all others; NotAllowed where it is none."""
    computers = sorted(_all_computers(), key=lambda each: each.username != name)
    if not computers or computers[0].username != name:
        raise NotAllowed(422, _NO_SUCH_COMPUTER)
    return computers


def _dealt(position: State, seed: bytes) -> State:
    """The position with all tiles in their places."""
    if not isinstance(position, TileGame):
        return position.with_stock(replace(position.stock, seed=seed))
    seats = [seat for seat in range(position.seats) if seat not in position.departed]
    stock = position.stock.deal_rest(seed, position.tiles_on_board(), seats)
    return position.with_stock(stock)


def _turn_after(origin: Game, ply: int) -> Seat:
    """Return the seat to move after `ply` plies of a finished game.

    Raises NotAllowed for a game that runs, and where nobody is to move.
    """
    if origin.ended_at is None:
        raise NotAllowed(409, _NOT_OVER)
    turn = history.position_before(origin, ply + 1).turn if ply <= origin.ply else None
    if turn is None:
        raise NotAllowed(409, _NOBODY_TO_MOVE)
    return turn


def play_computers_again(*, game: Game, user: User, now: datetime, dealt: Dealt) -> Game:
    """Another game with the same computers and settings, as it was `dealt` before the lock."""
    players = game.players.select_related("user")
    others = [player.user for player in players if player.user is not None and player.is_computer]
    return start_game(
        game.settings,
        users=[user, *others],
        seed=dealt.seed,
        deals_first_play=dealt.deals_first_play,
        now=now,
        rematch_of=game,
    )
