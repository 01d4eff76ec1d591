"""Games that were played elsewhere, stored from their records."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from games.models import Game, PlayedMove, Player, canonical_json
from games.rules.interface import Move, State
from games.rules.messages import Message, gettext_noop
from games.rules.moves import Seat
from games.rules.record import Record, RecordError, Replay, parse_seconds
from games.rules.refusals import IllegalMove
from games.services.endings import finish_game
from games.store.moves import move_row
from games.store.transactions import writing

LONGEST_NAME = 40

_NO_SEED = gettext_noop("the header Seed is missing; only a record with its seed can be stored")
_UNFINISHED = gettext_noop("this game is not over; only finished games can be stored")


def import_game(*, replayed: Replay, now: datetime) -> tuple[Game, bool]:
    """Store a record that was played again as a finished game; and whether it was new here.

    It has names and no users: it counts for no rating and no tally. A game of the same seed and
    moves is here already. Raises RecordError for a record that is bad, not over, or without seed.
    """
    record, state = _importable(replayed)
    with writing():
        known = _game_like(state.key, record.headers["Seed"].lower(), replayed.moves)
        if known is not None:
            return known, False
        return _store_import(record, state, replayed.moves, _date_of(record, now)), True


def _importable(replayed: Replay) -> tuple[Record, State]:
    record, state = replayed.record, replayed.state
    if replayed.fault is not None:
        raise replayed.fault
    if record is None or state is None or "Seed" not in record.headers:
        raise RecordError(1, IllegalMove("header", Message(_NO_SEED)))
    if state.outcome is None:
        line = record.moves[-1].line_number if record.moves else 1
        raise RecordError(line, IllegalMove("header", Message(_UNFINISHED)))
    return record, state


def _game_like(key: str, seed: str, moves: Sequence[Move]) -> Game | None:
    """A finished game of this seed and these moves; a running one's seed is nobody's to know."""
    texts = [move.verdict.text for move in moves]
    same = Game.objects.filter(key=key, seed=seed, ply=len(texts), ended_at__isnull=False)
    for game in same.order_by("started_at", "pk"):
        if list(game.moves.values_list("text", flat=True)) == texts:
            return game
    return None


def _date_of(record: Record, now: datetime) -> datetime:
    """The day the record names, if it is one and has come; else now."""
    found = re.fullmatch(r"([1-9]\d{3})[.-](\d\d)[.-](\d\d)", record.headers.get("Date", ""), re.A)
    try:
        year, month, day = map(int, found.groups()) if found else (0, 0, 0)
        return min(datetime(year, month, day, tzinfo=UTC), now)
    except ValueError:
        return now


def _store_import(record: Record, state: State, moves: Sequence[Move], when: datetime) -> Game:
    game = Game.objects.create(
        key=state.key,
        options=" ".join(record.headers.get("Options", "").split()),
        time_control=record.headers.get("Clock", ""),
        seed=record.headers["Seed"].lower(),
        state=canonical_json(state.to_json()),
        ply=len(moves),
        started_at=when,
        changed_at=when,
        turn_began_at=when,
        is_imported=True,
    )
    Player.objects.bulk_create(
        Player(game=game, seat=seat, name=_name_of(record, seat), score=score)
        for seat, score in enumerate(state.scores)
    )
    rows = [move_row(game, ply, move, when) for ply, move in enumerate(moves, start=1)]
    for row, entry in zip(rows, record.moves, strict=True):
        row.milliseconds = parse_seconds(entry.seconds)
    PlayedMove.objects.bulk_create(rows)
    finish_game(game, state, when)
    game.save()
    return game


def _name_of(record: Record, seat: Seat) -> str:
    """The player's name as the record has it, without what cannot be seen."""
    said = record.headers.get(f"Player{seat + 1}", "")
    seen = "".join(letter for letter in " ".join(said.split()) if letter.isprintable())
    return seen[:LONGEST_NAME].strip() or f"Player {seat + 1}"
