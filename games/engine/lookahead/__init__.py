"""A look ahead in the games of laid tiles: what each move is worth against imagined racks.

The best moves by points and leave are weighed in stages: all of them with a few racks of the next
player, then the better half with twice as many. Every move meets the same racks. After the best
reply of each the lead tells the chance to win (`games.engine.win_chances`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt

from games.engine.lookahead import endgame
from games.engine.lookahead.candidates import Candidate, choose_candidates
from games.engine.lookahead.replies import NO_REPLY, REPLIES, Replies, Reply
from games.engine.opponent_replies import every_rack, random_racks, with_hands
from games.engine.prospects import CERTAIN, Prospect, Prospects
from games.engine.seeded_choice import SeededChoice
from games.engine.time_limit import TimeLimit
from games.engine.win_chances import tiles_off_board, win_chance
from games.rules.interface import State
from games.rules.moves import ENDINGS, Seat, next_seat

FIRST_CANDIDATES = 12
STAGES = 3
LEAST_RACKS = 2
LEAST_WEIGHED = 3
MARGIN = 60
"""Points and leave below those of the best, with which a move is still weighed."""
POSITIONS_A_RACK = 16
"""Positions of an end that may be looked into, for each imagined rack of the budget."""
MOST_POINTS = 400
"""Points of a reply that count: one rack decides little."""


@dataclass(frozen=True)
class ReplyWeight:
    """How much of what a reply earns beyond the usual one counts against a move.

    - `most`: the part of it that would count with every rack there is
    - `doubt`: racks that are worth as much as the belief that all moves leave the same replies: of
      estimates from few racks the best is too good
    - `known`: the part that counts where the rack of the other is known
    """

    most: Fraction
    doubt: int
    known: Fraction

    def with_racks(self, count: int) -> Fraction:
        """The part that counts after this many racks.

        >>> IN_PART.with_racks(4), WHOLE_REPLY.with_racks(4)
        (Fraction(1, 5), Fraction(4, 5))
        """
        return self.most * Fraction(count, count + self.doubt)


IN_PART = ReplyWeight(Fraction(2, 5), doubt=4, known=Fraction(2, 3))
"""A place that is left open is as often one's own later; with all of the reply these games lost."""
WHOLE_REPLY = ReplyWeight(Fraction(1), doubt=1, known=Fraction(1))
"""A coloured square is taken once: what it earns somebody else is lost to oneself."""
REPLY_WEIGHTS = {"numerica": IN_PART, "equate": IN_PART, "digifeud": WHOLE_REPLY}


@dataclass(frozen=True)
class Parts:
    """What a move is judged by, besides its points; each may be left out to measure the others.

    - `leaves`: the tiles that stay on the rack
    - `replies`: what imagined racks could answer
    - `chances`: with each rack the chance to win, of which the mean decides, not the points
    """

    leaves: bool = True
    replies: bool = True
    chances: bool = False


WHOLE = Parts()


@dataclass
class Weighed:
    """A move with what came of each rack so far, in the order of the racks.

    - `worth`: its points, and its leave if that counts
    - `is_known`: whether the rack of the other is no mere guess
    - `excesses`: what each reply earned beyond the usual one
    - `ends`: the chance to have won, of a move that ends the game
    """

    candidate: Candidate
    worth: int
    is_known: bool = False
    excesses: list[int] = field(default_factory=list)
    replies: list[Reply] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)

    @property
    def weight(self) -> Fraction:
        """How much of the excess counts: more of it the more racks were met."""
        weight = REPLY_WEIGHTS[self.candidate.after.key]
        return weight.known if self.is_known else weight.with_racks(len(self.excesses))

    @property
    def value(self) -> Fraction:
        """What the move is worth in points, less what its replies earn beyond the usual."""
        return self.worth - self.weight * _mean(self.excesses)


@dataclass(frozen=True)
class Outset:
    """How the seat stands before its move, as far as all moves share it.

    - `lead`: how far it is ahead, less what a reply usually earns
    - `doubt`: the standard error of that, for what is usual is known from imagined racks alone
    - `tiles`: that do not lie on the board when the chance is told; of one move for all, since
      rows of the table differ by chance
    """

    lead: int
    doubt: int
    tiles: int

    def chance(self, key: str, value: Fraction) -> int:
        """The chance to win by a move of this value."""
        return win_chance(key, self.tiles, int(self.lead + value))

    def spread(self, key: str, value: Fraction) -> int:
        """The standard error of that chance, as far as the doubt makes it."""
        most, least = (self.chance(key, value + each) for each in (self.doubt, -self.doubt))
        return (most - least + 1) // 2


def weigh_plays(
    state: State,
    seat: Seat,
    racks: int,
    also: Sequence[str],
    time_limit: float | None,
    parts: Parts = WHOLE,
) -> Prospects:
    """The moves of a game of laid tiles, see `games.engine.prospects.weigh_moves`.

    With empty bags nothing is imagined: the end is solved if it is narrow enough for the budget and
    half of the time, else the moves meet the one rack that the other holds. Finding the moves takes
    no more than half of the time, so that some is left to weigh them.
    """
    limit = TimeLimit.start(time_limit)
    if endgame.is_endgame(state):
        state = endgame.with_open_racks(state, seat)
    first = limit.half().seconds_until()
    found = choose_candidates(state, seat, FIRST_CANDIDATES, also, first, weighs_leave=parts.leaves)
    solved = None
    if endgame.is_narrow(state):
        solved = _solve(state, seat, racks * POSITIONS_A_RACK, found, also, limit.half())
    known = 1 if endgame.is_endgame(state) else racks
    return solved or _sample(state, seat, known, found, also, limit, parts)


def _solve(
    state: State,
    seat: Seat,
    positions: int,
    found: Sequence[Candidate],
    also: Sequence[str],
    limit: TimeLimit,
) -> Prospects | None:
    """The best move of an end, those of `also`, and as many others as the budget lasts for.

    All racks are known. None where it does not last for these.
    """
    end = endgame.Endgame(positions, limit)
    texts = [each.text for each in found]
    ends: dict[str, endgame.Solved] = {}
    try:
        best = end.solve(state)
        first = best.line[0]
        ends[first] = endgame.Solved(best.swing, best.line[1:])
        for text in sorted(texts, key=lambda text: text not in also):
            ends[text] = ends.get(text) or end.after(state, seat, text) or ends[first]
    except endgame.TooWide:
        if not ends or not ends.keys() >= set(also):
            return None
    is_sure = not endgame.has_blanks(state)
    lead = state.scores[seat] - state.scores[1 - seat]
    given_up = [Prospect(text, 0, 0, 0, is_proven=True) for text in ends if text in ENDINGS]
    played = (text for text in ends if text not in ENDINGS)
    moves = [
        Prospect(
            text,
            state.check(seat, text).points,
            _chance_of_lead(lead + ends[text].swing),
            error=0,
            is_proven=is_sure,
            line=ends[text].line,
        )
        for text in sorted(played, key=lambda text: -ends[text].swing)
    ]
    return Prospects((*moves, *given_up), 0)


def _sample(
    state: State,
    seat: Seat,
    racks: int,
    found: Sequence[Candidate],
    also: Sequence[str],
    limit: TimeLimit,
    parts: Parts,
) -> Prospects:
    """The moves weighed against imagined racks, or against the one that the other holds."""
    is_known = endgame.is_endgame(state)
    weighed = [Weighed(each, each.points + each.leave, is_known) for each in _near(found, also)]
    imagined = _imagine(state, seat, racks, with_blanks=is_known)
    stages = _stages(len(imagined))
    for count, kept in stages:
        best = sorted(weighed, key=_by_value, reverse=True)[:kept]
        asked = [each for each in weighed if each.candidate.text in also and each not in best]
        for number, replies in enumerate(imagined[:count]):
            for each in [*best, *asked]:
                if len(each.excesses) == number and not limit.is_over():
                    _weigh_with(each, replies)
    usual = _usual(imagined, limit)
    outset = Outset(
        _lead(state, seat) - int(_mean(usual)),
        0 if is_known else _error(usual),
        tiles_off_board(found[0].after),
    )
    told = [(_prospect(each, outset), each) for each in weighed]
    told.sort(key=lambda each: _by_chance(each[0], each[1], parts), reverse=True)
    return Prospects(tuple(prospect for prospect, _ in told), 0 if is_known else len(imagined))


def _by_chance(told: Prospect, weighed: Weighed, parts: Parts) -> tuple[Fraction | int, ...]:
    """The racks that were met, the chance, and the value."""
    win = _mean(told.by_rack) if parts.chances else told.win
    return len(told.by_rack), win, weighed.value


def _near(found: Sequence[Candidate], also: Sequence[str]) -> list[Candidate]:
    """The candidates, best first, that are not far below the best, and those of `also`."""
    least = found[0].points + found[0].leave - MARGIN
    return [
        each
        for place, each in enumerate(found)
        if place < LEAST_WEIGHED or each.points + each.leave >= least or each.text in also
    ]


def _by_value(weighed: Weighed) -> tuple[bool, Fraction]:
    """A move that ends the game, whose chance is known, then the value."""
    after = weighed.candidate.after
    return after.outcome is not None, weighed.value


def _stages(racks: int) -> list[tuple[int, int]]:
    """How many racks how many moves meet, one stage after the other.

    >>> _stages(16)
    [(4, 12), (8, 6), (16, 3)]
    """
    halvings = range(STAGES - 1, -1, -1)
    return [
        (max(LEAST_RACKS, racks >> halving), FIRST_CANDIDATES >> (STAGES - 1 - halving))
        for halving in halvings
    ]


def _imagine(state: State, seat: Seat, count: int, *, with_blanks: bool) -> list[Replies]:
    """Racks that the next player may hold: every one there is, where the budget has as many.

    Replies to those without blanks are found soon.
    """
    chance = SeededChoice.of_position(state, seat)
    other = next_seat(seat, state.seats, state.departed)
    make = REPLIES[state.key]
    racks = every_rack(state, seat, chance, with_blanks=with_blanks)
    if not 0 < len(racks) <= count:
        racks = random_racks(state, seat, chance, count, with_blanks=with_blanks)
    return [make(with_hands(state, seat, rack, chance), other, rack) for rack in racks]


def _weigh_with(weighed: Weighed, replies: Replies) -> None:
    """Note what comes of the move if the next player holds this rack."""
    after, reply = weighed.candidate.after, NO_REPLY
    if after.outcome is None:
        reply = replies.best_after(after)
    else:
        weighed.ends.append(_chance_of_end(replies.state, weighed.candidate.text))
    usual = replies.before[1]
    weighed.excesses.append(min(MOST_POINTS, reply[1]) - min(MOST_POINTS, usual))
    weighed.replies.append(reply)


def _usual(imagined: Sequence[Replies], limit: TimeLimit) -> list[int]:
    """What each of these racks earns if nobody moves before."""
    return [min(MOST_POINTS, each.before[1]) for each in imagined if not limit.is_over()]


def _lead(state: State, seat: Seat) -> int:
    """How far the seat is ahead of the best of the others."""
    others = (other for other in range(state.seats) if other not in (seat, *state.departed))
    return state.scores[seat] - max(state.scores[other] for other in others)


def _chance_of_end(position: State, text: str) -> int:
    """The chance to have won by a move that ends the game; the racks are known or imagined."""
    seat = position.turn
    assert seat is not None
    outcome = position.play(seat, text).after.outcome
    assert outcome is not None
    first = outcome.ranking[0]
    return 0 if seat not in first else CERTAIN if len(first) == 1 else CERTAIN // 2


def _chance_of_lead(lead: int) -> int:
    """The chance of a final lead."""
    return CERTAIN if lead > 0 else CERTAIN // 2 if lead == 0 else 0


def _prospect(weighed: Weighed, outset: Outset) -> Prospect:
    """What the move is worth."""
    candidate, spread = weighed.candidate, 0
    if candidate.after.outcome is not None:
        by_rack = weighed.ends
        win = int(_mean(by_rack))
    else:
        win = outset.chance(candidate.after.key, weighed.value)
        spread = outset.spread(candidate.after.key, weighed.value)
        by_rack = [
            outset.chance(candidate.after.key, weighed.worth - weighed.weight * excess)
            for excess in weighed.excesses
        ]
    reply = max(weighed.replies, key=lambda each: each[1], default=NO_REPLY)[0]
    return Prospect(
        candidate.text,
        candidate.points,
        win,
        0 if weighed.is_known and by_rack else _both(_error(by_rack), spread),
        line=(reply,) if reply else (),
        by_rack=tuple(by_rack),
    )


def _mean(values: Sequence[int]) -> Fraction:
    return Fraction(sum(values), len(values)) if values else Fraction(0)


def _error(values: Sequence[int]) -> int:
    """The standard error of the mean, rounded up; CERTAIN for a single value."""
    count = len(values)
    if count < 2:
        return CERTAIN
    mean = _mean(values)
    variance = sum((value - mean) ** 2 for value in values) / (count - 1) / count
    return isqrt(int(variance)) + 1


def _both(error: int, other: int) -> int:
    """The error of what is off by two errors that have nothing to do with each other."""
    return min(CERTAIN, isqrt(error**2 + other**2 - 1) + 1) if error or other else 0


def choose_by(parts: Parts, state: State, seat: Seat, racks: int) -> str:
    """The move of the seat on turn by these parts, to measure what each is worth."""
    seen = state.seen_by(seat)
    if not parts.replies:
        return choose_candidates(seen, seat, 1, (), None, weighs_leave=parts.leaves)[0].text
    return weigh_plays(seen, seat, racks, (), None, parts).moves[0].text
