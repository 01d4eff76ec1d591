# What the names of members.py are in C. Uncompiled, nothing reads this file.

cimport cython

from games.engine.equations.best_plays cimport BestPlays
from games.engine.equations.cross_checks cimport CrossChecks
from games.engine.equations.line cimport Line
from games.engine.equations.line_bounds cimport LineBounds
from games.engine.equations.line_rules cimport LineRules
from games.engine.equations.member_reader cimport MemberReader
from games.engine.equations.part cimport Part
from games.engine.equations.part_store cimport PartStore
from games.engine.equations.rack cimport Rack
from games.engine.equations.search_clock cimport SearchClock
from games.engine.equations.whole_lines cimport WholeLines

cdef long long NEVER, AFTER, BEFORE, OUTSIDE, STEPS_BETWEEN_LOOKS, FREE, BOUND, PIVOT

@cython.final
cdef class Members:
    cdef LineRules rules
    cdef MemberReader reader
    cdef Rack rack
    cdef CrossChecks checks
    cdef Line line
    cdef LineBounds bounds
    cdef PartStore store
    cdef WholeLines whole_lines
    cdef BestPlays best
    cdef SearchClock clock
    cdef long long[::1] cross_gain
    cdef Part member
    cdef long long first, most_new, mode
    cdef bint is_cut

    cdef bint store_free(self) except -1
    @cython.locals(first=cython.longlong)
    cdef void store_bound(self) except *
    cdef bint _starts_bound(self, long long first) noexcept
    @cython.locals(least=cython.longlong, first=cython.longlong, cost=cython.longlong,
                   blanks=cython.longlong)
    cdef void join_all(self) except *
    @cython.locals(line=Line, room=cython.longlong, ahead=cython.bint, behind=cython.bint,
                   most=cython.longlong, other=cython.longlong)
    cdef long long _most_new_from(self, long long first, long long least_after) noexcept
    cdef long long _cost(self, long long role, long long place) noexcept
    cdef void _find_from(self, long long first, long long blanks) except *
    @cython.locals(state=cython.longlong, symbol=cython.longlong)
    cdef bint _go_on(self, long long place, long long tiles, long long use, long long blanks,
                     long long held) except -1
    @cython.locals(most=cython.longlong)
    cdef inline bint _may_lay(self, long long place) noexcept
    @cython.locals(mask=cython.longlong, bit=cython.longlong, symbol=cython.longlong,
                   used=cython.longlong, left=cython.longlong, is_over=cython.bint)
    cdef bint _lay_each(self, long long place, long long tiles, long long use, long long blanks,
                        long long held) except -1
    @cython.locals(gain=cython.longlong)
    cdef inline void _add_gain(self, long long place, long long symbol) noexcept
    @cython.locals(index=cython.longlong)
    cdef bint _end(self, long long place, long long tiles, long long use) except -1
    cdef inline bint _is_of_use(self, long long place, long long tiles) noexcept
    @cython.locals(most=cython.longlong)
    cdef inline bint _may_be_best(self, long long last) noexcept
    @cython.locals(member=Part)
    cdef inline void _take_member(self, long long place, long long tiles, long long use) noexcept
