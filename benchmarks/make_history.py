"""`python -m benchmarks.make_history`: many finished games to measure with.

The games of the stock (`benchmarks.stock`) are really played by the rules; each is stored many
times, for other people and on other days. Both kinds of `verify` agree with what is made.
"""

import os
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache
from typing import Any, NamedTuple, Self

import django
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "numerica_site.settings")
django.setup()  # before any import that touches models

from accounts.models import User
from benchmarks import stock
from benchmarks.stock import Played, Stock
from games.models import USUAL_TIME, Game, PlayedMove, Player, canonical_json
from games.services.results import results_of
from games.store import site_time
from games.store.moves import verdict_detail
from ratings.elo import expected_score
from ratings.models import Highlight, RatingChange, Standing
from ratings.recompute import Recount
from ratings.services import FinishedGame, Result

BATCH = 500  # games
LASTS = timedelta(days=720)
MINUTES_A_MOVE = 17
RATED = 0.7


class StoredMove(NamedTuple):
    """The columns of a move that are alike in all games that have it."""

    seat: int
    text: str
    points: int
    detail: str


@dataclass(frozen=True)
class Storable:
    """A game with what is stored of it, made once: for any players, on any day."""

    game: Played
    state: str
    moves: Sequence[StoredMove]
    results: Sequence[Result]
    """How each seat did; the users are filled in."""

    @classmethod
    def of(cls, game: Played) -> Self:
        moves = [
            StoredMove(m.seat, m.verdict.text, m.verdict.points, canonical_json(verdict_detail(m)))
            for m in game.moves
        ]
        rows = [PlayedMove(ply=ply, **move._asdict()) for ply, move in enumerate(moves, start=1)]
        seats = [Player(**columns) for columns in _seat_columns(game)]
        state = canonical_json(game.end.to_json())
        return cls(game, state, moves, results_of(seats, rows))


def _seat_columns(game: Played) -> list[dict[str, Any]]:
    """The columns of the players, by seat."""
    ranking = game.outcome.ranking
    ranks = {seat: rank for rank, seats in enumerate(ranking, start=1) for seat in seats}
    scores = game.end.scores
    return [{"seat": i, "score": scores[i], "rank": ranks.get(i)} for i in range(len(scores))]


@dataclass(frozen=True)
class Person:
    """Somebody of the history; `leaves` is the part of it after which they play no more."""

    user: User
    strength: int
    leaves: float


class Command(BaseCommand):
    help = "Fill the database with finished games, for development; not on a public site."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--games", type=int, default=50_000)
        parser.add_argument("--people", type=int, default=500)

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.IS_PRODUCTION:
            raise CommandError("This is a public site; it makes its history by itself.")
        if options["games"] < 1 or options["people"] < 2:
            raise CommandError("A history needs a game and two people.")
        if User.objects.filter(username=_name(0)).exists():
            raise CommandError("There is a history already.")
        begun = time.monotonic()
        known = stock.stock()
        between = time.monotonic()
        with transaction.atomic():
            made = _store(known, options["games"], options["people"])
        rows = ", ".join(f"{count} {what}" for what, count in made.items())
        self.stdout.write(f"{rows}; {len(known.whole) + len(known.short)} different games")
        self.stdout.write(
            f"{between - begun:.0f} s to play, {time.monotonic() - between:.0f} s to store"
        )


# --- people ---


def _name(number: int) -> str:
    return f"Player{number + 1:04}"


def _people(count: int, joined: datetime, chance: random.Random) -> list[Person]:
    """A few are strong; a quarter stops before the end."""
    nobody_signs_in = make_password(None)
    users = User.objects.bulk_create(
        User(username=_name(number), password=nobody_signs_in, date_joined=joined)
        for number in range(count)
    )
    return [
        Person(
            user, round(chance.gauss(120_000, 20_000)), chance.choice((1, 1, 1, chance.random()))
        )
        for user in users
    ]


def _two(people: Sequence[Person], when: float, chance: random.Random) -> list[Person]:
    """Two who play at that part of the history; the first ones play the most."""
    while True:
        places = [int(len(people) * chance.random() ** 2) for _ in range(2)]
        two = [people[place] for place in places]
        if len(set(places)) == 2 and (len(people) < 4 or min(p.leaves for p in two) >= when):
            return two


def _seated(played: Played, two: list[Person], chance: random.Random) -> list[Person]:
    """Who sits where, so that the stronger one wins as often as ratings expect."""
    first, second = two
    first_wins = chance.random() < expected_score(first.strength, second.strength)
    best = played.outcome.ranking[0][0] if played.outcome.ranking else 0
    return [first, second] if first_wins == (best == 0) else [second, first]


# --- rows ---


def _store(known: Stock, games: int, people: int) -> Counter[str]:
    """Everything in batches, the ratings in the order in which the games ended."""
    chance = random.Random(games)
    begun_at = site_time.now() - LASTS
    everybody = _people(people, begun_at, chance)
    recount, made = Recount(), Counter(people=people)
    storable = cache(Storable.of)
    for first in range(0, games, BATCH):
        rows = Rows()
        for number in range(first, min(first + BATCH, games)):
            part = (number + 1) / (games + 1)
            chosen = storable(known.pick(chance))
            seated = _seated(chosen.game, _two(everybody, part, chance), chance)
            _add(rows, chosen, seated, begun_at + part * LASTS, recount, chance)
        made += rows.store()
    Standing.objects.bulk_create(recount.standings.values(), BATCH)
    kept = [one for found in recount.highlights.values() for one in found]
    Highlight.objects.bulk_create(kept, BATCH)
    return made


@dataclass
class Rows:
    """Rows of some games, to be stored at once."""

    games: list[Game] = field(default_factory=list)
    players: list[Player] = field(default_factory=list)
    moves: list[PlayedMove] = field(default_factory=list)
    changes: list[RatingChange] = field(default_factory=list)

    def store(self) -> Counter[str]:
        """Store them; how many there are of each kind."""
        for rows in (self.games, self.players, self.moves, self.changes):
            if rows:
                type(rows[0]).objects.bulk_create(rows, BATCH)
        rated = sum(game.rated for game in self.games)
        counts = {"games": self.games, "moves": self.moves, "rating changes": self.changes}
        return Counter({what: len(rows) for what, rows in counts.items()} | {"rated": rated})


def _add(
    rows: Rows,
    chosen: Storable,
    seated: Sequence[Person],
    ended_at: datetime,
    recount: Recount,
    chance: random.Random,
) -> None:
    game = _game(chosen, ended_at, rated=chance.random() < RATED)
    rows.games.append(game)
    rows.players += _player_rows(game, chosen.game, seated)
    rows.moves += _move_rows(game, chosen)
    if chosen.game.outcome.ranking:
        finished = FinishedGame(
            id=game.id,
            key=game.key,
            results=_results(chosen, seated),
            is_rated=game.rated and chosen.game.outcome.rated,
            ended_at=ended_at,
        )
        rows.changes += recount.add(finished)


def _results(chosen: Storable, seated: Sequence[Person]) -> list[Result]:
    pairs = zip(chosen.results, seated, strict=True)
    return [replace(result, user_id=person.user.pk) for result, person in pairs]


def _game(chosen: Storable, ended_at: datetime, rated: bool) -> Game:
    played = chosen.game
    return Game(
        key=played.key,
        rated=rated,
        time_control=USUAL_TIME,
        seed=played.seed.hex(),
        state=chosen.state,
        ply=len(played.moves),
        turn=None,
        started_at=ended_at - timedelta(minutes=MINUTES_A_MOVE) * len(played.moves),
        changed_at=ended_at,
        turn_began_at=ended_at,
        ended_at=ended_at,
        best_score=max(played.end.scores),
        termination=played.outcome.reason,
    )


def _player_rows(game: Game, played: Played, seated: Sequence[Person]) -> list[Player]:
    columns = zip(_seat_columns(played), seated, strict=True)
    return [
        Player(game=game, user=person.user, ended_at=game.ended_at, **seat)
        for seat, person in columns
    ]


def _move_rows(game: Game, chosen: Storable) -> list[PlayedMove]:
    return [
        PlayedMove(
            game=game,
            ply=ply,
            played_at=game.started_at + ply * timedelta(minutes=MINUTES_A_MOVE),
            **move._asdict(),
        )
        for ply, move in enumerate(chosen.moves, start=1)
    ]


if __name__ == "__main__":
    Command().run_from_argv(["", "make_history", *sys.argv[1:]])
