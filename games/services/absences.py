"""Claims of those who wait at a live table for somebody who has left it."""

from datetime import datetime
from typing import Literal

from accounts.models import User
from games.models import Game, Player
from games.rules.interface import State
from games.rules.messages import gettext_noop
from games.services import outages
from games.services.deadlines import flag_in, too_late
from games.services.errors import NotAllowed, require_in_game
from games.services.moves import require_position
from games.services.writing import lock_game, player_of, store_move
from games.store import absences, presence
from games.store.transactions import writing

Claim = Literal["time", "aborted"]
"""What a claim ends the game by: the time of who is away, or without a result."""

_NO_CLAIM = gettext_noop("absence counts in live games between people only")
_FOR_TWO = gettext_noop("a game of several is not called off because one is away")
_OWN_TURN = gettext_noop("it is your own turn")
_NOT_THERE = gettext_noop("be at the table yourself: its page is not open")
_OUR_FAULT = gettext_noop("the site was away a moment ago; nobody is held to be absent yet")
_IS_THERE = gettext_noop("the player whose turn it is has come back")
_TOO_EARLY = gettext_noop("the player whose turn it is may still come back")


def claim(*, game_id: str, user: User | None, ply: int, by: Claim, now: datetime) -> Player:
    """End a live game, or among several the part of one, whose player on turn has left the page.

    Who claims must be there, and it must be another's turn. All is measured under the lock: of a
    claim and the move of who came back one is refused. The same again changes nothing. Raises
    Game.DoesNotExist, NotAllowed, and a Refusal: `stale`, `not-your-turn` or `game-over`.
    """
    with writing():
        game = lock_game(game_id)
        player = player_of(game, user)
        if game.moves.filter(ply=ply, text=by).exists():  # also where several play on
            return player
        state = game.position
        if not flag_in(game, state, now):
            _require_claim(game, state, player, ply, by)
            _require_absence(game, player, now)
            if state.turn is not None:
                store_move(game, state.leave(state.turn, by), now)
            return player
    raise too_late(game)


def _require_claim(game: Game, state: State, player: Player, ply: int, by: Claim) -> None:
    """Raise a Refusal or NotAllowed unless the absence of somebody would matter to this player."""
    require_in_game(state, player.seat)
    if not absences.can_be_claimed(game):
        raise NotAllowed(422, _NO_CLAIM)
    if by == "aborted" and state.seats > 2:
        raise NotAllowed(422, _FOR_TWO)
    require_position(game, state, ply)
    if player.seat == state.turn:
        raise NotAllowed(409, _OWN_TURN)


def _require_absence(game: Game, player: Player, now: datetime) -> None:
    """Raise NotAllowed unless this player is there, and who is to move has been gone for long."""
    if not presence.is_there(game.id, player.seat):
        raise NotAllowed(409, _NOT_THERE)
    if not (outages.is_steady(now) and absences.is_calm(now)):
        raise NotAllowed(409, _OUR_FAULT)
    since = presence.absent_since(game.id, game.turn) if game.turn is not None else None
    if since is None:
        raise NotAllowed(409, _IS_THERE)
    if now < absences.claimable_at(game, since):
        raise NotAllowed(409, _TOO_EARLY)
