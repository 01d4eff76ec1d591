"""Numbers that stand for something in several parts of the search."""

COUNTERS = 10
OTHERS = 9  # the counter of all kinds of tiles that are not on the rack
GUARDS = sum(16 << 5 * counter for counter in range(COUNTERS))

EMPTY, OUTSIDE = -1, -2  # in place of a symbol: an empty square, and none at all
NO_SYMBOL = 127  # the code of a symbol that the game does not have
NONE = 127  # as a number of tiles: there is no part
NEVER = 1 << 40  # more than anything that is counted
AFTER, BEFORE = 0, 1  # the member that a side belongs to stands before or after it

STEPS_BETWEEN_LOOKS = 1023  # at the clock; all ones in binary
