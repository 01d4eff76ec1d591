"""A day of use in an hour: what falls due by hours and days, while people play all along."""

import os
import socket
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from datetime import time as time_of_day
from pathlib import Path

import pytest

from games.daily.days import day_number
from numerica_site.settings import DAILY_BEGINS_ON
from tests.faults import Figures
from tests.prepared import prepared_folder
from tests.servers import Server, telling_figures
from tests.tiers import times

from .at_once import printed
from .breaking import Site
from .histories import judge, playing
from .holdings import LOOKS, expect_no_growth, looks
from .hurry import BEGINS, RATE, SINCE, hurried_now
from .players import Table, let_fall_at, two_guests
from .visitors import Visitor

pytestmark = [pytest.mark.system, pytest.mark.wider]

STARTS_AT = time_of_day(23, 40, tzinfo=UTC)  # of tomorrow: soon the puzzles of another day follow
SECONDS = times(60, 60, 3660)  # of ours
PAIRS = 4
PAUSE = 1.0  # seconds before each move
WATCHING = 5
FALLING = 12  # games whose deadlines fall one after the other over the time
LEFT_ALONE = 2  # games with a day for a move in which nobody ever moves
REMINDED_AFTER = timedelta(hours=18)  # a quarter of a day is left
FALLS_WITHIN = timedelta(minutes=4)  # ten seconds of ours: the machine has other things to do
REMINDED = "SELECT game_id, happened_at FROM accounts_notice WHERE kind = 'time'"
ROUND = timedelta(minutes=10)  # a time that is nearer than that to now may be either side of it

A_DAILY_MAIL = """
from allauth.account.models import EmailAddress
from django.utils import timezone
from accounts.models import User
from games.models import GameSettings
from games.services.seeds import new_seed
from games.services.start import start_game

def person(name):
    user = User.objects.create_user(name, f"{name}@example.org", gets_digest=True)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user

users = person("ada"), person("ben")
for _ in range(ROUNDS):
    start_game(GameSettings("numerica"), users=users, seed=new_seed(), now=timezone.now())
"""


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """On SQLite: with PostgreSQL the time is that of the database, which has no hurry."""
    tomorrow = datetime.now(UTC).date() + timedelta(days=1)
    monkeypatch.setenv(BEGINS, datetime.combine(tomorrow, STARTS_AT).isoformat())
    monkeypatch.setenv(SINCE, str(time.time()))
    hurried = {"DJANGO_SETTINGS_MODULE": "tests.system.hurry.settings"}
    server = Server(prepared_folder(tmp_path), **hurried, **telling_figures())
    del server.environment["EMAIL_URL"]  # mails are files
    with server as started:
        yield started


@pytest.fixture
def tables(site: Server) -> Iterator[list[Table]]:
    """Games with a day for each move, in which nobody has moved."""
    opened = []
    for _ in range(FALLING + LEFT_ALONE):
        table = Table(site.database, two_guests(site))
        table.sit_down(time="1d")
        opened.append(table)
    yield opened
    for table in opened:
        for player in table.players:
            player.leave()


def began_at() -> datetime:
    return datetime.fromisoformat(os.environ[BEGINS])


def is_past(moment: datetime) -> bool | None:
    """Whether this moment of the site has passed; None where it is just about to, or just has."""
    since = hurried_now() - moment
    return None if abs(since) < ROUND else since > ROUND


def fell_at(table: Table) -> datetime | None:
    """When the time of a game in which nobody moved ran out, as it is stored."""
    sql = "SELECT text, played_at FROM games_playedmove WHERE game_id = %s"
    rows = table.database.rows(sql, table.game_id)
    assert [text for text, _ in rows] in ([], ["time"]), rows
    return datetime.fromisoformat(f"{rows[0][1]}+00:00") if rows else None


def expect_puzzles_of_the_day(reader: Visitor) -> None:
    """Those of today are there, and none of tomorrow."""
    today = day_number(hurried_now(), DAILY_BEGINS_ON)
    for key in ("numerica", "equate", "digifeud", "numeria"):
        for day, status in ((today - 1, 200), (today, 200), (today + 1, 404)):
            assert reader.get(f"/daily/{key}/{day}/").status == status, (key, day, hurried_now())


@pytest.mark.long
@pytest.mark.fault("F20")
def test_what_falls_due_in_a_day_does_so_once_while_people_play(
    site: Server, tables: list[Table], figures: Figures
) -> None:
    reader = Visitor(site)
    expect_puzzles_of_the_day(reader)
    printed(site, A_DAILY_MAIL, 3)
    falling, alone = tables[:FALLING], tables[FALLING:]
    starts, whole = hurried_now(), RATE * timedelta(seconds=SECONDS)
    deadlines = [starts + whole * (number + 1) / (FALLING + 1) for number in range(FALLING)]
    for table, deadline in zip(falling, deadlines, strict=True):
        let_fall_at(table, deadline)
    reminders = set[
        tuple[str, str]
    ]()  # of each game, when that was; a turn that ends takes its own along

    def watch() -> list[socket.socket]:
        reminders.update(site.database.rows(REMINDED))
        return pages.readers(WATCHING)

    with playing(site, PAIRS, PAUSE) as history:
        pages = Site(site, history)
        history.goes_on()
        seen = looks(site, SECONDS, watch)
    expect_puzzles_of_the_day(reader)
    figures.add("hours of the site", round((hurried_now() - began_at()) / timedelta(hours=1), 1))
    late = [fell_at(table) - deadline for table, deadline in zip(falling, deadlines, strict=True)]
    assert timedelta() <= min(late) and max(late) <= FALLS_WITHIN, late
    figures.add("games whose time ran out", len(late))
    expect_reminded_once(reminders, alone, starts, figures)
    expect_told_once(site, alone, starts, figures)
    expect_no_growth(seen, figures)
    judge(site, history, figures)
    reader.leave()


def expect_reminded_once(
    reminders: set[tuple[str, str]], alone: list[Table], starts: datetime, figures: Figures
) -> None:
    """Who is to move is reminded when a quarter of the day is left."""
    due, looked = starts + REMINDED_AFTER, RATE * timedelta(seconds=SECONDS) / LOOKS
    if (is_due := is_past(due + looked)) is not None and is_past(due) is is_due:
        found = [[game for game, _ in reminders].count(table.game_id) for table in alone]
        assert found == [int(is_due)] * len(alone), reminders
        figures.add("people reminded", sum(found))


def expect_told_once(site: Server, alone: list[Table], starts: datetime, figures: Figures) -> None:
    """Who lets a day pass loses; a mail of the day goes once to each."""
    if (is_due := is_past(starts + timedelta(days=1))) is not None:
        assert [fell_at(table) is not None for table in alone] == [is_due] * len(alone)
    hour = began_at().replace(hour=17, minute=1) + timedelta(days=1)
    if (is_due := is_past(hour)) is not None:
        sql = "SELECT outcome FROM accounts_mail WHERE kind = 'digest'"
        mails = [outcome for [outcome] in site.database.rows(sql)]
        assert mails and set(mails) == {"sent" if is_due else ""}, mails
        sent = list(site.var_dir.glob("mails/*"))
        assert len(sent) == len(mails) * is_due, sent
        figures.add("mails of the day", len(sent))
