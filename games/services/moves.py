"""Moves of players: read, checked against the position they were meant for, and stored."""

from contextlib import suppress
from datetime import datetime, timedelta

from accounts.models import User
from games.models import Game, PlayedMove
from games.rules.interface import State
from games.rules.messages import Message
from games.rules.moves import Seat
from games.rules.refusals import IllegalMove
from games.services.deadlines import flag_in, too_late
from games.services.errors import STALE
from games.services.writing import NO_LAG, lock_game, seat_of, store_move
from games.store import history
from games.store.transactions import writing


def play_move(
    *,
    game_id: str,
    user: User | None,
    ply: int,
    text: str,
    now: datetime,
    round_trip: timedelta = NO_LAG,
) -> PlayedMove:
    """Make a move: `ply` is the number it shall have, `now` when it reached the server.

    `round_trip` is how long the player's line was measured to take; in a live game it is given
    back, within bounds. The same move posted again gets the stored answer again. A resignation
    counts although others have moved meanwhile. Raises Game.DoesNotExist, NotAllowed (not a
    player), and a Refusal: `stale` for a position that is no more, `game-over` after the deadline,
    or whatever the rules say. Opponent and spectators are told after the commit.
    """
    looked_at = 0  # the ply up to which this is known to be no repeat
    while True:
        with writing():
            game = lock_game(game_id)
            seat = seat_of(game, user)
            if not 1 <= ply <= game.ply or game.ply == looked_at:
                if played := _play(game, seat, ply, text, now, round_trip):
                    return played
                break
        # What is past stays as it is: it is played again while others may write.
        if stored := _find_stored(game, seat, ply, text):
            return stored
        looked_at = game.ply
    raise too_late(game)


def _play(
    game: Game, seat: Seat, ply: int, text: str, now: datetime, round_trip: timedelta
) -> PlayedMove | None:
    """Make a move that is no repeat, in a game that is locked; None after the deadline.

    Then a resignation counts at a table where the others go on.
    """
    state = game.position
    if not 1 <= ply <= game.ply:
        _require_legible(state, seat, text)
    lag = game.clocks.lag_returned(seat, round_trip) if seat == state.turn else None
    if flag_in(game, state, now, lag):
        return _resign_too(game, seat, ply, now) if is_resignation(text) else None
    if is_resignation(text):
        require_nothing_own_since(game, state, seat, ply)
    else:
        require_position(game, state, ply)
    return store_move(game, state.play(seat, text), now, lag or NO_LAG)


def _resign_too(game: Game, seat: Seat, ply: int, now: datetime) -> PlayedMove | None:
    """Resign after another seat's flag has just fallen; None if the game is over or it was one's
    own. Nothing is raised: the flag would be up again.
    """
    state = game.position
    with suppress(IllegalMove):
        require_nothing_own_since(game, state, seat, ply)
        return store_move(game, state.play(seat, "resign"), now)
    return None


def _require_legible(state: State, seat: Seat, text: str) -> None:
    """Raise NotationError for what is no notation: so it is told, however old the post and late."""
    with suppress(IllegalMove):
        state.check(seat, text)


def is_resignation(text: str) -> bool:
    """Whether a player gives up with this."""
    return text.strip(" ").lower() == "resign"


def _find_stored(game: Game, seat: Seat, ply: int, text: str) -> PlayedMove | None:
    """The stored move that is posted again; None for another. Raises NotationError.

    `ply` is past. How a move is written may depend on the position: what is not written as it is
    stored is read in the one in which it was made, for which the game is played again so far.
    """
    if is_resignation(text):
        made = game.moves.filter(ply__gte=ply, seat=seat, text__startswith="resign")
        return made.first()
    stored = game.moves.filter(ply=ply, seat=seat).first()
    if stored is not None and stored.text == text:
        return stored
    with suppress(IllegalMove):
        written = history.position_before(game, ply).check(seat, text).text
        if stored is not None and stored.text == written:
            return stored
    return None


def require_position(game: Game, state: State, ply: int) -> None:
    """Raise IllegalMove `stale` for a post that was meant for another position of the game."""
    if state.outcome is None and ply != game.ply + 1:
        raise IllegalMove("stale", Message(STALE))


def require_nothing_own_since(game: Game, state: State, seat: Seat, ply: int) -> None:
    """Raise IllegalMove `stale` unless only others have moved since this was to be the next ply."""
    is_known = 1 <= ply <= game.ply + 1
    if state.outcome is None and (
        not is_known or game.moves.filter(ply__gte=ply, seat=seat).exists()
    ):
        raise IllegalMove("stale", Message(STALE))
