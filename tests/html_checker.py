"""The Nu Html Checker: what it finds in many pages, asked once for all of them."""

import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.servers import ROOT, NotHere

JAR = ROOT / "build/nu/node_modules/vnu-jar/build/dist/vnu.jar"

QUICKLY = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xss2m")
"""For a process of seconds: less is compiled, and nothing waits for other cores."""

HTMX = re.compile(r"^Attribute “(hx|ws)-[a-z-]+” not allowed on element")
"""What htmx adds to HTML; no other attribute of its own is on a page."""

SQUARES = re.compile(r'(?s)(?:<button [^>]*role="gridcell".*?</button>\s*)+')

AROUND = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><title>A part of a page</title></head>
<body><h1>The page</h1><form id="draw"></form><form id="hint-form"></form><form id="call-off-form"></form><form id="take-back"></form><form id="rematch"></form><form id="play-on"></form>
{part}</body></html>
"""
"""What a part of the table finds on its page."""

SUFFIXES = {"<!doctype html>": ".html", "<svg": ".svg"}


@dataclass(frozen=True)
class Fault:
    """What is wrong with a page, and the line of it."""

    page: str
    words: str
    extract: str

    def __str__(self) -> str:
        return f"{self.page}: {self.words}\n    {self.extract}"


class NuChecker:
    """The checker in a process of its own; NotHere where it or Java is not installed."""

    def __enter__(self) -> "NuChecker":
        java = shutil.which("java")
        if java is None or not JAR.exists():
            raise NotHere("The Nu Html Checker and Java are not installed (make tools)")
        self.java = java
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing stays open."""

    def faults(self, pages: Mapping[str, str], folder: Path) -> list[Fault]:
        """Everything that is wrong with these whole pages, by name; `folder` holds them."""
        names = {}
        for number, (name, text) in enumerate(pages.items()):
            file = folder / f"{number:04}{suffix_of(text)}"
            file.write_text(text)
            names[file.name] = name
        options = ["--format", "json", "--stdout", "--also-check-svg", "--exit-zero-always"]
        run = subprocess.run(
            [self.java, *QUICKLY, "-jar", str(JAR), *options, str(folder)],
            capture_output=True,
            check=True,
        )
        found = json.loads(run.stdout)["messages"]
        return [
            Fault(names[message["url"].rpartition("/")[2]], words, message.get("extract", ""))
            for message in found
            if not HTMX.match(words := message["message"])
        ]


def suffix_of(text: str) -> str:
    """How the checker is to read this text: `.html` or `.svg`."""
    return next(
        suffix for start, suffix in SUFFIXES.items() if text.lstrip().lower().startswith(start)
    )


def document(text: str, language: str) -> str:
    """A whole page as it is; a part of one where it may stand on a page."""
    if text.lstrip().lower().startswith("<!doctype"):
        return text
    if text.lstrip().startswith("<li"):
        text = f"<ul>{text}</ul>"
    if 'role="grid"' not in text:  # single squares, which replace those of a board
        text = SQUARES.sub(r'<div role="grid"><div role="row">\g<0></div></div>', text)
    return AROUND.format(language=language, part=text)
