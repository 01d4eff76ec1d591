"""`python -m tests.engine.small_ends`: ends as they are solved against trying every move.

The boards are those late in games between two computers; each seat is left with few tiles and no
blank, and the bags are empty. The tests take a few of them.
"""

import argparse
import itertools
import random
from dataclasses import replace
from functools import cache
from itertools import islice

from games.engine.levels import choose_move
from games.engine.lookahead.endgame import Endgame
from games.rules import GAMES

LEVEL = 7  # of the players whose games the positions are from
FROM_THE_END = 4  # positions that are left out
OF_A_GAME = 4
MOST_TILES = {"numerica": 2, "equate": 1, "digifeud": 2}
"""What a seat holds of each kind, where the command tries."""


@cache
def game_positions(key, number):
    """Every position of a game between two computers."""
    seed = random.Random(f"look ahead {key} {number}").randbytes(32)
    states = [GAMES[key].new(seed=seed, options={})]
    while states[-1].turn is not None:
        state = states[-1]
        states.append(state.play(state.turn, choose_move(state, state.turn, LEVEL)).after)
    return tuple(states)


def small_ends(key, count, most_tiles):
    """Positions late in games, each seat left with few tiles and no blank, the bags empty."""
    for number, state in enumerate(islice(_late_positions(key), count)):
        chance = random.Random(number)
        unseen = [tile for tile, left in state.unseen(None).items() for _ in range(left)]
        chance.shuffle(unseen)
        left = [tile for tile in unseen if tile != "?"]
        racks = tuple(
            tuple(
                _few(left[seat :: state.seats], supply, most_tiles)
                for supply in state.stock.supplies
            )
            for seat in range(state.seats)
        )
        bags = tuple(replace(bag, pile=()) for bag in state.stock.bags)
        yield replace(state, stock=replace(state.stock, bags=bags, racks=racks))


def _late_positions(key):
    for game in itertools.count(1):
        yield from game_positions(key, game)[-FROM_THE_END : -FROM_THE_END - OF_A_GAME : -1]


def _few(tiles, supply, most_tiles):
    """The first of the tiles of a supply."""
    return supply.tiles.sort(supply.own_tiles(tiles)[:most_tiles])


def greatest_lead(state):
    """The final lead of the seat to move by trying every legal move of the rules."""
    seat = state.turn
    leads = []
    for text in state.legal_moves():
        after = state.play(seat, text).after
        if after.turn is None:
            leads.append(after.scores[seat] - after.scores[1 - seat])
        else:
            leads.append(greatest_lead(after) if after.turn == seat else -greatest_lead(after))
    return max(leads)


def solved_lead(state):
    """The same as it is solved."""
    lead = state.scores[state.turn] - state.scores[1 - state.turn]
    return lead + Endgame(1 << 40).solve(state).swing


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.engine.small_ends", description=__doc__)
    parser.add_argument("game", choices=MOST_TILES)
    parser.add_argument("--count", type=int, default=100)
    wanted = parser.parse_args()
    ends = small_ends(wanted.game, wanted.count, MOST_TILES[wanted.game])
    pairs = [(solved_lead(state), greatest_lead(state)) for state in ends]
    differ = sum(solved != tried for solved, tried in pairs)
    print(f"{wanted.game}: {len(pairs)} ends, {differ} of them solved otherwise")


if __name__ == "__main__":
    main()
