# What the names of single_tiles.py are in C. Uncompiled, nothing reads this file.

cimport cython

from games.engine.equations.best_plays cimport BestPlays
from games.engine.equations.board cimport Board
from games.engine.equations.cross_checks cimport CrossChecks
from games.engine.equations.line_rules cimport LineRules
from games.engine.equations.member_reader cimport MemberReader
from games.engine.equations.rack cimport Rack

cdef long long START

@cython.final
cdef class SingleTiles:
    cdef LineRules rules
    cdef MemberReader reader
    cdef Rack rack
    cdef CrossChecks checks
    cdef Board board
    cdef BestPlays best

    @cython.locals(square=cython.longlong, both=cython.longlong, symbol=cython.longlong)
    cdef void record_all(self) except *
    @cython.locals(across=cython.longlong, down=cython.longlong, gain=cython.longlong,
                   is_free=cython.bint, is_blank=cython.bint, points=cython.longlong)
    cdef void _record(self, long long square, long long symbol) except *
    cdef bint _is_expression(self, long long symbol) noexcept
