"""What is no move, killed before and after its commit: invitations, seats, chat, accounts.

Before it nothing is stored, and the same sent again is done as if for the first time; after it
all that is stored where nobody kills anything, and who sends the same again is answered.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import NamedTuple

import pytest

from games.store.chat import PHRASES
from tests.faults import Figures
from tests.servers import Server, wait_until
from tests.tiers import times

from .at_once import expect_verified
from .histories import AWAY
from .players import Table
from .test_fail_points import WITH_POINTS, order
from .visitors import Answer, Visitor

pytestmark = [pytest.mark.system, pytest.mark.wider, pytest.mark.long]

BESIDE = re.compile(
    r"django_session|usersessions_|sqlite_|games_heartbeat|games_outage"  # a start writes there
    r"|games_(deep|weighed)?review|games_weighed"  # and who works through what waits
)
"""Tables that are written by the way."""

ASIDE = {"accounts_notice": "WHERE kind <> 'reviewed'"}
"""Of a table, what else is left out: a game that has ended is reviewed some time after the deed."""

DONE = (200, 302)
REFUSED = (403, 409)
"""What is there already need not be done again."""

LINE = {"room": "players", "phrase": next(iter(PHRASES))}

Picture = dict[str, tuple[int, ...]]
"""Of each table: how many rows, and how many of them have something in each column."""

Post = Callable[[], Answer]


class People(NamedTuple):
    """Two who come newly for each deed."""

    ada: Visitor
    ben: Visitor


def an_invitation(people: People) -> Post:
    return lambda: people.ada.post("/invitations/new/", to="link", key="numerica", time="3d")


def a_seek(people: People) -> Post:
    return lambda: people.ada.post("/invitations/new/", to="anyone", key="equate", time="1d")


def a_seat(people: People) -> Post:
    offered = people.ada.invite()
    return lambda: people.ben.accept(offered)


def a_line(people: People) -> Post:
    return _at_the_table(people, "chat/say/", **LINE)


def a_call_off(people: People) -> Post:
    return _at_the_table(people, "call-off/", ply=1)


def a_rematch(people: People) -> Post:
    table = _table(people)
    assert table.mover.move(table.game_id, 1, "resign").status == 200
    return lambda: people.ada.post(f"/games/{table.game_id}/rematch/")


def a_block(people: People) -> Post:
    name = _name(people.ben)
    return lambda: people.ada.post(f"/@{name}/block/")


def a_note(people: People) -> Post:
    name = _name(people.ben)
    return lambda: people.ada.post(f"/@{name}/note/", text="calm and quick")


def a_departure(people: People) -> Post:
    """Of who is to move in a game, has said something there, and has offered another one."""
    table = _table(people)
    leaver = table.mover
    assert leaver.post(f"/games/{table.game_id}/chat/say/", **LINE).status == 200
    leaver.invite()
    name = _name(leaver)
    return lambda: leaver.post("/people/delete/", name=name)


DEEDS: Mapping[Callable[[People], Post], str] = {
    an_invitation: "games_invitation",
    a_seek: "games_invitation",
    a_seat: "games_game",
    a_line: "games_chatline",
    a_call_off: "games_game",
    a_rematch: "games_invitation",
    a_block: "accounts_block",
    a_note: "accounts_note",
    a_departure: "accounts_user",
}
"""Each with a table that it writes to, by which its transaction is known."""


def _table(people: People) -> Table:
    table = Table(people.ada.server.database, (people.ada, people.ben))
    table.sit_down()
    return table


def _at_the_table(people: People, address: str, **fields: object) -> Post:
    table = _table(people)
    return lambda: table.mover.post(f"/games/{table.game_id}/{address}", **fields)


def _name(visitor: Visitor) -> str:
    [name] = set(re.findall(r'href="/@([^/"]+)/"', visitor.get("/people/settings/").text))
    return name


@pytest.fixture
def site(unserved: Server) -> Iterator[Server]:
    unserved.environment |= WITH_POINTS
    with unserved:
        yield unserved
    expect_verified(unserved)
    assert "Traceback" not in unserved.log, unserved.log


@contextmanager
def ready(site: Server, deed: Callable[[People], Post]) -> Iterator[tuple[Post, Picture]]:
    """All but the last post of it, by two newcomers; what is stored then."""
    with Visitor(site) as ada, Visitor(site) as ben:
        ada.become_guest()
        ben.become_guest()
        post = deed(People(ada, ben))
        yield post, picture(site)


def picture(site: Server) -> Picture:
    return {table: _counted(site, table, columns) for table, columns in _tables(site).items()}


def _tables(site: Server) -> dict[str, list[str]]:
    """The columns of each table."""
    if site.database.is_sqlite:
        listed = (
            "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c"
            " WHERE m.type = 'table' ORDER BY m.name, c.cid"
        )
    else:
        listed = (
            "SELECT table_name, column_name FROM information_schema.columns"
            " WHERE table_schema = 'public' ORDER BY table_name, ordinal_position"
        )
    found: dict[str, list[str]] = {}
    for table, column in site.database.rows(listed):
        if not BESIDE.match(table):
            found.setdefault(table, []).append(column)
    return found


def _counted(site: Server, table: str, columns: list[str]) -> tuple[int, ...]:
    """An empty text is nothing."""
    filled = ", ".join(f"COUNT(NULLIF(CAST(\"{column}\" AS TEXT), ''))" for column in columns)
    aside = ASIDE.get(table, "")
    [row] = site.database.rows(f'SELECT COUNT(*), {filled} FROM "{table}" {aside}')
    return row


def difference(before: Picture, after: Picture) -> Picture:
    return {
        table: tuple(now - was for was, now in zip(before[table], counts, strict=True))
        for table, counts in after.items()
        if counts != before[table]
    }


@pytest.mark.fault("F1b")
@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed.__name__)
def test_a_process_killed_within_any_deed_has_stored_all_of_it_or_nothing(
    site: Server, deed: Callable[[People], Post], figures: Figures
) -> None:
    with ready(site, deed) as (post, before):
        assert post().status in DONE
        whole = difference(before, picture(site))
    assert DEEDS[deed] in whole
    for point in ("before_commit", "after_commit"):
        for _ in range(figures.add("kills", times(1, 1, 5))):
            with ready(site, deed) as (post, before):
                order(site, point, f"kill {DEEDS[deed]}")
                with suppress(*AWAY):
                    pytest.fail(f"answered: {post().text}")
                wait_until(lambda: not site.is_alive, "the process is gone")
                stored = difference(before, picture(site))
                site.start()
                again = post()
                if point == "before_commit":
                    assert not stored
                    assert again.status in DONE, again.text
                    assert difference(before, picture(site)) == whole
                else:
                    assert stored == whole
                    assert again.status in DONE + REFUSED, again.text
