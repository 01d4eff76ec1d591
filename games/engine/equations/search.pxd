# What the names of search.py are in C. Uncompiled, nothing reads this file.

cimport cython

from games.engine.equations.best_plays cimport BestPlays
from games.engine.equations.board cimport Board
from games.engine.equations.cross_checks cimport CrossChecks
from games.engine.equations.line cimport Line
from games.engine.equations.line_bounds cimport LineBounds
from games.engine.equations.line_judge cimport LineJudge
from games.engine.equations.line_rules cimport LineRules
from games.engine.equations.member_reader cimport MemberReader
from games.engine.equations.members cimport Members
from games.engine.equations.part_store cimport PartStore
from games.engine.equations.rack cimport Rack
from games.engine.equations.search_clock cimport SearchClock
from games.engine.equations.side_finder cimport SideFinder
from games.engine.equations.side_maker cimport SideMaker
from games.engine.equations.single_tiles cimport SingleTiles
from games.engine.equations.whole_lines cimport WholeLines

cdef long long NEVER

@cython.final
cdef class Search:
    cdef LineRules rules
    cdef CrossChecks checks
    cdef SingleTiles single_tiles
    cdef Line line
    cdef LineBounds bounds
    cdef PartStore store
    cdef Members members
    cdef SideMaker sides
    cdef BestPlays best
    cdef SearchClock clock
    cdef object wanted

    cdef bint _may_go_on_to_zero(self) except -1
    cdef void _store_free(self) except *
    cdef void _search_board(self) except *
    cdef void _search_form(self, bint scoring, bint open_before, bint open_after) except *
    cdef bint _load(self, long long direction, long long number) except -1
    @cython.locals(members=cython.longlong)
    cdef void _search_line(self, long long direction, long long number) except *

@cython.locals(clock=SearchClock, rules=LineRules, reader=MemberReader, judge=LineJudge,
               board=Board, rack=Rack, best=BestPlays, checks=CrossChecks, line=Line,
               bounds=LineBounds, store=PartStore, finder=SideFinder, sides=SideMaker,
               whole=WholeLines, members=Members, single_tiles=SingleTiles)
cpdef Search search_for(object grammar, object given, object evaluate, object wanted)
