"""The text of a whole game, both ways, and playing it again."""

from games.rules.record.course import (
    LEAVING,
    Course,
    choices_of,
    is_choice,
    last_choice,
    play_line,
    standing,
    taken_back_by,
    turns,
)
from games.rules.record.listed import replay_to_json, runs_to_json
from games.rules.record.replaying import Replay, replay
from games.rules.record.written import (
    LARGEST,
    MoveLine,
    Record,
    RecordError,
    decode,
    format_options,
    format_record,
    parse,
    parse_options,
    result_text,
)

__all__ = [
    "LARGEST",
    "LEAVING",
    "Course",
    "MoveLine",
    "Record",
    "RecordError",
    "Replay",
    "choices_of",
    "decode",
    "format_options",
    "format_record",
    "is_choice",
    "last_choice",
    "parse",
    "parse_options",
    "play_line",
    "replay",
    "replay_to_json",
    "result_text",
    "runs_to_json",
    "standing",
    "taken_back_by",
    "turns",
]
