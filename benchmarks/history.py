"""What pages about finished games cost with few of them and with many, on two servers at once."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.report import Line
from benchmarks.site import EMPTY_VIEW, Samples
from benchmarks.urls import EMPTY
from tests.servers import Server
from tests.system.histories import History, compare, playing
from tests.system.visitors import Visitor

FEW = 1_000
RUNS = 30
PAIRS = 4  # who play at each site, when the pages are read for the second time
PAUSE = 1.0  # seconds before each move
MAKING = 7200  # seconds that a history may take
GROWS_LESS = "ratio ≤ 1.5"

TABLE, REPLAY = TABLES = "the table of an old game", "an old position of it"
FOR_STRANGERS = {*TABLES, "leaderboard", "leaderboard of all time"}
LONG_GAME = "d90e76f728ab64898573a8e8c1594c7d5d5feed262e15c6468b8b1dd4d6813e4"
"""The seed of a whole game that is in both histories."""

SIGN_IN = """
from django.test import Client
from accounts.models import User
client = Client()
client.force_login(User.objects.get(username="{name}"))
print(client.cookies["sessionid"].value)
"""

_NEXT = re.compile(r'href="([^"]*\bafter=[^"]*)"')


@dataclass
class Site:
    """A server with a history, who reads there, and what was measured."""

    player: Visitor
    stranger: Visitor
    addresses: dict[str, str]
    samples: Samples


def lines(few: Server, many: Server, games: int) -> tuple[list[Line], list[str]]:
    """A line for every page that there is; and the pages that ask more where there is more.

    One query more is allowed: a walk of the archive that has an end asks where that is.
    """
    _make(few, FEW, 20)
    _make(many, games, 500)
    sites = [_site(few), _site(many)]
    pages = [page for page in sites[0].addresses if all(page in s.addresses for s in sites)]
    small, large = _read(sites, pages)
    found = [_line(page, page, small, large) for page in pages]
    empty = Line(
        EMPTY_VIEW, large.middle("empty"), "ms", RUNS, f"{FEW} games", small.middle("empty")
    )
    size = Line("a game with all that is kept of it", _kilobytes_a_game(many, games), "kB", 1)
    with playing(few, PAIRS, PAUSE) as few_moves, playing(many, PAIRS, PAUSE) as many_moves:
        busy_small, busy_large = _read(sites, pages)
    busy = [_line(f"while people play: {page}", page, busy_small, busy_large) for page in pages]
    for site in sites:
        site.player.leave()
        site.stranger.leave()
    return [*found, empty, size, *busy, *_moves(few, few_moves), *_moves(many, many_moves)], [
        page for page in pages if _most(large, page) > _most(small, page) + 1
    ]


def _read(sites: Sequence[Site], pages: Sequence[str]) -> list[Samples]:
    """Every page of each site in turn; the first round is for warm-up."""
    for site in sites:
        site.samples = Samples()
    for run in range(RUNS + 1):
        for site in sites:
            if run == 1:
                site.samples.times.clear()
            for page in pages:
                address = site.addresses[page]
                reader = site.stranger if page in FOR_STRANGERS else site.player
                site.samples.take(page, lambda r=reader, a=address: r.get(a))
            site.samples.take("empty", lambda s=site: s.player.get(f"/{EMPTY}"))
    return [site.samples for site in sites]


def _moves(server: Server, played: History) -> list[Line]:
    """What became of the moves that were made meanwhile."""
    found = compare(server, played)
    [(games,)] = server.database.rows("SELECT COUNT(*) FROM games_game")
    wrong = found["lost"] + found["doubled"] + found["gaps"] + len(played.unanswered)
    of = found["acknowledged"]
    return [
        Line(f"moves lost, doubled or unanswered among {games} games", wrong, "", of, target="0")
    ]


def _line(what: str, page: str, small: Samples, large: Samples) -> Line:
    return Line(
        what,
        large.middle(page),
        "ms",
        RUNS,
        f"{FEW} games",
        small.middle(page),
        queries=f"{_most(large, page)}, and {_most(small, page)}",
        target="≤ 50 ms" if page == REPLAY else GROWS_LESS,
    )


def _kilobytes_a_game(server: Server, games: int) -> float:
    """The pages of the file that are in use, all tables and indexes."""
    page_count, free, size = (
        server.database.rows(f"PRAGMA {name}")[0][0]
        for name in ("page_count", "freelist_count", "page_size")
    )
    return (page_count - free) * size / games / 1000


def _most(samples: Samples, page: str) -> int:
    return max(samples.queries[page])


def _make(server: Server, games: int, people: int) -> None:
    wanted = (f"--games={games}", f"--people={people}")
    if server.database.rows("SELECT 1 FROM games_game LIMIT 1"):
        return  # a run before has made it, in a folder that is kept
    made = server.run("-m", "benchmarks.make_history", *wanted, seconds=MAKING)
    assert made.returncode == 0, made.stderr
    print(made.stdout)


def _site(server: Server) -> Site:
    """The addresses of its fullest pages, and who played the most, who reads them."""
    name = _fullest(server)
    signed_in = server.manage("shell", "-v", "0", "-c", SIGN_IN.format(name=name))
    player = Visitor(server)
    player.cookies["sessionid"] = signed_in.stdout.strip()
    assert name in player.get("/").text, signed_in.stderr
    return Site(player, Visitor(server), dict(_addresses(server, player, name)), Samples())


def _fullest(server: Server) -> str:
    """Who played the most."""
    sql = """
        SELECT username FROM accounts_user JOIN games_player ON user_id = accounts_user.id
        GROUP BY username ORDER BY COUNT(*) DESC, username LIMIT 1
    """
    [(name,)] = server.database.rows(sql)
    return name


def _addresses(server: Server, visitor: Visitor, name: str) -> list[tuple[str, str]]:
    """By what they are called in the report; a page that does not answer is left out."""
    oldest = "SELECT id, ply FROM games_game WHERE seed = %s ORDER BY ply DESC, ended_at LIMIT 1"
    [(game, ply)] = server.database.rows(oldest, LONG_GAME)
    board, archive = "/leaderboard/numerica/", "/games/archive/"
    wanted = [
        ("the first page of who played the most", "/"),
        (TABLE, f"/games/{game}/"),
        (REPLAY, f"/games/{game}/?ply={ply // 2}"),
        ("games to watch", "/games/"),
        ("profile of who played the most", f"/@{name}/"),
        ("leaderboard", board),
        ("leaderboard of all time", f"{board}?all=1"),
        ("archive", archive),
        ("archive, its second page", _second_page(visitor, archive)),
        ("archive of who played the most", f"{archive}?player={name}"),
        ("archive of somebody who does not exist", f"{archive}?player=nobody"),
        ("archive, rated games that ended by passes", f"{archive}?rated=yes&ending=passes"),
        ("archive, an ending that no such game has", f"{archive}?game=equate&ending=tropes"),
        ("archive, a score that nobody has", f"{archive}?score=99999"),
        ("archive, scores of 400 or more", f"{archive}?score=400"),
    ]
    return [(page, address) for page, address in wanted if visitor.get(address).status == 200]


def _second_page(visitor: Visitor, address: str) -> str:
    found = _NEXT.search(visitor.get(address).text)
    return address + found[1].replace("&amp;", "&") if found else f"{address}?after=none"
