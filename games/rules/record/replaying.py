"""Replaying a record: every entry through the rules, every header against the game."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from games.rules import GAMES, clock
from games.rules.interface import Move, State
from games.rules.messages import Message, gettext_noop
from games.rules.moves import Seat
from games.rules.record.entries import Course
from games.rules.record.text import (
    UNFINISHED,
    MoveEntry,
    Record,
    RecordError,
    decode,
    format_points,
    header_error,
    parse_options,
    read,
    result_text,
)
from games.rules.refusals import IllegalMove, Refusal
from games.rules.tiles import commitment

TERMINATIONS = frozenset("out passes idle resign time tropes no-trope agreement aborted".split())
"""How a game may have ended, as the header says it."""

_HEX_SEED = re.compile(r"[0-9a-fA-F]{64}")
_COMMITMENT = re.compile(r"sha256:[0-9a-fA-F]{64}")

_MISSING = gettext_noop("the header %(name)s is missing")
_WRONG = gettext_noop("the header %(name)s says %(said)s, the game says %(found)s")
_NOT_A_VALUE = gettext_noop("%(value)s is no value of the header %(name)s")
_WRONG_SCORE = gettext_noop("this move earns %(earned)s, the record says %(said)s")
_BROKEN_NAME = gettext_noop(
    "there is a commitment, but no seed: it may be what stands here under the name %(name)s"
)


@dataclass
class Replay:
    """The result of replaying a record: the State, the moves made, and the fault, if any.

    `scores` holds the running totals after each move, before the adjustments of the ending.
    """

    record: Record | None = None
    state: State | None = None
    moves: list[Move] = field(default_factory=list)
    scores: list[tuple[int, ...]] = field(default_factory=list)
    fault: RecordError | None = None

    @property
    def final_scores(self) -> tuple[int, ...] | None:
        """The scores at the end; without a seed those of the header, if there is one."""
        if self.fault is not None or self.record is None or self.state is None:
            return None
        said = self.record.headers.get("Scores")
        if "Seed" not in self.record.headers and said is not None:
            return tuple(int(score) for score in said.split())
        return self.state.scores

    @property
    def unchecked(self) -> str:
        """What could not be checked for lack of a header; empty if all was."""
        headers = self.record.headers if self.record is not None else {}
        if "Seed" not in headers:
            return "draws not checked: no seed"
        return "" if "Commitment" in headers else "seed not checked: no commitment"


def replay(data: bytes | str, games: Mapping[str, type[State]] = GAMES) -> Replay:
    """Replay a record from its start.

    The first fault stops the replay and is part of the result; nothing is raised. Headers are read
    before the first move, and what they say of the ending is compared after the last one.
    """
    result = Replay()
    try:
        result.record = read(decode(data) if isinstance(data, bytes) else data)
        result.state = _start(result.record, games)
        course = Course(result.state)
        for entry in result.record.moves:
            _replay_entry(result, course, entry)
        if result.record.fault is not None:
            raise result.record.fault
        _compare_ending(result.record, result.state)
    except RecordError as fault:
        result.fault = fault
    return result


def _start(record: Record, games: Mapping[str, type[State]]) -> State:
    """Return the State before the first move, checked against the headers about it."""
    game = games.get(_require_header(record, "Game"))
    if game is None:
        raise _no_value(record, "Game")
    _require_clock(record)
    seed = _seed(record)
    state = _new(record, game, seed or bytes(32))
    first = _first(record)
    if seed is None:
        state = _unseeded(record, game, first, is_set_up=bool(state.initial_position))
    elif state.turn is not None:
        _compare(record, "First", str(state.turn + 1))
    if state.initial_position:
        _compare(record, "Setup", state.initial_position)
    if not 0 <= first < state.seats:
        raise _no_value(record, "First")
    _require_scores(record)
    if seed is None:
        _require_plausible(record, state.seats)
    return state


def _require_clock(record: Record) -> None:
    """What a record says of its clock is kept, not judged; but it has to be one."""
    if said := record.headers.get("Clock"):
        try:
            clock.parse(said)
        except Refusal:
            raise _no_value(record, "Clock") from None


def _new(record: Record, game: type[State], seed: bytes) -> State:
    """Return the start that follows from the options and a seed."""
    try:
        return game.new(seed=seed, options=parse_options(record.headers.get("Options", "")))
    except Refusal:
        raise _no_value(record, "Options") from None


def _unseeded(record: Record, game: type[State], first: Seat, *, is_set_up: bool) -> State:
    """Return the start without a seed; a board set up by chance is read from its header."""
    options = parse_options(record.headers.get("Options", ""))
    initial_position = _require_header(record, "Setup") if is_set_up else ""
    try:
        return game.unseeded(first=first, options=options, initial_position=initial_position)
    except Refusal:
        raise _no_value(record, "Setup" if is_set_up else "First") from None


def _require_header(record: Record, name: str) -> str:
    """Return what a header says; a broken line right below the others may be the missing one."""
    if name in record.headers:
        return record.headers[name]
    if record.fault is not None and not record.moves:
        raise record.fault
    raise header_error(1, _MISSING, name=name)


def _no_value(record: Record, name: str) -> RecordError:
    return header_error(
        record.header_line_numbers.get(name, 1),
        _NOT_A_VALUE,
        name=name,
        value=record.headers.get(name, ""),
    )


def _first(record: Record) -> Seat:
    """Return the seat that starts, as the record has it."""
    first = _require_header(record, "First")
    if re.fullmatch("[1-9]", first) is None:
        raise _no_value(record, "First")
    return int(first) - 1


def _seed(record: Record) -> bytes | None:
    """Return the seed, None if the record has none; the commitment must be its hash.

    Beside a commitment alone, what looks like a seed may be it under a broken name: an error.
    """
    said = record.headers.get("Commitment")
    if said is not None and _COMMITMENT.fullmatch(said) is None:
        raise _no_value(record, "Commitment")
    written = record.headers.get("Seed")
    if written is None:
        if said is not None:
            _refuse_broken_names(record)
        return None
    if _HEX_SEED.fullmatch(written) is None:
        raise _no_value(record, "Seed")
    seed = bytes.fromhex(written)
    if said is not None:
        _compare(record, "Commitment", commitment(seed), said.lower())
    return seed


def _refuse_broken_names(record: Record) -> None:
    for name, value in record.headers.items():
        if _HEX_SEED.fullmatch(value):
            raise header_error(record.header_line_numbers[name], _BROKEN_NAME, name=name)


def _replay_entry(result: Replay, course: Course, entry: MoveEntry) -> None:
    """Make the move of one entry: legal, in turn, and earning the points it claims."""
    try:
        move = course.play(entry.text)
    except Refusal as refusal:
        raise RecordError(entry.line_number, refusal) from None
    if move.verdict.points != entry.points:
        values = {"earned": format_points(move.verdict.points), "said": format_points(entry.points)}
        raise RecordError(entry.line_number, IllegalMove("score", Message(_WRONG_SCORE, values)))
    outcome = move.after.outcome
    adjustments = outcome.adjustments if outcome else (0,) * move.after.seats
    totals = zip(move.after.scores, adjustments, strict=True)
    result.moves.append(move)
    result.scores.append(tuple(score - adjustment for score, adjustment in totals))
    result.state = move.after


def _compare(record: Record, name: str, found: str, said: str | None = None) -> None:
    """Raise RecordError unless a header, if it is there, has the value found in the game."""
    said = record.headers.get(name) if said is None else said
    if said is not None and said != found:
        values = {"name": name, "said": said, "found": found}
        raise header_error(record.header_line_numbers[name], _WRONG, **values)


def _compare_ending(record: Record, state: State) -> None:
    """Check `Result`, `Scores` and `Termination` against the moves, if a seed tells them."""
    if "Seed" not in record.headers:
        return
    _compare(record, "Result", result_text(state.outcome))
    _compare(record, "Scores", " ".join(str(score) for score in state.scores))
    if record.headers.get("Termination") not in (None, "", UNFINISHED) or state.outcome is not None:
        _compare(record, "Termination", state.outcome.reason if state.outcome else UNFINISHED)


def _require_scores(record: Record) -> None:
    said = record.headers.get("Scores")
    is_score = re.compile(r"-?[0-9]{1,9}").fullmatch
    if said is not None and not all(is_score(score) for score in said.split(" ")):
        raise _no_value(record, "Scores")


def _require_plausible(record: Record, seats: int) -> None:
    """Raise RecordError unless the headers of an ending not known can describe one."""
    if "Scores" in record.headers and len(record.headers["Scores"].split(" ")) != seats:
        raise _no_value(record, "Scores")
    said = record.headers.get("Result", UNFINISHED)
    all_seats = [str(seat + 1) for seat in range(seats)]
    if said != UNFINISHED and sorted(re.split("[-=]", said)) != all_seats:
        raise _no_value(record, "Result")
    if record.headers.get("Termination", "") not in {*TERMINATIONS, UNFINISHED, ""}:
        raise _no_value(record, "Termination")
