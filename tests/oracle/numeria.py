"""Numeria: numbers slide and jump until four in a line make a series."""

import re

from .game import Game, Illegal
from .urns import Urn

Square = tuple[int, int]  # file and rank from 0, a1 is (0, 0)
WAYS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
NUMBERS = [str(number) for number in range(1, 37)]
SERIES = (
    "2 3 5 7 11 13 17 19 23 29 31", "1 4 9 16 25 36", "1 3 6 10 15 21 28 36",
    "1 2 3 5 8 13 21 34", "1 2 4 8 16 32", "1 3 9 27",
)  # fmt: skip
PRINTED = (23, 29, 31, 33)
TROPES, PATIENCE = 3, 100
MOVE = re.compile(r"([a-h][1-8])-([a-h][1-8])(?:x([a-h][1-8])-([a-h][1-8]))?")
ZERO = re.compile(r"(?<=[a-h])0(?=[1-8])")


def _tropes(*, is_strict: bool) -> set[tuple[int, ...]]:
    found = {(a, a + d, a + 2 * d, a + 3 * d) for d in range(1, 12) for a in range(1, 37 - 3 * d)}
    found |= {(n, n + 1, n + 3, n + 6) for n in range(1, 31)}
    for text in SERIES:
        row = [int(number) for number in text.split()]
        found |= {tuple(row[at : at + 4]) for at in range(len(row) - 3)}
    return found if is_strict else found | {PRINTED}


class Numeria(Game):
    def __init__(self, seed: bytes, options: dict[str, str]) -> None:
        self.series = _tropes(is_strict=options.get("strict_primes") == "on")
        self.board: dict[Square, int] = {}
        deals = Urn(seed, "draw", NUMBERS, 0)
        while not self.board or self._tropes_on_board():
            self.board = _set_up(deals)
        deals.tiles = list(NUMBERS)
        first = [int(deals.draw()), int(deals.draw())]
        super().__init__(seed, first=first.index(max(first)))
        self.moved: list[int | None] = [None, None]  # the tile that each seat moved last
        self.quiet = 0

    def windows(self) -> list[list[Square]]:
        ways = [(1, 0), (0, 1), (1, 1), (1, -1)]
        lines = [
            [(x + n * dx, y + n * dy) for n in range(4)]
            for x in range(8) for y in range(8) for dx, dy in ways
        ]  # fmt: skip
        return [line for line in lines if all(0 <= n < 8 for square in line for n in square)]

    def _tropes_on_board(self) -> list[list[Square]]:
        found = []
        for line in self.windows():
            numbers = tuple(self.board.get(square, 0) for square in line)
            if numbers in self.series or numbers[::-1] in self.series:
                found.append(line)
        return found

    def targets(self, start: Square) -> set[Square]:
        """Where the tile of a square can go: by one slide, or by a chain of jumps."""
        found, board = set(), self.board.keys() - {start}

        def is_free(square: Square) -> bool:
            return all(0 <= n < 8 for n in square) and square not in board

        for x, y in WAYS:
            square = (start[0] + x, start[1] + y)
            while is_free(square):
                found.add(square)
                square = (square[0] + x, square[1] + y)
        seen, waiting = {start}, [start]
        while waiting:
            at = waiting.pop()
            for x, y in WAYS:
                behind = (at[0] + 2 * x, at[1] + 2 * y)
                over = (at[0] + x, at[1] + y)
                if over in board and is_free(behind) and behind not in seen:
                    seen.add(behind)
                    waiting.append(behind)
        return (found | seen) - {start}

    def earn(self, seat: int, text: str) -> int:
        typed = text.replace(" ", "").replace("*", "x")  # as people type it
        found = MOVE.fullmatch(ZERO.sub("", typed))
        if found is None:
            raise Illegal("no move")
        start, end, *claimed = [_square(name) if name else None for name in found.groups()]
        banned = self.moved[1 - seat]
        tile = self.board.get(start)
        if tile is None or tile == banned or end not in self.targets(start):
            raise Illegal("nothing to move there, or it may not move, or cannot go there")
        del self.board[start]
        self.board[end] = tile
        choices = [
            line for line in self._tropes_on_board()
            if end in line and banned not in [self.board[square] for square in line]
        ]  # fmt: skip
        if claimed[0] is not None:
            choices = [line for line in choices if {line[0], line[-1]} == set(claimed)]
            if not choices:
                raise Illegal("no trope")
        if len(choices) > 1:
            raise Illegal("one of several tropes is to be chosen")
        self.moved[seat] = tile
        self.quiet += 1
        for square in choices[0] if choices else []:
            del self.board[square]
        if choices:
            self.scores[seat] += 1
            self.quiet = 0
        if self.scores[seat] == TROPES:
            self.end_by_scores("tropes")
        elif self.quiet == PATIENCE:
            self.end_by_scores("no-trope")
        return len(choices)

    def passed(self, seat: int) -> None:
        banned = self.moved[1 - seat]
        if any(self.targets(square) for square, tile in self.board.items() if tile != banned):
            raise Illegal("who can move has to")
        self.quiet += 1
        if self.quiet == PATIENCE:
            self.end_by_scores("no-trope")


def _square(name: str) -> Square:
    return "abcdefgh".index(name[0]), int(name[1]) - 1


def _set_up(deals: Urn) -> dict[Square, int]:
    deals.tiles = list(NUMBERS)
    board = {(x, y): int(deals.draw()) for y in range(6, 0, -1) for x in range(1, 7)}
    inner = [(3, 4), (4, 4), (3, 3), (4, 3)]
    corners = [(0, 7), (7, 7), (0, 0), (7, 0)]
    for square, corner in zip(inner, corners, strict=True):
        board[corner] = board.pop(square)
    return board
