"""Games that are called off, and moves that are taken back."""

from datetime import datetime

from accounts.models import User
from games import selectors
from games.models import Game, PlayedMove, Player
from games.rules.interface import State
from games.rules.messages import Message, gettext_noop
from games.rules.moves import Seat
from games.rules.refusals import IllegalMove
from games.services.denied import Denied
from games.services.play import (
    agree,
    flag_in,
    locked_game,
    player_of,
    require_nothing_own_since,
    require_position,
    store,
    too_late,
)
from games.transactions import writing

LONGEST_GAME = 1000  # plies; after that nothing is taken back

_OVER = gettext_noop("the game is over")
_HAS_LEFT = gettext_noop("you have left this game")
_NOT_ANY_MORE = gettext_noop("it is too late to call this game off; you can resign")
_CASUAL_ONLY = gettext_noop("moves are taken back only in casual games against the computer")
_NOT_THE_LAST = gettext_noop("the board has changed since; look again, nothing was taken back")
_TOO_LONG = gettext_noop("this game is so long that nothing more can be taken back")


def call_off(*, game_id: str, user: User | None, ply: int, now: datetime) -> Player:
    """Call a game off in which too little was played to count; the player, and the game.

    `ply` is the number that the next move would have. Among several who have played on, all who
    are still there have to agree: then this is an offer, void after the next move. The same again
    changes nothing. Raises Game.DoesNotExist, Denied (not a player, too late), and a Refusal:
    `stale`, `not-your-turn` or `game-over`.
    """
    with writing():
        game = locked_game(game_id)
        player = player_of(game, user)
        if game.termination == "aborted":
            return player
        state = game.position
        if not flag_in(game, state, now):
            _call_off(game, state, player, ply, now)
            return player
    raise too_late(game)


def _call_off(game: Game, state: State, player: Player, ply: int, now: datetime) -> None:
    if state.outcome is not None or state.turn is None:
        raise IllegalMove("game-over", Message(_OVER))
    if player.seat in selectors.seats_left(state):
        raise IllegalMove("not-your-turn", Message(_HAS_LEFT))
    way = selectors.way_to_call_off(game, state, player.seat)
    if way == "now":
        require_nothing_own_since(game, state, player.seat, ply)
        store(game, state.leave(state.turn, "aborted"), now)
        return
    require_position(game, state, ply)
    if way != "together":
        raise Denied(409, _NOT_ANY_MORE)
    staying = [seat for seat in range(state.seats) if seat not in selectors.seats_left(state)]
    agree(game, state, player, staying, "aborted", now)


def take_back(*, game_id: str, user: User | None, ply: int, now: datetime) -> PlayedMove:
    """Let the position stand again before one's last move, the one with this number.

    It does not matter whether a computer has answered. The same again gets the stored answer.
    Raises Game.DoesNotExist, Denied (not a player, a rated game, one among people), and a Refusal:
    `stale` or `game-over`.
    """
    with writing():
        game = locked_game(game_id)
        seat = player_of(game, user).seat
        if not selectors.may_take_back(game, seat):
            raise Denied(403, _CASUAL_ONLY)
        line = f"takeback {ply}"
        stored = game.moves.filter(seat=seat, text=line).first()
        if stored is not None:
            return stored
        state = game.position
        if not flag_in(game, state, now):
            _require_last(game, state, seat, ply)
            return store(game, selectors.course_of(game).play(line), now)
    raise too_late(game)


def _require_last(game: Game, state: State, seat: Seat, ply: int) -> None:
    if state.outcome is not None:
        raise IllegalMove("game-over", Message(_OVER))
    if selectors.last_own_move(game, seat) != ply:
        raise IllegalMove("stale", Message(_NOT_THE_LAST))
    if game.ply >= LONGEST_GAME:
        raise Denied(409, _TOO_LONG)
