"""`python -m tests.engine.compare`: the search for equations against trying everything.

On small racks it finds every play that trying finds, and the best few when it is asked for those
only; on larger racks compiled and uncompiled find the same, and the best few are the best of all.
The tests take a part of these positions: all of them take some minutes.
"""

import argparse
import time

from games.engine import best_moves, equations, speed
from tests.engine.brute_force import all_plays
from tests.engine.random_positions import random_position

ALL = 10**6
SETS = [
    ("numerica", {}, 100),
    ("equate", {"set": "standard"}, 44),
    ("equate", {"set": "junior"}, 20),
    ("equate", {"set": "advanced"}, 12),
    ("equate", {"stage": "1"}, 8),
    ("equate", {"stage": "2"}, 8),
    ("equate", {"stage": "3"}, 8),
]
"""Each game with its options, and what part of the positions of the game have them, in percent."""


def small_position(key, options, seed):
    """A board of up to five plays and a small rack: what trying can do in a blink.

    Numerica has 2 to 4 tiles, up to two of them blanks. Equate has 1 to 3 and the equals sign; its
    blanks stand for many more symbols and come now and then.
    """
    if key == "numerica":
        blanks = (0, 1, 0, 2, 1)[seed % 5]
        tiles = 3 if blanks == 2 else max(blanks + 1, 2 + seed % 3)
    else:
        blanks = (1, 0, 0, 0, 0, 0, 0, 2, 0, 0)[seed % 10]
        tiles = 2 if blanks else 1 + seed % 3
    return random_position(key, options, seed % 6, tiles, blanks, seed, best_moves)


def larger_position(key, options, seed):
    """A board of up to eight plays and a rack that the source can search; one in six has a blank."""
    tiles = 6 if key == "numerica" else 4
    blanks = int(seed % 6 == 5)
    return random_position(key, options, seed % 9, tiles - blanks, blanks, seed, best_moves)


def require_all_found(state):
    """What trying finds, the search finds with the points of the rules."""
    search = best_moves(state.seen_by(0), 0, ALL)
    assert search.exact
    for text, points in search.plays:
        verdict = state.check(0, text)
        assert (verdict.text, verdict.points) == (text, points)
    assert looks(search.plays) == looks(all_plays(state)), state
    assert len(search.plays) == len(looks(search.plays)), state
    require_best_first(state, search.plays)


def looks(plays):
    """The most points for what a play looks like, whichever of equal symbols is the blank."""
    found = {}
    for text, points in plays:
        look = text.replace("?", "")
        found[look] = max(points, found.get(look, points))
    return found


def require_best_first(state, every):
    """The search for a few plays leaves out much, but none of these."""
    points = [points for _, points in every]
    assert points == sorted(points, reverse=True)
    for k in (1, 2, 5, 20):
        search = best_moves(state, 0, k)
        assert search.exact
        assert [points for _, points in search.plays] == points[:k], state


def require_same_uncompiled(states):
    """Compiled and uncompiled find the same in as many steps; nothing that is better is left out."""
    compiled = [best_moves(state, 0, 5) for state in states]
    for state in states:
        require_best_first(state, best_moves(state, 0, ALL).plays)
    with equations.from_source():
        assert speed() == "uncompiled"
        for state, search in zip(states, compiled, strict=True):
            assert best_moves(state, 0, 5) == search, state


def shares(count):
    """Return each game with its options and how many of its `count` positions have them."""
    return [(key, options, -(-count * percent // 100)) for key, options, percent in SETS]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=500, help="small racks of each game")
    parser.add_argument("--larger", type=int, default=200, help="larger racks of each game")
    wanted = parser.parse_args()
    for key, options, count in shares(wanted.count):
        begun = time.monotonic()
        for seed in range(count):
            require_all_found(small_position(key, options, seed))
        print(
            f"{key} {options}: {count} as by trying, {time.monotonic() - begun:.0f} s", flush=True
        )
    for key, options, count in shares(wanted.larger if speed() == "compiled" else 0):
        begun = time.monotonic()
        seeds = range(2000, 2000 + count)
        require_same_uncompiled([larger_position(key, options, seed) for seed in seeds])
        print(
            f"{key} {options}: {count} as uncompiled, {time.monotonic() - begun:.0f} s", flush=True
        )


if __name__ == "__main__":
    main()
