"""The record of a whole game: its text, and replaying it."""

from games.rules.record.entries import (
    ENDING_WORDS,
    Course,
    choice_plies,
    is_choice,
    last_choice_ply,
    play_entry,
    ply_taken_back,
    standing_plies,
    turn_plies,
)
from games.rules.record.replay_json import replay_to_json, runs_to_json
from games.rules.record.replaying import Replay, replay
from games.rules.record.text import (
    MAX_RECORD_CHARS,
    MoveEntry,
    Record,
    RecordError,
    decode,
    format_options,
    format_record,
    parse,
    parse_options,
    parse_seconds,
    result_text,
)

__all__ = [
    "ENDING_WORDS",
    "MAX_RECORD_CHARS",
    "Course",
    "MoveEntry",
    "Record",
    "RecordError",
    "Replay",
    "choice_plies",
    "decode",
    "format_options",
    "format_record",
    "is_choice",
    "last_choice_ply",
    "parse",
    "parse_options",
    "parse_seconds",
    "play_entry",
    "ply_taken_back",
    "replay",
    "replay_to_json",
    "result_text",
    "runs_to_json",
    "standing_plies",
    "turn_plies",
]
