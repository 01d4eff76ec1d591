"""A process of its own in which many threads end rated games at once; see test_ratings.

`start` seats people of whom everybody plays in many games at once. `end PART PARTS` waits for a
line, then ends its part of the games, and every tenth of the others', which somebody else ends
at about the same moment.
"""

import itertools
import queue
import random
import sys
import threading
from datetime import timedelta

import django
from django.db import connection, transaction
from django.utils import timezone

from tests.tiers import some_of

GAMES = some_of(30, 80)
PEOPLE = 24
THREADS = 8
DEADLINES = 5  # one game in this many ends by its deadline, the others by resignation
SHARED = 10  # one game in this many is ended by every process


def start() -> None:
    from accounts.models import User
    from games.models import GameSettings
    from games.services.start import start_game
    from tests.ratings.conftest import swap_twice_each

    chance = random.Random(3)
    people = [User.objects.create_user(f"Rated{number}") for number in range(PEOPLE)]
    pairs = list(itertools.combinations(people, 2))
    with transaction.atomic():
        for number in range(GAMES):
            pair = pairs[number % len(pairs)]  # no pair more often than counts in a day
            game = start_game(
                GameSettings("numerica", rated=True),
                users=chance.sample(pair, 2),
                seed=number.to_bytes(32),
                now=timezone.now(),
            )
            swap_twice_each(game, timezone.now())


def end(part: int, parts: int) -> int:
    """How many games could not be ended, each with its reason on the standard error."""
    from games.models import Game

    names = enumerate(Game.objects.order_by("started_at", "id").values_list("id", flat=True))
    tasks: queue.SimpleQueue[tuple[int, str]] = queue.SimpleQueue()
    for number, name in names:
        if number % parts == part or number % SHARED == 0:
            tasks.put((number, name))
    failures: list[Exception] = []
    threads = [threading.Thread(target=_work, args=[tasks, failures]) for _ in range(THREADS)]
    print("ready", flush=True)
    sys.stdin.readline()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for failure in failures:
        print(repr(failure), file=sys.stderr)
    return len(failures)


def _work(tasks: "queue.SimpleQueue[tuple[int, str]]", failures: list[Exception]) -> None:
    from games.rules.refusals import IllegalMove

    while True:
        try:
            number, name = tasks.get_nowait()
        except queue.Empty:
            connection.close()
            return
        try:
            _end_game(number, name)
        except IllegalMove as refusal:
            if refusal.code != "game-over" or number % SHARED:
                failures.append(refusal)
        except Exception as error:
            failures.append(error)


def _end_game(number: int, name: str) -> None:
    from games.models import Game
    from games.services.deadlines import flag_fallen
    from games.services.moves import play_move

    game = Game.objects.get(pk=name)
    if number % DEADLINES == 0 and game.deadline_at is not None:
        at = game.deadline_at + timedelta(seconds=number)
        flag_fallen(game_id=name, now=at, is_confirmed=True)  # more than fall by themselves
        return
    seats = [player.user for player in game.players.select_related("user")]
    mover = seats[game.position.turn or 0]
    play_move(game_id=name, user=mover, ply=5, text="resign", now=timezone.now())


if __name__ == "__main__":
    django.setup()
    what, *numbers = sys.argv[1:]
    sys.exit(start() if what == "start" else end(*map(int, numbers)))
