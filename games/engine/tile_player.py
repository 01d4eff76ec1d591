"""How a computer lays tiles: it uses a part of its rack, and lines that it can calculate."""

import re
from dataclasses import dataclass, replace
from itertools import islice

from games.engine import best_moves
from games.engine.leaves import leave_value
from games.engine.opponent_replies import expected_reply, random_racks
from games.engine.seeded_choice import ALL_PERCENT, SeededChoice
from games.engine.time_limit import TimeLimit
from games.rules.interface import State
from games.rules.moves import Seat, Verdict
from games.rules.notation import Swap
from games.rules.tiles import BLANK, Pile

MAX_LOOKS = 6  # at a part of the rack
MIN_SWAP = 3  # tiles of no use that are worth a swap
MAX_PLAYS = 400  # of those, the least one is made where no part of the rack has a play
MAX_LIKED = 60  # plays, those that earn most, of which one is chosen
MAX_REPLIED = 12  # of them, those for which replies are estimated
SIGNS = frozenset("+-*/^")
NUMBER = re.compile("[0-9]+")


@dataclass(frozen=True)
class TileSkill:
    """What a computer uses of its rack and can calculate.

    - `rack_percent`: the mean part of each kind of its tiles that it looks at at once
    - `signs`: the signs that it uses
    - `largest_number`: the largest number in its lines; None for any
    - `largest_denominator`: the largest denominator of their values; None for any
    - `weighs_leave`: whether the value of the leave counts
    - `reply_racks`: for how many random racks of the next player the best reply counts
    """

    rack_percent: int
    signs: str = "+-*/^"
    largest_number: int | None = None
    largest_denominator: int | None = None
    weighs_leave: bool = False
    reply_racks: int = 0

    @property
    def plays(self) -> int:
        """The number of best plays to search for: among them is one that this computer likes."""
        is_limited = self.largest_number is not None or self.largest_denominator is not None
        return MAX_LIKED if self.weighs_leave or is_limited else 1


def choose_plays(
    state: State,
    seat: Seat,
    skill: TileSkill,
    chance: SeededChoice,
    time_limit: float | None,
) -> list[str]:
    """The moves of this computer, the preferred one first; `time_limit` is in seconds.

    It looks at parts of its rack until one has a play. If none has, it swaps tiles that it cannot
    use, if there are some, or makes the play of fewest points.
    """
    limit = TimeLimit.start(time_limit)
    for look in range(MAX_LOOKS):
        part = visible_subset(state, seat, skill, chance, str(look))
        plays = best_moves(part, seat, skill.plays, limit.seconds_until()).plays
        verdicts = (part.check(seat, text) for text, _ in plays)
        liked = (verdict for verdict in verdicts if _is_within(verdict, skill))
        chosen = list(liked if skill.weighs_leave else islice(liked, 1))
        if chosen:
            return _rank(state, seat, skill, chance, chosen, limit)
        if skill.rack_percent == ALL_PERCENT:
            break
    plays = best_moves(state, seat, MAX_PLAYS, limit.seconds_until()).plays
    return _swap_useless(state, seat, skill) + [text for text, _ in reversed(plays)]


def _swap_useless(state: State, seat: Seat, skill: TileSkill) -> list[str]:
    """The swap of the tiles that this computer cannot use, if they are MIN_SWAP or more."""
    piles = [pile for pile in state.stock.racks[seat] if not isinstance(pile, int)]
    tiles = [tile for pile in piles for tile in pile if not _is_usable(tile, skill)]
    return [str(Swap(tuple(tiles)))] if len(tiles) >= MIN_SWAP else []


def visible_subset(
    state: State, seat: Seat, skill: TileSkill, chance: SeededChoice, look: str
) -> State:
    """The position with only those tiles on the rack that this computer looks at."""
    piles = state.stock.racks[seat]
    seen = tuple(
        _visible_tiles(pile, skill, chance, f"{look}:{at}") for at, pile in enumerate(piles)
    )
    racks = tuple(seen if owner == seat else rack for owner, rack in enumerate(state.stock.racks))
    return state.with_stock(replace(state.stock, racks=racks))


def _visible_tiles(pile: Pile, skill: TileSkill, chance: SeededChoice, name: str) -> Pile:
    """A random part of the usable tiles: `rack_percent` of the pile, randomly rounded."""
    if isinstance(pile, int):
        raise ValueError("the tiles of this rack are not known")
    usable = [tile for tile in pile if _is_usable(tile, skill)]
    count, rest = divmod(len(pile) * skill.rack_percent, ALL_PERCENT)
    count += chance.happens(f"{name} count", rest)
    return tuple(chance.shuffle(name, usable)[:count])


def _is_usable(tile: str, skill: TileSkill) -> bool:
    """Whether this computer uses the tile: its signs, fractions of its denominators."""
    if tile in SIGNS:
        return tile in skill.signs
    if "^" in tile:
        return "^" in skill.signs
    _, _, denominator = tile.strip("[]").partition("/")
    return _is_at_most(int(denominator or 1), skill.largest_denominator)


def _is_within(verdict: Verdict, skill: TileSkill) -> bool:
    """Whether this computer can calculate every line of a play."""
    return all(
        _is_at_most(max(map(int, NUMBER.findall(run.text)), default=0), skill.largest_number)
        and _is_at_most(
            run.value.denominator if run.value is not None else 1, skill.largest_denominator
        )
        for run in verdict.runs
    )


def _is_at_most(number: int, limit: int | None) -> bool:
    return limit is None or number <= limit


def _rank(
    state: State,
    seat: Seat,
    skill: TileSkill,
    chance: SeededChoice,
    verdicts: list[Verdict],
    limit: TimeLimit,
) -> list[str]:
    """Plays by points; by points and leave, less the expected reply, if the skill weighs them."""
    if not skill.weighs_leave:
        return [verdict.text for verdict in verdicts]
    values = {
        verdict.text: verdict.points + leave_value(state, seat, verdict.text)
        for verdict in verdicts
    }
    best = sorted(values, key=lambda text: -values[text])
    if not skill.reply_racks:
        return best
    racks = random_racks(state, seat, chance, skill.reply_racks)
    weighed = [
        (values[text] - expected_reply(state, seat, text, racks, limit), text)
        for text in best[:MAX_REPLIED]
    ]
    return [text for _, text in sorted(weighed, key=lambda each: -each[0])] + best[MAX_REPLIED:]


def swap_all(state: State, seat: Seat) -> str | None:
    """The swap of all tiles but blanks, as many as the bags hold; None if there are none."""
    swapped: list[str] = []
    for bag, pile in zip(state.stock.bags, state.stock.racks[seat], strict=True):
        if not isinstance(pile, int):
            swapped += [tile for tile in pile if tile != BLANK][: len(bag)]
    return str(Swap(tuple(swapped))) if swapped else None
