"""Moves to try, legal or not: ideas alone, the oracle judges them."""

from fractions import Fraction
from itertools import permutations
from random import Random

from .crossing import CrossingGame
from .digifeud import Digifeud
from .game import Game
from .numeria import Numeria

SIGNS = "+-*/"
TRIED = 40
COLUMNS = "ABCDEFGHIJKLMNOPQRS"
TOKENS = [*"0123456789+-*/=.", "?5", "?=", "[1/2]", "[13]", "[-2]", "[5^2]", "?", "x", "[]"]


def idea(game: Game, dice: Random) -> str:
    """A move that may well be legal, of who is to move."""
    rack = game.racks[game.turn] if game.racks[game.turn] else []
    if isinstance(game, Numeria):
        return _numeria(game, dice)
    if isinstance(game, Digifeud):
        return _digifeud(game, rack, dice)
    return _crossing(game, rack, dice)


def written(face: str) -> str:
    return f"[{face}]" if len(face) > 1 else face


def name_of(row: int, column: int, *, is_across: bool) -> str:
    return f"{row + 1}{COLUMNS[column]}" if is_across else f"{COLUMNS[column]}{row + 1}"


def spoilt(text: str, dice: Random) -> str:
    """The same move with something about it changed."""
    start, _, rest = text.partition(" ")
    how = dice.randrange(8)
    at = dice.randrange(len(rest) + 1)
    if how == 0:
        rest = rest[:at] + dice.choice(TOKENS) + rest[at:]
    elif how == 1:
        rest = rest[:at] + dice.choice(TOKENS) + rest[at + 1 :]
    elif how == 2:
        rest = rest[:at] + rest[at + 1 :]
    elif how == 3:
        start = name_of(dice.randrange(15), dice.randrange(15), is_across=dice.random() < 0.5)
    elif how == 4:
        start = start[::-1] if len(start) == 2 else start + "<"
    elif how == 5:
        rest = rest[::-1]
    elif how == 6:
        rest = f"{rest}={rest}" if dice.random() < 0.5 else f"0{rest}"
    else:
        return dice.choice(["", "swap", "swap ?", "8H", "time", "resign 1", "takeback 1", "pass pass",
                            "agreement", "a1-a1", "c3-c9", f"{text} x a1-d1"])  # fmt: skip
    return f"{start} {rest}".strip()


def _numeria(game: Numeria, dice: Random) -> str:
    start = dice.choice(sorted(game.board))
    targets = sorted(game.targets(start))
    if not targets:
        return "pass"
    names = ["abcdefgh"[x] + str(y + 1) for x, y in (start, dice.choice(targets))]
    return "-".join(names)


def _digifeud(game: Digifeud, rack: list[str], dice: Random) -> str:
    places = [
        (row, column, step)
        for row in range(0, 13, 2)
        for column in range(0, 13, 2)
        for step in ((0, 2), (2, 0), (0, -2), (-2, 0))
        if game.reads_back or sum(step) > 0
    ]
    digits = [tile for tile in rack if tile.isdigit()]
    for row, column, (down, right) in dice.sample(places, len(places)):
        squares = [(row + n * down, column + n * right) for n in range(3)]
        old = [game.board.get(square) for square in squares]
        is_off = any(n not in range(13) for square in squares for n in square)
        if is_off or not (any(old) if game.board else (6, 6) in squares):
            continue
        one, other = (each or (dice.choice(digits) if digits else "1") for each in old[:2])
        sign = next((tile for tile in rack if tile in SIGNS), "+")
        values = {"+": int(one) + int(other), "-": int(one) - int(other),
                  "*": int(one) * int(other), "/": int(one) // max(1, int(other))}  # fmt: skip
        outcome = str(abs(values[sign]))
        if old[2] and dice.random() < 0.8 and old[2] != outcome:
            continue
        shown = ["." if each else new for each, new in zip(old[:2], (one, other), strict=True)]
        back = "<" if down + right < 0 else ""
        text = f"{shown[0]}{sign}{shown[1]}={'.' if old[2] else written(outcome)}"
        return f"{name_of(row, column, is_across=down == 0)}{back} {text}"
    return "7G 1+1=2"


def _crossing(game: CrossingGame, rack: list[str], dice: Random) -> str:
    """An equality of few tiles of the rack, over the middle or through a tile that lies."""
    lying = sorted(game.board.tiles)
    middle = len(game.board.rows) // 2
    blanks = {"?": dice.choice("0123456789+-*/")} if "?" in rack else {}
    hand = [blanks.get(tile, tile) for tile in rack]
    for _ in range(TRIED):
        anchor = dice.choice(lying) if lying else (middle, middle)
        face = game.board.tiles[anchor].face if lying else ""
        if getattr(game, "stage", "") == "1":  # equations that touch nothing
            anchor, face = (dice.randrange(19), dice.randrange(19)), ""
        found = list(_equalities([*hand, face] if face else hand, dice))
        for tokens in dice.sample(found, min(len(found), 4)):
            at = tokens.index(face) if face in tokens else dice.randrange(len(tokens))
            is_across = dice.random() < 0.5
            shift = (0, at) if is_across else (at, 0)
            row, column = anchor[0] - shift[0], anchor[1] - shift[1]
            if row < 0 or column < 0 or column >= len(COLUMNS):
                continue
            text = _laid(game, rack, (row, column), tokens, is_across=is_across)
            if text:
                return text
    return f"{middle + 1}{COLUMNS[middle]} {written(dice.choice(rack)) if rack else '1'}"


def _laid(
    game: CrossingGame, rack: list[str], start: tuple[int, int], tokens: list[str], *,
    is_across: bool,
) -> str:  # fmt: skip
    """The text of laying these there; nothing where other tiles lie in the way."""
    said, left = [], list(rack)
    for n, face in enumerate(tokens):
        square = (start[0], start[1] + n) if is_across else (start[0] + n, start[1])
        old = game.board.tiles.get(square)
        if old is not None:
            if old.face != face:
                return ""
            said.append(".")
        elif face in left:
            left.remove(face)
            said.append(written(face))
        elif "?" in left and not (face == "=" and "=" not in game.urns[0].order):
            left.remove("?")
            said.append(f"?{written(face)}")
        elif face == "=" and "=" not in game.urns[0].order:
            said.append("=")
        else:
            return ""
    return f"{name_of(*start, is_across=is_across)} {''.join(said)}"


def _equalities(hand: list[str], dice: Random):
    """Some true equalities of what is in the hand; of tiles that may be missing as well."""
    numbers = [tile for tile in hand if _value(tile) is not None]
    signs = [tile for tile in hand if tile in SIGNS] or ["+"]
    pairs = list(permutations(range(len(numbers)), 2))
    for one, other in dice.sample(pairs, min(len(pairs), 12)):
        sign = dice.choice(signs)
        a, b = numbers[one], numbers[other]
        value = _result(_value(a), sign, _value(b))
        if value is None:
            continue
        for side in _sides(value, hand):
            whole = [a, sign, b, "=", *side] if dice.random() < 0.5 else [*side, "=", a, sign, b]
            yield whole
    for one in numbers:
        yield [one, "=", one]


def _value(tile: str) -> Fraction | None:
    if "^" in tile:
        base, power = tile.split("^")
        return Fraction(int(base)) ** int(power)
    return Fraction(tile) if tile not in (*SIGNS, "=", "?") else None


def _result(one: Fraction, sign: str, other: Fraction) -> Fraction | None:
    if sign == "/":
        return one / other if other else None
    return {"+": one + other, "-": one - other, "*": one * other}[sign]


def _sides(value: Fraction, hand: list[str]):
    if value.denominator == 1:
        yield list(str(value))
    for tile in hand:
        if _value(tile) == value:
            yield [tile]
    if value.denominator > 1:
        for times in (1, 2, 3):
            yield [*str(value.numerator * times), "/", *str(value.denominator * times)]
