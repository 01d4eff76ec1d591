"""`python -m benchmarks.replies GAME`: what a point of an imagined reply really costs.

Positions of games of the computer with itself. Of the candidates of each the replies with some
imagined racks are found, as the look ahead finds them, and beside that, with other racks and
draws, what the reply and the next play of one's own come to. Regression of the differences
between candidates tells how much the leave and the mean of the replies say about what follows:
with few racks the mean says less. A run that was stopped goes on where it was.
"""

import argparse
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random

from benchmarks.leaves import solve
from benchmarks.resumed import resumed
from games.engine import best_moves
from games.engine.leaves import leave_of
from games.engine.levels import choose_move_with
from games.engine.lookahead.candidates import Candidate, choose_candidates
from games.engine.lookahead.replies import REPLIES
from games.engine.opponent_replies import with_rack
from games.engine.tile_player import TileSkill
from games.rules import GAMES
from games.rules.interface import State
from games.rules.moves import Seat
from games.rules.stock import Rack
from games.rules.tiles import BLANK, size

GREEDY = TileSkill(rack_percent=100)
CANDIDATES = 4
MARGIN = 60  # points and leave below the best
RACKS = 8  # for the mean of the replies
TRIALS = 6  # of what follows
MOST_POINTS = 400  # of a play that count
SHARE = 0.4  # of the positions of a game

Weighed = tuple[int, int, list[int], list[int]]
"""Of a candidate its points, its leave, the replies, and what followed in each trial."""


def main() -> None:
    wanted = _wanted()
    path = wanted.results / f"{wanted.game}-{wanted.deals}.jsonl"

    def positions_of(number: int) -> list[list[Weighed]]:
        return list(positions(wanted.game, wanted.deals, number))

    games = resumed(path, wanted.games, positions_of)
    print(report([position for game in games for position in game]))


def _wanted() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.replies", description=__doc__)
    parser.add_argument("game", choices=["numerica", "equate", "digifeud"])
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--deals", default="replies")
    parser.add_argument("--results", type=Path, default=Path("var/replies"))
    return parser.parse_args()


def positions(game: str, deals: str, number: int) -> Iterator[list[Weighed]]:
    """The candidates of some positions of a game."""
    chance = Random(f"{deals} {game} {number}")
    seed = sha256(f"{deals} {game} {number}".encode()).digest()
    state: State = GAMES[game].new(seed=seed, options={})
    while state.turn is not None:
        seat = state.turn
        if state.board and not state.stock.are_bags_empty() and chance.random() < SHARE:
            found = weighed(state.seen_by(seat), seat, chance)
            if len(found) > 1:
                yield found
        state = state.play(seat, choose_move_with(state, seat, GREEDY)).after


def weighed(state: State, seat: Seat, chance: Random) -> list[Weighed]:
    """The candidates near the best, which comes first."""
    found = choose_candidates(state, seat, CANDIDATES, (), None)
    worth = [each.points + each.leave for each in found]
    near = [
        each
        for each, value in zip(found, worth, strict=True)
        if value > worth[0] - MARGIN and each.after.turn is not None and each.points
    ]
    other = 1 - seat
    held = tuple(map(size, state.stock.racks[other]))
    racks = [_draw(state, seat, held, chance)[0] for _ in range(RACKS)]
    replies = [REPLIES[state.key](state, other, rack) for rack in racks]
    trials = [_draw(state, seat, held, chance) for _ in range(TRIALS)]
    return [
        (
            each.points,
            each.leave,
            [min(MOST_POINTS, reply.best_after(each.after)[1]) for reply in replies],
            [_follow(state, seat, each, rack, rest) for rack, rest in trials],
        )
        for each in near
    ]


def _draw(
    state: State, seat: Seat, held: Sequence[int], chance: Random
) -> tuple[Rack, list[list[str]]]:
    """A rack of the other without blanks, and what is left of each supply, in random order."""
    unseen = state.unseen(seat)
    rack: Rack = ()
    rest = []
    for supply, count in zip(state.stock.supplies, held, strict=True):
        kinds = (tile for tile in supply.tiles.counts if tile != BLANK)
        pool = [tile for tile in kinds for _ in range(unseen[tile])]
        chance.shuffle(pool)
        rack += (tuple(pool[:count]),)
        rest.append(pool[count:])
    return rack, rest


def _follow(
    state: State, seat: Seat, candidate: Candidate, rack: Rack, rest: list[list[str]]
) -> int:
    """The points of one's next play less those of the reply."""
    other = 1 - seat
    after = with_rack(candidate.after, other, rack)
    replies = best_moves(after, other, 1).plays
    reply = replies[0] if replies else ("pass", 0)
    own: Rack = ()
    piles = zip(state.stock.supplies, state.stock.racks[seat], rest, strict=True)
    for supply, pile, left in piles:
        assert not isinstance(pile, int)
        kept = leave_of(state, pile, candidate.text)
        draw = left[: len(pile) - len(kept)]
        own += (supply.tiles.sort([*kept, *draw]),)
    then = after.play(other, reply[0]).after
    if then.turn is None:
        return -min(MOST_POINTS, reply[1])
    plays = best_moves(with_rack(then, seat, own), seat, 1).plays
    return (min(MOST_POINTS, plays[0][1]) if plays else 0) - min(MOST_POINTS, reply[1])


def report(found: Sequence[Sequence[Weighed]]) -> str:
    """The regressions, for several numbers of racks."""
    lines = [
        f"{len(found)} positions, {sum(map(len, found)) - len(found)} differences to the best.",
        "",
        "| Racks | A point of the leave | A point of the mean reply | Error of that |",
        "| --- | --- | --- | --- |",
    ]
    for racks in (2, 4, RACKS):
        leave, reply, error = regression(found, racks)
        lines.append(f"| {racks} | {leave:.2f} | {reply:.2f} | {error:.2f} |")
    return "\n".join(lines)


def regression(found: Sequence[Sequence[Weighed]], racks: int) -> tuple[float, float, float]:
    """What a point of leave and of mean reply says about what follows, and the latter's error."""
    pairs = [(_signs(first, racks), _signs(each, racks)) for first, *rest in found for each in rest]
    rows = [[two - one for one, two in zip(*pair, strict=True)] for pair in pairs]
    matrix = [[sum(row[a] * row[b] for row in rows) for b in (0, 1)] for a in (0, 1)]
    leave, reply = solve(matrix, [sum(row[a] * row[2] for row in rows) for a in (0, 1)])
    rest = sum((row[2] - leave * row[0] - reply * row[1]) ** 2 for row in rows) / len(rows)
    spread = matrix[1][1] - matrix[0][1] ** 2 / matrix[0][0]
    return leave, reply, (rest / spread) ** 0.5


def _signs(each: Weighed, racks: int) -> tuple[float, float, float]:
    """The leave, the mean reply with this many racks, and the mean of what followed."""
    _, leave, replies, follows = each
    return leave, sum(replies[:racks]) / racks, sum(follows) / len(follows)


if __name__ == "__main__":
    main()
