"""How the database answers what the pages ask it; to be called in a shell on an empty database.

It is filled with a few thousand finished games, and all pages whose cost might
grow with them are asked for. Each line that is printed says what a query does that no index leads
to, and on which page; PostgreSQL counts the rows, SQLite the steps of its machine.
"""

import itertools
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.management import call_command
from django.db import connection, transaction
from django.db.models import Count, F, Q
from django.test import Client

from accounts.models import User
from benchmarks import make_history, stock
from games.models import Game, Player
from games.selectors import archive, archive_walks
from games.store.queries import Reader
from tests.system.explained import plan_as_in_large_tables

GAMES = 5000
PEOPLE = 40  # who play, some of them very much
OTHERS = 2000  # who never play
IMPORTED = 1500  # games
LONG_AGO = timedelta(days=3000)  # that long before all others the games of one kind ended
WALK = 100  # games that a page of the archive looks at, at most
MOST_ROWS = 400  # that a query may look at in one table
MOST_STEPS = 15_000  # of SQLite's machine
STEP = 1000
WATCHED = frozenset(
    {"games_game", "games_player", "games_playedmove", "accounts_user", "accounts_notice"}
)
Read = Callable[[], object]
"""Reads what a page shows."""


def print_faults() -> None:
    fill()
    for fault in every_fault():
        print(fault)


def print_needless(*indexes: str) -> None:
    """Each of these indexes without which nothing is slow."""
    fill()
    for index in indexes:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"DROP INDEX {index}")
            if not any(every_fault()):
                print(index)
            transaction.set_rollback(True)


def every_fault() -> Iterator[str]:
    for who, reader in {"a stranger": AnonymousUser(), "a player": fullest()}.items():
        for what, read in pages(reader):
            for fault in faults(read):
                yield f"{what} for {who}: {fault}"


def fill() -> None:
    """The games of the demo and what is cut of them, many times; nobody has to play first."""
    stock.OF_EACH, stock.KEPT = 0, Path(tempfile.mkdtemp()) / "stock"
    archive.LONGEST_WALK = archive_walks.LONGEST_WALK = WALK
    call_command("migrate", verbosity=0)
    User.objects.bulk_create(User(username=f"Other{number}") for number in range(OTHERS))
    command = make_history.Command(stdout=open(os.devnull, "w"))
    call_command(command, f"--games={GAMES}", f"--people={PEOPLE}")
    for rows, is_old in ((Player, Q(game__key="numeria")), (Game, Q(key="numeria"))):
        rows.objects.filter(is_old).update(ended_at=F("ended_at") - LONG_AGO)
    imported = Game.objects.order_by("id").values_list("id", flat=True)[:IMPORTED]
    Player.objects.filter(game__in=list(imported)).update(user=None, name="Imp")
    plan_as_in_large_tables()


def fullest() -> User:
    """Who has played the most."""
    return User.objects.annotate(games=Count("seats")).order_by("-games", "pk")[0]


def pages(reader: Reader) -> Iterator[tuple[str, Read]]:
    """What this reader might open, and what to call to read it."""
    client = Client(SERVER_NAME="localhost")
    if reader.is_authenticated:
        client.force_login(reader)
    for address in addresses():
        yield address, partial(client.get, address, follow=True)
    if not reader.is_authenticated:
        return  # what somebody asks who has games is the same and more
    for asked, after in searches():
        search = archive.ArchiveSearch(**asked)
        yield (
            f"archive of {asked} after {after}",
            partial(archive.find_games, search, after, reader),
        )


def addresses() -> Iterator[str]:
    name, oldest = fullest().username, Game.objects.order_by("ended_at")[0]
    yield from (
        "/notices/",
        "/",
        "/lobby/",
        "/games/",
        "/games/?game=numeria",
        "/tv/",
        "/tv/numeria/",
    )
    yield from (f"/@{name}/", f"/@{name.upper()}/", "/@nobody/")
    yield from ("/leaderboard/numerica/", "/leaderboard/numerica/?all=1", "/leaderboard/numeria/")
    yield from (f"/games/{oldest.id}/", f"/games/{oldest.id}/?ply=1", "/games/archive/")
    yield f"/games/{oldest.id}/chat/"


def searches() -> Iterator[tuple[dict[str, Any], archive_walks.Place | None]]:
    """All that can be asked of the archive together, for what is common and for what is rare."""
    moment = Game.objects.order_by("-ended_at")[GAMES // 2].ended_at
    choices = {
        "player": (None, fullest().username, "imp", "Nobody"),
        "game": (None, "numeria"),
        "rated": (None, "yes"),
        "ending": (None, "resign", "passes"),
        "score": (None, 1, 9999),
        "until": (None, moment.date()),
    }
    for values in itertools.product(*choices.values()):
        pairs = zip(choices, values, strict=True)
        asked = {key: value for key, value in pairs if value is not None}
        yield asked, None
        yield asked, archive_walks.Place(moment, "a")


def faults(read: Read) -> list[str]:
    """What is wrong with the queries by which this is read."""
    plan = _sqlite_faults if connection.vendor == "sqlite" else _postgresql_faults
    found: list[str] = []

    def explained(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith("SELECT"):
            found.extend(f"{fault}: {sql}" for fault in plan(execute, sql, params, many, context))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(explained):
        read()
    return found


def _sqlite_faults(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Iterator[str]:
    cursor = context["cursor"]
    execute(f"EXPLAIN QUERY PLAN {sql}", params, many, context)
    for *_, detail in cursor.fetchall():
        scan, _, table = detail.partition(" ")
        if scan == "SCAN" and table in WATCHED:
            yield detail
    steps = _steps(lambda: (execute(sql, params, many, context), cursor.fetchall()))
    if steps > MOST_STEPS:
        yield f"{steps} steps"


def _steps(run: Callable[[], object]) -> int:
    """How many steps SQLite's machine takes, in thousands."""
    count = itertools.count()
    connection.connection.set_progress_handler(lambda: next(count) and None, STEP)
    run()
    connection.connection.set_progress_handler(None, STEP)
    return next(count) * STEP


def _postgresql_faults(
    execute: Any, sql: str, params: Any, many: bool, context: Any
) -> Iterator[str]:
    execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", params, many, context)
    [(plan,)] = context["cursor"].fetchall()
    plan = json.loads(plan) if isinstance(plan, str) else plan
    for node in _nodes(plan[0]["Plan"]):
        rows = _rows_of(node)
        if node.get("Relation Name") in WATCHED and rows > MOST_ROWS:
            yield f"{node['Node Type']} of {rows} rows of {node['Relation Name']}"


def _nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for child in node.get("Plans", ()):
        yield from _nodes(child)


def _rows_of(node: dict[str, Any]) -> int:
    """The rows that a part of a plan has looked at."""
    columns = ("Actual Rows", "Rows Removed by Filter", "Rows Removed by Index Recheck")
    return int(sum(node.get(column, 0) for column in columns) * node["Actual Loops"])
