# What the names of part_store.py are in C. Uncompiled, nothing reads this file.

cimport cython

from games.engine.equations.line_bounds cimport LineBounds

cdef long long COUNTERS, GUARDS, BUCKETS, SIDE_BUCKETS, NONE, AFTER, BEFORE, NODES_BETWEEN_LOOKS

cdef class PartStore(LineBounds):
    cdef long long room, top, sides
    cdef long long[::1] part_numerator, part_denominator, part_use, part_tiles, part_most_tiles, part_points, part_factor, part_cross_gain
    cdef long long[::1] part_symbols, part_squares, part_near, part_far, part_next, free_head, side_head
    cdef signed char[::1] free_least, side_least

    @cython.locals(side=cython.longlong, word=cython.longlong, cells=cython.longlong,
                   tiles=cython.longlong, use=cython.longlong, bucket=cython.longlong,
                   other=cython.longlong, size=cython.longlong, most=cython.longlong)
    cdef void _collect_free_chains(self, long long singles) except *
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
    @cython.locals(i=cython.longlong, bucket=cython.longlong)
    cdef void _forget_sides(self) noexcept
    @cython.locals(word=cython.longlong, cells=cython.longlong, most=cython.longlong)
    cdef bint _combine(self, long long a, long long c, long long b, long long near,
                       long long far) except -1
    @cython.locals(c=cython.longlong, side=cython.longlong, bucket=cython.longlong)
    cdef void _add_side(self, long long role, long long i, long long near,
                        long long far) except *
    @cython.locals(use=cython.longlong, room=cython.longlong, above=cython.longlong,
                   below=cython.longlong, bucket=cython.longlong, i=cython.longlong,
                   size=cython.longlong)
    cdef void _extend_side(self, long long role, long long side, long long c,
                           long long far) except *
    @cython.locals(raw=cython.longlong, factor=cython.longlong, word=cython.longlong,
                   last=cython.longlong, c=cython.longlong)
    cdef bint _place(self, long long i, long long first) except -1
    cdef void _take_value(self, long long i) noexcept
    @cython.locals(bucket=cython.longlong, near=cython.longlong)
    cdef bint _gather(self, long long role, long long c, long long use, long long room,
                      long long most) except -1
    @cython.locals(above=cython.longlong, below=cython.longlong, space=cython.longlong,
                   i=cython.longlong, cells=cython.longlong)
    cdef bint _gather_free(self, long long bucket, long long role, long long c, long long use,
                           long long room, long long most) except -1
    @cython.locals(above=cython.longlong, below=cython.longlong, i=cython.longlong)
    cdef bint _gather_bound(self, long long bucket, long long near, long long use,
                            long long room, long long most) except -1
