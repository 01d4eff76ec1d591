"""A beginner, simulated: what the lowest level is held to. Nothing here is tuned."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.engine import best_moves
from games.engine.easy_plays import EQUALS, easiest_first, squares_of, without_blanks
from games.engine.levels import is_legal
from games.engine.numeria import candidate_moves
from games.engine.seeded_choice import SeededChoice
from games.engine.tile_player import swap_all
from games.rules import numeria
from games.rules.interface import State
from games.rules.moves import Seat, Verdict

PLAYS = 30_000  # if there are more, those that earn least are left out


@dataclass(frozen=True)
class Beginner:
    """Who lays one equation of three to five tiles each turn, whichever: chance decides.

    An equation is one line with one equals sign, and its tiles are all that stand in it. Where
    there is none, it is the play of the shortest line, one with a blank if need be, and where
    nothing can be laid, all tiles are swapped, or the turn is passed. In a game whose tiles move a
    trope in reach is taken, and any move made where there is none.
    """

    least: int = 3
    most: int = 5

    def choose(self, state: State, seat: Seat) -> str:
        """The move of the seat on turn, from what that seat sees."""
        seen = state.seen_by(seat)
        chance = SeededChoice.of_position(seen, seat)
        if isinstance(seen, numeria.State):
            return _moved(seen, seat, chance)
        wanted = self._wanted(seen, seat, chance)
        return next(text for text in wanted if is_legal(seen, seat, text))

    def _wanted(self, state: State, seat: Seat, chance: SeededChoice) -> Iterator[str]:
        """The last one is always legal."""
        held = without_blanks(state, seat)
        plays = best_moves(held, seat, PLAYS).plays
        short = [text for text, _ in plays if squares_of(text) <= self.most]
        shuffled = chance.shuffle("beginner", short)
        yield from (text for text in shuffled if self._is_simple(state.check(seat, text)))
        yield from (text for text, _ in easiest_first(state, seat, plays))
        every = best_moves(state, seat, PLAYS).plays
        yield from (text for text, _ in easiest_first(state, seat, every))
        swap = swap_all(state, seat)
        if swap is not None:
            yield swap
        yield "pass"

    def _is_simple(self, verdict: Verdict) -> bool:
        lines = [run for run in verdict.runs if run.text.count(EQUALS) == 1]
        return len(verdict.runs) == 1 and any(
            self.least <= len(run.squares) <= self.most for run in lines
        )


def _moved(state: numeria.State, seat: Seat, chance: SeededChoice) -> str:
    moves = chance.shuffle("beginner", list(candidate_moves(state, seat)))
    taken = [move for move in moves if move.four is not None]
    return next((move.text for move in taken or moves), "pass")


BEGINNER = Beginner()
