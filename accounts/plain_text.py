"""What somebody wrote, without what cannot be seen or turns the writing round: chat and notes."""

import re
import unicodedata
from itertools import groupby

_LINE_ENDS = re.compile("\r\n|[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_BLANK_LETTERS = "\u115f\u1160\u2800\u3164\uffa0"  # letters and symbols that show nothing
_JOINERS = "\u200c\u200d"  # Persian words and many emoji are written with them
_MOST_MARKS = 3  # accents on one letter; more of them climb into the lines above


def cleaned(text: str) -> str:
    """What is kept of a text that was typed: plain text, empty if it shows nothing. Lines stay.

    Controls, marks of direction and other format characters go, and what is assigned to nobody;
    runs of spaces become one space. Accents are composed (NFC), few on a letter. The letters of
    scripts that run from right to left stay.

    >>> cleaned(" a\\tb\\r\\nc\\u202ed\\x00 ")
    'a b\\ncd'
    >>> cleaned("\\u200d \\u3164\\n\\u0301")
    ''
    """
    lines = _LINE_ENDS.sub("\n", text).split("\n")
    kept = "\n".join(map(_cleaned_line, lines)).strip()
    return kept if any(map(_is_seen, kept)) else ""


def cleaned_line(text: str) -> str:
    """The same in one line.

    >>> cleaned_line("  good\\u202e \\x07 game\\r\\n:)\\u2066 ")
    'good game :)'
    """
    return cleaned(" ".join(text.split()))


def _cleaned_line(line: str) -> str:
    composed = unicodedata.normalize("NFC", " ".join(line.split()))
    kept = "".join(letter for letter in composed if letter in _JOINERS or not _is_removed(letter))
    return " ".join(_with_few_marks(kept).split())


def _is_removed(letter: str) -> bool:
    return unicodedata.category(letter)[0] == "C"


def _is_seen(letter: str) -> bool:
    """Whether it shows something by itself."""
    return unicodedata.category(letter)[0] not in "CMZ" and letter not in _BLANK_LETTERS


def _with_few_marks(text: str) -> str:
    runs = groupby(text, lambda letter: unicodedata.category(letter)[0] == "M")
    return "".join(
        "".join(list(run)[:_MOST_MARKS] if are_marks else run) for are_marks, run in runs
    )
