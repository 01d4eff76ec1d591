# What the names of line_bounds.py are in C. Uncompiled, nothing reads this file.

cimport cython

from games.engine.equations.best_plays cimport BestPlays
from games.engine.equations.line cimport Line
from games.engine.equations.line_rules cimport LineRules
from games.engine.equations.rack cimport Rack

cdef long long NEVER, AFTER

@cython.final
cdef class LineBounds:
    cdef LineRules rules
    cdef Rack rack
    cdef Line line
    cdef BestPlays best
    cdef long long row_length, hope_before, most_row, most_of_line
    cdef long long[::1] hope_from, least_after, least_before, most_points
    cdef bint fractions_here

    cdef bint load(self) noexcept
    cdef void begin_member(self, long long first) noexcept
    @cython.locals(hope=cython.longlong)
    cdef bint is_hopeless(self, long long place, long long cross_gain) noexcept
    @cython.locals(place=cython.longlong)
    cdef void _load_hope(self) noexcept
    @cython.locals(wide=cython.longlong, most_points="long long[::1]", index=cython.longlong,
                   first=cython.longlong, last=cython.longlong, here=cython.longlong,
                   most=cython.longlong)
    cdef void _load_most(self) noexcept
    @cython.locals(line=Line, points=cython.longlong, factor=cython.longlong,
                   cross_points=cython.longlong, new=cython.longlong, doubled=cython.longlong,
                   tripled=cython.longlong, place=cython.longlong, most=cython.longlong,
                   best="long long[::1]")
    cdef void _load_most_from(self, long long first) noexcept
    @cython.locals(divisions=cython.longlong, place=cython.longlong)
    cdef long long _most_divisions(self) noexcept
    @cython.locals(empty=cython.longlong, place=cython.longlong)
    cdef long long blanks_for_member(self, long long first, long long most_new) noexcept
    @cython.locals(place=cython.longlong)
    cdef void forget_sides(self) noexcept
    cdef void note_side(self, long long role, long long near, long long tiles) noexcept
    @cython.locals(bound=cython.longlong)
    cdef long long least_beyond(self, long long role, long long place) noexcept
