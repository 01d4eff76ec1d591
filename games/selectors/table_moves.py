"""The score sheet of a table, as far as its reader may know the moves."""

import json
from collections.abc import Sequence
from functools import lru_cache

from django.utils.translation import get_language

from games.models import Game
from games.presentation import sentences
from games.presentation.models.table import MoveRow
from games.presentation.plain_text import PlainMove
from games.rules import GAMES
from games.rules.messages import Json
from games.rules.moves import Seat
from games.rules.record import standing_plies
from games.store import swap_secrecy
from games.store.history import running_totals
from games.store.queries import SEAT_MARKS, moves_of

_ROWS_KEPT = 8192  # each in one language


def score_sheet(game: Game, seat: Seat | None) -> tuple[MoveRow, ...]:
    """All moves of a game as this seat, or a stranger (None), may know them."""
    moves, is_over = moves_of(game), game.ended_at is not None
    stands = set(standing_plies(move.text for move in moves))
    names = [(player.shown_name, player.is_computer) for player in game.players.all()]
    return tuple(
        _row(
            game.key,
            move.ply,
            move.seat,
            *names[move.seat],
            swap_secrecy.public_text(move, seat, is_over),
            move.detail,
            move.points,
            totals[move.seat],
            is_own=move.seat == seat,
            is_hinted=move.is_hinted,
            stands=move.ply in stands,
            _language=get_language(),
        )
        for move, totals in zip(moves, running_totals(game, moves), strict=True)
    )


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


def forget() -> None:
    """Drop the rows that were written: each is written again when it is next shown."""
    _row.cache_clear()


@lru_cache(_ROWS_KEPT)
def _row(
    key: str,
    ply: int,
    seat: Seat,
    name: str,
    is_computer: bool,
    text: str,
    verdict: str,
    points: int,
    total: int,
    *,
    is_own: bool,
    is_hinted: bool,
    stands: bool,
    _language: str | None,
) -> MoveRow:
    """One move, in a language; `text` is what the reader may know of it.

    `verdict` is the stored one, `total` the mover's score after the move, `stands` that it was not
    taken back.
    """
    detail = json.loads(verdict)
    return MoveRow(
        ply=ply,
        seat=seat,
        mark=SEAT_MARKS[seat],
        name=name,
        kind=detail["kind"],
        text=text,
        is_undone=not stands and detail["kind"] != "takeback",
        is_hinted=is_hinted,
        takes="tile" in detail and points > 0,
        where=sentences.where(text, detail),
        line=sentences.move_line(text, detail),
        labels=sentences.labels(detail),
        how=_how(key, detail, is_computer),
        said=_sentence(name, text, detail, points, is_own=is_own, is_computer=is_computer),
        points=points,
        total=total,
        squares=tuple(detail["squares"]),
    )


def _how(key: str, detail: Json, is_computer: bool) -> str:
    """How the points came about; of a computer's swap, why it swapped."""
    if is_computer and detail["kind"] == "swap":
        return sentences.why_swapped()
    return sentences.how_points_came(GAMES[key], detail)


def _sentence(
    name: str, text: str, detail: Json, points: int, *, is_own: bool, is_computer: bool
) -> str:
    if is_own:
        return sentences.own_move_sentence(text, detail, points)
    return sentences.move_sentence(name, text, detail, points, is_computer)
