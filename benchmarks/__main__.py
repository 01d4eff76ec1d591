"""`python -m benchmarks`: measure everything on a database that is thrown away, print a table.

`--history` measures instead what grows with finished games: it makes thousands, which takes long.
`--dearest` walks every address as each of eight roles, and prints what costs most.
`--timing` compares answers in pairs of games that differ in hidden tiles alone.
`--lighthouse` has some pages judged by Lighthouse, which npm fetches at the first use.
`--keep` writes the table to `docs/performance/`, and of most its picture.
`--computers`, `--reviews`, `--fanout`, `--writers`, `--pages`, `--live`, `--hands`, `--pushes` and
`--switches` measure one thing each on a server of its own.
"""

import argparse
import os
import tempfile
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.report import Line

SETTINGS = "benchmarks.settings"
PERFORMANCE = Path(__file__).resolve().parents[1] / "docs/performance"

ALONE = {
    "computers": "up to fifty games against computers at once, and how the pages do",
    "reviews": "how long finished games wait for their review",
    "fanout": "a move to up to 2,000 who watch, beside raw ASGI and plain groups",
    "writers": "a move while eight write at once, by database and number of threads",
    "pages": "processor time of pages, each beside an empty view",
    "live": "a hundred live games, each watched by four, and 200 people in the lobby",
    "switches": "moves drawn for all their pages, beside threads that take turns as Python does",
    "hands": "tiles laid in Chromium: how soon they are painted, and judged",
    "pushes": "moves watched in Chromium: their bytes, the page's work for them, what shifts",
}
"""Modules that measure one thing each, and what."""


def main() -> None:
    wanted = _wanted()
    with tempfile.TemporaryDirectory(prefix="numerica-benchmarks-") as folder:
        os.environ |= {"NUMERICA_VAR": folder, "DJANGO_SETTINGS_MODULE": SETTINGS}
        for name in ("DATABASE_URL", "REDIS_URL", "SITE_URL"):
            os.environ.pop(name, None)
        if wanted.dearest or wanted.timing:
            os.environ |= {"NUMERICA_LIMITS": "0", "NUMERICA_TICKER": "0"}
        import django

        django.setup()
        if wanted.dearest:
            _find_dearest(keeps=wanted.keep)
        elif wanted.timing:
            _compare_worlds(keeps=wanted.keep)
        elif wanted.history:
            _measure_history(Path(folder), wanted.history)
        elif wanted.lighthouse:
            _judge(Path(folder))
        elif wanted.alone:
            measurement = import_module(f"benchmarks.{wanted.alone}")
            _measure_alone(Path(folder), measurement, keeps=wanted.keep)
        else:
            _measure(Path(folder))


def _wanted() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--history",
        nargs="?",
        type=int,
        const=200_000,
        metavar="GAMES",
        help="pages with this many finished games (200,000) beside those with 1,000",
    )
    parser.add_argument(
        "--lighthouse", action="store_true", help="pages on a simulated phone, judged by Lighthouse"
    )
    parser.add_argument(
        "--dearest", action="store_true", help="the dearest requests of each of eight roles"
    )
    parser.add_argument(
        "--timing", action="store_true", help="whether answers take longer where others hold more"
    )
    parser.add_argument("--keep", action="store_true", help="write docs/performance/ as well")
    for name, what in ALONE.items():
        parser.add_argument(f"--{name}", dest="alone", action="store_const", const=name, help=what)
    return parser.parse_args()


def _measure(folder: Path) -> None:
    """The imports wait until the settings know the folder."""
    from benchmarks import engine, report, rules, site
    from tests.servers import Server

    print(f"Measured on {report.machine()}.\n")
    lines = engine.lines()
    with Server(folder, DJANGO_SETTINGS_MODULE=SETTINGS) as server:
        lines += rules.lines() + site.lines(server)
        faults = server.log.count("Traceback")
    print(report.table(lines))
    _require(faults == 0, f"The server failed {faults} times; these figures are of no use.")


def _measure_alone(folder: Path, measurement: ModuleType, *, keeps: bool) -> None:
    from benchmarks import report
    from tests.servers import Server

    print(f"Measured on {report.machine()}.\n")
    with Server(folder, DJANGO_SETTINGS_MODULE=SETTINGS) as server:
        lines = measurement.lines(server)
        faults = server.log.count("Traceback")
    print(report.table(lines))
    _require(faults == 0, f"The server failed {faults} times; these figures are of no use.")
    if keeps:
        _keep(lines, measurement)


def _keep(lines: "list[Line]", measurement: ModuleType) -> None:
    """Write the table, what it was measured on, and its picture."""
    from benchmarks import plots, report

    name = measurement.__name__.rpartition(".")[2]
    PERFORMANCE.mkdir(exist_ok=True)
    (PERFORMANCE / f"{name}.md").write_text(
        f"Measured on {report.machine()}.\n\n{report.table(lines)}\n"
    )
    (PERFORMANCE / f"{name}.svg").write_text(plots.plot(plots.ratios(lines), ALONE[name]))


def _find_dearest(*, keeps: bool) -> None:
    from benchmarks import dearest, report

    machine = report.machine()
    table, is_limited = dearest.report()
    said = f"Measured on {machine}.\n\n{table}\n"
    print(said)
    if keeps:
        (PERFORMANCE / "dearest.md").write_text(said)
    _require(is_limited, "A stranger can repeat a dear request without a limit.")


def _compare_worlds(*, keeps: bool) -> None:
    from benchmarks import report, timing

    said = f"Measured on {report.machine()}.\n\n{timing.report()}\n"
    print(said)
    if keeps:
        (PERFORMANCE / "timing.md").write_text(said)


def _judge(folder: Path) -> None:
    from benchmarks import lighthouse, report
    from tests.servers import Server

    print(f"Measured on {report.machine()}.\n")
    with Server(folder) as server:
        print(lighthouse.report(server))


def _measure_history(folder: Path, games: int) -> None:
    """In `NUMERICA_HISTORY`, if that is set, so that the next run finds its games there."""
    from benchmarks import history, report
    from tests.servers import Server

    print(f"Measured on {report.machine()}.\n")
    folder = Path(os.environ.get("NUMERICA_HISTORY", folder))
    (folder / "few").mkdir(parents=True, exist_ok=True)
    (folder / "many").mkdir(exist_ok=True)
    with (
        Server(folder / "few", DJANGO_SETTINGS_MODULE=SETTINGS) as few,
        Server(folder / "many", DJANGO_SETTINGS_MODULE=SETTINGS) as many,
    ):
        lines, grown = history.lines(few, many, games)
        faults = few.log.count("Traceback") + many.log.count("Traceback")
    print(report.table(lines))
    _require(faults == 0, f"The servers failed {faults} times; these figures are of no use.")
    _require(not grown, f"More queries with more games: {', '.join(grown)}.")


def _require(is_so: bool, complaint: str) -> None:
    if not is_so:
        raise SystemExit(f"\n{complaint}")


if __name__ == "__main__":
    main()
