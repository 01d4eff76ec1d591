"""A game line by line: what is made of every line of a record, and what of it stands."""

import re
from collections.abc import Iterable, Sequence

from games.rules.base import (
    Message,
    Move,
    NotationError,
    Seat,
    State,
    Verdict,
    gettext_noop,
    require_ending,
)
from games.rules.stock import standing_again

LEAVING = ("time", "agreement", "aborted")
"""Words on a record that are nobody's move."""

_RESIGNED = re.compile(r"resign +([1-9])")
_TAKEN_BACK = re.compile(r"takeback +([1-9][0-9]{0,8})")

_NO_SEAT = gettext_noop("there is no seat %(seat)s in this game")
_ON_TURN = gettext_noop("seat %(seat)s is to move: on its turn a resignation is written resign")
_CANNOT_TAKE_BACK = gettext_noop("move %(ply)s cannot be taken back now")


def taken_back_by(text: str) -> int | None:
    """The ply that this line takes back; None for any other line.

    >>> taken_back_by("takeback 7"), taken_back_by("pass")
    (7, None)
    """
    found = _TAKEN_BACK.fullmatch(text)
    return int(found[1]) if found else None


def standing(texts: Iterable[str]) -> list[int]:
    """The plies that stand after these lines, neither taken back nor taking back.

    >>> standing(["pass", "pass", "takeback 2", "pass"])
    [1, 4]
    """
    plies: list[int] = []
    for ply, text in enumerate(texts, start=1):
        first = taken_back_by(text)
        if first is None:
            plies.append(ply)
        else:
            plies = [each for each in plies if each < first]
    return plies


def is_choice(text: str) -> bool:
    """Whether this line is a play, a swap or a pass: no ending, and nothing that is taken back."""
    return text.partition(" ")[0] not in (*LEAVING, "resign", "takeback")


def choices_of(lines: Iterable[tuple[Seat, str]], seat: Seat) -> list[int]:
    """The plies of this seat that stand and are no endings, by the seats and the texts of all.

    >>> choices_of([(0, "pass"), (1, "pass"), (0, "pass"), (0, "takeback 3")], 0)
    [1]
    """
    known = list(lines)
    plies = standing(text for _, text in known)
    return [ply for ply in plies if known[ply - 1][0] == seat and is_choice(known[ply - 1][1])]


def last_choice(lines: Iterable[tuple[Seat, str]], seat: Seat) -> int | None:
    """The last ply of this seat, which may be taken back; None for one that has left or has none.

    >>> last_choice([(0, "pass"), (1, "pass"), (0, "takeback 1")], 1)
    """
    known = list(lines)
    plies = [ply for ply in standing(text for _, text in known) if known[ply - 1][0] == seat]
    return plies[-1] if plies and is_choice(known[plies[-1] - 1][1]) else None


def turns(texts: Iterable[str]) -> list[int]:
    """The plies that stand and that were made on a turn: all but resignations out of turn.

    >>> turns(["pass", "pass", "takeback 2", "resign 1"])
    [1]
    """
    known = list(texts)
    return [ply for ply in standing(known) if _RESIGNED.fullmatch(known[ply - 1]) is None]


def play_line(state: State, text: str) -> Move:
    """Make the move, or the ending that is nobody's move, that a record holds.

    Of a line that takes a move back only a whole Course knows what it means.
    """
    resigned = _RESIGNED.fullmatch(text)
    if resigned is not None:
        return _resigned_out_of_turn(state, int(resigned[1]) - 1)
    seat = state.turn if state.turn is not None else 0
    return state.leave(seat, text) if text in LEAVING else state.play(seat, text)


def _resigned_out_of_turn(state: State, seat: Seat) -> Move:
    require_ending(state, "resign", ("resign",))
    if seat >= state.seats:
        raise NotationError(Message(_NO_SEAT, {"seat": seat + 1}))
    if seat == state.turn:
        raise NotationError(Message(_ON_TURN, {"seat": seat + 1}))
    return state.leave(seat, "resign")


class Course:
    """A game from its start: the position now, and every move that led there.

    `before` holds the position before each of the moves, `standing` the plies that stand.
    """

    def __init__(self, start: State) -> None:
        self.state = start
        self.moves: list[Move] = []
        self.before: list[State] = []
        self.standing: list[int] = []

    def play(self, text: str) -> Move:
        """Make what the next line says; raises a Refusal, and then nothing has changed."""
        first = taken_back_by(text)
        move = play_line(self.state, text) if first is None else self._taken_back(first)
        self.before.append(self.state)
        self.moves.append(move)
        if first is None:
            self.standing.append(len(self.moves))
        else:
            self.standing = [each for each in self.standing if each < first]
        self.state = move.after
        return move

    def _taken_back(self, ply: int) -> Move:
        """The position before this ply stands again, and whoever made it is to move.

        What is drawn next is new: the counters of the draws go on.
        """
        require_ending(self.state, "takeback", ("takeback",))
        undone = [self.moves[each - 1] for each in self.standing if each >= ply]
        if ply not in self.standing or not _is_last_choice(undone):
            raise NotationError(Message(_CANNOT_TAKE_BACK, {"ply": ply}))
        squares = dict.fromkeys(square for move in undone for square in move.verdict.squares)
        verdict = Verdict(f"takeback {ply}", "takeback", squares=tuple(squares))
        return Move(undone[0].seat, verdict, standing_again(self.before[ply - 1], self.state))


def _is_last_choice(moves: Sequence[Move]) -> bool:
    """Whether the first of these moves is one to take back, and none of the same seat follows."""
    first, *others = moves
    return is_choice(first.verdict.text) and all(move.seat != first.seat for move in others)
