# What the names of move_judge.py are in C. Uncompiled, nothing reads this file.

cimport cython

from games.engine.numeria_search.move_lists cimport MoveLists
from games.engine.numeria_search.position cimport Position
from games.engine.numeria_search.search_budget cimport SearchBudget
from games.engine.numeria_search.trope_proof cimport TropeProof

cdef long long NO_SQUARE, PASS, MOST_CLAIMS

@cython.final
cdef class MoveJudge:
    cdef Position position
    cdef SearchBudget budget
    cdef TropeProof proof
    cdef MoveLists lists
    cdef long long[::1] answers, losing

    @cython.locals(index=cython.longlong)
    cdef void _list_answers(self) noexcept
    @cython.locals(claims=cython.longlong)
    cdef int _try_answer(self, long long answer) except -1
