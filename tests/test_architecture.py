"""The house as it was meant: who imports whom, whole migrations, fragments, plain contexts."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import models
from django.template.loader import get_template
from django.test.signals import template_rendered

from games.presentation import boards
from games.rules import GAMES

from .games.helpers import HTMX, ROOT, WHOLE, post_move

TEMPLATES = ROOT / "templates"
NAMES = sorted(str(path.relative_to(TEMPLATES)) for path in TEMPLATES.rglob("*.html"))
OURS = [name for name in NAMES if not name.startswith("allauth/")]
FRAGMENTS = [name for name in OURS if Path(name).name.startswith("_")]
PAGES = [name for name in OURS if name not in FRAGMENTS]
SOURCES = [
    path
    for part in ("games", "accounts", "numerica_site", "ratings")
    for path in (ROOT / part).rglob("*.py")
]


def run(*words: str) -> subprocess.CompletedProcess:
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=300)


@pytest.mark.slow
def test_every_import_keeps_its_contract():
    command = "from importlinter.cli import lint_imports_command as lint; lint()"
    result = run(sys.executable, "-c", command, "--no-cache")
    assert result.returncode == 0, result.stdout
    assert re.search(r"Contracts: \d+ kept, 0 broken", result.stdout)


def test_no_type_is_claimed_in_the_games():
    """What a State promises needs no cast."""
    games = [path for path in SOURCES if ROOT / "games" in path.parents]
    assert [path for path in games if re.search(r"\bcast\(", path.read_text())] == []


def test_a_game_of_laid_tiles_states_little_beside_the_turn_cycle():
    limits = {"numerica": 120, "equate": 200, "digifeud": 200}
    for key, most in limits.items():
        state = ROOT / "games" / "rules" / key / "__init__.py"
        assert len(state.read_text().splitlines()) <= most, key


@pytest.mark.django_db
def test_the_migrations_are_whole():
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)


def test_nothing_strays_into_the_root():
    files = run("git", "ls-files").stdout.splitlines()
    assert {name for name in files if "/" not in name} == {
        ".dockerignore", ".gitignore", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile",
        "README.md", "SECURITY.md", "advisories.toml", "manage.py", "pyproject.toml",
        "requirements-dev.in", "requirements-dev.txt", "requirements.in", "requirements.txt",
    }  # fmt: skip


def test_no_module_has_a_name_like_utils_or_helpers():
    names = {path.stem for path in SOURCES}
    assert not names & {"utils", "util", "helpers", "common", "misc", "tools"}


@pytest.mark.parametrize("part", ["games", "numerica_site"])
def test_nobody_asks_this_machine_for_the_time(part):
    """Several processes play one game: the time is the database's, and `clocks` asks for it."""
    asked = re.compile(r"timezone\.now|datetime\.now|utcnow|time\.time\(|date\.today|localtime\(")
    found = {
        path.relative_to(ROOT).as_posix()
        for path in SOURCES
        if path.is_relative_to(ROOT / part) and asked.search(path.read_text())
    }
    assert found <= {"games/store/site_time.py"}


@pytest.mark.parametrize("name", NAMES)
def test_every_template_can_be_read(name):
    get_template(name)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_stands_on_the_one_skeleton(name):
    text = (TEMPLATES / name).read_text()
    if name in ("base.html", "500.html", "turned_away.html", "mails/letter.html"):  # stands alone
        assert text.count("<!doctype html>") == 1
    else:
        bases = r"base|games/rules/page|allauth/layouts/base|account/base_\w+"
        base = re.match(rf'{{% extends "({bases})\.html" %}}', text)
        assert base and "<html" not in text
        # of an if and its else each may have one; some stand under the heading of their base
        has_heading = base[1] not in ("games/rules/page", "account/base_reauthenticate")
        assert text.count("<h1") in ((1, 2) if has_heading else (0,))


@pytest.mark.parametrize("name", FRAGMENTS)
def test_a_fragment_is_no_page_and_is_used(name):
    text = (TEMPLATES / name).read_text()
    assert "extends" not in text and "<h1" not in text and "<main" not in text
    others = [(TEMPLATES / other).read_text() for other in NAMES if other != name]
    others += [path.read_text() for path in SOURCES]
    part = re.fullmatch(r"games/(?:\w+/)?_(\w+)\.html", name)
    if part and part[1] in boards.PARTS:  # looked up by the name of the part, a game's own first
        assert any(f"table.parts.{part[1]}" in other for other in others)
    else:
        assert any(f'"{name}"' in other for other in others)


@pytest.mark.parametrize("name", FRAGMENTS)
def test_a_fragment_that_is_swapped_by_name_has_its_id_on_its_root(name):
    text = re.sub(r"{%.*?%}|{{.*?}}", "", (TEMPLATES / name).read_text())
    for root in re.findall(r"<\w+[^>]*hx-swap-oob=\"true\"[^>]*>", text):
        assert re.search(r'\bid="', root)


@pytest.mark.slow(cases="all")
@pytest.mark.django_db
@pytest.mark.parametrize("moves", [3, len(WHOLE.moves)])
@pytest.mark.parametrize("who", ["ada", "cleo", None])
def test_every_zone_that_is_sent_to_a_page_has_its_place_on_it(who, moves, start, people, browser):
    from games.live import fragments

    game = start(moves=moves)
    seat = 0 if who == "ada" else None
    client = browser(who and getattr(people, who))
    pages = {"table": f"/games/{game.id}/", "home": "/"}
    for page, address in pages.items():
        shown = set(re.findall(r'\bid="([^"]+)"', client.get(address).content.decode()))
        if page == "home" and who == "ada" and "live" not in shown:
            continue  # a player with games of their own is shown no other's
        for extent in ("change", "whole"):
            html = fragments.live_fragment(
                game.id, moves, seat if page == "table" else None, extent, page
            )
            sent = set(re.findall(r'\bid="([^"]+)"', html))
            assert sent <= shown, f"{page}, {extent}: {sent - shown}"
            assert "live" in sent and "hx-swap-oob" in html


class Watched:
    """Every value that any template was given."""

    def __init__(self) -> None:
        self.values: list[tuple[str, object]] = []

    def __call__(self, sender, template, context, **more) -> None:
        for layer in context:
            for name, value in layer.items():
                self.take(f"{template.name}: {name}", value)

    def take(self, where: str, value: object) -> None:
        self.values.append((where, value))
        if isinstance(value, dict):
            for name, inner in value.items():
                self.take(f"{where}.{name}", inner)
        elif isinstance(value, list | tuple):
            for inner in value:
                self.take(f"{where}[]", inner)


@pytest.mark.slow
@pytest.mark.django_db
def test_no_template_is_given_a_row_or_a_state(start, people, browser):
    """`{{ game.state }}` would print the bag. A user and the form's inviter are people, not games."""
    watched, game = Watched(), start(moves=3)
    client = browser(people.ada)
    made = client.post("/invitations/new/", {"key": "numerica", "to": "anyone", "time": "3d"})
    template_rendered.connect(watched)
    try:
        ended = start(moves=len(WHOLE.moves))
        for reader in (client, browser(people.ben), browser()):
            for address in ("/", "/games/", f"/games/{game.id}/", f"/games/{game.id}/live/", made["Location"],
                            f"/games/{ended.id}/", "/rules/numerica/", "/invitations/new/"):  # fmt: skip
                reader.get(address)
            post_move(reader, game, "nonsense")
            post_move(reader, game, "8A 7", **HTMX)
            reader.post(f"/games/{game.id}/check/", {"text": "pass"})
    finally:
        template_rendered.disconnect(watched)
    assert len(watched.values) > 10_000
    rows = [
        where
        for where, value in watched.values
        if isinstance(value, models.Model) and "user" not in where
    ]
    states = [where for where, value in watched.values if isinstance(value, tuple(GAMES.values()))]
    assert rows == [] and states == []
