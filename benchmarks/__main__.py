"""`python -m benchmarks`: measure everything on a database that is thrown away, print a table."""

import os
import tempfile
from pathlib import Path

SETTINGS = "benchmarks.settings"


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="numerica-benchmarks-") as folder:
        os.environ |= {"NUMERICA_VAR": folder, "DJANGO_SETTINGS_MODULE": SETTINGS}
        for name in ("DATABASE_URL", "REDIS_URL", "SITE_URL"):
            os.environ.pop(name, None)
        import django

        django.setup()
        _measure(Path(folder))


def _measure(folder: Path) -> None:
    """The imports wait until the settings know the folder."""
    from benchmarks import report, rules, site
    from tests.servers import Server

    print(f"Measured on {report.machine()}.\n")
    with Server(folder, DJANGO_SETTINGS_MODULE=SETTINGS) as server:
        lines = rules.lines() + site.lines(server)
        faults = server.log.count("Traceback")
    print(report.table(lines))
    if faults:
        raise SystemExit(f"\nThe server failed {faults} times; these figures are of no use.")


if __name__ == "__main__":
    main()
