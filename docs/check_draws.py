#!/usr/bin/env python3
"""Check the draws of recorded games:  python check_draws.py GAME_FILE...

For people who do not trust the site: this file needs Python 3.11 and nothing else. It was written
from `notation.md` ("Draws that anyone can check") and the tables of tiles in `rules/`, not from the
site's code. When a game starts, the site shows the SHA-256 of a secret seed; when it is over, the
seed. All draws follow from it. So this program deals all racks again, follows the moves, and asks:
is it the seed that was committed to, and does it give `First` and Numeria's `Setup`? Was each tile
that was laid or swapped on that player's rack, and did the bag hold enough? Did the game end by
going out exactly when bag and rack were empty?

It does not judge whether a play is legal, what it earns, or whether passes end the game, nor where
Numeria's tiles go: nothing is drawn by that, and `manage.py replay` judges it. So it cannot notice
that a move names another tile which the player held as well, unless that one is missed later.

Each file gets a line: `FILE: ok, ...` or `FILE:LINE: what is wrong`. Where no seed is published the
draws cannot be checked, and the line says so. The status is 1 if anything is wrong, else 0.
"""

import hashlib
import hmac
import re
import sys
import unicodedata
from copy import deepcopy
from pathlib import Path
from types import SimpleNamespace

# The tiles, each with its count, in the order in which the rules list them; ? is a blank.
NUMERICA = "0:7 1:7 2:7 3:7 4:7 5:7 6:7 7:7 8:7 9:7 +:7 -:4 *:7 /:4 =:16 ?:2"
DIGIFEUD = "0:3 1:9 2:5 3:5 4:5 5:5 6:4 7:4 8:4 9:4 ?:2"
DIGIFEUD_SIGNS = {"+-": "+:24 -:24", "+-*": "+:16 -:12 *:12", "+-*/": "+:16 -:12 *:12 /:8"}
DIGITS, SIGNS = "0:5 1:10 2:10 3:9 4:9 5:7 6:9 7:6 8:8 9:6", "+:11 -:11 *:11 /:11"
HALVES_AND_FOURTHS = "1/2:3 3/2:2 5/2:1 7/2:1 1/4:2 3/4:2 5/4:1 7/4:1"
FRACTIONS = f"{HALVES_AND_FOURTHS} 1/3:2 2/3:2 4/3:1 5/3:1 7/3:1 8/3:1 1/6:1 5/6:1 7/6:1"
EQUATE = {
    "standard": f"{DIGITS} {SIGNS} {FRACTIONS} ?:3",
    "junior": "0:8 1:16 2:13 3:11 4:10 5:9 6:9 7:7 8:8 9:6 1/2:4 3/2:2 +:14 -:12 *:12 /:6 ?:3",
    "advanced": "0:4 1:6 2:7 3:6 4:6 5:5 6:6 7:4 8:5 9:4 -1:2 -2:3 -3:2 -4:2 -5:2 -6:2 -7:1 -8:1 "
    "-9:1 2^2:2 3^2:2 4^2:1 5^2:2 6^2:1 2^3:1 3^3:1 2^-1:1 3^-1:1 4^-1:1 2^-2:1 1/2:3 3/2:1 1/3:2 "
    f"2/3:2 1/4:2 3/4:2 1/5:1 2/5:1 1/6:1 5/6:1 1/8:1 3/8:1 5/8:1 7/8:1 {SIGNS} ?:3",
}
EQUATE_STAGES = {  # numbers and signs
    "1": (f"{DIGITS} ?:3", "+:11 -:11 *:11"),
    "2": (f"{DIGITS} {HALVES_AND_FOURTHS} ?:3", "+:11 -:11 *:11 /:5"),
    "3": (f"{DIGITS} {FRACTIONS} ?:3", SIGNS),
}

# Numeria: a square is (file, rank) from 0; a trope is four numbers in a line.
LISTED = """1,2,3,5 2,3,5,7 3,5,7,11 5,7,11,13 7,11,13,17 11,13,17,19 13,17,19,23 17,19,23,29
    19,23,29,31 1,2,4,8 2,4,8,16 4,8,16,32 1,3,9,27 1,4,9,16 4,9,16,25 9,16,25,36 1,3,6,10
    3,6,10,15 6,10,15,21 10,15,21,28 15,21,28,36 3,5,8,13 5,8,13,21 8,13,21,34"""
TROPES = {tuple(map(int, four.split(","))) for four in LISTED.split()}
TROPES |= {tuple(range(a, a + 4 * d, d)) for d in range(1, 12) for a in range(1, 37 - 3 * d)}
TROPES |= {(a, a + 1, a + 3, a + 6) for a in range(1, 31)}
MIDDLE_TO_CORNER = {(3, 4): (0, 7), (4, 4): (7, 7), (3, 3): (0, 0), (4, 3): (7, 0)}

# How games are written.
OPTIONS = {
    "numerica": "",
    "equate": "players=[234]|set=(standard|junior|advanced)|stage=(none|[123])",
    "digifeud": r"directions=[24]|symbols=\+-(\*/?)?|starter=(random|[12])",
    "numeria": "strict_primes=(off|on)",
}
DEFAULTS = {"players": "2", "set": "standard", "stage": "none", "symbols": "+-*"}
HEADER = re.compile(r'\[([A-Za-z0-9_-]+) "((?:[^"\\]|\\["\\])*)"\] *')
MOVE = re.compile(r" *([0-9]{1,9}) +(\S.*?) +[+-][0-9]+(?: +\{[0-9]+\.[0-9]\})? *")
START = re.compile(r"([0-9]{0,2})([A-Z])([0-9]{0,2})(<?)")
LAID = re.compile(r"\.|\??(?:\[[^][]+\]|[-0-9+*/=])")  # what lies on one square
SLIDE = re.compile("[a-h][1-8] *[-–−‐‑] *[a-h][1-8]", re.IGNORECASE)
SWAPPED = re.compile(r"\[[^][]+\]|[-0-9+*/=?]")


def require(is_so: object, otherwise: str) -> None:
    if not is_so:
        raise ValueError(otherwise)


def squares_in(text: str, pattern: re.Pattern[str]) -> list[str]:
    """The squares of a play, or the tiles of a swap; people may type × and ½ and 5²."""
    text = text.replace(" ", "").translate(str.maketrans("×xX·÷:−–", "****//--"))
    text = re.sub("[¼-¾⅐-⅞]", r"[\g<0>]", re.sub("([0-9])(⁻?[⁰¹²³⁴-⁹])", r"[\1^\2]", text))
    text = unicodedata.normalize("NFKC", text).translate(str.maketrans("⁄−", "/-"))
    require(text and not pattern.sub("", text), "this is not a move")
    return pattern.findall(text)


def full_pile(label: str, on_rack: int, counts: str) -> SimpleNamespace:
    """A bag, the label of its draws, its part of a full rack, and the order its tiles keep."""
    pairs = [entry.rsplit(":", 1) for entry in counts.split()]
    bag, order = [tile for tile, n in pairs for _ in range(int(n))], [tile for tile, _ in pairs]
    return SimpleNamespace(label=label, on_rack=on_rack, bag=bag, order=order)


def piles_of(game: str, options: dict[str, str]) -> list[SimpleNamespace]:
    if game == "digifeud":
        signs = DIGIFEUD_SIGNS[options["symbols"]]
        return [full_pile("draw", 8, DIGIFEUD), full_pile("sign", 3, signs)]
    if game == "equate" and options["stage"] != "none":
        numbers, signs = EQUATE_STAGES[options["stage"]]
        return [full_pile("draw", 6, numbers), full_pile("sign", 3, signs)]
    counts = {"numerica": NUMERICA, "equate": EQUATE[options["set"]]}
    return [full_pile("draw", 9, counts[game])] if game in counts else []


class Game:
    """A game from its seed on. Seats count from 0; a take-back restores all that is in `now`."""

    def __init__(self, game: str, options: dict[str, str], seed: bytes):
        self.game, self.seed, self.draws_made, self.setup = game, seed, {"draw": 0, "sign": 0}, ""
        self.seats = range(int(options["players"]))
        self.standing = {}  # by ply: its seat, its first word, and `now` before it
        piles = piles_of(game, options)
        racks = [[[] for _ in piles] for _ in self.seats]  # of each seat, its part of each pile
        self.now = SimpleNamespace(turn=0, gone=set(), over="", piles=piles, racks=racks, board={})
        if game == "numeria":
            return self.deal_numeria(options.get("strict_primes") == "on")
        by_chance, chosen = self.chance("first") % len(self.seats), options.get("starter", "random")
        self.now.turn = by_chance if chosen == "random" else int(chosen) - 1
        for seat in self.seats:
            self.refill(seat)

    def chance(self, message: str) -> int:
        return int.from_bytes(hmac.digest(self.seed, message.encode(), "sha256"), "big")

    def draw(self, label: str, bag: list):
        """Take the tile that the next draw with this label names; the others keep their order."""
        index = self.chance(f"{label}:{self.draws_made[label]}") % len(bag)
        self.draws_made[label] += 1
        return bag.pop(index)

    def refill(self, seat: int) -> None:
        for pile, rack in zip(self.now.piles, self.now.racks[seat], strict=True):
            while pile.bag and len(rack) < pile.on_rack:
                rack.append(self.draw(pile.label, pile.bag))

    def deal_numeria(self, is_strict: bool) -> None:
        board, fours = {}, TROPES
        while fours & (TROPES if is_strict else TROPES | {(23, 29, 31, 33)}):  # 33 is not prime
            bag = list(range(1, 37))
            for square in [(x, y) for y in range(6, 0, -1) for x in range(1, 7)]:
                board[square] = self.draw("draw", bag)
            for middle, corner in MIDDLE_TO_CORNER.items():
                board[corner] = board.pop(middle)
            starts = [(x, y, dx, dy) for x, y in board for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
            lines = [[(x + n * dx, y + n * dy) for n in range(4)] for x, y, dx, dy in starts]
            fours = {tuple(map(board.get, line)) for line in lines}
        bag = list(range(1, 37))
        self.now.turn = int(self.draw("draw", bag) < self.draw("draw", bag))
        ranks = [[str(board.get((x, y), ".")) for x in range(8)] for y in range(7, -1, -1)]
        self.setup = "/".join(map(" ".join, ranks))

    def follow(self, ply: int, text: str) -> None:
        word, _, rest = text.partition(" ")
        seat, rest, before = self.now.turn, rest.strip(), deepcopy(self.now)
        require(not self.now.over, f"the game is over by then: {self.now.over}")
        if word == "takeback":
            return self.take_back(rest)
        if word in ("agreement", "aborted"):
            self.now.over = word
        elif word in ("resign", "time"):
            seat = self.leave(word, rest)
        else:
            self.take_turn(word, rest)
        self.standing[ply] = seat, word, before
        while self.now.turn in {seat, *self.now.gone}:
            self.now.turn = (self.now.turn + 1) % len(self.seats)

    def take_turn(self, word: str, rest: str) -> None:
        rack = self.now.racks[self.now.turn]
        if word == "pass" and self.game == "digifeud":  # the signs go back, then new ones are drawn
            signs = self.now.piles[1]
            signs.bag, rack[1] = sorted(signs.bag + rack[1], key=signs.order.index), []
            self.refill(self.now.turn)
        elif word == "swap" and self.game not in ("digifeud", "numeria"):
            self.swap(rack, [tile.strip("[]") for tile in squares_in(rest, SWAPPED)])
        elif self.game == "numeria":
            require(word == "pass" or SLIDE.match(word + rest), "this is not a move")
        elif word != "pass":
            self.lay(rack, word, rest)

    def leave(self, word: str, rest: str) -> int:
        """A seat goes with its tiles: by time, or it resigns; `resign 2` is out of turn."""
        seat = int(rest) - 1 if rest in [str(one + 1) for one in self.seats] else self.now.turn
        is_written_so = not rest or (word == "resign" and seat != self.now.turn)
        require(is_written_so and seat not in self.now.gone, "nobody leaves like this")
        self.now.gone.add(seat)
        self.now.over = word if len(self.now.gone) == len(self.seats) - 1 else ""
        return seat

    def take_back(self, rest: str) -> None:
        """What was before a ply stands again, and the draws count on."""
        undone = [ply for ply in self.standing if rest.isdecimal() and ply >= int(rest)]
        require(rest in map(str, undone), f"no move {rest} stands")
        seat, word, self.now = self.standing[undone[0]]
        is_last = [self.standing.pop(ply)[0] for ply in undone].count(seat) == 1
        require(is_last and word not in ("resign", "time"), f"move {rest} cannot be taken back")

    def take(self, rack: list[list[str]], tiles: list[str]) -> None:
        for tile in tiles:
            part = next((part for part in rack if tile in part), None)
            require(part, f"seat {self.now.turn + 1} has no {tile}, left are {sum(rack, [])}")
            part.remove(tile)

    def swap(self, rack: list[list[str]], tiles: list[str]) -> None:
        """New tiles are drawn before the old ones go back; numbers first, then signs."""
        self.take(rack, tiles)
        for pile, part in zip(self.now.piles, rack, strict=True):
            old = [tile for tile in tiles if tile in pile.order]
            require(len(old) <= len(pile.bag), f"the bag held {len(pile.bag)}, too few for this")
            part += [self.draw(pile.label, pile.bag) for _ in old]
            pile.bag = sorted(pile.bag + old, key=pile.order.index)

    def lay(self, rack: list[list[str]], start: str, line: str) -> None:
        found = START.fullmatch(start.upper())
        require(found and bool(found[1]) != bool(found[3]), "this is not a move")
        x, y, step = ord(found[2]), int(found[1] or found[3]), -1 if found[4] else 1
        for square in squares_in(line, LAID):
            there, text = self.now.board.get((x, y)), re.sub(r"[][]", "", square)
            if there is None and square != ".":
                # ?5 takes a blank, Digifeud's [1?3] two tiles; in Numerica alone = is on the rack
                digits = list(re.sub(r"\?.", "?", text))
                tiles = digits if self.game == "digifeud" else [re.sub(r"\?.+", "?", text)]
                self.take(rack, [] if text == "=" and self.game != "numerica" else tiles)
                self.now.board[x, y] = text.replace("?", "")
            else:  # in Digifeud a number that lies there may be written out
                is_same = self.game == "digifeud" and text.replace("?", "") == there
                is_right = there and (square == "." or is_same)
                require(is_right, f"{square} stands where {there or 'nothing'} lies")
            x, y = (x + step, y) if found[1] else (x, y + step)  # 8F goes on across, F8 down
        self.refill(self.now.turn)
        counted = 1 if self.game == "digifeud" else 2  # there, signs that are left change nothing
        if not any(rack[:counted] + [pile.bag for pile in self.now.piles[:counted]]):
            self.now.over = "out"


class Record:
    """The headers and moves of a file; `line` is where it is read, so where a fault is told."""

    def __init__(self):
        self.line, self.headers, self.moves = 1, {}, []

    def read(self, text: str) -> None:
        for self.line, line in enumerate(re.split("\r?\n", text.removeprefix("\ufeff")), 1):
            header, move = HEADER.fullmatch(line), MOVE.fullmatch(line)
            if header and not self.moves:
                require(header[1] not in self.headers, "this header stands there twice")
                self.headers[header[1]] = self.line, re.sub(r'\\(["\\])', r"\1", header[2])
            elif line.strip(" "):
                require(move and int(move[1]) == len(self.moves) + 1, "not a line of a record")
                self.moves.append((self.line, move[2]))

    def header(self, name: str) -> str:
        self.line, value = self.headers.get(name, (1, ""))
        return value

    def compare(self, name: str, found: str) -> None:
        said = self.header(name)
        require(said == found, f"{name} says {said or 'nothing'}, the seed gives {found}")

    def check(self) -> str:
        """What is said of a good record; any other raises a ValueError."""
        is_committed = "Commitment" in self.headers
        if "Seed" not in self.headers:
            for name in self.headers if is_committed else ():
                is_seed = re.fullmatch("[0-9a-fA-F]{64}", self.header(name))
                require(not is_seed, f"{name} may be the Seed under a broken name")
            return "draws not checked: no seed"
        require(re.fullmatch("[0-9a-fA-F]{64}", self.header("Seed")), "a seed is 64 hex digits")
        seed = bytes.fromhex(self.header("Seed"))
        if is_committed:
            self.compare("Commitment", f"sha256:{hashlib.sha256(seed).hexdigest()}")
        name, options = self.header("Game"), self.header("Options").split()
        are_known = name in OPTIONS and all(re.fullmatch(OPTIONS[name], one) for one in options)
        require(are_known, "there is no such game, or it has no such options")
        game = Game(name, DEFAULTS | dict(option.split("=") for option in options), seed)
        self.compare("First", str(game.now.turn + 1))
        if game.setup and "Setup" in self.headers:
            self.compare("Setup", game.setup)
        for ply, (line, text) in enumerate(self.moves, 1):
            self.line = line
            game.follow(ply, text)
        is_same = (self.header("Termination") == "out") == (game.now.over == "out")
        require(is_same or "Termination" not in self.headers, "by the draws it ended otherwise")
        told = f"ok, {len(self.moves)} moves, {sum(game.draws_made.values())} draws"
        return told if is_committed else f"{told}, seed not checked: no commitment"


if __name__ == "__main__":
    status = 0
    for name in sys.argv[1:] or sys.exit(__doc__):
        record = Record()
        try:
            record.read(Path(name).read_bytes().decode())
            print(f"{name}: {record.check()}")
        except (OSError, ValueError) as wrong:
            shown = (sign if sign.isprintable() else "?" for sign in str(wrong))  # by any terminal
            print(f"{name}:{record.line}: {''.join(shown)}")
            status = 1
    sys.exit(status)
