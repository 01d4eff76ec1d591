"""What the rules pages show beside their text: boards and verdicts from the referee itself."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.presentation import boards, sentences, verdicts
from games.rules import GAMES
from games.rules.interface import State
from games.rules.messages import Json
from games.rules.moves import Run, Seat, Verdict
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
        state: State = GAMES[key].unseeded(
            first=0, options=self.options, initial_position=self.setup
        )
        for text in self.plays[:moves]:
            state = state.play(_to_move(state), text).after
        return state

    def whole(self, key: str) -> State:
        """The position after all of the moves."""
        return self.after(key, len(self.plays))


@dataclass(frozen=True)
class Task:
    """What a reader is asked to do on the board to try, and what is said when it is done."""

    asked: str
    done: str
    is_done_by: Callable[[Verdict], bool]


def overview() -> list[Shown]:
    """Every game in a few words, with a board the size of a stamp."""
    return [
        {
            "key": key,
            "name": rules.name,
            "motto": sentences.phrase(rules.phrases.motto),
            "about": sentences.phrase(rules.phrases.about),
            "lasts": sentences.phrase(rules.phrases.lasts),
            "players": seat_counts(rules),
            "stamp": stamp(key),
        }
        for key, rules in GAMES.items()
    ]


@cache
def stamp(key: str) -> Shown:
    """The board of a game with some tiles on it, the size of a stamp."""
    return boards.stamp(EXAMPLES[key]["try"].whole(key))


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
        "headings": lambda: _headings(rules),
        "task": lambda: _(TASKS[key].asked),
        "games": [{"key": other, "name": game.name} for other, game in GAMES.items()],
        "options": lambda: [_option(rules, option.name) for option in rules.options],
        "figures": {name: _figure_of(key, name) for name in EXAMPLES[key]},
        "tables": {name: _tile_table_of(key, name) for name in EXAMPLES[key]},
        "table": cache(lambda: try_board(key)),
        "typed": text,
        "verdict": tried(key, text) if text else None,
    }


def _headings(rules: type[State]) -> dict[str, str]:
    """The sections of a page in their order: the heading of each by its anchor."""
    options = {"options": gettext_noop("What you can choose")} if rules.options else {}
    return {name: _(text) for name, text in (HEADINGS[rules.key] | options | LAST_HEADINGS).items()}


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
        "label": sentences.phrase(option.label),
        "values": [sentences.phrase(option.words.get(value, value)) for value in usual + others],
    }


def tile_table(state: State) -> list[Shown]:
    """Every kind of tile of a new game, how many there are, and its points."""
    unseen = state.view(None)["unseen"]
    return [
        {**boards.tile(symbol, state.points_of(symbol)), "count": count}
        for symbol, count in unseen.items()
    ]


def figure(key: str, example: Example, around: int = 2) -> Shown:
    """A small board after some plays, the last one marked, with the referee's own verdict.

    Of a large board so many empty rows are drawn `around` the tiles.
    """
    state, before = example.whole(key), example.after(key, max(len(example.plays) - 1, 0))
    made = before.check(_to_move(before), example.plays[-1]) if example.plays else None
    marked = [state.layout.name(square) for square in made.squares] if made else []
    board = boards.whole(state, state.view(None), None, marked)
    return _cut_out(state, board, around) | {
        "verdict": verdicts.legal(type(before), made) if made else None,
        "move": made.text if made else "",
    }


def opening() -> Shown:
    """The play that the first page lays: as much of its board as the tiles reach over."""
    return figure("numerica", OPENING, around=0)


def blank_board(key: str) -> Shown:
    """The whole board without a tile, drawn when it is asked for."""
    return {"key": key, "name": GAMES[key].name, "board": cache(lambda: _empty_board(key))}


def _empty_board(key: str) -> Shown:
    state = EXAMPLES[key]["try"].after(key, 0)
    empty = state.view(None) | {"board": {}, "frozen": None}
    return boards.whole(state, empty, None, [])


def _cut_out(state: State, board: Shown, around: int) -> Shown:
    """The part of a large board on which there are tiles, and so many empty rows around them."""
    covered = [state.layout.parse_square(name) for name in state.view(None)["board"]]
    size = state.layout.size
    if not covered or size <= WINDOW:
        return board
    top, bottom = min(covered)[0] - around, max(covered)[0] + around + 1
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
    """What the referee says of a move that a reader tried, and whether it does the task."""
    state = _tried_on(key)
    shown = verdicts.of_draft(state, _to_move(state), text)
    if not shown["ok"] or shown["kind"] != "play" or shown["choices"]:
        return shown
    is_done = TASKS[key].is_done_by(state.check(_to_move(state), text))
    said = _(TASKS[key].done) if is_done else _("A legal move. The task is still open.")
    return shown | {"message": "", "task": {"is_done": is_done, "said": said}}


def _to_move(state: State) -> Seat:
    return state.turn if state.turn is not None else 0


def _has_fraction(verdict: Verdict) -> bool:
    return any(run.value is not None and run.value.denominator > 1 for run in _scoring(verdict))


def _grows_at_both_ends(verdict: Verdict) -> bool:
    """Whether an equation that lay there, of at least three tiles, has a new tile at each end."""
    new = set(verdict.squares)
    return any(
        {run.squares[0], run.squares[-1]} <= new and len(set(run.squares) - new) > 2
        for run in _scoring(verdict)
    )


def _scoring(verdict: Verdict) -> list[Run]:
    return [run for run in verdict.runs if run.kind == "complete"]


TASKS = {
    "numerica": Task(
        gettext_noop("Lay an equality whose value is a fraction, as 1 ÷ 2 = 2 ÷ 4."),
        gettext_noop("Task done: the value is a fraction, and earns a bonus."),
        _has_fraction,
    ),
    "equate": Task(
        gettext_noop("Make an equation on the board longer at both ends."),
        gettext_noop("Task done: it is longer at both ends, and all of it scores again."),
        _grows_at_both_ends,
    ),
    "digifeud": Task(
        gettext_noop("Lay a sum that earns 60 points or more."),
        gettext_noop("Task done: 60 points or more."),
        lambda verdict: verdict.points >= 60,
    ),
    "numeria": Task(
        gettext_noop("Make a trope with one move; eight of the nine kinds are one move away."),
        gettext_noop("Task done: a trope."),
        lambda verdict: verdict.points > 0,
    ),
}
"""One thing to do on each board to try; what does it is judged by the rules' own verdict."""

_OF_PLAYS = {
    "tiles": gettext_noop("The board and the tiles"),
    "plays": gettext_noop("A play"),
    "lines": gettext_noop("What a line may be"),
    "points": gettext_noop("Points"),
    "instead": gettext_noop("Instead of a play"),
    "end": gettext_noop("The end"),
}

HEADINGS = {
    "numerica": _OF_PLAYS,
    "equate": _OF_PLAYS,
    "digifeud": {
        "tiles": gettext_noop("The board and the tiles"),
        "sum": gettext_noop("A sum"),
        "directions": gettext_noop("Directions"),
        "points": gettext_noop("Points"),
        "instead": gettext_noop("Instead of a sum"),
        "end": gettext_noop("The end"),
        "score": gettext_noop("Score and strength"),
    },
    "numeria": {
        "numbers": gettext_noop("The board"),
        "moving": gettext_noop("A move"),
        "series": gettext_noop("Tropes"),
        "end": gettext_noop("The end"),
    },
}
"""What each page explains, by the anchors of its sections."""

LAST_HEADINGS = {
    "typing": gettext_noop("Typing a move"),
    "try": gettext_noop("Try a move"),
    "rulings": gettext_noop("Rulings"),
}

_FOUR_WAYS = {"directions": "4"}

_SERIES = (
    "34 . . . . . . 11/. 10 6 31 36 33 13 ./. 15 26 7 32 17 14 ./. 21 27 . . 28 19 ./"
    ". 4 30 . . 12 24 ./. 29 9 23 5 3 20 ./. 16 18 22 8 35 2 ./25 . . . . . . 1"
)
"""A start in which eight of the nine patterns are one move away."""

OPENING = Example(("H6 7-3=4", "8D 1+2=.=9/3"))
"""A play of Numerica that says in two seconds what the site is: tiles, a crossing, a chain."""

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
