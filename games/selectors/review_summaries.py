"""What a reviewed game comes to: losses, the best find, the turning point, puzzles."""

from collections.abc import Mapping, Sequence

from games.models import Game, Player
from games.presentation import lessons
from games.presentation.models.reviews import (
    MissesOfKind,
    Moment,
    PlayerSummary,
    ReviewRow,
    ReviewSummary,
    TurningPoint,
)
from games.review import MoveSummary, Summary, summarize
from games.selectors.review_moves import plies_standing
from games.store.queries import SEAT_MARKS

MOMENTS = 3  # of a game, that lost most


def review_summary(
    game: Game, moves: Sequence[ReviewRow], kinds: Mapping[int, str]
) -> ReviewSummary:
    """What everybody lost and how, the best find, the turning point.

    `kinds` has the key of each move's miss by ply.
    """
    players = list(game.players.all())
    winners = [player for player in players if player.rank == 1]
    winner = winners[0] if len(winners) == 1 else None
    stands = plies_standing(game)
    found = summarize(
        [_line(move, kinds.get(move.ply, "")) for move in moves if move.ply in stands],
        len(players),
        winner.seat if winner is not None else None,
        [player.score for player in players],
    )
    return ReviewSummary(
        players=tuple(_player_summary(player, found, moves) for player in players),
        moments=_moments([move for move in moves if move.ply in stands]),
        best_find=next((move for move in moves if move.ply == found.best_find), None),
        turning_point=_turning_point(found.turning_point, winner),
        puzzles=tuple(move for move in moves if move.puzzle),
    )


def _moments(moves: Sequence[ReviewRow]) -> tuple[Moment, ...]:
    """The moves that lost most, of equal losses the earlier; in the order of the game."""
    lost = sorted((move for move in moves if move.loss), key=lambda move: (-move.loss, move.ply))
    after = {move.ply: move for move in moves}
    chosen = sorted(lost[:MOMENTS], key=lambda move: move.ply)
    return tuple(_moment(move, after.get(move.ply + 1)) for move in chosen)


def _moment(move: ReviewRow, then: ReviewRow | None) -> Moment:
    if then is None or then.best is None or then.seat == move.seat:
        return Moment(move, "", None)
    return Moment(move, then.made.name, then.best)


def _turning_point(ply: int | None, winner: Player | None) -> TurningPoint | None:
    if ply is None or winner is None:
        return None
    return TurningPoint(ply, winner.shown_name)


def _player_summary(player: Player, found: Summary, moves: Sequence[ReviewRow]) -> PlayerSummary:
    lost, misses = found.lost[player.seat], found.misses[player.seat]
    own = [move for move in moves if move.seat == player.seat]
    return PlayerSummary(
        name=player.shown_name,
        mark=SEAT_MARKS[player.seat],
        score=player.score,
        lost=sum(lost.values()),
        misses=sum(misses.values()),
        hinted=sum(move.made.is_hinted for move in own),
        kinds=tuple(
            MissesOfKind(str(lessons.KINDS[kind]), points, misses[kind])
            for kind, points in lost.most_common()
        ),
    )


def _line(move: ReviewRow, kind: str) -> MoveSummary:
    made = move.made
    return MoveSummary(
        ply=move.ply,
        seat=move.seat,
        points=made.points,
        is_play=made.kind == "play",
        loss=move.loss,
        kind=kind,
        is_best=move.is_most and not made.is_hinted,
    )
