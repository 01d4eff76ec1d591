"""What the documents, docstrings and comments name exists: folders, files, names of the code."""

import re
import runpy
import subprocess
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest

from tests.games.helpers import ROOT

PLACES = (
    "games", "accounts", "ratings", "numerica_site", "tests", "benchmarks", "templates", "static",
    "deploy", "docs", "locale", ".ci",
)  # fmt: skip
PYTHON = ("games", "accounts", "ratings", "numerica_site", "tests", "benchmarks")
NAMED_IN = (
    "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/architecture.md", "docs/engine.md",
)  # fmt: skip
QUOTED = re.compile("`([^`]+)`")
NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
FILE = re.compile(r"(?<![/\w])[\w.*-][\w./*-]*\.(?:py|pxd|js|css|html|json|jsonl|md|game)\b")
FOLDER = re.compile(r"(?<![/\w.:>@-])(?:[\w.*-]+/)+(?![\w.*<])")
PAGE_FILE = re.compile(r"[\w./<>*-]*\w\.(?:js|html|css)\b")
NOT_HERE = {"var", "FILE.game"}  # a folder that the site makes, and what stands for any file
GIVEN = {
    "Proto": "of HTTP",
    "ulimit": "of the shell",
    "SameSite": "of HTTP",
    "createsuperuser": "of Django",
    "FILE": "stands for the name of a file",
}
"""Names in quotes that are not in the code, and whose they are."""


@cache
def files() -> tuple[str, ...]:
    """The files of this project, each as a path from the root."""
    found = [path for place in PLACES for path in (ROOT / place).rglob("*")]
    found += ROOT.iterdir()
    return tuple(path.relative_to(ROOT).as_posix() for path in found if path.is_file())


def exists(named: str) -> bool:
    """Whether a file or, with `/` at its end, a folder ends like this; `*` is anything."""
    pattern = f"*/{named.removeprefix('./')}{'*' * named.endswith('/')}"
    return any(fnmatch(f"/{path}", pattern) for path in files())


def names_of_the_code() -> set[str]:
    """All names in the code, its tests among it, and of its files; but for those of this file."""
    found = set(NAME.findall(" ".join(files())))
    kinds = (
        ".py",
        ".pxd",
        ".js",
        ".css",
        ".html",
        ".toml",
        ".example",
        "Makefile",
        "/run",
        "/words",
    )
    for name in files():
        if name.endswith(kinds) and ROOT / name != Path(__file__) and not name.startswith("docs/"):
            found.update(NAME.findall((ROOT / name).read_text(encoding="utf-8")))
    return found


def quotes() -> Iterator[tuple[str, str]]:
    """What stands in code quotes, with its document; whole blocks of commands are left out."""
    for document in NAMED_IN:
        prose = re.sub("```.*?```", "", (ROOT / document).read_text(), flags=re.DOTALL)
        for quote in QUOTED.findall(prose):
            yield document, re.sub(r"<\w+>", "*", quote)


@pytest.mark.slow
def test_what_the_documents_quote_is_a_name_of_the_code():
    known = names_of_the_code() | GIVEN.keys()
    quoted = [(document, name) for document, quote in quotes() for name in NAME.findall(quote)]
    assert not [each for each in quoted if each[1] not in known]
    assert len(quoted) > 1000


@pytest.mark.slow
def test_the_files_and_folders_that_the_documents_quote_exist():
    quoted = {
        (document, named)
        for document, quote in quotes()
        for named in FILE.findall(quote) + FOLDER.findall(quote)
        if named.split("/")[0] not in NOT_HERE
    }
    assert not [each for each in sorted(quoted) if not exists(each[1])]
    assert len(quoted) > 300


def test_the_readme_names_every_folder_of_the_root_and_of_the_games():
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    folders = {str(Path(name).parent) for name in listed.stdout.splitlines()} | {"locale"}
    rows = re.findall(r"^\| (`.*?) \|", (ROOT / "README.md").read_text(), re.M)
    named = {quote.rstrip("/") for row in rows for quote in QUOTED.findall(row)}
    expected = {folder for folder in folders if re.fullmatch(r"(?:games/)?[\w.]+", folder)}
    assert expected - {".", "games"} <= named
    assert len(expected) > 25


@pytest.mark.slow
def test_a_script_template_or_style_that_a_comment_names_exists():
    prose = runpy.run_path(str(ROOT / ".ci/words"), run_name="words")["prose"]
    named = [
        (name, file)
        for name in files()
        if name.endswith(".py") and name.startswith(PYTHON)
        for text in [(ROOT / name).read_text()]
        if PAGE_FILE.search(text)  # to tell comments from code takes long
        for file in PAGE_FILE.findall(prose(text))
    ]
    assert not [each for each in named if not exists(re.sub(r"<\w+>", "*", each[1]))]
    assert len(named) > 5
