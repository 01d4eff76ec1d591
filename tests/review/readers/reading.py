"""How readers of sentences are found; each is given what is true and what the sentence says."""

import re

from .truth import Truth

NUMBER = r"(\d+)"
READERS = []


def reads(pattern):
    """A reader of the sentences of this form: it is given the truth and what stands in them."""

    def added(reader):
        READERS.append((re.compile(pattern), reader))
        return reader

    return added


def is_true(sentence, known: Truth):
    """Whether a sentence is true; a sentence that nobody can read is not."""
    for pattern, reader in READERS:
        found = pattern.fullmatch(sentence)
        if found:
            return bool(reader(known, *found.groups()))
    return False
