# What the names of alpha_beta.py are in C. Uncompiled, nothing reads this file.
# Values are `int`: Cython cannot write an exceptional value of 64 bits.

cimport cython

from games.engine.numeria_search.move_lists cimport MoveLists
from games.engine.numeria_search.position cimport Position
from games.engine.numeria_search.position_table cimport PositionTable
from games.engine.numeria_search.search_budget cimport SearchBudget

cdef long long WIN_VALUE, SURE_WIN, TROPE_VALUE, THREAT_VALUE, BEYOND_ALL
cdef long long EXACT, AT_LEAST, AT_MOST, NO_MOVE, PASS, LINE_SHIFT, ROOM, SQUARES, LAST_IDLE
cdef long long DEEPEST_SEARCH, PLIES, RANKED, FIRST_SCORE, TAKE_SCORE, KILLER_SCORE

@cython.final
cdef class AlphaBeta:
    cdef Position position
    cdef PositionTable table
    cdef SearchBudget budget
    cdef MoveLists lists
    cdef long long[::1] killers, history
    cdef long long best_move, best_value, depth
    cdef bint is_whole

    cdef bint _is_proven(self) noexcept
    @cython.locals(key=cython.longlong, known_move=cython.longlong)
    cdef int _value(self, long long depth, long long alpha, long long beta,
                          long long ply) except? -1
    @cython.locals(best=cython.longlong, best_move=cython.longlong, lower=cython.longlong,
                   place=cython.longlong, move=cython.longlong, value=cython.longlong,
                   bound=cython.longlong)
    cdef int _best_of(self, long long key, long long depth, long long alpha,
                            long long beta, long long ply) except? -1
    @cython.locals(value=cython.longlong)
    cdef int _move_value(self, long long move, long long place, long long depth,
                               long long alpha, long long beta, long long ply) except? -1
    @cython.locals(first=cython.longlong, place=cython.longlong, move=cython.longlong,
                   score=cython.longlong)
    cdef void _rank(self, long long ply, long long known_move) noexcept
    cdef void _note_cut(self, long long move, long long depth, long long ply) noexcept
    @cython.locals(lead=cython.longlong)
    cdef long long _end_value(self, long long ply) noexcept
    @cython.locals(threats=cython.longlong)
    cdef long long _standing(self) noexcept
    cdef int _calm_value(self, long long alpha, long long beta,
                               long long ply) except? -1
    @cython.locals(best=cython.longlong, place=cython.longlong, value=cython.longlong)
    cdef int _parrying_value(self, long long alpha, long long beta,
                                   long long ply) except? -1
    cdef int _taking_value(self, long long alpha, long long beta,
                                 long long ply) except? -1
    @cython.locals(best=cython.longlong, place=cython.longlong, value=cython.longlong)
    cdef int _best_take(self, long long alpha, long long beta,
                              long long ply) except? -1
    @cython.locals(idle=cython.longlong)
    cdef long long _table_key(self) noexcept
    @cython.locals(value=cython.longlong, is_sure=cython.bint)
    cdef bint _is_enough(self, long long depth, long long alpha, long long beta,
                         long long ply) noexcept
    @cython.locals(value=cython.longlong)
    cdef long long _from_table(self, long long ply) noexcept
    cdef long long _for_table(self, long long value, long long ply) noexcept
