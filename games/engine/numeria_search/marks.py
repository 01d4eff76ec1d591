"""Numbers that stand for something in several parts of the search."""

# Values of a position, of no unit, for the seat to move.
WIN_VALUE = 10_000  # less the plies until then
SURE_WIN = 9_900  # a value from here on is a win
TROPE_VALUE = 100
THREAT_VALUE = 4  # of a trope that the other may take next, if nothing is done

DEEPEST_SEARCH = 32  # plies in which every move is looked at

# A move is start + 64 * end, and 4096 * (line + 1) where it takes the trope of a line.
LINE_SHIFT = 12
PASS = 0  # the move of a seat that is stuck
NO_MOVE = -1
ROOM = 1536
"""Moves of a position: tiles and squares to go to, at most 32 times 32, and choices of tropes."""

EXACT, AT_LEAST, AT_MOST = 0, 1, 2  # what a value in the table is
