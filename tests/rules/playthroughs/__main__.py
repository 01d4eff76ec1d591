"""Rewrite the text of every recorded game: `python -m tests.rules.playthroughs`."""

from . import records, text_of, told

for path in records():
    text_of(path).write_text(told(path))
    print(text_of(path))
