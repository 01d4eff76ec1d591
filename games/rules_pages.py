"""What the rules pages show beside their text: boards and verdicts from the referee itself."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from games import boards, verdicts, words
from games.rules import GAMES
from games.rules.base import Json, Seat, State
from games.rules.grid import Square
from games.rules.seating import seat_counts

Shown = dict[str, Any]

WINDOW = 11
"""Columns of a large board that a figure shows."""


@dataclass(frozen=True)
class Example:
    """A position as moves in notation, from the start of a game with these options."""

    plays: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    setup: str = ""

    def after(self, key: str, moves: int) -> State:
        """The position after the first so many of the moves; nobody's tiles are known."""
        state: State = GAMES[key].unseeded(first=0, options=self.options, setup=self.setup)
        for text in self.plays[:moves]:
            state = state.play(_to_move(state), text).after
        return state

    def whole(self, key: str) -> State:
        """The position after all of the moves."""
        return self.after(key, len(self.plays))


def overview() -> list[Shown]:
    """Every game in a few words, with a board the size of a stamp."""
    return [
        {
            "key": key,
            "name": rules.name,
            "motto": words.phrase(rules.phrases.motto),
            "about": words.phrase(rules.phrases.about),
            "lasts": words.phrase(rules.phrases.lasts),
            "players": seat_counts(rules),
            "stamp": stamp(key),
        }
        for key, rules in GAMES.items()
    ]


@cache
def stamp(key: str) -> Shown:
    """The board of a game with some tiles on it: its squares by the class that paints them."""
    state = EXAMPLES[key]["try"].whole(key)
    covered = [state.layout.named(name) for name in state.view(None)["board"]]
    painted: dict[str, list[Square]] = {}
    for square, premium in state.layout.premiums.items():
        if square not in covered:
            painted.setdefault(premium.label[::-1].lower(), []).append(square)
    return {"size": state.layout.size, "painted": painted | {"t": covered}}


def page(key: str, text: str = "") -> Shown:
    """Figures and examples of one game's rules page; `text` is a move tried on its board.

    What is the same for everybody is a function: the page asks for it once and keeps what it drew.
    """
    rules = GAMES[key]
    return {
        "key": key,
        "name": rules.name,
        "example": rules.phrases.example,
        "parts": boards.parts(key),
        "games": [{"key": other, "name": game.name} for other, game in GAMES.items()],
        "options": lambda: [_option(rules, option.name) for option in rules.options],
        "figures": {name: _figure_of(key, name) for name in EXAMPLES[key]},
        "tables": {name: _tile_table_of(key, name) for name in EXAMPLES[key]},
        "table": cache(lambda: try_board(key)),
        "typed": text,
        "verdict": tried(key, text) if text else None,
    }


def _figure_of(key: str, name: str) -> Callable[[], Shown]:
    return cache(lambda: figure(key, EXAMPLES[key][name]))


def _tile_table_of(key: str, name: str) -> Callable[[], list[Shown]]:
    return lambda: tile_table(EXAMPLES[key][name].whole(key))


def _option(rules: type[State], name: str) -> Shown:
    """One option in words: what may be chosen, the usual value first."""
    option = next(option for option in rules.options if option.name == name)
    usual = [value for value in option.values if value == option.default]
    others = [value for value in option.values if value != option.default]
    return {
        "label": words.phrase(option.label),
        "values": [words.phrase(option.words.get(value, value)) for value in usual + others],
    }


def tile_table(state: State) -> list[Shown]:
    """Every kind of tile of a new game, how many there are, and its points."""
    unseen = state.view(None)["unseen"]
    return [
        {**boards.tile(symbol, state.worth(symbol)), "count": count}
        for symbol, count in unseen.items()
    ]


def figure(key: str, example: Example) -> Shown:
    """A small board after some plays, the last one marked, with the referee's own verdict."""
    state, before = example.whole(key), example.after(key, max(len(example.plays) - 1, 0))
    made = before.check(_to_move(before), example.plays[-1]) if example.plays else None
    marked = [state.layout.name(square) for square in made.squares] if made else []
    return _cut_out(state, boards.whole(state, state.view(None), None, marked)) | {
        "verdict": verdicts.legal(type(before), made) if made else None,
        "move": made.text if made else "",
    }


def blank_board(key: str) -> Shown:
    """The whole board without a tile, drawn when it is asked for."""
    return {"key": key, "name": GAMES[key].name, "board": cache(lambda: _empty_board(key))}


def _empty_board(key: str) -> Shown:
    state = EXAMPLES[key]["try"].after(key, 0)
    empty = state.view(None) | {"board": {}, "frozen": None}
    return boards.whole(state, empty, None, [])


def _cut_out(state: State, board: Shown) -> Shown:
    """The part of a large board on which there are tiles, with some empty squares around them."""
    covered = [state.layout.named(name) for name in state.view(None)["board"]]
    size = state.layout.size
    if not covered or size <= WINDOW:
        return board
    top, bottom = min(covered)[0] - 2, max(covered)[0] + 3
    columns = [column for _, column in covered]
    left = (min(columns) + max(columns) + 1 - WINDOW) // 2
    left = min(max(left, 0), size - WINDOW)
    across, down = slice(left, left + WINDOW), slice(max(top, 0), bottom)
    margins = board["margins"]
    return board | {
        "size": WINDOW,
        "margins": {"columns": margins["columns"][across], "numbers": margins["numbers"][down]},
        "rows": [row[across] for row in board["rows"]()[down]],
    }


@cache
def _tried_on(key: str) -> State:
    """The position in which a reader may try a move."""
    return EXAMPLES[key]["try"].whole(key)


def try_board(key: str) -> Shown:
    """The board on which a reader may try a move, with every tile of the game at hand."""
    state = _tried_on(key)
    seat = _to_move(state)
    return boards.whole(state, _open_handed(state, seat), seat, [])


def _open_handed(state: State, seat: Seat) -> Json:
    """The view of somebody who may take any tile of the game, as often as the game has it."""
    view = state.view(seat)
    actions = view["actions"] | {"draft": True, "play": True, "pass": False, "swap": 0}
    free = [symbol for symbol, count in view["unseen"].items() if count] + view["free"]
    return view | {"racks": [[]] * state.seats, "free": free, "actions": actions}


def tried(key: str, text: str) -> Shown:
    """What the referee says of a move that a reader tried."""
    state = _tried_on(key)
    return verdicts.of_draft(state, _to_move(state), text)


def _to_move(state: State) -> Seat:
    return state.turn if state.turn is not None else 0


_FOUR_WAYS = {"directions": "4"}

_SERIES = (
    "34 . . . . . . 11/. 10 6 31 36 33 13 ./. 15 26 7 32 17 14 ./. 21 27 . . 28 19 ./"
    ". 4 30 . . 12 24 ./. 29 9 23 5 3 20 ./. 16 18 22 8 35 2 ./25 . . . . . . 1"
)
"""A start in which eight of the nine patterns are one move away."""

EXAMPLES: dict[str, dict[str, Example]] = {
    "numerica": {
        "try": Example(("8F 3+3=6", "J9 =4+2")),
        "board": Example(),
        "first": Example(("8F 3+3=6",)),
        "double": Example(("8F 1+6*2=13",)),
        "extension": Example(("8F 2=1+1", "8E 2.....9+2")),
        "crossing": Example(("8F 3+3=6", "J9 =4+2")),
        "parallel": Example(("8F 3+3=6", "9J 2=1+1")),
        "fraction": Example(("8G 4/-6=-2/3",)),
    },
    "equate": {
        "try": Example(("10J 24/3=8", "O11 =4+4")),
        "board": Example(),
        "junior": Example(options={"set": "junior"}),
        "advanced": Example(options={"set": "advanced"}),
        "first": Example(("10J 24/3=8",)),
        "crossing": Example(("10J 24/3=8", "O9 5.-57=1")),
        "extension": Example(("10H 2+5=7", "10G 7.....7")),
        "parallel": Example(("10J 4=4", "11L 4+3=7")),
        "expression": Example(("10J 24/3=8", "11J 7")),
        "fraction": Example(("10F 3/4=[3/4]",)),
        "mixed": Example(("10F 5=2[1/2]*2",)),
        "bingo": Example(("10E 12-4*2=5-1",)),
        "powers": Example(("10J [5^2]-[-5]=30",), {"set": "advanced"}),
    },
    "digifeud": {
        "try": Example(("7E 8*9=[72]", "G3 1+8=.")),
        "board": Example(),
        "first": Example(("7E 8*9=[72]",)),
        "operand": Example(("7E 8*9=[72]", "G7 .-2=7")),
        "outcome": Example(("7E 8*9=[72]", "G3 1+8=.")),
        "along": Example(("7E 8*9=[72]", "7I .-9=[63]")),
        "red": Example(("7E 8*9=[72]", "G3 1+8=.", "3G .+7=8")),
        "backwards": Example(("7I< 7-3=4",), _FOUR_WAYS),
    },
    "numeria": {
        "try": Example(("d2-d1",), setup=_SERIES),
        "board": Example(setup=_SERIES),
        "slide": Example(("a8-a3",), setup=_SERIES),
        "jumps": Example(("d3-h3",), setup=_SERIES),
        "trope": Example(("e3-e4 x h1-e4",), setup=_SERIES),
        "several": Example(("d7-d5 x c4-f7",), setup=_SERIES),
    },
}
"""Positions of the rules pages; `try` is the one on which a reader may try a move."""
