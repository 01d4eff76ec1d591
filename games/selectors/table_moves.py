"""The score sheet of a table, as far as its reader may know the moves."""

import json
from collections.abc import Sequence

from games.models import Game, PlayedMove, Player
from games.presentation import sentences
from games.presentation.models.table import MoveRow
from games.presentation.plain_text import PlainMove
from games.rules.messages import Json
from games.rules.moves import Seat
from games.rules.record import standing_plies
from games.store import swap_secrecy
from games.store.history import running_totals
from games.store.queries import SEAT_MARKS


def score_sheet(game: Game, seat: Seat | None) -> list[MoveRow]:
    """All moves of a game as this seat, or a stranger (None), may know them."""
    moves = _moves(game, game.ply)
    stands = set(standing_plies(move.text for move in moves))
    players = {player.seat: player for player in game.players.all()}
    return [
        _row(game, move, players[move.seat], seat, totals[move.seat], move.ply in stands)
        for move, totals in zip(moves, running_totals(game, moves), strict=True)
    ]


def plain_moves(game: Game, ply: int) -> list[PlainMove]:
    """The first moves of a game as strangers may know them, for a text."""
    moves, names = _moves(game, ply), [player.shown_name for player in game.players.all()]
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


def _moves(game: Game, ply: int) -> list[PlayedMove]:
    """Up to the ply shown: the rows are read after the snapshot, and a move may have come since."""
    return list(game.moves.all()[:ply])


def _row(
    game: Game, move: PlayedMove, player: Player, seat: Seat | None, total: int, stands: bool
) -> MoveRow:
    """One move; `total` is the mover's score after it, `stands` that it was not taken back."""
    text = swap_secrecy.public_text(move, seat, game.ended_at is not None)
    detail = json.loads(move.detail)
    return MoveRow(
        ply=move.ply,
        seat=move.seat,
        mark=SEAT_MARKS[move.seat],
        name=player.shown_name,
        kind=detail["kind"],
        text=text,
        is_undone=not stands and detail["kind"] != "takeback",
        is_hinted=move.is_hinted,
        takes="tile" in detail and move.points > 0,
        where=sentences.where(text, detail),
        line=sentences.move_line(text, detail),
        labels=sentences.labels(detail),
        how=_how(game, player, detail),
        said=_sentence(player, text, detail, move.points, is_own=move.seat == seat),
        points=move.points,
        total=total,
        squares=detail["squares"],
    )


def _how(game: Game, player: Player, detail: Json) -> str:
    """How the points came about; of a computer's swap, why it swapped."""
    if player.is_computer and detail["kind"] == "swap":
        return sentences.why_swapped()
    return sentences.how_points_came(game.rules, detail)


def _sentence(player: Player, text: str, detail: Json, points: int, *, is_own: bool) -> str:
    if is_own:
        return sentences.own_move_sentence(text, detail, points)
    name, is_computer = player.shown_name, player.is_computer
    return sentences.move_sentence(name, text, detail, points, is_computer)
