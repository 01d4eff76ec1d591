"""`manage.py verify`: recompute everything from games, and compare with what is stored."""

import sys
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, CommandParser
from django.db.models import F, OuterRef, Q, Subquery

from accounts.models import User
from accounts.names import DELETED_PREFIX
from games.models import Game, PlayedMove, canonical_json
from games.rules.clock import LAG_A_GAME
from games.rules.interface import Move, State
from games.rules.moves import Seat
from games.rules.record import Course
from games.rules.refusals import Refusal
from games.services.played_clocks import clocks_after
from games.services.results import finished_game
from games.store.history import start_of
from games.store.moves import verdict_detail
from ratings import recompute
from ratings.models import Highlight, RatingChange, Standing
from ratings.recompute import Difference, Recount

# What a row that is no game any more makes the rules or the parser raise.
_UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, IndexError, Refusal)

CHUNK = 500  # games in memory at a time


class Command(BaseCommand):
    help = (
        "Replay every stored game from its seed and moves, byte for byte; with --ratings, make"
        " every rating again from the list of finished games. Status 1 on any difference. To be"
        " run while nobody plays: what changes meanwhile looks like a difference."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--ratings",
            action="store_true",
            help="ratings, tallies and plays to remember instead of moves and positions",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        self.count = self.faults = 0
        if options["ratings"]:
            self._verify_ratings()
        else:
            self._verify_games()
        self.stdout.write(f"{self.count} games, {self.faults} differences")
        if self.faults:
            sys.exit(1)

    def _verify_games(self) -> None:
        for game in Game.objects.order_by("started_at", "id").iterator():
            self.count += 1
            try:
                for difference in differences(game):
                    self._say(game.id, difference)
            except _UNREADABLE as error:
                self._say(game.id, f"cannot be read: {error!r}")

    def _verify_ratings(self) -> None:
        recount = Recount()
        for game in games_as_rated().iterator(chunk_size=CHUNK):
            self.count += 1
            try:
                for user_id, difference in rating_differences(game, recount):
                    self._say(game.id, f"{_name(user_id)}: {difference}")
            except _UNREADABLE as error:
                self._say(game.id, f"cannot be read: {error!r}")
        for user_id, difference in list_differences(recount):
            self._say(_name(user_id), difference)

    def _say(self, what: str, difference: str) -> None:
        self.faults += 1
        self.stdout.write(f"{what}: {difference}")


# --- ratings against the list of games ---


def games_as_rated() -> Any:
    """Every game that counts or that changed a rating, in the order in which they were rated.

    Games without a change of rating come last: nothing that they do depends on the order.
    """
    changes = RatingChange.objects.filter(game=OuterRef("pk")).order_by("id")
    counts = Q(ended_at__isnull=False, is_imported=False, is_private=False, initial_state="")
    counts &= Q(annulled_at=None)
    return (
        Game.objects.annotate(first_change=Subquery(changes.values("id")[:1]))
        .filter(counts | Q(first_change__isnull=False))
        .order_by(F("first_change").asc(nulls_last=True), "ended_at", "id")
        .prefetch_related("players__user", "moves", "rating_changes")
    )


def rating_differences(game: Game, recount: Recount) -> Iterator[Difference]:
    """Count one game, and compare the changes of ratings it made with those stored."""
    outcome = game.position.outcome
    expected = []
    if outcome is not None and outcome.ranking and game.is_counted:
        finished = finished_game(game, outcome)
        expected = recount.add(finished)
        yield from recompute.reason_differences(finished)
    yield from recompute.change_differences(expected, game.rating_changes.all())


def list_differences(recount: Recount) -> Iterator[Difference]:
    """Everybody's standing and plays to remember, after all games."""
    deleted = User.objects.filter(is_active=False, username__startswith=DELETED_PREFIX)
    recount.forget(deleted.values_list("pk", flat=True))
    standings = Standing.objects.order_by("key", "user_id")
    yield from recompute.standing_differences(recount, standings.iterator())
    highlights = Highlight.objects.order_by("id")
    yield from recompute.highlight_differences(recount, highlights.iterator())


def _name(user_id: int) -> str:
    return User.objects.values_list("username", flat=True).get(pk=user_id)


# --- games against their moves ---


def differences(game: Game) -> Iterator[str]:
    """Everything in which the stored game is not what its seed and moves make of it."""
    course = Course(start_of(game))
    turns: list[Turn] = []
    expected_ply = 0
    for expected_ply, row in enumerate(game.moves.all(), start=1):
        if row.ply != expected_ply:
            yield f"ply {expected_ply} is missing, ply {row.ply} follows"
            return
        turn = course.state.turn
        try:
            move = course.play(row.text)
        except Refusal as refusal:
            yield f"ply {row.ply}: {refusal.code}: {refusal}"
            return
        verdict = move.verdict
        replayed = (move.seat, verdict.text, verdict.points, canonical_json(verdict_detail(move)))
        if (row.seat, row.text, row.points, row.detail) != replayed:
            yield f"ply {row.ply}: the stored move differs"
        turns.append(Turn(row, move, turn))
    yield from _clock_differences(game, turns, course.state.seats)
    yield from _snapshot_differences(game, course.state, expected_ply)


class Turn(NamedTuple):
    """A move as it is stored and as the rules make it, and who was to move."""

    row: PlayedMove
    move: Move
    turn: Seat | None


def _clock_differences(game: Game, turns: Sequence[Turn], seats: int) -> Iterator[str]:
    """The banks against what the turns took.

    They are exact, but for who was to move when another ended the game. What that turn took is
    stored nowhere, and the bank may be smaller by it.
    """
    if game.is_imported:
        return
    stored, expected = game.clocks, clocks_after(game, [turn.row for turn in turns])
    cut_off = {turn for _, move, turn in turns if move.after.turn is None and move.seat != turn}
    for seat in range(seats):
        most = expected.bank(seat)
        if not (timedelta() if seat in cut_off else most) <= stored.bank(seat) <= most:
            yield f"seat {seat + 1}: the stored time in the bank differs"
    if not all(timedelta() <= lag <= LAG_A_GAME for lag in stored.lag):
        yield "the stored lag cannot be"


def _expected_deadline(game: Game, is_over: bool) -> datetime | None:
    """When the turn that runs is lost; None for a computer's."""
    if is_over or game.turn is None or game.computer_to_move is not None:
        return None
    return game.clocks.deadline(game.turn, game.turn_began_at)


def _snapshot_differences(game: Game, state: State, ply: int) -> Iterator[str]:
    """The snapshot and its copies against the state that the moves lead to."""
    if canonical_json(state.to_json()) != game.state:
        yield "the stored state differs"
    termination = state.outcome.reason if state.outcome else ""
    is_over = state.outcome is not None
    copies = (game.ply, game.turn, game.termination, game.ended_at is not None)
    if game.deadline_at != _expected_deadline(game, is_over):
        yield "the stored deadline differs"
    if copies != (ply, state.turn, termination, is_over):
        yield "the stored ply, turn or ending differs"
    if game.best_score != (max(state.scores) if is_over else None):
        yield "the stored best score differs"
    ranks = {
        seat: rank
        for rank, seats in enumerate(state.outcome.ranking if state.outcome else (), start=1)
        for seat in seats
    }
    players = list(game.players.all())
    if [player.seat for player in players] != list(range(state.seats)):
        yield "a seat has no player"
        return
    for player in players:
        if player.score != state.scores[player.seat]:
            yield f"seat {player.seat + 1}: the stored score differs"
        if player.rank != ranks.get(player.seat):
            yield f"seat {player.seat + 1}: the stored rank differs"
        if player.ended_at != game.ended_at:
            yield f"seat {player.seat + 1}: the stored time of the end differs"
