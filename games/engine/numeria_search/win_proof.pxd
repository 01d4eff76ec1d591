# What the names of win_proof.py are in C. Uncompiled, nothing reads this file.

cimport cython

from games.engine.numeria_search.move_lists cimport MoveLists
from games.engine.numeria_search.position cimport Position
from games.engine.numeria_search.search_budget cimport SearchBudget

cdef long long NO_SQUARE, TROPES_TO_WIN, LAST_IDLE, LINE_SHIFT, NO_MOVE, ROOM

@cython.final
cdef class WinProof:
    cdef Position position
    cdef SearchBudget budget
    cdef MoveLists lists
    cdef long long attacker, goal, most_allowed, most_moves
    cdef bint is_full_width
    cdef long long[::1] refutations

    @cython.locals(wins=cython.bint)
    cdef bint _move_wins(self, long long move, long long count, long long ply) except -1
    cdef bint _is_tried(self, long long move, long long count) noexcept
    @cython.locals(index=cython.longlong, answer=cython.longlong)
    cdef bint _beats_answers(self, long long count, long long ply) except -1
    @cython.locals(wins=cython.bint)
    cdef bint _beats(self, long long answer, long long count, long long ply) except -1
    @cython.locals(index=cython.longlong)
    cdef bint _wins(self, long long count, long long ply) except -1
    @cython.locals(lacking=cython.longlong)
    cdef bint _may_win(self, long long count) noexcept
    cdef bint _may_end_idle(self, long long count) noexcept
    cdef bint _is_decided(self) noexcept
    @cython.locals(own=cython.longlong, is_ahead=cython.bint)
    cdef bint _has_won(self) noexcept
