"""Boards and tiles as pages show them: rows of squares, each with its look and its words."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache

from django.template.loader import select_template
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.presentation import script_sentences, sentences
from games.presentation.models.board import (
    BoardView,
    HandView,
    LegendEntry,
    Margins,
    Phrases,
    SquareView,
    Stamp,
    TileView,
)
from games.presentation.models.retries import PlayOnBoard
from games.rules.grid import Layout, Premium, Square
from games.rules.interface import State
from games.rules.messages import Json
from games.rules.moves import Seat, Verdict
from games.rules.tiles import BLANK

Row = Sequence[SquareView]
Rows = Sequence[Row]

_SQUARES_KEPT = 16_384  # each square of each game, in each language, with what has lain on it

_TILES_KEPT = 1024

PARTS = (
    "board",
    "aside",
    "aside_changed",
    "rack",
    "hand",
    "tools",
    "dialogs",
    "keys",
    "script",
    "style",
)
"""The parts of a table that a game may draw in its own way."""


def whole(state: State, view: Json, seat: Seat | None, last: Collection[str]) -> BoardView:
    """The board of a game and a seat's hand; `last` names the squares of the last move."""
    return replace(without_rows(state, view, seat), rows=rows(state, view, last))


def to_solve(state: State, seat: Seat, solution: Verdict | None = None) -> BoardView:
    """A position in which a play is looked for, with the rack; or with a solution laid on it."""
    view = state.view(seat)
    view["actions"] |= {"draft": True, "play": True, "pass": False, "swap": 0}
    table = whole(state, view, seat, [])
    if solution is None:
        return table
    return replace(table, rows=with_play(table.rows, state, play_on_board(state, seat, solution)))


def without_rows(state: State, view: Json, seat: Seat | None) -> BoardView:
    """What stands around a board, and a seat's hand."""
    return BoardView(
        key=state.key,
        name=state.name,
        parts=parts(state.key),
        phrases=phrases(type(state)),
        counts_points=state.counts_points,
        size=state.layout.size,
        margins=margins(state.layout),
        legend=legend(state),
        hand=hand(state, view, seat),
        sentences=script_sentences.of_board(state.key),
    )


@cache
def parts(key: str) -> Mapping[str, str]:
    """The templates of a table's parts: a game's own where it brings one, else the shared one."""
    return {
        part: _first_there(f"games/{key}/_{part}.html", f"games/table/_{part}.html")
        for part in PARTS
    }


def _first_there(*names: str) -> str:
    """The first of these templates that there is."""
    found: str = select_template(names).template.name
    return found


def phrases(rules: type[State]) -> Phrases:
    """What the page says in the game's own words."""
    said = rules.phrases
    return Phrases(
        example=said.example,
        help=_(said.help),
        passing=_(said.passing),
        pass_note=_if_any(said.pass_note),
        settling=_if_any(said.settling),
        leaving=_if_any(said.leaving),
        goal=_if_any(said.goal),
    )


def _if_any(text: str) -> str:
    """The translation, but of the empty text, which gettext has for the header of its catalogue."""
    return _(text) if text else ""


def hand(state: State, view: Json, seat: Seat | None) -> HandView | None:
    """A player's own tiles and what the player may do now; None for a stranger.

    When the game is over nothing is taken from outside the rack any more.
    """
    if seat is None:
        return None
    kinds = dict.fromkeys([*view["unseen"], *view["free"]])
    return HandView(
        seat=seat,
        tiles=rack(state, view["racks"][seat]),
        free=rack(state, view["free"] if state.turn is not None else []),
        actions=view["actions"],
        kinds=rack(state, kinds),
        symbols=rack(state, view["stands_for"]),
        directions=view.get("directions", 2),
        stacks=view.get("stacks", False),
        moves=view.get("moves", {}),
    )


def tile(face: str, points: int | None = None) -> TileView:
    """A tile: what is written on it, its points where it has any, and how it is said."""
    return _tile(face, points, get_language())


@lru_cache(_TILES_KEPT)
def _tile(face: str, points: int | None, _language: str | None) -> TileView:
    """The same, in a language."""
    symbol = face.replace(BLANK, "")
    is_blank = symbol != face
    inner = symbol.strip("[]")
    base, _caret, exponent = inner.partition("^")
    over, _slash, under = inner.partition("/")
    is_fraction = bool(over and under)
    return TileView(
        symbol=symbol or face,
        is_blank=is_blank,
        points=None if is_blank else points,
        word=sentences.spoken(symbol or face),
        glyph=sentences.pretty(symbol if is_fraction else base),
        exponent=sentences.pretty(exponent) if exponent else "",
        over=over if is_fraction else "",
        under=under if is_fraction else "",
        look=_look_of_face(inner),
    )


def _look_of_face(inner: str) -> str:
    """The class of a face: a fraction, what needs the room of two digits, a digit, or a sign."""
    over, _slash, under = inner.partition("/")
    if over and under:
        return "fr"
    if "^" in inner:
        return "two"
    if inner.isdigit() or inner[1:].isdigit():
        return "two" if len(inner) > 1 else ""
    return "op"


def rack(state: State, tiles: Iterable[str]) -> tuple[TileView, ...]:
    """The tiles of a rack in their order."""
    return tuple(_tile(face, state.points_of(face), get_language()) for face in tiles)


def stamp(state: State, tiles_only: bool = False) -> Stamp:
    """The board the size of a stamp: an outline for each class that paints squares of it.

    Where it shows `tiles_only`, an empty one shows its premium squares all the same.
    """
    covered = list(state.board)
    painted: dict[str, list[Square]] = {"t": covered} if covered else {}
    if not (tiles_only and covered):
        for square, premium in state.layout.premiums.items():
            if square not in covered:
                painted.setdefault(premium.look, []).append(square)
    outlines = tuple((look, _outline(squares)) for look, squares in painted.items())
    return Stamp(state.layout.size, outlines)


def _outline(squares: Iterable[Square]) -> str:
    """Squares as an SVG path."""
    return "".join(f"M{column} {row}h1v1h-1z" for row, column in squares)


def rows(state: State, view: Json, last: Collection[str] = ()) -> Rows:
    """The board row by row; `last` names the squares of the last move."""
    painter, size = _Painter(state, view, last), range(state.layout.size)
    return [[painter.square((row, column)) for column in size] for row in size]


def squares(state: State, view: Json, names: Collection[str], last: Collection[str]) -> Row:
    """Only the named squares, for a page that shows the others rightly already."""
    painter = _Painter(state, view, last)
    return [painter.square(state.layout.parse_square(name)) for name in sorted(names)]


def play_on_board(state: State, seat: Seat, verdict: Verdict) -> PlayOnBoard:
    """What this play, which is not made, would do to the board."""
    if verdict.moved is not None:
        start, end = map(state.layout.name, verdict.moved)
        names = tuple(map(state.layout.name, verdict.squares))
        lit = tuple(name for name in names if name not in (start, end))
        return PlayOnBoard(faces={end: verdict.tile}, emptied=(start,), lit=lit)
    after = state.play(seat, verdict.text).after.board
    changed = {at: face for at, face in after.items() if state.board.get(at) != face}
    new = {state.layout.name(square): face for square, face in changed.items()}
    return PlayOnBoard(faces=new, emptied=(), lit=())


def with_play(before: Rows, state: State, play: PlayOnBoard) -> Rows:
    """The board with a play on it that was not made: its faces by square, what it left and lit."""
    return [[_with_play(square, state, play) for square in row] for row in before]


def _with_play(square: SquareView, state: State, play: PlayOnBoard) -> SquareView:
    name = square.name
    if name in play.faces:
        face = play.faces[name]
        shown = tile(face, state.points_of(face))
        label = ", ".join([name, shown.word, *_points(shown), _("of the play shown")])
        return replace(square, tile=shown, label=label, is_shown=True)
    if name in play.emptied:
        label = ", ".join([name, _("left by the play shown")])
        return replace(square, tile=None, look=f"{square.look} left", label=label)
    return replace(square, is_lit=name in play.lit)


def with_hint(before: Row, names: Collection[str]) -> Row:
    """Squares, those with these names as ones that a hint is about."""
    return [_mark_hinted(square) if square.name in names else square for square in before]


def _mark_hinted(square: SquareView) -> SquareView:
    label = ", ".join([square.label, _("of the hint")])
    return replace(square, look=f"{square.look} hinted", label=label)


def with_best(before: Row, names: Collection[str]) -> Row:
    """Squares, those of the best play of the game marked."""
    return [_with_best(square) if square.name in names else square for square in before]


def _with_best(square: SquareView) -> SquareView:
    label = ", ".join([square.label, _("of the best play")])
    return replace(square, is_best=True, label=label)


def margins(layout: Layout) -> Margins:
    """The names of the columns above the board and of the rows beside it."""
    return Margins(layout.columns, layout.rows)


def legend(state: State) -> list[LegendEntry]:
    """Each kind of special square once, as it looks and what it does."""
    layout = state.layout
    shown = [
        LegendEntry(premium.label, _look(premium), _(premium.meaning)) for premium in layout.legend
    ]
    if state.first_square is not None:
        premium = layout.premiums.get(state.first_square)
        label, meaning = premium.label if premium else "", _("the middle: the first play covers it")
        shown.append(LegendEntry(label, _look(premium, True), meaning))
    if layout.shut:
        shown.append(LegendEntry("", _look(is_shut=True), _("shaded: always stays empty")))
    return shown


class _Painter:
    """Draws the squares of one position; `last` names those of the last move."""

    def __init__(self, state: State, view: Json, last: Collection[str]) -> None:
        self.state = state
        self.layout = state.layout
        self.board = view["board"]
        self.locked = view.get("frozen")
        self.last = last
        self.first = state.first_square
        self.language = get_language()

    def square(self, at: Square) -> SquareView:
        name = self.layout.name(at)
        face = self.board.get(name)
        return _square(
            name,
            face,
            self.state.points_of(face) if face is not None else None,
            self.layout.premiums.get(at),
            is_first=at == self.first,
            is_shut=at in self.layout.shut,
            is_last=name in self.last,
            is_locked=name == self.locked,
            _language=self.language,
        )


@lru_cache(_SQUARES_KEPT)
def _square(
    name: str,
    face: str | None,
    points: int | None,
    premium: Premium | None,
    *,
    is_first: bool,
    is_shut: bool,
    is_last: bool,
    is_locked: bool,
    _language: str | None,
) -> SquareView:
    """One square in a language; the same in all positions in which the same lies on it."""
    shown = tile(face, points) if face is not None else None
    if shown is not None:
        parts = _of_tile(shown, is_last, is_locked)
    else:
        parts = _of_empty(premium, is_first=is_first, is_shut=is_shut, is_left=is_last)
    return SquareView(
        name=name,
        tile=shown,
        is_last=is_last,
        is_locked=is_locked,
        premium=premium.label if premium else "",
        pencil=premium.look if premium else "",
        look=_look(premium, is_first, is_shut, is_last and shown is None),
        label=", ".join([name, *parts]),
    )


def clear() -> None:
    """Drop the squares and tiles that were made: each is made again when it is next shown."""
    _square.cache_clear()
    _tile.cache_clear()


def _look(
    premium: Premium | None = None,
    is_first: bool = False,
    is_shut: bool = False,
    is_left: bool = False,
) -> str:
    """Classes of a square: `prem violet` for 3P, `left` for one that the last move emptied."""
    kind = f" prem {premium.look}" if premium is not None else ""
    others = {" centre": is_first, " never": is_shut, " left": is_left}
    return kind + "".join(name for name, applies in others.items() if applies)


def _of_tile(shown: TileView, is_last: bool, is_locked: bool) -> list[str]:
    """A tile in words: `minus, 3 points, played now`."""
    parts = [shown.word, *_points(shown)]
    parts += [_("played now")] if is_last else []
    parts += [_("locked for this turn")] if is_locked else []
    return parts


def _of_empty(
    premium: Premium | None, *, is_first: bool, is_shut: bool, is_left: bool
) -> list[str]:
    """A square without a tile in words: `triple points, empty`."""
    if is_shut:
        return [_("shaded: always stays empty")]
    parts = [_(premium.name)] if premium is not None else []
    parts += [_("middle square")] if is_first else []
    return [*parts, _("empty"), *([_("left now")] if is_left else [])]


def _points(shown: TileView) -> list[str]:
    if shown.is_blank:
        return [_("blank")]
    points = shown.points
    if points is None:
        return []
    return [ngettext("%(n)s point", "%(n)s points", points) % {"n": points}]
