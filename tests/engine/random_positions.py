"""Random positions by a fixed seed: boards that the rules allow, filled up play by play."""

import random
from dataclasses import replace

from games.rules import GAMES, notation
from games.rules.placement import place_tiles
from games.rules.tiles import BLANK


def with_rack(state, rack):
    """The same position with this rack in the first seat, everything else unknown."""
    supplies = state.stock.supplies
    own = tuple(supply.own_tiles(rack) for supply in supplies)
    racks = (own, *state.stock.racks[1:])
    return replace(state, stock=replace(state.stock, racks=racks), turn=0)


def random_rack(state, tiles, blanks, source):
    """Return `tiles` tiles drawn from the whole set; `blanks` of them are blanks."""
    full = [t for supply in state.stock.supplies for t in supply.tiles.full_bag() if t != BLANK]
    return (*source.sample(full, tiles - blanks), *[BLANK] * blanks)


def random_board(state, plays, source, best_moves):
    """Return the position after at most `plays` random plays, each from a new random rack."""
    while plays:
        rack = random_rack(state, source.randint(4, 6), source.choice((0, 0, 0, 1)), source)
        state = with_rack(state, rack)
        found = best_moves(state, 0, 40).plays
        if found:
            text, _ = source.choice(found)
            new = place_tiles(state.board, state.layout, notation.parse(text, state.tiles.counts))
            state = replace(state, board={**state.board, **new})
        plays -= 1
    return state


def random_position(key, options, plays, tiles, blanks, seed, best_moves):
    """Return a position of that game with a rack of `tiles` tiles; the same for the same seed."""
    source = random.Random(f"{key} {sorted(options.items())} {seed}")
    start = GAMES[key].unseeded(first=0, options=options)
    state = random_board(start, plays, source, best_moves)
    return with_rack(state, random_rack(state, tiles, blanks, source))
