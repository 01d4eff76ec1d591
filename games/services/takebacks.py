"""Moves that are taken back in casual games against computers."""

from datetime import datetime

from accounts.models import User
from games.models import Game, PlayedMove
from games.rules.interface import Move
from games.rules.messages import Message, gettext_noop
from games.rules.moves import Seat
from games.rules.refusals import IllegalMove
from games.services.deadlines import flag_in, too_late
from games.services.errors import OVER, NotAllowed
from games.services.writing import lock_game, player_of, store_move
from games.store import history, permissions, queries
from games.store.transactions import writing

LONGEST_GAME = 1000  # plies; after that nothing is taken back


_CASUAL_ONLY = gettext_noop("moves are taken back only in casual games against the computer")


_NOT_THE_LAST = gettext_noop("the board has changed since; look again, nothing was taken back")


_TOO_LONG = gettext_noop("this game is so long that nothing more can be taken back")


def take_back(*, game_id: str, user: User | None, ply: int, now: datetime) -> PlayedMove:
    """Let the position stand again before one's last move, the one with this number.

    It does not matter whether a computer has answered. The same again gets the stored answer.
    Raises Game.DoesNotExist, NotAllowed (not a player, a rated game, one among people), and a
    Refusal: `stale` or `game-over`.
    """
    while True:
        seen = queries.game_with_players(game_id)
        seat = player_of(seen, user).seat
        if not permissions.may_take_back(seen, seat):
            raise NotAllowed(403, _CASUAL_ONLY)
        line = f"takeback {ply}"
        stored = seen.moves.filter(seat=seat, text=line).first()
        if stored is not None:
            return stored
        found = _find_move(seen, seat, ply, line)
        with writing():
            game = lock_game(game_id)
            if (game.ply, game.changed_at) != (seen.ply, seen.changed_at):
                continue  # somebody has moved meanwhile: look again
            if not flag_in(game, game.position, now):
                if isinstance(found, Exception):
                    raise found
                return store_move(game, found, now)
        raise too_late(game)


def _find_move(game: Game, seat: Seat, ply: int, line: str) -> Move | IllegalMove | NotAllowed:
    """What takes the move back, or why it is not taken back.

    The whole game is played again for it: that waits for no lock, and nobody waits for it.
    """
    if game.ended_at is not None:
        return IllegalMove("game-over", Message(OVER))
    if permissions.last_own_move(game, seat) != ply:
        return IllegalMove("stale", Message(_NOT_THE_LAST))
    if game.ply >= LONGEST_GAME:
        return NotAllowed(409, _TOO_LONG)
    return history.course_of(game).play(line)
