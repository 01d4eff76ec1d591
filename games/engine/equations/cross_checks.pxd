# What the names of cross_checks.py are in C. Uncompiled, nothing reads this file.

cimport cython

from games.engine.equations.member_reader cimport MemberReader

cdef long long ONE, START, COMPLETE, DIVIDE, OTHERS, GUARDS, NEVER

cdef class CrossChecks(MemberReader):
    cdef long long k, nodes, serial, threshold, count, bingo, hand, fraction_bonus
    cdef long long fraction_cap, size, squares, blanks, rack_counters, held, placeable, tiles, divisions
    cdef long long most_in_side, most_new
    cdef bint is_over, zero_counts, bingo_in_line, must_equal, free_equals, apart, is_empty
    cdef object ends_at
    cdef list best
    cdef long long[::1] symbol_points, board, square_points, tile_factors, line_factors, allowed, is_crossed
    cdef long long[::1] most_cross_gain, cross_gain, blank_loss, is_anchor, rack, unused, counter_unit, symbol_of_bit, best_tile_points

    cdef bint check_time(self) except -1
    @cython.locals(touches=cython.longlong, step=cython.longlong, first=cython.longlong,
                   square=cython.longlong, direction=cython.longlong, number=cython.longlong,
                   place=cython.longlong)
    cdef void _cross_checks(self) except *
    @cython.locals(row=cython.longlong, column=cython.longlong)
    cdef bint _touches(self, long long square) noexcept
    @cython.locals(low=cython.longlong, high=cython.longlong, square=cython.longlong,
                   index=cython.longlong, worth=cython.longlong, kind=cython.longlong,
                   tile=cython.longlong, points=cython.longlong, other=cython.longlong,
                   x=cython.longlong)
    cdef void _cross_check(self, long long direction, long long first, long long step,
                           long long place) except *
    @cython.locals(bonus=cython.longlong)
    cdef long long _bonus(self) noexcept
    @cython.locals(mask=cython.longlong, square=cython.longlong, x=cython.longlong)
    cdef void _single_tiles(self) except *
    @cython.locals(across=cython.longlong, down=cython.longlong, gain=cython.longlong,
                   is_free=cython.longlong, loss=cython.longlong)
    cdef void _single_tile(self, long long square, long long x) except *
    cdef long long _after(self, long long x) noexcept
