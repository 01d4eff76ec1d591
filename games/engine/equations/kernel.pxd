# What the names of kernel.py are in C. Uncompiled, nothing reads this file.

cimport cython

from games.engine.equations.whole_lines cimport WholeLines

cdef long long NEVER, AFTER, BEFORE, FREE, BOUND, STREAM, NODES_BETWEEN_LOOKS

@cython.final
cdef class Kernel(WholeLines):
    cdef long long mode
    cdef bint bounded

    @cython.locals(c=cython.longlong)
    cdef void _collect_free(self) except *
    @cython.locals(state=cython.longlong,
                   x=cython.longlong)
    cdef bint _grow(self, long long c, long long use, long long tiles, long long blanks,
                    long long avail, long long raw, long long factor, long long gain,
                    long long word) except -1
    @cython.locals(state=cython.longlong,
                   x=cython.longlong,
                   mask=cython.longlong,
                   low=cython.longlong,
                   rest=cython.longlong,
                   others=cython.longlong,
                   late=cython.longlong)
    cdef bint _grow_new(self, long long c, long long use, long long tiles, long long blanks,
                    long long avail, long long raw, long long factor, long long gain,
                    long long word) except -1
    cdef bint _member_ends(self, long long e, long long use, long long tiles, long long raw,
                           long long factor, long long gain, long long word) except -1
    cdef void _search_line(self, long long direction, long long number) except *
    @cython.locals(members=cython.longlong, end=cython.longlong, c=cython.longlong,
                   s=cython.longlong, i=cython.longlong)
    cdef void _collect_bound(self) except *
    cdef bint _starts_bound(self, long long s) noexcept
    @cython.locals(room=cython.longlong, least=cython.longlong, joins=cython.longlong,
                   cost=cython.longlong, blanks=cython.longlong, ahead=cython.longlong,
                   s=cython.longlong)
    cdef void _stream(self) except *
