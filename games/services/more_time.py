"""More time in casual live games of two people: asked for by one, given by the other."""

from datetime import datetime, timedelta

from accounts.models import User
from games import notifications
from games.models import Game, Player, canonical_json
from games.rules.interface import State
from games.rules.messages import Message, gettext_noop
from games.rules.refusals import IllegalMove
from games.services.deadlines import flag_in, too_late
from games.services.errors import ONE_REQUEST, OVER, NotAllowed
from games.services.moves import require_position
from games.services.writing import lock_game, player_of
from games.store import draw_offers, permissions
from games.store.transactions import writing

MORE = timedelta(minutes=1)
MOST = 5  # times that a player gets it in a game

_CASUAL_ONLY = gettext_noop("more time is given in casual live games between two people")
_NO_MORE = gettext_noop("you have got more time five times; that is all for this game")
_ONCE_A_MOVE = gettext_noop("you have just got more time; ask again after the next move")
_NOBODY_ASKS = gettext_noop("nobody asks for more time now")


def ask_for_time(*, game_id: str, user: User | None, ply: int, now: datetime) -> Player:
    """Ask the opponent for another minute; void after the next move, which is how it is refused.

    The same again changes nothing. Raises Game.DoesNotExist, NotAllowed (not a player, no such
    game, something is asked already), and a Refusal: `stale` or `game-over`.
    """
    with writing():
        game = lock_game(game_id)
        player = player_of(game, user)
        state = game.position
        if not flag_in(game, state, now):
            _require_request(game, state, ply)
            if player.asks_time != Player.ASKS:
                _require_free(game, player)
                _store(game, player, Player.ASKS)
            return player
    raise too_late(game)


def give_time(*, game_id: str, user: User | None, ply: int, now: datetime) -> Player:
    """Let the opponent who asks have another minute; the same again changes nothing.

    Raises as `ask_for_time`, and NotAllowed where nobody asks.
    """
    with writing():
        game = lock_game(game_id)
        player = player_of(game, user)
        state = game.position
        if not flag_in(game, state, now):
            _require_request(game, state, ply)
            other = game.players.all()[1 - player.seat]
            if other.asks_time == Player.ASKS:
                _give(game, other)
            elif other.asks_time != Player.HAS_GOT:
                raise NotAllowed(409, _NOBODY_ASKS)
            return player
    raise too_late(game)


def _require_request(game: Game, state: State, ply: int) -> None:
    if state.outcome is not None:
        raise IllegalMove("game-over", Message(OVER))
    if not permissions.may_ask_for_time(game):
        raise NotAllowed(422, _CASUAL_ONLY)
    require_position(game, state, ply)


def _require_free(game: Game, player: Player) -> None:
    """Raise NotAllowed where something is asked already, or this player has had enough."""
    if draw_offers.stands(game):
        raise NotAllowed(409, ONE_REQUEST)
    if player.asks_time == Player.HAS_GOT:
        raise NotAllowed(409, _ONCE_A_MOVE)
    if player.times_given >= MOST:
        raise NotAllowed(409, _NO_MORE)


def _give(game: Game, player: Player) -> None:
    """The bank grows, and with it the turn if it is this player's."""
    clocks = game.clocks.with_more(player.seat, MORE)
    game.clock = canonical_json(clocks.stored)
    if game.turn == player.seat:
        game.deadline_at = clocks.deadline(player.seat, game.turn_began_at)
    game.save(update_fields=["clock", "deadline_at"])
    player.times_given += 1
    _store(game, player, Player.HAS_GOT)


def _store(game: Game, player: Player, asks: int) -> None:
    player.asks_time = asks
    player.save(update_fields=["asks_time", "times_given"])
    notifications.tell_draw_offered(game.id, game.ply, draw_offers.made(game))
