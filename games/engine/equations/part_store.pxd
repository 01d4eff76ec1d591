# What the names of part_store.py are in C. Uncompiled, nothing reads this file.

cimport cython

from games.engine.equations.line_bounds cimport LineBounds

cdef long long COUNTERS, GUARDS, BUCKETS, SIDE_BUCKETS, NONE, NODES_BETWEEN_LOOKS

cdef class PartStore(LineBounds):
    cdef long long room, top, sides
    cdef long long[::1] part_numerator, part_denominator, part_use, part_tiles, part_most_tiles
    cdef long long[::1] part_points, part_factor, part_cross_gain
    cdef long long[::1] part_symbols, part_squares, part_near, part_far, part_next, free_head, side_head
    cdef signed char[::1] free_least, side_least

    @cython.locals(i=cython.longlong)
    cdef int _push(self, long long above, long long below, long long use, long long tiles,
                   long long most, long long raw, long long factor, long long gain,
                   long long word, long long cells, long long near, long long far) except -1
    @cython.locals(longer="long long[::1]", place=cython.longlong)
    cdef long long[::1] _longer(self, long long[::1] numbers)
    cdef inline long long _bucket(self, long long above, long long below) noexcept
    cdef inline long long _side_bucket(self, long long bucket, long long role,
                                       long long near) noexcept
    @cython.locals(bucket=cython.longlong)
    cdef void _link_free(self, long long i) noexcept
    @cython.locals(spare=cython.longlong, lacking=cython.longlong, counter=cython.longlong,
                   _=cython.longlong)
    cdef inline bint _fits(self, long long use) noexcept
    @cython.locals(word=cython.longlong, cells=cython.longlong, most=cython.longlong)
    cdef bint _combine(self, long long a, long long c, long long b, long long near,
                       long long far) except -1
    @cython.locals(raw=cython.longlong, factor=cython.longlong, word=cython.longlong,
                   last=cython.longlong, c=cython.longlong)
    cdef bint _place(self, long long i, long long first) except -1
    cdef void _take_value(self, long long i) noexcept
    cdef int _copy(self, long long i, long long near, long long far) except -1
