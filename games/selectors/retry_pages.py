"""Positions of finished games that are tried again: the board, the rack of then, any play."""

from collections.abc import Sequence

from games.presentation import boards, chance_text, review_text, verdicts
from games.presentation.models.retries import Attempt, RetryPage
from games.review import (
    CHANCE_LOST,
    TROPE_ALLOWED,
    ChanceLost,
    Miss,
    SeenPosition,
    chance_lost,
    classify_move,
    kinds_of,
)
from games.rules.messages import Json
from games.rules.moves import Verdict
from games.selectors.retries import Retry
from games.selectors.review_chances import best_of

ALLOWED = 20  # thousandths of the chance to win: a try that loses less is as good as the best


def page(retry: Retry, text: str, attempt: Attempt | None) -> RetryPage:
    """The position, and what came of a move that was tried in it without a script."""
    row = retry.row
    return RetryPage(
        id=retry.game.id,
        name=retry.game.rules.name,
        ply=row.ply,
        player=retry.player,
        puzzle=str(review_text.PUZZLES.get(row.puzzle, "")),
        table=boards.to_solve(retry.state, row.seat),
        typed=text,
        attempt=attempt,
        best_number=best_of(retry.detail, retry.chances),
    )


def attempt(retry: Retry, text: str) -> Attempt:
    """The referee's verdict on a move, and how it stands beside the best.

    It is judged as in a review; a move is marked as the best where nothing is to be said of it.
    By the chance to win where that was weighed: then little of it may be lost (`_allowed`).
    """
    verdict = verdicts.of_draft(retry.state, retry.row.seat, text)
    found = retry.plays
    lost = _chance_lost(retry, verdict.move) if verdict.ok else None
    is_play = verdict.kind == "play"
    if not verdict.ok or verdict.choices or not found or not (is_play or lost):
        return Attempt(verdict)
    at = SeenPosition(retry.state, retry.row.seat)
    made = at.state.check(at.seat, verdict.move)
    missed = classify_move(at, made, found)
    by_points = _share(at, made, found, missed, retry.detail) if is_play else ""
    is_best = missed is None or not missed.loss
    if lost is None:
        return Attempt(verdict, share=by_points, is_best=is_best)
    allowed = _allowed(retry)
    by_chance = chance_text.told_of_try(lost, allowed, is_best_else=bool(by_points) and is_best)
    said = [by_points, by_chance]
    return Attempt(verdict, share=" ".join(filter(None, said)), is_best=lost.counted < allowed)


def _allowed(retry: Retry) -> int:
    """A try loses less of the chance to win than this, and less than the miss that it mends."""
    assert retry.chances is not None
    lost = chance_lost(retry.chances).counted
    return min(lost, ALLOWED) if lost >= CHANCE_LOST[0] else ALLOWED


def _chance_lost(retry: Retry, text: str) -> ChanceLost | None:
    """What a move loses of the chance to win; None where it was not weighed."""
    weighed = retry.chances
    if weighed is None:
        return None
    texts = [each[0] for each in weighed["moves"]]
    return chance_lost(weighed, texts.index(text)) if text in texts else None


def _share(
    at: SeenPosition, made: Verdict, found: Sequence[Verdict], missed: Miss | None, detail: Json
) -> str:
    """What is said of a try, without the answer."""
    if TROPE_ALLOWED in kinds_of(at.state.key):
        return review_text.trope_try_comment(missed)
    if missed is None:
        return review_text.none_better(detail)
    return review_text.share(at.total_points(made), at.total_points(found[0]), detail)
