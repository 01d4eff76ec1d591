# What the names of line_bounds.py are in C. Uncompiled, nothing reads this file.

cimport cython

from games.engine.equations.cross_checks cimport CrossChecks

cdef long long DIVIDE, NEVER, AFTER

cdef class LineBounds(CrossChecks):
    cdef long long direction, most_new_here, hope_before, row_length, most_row, most_of_line
    cdef bint scoring, open_before, open_after, chains_here, fractions_here
    cdef long long[::1] square_of, fixed, takes, tile_factor, line_factor, fixed_points, cross_index, loose_after
    cdef long long[::1] loose_before, bound_up_to, anchors_up_to, gap_after, gap_before, hope_from, equals_fits
    cdef long long[::1] equals_use, equals_tiles, equals_squares, equals_points, equals_factor, equals_cross_gain, begins, finishes, least_after
    cdef long long[::1] least_before, most_points

    @cython.locals(hope=cython.longlong)
    cdef bint _is_hopeless(self, long long c, long long gain) noexcept
    @cython.locals(step=cython.longlong, first=cython.longlong, crossing=cython.longlong,
                   square=cython.longlong, index=cython.longlong, x=cython.longlong,
                   is_bound=cython.longlong, is_anchor=cython.longlong, c=cython.longlong)
    cdef bint _load(self, long long direction, long long number) except -1
    cdef long long _gap_after_one(self, long long c, long long gap) noexcept
    @cython.locals(gap=cython.longlong, is_bound=cython.longlong, most=cython.longlong,
                   c=cython.longlong)
    cdef void _load_backwards(self, long long crossing) noexcept
    @cython.locals(wide=cython.longlong, place=cython.longlong, first=cython.longlong,
                   s=cython.longlong, e=cython.longlong, here=cython.longlong,
                   most=cython.longlong)
    cdef void _load_most(self, long long crossing) noexcept
    @cython.locals(slashes=cython.longlong, c=cython.longlong)
    cdef long long _most_divisions(self) noexcept
    @cython.locals(raw=cython.longlong, factor=cython.longlong, gain=cython.longlong,
                   new=cython.longlong, doubled=cython.longlong, tripled=cython.longlong,
                   c=cython.longlong, most=cython.longlong)
    cdef void _load_most_from(self, long long first, long long crossing) noexcept
    @cython.locals(x=cython.longlong)
    cdef void _load_equals(self, long long c, long long index) noexcept
    @cython.locals(laid=cython.longlong, possible=cython.longlong, on_rack=cython.longlong,
                   c=cython.longlong)
    cdef bint _has_equals(self) noexcept
    @cython.locals(empty=cython.longlong, c=cython.longlong)
    cdef long long _free_blanks(self, long long s) noexcept
    @cython.locals(bound=cython.longlong)
    cdef long long _least_beyond(self, long long role, long long c) noexcept
