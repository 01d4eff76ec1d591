"""The people and the tables of a site on which everything is tried, and how they post."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from random import Random
from unittest import mock

from django.db import connection, transaction
from django.test import Client, override_settings
from django.utils import timezone
from hypothesis.stateful import (
    RuleBasedStateMachine,
)

from accounts.models import User
from accounts.services import make_computers
from games.models import Game
from games.store import site_time
from tests.remembered import clear_process

from .tables import Table

BEGAN = datetime(2026, 11, 20, 12, tzinfo=UTC)
PEOPLE = ("Ada", "Ben", "Cleo", "Dov")
COUNTS = {"games": 0, "games ended": 0, "entries": 0, "refused": 0}


class People(RuleBasedStateMachine):
    """The site as people find it; tables are followed from their first moment to their end."""

    def __init__(self) -> None:
        super().__init__()
        self.now = BEGAN
        self.tables: dict[str, Table] = {}
        self.undo = ExitStack()
        self.undo.enter_context(alone())
        self.undo.enter_context(mock.patch("random._urandom", Random(7).randbytes))
        self.undo.enter_context(mock.patch.object(timezone, "now", lambda: self.now))
        self.undo.enter_context(mock.patch.object(site_time, "now", lambda: self.now))
        make_computers()
        self.users: dict[str, User | None] = {name: new_person(name) for name in PEOPLE}
        self.clients = {name: Client() for name in (*PEOPLE, "guest", "stranger")}
        for name, user in self.users.items():
            self.clients[name].force_login(user)
        self.users |= {"guest": None, "stranger": None}
        self.refused = 0

    def teardown(self) -> None:
        self.undo.close()
        COUNTS["games"] += len(self.tables)
        COUNTS["entries"] += sum(len(table.texts) for table in self.tables.values())
        COUNTS["refused"] += self.refused
        COUNTS["games ended"] += sum(table.is_over for table in self.tables.values())

    # --- to do something, and to look ---

    def post(
        self, who: str, address: str, expected: bool | None, said: dict, **more: str
    ) -> object:
        """Post it; what is refused changes nothing. `expected` is None where nobody can tell."""
        before = every_row() if expected is not True else None
        answer = self.clients[who].post(address, said, HTTP_HOST="localhost", **more)
        status = answer.status_code
        assert status < 500, answer.content[-300:]
        assert expected is None or (status < 400) == expected, (status, who, address, said,
                                                                answer.content[-300:])  # fmt: skip
        if status >= 400 and before is not None:
            self.refused += 1
            assert every_row() == before, (who, address, said)
        return answer

    def dice(self, number: int) -> Random:
        return Random(number)

    def table(self, number: int) -> Table:
        """A table, mostly one at which somebody is to move."""
        running = [table for table in self.tables.values() if not table.is_over]
        found = running if running and number % 8 else list(self.tables.values())
        return found[number % len(found)]

    def find_new_games(self, *, look: bool = True) -> None:
        """Follow the games that have begun."""
        for row in (
            Game.objects.exclude(pk__in=self.tables)
            .order_by("pk")
            .prefetch_related("players__user")
        ):
            users = [player.user for player in row.players.all()]
            self.tables[row.pk] = Table(row.pk, users, row.rated, self.now)
            if look:
                self.tables[row.pk].check()
        for name in ("guest",):
            key = self.clients[name].session.get("_auth_user_id")
            self.users[name] = User.objects.filter(pk=key).first() if key else None

    def name_of(self, user: User) -> str | None:
        """Who of those here sits there; nobody for a computer and who has gone."""
        return next((n for n, each in self.users.items() if each and each.pk == user.pk), None)

    def mover(self, table: Table) -> str | None:
        return None if table.game.turn is None else self.name_of(table.users[table.game.turn])

    def let_fall(self, table: Table, *, is_mover: bool = False) -> bool:
        """The flag, if it has fallen: who comes first finds it."""
        fell = table.has_fallen(self.now, is_mover=is_mover)
        if fell:
            table.fall(self.now)
        return fell


def every_row() -> dict[str, list[tuple]]:
    """Every row of every table as it is stored; of a session, whose time may begin again, that it is."""
    found = {}
    with connection.cursor() as cursor:
        for table in sorted(connection.introspection.django_table_names()):
            columns = "session_key" if table == "django_session" else "*"
            cursor.execute(f'SELECT {columns} FROM "{table}" ORDER BY 1')
            found[table] = cursor.fetchall()
    return found


def new_person(name: str) -> User:
    return User.objects.create_user(name, f"{name.lower()}@example.org")


def fresh(user: User) -> User:
    return User.objects.get(pk=user.pk)


@contextmanager
def alone() -> Iterator[None]:
    """Nothing that happens within is kept, in the database or in this process."""
    clear_process()
    with override_settings(SETTLE_NOTHING_FOR=0, ALLOWED_HOSTS=["*"]), transaction.atomic():
        yield
        transaction.set_rollback(True)
    clear_process()
