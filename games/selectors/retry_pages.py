"""Positions of finished games that are tried again: the board, the rack of then, any play."""

from collections.abc import Sequence

from games.presentation import boards, lessons, verdicts
from games.presentation.models.retries import Attempt, RetryPage
from games.review import TROPE_ALLOWED, Miss, SeenPosition, classify_move, kinds_of
from games.rules.messages import Json
from games.rules.moves import Verdict
from games.selectors.retries import Retry


def page(retry: Retry, text: str, attempt: Attempt | None) -> RetryPage:
    """The position, and what came of a move that was tried in it without a script."""
    row = retry.row
    return RetryPage(
        id=retry.game.id,
        name=retry.game.rules.name,
        ply=row.ply,
        player=retry.player,
        puzzle=str(lessons.PUZZLES.get(row.puzzle, "")),
        table=boards.to_solve(retry.state, row.seat),
        typed=text,
        attempt=attempt,
    )


def attempt(retry: Retry, text: str) -> Attempt:
    """The referee's verdict on a move, and how it stands beside the best.

    It is judged as in a review; a move is marked as the best where nothing is to be said of it.
    """
    verdict = verdicts.of_draft(retry.state, retry.row.seat, text)
    found = retry.plays
    if not verdict.ok or verdict.kind != "play" or verdict.choices or not found:
        return Attempt(verdict)
    at = SeenPosition(retry.state, retry.row.seat)
    made = at.state.check(at.seat, verdict.move)
    missed = classify_move(at, made, found)
    return Attempt(
        verdict,
        share=_share(at, made, found, missed, retry.detail),
        is_best=missed is None or not missed.loss,
    )


def _share(
    at: SeenPosition, made: Verdict, found: Sequence[Verdict], missed: Miss | None, detail: Json
) -> str:
    """What is said of a try, without the answer."""
    if TROPE_ALLOWED in kinds_of(at.state.key):
        return lessons.trope_try_comment(missed)
    if missed is None:
        return lessons.none_better(detail)
    return lessons.share(at.total_points(made), at.total_points(found[0]), detail)
