"""Where a computer is to move, and what it is told."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import F

from accounts.models import User
from games.computers.roster import OPPONENTS
from games.computers.worker import Question
from games.engine.levels import seconds_to_think
from games.models import Game, canonical_json
from games.rules.interface import State
from games.rules.moves import Seat
from games.store.hints import may_take_hints
from games.store.queries import WITH_PLAYERS


@dataclass(frozen=True)
class ComputerTurn:
    """A turn of a computer: who moves at which level, and the worker's question."""

    computer: User
    level: int
    question: Question

    @property
    def seconds_to_think(self) -> float:
        """How long it may think where nobody else waits."""
        return seconds_to_think(self.question.key, self.level)


def turns_of_computers(before: datetime, limit: int) -> list[tuple[str, int]]:
    """Running games and their plies in which a computer has been to move since that time.

    No deadline runs for a computer, which narrows the search down to few games.
    """
    has_no_deadline = Game.objects.filter(ended_at=None, deadline_at=None, changed_at__lt=before)
    waiting = has_no_deadline.filter(players__seat=F("turn"), players__user__is_computer=True)
    return list(waiting.order_by("changed_at").values_list("id", "ply")[:limit])


def turn_of_computer(game_id: str, ply: int) -> ComputerTurn | None:
    """The turn of a computer at this ply; None when the game is further, or it is not its turn."""
    game = Game.objects.filter(pk=game_id, ply=ply).prefetch_related(WITH_PLAYERS).first()
    computer = game.computer_to_move if game is not None else None
    if game is None or game.turn is None or computer is None:
        return None
    level = OPPONENTS[computer.username].level
    return ComputerTurn(computer, level, question(game.position, game.turn))


def turn_of_person(game_id: str, ply: int) -> Question | None:
    """The turn of a person at this ply who holds tiles and plays against computers alone."""
    game = Game.objects.filter(pk=game_id, ply=ply).prefetch_related(WITH_PLAYERS).first()
    if game is None or game.turn is None or not game.rules.has_racks:
        return None
    return question(game.position, game.turn) if may_take_hints(game, game.turn) else None


def question(state: State, seat: Seat) -> Question:
    """What leaves this process: the State as that seat knows it, and nothing else."""
    return Question(state.key, seat, canonical_json(state.seen_by(seat).to_json()))
