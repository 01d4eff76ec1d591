"""What a reviewed game comes to: losses, the best find, the turning point, puzzles."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from games.models import Player
from games.presentation import chance_text, review_text
from games.presentation.models.reviews import (
    MissesOfKind,
    Moment,
    PlayerSummary,
    ReviewRow,
    ReviewSummary,
    TurningPoint,
)
from games.review import MoveSummary, Summary, summarize
from games.rules.moves import ENDINGS, Seat
from games.selectors.review_chances import Known, luck_of, reply_to
from games.selectors.review_moves import plies_standing
from games.selectors.review_progress import draws_by_ply
from games.store.history import start_of
from games.store.queries import SEAT_MARKS

MOMENTS = 3  # of a game, that lost most
LEAST_WEIGHED = Fraction(3, 4)  # of the moves, where the moments are those of the chance to win


def review_summary(known: Known, moves: Sequence[ReviewRow]) -> ReviewSummary:
    """What everybody lost and how, the best find, the turning point."""
    game, kinds = known.game, {row.ply: row.kind for row in known.rows.values()}
    players = list(game.players.all())
    winners = [player for player in players if player.rank == 1]
    winner = winners[0] if len(winners) == 1 else None
    stands = plies_standing(game)
    found = summarize(
        [_line(move, kinds.get(move.ply, "")) for move in moves if move.ply in stands],
        start_of(game).scores,
        winner.seat if winner is not None else None,
        [player.score for player in players],
    )
    standing = [move for move in moves if move.ply in stands]
    is_by_chance = _are_by_chance(known, standing)
    return ReviewSummary(
        players=tuple(_player_summary(known, player, found, moves) for player in players),
        moments=_moments(known, standing, is_by_chance),
        is_by_chance=is_by_chance,
        best_find=next((move for move in moves if move.ply == found.best_find), None),
        turning_point=_turning_point(found.turning_point, winner, standing),
        puzzles=tuple(move for move in moves if move.puzzle),
    )


def _are_by_chance(known: Known, moves: Sequence[ReviewRow]) -> bool:
    """Whether a move lost some of the chance to win beyond doubt, and few could not be weighed."""
    weighed = sum(move.chances is not None for move in moves)
    return any(map(_chance_lost, moves)) and weighed >= LEAST_WEIGHED * len(known.weighed)


def _chance_lost(move: ReviewRow) -> int:
    """In thousandths."""
    return move.chances.lost if move.chances is not None else 0


def _moments(known: Known, moves: Sequence[ReviewRow], is_by_chance: bool) -> tuple[Moment, ...]:
    """The moves that lost most, of equal losses the earlier; in the order of the game.

    By the chance to win, or by points.
    """
    lost = _chance_lost if is_by_chance else _points_lost
    losing = [move for move in moves if lost(move)]
    losing.sort(key=lambda each: (-lost(each), each.ply))
    chosen = sorted(losing[:MOMENTS], key=lambda move: move.ply)
    return tuple(Moment(move, reply_to(known, move.ply)) for move in chosen)


def _points_lost(move: ReviewRow) -> int:
    return move.loss


def _turning_point(
    ply: int | None, winner: Player | None, moves: Sequence[ReviewRow]
) -> TurningPoint | None:
    if ply is None or winner is None:
        return None
    follow = any(move.ply > ply and move.made.kind not in ENDINGS for move in moves)
    return TurningPoint(ply, winner.shown_name, is_last=not follow)


def _player_summary(
    known: Known, player: Player, found: Summary, moves: Sequence[ReviewRow]
) -> PlayerSummary:
    lost, misses = found.lost[player.seat], found.misses[player.seat]
    own = [move for move in moves if move.seat == player.seat]
    judged = [move for move in own if move.is_judged]
    weighed = [move.chances for move in own if move.chances is not None]
    choices = sum(row.seat == player.seat for row in known.weighed.values())
    return PlayerSummary(
        name=player.shown_name,
        mark=SEAT_MARKS[player.seat],
        score=player.score,
        lost=sum(lost.values()),
        misses=sum(misses.values()),
        a_move=chance_text.a_move(sum(lost.values()), len(judged)),
        chance_lost=sum(chances.lost for chances in weighed) if weighed else None,
        weighed=chance_text.weighed_of(len(weighed), choices),
        sizes=chance_text.sizes_in_words(Counter(chances.size for chances in weighed)),
        luck=_luck_in_words(known, player.seat),
        hinted=sum(move.made.is_hinted for move in own),
        kinds=tuple(
            MissesOfKind(str(review_text.KINDS[kind]), points, misses[kind])
            for kind, points in lost.most_common()
        ),
    )


def _luck_in_words(known: Known, seat: Seat) -> str:
    """What the draws of a seat took or gave; empty where none was told."""
    told = luck_of(known, seat)
    if not told:
        return ""
    draws = draws_by_ply(known.game, known.course.before)
    own = sum(known.weighed[ply].seat == seat for ply in draws if ply in known.weighed)
    points = sum((luck.points for luck in told), Fraction(0))
    errors = [luck.error for luck in told if luck.error is not None]
    error = sum(errors, Fraction(0)) if len(errors) == len(told) else None
    return chance_text.to_the_bag(points, error, len(told), own)


def _line(move: ReviewRow, kind: str) -> MoveSummary:
    made = move.made
    return MoveSummary(
        ply=move.ply,
        seat=move.seat,
        points=made.points,
        is_play=made.kind == "play",
        loss=move.loss,
        kind=kind,
        is_best=move.is_most and not made.is_hinted and not _chance_lost(move),
    )
