"""`manage.py review GAME`: the review of a finished game as text, made where it is not yet."""

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.background.reviewer import LONGEST
from games.computers import worker
from games.models import Game
from games.presentation.models.reviews import ReviewPage, ReviewRow, ReviewSummary
from games.rules.drawing import columns
from games.selectors import review_progress, reviews
from games.services.errors import NotAllowed
from games.services.reviews import request_review, store_reviewed_move
from games.store import site_time


class Command(BaseCommand):
    help = "Print the review of a finished game; what is missing of it is made first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", metavar="GAME", help="the name of a finished game, as in URLs")

    def handle(self, *args: Any, **options: Any) -> None:
        game_id = options["game"]
        try:
            request_review(game_id=game_id, now=site_time.now())
        except Game.DoesNotExist:
            raise CommandError(f"There is no game {game_id}.") from None
        except NotAllowed:
            raise CommandError("This game is not over; there is no review of it yet.") from None
        for ply, error in _make(game_id):
            self.stderr.write(f"move {ply} could not be reviewed: {type(error).__name__}")
        for line in _lines(reviews.review(game_id)):
            self.stdout.write(line)


def _make(game_id: str) -> Iterator[tuple[int, Exception]]:
    """Review what is not reviewed; a server that does the same meanwhile does no harm.

    A ply at which the engine fails is left out, as a server leaves it out, and given with why.
    """
    for move in review_progress.to_review(game_id):
        try:
            found = worker.review(move.question, move.text, LONGEST)
        except Exception as error:
            found = None
            yield move.ply, error
        store_reviewed_move(
            game_id=game_id, ply=move.ply, seat=move.seat, found=found, now=site_time.now()
        )


def _lines(review: ReviewPage) -> Iterator[str]:
    """The score, what was lost by whom, and then move by move what was missed."""
    players = ", ".join(f"{player.name} {player.score}" for player in review.players)
    yield f"{review.name}: {players}"
    yield ""
    if review.summary is not None:
        yield from _summary(review.summary)
    yield ""
    yield from _moves(review.moves)


def _summary(summary: ReviewSummary) -> Iterator[str]:
    for player in summary.players:
        kinds = "; ".join(f"{kind.name} {kind.lost} ({kind.times})" for kind in player.kinds)
        yield f"{player.name} lost {player.lost}" + (f": {kinds}" if kinds else "")
    if summary.best_find is not None:
        yield f"Best find: move {summary.best_find.ply}"
    if summary.turning_point is not None:
        found = summary.turning_point
        since = "only then" if found.is_last else "from there on"
        yield f"Turning point: move {found.ply}, {found.winner} was ahead {since}"
    for move in summary.puzzles:
        yield f"Worth solving: move {move.ply}, {move.puzzle}"


def _moves(moves: Sequence[ReviewRow]) -> Iterator[str]:
    """A line for each move, and below it what was missed."""
    heads = columns([_head(move) for move in moves], to_the_right=(0, 3, 4, 5))
    for head, move in zip(heads, moves, strict=True):
        yield head
        if move.loss:
            yield "      " + " ".join(filter(None, (move.missed, move.verdict)))


def _head(move: ReviewRow) -> list[str]:
    made = move.made
    for_ending = f"+{move.for_ending}" if move.for_ending else ""
    return [
        str(move.ply),
        made.name,
        f"{made.where} {made.line}".strip(),
        str(made.points),
        "-" if move.best is None else str(move.best) + for_ending,
        str(move.loss) if move.is_reviewed else "-",
        "taken back" if move.is_undone else move.kind,
    ]
