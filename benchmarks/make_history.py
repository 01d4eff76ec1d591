"""`python -m benchmarks.make_history`: many finished games to measure with.

A few hundred short games are really played by the rules, from fixed seeds; each is stored many
times, for other people and on other days. Both kinds of `verify` agree with what is made.
"""

import hashlib
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "numerica_site.settings")
django.setup()  # before any import that touches models

from accounts.models import User
from games.models import Game, PlayedMove, Player, canonical_json
from games.rules import GAMES, clock
from games.rules.interface import Move, State
from games.rules.move_generator import Candidate, plays_up_to
from games.rules.moves import Outcome
from games.rules.record import parse, play_entry
from games.rules.tiles import BLANK
from games.services.results import results_of
from games.store import site_time
from games.store.moves import verdict_detail
from ratings.elo import expected_score
from ratings.models import Highlight, RatingChange, Standing
from ratings.recompute import Recount
from ratings.services import FinishedGame

RECORDS = Path(__file__).resolve().parents[1] / "games" / "demo"
KEY = "numerica"
BEGINNINGS = 40
LONGEST = 10  # moves of a beginning
ENDINGS = ("resign", "resign", "time", "passes", "passes", "idle", "aborted")
TRIED = 30  # places on the board that are looked at for a play
TILES = 7  # tiles of a rack that are looked at, no blank among them: it is looked for quickly
BATCH = 500  # games
LASTS = timedelta(days=720)
MINUTES_A_MOVE = 17
RATED = 0.7


@dataclass(frozen=True)
class Played:
    """A game from its seed to its end, with what is stored of it for any players."""

    seed: bytes
    moves: tuple[Move, ...]

    @property
    def end(self) -> State:
        return self.moves[-1].after

    @property
    def outcome(self) -> Outcome:
        assert self.end.outcome is not None
        return self.end.outcome


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
        played = [*_recorded(), *islice(_short_games(), options["games"])]
        between = time.monotonic()
        with transaction.atomic():
            made = _store(played, options["games"], options["people"])
        rows = ", ".join(f"{count} {what}" for what, count in made.items())
        self.stdout.write(f"{rows}; {len(played)} different games")
        self.stdout.write(
            f"{between - begun:.0f} s to play, {time.monotonic() - between:.0f} s to store"
        )


# --- games to be stored ---


def _recorded() -> Iterator[Played]:
    """The demo's games that have ended: long ones, with the longest lines."""
    for path in sorted(RECORDS.glob("*.game")):
        record = parse(path.read_text())
        if record.headers["Game"] != KEY:
            continue
        seed = bytes.fromhex(record.headers["Seed"])
        moves = _replayed(seed, [line.text for line in record.moves])
        if moves[-1].after.outcome is not None:
            yield Played(seed, moves)


def _replayed(seed: bytes, texts: Sequence[str]) -> tuple[Move, ...]:
    state = GAMES[KEY].new(seed=seed, options={})
    moves: list[Move] = []
    for text in texts:
        moves.append(play_entry(state, text))
        state = moves[-1].after
    return tuple(moves)


def _short_games() -> Iterator[Played]:
    """Some beginnings, each ended at several places in different ways."""
    for number in range(BEGINNINGS):
        chance = random.Random(number)
        seed = hashlib.sha256(f"history {number}".encode()).digest()
        start = GAMES[KEY].new(seed=seed, options={})
        beginning = _beginning(start, chance)
        for plies in range(number % 2, len(beginning) + 1, 2):
            moves = beginning[:plies]
            state = moves[-1].after if moves else start
            yield Played(seed, (*moves, *_ending(state, chance.choice(ENDINGS))))


def _beginning(state: Any, chance: random.Random) -> tuple[Move, ...]:
    """Small plays; a swap where none is soon found."""

    def some(places: list[Candidate]) -> list[Candidate]:
        return chance.sample(places, min(TRIED, len(places)))

    moves: list[Move] = []
    while len(moves) < LONGEST:
        most_tiles = 4 if state.board else 5
        plays = plays_up_to(_with_few_tiles(state, chance), state.turn, most_tiles, some)
        moves.append(state.play(state.turn, next(plays, None) or _swap(state)))
        state = moves[-1].after
    return tuple(moves)


def _with_few_tiles(state: Any, chance: random.Random) -> Any:
    """The same position, its mover holding one `=` at most and a few other tiles."""
    rack = state.racks[state.turn]
    others = [tile for tile in rack if tile not in ("=", BLANK)]
    few = (["="] * ("=" in rack) + chance.sample(others, len(others)))[:TILES]
    racks = list(state.stock.racks)
    racks[state.turn] = (tuple(few),)
    return replace(state, stock=replace(state.stock, racks=tuple(racks)))


def _swap(state: Any) -> str:
    return f"swap {state.racks[state.turn][0]}"


def _ending(state: State, how: str) -> Iterator[Move]:
    """Moves until the game has ended in that way."""
    while state.outcome is None:
        text = {"passes": "pass", "idle": _swap(state)}.get(how, how)
        move = play_entry(state, text)
        yield move
        state = move.after


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


def _store(played: Sequence[Played], games: int, people: int) -> Counter[str]:
    """Everything in batches, the ratings in the order in which the games ended."""
    chance = random.Random(games)
    begun_at = site_time.now() - LASTS
    everybody = _people(people, begun_at, chance)
    recount, made = Recount(), Counter(people=people)
    for first in range(0, games, BATCH):
        numbers = range(first, min(first + BATCH, games))
        parts = [(number + 1) / (games + 1) for number in numbers]
        made += _store_batch(parts, begun_at, played, everybody, recount, chance)
    Standing.objects.bulk_create(recount.standings.values(), BATCH)
    kept = [one for found in recount.highlights.values() for one in found]
    Highlight.objects.bulk_create(kept, BATCH)
    return made


def _store_batch(
    parts: Sequence[float],
    begun_at: datetime,
    played: Sequence[Played],
    everybody: Sequence[Person],
    recount: Recount,
    chance: random.Random,
) -> Counter[str]:
    games: list[Game] = []
    players: list[Player] = []
    moves: list[PlayedMove] = []
    changes: list[RatingChange] = []
    for part in parts:
        which = chance.choice(played)
        seated = _seated(which, _two(everybody, part, chance), chance)
        game = _game(which, begun_at + part * LASTS, rated=chance.random() < RATED)
        own_players, own_moves = _player_rows(game, which, seated), _move_rows(game, which)
        games.append(game)
        players += own_players
        moves += own_moves
        if which.outcome.ranking:
            finished = FinishedGame(
                id=game.id,
                key=KEY,
                results=results_of(own_players, own_moves),
                is_rated=game.rated and which.outcome.rated,
                ended_at=game.changed_at,
            )
            changes += recount.add(finished)
    Game.objects.bulk_create(games, BATCH)
    Player.objects.bulk_create(players, BATCH)
    PlayedMove.objects.bulk_create(moves, BATCH)
    RatingChange.objects.bulk_create(changes, BATCH)
    rated = sum(game.rated for game in games)
    return Counter(
        {"games": len(games), "rated": rated, "moves": len(moves), "rating changes": len(changes)}
    )


def _game(played: Played, ended_at: datetime, rated: bool) -> Game:
    lasted = timedelta(minutes=MINUTES_A_MOVE) * len(played.moves)
    return Game(
        key=KEY,
        rated=rated,
        days_per_move=clock.DEFAULT_DAYS_PER_MOVE,
        seed=played.seed.hex(),
        state=canonical_json(played.end.to_json()),
        ply=len(played.moves),
        turn=None,
        started_at=ended_at - lasted,
        changed_at=ended_at,
        ended_at=ended_at,
        termination=played.outcome.reason,
    )


def _player_rows(game: Game, played: Played, seated: Sequence[Person]) -> list[Player]:
    ranks = {
        seat: rank for rank, seats in enumerate(played.outcome.ranking, start=1) for seat in seats
    }
    return [
        Player(
            game=game,
            user=person.user,
            seat=seat,
            score=played.end.scores[seat],
            rank=ranks.get(seat),
        )
        for seat, person in enumerate(seated)
    ]


def _move_rows(game: Game, played: Played) -> list[PlayedMove]:
    return [
        PlayedMove(
            game=game,
            ply=ply,
            seat=move.seat,
            text=move.verdict.text,
            points=move.verdict.points,
            detail=canonical_json(verdict_detail(move)),
            played_at=game.started_at + ply * timedelta(minutes=MINUTES_A_MOVE),
        )
        for ply, move in enumerate(played.moves, start=1)
    ]


if __name__ == "__main__":
    Command().run_from_argv(["", "make_history", *sys.argv[1:]])
