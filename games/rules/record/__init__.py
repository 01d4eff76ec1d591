"""The text of a whole game, both ways, and playing it again."""

from games.rules.record.listed import replay_to_json, runs_to_json
from games.rules.record.replaying import LEAVING, Replay, play_line, replay
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
    "MoveLine",
    "Record",
    "RecordError",
    "Replay",
    "decode",
    "format_options",
    "format_record",
    "parse",
    "parse_options",
    "play_line",
    "replay",
    "replay_to_json",
    "result_text",
    "runs_to_json",
]
