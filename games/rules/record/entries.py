"""A game entry by entry: the moves of a record, and which of them are not taken back."""

import re
from collections.abc import Iterable, Sequence

from games.rules.interface import Move, State, require_ending
from games.rules.messages import Message, gettext_noop
from games.rules.moves import Seat, Verdict
from games.rules.refusals import NotationError

ENDING_WORDS = ("time", "agreement", "aborted")
"""Entries of a record that are no seat's move."""

_RESIGNED = re.compile(r"resign +([1-9])")
_TAKEN_BACK = re.compile(r"takeback +([1-9][0-9]{0,8})")

_NO_SEAT = gettext_noop("there is no seat %(seat)s in this game")
_ON_TURN = gettext_noop("seat %(seat)s is to move: on its turn a resignation is written resign")
_CANNOT_TAKE_BACK = gettext_noop("move %(ply)s cannot be taken back now")


def ply_taken_back(text: str) -> int | None:
    """Return the ply that this entry takes back; None for any other entry.

    >>> ply_taken_back("takeback 7"), ply_taken_back("pass")
    (7, None)
    """
    found = _TAKEN_BACK.fullmatch(text)
    return int(found[1]) if found else None


def standing_plies(texts: Iterable[str]) -> list[int]:
    """Return the plies that stand after these entries, neither taken back nor taking back.

    >>> standing_plies(["pass", "pass", "takeback 2", "pass"])
    [1, 4]
    """
    plies: list[int] = []
    for ply, text in enumerate(texts, start=1):
        first = ply_taken_back(text)
        if first is None:
            plies.append(ply)
        else:
            plies = [each for each in plies if each < first]
    return plies


def is_choice(text: str) -> bool:
    """Tell whether this entry is a play, a swap or a pass: no ending and no takeback."""
    return text.partition(" ")[0] not in (*ENDING_WORDS, "resign", "takeback")


def choice_plies(entries: Iterable[tuple[Seat, str]], seat: Seat) -> list[int]:
    """Return the plies of this seat that stand and are no endings.

    `entries` are the seats and the texts of all entries.

    >>> choice_plies([(0, "pass"), (1, "pass"), (0, "pass"), (0, "takeback 3")], 0)
    [1]
    """
    known = list(entries)
    plies = standing_plies(text for _, text in known)
    return [ply for ply in plies if known[ply - 1][0] == seat and is_choice(known[ply - 1][1])]


def last_choice_ply(entries: Iterable[tuple[Seat, str]], seat: Seat) -> int | None:
    """Return the last ply of this seat, which it may take back; None if it has none or departed.

    >>> last_choice_ply([(0, "pass"), (1, "pass"), (0, "takeback 1")], 1)
    """
    known = list(entries)
    plies = [ply for ply in standing_plies(text for _, text in known) if known[ply - 1][0] == seat]
    return plies[-1] if plies and is_choice(known[plies[-1] - 1][1]) else None


def turn_plies(texts: Iterable[str]) -> list[int]:
    """Return the plies that stand and were made on a turn: all but resignations out of turn.

    >>> turn_plies(["pass", "pass", "takeback 2", "resign 1"])
    [1]
    """
    known = list(texts)
    return [ply for ply in standing_plies(known) if _RESIGNED.fullmatch(known[ply - 1]) is None]


def play_entry(state: State, text: str) -> Move:
    """Make the move, or the ending that is no seat's move, of one entry; raises a Refusal.

    An entry that takes a move back has a meaning only in a whole Course.
    """
    resigned = _RESIGNED.fullmatch(text)
    if resigned is not None:
        return _resign_out_of_turn(state, int(resigned[1]) - 1)
    seat = state.turn if state.turn is not None else 0
    return state.leave(seat, text) if text in ENDING_WORDS else state.play(seat, text)


def _resign_out_of_turn(state: State, seat: Seat) -> Move:
    require_ending(state, "resign", ("resign",))
    if seat >= state.seats:
        raise NotationError(Message(_NO_SEAT, {"seat": seat + 1}))
    if seat == state.turn:
        raise NotationError(Message(_ON_TURN, {"seat": seat + 1}))
    return state.leave(seat, "resign")


class Course:
    """A game from its start: the position now, and every move that led there.

    `before` holds the position before each of the moves, `standing_plies` the plies that stand.
    """

    def __init__(self, start: State) -> None:
        self.state = start
        self.moves: list[Move] = []
        self.before: list[State] = []
        self.standing_plies: list[int] = []

    def play(self, text: str) -> Move:
        """Make the next entry's move; raises a Refusal, and then nothing has changed."""
        first = ply_taken_back(text)
        move = play_entry(self.state, text) if first is None else self._take_back(first)
        self.before.append(self.state)
        self.moves.append(move)
        if first is None:
            self.standing_plies.append(len(self.moves))
        else:
            self.standing_plies = [each for each in self.standing_plies if each < first]
        self.state = move.after
        return move

    def _take_back(self, ply: int) -> Move:
        """Return the move that restores the position before this ply.

        The next draws are new: the counters of the draws go on.
        """
        require_ending(self.state, "takeback", ("takeback",))
        undone = [self.moves[each - 1] for each in self.standing_plies if each >= ply]
        if ply not in self.standing_plies or not _is_last_choice(undone):
            raise NotationError(Message(_CANNOT_TAKE_BACK, {"ply": ply}))
        squares = dict.fromkeys(square for move in undone for square in move.verdict.squares)
        verdict = Verdict(f"takeback {ply}", "takeback", squares=tuple(squares))
        earlier = self.before[ply - 1]
        stock = earlier.stock.with_draw_counters(self.state.stock)
        return Move(undone[0].seat, verdict, earlier.with_stock(stock))


def _is_last_choice(moves: Sequence[Move]) -> bool:
    """Tell whether the first move can be taken back: no move of the same seat follows it."""
    first, *others = moves
    return is_choice(first.verdict.text) and all(move.seat != first.seat for move in others)
