"""Draws that are offered, and games that end by agreement."""

from datetime import datetime

from accounts.models import User
from games.models import Game, Player
from games.rules.interface import State
from games.rules.messages import Message, gettext_noop
from games.rules.refusals import IllegalMove
from games.services.deadlines import flag_in, too_late
from games.services.errors import ONE_REQUEST, OVER, NotAllowed
from games.services.moves import require_position
from games.services.writing import agree, lock_game, player_of
from games.store.transactions import writing

_NO_DRAW = gettext_noop("you cannot offer a draw in this game")


def offer_draw(*, game_id: str, user: User | None, ply: int, now: datetime) -> Player:
    """Offer a draw instead of the move with this number; the player who offers, and the game.

    An offer stands beside the State and is void after the next move (M10). When every seat that
    may offer has done so, the game ends by agreement. The same offer again changes nothing.
    Raises Game.DoesNotExist, NotAllowed (not a player, no draws here), and a Refusal: `stale` or
    `game-over`.
    """
    with writing():
        game = lock_game(game_id)
        player = player_of(game, user)
        if (game.termination, game.ply) == ("agreement", ply):
            return player
        state = game.position
        fell = flag_in(game, state, now)
        if not fell:
            _require_draw(game, state, ply)
            agree(game, state, player, range(state.seats), "agreement", now)
            return player
    raise too_late(game)


def _require_draw(game: Game, state: State, ply: int) -> None:
    """Raise a Refusal or NotAllowed unless a draw may be offered in this position."""
    if state.outcome is not None:
        raise IllegalMove("game-over", Message(OVER))
    if not state.ends_by_agreement or game.has_computers:  # a computer agrees to nothing
        raise NotAllowed(422, _NO_DRAW)
    require_position(game, state, ply)
    if any(player.asks_time == Player.ASKS for player in game.players.all()):
        raise NotAllowed(409, ONE_REQUEST)
