"""What the rules pages show beside their text: boards and verdicts from the referee itself."""

from dataclasses import replace
from functools import cache

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.presentation import boards, sentences, verdicts
from games.presentation.models.board import BoardView, Margins, Stamp, TileView
from games.presentation.models.rules import (
    Figure,
    GameCard,
    GameLink,
    OptionView,
    RulesPage,
)
from games.presentation.models.verdict import TaskResult, VerdictView
from games.presentation.rules_examples import PAGES, Example, seat_to_move
from games.presentation.rules_examples.numerica import OPENING
from games.rules import GAMES
from games.rules.interface import State
from games.rules.messages import Json
from games.rules.moves import Seat
from games.rules.seating import seat_counts

WINDOW = 11
"""Columns of a large board that a figure shows."""


def overview() -> list[GameCard]:
    """Every game in a few words, with a board the size of a stamp."""
    return [
        GameCard(
            key=key,
            name=rules.name,
            motto=sentences.phrase(rules.phrases.motto),
            about=sentences.phrase(rules.phrases.about),
            lasts=sentences.phrase(rules.phrases.lasts),
            players=seat_counts(rules),
            stamp=stamp(key),
        )
        for key, rules in GAMES.items()
    ]


@cache
def stamp(key: str) -> Stamp:
    """The board of a game with some tiles on it, the size of a stamp."""
    return boards.stamp(PAGES[key].examples["try"].whole(key))


def page(key: str, text: str = "") -> RulesPage:
    """The words of one game's rules page; `text` is a move tried on its board."""
    rules = GAMES[key]
    return RulesPage(
        key=key,
        name=rules.name,
        example=rules.phrases.example,
        counts_points=rules.counts_points,
        parts=boards.parts(key),
        headings=_headings(rules),
        task=_(PAGES[key].task.asked),
        games=[game_link(other) for other in GAMES],
        options=[_option(rules, option.name) for option in rules.options],
        typed=text,
        verdict=judge_try(key, text) if text else None,
    )


def game_link(key: str) -> GameLink:
    """The key of a game with its name."""
    return GameLink(key, GAMES[key].name)


def _headings(rules: type[State]) -> dict[str, str]:
    """The sections of a page in their order: the heading of each by its anchor."""
    options = {"options": gettext_noop("What you can choose")} if rules.options else {}
    headings = {**PAGES[rules.key].headings, **options, **LAST_HEADINGS}
    return {name: _(text) for name, text in headings.items()}


def figures(key: str) -> dict[str, Figure]:
    """Every figure of a rules page by its name; the board to try is none of them."""
    examples = PAGES[key].examples
    return {name: figure(key, shown) for name, shown in examples.items() if name != "try"}


def tile_tables(key: str) -> dict[str, list[TileView]]:
    """The tiles of a new game, for each figure on which nothing is played yet."""
    return {
        name: tile_table(example.whole(key))
        for name, example in PAGES[key].examples.items()
        if not example.plays
    }


def _option(rules: type[State], name: str) -> OptionView:
    """One option in words: what may be chosen, the usual value first."""
    option = next(option for option in rules.options if option.name == name)
    usual = [value for value in option.values if value == option.default]
    others = [value for value in option.values if value != option.default]
    return OptionView(
        label=sentences.phrase(option.label),
        values=[sentences.phrase(option.words.get(value, value)) for value in usual + others],
    )


def tile_table(state: State) -> list[TileView]:
    """Every kind of tile of a new game, how many there are, and its points."""
    unseen = state.unseen(None)
    return [
        replace(boards.tile(symbol, state.points_of(symbol)), count=count)
        for symbol, count in unseen.items()
    ]


def figure(key: str, example: Example, around: int = 2) -> Figure:
    """A small board after some plays, the last one marked, with the referee's own verdict.

    Of a large board, `around` is the number of empty rows drawn above and below the tiles.
    """
    state, before = example.whole(key), example.after(key, max(len(example.plays) - 1, 0))
    made = before.check(seat_to_move(before), example.plays[-1]) if example.plays else None
    marked = [state.layout.name(square) for square in made.squares] if made else []
    board = boards.whole(state, state.view(None), None, marked)
    return Figure(
        **vars(_cut_out(state, board, around)),
        verdict=verdicts.legal(type(before), made) if made else None,
        move=made.text if made else "",
    )


def opening() -> Figure:
    """The play that the first page lays: as much of its board as the tiles reach over."""
    return figure("numerica", OPENING, around=0)


def blank_board(key: str) -> BoardView:
    """The whole board without a tile, to be printed."""
    state = PAGES[key].examples["try"].after(key, 0)
    empty = state.view(None) | {"board": {}, "frozen": None}
    return boards.whole(state, empty, None, [])


def _cut_out(state: State, board: BoardView, around: int) -> BoardView:
    """The part of a large board on which there are tiles, with `around` empty rows at each end."""
    covered = list(state.board)
    size = state.layout.size
    if not covered or size <= WINDOW:
        return board
    top, bottom = min(covered)[0] - around, max(covered)[0] + around + 1
    columns = [column for _, column in covered]
    left = (min(columns) + max(columns) + 1 - WINDOW) // 2
    left = min(max(left, 0), size - WINDOW)
    across, down = slice(left, left + WINDOW), slice(max(top, 0), bottom)
    return replace(
        board,
        size=WINDOW,
        margins=Margins(board.margins.columns[across], board.margins.numbers[down]),
        rows=[row[across] for row in board.rows[down]],
    )


@cache
def _try_position(key: str) -> State:
    """The position in which a reader may try a move."""
    return PAGES[key].examples["try"].whole(key)


def try_board(key: str) -> BoardView:
    """The board on which a reader may try a move, with every tile of the game at hand."""
    state = _try_position(key)
    seat = seat_to_move(state)
    return boards.whole(state, _view_with_every_tile(state, seat), seat, [])


def _view_with_every_tile(state: State, seat: Seat) -> Json:
    """The view of somebody who may take any tile of the game, as often as the game has it."""
    view = state.view(seat)
    actions = view["actions"] | {"draft": True, "play": True, "pass": False, "swap": 0}
    free = [symbol for symbol, count in view["unseen"].items() if count] + view["free"]
    return view | {"racks": [[]] * state.seats, "free": free, "actions": actions}


def judge_try(key: str, text: str) -> VerdictView:
    """What the referee says of a move that a reader tried, and whether it does the task."""
    state = _try_position(key)
    shown = verdicts.of_draft(state, seat_to_move(state), text)
    if not shown.ok or shown.kind != "play" or shown.choices:
        return shown
    is_done = PAGES[key].task.is_done_by(state.check(seat_to_move(state), text))
    said = _(PAGES[key].task.done) if is_done else _("A legal move. The task is still open.")
    return replace(shown, message="", task=TaskResult(is_done, said))


LAST_HEADINGS = {
    "typing": gettext_noop("Typing a move"),
    "try": gettext_noop("Try a move"),
    "rulings": gettext_noop("Rulings"),
}
