"""What pages about finished games cost with few of them and with many, on two servers at once."""

import re
from dataclasses import dataclass

from benchmarks.report import Line
from benchmarks.site import EMPTY_VIEW, Samples
from benchmarks.urls import EMPTY
from tests.servers import Server
from tests.system.visitors import Visitor

FEW = 100
RUNS = 30
MAKING = 3600  # seconds that a history may take

_NEXT = re.compile(r'href="([^"]*\bafter=[^"]*)"')


@dataclass(frozen=True)
class Site:
    """A server with a history, somebody who reads there, and what was measured."""

    visitor: Visitor
    addresses: dict[str, str]
    samples: Samples


def lines(few: Server, many: Server, games: int) -> tuple[list[Line], list[str]]:
    """A line for every page that there is; and the pages that ask more where there is more."""
    _make(few, FEW, 20)
    _make(many, games, 500)
    sites = [_site(few), _site(many)]
    pages = [page for page in sites[0].addresses if all(page in s.addresses for s in sites)]
    for run in range(RUNS + 1):
        for site in sites:
            if run == 1:
                site.samples.times.clear()  # the first round was for warm-up
            for page in pages:
                address = site.addresses[page]
                site.samples.take(page, lambda s=site, a=address: s.visitor.get(a))
            site.samples.take("empty", lambda s=site: s.visitor.get(f"/{EMPTY}"))
    for site in sites:
        site.visitor.leave()
    small, large = (site.samples for site in sites)
    found = [_line(page, small, large) for page in pages]
    empty = Line(
        EMPTY_VIEW, large.middle("empty"), "ms", RUNS, f"{FEW} games", small.middle("empty")
    )
    return [*found, empty], [page for page in pages if _most(large, page) > _most(small, page)]


def _line(page: str, small: Samples, large: Samples) -> Line:
    return Line(
        page,
        large.middle(page),
        "ms",
        RUNS,
        f"{FEW} games",
        small.middle(page),
        queries=f"{_most(large, page)}, and {_most(small, page)}",
    )


def _most(samples: Samples, page: str) -> int:
    return max(samples.queries[page])


def _make(server: Server, games: int, people: int) -> None:
    wanted = (f"--games={games}", f"--people={people}")
    made = server.run("-m", "benchmarks.make_history", *wanted, seconds=MAKING)
    assert made.returncode == 0, made.stderr
    print(made.stdout)


def _site(server: Server) -> Site:
    """The addresses of its fullest pages, and a stranger who reads them."""
    visitor = Visitor(server)
    visitor.get("/")
    return Site(visitor, dict(_addresses(server, visitor)), Samples())


def _addresses(server: Server, visitor: Visitor) -> list[tuple[str, str]]:
    """By what they are called in the report; a page that does not answer is left out."""
    sql = """
        SELECT username FROM accounts_user JOIN games_player ON user_id = accounts_user.id
        GROUP BY username ORDER BY COUNT(*) DESC, username LIMIT 1
    """
    [(name,)] = server.database.rows(sql)
    board, archive = "/leaderboard/numerica/", "/games/archive/"
    wanted = [
        ("the first page", "/"),
        ("games to watch", "/games/"),
        ("profile of who played the most", f"/@{name}/"),
        ("leaderboard", board),
        ("leaderboard of all time", f"{board}?all=1"),
        ("archive", archive),
        ("archive, its second page", _second_page(visitor, archive)),
        ("archive of who played the most", f"{archive}?player={name}"),
        ("archive, rated games that ended by passes", f"{archive}?rated=yes&ending=passes"),
        ("archive, scores of 400 or more", f"{archive}?score=400"),
    ]
    return [(page, address) for page, address in wanted if visitor.get(address).status == 200]


def _second_page(visitor: Visitor, address: str) -> str:
    found = _NEXT.search(visitor.get(address).text)
    return address + found[1].replace("&amp;", "&") if found else f"{address}?after=none"
