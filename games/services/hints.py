"""Hints in games against computers: step by step of an easy play, or of the best one.

That nothing can be laid is said unasked, where it is certain. The plays are found by
`games.engine.easy_plays` and `games.engine.best_moves`, in the worker process that `seek` asks
(`games.computers.process.easy_play`, `best_play`).
"""

from collections.abc import Callable, Mapping
from typing import Any

from accounts.models import User
from games import notifications
from games.catalogue import Parts
from games.computers import turns
from games.computers.worker import Question
from games.engine.numeria import Aim
from games.models import Game, Player, canonical_json
from games.rules.interface import State, require_turn
from games.rules.messages import Json, Message, gettext_noop
from games.rules.moves import Seat, Verdict, verdict_to_json
from games.rules.refusals import IllegalMove
from games.services.errors import NotAllowed
from games.services.writing import lock_game, player_of
from games.store import hints, queries
from games.store.hints import Kind
from games.store.transactions import writing

_STALE = gettext_noop("the board has changed since; look again")
_AMONG_PEOPLE = gettext_noop("there are hints only in games against the computer")

Seek = Callable[[Question], tuple[str, int] | None]
"""The play for a question, and its points."""

AIMS: Mapping[str, Callable[[Any, Seat, str], Aim]] = Parts("aim")
"""What tells the purpose of a move, in games whose hints begin with it, by the key of the game."""


def take_hint(*, game_id: str, user: User | None, ply: int, kind: Kind, seek: Seek) -> None:
    """Tell a player one step more about the play of this kind for the move with this number.

    The play is sought once for each move, before anything is locked. What is told is kept with
    the player, and every play told about is counted once. Raises Game.DoesNotExist, NotAllowed, a
    Refusal, and what `seek` raises.
    """
    game = Game.objects.prefetch_related(queries.WITH_PLAYERS).get(pk=game_id)
    player, state = player_of(game, user), game.position
    _require_allowed(game, state, player, ply)
    play = None
    if kind not in (hints.last_hint(player, ply) or {}):
        play = _sought(state, player, seek)
    with writing():
        game = lock_game(game_id)
        player = player_of(game, user)
        _require_allowed(game, game.position, player, ply)
        _tell_more(player, hints.last_hint(player, ply) or {"ply": ply}, kind, play)


def _require_allowed(game: Game, state: State, player: Player, ply: int) -> None:
    if not hints.may_take_hints(game, player.seat):
        raise NotAllowed(403, _AMONG_PEOPLE)
    require_turn(state, player.seat)
    if ply != game.ply + 1:
        raise IllegalMove("stale", Message(_STALE))


def _sought(state: State, player: Player, seek: Seek) -> Json | None:
    """The play that hints are about, as it is kept; None where none was found."""
    found = seek(turns.question(state, player.seat))
    if found is None:
        return None
    verdict = state.check(player.seat, found[0])
    play: Json = {
        "text": verdict.text,
        "points": found[1],
        "square": _first_square(verdict, state),
        "squares": [state.layout.name(square) for square in verdict.squares],
        "detail": verdict_to_json(verdict, state.layout),
    }
    if state.key in AIMS:
        aim = AIMS[state.key](state, player.seat, verdict.text)
        play["aim"] = {"kind": aim.kind, "numbers": list(aim.numbers)}
    return play


def _first_square(verdict: Verdict, state: State) -> str:
    """The name of the square with which the line of a play begins, or of the tile that moves."""
    if verdict.moved is not None:
        return state.layout.name(verdict.moved[0])
    squares = verdict.runs[0].squares if verdict.runs else verdict.squares
    return state.layout.name(squares[0])


def _tell_more(player: Player, hint: Json, kind: Kind, play: Json | None) -> None:
    """One step more of the play of this kind; a play is counted when it is first told about."""
    told = hint.get(kind) or {"step": _count_steps_told(hint, play), "play": play}
    is_known = kind not in hint and told["step"] > 0  # now it is told that it is the best as well
    if told["step"] == 0 and told["play"] is not None:
        player.hints_taken += 1
    if not is_known and not hints.is_all_told(told):
        told["step"] += 1
    player.last_hint = canonical_json(hint | {"kind": kind, kind: told})
    player.save(update_fields=["hints_taken", "last_hint"])


def _count_steps_told(hint: Json, play: Json | None) -> int:
    """How many steps of this play were told as the easy one."""
    easy = hint.get("easy", {"play": None})
    is_same = play is not None and easy["play"] and easy["play"]["text"] == play["text"]
    return int(easy["step"]) if is_same else 0


def say_stuck(*, game_id: str, ply: int) -> None:
    """Keep that nothing can be laid as the move with this number, and tell the player's pages.

    Of a game that has gone on since, or where there are no hints, nothing is kept.
    """
    with writing():
        game = Game.objects.select_for_update().filter(pk=game_id, ply=ply - 1).first()
        if game is None or game.turn is None or not hints.may_take_hints(game, game.turn):
            return
        Player.objects.filter(game=game, seat=game.turn).update(stuck_ply=ply)
        notifications.tell_stuck(game_id, game.turn)
