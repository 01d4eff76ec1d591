"""Hints in games against computers: first the points of the best play, its square, then all."""

import re
from collections.abc import Callable

from accounts.models import User
from games import selectors
from games.models import Game, Player, canonical_json
from games.rules.base import IllegalMove, Json, Message, State, gettext_noop, require_turn
from games.services.denied import Denied
from games.services.play import locked_game, player_of
from games.transactions import writing
from games.worker import Question

_STALE = gettext_noop("the board has changed since; look again")
_AMONG_PEOPLE = gettext_noop("there are hints only in games against the computer")

_START = re.compile("[ <-]")
"""What follows the name of the square with which a move begins: `K7< .+9=81`, `c3-f6`."""

Seek = Callable[[Question], tuple[str, int] | None]
"""The best play for a question, and its points."""


def take_hint(*, game_id: str, user: User | None, ply: int, seek: Seek) -> None:
    """Tell a player one step more about the best play for the move with this number.

    The play is sought once for each move, before anything is locked. What is told is kept with
    the player and counted. Raises Game.DoesNotExist, Denied, a Refusal, and what `seek` raises.
    """
    game = Game.objects.prefetch_related(selectors.WITH_PLAYERS).get(pk=game_id)
    player, state = player_of(game, user), game.position
    _require_allowed(game, state, player, ply)
    hint = selectors.last_hint(player, ply) or _first(state, player, ply, seek)
    with writing():
        game = locked_game(game_id)
        player = player_of(game, user)
        _require_allowed(game, game.position, player, ply)
        _tell_more(player, selectors.last_hint(player, ply) or hint)


def _require_allowed(game: Game, state: State, player: Player, ply: int) -> None:
    if not selectors.may_take_hints(game, player.seat):
        raise Denied(403, _AMONG_PEOPLE)
    require_turn(state, player.seat)
    if ply != game.ply + 1:
        raise IllegalMove("stale", Message(_STALE))


def _first(state: State, player: Player, ply: int, seek: Seek) -> Json:
    """The play that hints are about, as it is kept; `play` is None where none was found."""
    found = seek(selectors.question(state, player.seat))
    hint: Json = {"ply": ply, "step": 0, "play": None}
    if found is not None:
        verdict = state.check(player.seat, found[0])
        square = _START.split(verdict.text, maxsplit=1)[0]
        line = next((run.text for run in verdict.runs if run.kind == "complete"), "")
        hint["play"] = {"text": found[0], "points": found[1], "square": square, "line": line}
    return hint


def _tell_more(player: Player, hint: Json) -> None:
    if hint["step"] < selectors.steps_in(hint):
        player.hints += 1
        player.hint = canonical_json(hint | {"step": hint["step"] + 1})
        player.save(update_fields=["hints", "hint"])
