"""In a site's own shell: its migrations one after the other back, then all of them on again.

`play_many` fills the tables; `go_back_and_on` prints what is lost of what both states can hold.
"""

from collections.abc import Iterator
from datetime import timedelta
from itertools import cycle
from typing import Any

from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from accounts.models import User
from games.models import GameSettings
from games.services.chat import say
from games.services.invitations import create_invitation
from games.services.moves import play_move
from games.services.start import start_game
from tests.games.helpers import demo_record, make_at_once, recorded_game

OURS = ("accounts", "games", "ratings")
NOT_KEPT = {"django_migrations", "django_content_type", "auth_permission", "sqlite_sequence"}
"""What Django writes by itself."""

Rows = dict[str, tuple[Any, ...]]
Tables = dict[str, tuple[list[str], Rows]]
"""By table: its columns, and its rows by their keys."""

RECORDS = (
    demo_record("ada-ben.game"),
    recorded_game("equate-stage-1"),
    recorded_game("digifeud-passes"),
    recorded_game("numeria-strict-agreement"),
)
CLOCKS = ("3d", "300+5", "3d+2d")
OF_A_PAIR = 300
"""Games, half of which run: fewer than anybody may have."""


def play_many(count: int) -> None:
    """As many running games, and as many that are over, of all four kinds and of three clocks."""
    now = timezone.now()
    pairs = [_two_people(number) for number in range(1 + 2 * count // OF_A_PAIR)]
    clocks = cycle(CLOCKS)
    for number, record in zip(range(2 * count), cycle(RECORDS), strict=False):
        users = pairs[number // OF_A_PAIR]
        headers = record.headers
        settings = GameSettings(
            headers["Game"], options=headers.get("Options", ""), time_control=next(clocks)
        )
        seed = bytes.fromhex(headers["Seed"])
        game = start_game(settings, users=users, seed=seed, now=now)
        moves = len(record.moves)
        make_at_once(game, record.moves[: moves if number // len(RECORDS) % 2 else moves // 2], now)
    _talk(pairs[0])
    create_invitation(inviter=pairs[0][0], settings=GameSettings("equate"), now=now)


def _two_people(number: int) -> list[User]:
    names = (f"Eve{number}", f"Fred{number}")
    return [User.objects.create_user(name, f"{name}@example.org") for name in names]


def _talk(users: list[User]) -> None:
    game = start_game(GameSettings("numerica"), users=users, seed=bytes(32), now=timezone.now())
    play_move(game_id=game.id, user=users[game.turn], ply=1, text="pass", now=timezone.now())
    say(game_id=game.id, user=users[0], room="players", phrase="luck", now=timezone.now())


def tables() -> Tables:
    """All that is stored now."""
    found: Tables = {}
    with connection.cursor() as cursor:
        for name in connection.introspection.table_names(cursor):
            if name in NOT_KEPT:
                continue
            columns = [
                each.name for each in connection.introspection.get_table_description(cursor, name)
            ]
            key = connection.introspection.get_primary_key_column(cursor, name) or columns[0]
            cursor.execute(f'SELECT * FROM "{name}"')
            at = columns.index(key)
            found[name] = columns, {str(row[at]): row for row in cursor.fetchall()}
    return found


def differences(before: Tables, after: Tables) -> Iterator[str]:
    """Where a column of a table that both know has another value, or a row is missing or new."""
    for name in before.keys() & after.keys():
        (columns, rows), (others, others_rows) = before[name], after[name]
        if rows.keys() != others_rows.keys():
            yield f"{name}: {len(rows)} rows, then {len(others_rows)}"
            continue
        for column in set(columns) & set(others):
            one, other = columns.index(column), others.index(column)
            changed = sum(rows[key][one] != others_rows[key][other] for key in rows)
            if changed:
                yield f"{name}.{column}: {changed} of {len(rows)} rows"


def plan() -> list[tuple[str, str]]:
    """Our migrations in the order in which they are made, but those that make an app's first tables."""
    graph = MigrationExecutor(connection).loader.graph
    made = graph._generate_plan(graph.leaf_nodes(), True)
    return [(app, name) for app, name in made if app in OURS and name != "0001_initial"]


def go_back_and_on(count: int) -> None:
    """Back by `count` migrations one by one, then on; print each difference, and what it took.

    A way back may drop what a migration added, and nothing else; on again rows have their old ids.
    """
    first, longest = tables(), timedelta()
    made = plan()
    lowest = first
    for app, name in reversed(made[-count:]):
        names = ["0001_initial", *(one for of, one in made if of == app)]
        before, begun = tables(), timezone.now()
        call_command("migrate", app, names[names.index(name) - 1], verbosity=0)
        longest = max(longest, timezone.now() - begun)
        lowest = tables()
        for difference in differences(before, lowest):
            print(f"DIFFERENT back from {app} {name}: {difference}")
    begun = timezone.now()
    call_command("migrate", verbosity=0)
    print("on again", timezone.now() - begun, "slowest", longest)
    known = {name: (columns, rows) for name, (columns, rows) in tables().items() if name in lowest}
    for difference in differences(lowest, known):
        print(f"DIFFERENT on again: {difference}")
    for difference in differences(_within(first, lowest), known):
        print(f"DIFFERENT in the end: {difference}")


def _within(tables: Tables, lowest: Tables) -> Tables:
    """What of these tables the lowest state could hold."""
    found: Tables = {}
    for name, (columns, rows) in tables.items():
        if name in lowest:
            kept = [at for at, column in enumerate(columns) if column in lowest[name][0]]
            found[name] = (
                [columns[at] for at in kept],
                {key: tuple(row[at] for at in kept) for key, row in rows.items()},
            )
    return found
