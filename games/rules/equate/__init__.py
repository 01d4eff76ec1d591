"""Equate: crossing equations on 19×19 squares, for two to four."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from games.rules.equate.constants import (
    EQUALS,
    LAYOUT,
    SETS,
    SETS_WITH_NEGATIVE_RESULTS,
    game_tiles,
    supplies,
)
from games.rules.equate.endings import (
    empty_rack_adjustments,
    max_passes,
    max_scoreless_turns,
    stalemate_adjustments,
)
from games.rules.equate.lines import judge, judge_advanced
from games.rules.equate.options import OPTIONS, resolve_equate_options
from games.rules.equate.phrases import PHRASES
from games.rules.equate.placement import has_place
from games.rules.equate.plays import check_play, parse_move
from games.rules.grid import Square
from games.rules.interface import require_turn
from games.rules.messages import Json, Message, gettext_noop
from games.rules.move_generator import plays_up_to
from games.rules.moves import Seat, Verdict, next_seat
from games.rules.notation import MoveText, Play, Swap
from games.rules.placement import Judge, first_play_hint
from games.rules.refusals import IllegalMove
from games.rules.stock import Supply
from games.rules.tile_game import TileGame
from games.rules.tiles import TileSet
from games.rules.turn_counts import TurnsInARow

__all__ = ["LAYOUT", "SETS", "State", "judge", "judge_advanced"]

_FIRST_EQUATION_APART = gettext_noop("every play is an equation across that touches no other tile")
_EQUALS_AT_HAND = gettext_noop("equals signs are always at hand; there is none to swap")


@dataclass(frozen=True, kw_only=True, repr=False)
class State(TileGame):
    """A whole position of Equate (rules E5-E22)."""

    key = "equate"
    name = "Equate"
    options = OPTIONS
    layout = LAYOUT
    phrases = PHRASES
    free = (EQUALS,)

    set_name: str
    stage: str
    counts: TurnsInARow = TurnsInARow()

    # --- tables ---

    @classmethod
    def resolve(cls, options: Mapping[str, str]) -> dict[str, str]:
        return resolve_equate_options(options)

    @classmethod
    def supplies(cls, values: Mapping[str, str]) -> tuple[Supply, ...]:
        return supplies(values["set"], values["stage"])

    @classmethod
    def settings(cls, values: Mapping[str, Any]) -> dict[str, Any]:
        return {"set_name": values["set"], "stage": values["stage"]}

    @classmethod
    def count_seats(cls, values: Mapping[str, str]) -> int:
        return int(values["players"])

    @property
    def tiles(self) -> TileSet:
        return game_tiles(self.set_name, self.stage)

    @property
    def judge(self) -> Judge:
        """Judges a line of two or more tiles with the set in use (E6-E8, E16)."""
        return judge_advanced if self.set_name in SETS_WITH_NEGATIVE_RESULTS else judge

    @property
    def plays_lie_apart(self) -> bool:
        """E21: in stage 1 every play is an equation across that touches no other tile."""
        return self.stage == "1"

    @property
    def has_quiet_plays(self) -> bool:
        """E8, E21: expressions without an equals sign earn nothing; stage 1 has none."""
        return self.stage != "1"

    @property
    def first_square(self) -> Square | None:
        return None if self.plays_lie_apart else LAYOUT.centre

    @property
    def first_move_hint(self) -> Message:
        if self.first_square is None:
            return Message(_FIRST_EQUATION_APART)
        return first_play_hint(LAYOUT)

    def view(self, seat: Seat | None) -> Json:
        return super().view(seat) | {"left": list(self.departed)}

    def to_json(self) -> Json:
        own = {"set": self.set_name, "stage": self.stage, "left": list(self.departed)}
        return super().to_json() | own

    # --- moves ---

    def has_place(self, squares: Sequence[Square]) -> bool:
        """Tell whether any tiles may lie on these empty squares (E8, E9, E21)."""
        return has_place(self.board, squares, self.stage)

    def legal_plays(self, seat: Seat, max_tiles: int) -> Iterator[str]:
        return plays_up_to(self, seat, max_tiles)

    def parse_move(self, text: str) -> MoveText:
        return parse_move(text, self.tiles.counts)

    def check_play(self, seat: Seat, play: Play) -> Verdict:
        self.require_held(seat, play)
        return check_play(self.board, play, self.stage, self.judge, self.tiles)

    def check_swap(self, seat: Seat, swap: Swap) -> Verdict:
        """E13: one tile or more, of each pile at most as many as it holds."""
        if EQUALS in swap.tiles:
            raise IllegalMove("not-on-rack", Message(_EQUALS_AT_HAND))
        return super().check_swap(seat, swap)

    def after_departure(self, seat: Seat, reason: str) -> Self:
        """E20: the seat leaves the game; the last remaining seat has won.

        Time runs out only for the seat to move. A resignation out of turn does not change the
        turn.
        """
        if reason != "resign" or seat in self.departed:
            require_turn(self, seat)
        turn = self.turn
        if seat == turn:
            turn = next_seat(seat, self.seats, self.departed)
        departed = (*self.departed, seat)
        after = replace(self, departed=departed, counts=TurnsInARow(), turn=turn)
        return after.end(reason, self.nothing()) if len(after._remaining()) == 1 else after

    # --- endings ---

    def ending_after(self, seat: Seat, kind: str) -> str | None:
        """E11, E14, E19: an empty rack, passes of all, or five turns of each without a play."""
        remaining = self._remaining()
        if kind == "play" and self.has_played_out(seat):
            return "out"
        if self.counts.passes == max_passes(self.stock, remaining):
            return "passes"
        return "idle" if self.counts.scoreless_turns >= max_scoreless_turns(remaining) else None

    def adjustments(self, seat: Seat, reason: str) -> tuple[int, ...]:
        if reason == "out":
            return empty_rack_adjustments(self.stock, seat, self._remaining())
        return stalemate_adjustments(self.stock, self._remaining())

    def _remaining(self) -> list[Seat]:
        """Return the seats that are still in the game."""
        return [seat for seat in range(self.seats) if seat not in self.departed]
