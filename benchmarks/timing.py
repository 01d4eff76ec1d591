"""Whether the time of an answer tells what others hold: previews and moves, measured in pairs.

`python -m benchmarks --timing`. Of each game some recorded positions stand in two worlds that
differ in the hidden rack of who is not to move alone. Who is to move previews a play, previews it
again and makes it, in one world and at once in the other, in an order that chance decides; what
counts is the difference of the two. All is undone, and the process remembers nothing in between.
"""

import gc
import math
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

from django.core.management import call_command
from django.db import transaction
from django.test import Client

from accounts.models import User
from benchmarks.report import shown
from games.models import Game, GameSettings
from games.rules.record import Record, parse
from games.services.start import start_game
from tests.games.helpers import JSON, make_at_once
from tests.games.worlds import Case, Worlds
from tests.played_games import RECORDS

POSITIONS = 5  # of each game
PAIRS = 24  # in each position
SURE = 2.58  # standard errors, beyond which chance alone comes once in a hundred times
WHATS = ("a preview", "the same again", "the move")


@dataclass
class Difference:
    """What one kind of answer took in the one world, and how much longer in the other, in ms."""

    took: list[float] = field(default_factory=list)
    longer: list[float] = field(default_factory=list)

    def row(self, key: str, what: str) -> str:
        mean, error = statistics.fmean(self.longer), self.error
        least = SURE * error
        verdict = "no difference" if abs(mean) <= least else "**differs**"
        cells = (
            key,
            what,
            str(len(self.longer)),
            f"{shown(statistics.median(self.took))} ms",
            f"{1000 * mean:+.0f} µs",
            f"{1000 * error:.0f} µs",
            f"{100 * least / statistics.median(self.took):.1f} %",
            verdict,
        )
        return f"| {' | '.join(cells)} |"

    @property
    def error(self) -> float:
        return statistics.stdev(self.longer) / math.sqrt(len(self.longer))


def report() -> str:
    """The table of all games."""
    call_command("prepare_database", verbosity=0)
    people = [User.objects.create_user(name) for name in ("Wim", "Xia")]
    clients = [Client(HTTP_HOST="localhost") for _ in people]
    for client, user in zip(clients, people, strict=True):
        client.force_login(user)
    gc.freeze()
    gc.disable()  # it would fall on any request, and take as long as twenty
    rows = [
        "| Game | What | Pairs | Takes | Longer in the other world | Standard error"
        " | Would be seen from | So |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for key in RECORDS:
        found = _of_game(key, people, clients)
        rows += [found[what].row(key, what) for what in WHATS]
    return "\n".join(rows)


def _of_game(key: str, people: list[User], clients: list[Client]) -> dict[str, Difference]:
    found = {what: Difference() for what in WHATS}
    dice = Random(key)
    for worlds, record in _positions(key, people):
        mover = clients[worlds.game.turn or 0]
        for number in range(PAIRS + 1):
            taken = {}
            for world in dice.sample((0, 1), 2):
                taken[world] = _measure(worlds, world, record, mover)
            for what in WHATS if number else ():  # the first pair is for warm-up
                one, other = taken[0][what], taken[1][what]
                found[what].took.append(one)
                found[what].longer.append(other - one)
    return found


def _positions(key: str, people: list[User]) -> Iterator[tuple[Worlds, Record]]:
    """Positions in which a play follows, spread over the first two thirds of the game."""
    record = parse(RECORDS[key].read_text())
    plies = [
        line.ply - 1
        for line in record.moves[2 : 2 * len(record.moves) // 3]
        if line.text[0].isupper() or line.text[0].isdigit() or key == "numeria"
    ]
    for place in range(POSITIONS):
        known = plies[place * len(plies) // POSITIONS]
        now = datetime.now(UTC) - timedelta(hours=1)
        game = start_game(
            GameSettings(key, options=record.headers.get("Options", "")),
            users=people,
            seed=bytes.fromhex(record.headers["Seed"]),
            now=now,
        )
        make_at_once(game, record.moves[:known], now)
        game = Game.objects.get(pk=game.pk)
        yield Worlds(game, Case(record, known, 1 - (game.turn or 0))), record


def _measure(worlds: Worlds, number: int, record: Record, mover: Client) -> dict[str, float]:
    """What each answer takes in this world, in milliseconds of processor."""
    game, plies = worlds.game, worlds.case.plies
    said = {"text": record.moves[plies].text, "ply": str(plies + 1)}
    with transaction.atomic():
        worlds.enter(number)
        taken = {
            what: _taken(lambda part=part: mover.post(f"/games/{game.id}/{part}", said, **JSON))
            for what, part in zip(WHATS, ("check/", "check/", "move/"), strict=True)
        }
        transaction.set_rollback(True)
    return taken


def _taken(ask: Callable[[], object]) -> float:
    gc.collect(0)
    begun = time.thread_time()
    answer = ask()
    spent = 1000 * (time.thread_time() - begun)
    assert answer.status_code == 200, answer.content
    return spent
