"""`python -m tests.review.judge`: every sentence of the reviews of fresh games, judged one by one.

Twenty games of each kind (`--games N`), a weak level against a strong one, Equate with all its
settings, are played, reviewed and read from their pages. Each sentence is judged by a reader that
knows the rules alone (`tests.review.readers`). Each commit judges some moves of a game of most kinds,
`make test-long` every other move of a whole one of each.
"""

import argparse
import os
import sys

import pytest

KINDS = ("numerica", "equate", "digifeud", "numeria")
TEST = "tests/review/test_sentences.py::test_no_sentence_of_whole_games_is_false"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.review.judge", description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="of each kind (20)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first (0)")
    parser.add_argument("--seconds", type=int, default=60, help="for a move (60)")
    parser.add_argument("--game", choices=KINDS, help="of this kind only")
    wanted = parser.parse_args()
    os.environ["NUMERICA_JUDGED"] = f"{wanted.first} {wanted.games} {wanted.seconds} 1"
    os.environ["NUMERICA_JUDGED_GAME"] = wanted.game or ""
    sys.exit(pytest.main([TEST, "-m", "long", "-s", "-q", "-p", "no:cacheprovider"]))


if __name__ == "__main__":
    main()
