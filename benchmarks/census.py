"""Games from which leaves are learned: on each board, what random racks could earn there.

The computer plays itself, three moves of four the one that earns most and else one of the best
few. After each move random racks without blanks meet the board; now and then one more, in which a
tile has become a blank. Every search is whole: cut short, it would miss what blanks and divisions
are worth.
"""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import NamedTuple

from benchmarks.resumed import resumed
from games.engine import best_moves
from games.engine.levels import choose_move_with
from games.engine.opponent_replies import with_rack
from games.engine.tile_player import TileSkill
from games.rules import GAMES
from games.rules.interface import State
from games.rules.moves import Seat
from games.rules.stock import Rack
from games.rules.tiles import BLANK, size

GREEDY = TileSkill(rack_percent=100)
RACKS = 8  # on each board
OTHERWISE = 0.25  # of the moves one of SEVERAL
SEVERAL = 8
TURNS_A_BLANK = 4

Valued = tuple[Sequence[str], int]
"""A rack and the points of its best play."""


class Met(NamedTuple):
    """What racks were worth on one board.

    - `in_bags`: the tiles in the bags before the move that led to it
    - `racks`: random ones without blanks
    - `blank`: one of them, and the same with a blank in place of a tile; or nothing
    """

    in_bags: int
    racks: Sequence[Valued]
    blank: Sequence[Valued]


def census(game: str, games: int, deals: str, path: Path) -> list[Met]:
    """The boards of this many games, each game a line of this file; a run that stopped goes on."""
    found = resumed(path, games, lambda number: play(game, deals, number))
    return [Met(*each) for met in found for each in met]


def play(game: str, deals: str, number: int) -> list[Met]:
    """The boards of one game."""
    chance = Random(f"{deals} {game} {number}")
    seed = sha256(f"{deals} {game} {number}".encode()).digest()
    state: State = GAMES[game].new(seed=seed, options={})
    found = []
    while state.turn is not None:
        seat, in_bags = state.turn, sum(state.stock.bag_sizes().values())
        piles = tuple(map(size, state.stock.racks[seat]))
        state = state.play(seat, _move(state, seat, chance)).after
        if state.turn is not None and in_bags:
            racks = [_random_rack(state, piles, chance) for _ in range(RACKS)]
            valued = [_value(state, seat, rack) for rack in racks]
            is_due = len(found) % TURNS_A_BLANK == TURNS_A_BLANK - 1
            blank = _with_blank(state, seat, racks[0]) if is_due else None
            found.append(Met(in_bags, valued, [valued[0], blank] if blank else []))
    return found


def _move(state: State, seat: Seat, chance: Random) -> str:
    if chance.random() < OTHERWISE:
        plays = best_moves(state.seen_by(seat), seat, SEVERAL).plays
        if plays:
            return chance.choice(plays)[0]
    return choose_move_with(state, seat, GREEDY)


def _random_rack(state: State, piles: Sequence[int], chance: Random) -> Rack:
    """Tiles that do not lie on the board, no blanks, as many of each supply as `piles` tells."""
    unseen = state.unseen(None)
    rack: Rack = ()
    for supply, count in zip(state.stock.supplies, piles, strict=True):
        kinds = (tile for tile in supply.tiles.counts if tile != BLANK)
        pool = [tile for tile in kinds for _ in range(unseen[tile])]
        rack += (tuple(chance.sample(pool, min(count, len(pool)))),)
    return rack


def _value(state: State, seat: Seat, rack: Rack) -> Valued:
    held = with_rack(state, seat, rack)
    points = [points for _, points in best_moves(held, seat, 1).plays]
    return held.stock.rack(seat), points[0] if points else 0


def _with_blank(state: State, seat: Seat, rack: Rack) -> Valued | None:
    """The value of the rack with a blank in place of its first tile; None where there is none."""
    for at, (supply, pile) in enumerate(zip(state.stock.supplies, rack, strict=True)):
        if BLANK in supply.tiles.counts and not isinstance(pile, int) and pile:
            return _value(state, seat, (*rack[:at], (BLANK, *pile[1:]), *rack[at + 1 :]))
    return None
