# What the names of position_table.py are in C. Uncompiled, nothing reads this file.

cimport cython

cdef long long EXACT, VALUE_OFFSET, NO_MOVE

@cython.final
cdef class PositionTable:
    cdef long long buckets, value, bound, depth, move
    cdef long long[::1] keys, entries

    @cython.locals(index=cython.longlong, entry=cython.longlong)
    cdef bint find(self, long long key) noexcept
    @cython.locals(index=cython.longlong)
    cpdef void store(self, long long key, long long value, long long bound, long long depth,
                     long long move) noexcept
