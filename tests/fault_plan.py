"""The plan of faults: what is done to the site, how much of it, and what no test does yet."""

from typing import NamedTuple


class Fault(NamedTuple):
    """One kind of fault; `missing` is what of the plan no test does yet."""

    what: str
    planned: str
    missing: str = ""


PLAN = {
    "F1": Fault(
        "killed in the middle of many games",
        "300 kills -9 on both databases together, 25,000 acknowledged moves; none lost, doubled or missing",
    ),
    "F1b": Fault(
        "killed at a chosen point of the work",
        "six points from the lock to the answer, 50 kills at each; stored if and only if committed",
        "the six points inside the transaction of a move; only a mail that was committed and not sent"
        " is tried",
    ),
    "F1c": Fault(
        "time given back after an outage",
        "outages with clocks and deadlines running; nobody loses on time, nobody is given it twice",
    ),
    "F2": Fault(
        "Redis and PostgreSQL stopped, frozen and started again",
        "ten rounds of Redis and six of PostgreSQL while people play; whole within 20 and 5 seconds",
        "each at its planned times is counted in rounds of one process; two processes are cut off once",
    ),
    "F3": Fault(
        "sockets that are cut, and resume",
        "1,000 cuts at any byte through a proxy; all readers see the same in the end",
        "the proxy: cuts in the middle of a message, lost, doubled and delayed news to 400 readers",
    ),
    "F3b": Fault(
        "several pages of one player",
        "two tabs and a phone that move by turns, one of them frozen; all three are equal at last",
        "all of it on a real server",
    ),
    "F4": Fault(
        "fifty identical posts at once",
        "500 rounds on both databases together; one is applied, and all get its answer",
    ),
    "F5": Fault(
        "different things at the same moment",
        "5,000 mixed races of moves, endings, offers, seeks, seats, flags and moves taken back",
        "draws offered on a real server (they are raced inside one process only)",
    ),
    "F6": Fault(
        "clocks that are wrong",
        "a process that is fast, a clock that steps; no flag falls early",
        "steps of the clock while a process runs, and a browser whose clock is wrong on a real server",
    ),
    "F7": Fault(
        "who reads slowly, sends slowly or hangs up",
        "100 readers that read nothing, 50 senders of one byte a second; moves stay quick",
        "senders of one byte a second",
    ),
    "F8": Fault(
        "garbage",
        "20,000 frames and requests of garbage; no traceback, no row, no growth",
    ),
    "F14": Fault(
        "every game replays",
        "10,000 games from their seeds, byte for byte",
        "10,000 games stored by a site; on a site those of the races and kills are replayed",
    ),
    "F15": Fault(
        "the draws are checked",
        "1,000 records found right by a reader of its own, 1,000 with one change found wrong",
        "the reader in the browser at that size: it is tried on single records",
    ),
    "F16": Fault(
        "saved and restored while people play",
        "ten backups under load, each whole, with every move acknowledged before it began",
        "under the load of people's posts: threads play while it is copied",
    ),
    "F17": Fault(
        "migrations down and up",
        "each migration with games in play on both databases; nothing is lost",
        "all of it but single migrations that fill in what is stored",
    ),
    "F18": Fault(
        "a full disk",
        "what is acknowledged is stored, the rest is told; it recovers by itself",
        "a disk that is read-only, a process without free handles, PostgreSQL without room",
    ),
    "F20": Fault(
        "load",
        "400 live games, 1,000 sockets, 20 moves a second for ten minutes",
        "here; it is measured by `make bench`, see [performance.md](performance.md)",
    ),
    "F22": Fault(
        "faults together",
        "300 rounds of two or three faults under load; whole within 30 seconds, nothing left behind",
        "clocks, slow disks, a full pool and the process that thinks; tasks inside a process are not"
        " counted, handles, threads, connections and locks are",
    ),
}
