# What the names of part_store.py are in C. Uncompiled, nothing reads this file.

cimport cython

from games.engine.equations.part cimport Part
from games.engine.equations.search_clock cimport SearchClock

cdef long long BUCKETS, SIDE_BUCKETS, NONE, FIRST_ROOM

@cython.final
cdef class PartStore:
    cdef SearchClock clock
    cdef long long top, free_end, room
    cdef long long[::1] numerator, denominator, use, tiles, most_tiles, squares, symbols
    cdef long long[::1] points, factor, cross_gain, near, far, next, free_head, side_head
    cdef signed char[::1] free_least, side_least

    @cython.locals(longer="long long[::1]", index=cython.longlong)
    cdef long long[::1] _longer(self, long long[::1] numbers)
    @cython.locals(index=cython.longlong)
    cdef Py_ssize_t add(self, Part part) except -1
    @cython.locals(new=cython.longlong)
    cdef Py_ssize_t add_copy(self, long long index, long long near, long long far) except -1
    cdef void append_to(self, Part part, long long index) noexcept
    cdef void read(self, long long index, Part part) noexcept
    cdef inline long long bucket(self, long long numerator, long long denominator) noexcept
    cdef inline long long bucket_of(self, long long index) noexcept
    cdef inline long long side_bucket(self, long long bucket, long long key) noexcept
    @cython.locals(bucket=cython.longlong)
    cdef void link_free(self, long long index) noexcept
    @cython.locals(bucket=cython.longlong)
    cdef void link_side(self, long long index, long long key) noexcept
    @cython.locals(index=cython.longlong, bucket=cython.longlong)
    cdef void forget_line(self) noexcept
