"""Games that are called off: too little was played to count, or all agree."""

from datetime import datetime

from accounts.models import User
from games.models import Game, Player
from games.rules.interface import State
from games.rules.messages import gettext_noop
from games.services.deadlines import flag_in, too_late
from games.services.errors import NotAllowed, require_in_game
from games.services.moves import require_nothing_own_since, require_position
from games.services.writing import agree, lock_game, player_of, store_move
from games.store import permissions
from games.store.transactions import writing

_NOT_ANY_MORE = gettext_noop("it is too late to call this game off; you can resign")


def call_off(*, game_id: str, user: User | None, ply: int, now: datetime) -> Player:
    """Call a game off in which too little was played to count; the player, and the game.

    `ply` is the number that the next move would have. Among several who have played on, all who
    are still there have to agree: then this is an offer, void after the next move. The same again
    changes nothing. Raises Game.DoesNotExist, NotAllowed (not a player, too late), and a Refusal:
    `stale`, `not-your-turn` or `game-over`.
    """
    with writing():
        game = lock_game(game_id)
        player = player_of(game, user)
        if game.termination == "aborted":
            return player
        state = game.position
        if not flag_in(game, state, now):
            _call_off(game, state, player, ply, now)
            return player
    raise too_late(game)


def _call_off(game: Game, state: State, player: Player, ply: int, now: datetime) -> None:
    turn = require_in_game(state, player.seat)
    way = permissions.way_to_call_off(game, state, player.seat)
    if way == "now":
        require_nothing_own_since(game, state, player.seat, ply)
        store_move(game, state.leave(turn, "aborted"), now)
        return
    require_position(game, state, ply)
    if way != "together":
        raise NotAllowed(409, _NOT_ANY_MORE)
    staying = [seat for seat in range(state.seats) if seat not in state.departed]
    agree(game, state, player, staying, "aborted", now)
