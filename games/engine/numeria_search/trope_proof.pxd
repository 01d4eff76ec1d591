# What the names of trope_proof.py are in C. Uncompiled, nothing reads this file.

cimport cython

from games.engine.numeria_search.position cimport Position
from games.engine.numeria_search.search_budget cimport SearchBudget
from games.engine.numeria_search.threats cimport Threats

cdef long long LAST_IDLE, MOST_MOVES, PLIES, NO_MOVE, ROOM

@cython.final
cdef class TropeProof:
    cdef Position position
    cdef SearchBudget budget
    cdef Threats threats
    cdef long long[::1] refutations, found

    @cython.locals(most=cython.longlong, index=cython.longlong, move=cython.longlong)
    cdef bint wins_trope(self, long long count, long long ply) except -1
    @cython.locals(is_sound=cython.bint, holds=cython.bint)
    cdef bint _holds(self, long long move, long long count, long long ply) except -1
    @cython.locals(first=cython.longlong, index=cython.longlong, answer=cython.longlong,
                   wins=cython.bint)
    cdef bint _beats_answers(self, long long count, long long ply) except -1
