# What the names of whole_lines.py are in C. Uncompiled, nothing reads this file.

cimport cython

from games.engine.equations.best_plays cimport BestPlays
from games.engine.equations.cross_checks cimport CrossChecks
from games.engine.equations.line cimport Line
from games.engine.equations.line_judge cimport LineJudge
from games.engine.equations.line_rules cimport LineRules
from games.engine.equations.member_reader cimport MemberReader
from games.engine.equations.part cimport Part
from games.engine.equations.part_store cimport PartStore
from games.engine.equations.rack cimport Rack
from games.engine.equations.search_clock cimport SearchClock
from games.engine.equations.side_finder cimport SideFinder

cdef long long AFTER, BEFORE

@cython.final
cdef class WholeLines:
    cdef LineRules rules
    cdef MemberReader reader
    cdef LineJudge judge
    cdef Rack rack
    cdef CrossChecks checks
    cdef Line line
    cdef PartStore store
    cdef SideFinder finder
    cdef BestPlays best
    cdef SearchClock clock
    cdef Part whole

    @cython.locals(top=cython.longlong, middle=cython.longlong)
    cdef bint join(self, Part member) except -1
    @cython.locals(begins=cython.longlong, finishes=cython.longlong, after=cython.longlong,
                   before=cython.longlong)
    cdef bint _consider_all(self, Part member, long long top, long long middle) except -1
    @cython.locals(first=cython.longlong, last=cython.longlong, points=cython.longlong)
    cdef bint _consider(self, long long before, Part member, long long after) except -1
    cdef bint _fits(self) noexcept
    @cython.locals(line=Line, whole=Part)
    cdef void _put_together(self, long long before, Part member, long long after,
                            long long first, long long last) noexcept
    @cython.locals(whole=Part, points=cython.longlong)
    cdef long long _points(self, long long denominator) noexcept
