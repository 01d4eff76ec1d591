"""The score sheet of a table, as far as its reader may know the moves."""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import get_language

from games.computers.roster import OPPONENTS
from games.engine.levels import swaps_by_chance
from games.models import Game, PlayedMove, Player
from games.presentation import sentences, time_text
from games.presentation.models.table import MoveRow
from games.presentation.plain_text import PlainMove
from games.rules import GAMES
from games.rules.messages import Json
from games.rules.moves import Seat
from games.rules.record import standing_plies
from games.store import swap_secrecy
from games.store.history import running_totals
from games.store.queries import SEAT_MARKS, moves_of

_ROWS_KEPT = 4096  # each in one language


class _Entry(NamedTuple):
    """All that a row of the score sheet tells, before it is put into words."""

    key: str  # of the game
    ply: int
    seat: Seat
    name: str
    is_choosy: bool  # a computer that swaps only where no play is to its liking
    text: str  # in notation, as far as the reader may know it
    verdict: str  # as it is stored
    points: int
    total: int  # the mover's score after the move
    is_own: bool
    is_hinted: bool
    stands: bool  # it was not taken back
    seconds: int  # that it took, whole ones; 0 where it was less, or nobody knows


def score_sheet(game: Game, seat: Seat | None) -> tuple[MoveRow, ...]:
    """All moves of a game as this seat, or a stranger (None), may know them."""
    moves, language = moves_of(game), get_language()
    stands = set(standing_plies(move.text for move in moves))
    players = list(game.players.all())
    return tuple(
        _row(_entry(game, move, players[move.seat], seat, totals[move.seat], stands), language)
        for move, totals in zip(moves, running_totals(game, moves), strict=True)
    )


def _entry(
    game: Game, move: PlayedMove, player: Player, seat: Seat | None, total: int, stands: set[int]
) -> _Entry:
    return _Entry(
        key=game.key,
        ply=move.ply,
        seat=move.seat,
        name=player.shown_name,
        is_choosy=_is_choosy(game.key, player),
        text=swap_secrecy.public_text(move, seat, game.ended_at is not None),
        verdict=move.detail,
        points=move.points,
        total=total,
        is_own=move.seat == seat,
        is_hinted=move.is_hinted,
        stands=move.ply in stands,
        seconds=(move.milliseconds or 0) // 1000,
    )


def _is_choosy(key: str, player: Player) -> bool:
    known = OPPONENTS.get(player.shown_name) if player.is_computer else None
    return known is not None and not swaps_by_chance(key, known.level)


def plain_moves(game: Game, ply: int) -> list[PlainMove]:
    """The first moves of a game as strangers may know them, for a text."""
    moves, names = moves_of(game)[:ply], [player.shown_name for player in game.players.all()]
    is_over = game.ended_at is not None
    return [
        PlainMove(
            ply=move.ply,
            name=names[move.seat],
            written=sentences.public_notation(swap_secrecy.public_text(move, None, is_over)),
            points=move.points,
            total=totals[move.seat],
        )
        for move, totals in zip(moves, running_totals(game, moves), strict=True)
    ]


def squares_of_last(moves: Sequence[MoveRow]) -> Sequence[str]:
    """The squares of the last move that stands: those are marked."""
    plies = standing_plies(move.text for move in moves)
    return moves[plies[-1] - 1].squares if plies else ()


def clear() -> None:
    """Drop the rows that were written: each is written again when it is next shown."""
    _row.cache_clear()


@lru_cache(_ROWS_KEPT)
def _row(entry: _Entry, _language: str | None) -> MoveRow:
    """One move, in a language."""
    text, detail = entry.text, json.loads(entry.verdict)
    return MoveRow(
        ply=entry.ply,
        seat=entry.seat,
        mark=SEAT_MARKS[entry.seat],
        name=entry.name,
        kind=detail["kind"],
        text=text,
        is_undone=not entry.stands and detail["kind"] != "takeback",
        is_hinted=entry.is_hinted,
        takes=bool(sentences.moved_tile(detail)) and entry.points > 0,
        where=sentences.where(text, detail),
        line=sentences.listed_line(text, detail),
        labels=sentences.labels(detail),
        how=_how(entry, detail),
        said=_sentence(entry, detail),
        took=time_text.time_left(entry.seconds) if entry.seconds else "",
        points=entry.points,
        total=entry.total,
        squares=tuple(detail["squares"]),
    )


def _how(entry: _Entry, detail: Json) -> str:
    """How the points came about; of a computer's swap, why it swapped, where that is known."""
    if entry.is_choosy and detail["kind"] == "swap":
        return sentences.why_swapped()
    return sentences.how_points_came(GAMES[entry.key], detail)


def _sentence(entry: _Entry, detail: Json) -> str:
    text, points = entry.text, entry.points
    if entry.is_own:
        return sentences.own_move_sentence(text, detail, points)
    return sentences.move_sentence(entry.name, text, detail, points, is_choosy=entry.is_choosy)
