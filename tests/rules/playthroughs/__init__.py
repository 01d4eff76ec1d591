"""Recorded games with all that every seat could see: a guard against slips of the rules.

Each `NAME.game` here is a game record with its seed. The `NAME.txt` beside it draws the start and
the end and tells the game ply by ply: the move, its points, the scores, the lines of the drawing
that changed, and what changed in the view of the stranger and of each seat. To add a game, put its record here; to rewrite all texts, and then read the difference:

    python -m tests.rules.playthroughs
"""

import json
import textwrap
from collections.abc import Iterator
from pathlib import Path

from games.rules import GAMES
from games.rules.interface import State
from games.rules.messages import Json
from games.rules.record import Course, parse, parse_options, result_text

HERE = Path(__file__).parent
WIDTH = 110  # characters of a line


def records() -> list[Path]:
    """The recorded games, in the order of their names."""
    return sorted(HERE.glob("*.game"))


def text_of(path: Path) -> Path:
    """Where the whole text of a recorded game lies."""
    return path.with_suffix(".txt")


def told(path: Path) -> str:
    """The whole text of a recorded game, played through the rules now."""
    return "\n".join(_lines(path)) + "\n"


def _lines(path: Path) -> Iterator[str]:
    record = parse(path.read_text())
    options = parse_options(record.headers.get("Options", ""))
    seed = bytes.fromhex(record.headers["Seed"])
    state: State = GAMES[record.headers["Game"]].new(seed=seed, options=options)
    yield f"{record.headers['Game']} {options} seed {seed.hex()}"
    yield str(state)
    shown = {viewer: {} for viewer in _viewers(state)}
    yield from _changes(state, shown)
    course = Course(state)
    for line in record.moves:
        move, before = course.play(line.text), state
        state = move.after
        scores = "-".join(map(str, state.scores))
        yield f"{line.ply}. seat {move.seat}: {move.verdict.text}  {move.verdict.points:+}  {scores}"
        yield from _redrawn(before, state)
        yield from _changes(state, shown)
    yield str(state)
    yield f"result {result_text(state.outcome)}"


def _redrawn(before: State, after: State) -> Iterator[str]:
    """The lines of the drawing that a move changed."""
    pairs = zip(str(before).splitlines(), str(after).splitlines(), strict=True)
    return (new for old, new in pairs if new != old)


def _viewers(state: State) -> list[int | None]:
    return [None, *range(state.seats)]


def _changes(state: State, shown: dict[int | None, dict[str, str]]) -> Iterator[str]:
    """What is new in each view since the last ply; what is new to all is told once."""
    news = {}
    for viewer in _viewers(state):
        view = state.view(viewer)
        assert view.pop("board") == _faces(state)  # it is drawn once for all
        leaves = dict(_leaves("", view))
        gone = {path: "gone" for path in shown[viewer] if path not in leaves}
        changed = {path: leaf for path, leaf in leaves.items() if shown[viewer].get(path) != leaf}
        news[viewer] = changed | gone
        shown[viewer] = leaves
    to_all = [
        item for item in news[None].items() if all(item in new.items() for new in news.values())
    ]
    yield from _wrapped(f"all: {_listed(dict(to_all))}")
    for viewer, new in news.items():
        own = {path: leaf for path, leaf in new.items() if (path, leaf) not in to_all}
        yield from _wrapped(f"{viewer}: {_listed(own)}")


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=" " * 3,
        subsequent_indent=" " * 6,
        break_long_words=True,
        break_on_hyphens=False,
    )


def _faces(state: State) -> dict[str, str]:
    return {state.layout.name(square): face for square, face in state.board.items()}


def _leaves(path: str, value: object) -> Iterator[tuple[str, str]]:
    """Every plain value of a view by its path; a list of plain values stays together.

    So do words inside a mapping of mappings: each word with the keys that have it.
    """
    if isinstance(value, dict) and _is_of_words(value) and "." in path:
        keys = {word: [key for key in value if value[key] == word] for word in value.values()}
        yield path, "|".join(f"{word}={','.join(having)}" for word, having in keys.items())
    elif isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from _leaves(f"{path}.{key}" if path else key, inner)
    elif isinstance(value, list) and any(isinstance(inner, list | dict) for inner in value):
        for place, inner in enumerate(value):
            yield from _leaves(f"{path}.{place}", inner)
    else:
        yield path, _plain(value)


def _is_of_words(value: Json) -> bool:
    return bool(value) and all(isinstance(inner, str) for inner in value.values())


def _plain(value: object) -> str:
    if isinstance(value, list) and value and all(isinstance(inner, str) for inner in value):
        return "".join(inner if len(inner) == 1 else f"[{inner}]" for inner in value)
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def _listed(leaves: Json) -> str:
    return " ".join(f"{path}:{leaf}" for path, leaf in sorted(leaves.items()))
