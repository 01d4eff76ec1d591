# What the names of line.py are in C. Uncompiled, nothing reads this file.

cimport cython

from games.engine.equations.board cimport Board
from games.engine.equations.cross_checks cimport CrossChecks
from games.engine.equations.line_rules cimport LineRules
from games.engine.equations.member_reader cimport MemberReader
from games.engine.equations.part cimport Part
from games.engine.equations.rack cimport Rack

cdef long long EMPTY, OUTSIDE, NEVER

@cython.final
cdef class Line:
    cdef LineRules rules
    cdef Board board
    cdef Rack rack
    cdef CrossChecks checks
    cdef long long size, direction
    cdef long long[::1] square_of, fixed, fixed_points, takes, tile_factor, line_factor
    cdef long long[::1] gain_index, most_cross_points, bound_up_to, anchors_up_to
    cdef long long[::1] loose_after, loose_before, gap_after, gap_before, equals_fits
    cdef long long[::1] begins, finishes
    cdef long long[::1] equals_use, equals_tiles, equals_squares, equals_points, equals_factor
    cdef long long[::1] equals_cross_gain
    cdef bint scoring, open_before, open_after, joins, has_equals, chains_here

    cdef void take_form(self, bint scoring, bint open_before, bint open_after) noexcept
    @cython.locals(place=cython.longlong)
    cdef void load_free(self, long long length) noexcept
    @cython.locals(step=cython.longlong, square=cython.longlong, place=cython.longlong)
    cdef bint load(self, long long direction, long long number) except -1
    @cython.locals(index=cython.longlong, symbol=cython.longlong, takes=cython.longlong,
                   is_bound=cython.longlong, is_anchor=cython.longlong)
    cdef void _load_square(self, long long place, long long square) noexcept
    cdef long long _gap_after_one(self, long long place, long long gap) noexcept
    @cython.locals(equals=cython.longlong, gain=cython.longlong)
    cdef void _load_equals(self, long long place) noexcept
    @cython.locals(gap=cython.longlong, is_bound=cython.longlong, place=cython.longlong)
    cdef void _load_backwards(self) noexcept
    @cython.locals(fits=cython.longlong, place=cython.longlong)
    cdef void _load_ends(self) noexcept
    @cython.locals(laid=cython.longlong, possible=cython.longlong, on_rack=cython.longlong,
                   place=cython.longlong)
    cdef void _count_equals(self) noexcept
    @cython.locals(new=cython.longlong, place=cython.longlong, symbol=cython.longlong)
    cdef void add_up(self, Part member, MemberReader reader) noexcept
    cdef void append_equals(self, Part part, long long place) noexcept
    cdef bint is_bound(self, long long first, long long last) noexcept
    cdef bint has_anchor(self, long long first, long long last) noexcept
