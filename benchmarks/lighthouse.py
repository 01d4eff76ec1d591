"""What Lighthouse says of three pages on a simulated phone; it is fetched at the first use."""

import json
import os
import shutil
import statistics
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from django.core.management import call_command

from accounts.models import User
from games.models import Game
from tests.servers import ROOT, Server

PACKAGE = "lighthouse@12.8.2"  # the last that runs on Node 20
FOLDER = ROOT / "var" / "lighthouse"
PROGRAM = FOLDER / "node_modules" / ".bin" / "lighthouse"
RUNS = 5
TRIES = 3  # for one run
PATIENCE = 300  # seconds for one run

CATEGORIES = {
    "performance": ("Performance", 95),
    "accessibility": ("Accessibility", 100),
    "best-practices": ("Best practices", 100),
    "seo": ("SEO", 100),
}
"""What is judged, its heading, and the least that it should be."""

FLAGS = "--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage"


class NotPossible(Exception):
    """Why nothing was measured, in a sentence."""


def report(server: Server) -> str:
    """The medians as a table, or why there is no table."""
    try:
        chromium = _prepared()
        findings = {name: _medians(address, chromium) for name, address in _pages(server).items()}
    except NotPossible as reason:
        return f"Lighthouse was not run: {reason}"
    return _table(findings)


def _prepared() -> str:
    """Where Chromium is; Lighthouse is installed if it is not there yet."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if chromium is None:
        raise NotPossible("there is no Chromium; install one, or set CHROMIUM=/path/to/it.")
    if shutil.which("npm") is None:
        raise NotPossible("there is no npm to install it with.")
    if not PROGRAM.exists():
        print(f"Installing {PACKAGE} …", flush=True)
        _run(["npm", "install", "--no-audit", "--no-fund", "--prefix", str(FOLDER), PACKAGE])
    return chromium


def _run(words: Sequence[str], **environment: str) -> str:
    try:
        ran = subprocess.run(
            words,
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
    except subprocess.TimeoutExpired:
        raise NotPossible(f"{Path(words[0]).name} took more than {PATIENCE} s.") from None
    if ran.returncode:
        last = (ran.stderr.strip().splitlines() or ["without a word"])[-1]
        raise NotPossible(f"{Path(words[0]).name} failed: {last}")
    return ran.stdout


def _pages(server: Server) -> dict[str, str]:
    """The first page, a table in the middle of its game, and a page with a history."""
    call_command("seed_demo", verbosity=0)
    running = Game.objects.filter(ended_at=None, key="numerica", players__user__username="Ben")
    person = User.objects.get(username="Ada")
    return {
        "first page": f"{server.origin}/",
        "a table": f"{server.origin}/games/{running.latest('changed_at').id}/",
        "a profile": f"{server.origin}/@{person.username}/",
    }


def _medians(address: str, chromium: str) -> dict[str, float]:
    runs = [_scores(address, chromium) for _ in range(RUNS)]
    return {category: statistics.median(run[category] for run in runs) for category in CATEGORIES}


def _scores(address: str, chromium: str) -> dict[str, float]:
    """One run in a fresh browser: mobile, with the network and processor that it simulates."""
    words = [str(PROGRAM), address, "--quiet", "--output=json", f"--chrome-flags={FLAGS}"]
    words.append(f"--only-categories={','.join(CATEGORIES)}")
    told = json.loads(_run_patiently(words, CHROME_PATH=chromium))["categories"]
    return {category: round(100 * (told[category]["score"] or 0)) for category in CATEGORIES}


def _run_patiently(words: Sequence[str], **environment: str) -> str:
    """On a busy machine a browser sometimes does not come up in time; the last failure counts."""
    for _ in range(TRIES - 1):
        with suppress(NotPossible):
            return _run(words, **environment)
    return _run(words, **environment)


def _table(findings: dict[str, dict[str, float]]) -> str:
    headings = [f"{heading} (≥ {least})" for heading, least in CATEGORIES.values()]
    rows = [["Lighthouse, mobile", *headings], ["---"] * (len(headings) + 1)]
    rows += [
        [page, *[f"{each:.0f}" for each in found.values()]] for page, found in findings.items()
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
