# What the names of cross_checks.py are in C. Uncompiled, nothing reads this file.

cimport cython

from games.engine.equations.board cimport Board
from games.engine.equations.line_judge cimport LineJudge
from games.engine.equations.line_rules cimport LineRules
from games.engine.equations.rack cimport Rack
from games.engine.equations.search_clock cimport SearchClock

cdef long long COMPLETE, ONE

@cython.final
cdef class CrossChecks:
    cdef LineRules rules
    cdef LineJudge judge
    cdef Board board
    cdef Rack rack
    cdef SearchClock clock
    cdef long long squares
    cdef long long[::1] allowed, is_crossed, most_points, cross_gain, blank_loss, is_anchor

    cdef void fill(self) except *
    @cython.locals(square=cython.longlong, allowed=cython.longlong)
    cdef void _fill_apart(self) noexcept
    @cython.locals(square=cython.longlong)
    cdef void _find_anchors(self) noexcept
    @cython.locals(step=cython.longlong, first=cython.longlong, place=cython.longlong)
    cdef void _fill_line(self, long long direction, long long number) except *
    @cython.locals(symbols="long long[::1]", low=cython.longlong, high=cython.longlong,
                   square=cython.longlong, index=cython.longlong, points=cython.longlong,
                   other=cython.longlong, symbol=cython.longlong)
    cdef void _fill_square(self, long long direction, long long first, long long step,
                           long long place) except *
    @cython.locals(line_factor=cython.longlong, tile=cython.longlong)
    cdef void _fill_symbol(self, long long index, long long square, long long symbol,
                           long long kind, long long points) noexcept
