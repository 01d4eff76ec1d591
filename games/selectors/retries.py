"""Positions of finished games to be tried again, and the list of one's own misses."""

import json
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Subquery, When

from games.models import REPEATS, Game, Player, ReviewedMove, TriedMiss, WeighedMove
from games.presentation import chance_text, review_text
from games.presentation.models.retries import Miss, MissesPage, TriedBefore
from games.review import CHANCE_LOST, EDITION
from games.rules.interface import State
from games.rules.messages import Json
from games.rules.moves import Verdict
from games.selectors.review_moves import still_legal
from games.store.history import position_before
from games.store.queries import game_with_all

MISSES = 50  # on one's own list
LAST_GAMES = 50  # whose misses come again though they were never tried
NO_PLAY = '"plays":[]'  # in what a review keeps of a move, as canonical JSON


def misses_of(user_id: int, now: datetime) -> MissesPage:
    """The moves of somebody's own that lost something: those due first, then the unsolved.

    Of the last games first.
    """
    tries = TriedMiss.objects.filter(user=user_id)
    own = _misses(user_id).annotate(
        is_due=Case(When(_is_due(user_id, now), then=True), default=False)
    )
    rows = own.select_related("review__game").order_by(
        "-is_due", "is_solved", "-review__game__ended_at", "-loss", "ply"
    )[:MISSES]
    tried = {(row.game_id, row.ply): row for row in tries}
    return MissesPage(
        rows=tuple(_miss(row, tried.get((row.review_id, row.ply)), row.is_due) for row in rows),
        unsolved=own.filter(is_solved=False).count(),
        due=due_misses(user_id, now),
    )


def _misses(user_id: int) -> QuerySet[Any]:
    """Somebody's own misses; whether each is solved, and when it is due if it was tried."""
    tries = TriedMiss.objects.filter(user=user_id, game=OuterRef("review"), ply=OuterRef("ply"))
    weighed = WeighedMove.objects.filter(deep=OuterRef("review"), ply=OuterRef("ply"))
    return ReviewedMove.objects.filter(
        _has_lost(),
        review__game__players__user=user_id,
        review__game__players__seat=F("seat"),
    ).annotate(
        is_tried=Exists(tries),
        is_solved=Exists(tries.exclude(solved_at=None)),
        due_at=Subquery(tries.values("due_at")[:1]),
        chance_lost=Subquery(weighed.values("lost")[:1]),
    )


def _has_lost() -> Q:
    """A reviewed move that lost points, or some of the chance to win where there was a play."""
    weighed = WeighedMove.objects.filter(
        deep=OuterRef("review"), ply=OuterRef("ply"), lost__gte=CHANCE_LOST[0]
    )
    return Q(loss__gt=0) | Q(~Q(detail__contains=NO_PLAY), Exists(weighed))


def _is_due(user_id: int, now: datetime) -> Q:
    """Worth solving, and not tried since the day after its game or since it came again.

    What was never tried is of somebody's last games: older ones are let go.
    """
    is_new = Q(
        is_tried=False,
        review__in=_last_games(user_id),
        review__game__ended_at__lte=now - REPEATS[0],
    )
    return ~Q(puzzle="") & (is_new | Q(due_at__lte=now))


def _last_games(user_id: int) -> list[str]:
    """The names of the last games of somebody that are over."""
    seats = Player.objects.filter(user=user_id, ended_at__isnull=False)
    return list(seats.order_by("-ended_at").values_list("game", flat=True)[:LAST_GAMES])


def due_misses(user_id: int, now: datetime) -> int:
    """How many of somebody's misses are due to be tried again.

    Only those that may be are looked at: the last games, and what came again.
    """
    found = _misses(user_id).filter(~Q(puzzle=""))
    new = found.filter(
        review__in=_last_games(user_id),
        review__game__ended_at__lte=now - REPEATS[0],
        is_tried=False,
    )
    misses = ReviewedMove.objects.filter(_has_lost(), review=OuterRef("game"), ply=OuterRef("ply"))
    again = TriedMiss.objects.filter(user=user_id, due_at__lte=now)
    return new.count() + again.filter(Exists(misses.exclude(puzzle=""))).count()


def _miss(row: Any, tried: TriedMiss | None, is_due: bool) -> Miss:
    game = row.review.game
    assert game.ended_at is not None
    return Miss(
        game_id=game.id,
        game=game.rules.name,
        ended_at=game.ended_at,
        ply=row.ply,
        kind=str(review_text.KINDS[row.kind] if row.kind else review_text.LESS_CHANCE),
        loss=row.loss if game.rules.counts_points else None,
        chance_lost=chance_text.percent(row.chance_lost) if row.chance_lost else "",
        is_puzzle=bool(row.puzzle),
        is_tried=tried is not None,
        is_due=is_due,
        solved_at=tried.solved_at if tried is not None else None,
        comes_at=tried.due_at if tried is not None and not is_due else None,
    )


def find_earlier_try(user_id: int, game_id: str, ply: int) -> TriedBefore | None:
    """Whether somebody tried a move again and when it was solved; None for a move not tried."""
    tried = TriedMiss.objects.filter(user=user_id, game=game_id, ply=ply).first()
    return TriedBefore(tried.solved_at) if tried is not None else None


@dataclass(frozen=True)
class Retry:
    """A position of a finished game that is tried again, and what is known of it."""

    game: Game
    state: State
    row: ReviewedMove
    weighed: WeighedMove | None

    @property
    def player(self) -> str:
        """Who was to move."""
        return next(p.shown_name for p in self.game.players.all() if p.seat == self.row.seat)

    def is_missed_by(self, user_id: int) -> bool:
        """Whether it is this user's own miss."""
        seats = {player.seat: player.user_id for player in self.game.players.all()}
        has_lost = bool(self.row.loss) or (self.weighed is not None and bool(self.weighed.lost))
        return has_lost and seats[self.row.seat] == user_id

    @property
    def chances(self) -> Json | None:
        """What was found of the chances to win; None where they are not weighed."""
        if self.weighed is None or not self.weighed.chances:
            return None
        found: Json = json.loads(self.weighed.chances)
        return found

    @cached_property
    def detail(self) -> Json:
        """What the review keeps of the move; one of an earlier edition is certain of nothing."""
        kept: Json = json.loads(self.row.detail)
        return kept | {"exact": kept["exact"] and self.row.review.edition == EDITION}

    @property
    def plays(self) -> list[Verdict]:
        """The best plays that the review found, the best first."""
        plays = still_legal(self.state, self.row.seat, self.detail["plays"])
        return [verdict for _, verdict in plays]


def retry(game_id: str, ply: int) -> Retry | None:
    """The position before a move that was reviewed; None where there is none, or no play in it.

    Raises Game.DoesNotExist. Nothing of a running game is looked at.
    """
    game = game_with_all(game_id)
    if game.ended_at is None:
        return None
    rows = ReviewedMove.objects.filter(review=game_id, ply=ply).select_related("review")
    row = rows.exclude(detail="").first()
    if row is None or not json.loads(row.detail)["plays"]:
        return None
    state = position_before(game, ply)
    weighed = WeighedMove.objects.filter(deep=game_id, ply=ply).first()
    return Retry(game, state.seen_by(row.seat), row, weighed)
