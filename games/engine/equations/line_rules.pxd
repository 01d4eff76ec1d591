# What the names of line_rules.py are in C. Uncompiled, nothing reads this file.

cimport cython

cdef long long NEVER, NO_SYMBOL

@cython.final
cdef class LineRules:
    cdef long long symbol_count, equals, divide, bingo, hand, fraction_bonus, fraction_cap
    cdef long long[::1] symbol_points
    cdef bint chains, open_ends, must_equal, free_equals, apart, bingo_in_line

    @cython.locals(bonus=cython.longlong)
    cdef long long bonus(self, long long denominator) noexcept
