# What the names of kernel.py are in C. Uncompiled, nothing reads this file.

cimport cython

from games.engine.equations.part_store cimport PartStore

cdef long long NEVER, AFTER, BEFORE, FREE, BOUND, STREAM, NODES_BETWEEN_LOOKS

@cython.final
cdef class Kernel(PartStore):
    cdef long long mode, member_end, member_use, member_tiles, member_points, member_factor, member_cross_gain, member_symbols
    cdef bint bounded

    @cython.locals(c=cython.longlong)
    cdef void _collect_free(self) except *
    @cython.locals(state=cython.longlong, x=cython.longlong, mask=cython.longlong,
                   low=cython.longlong, rest=cython.longlong, others=cython.longlong,
                   late=cython.longlong)
    cdef bint _grow(self, long long c, long long use, long long tiles, long long blanks,
                    long long avail, long long raw, long long factor, long long gain,
                    long long word) except -1
    cdef bint _member_ends(self, long long e, long long use, long long tiles, long long raw,
                           long long factor, long long gain, long long word) except -1
    cdef void _search_line(self, long long direction, long long number) except *
    @cython.locals(members=cython.longlong, end=cython.longlong, c=cython.longlong,
                   s=cython.longlong, i=cython.longlong)
    cdef void _collect_bound(self) except *
    cdef bint _starts_bound(self, long long s) noexcept
    @cython.locals(x=cython.longlong, y=cython.longlong, top=cython.longlong,
                   end=cython.longlong, other=cython.longlong)
    cdef void _add_sides_after(self, long long i) except *
    @cython.locals(x=cython.longlong, y=cython.longlong, top=cython.longlong,
                   end=cython.longlong, other=cython.longlong)
    cdef void _add_sides_before(self, long long i) except *
    @cython.locals(is_bound=cython.longlong, size=cython.longlong, c=cython.longlong,
                   i=cython.longlong)
    cdef void _join_free_around_equals(self) except *
    @cython.locals(bucket=cython.longlong, room=cython.longlong, top=cython.longlong,
                   member=cython.longlong, end=cython.longlong, far=cython.longlong,
                   near=cython.longlong, other=cython.longlong)
    cdef bint _join_free_at(self, long long i, long long c, long long first,
                            long long role) except -1
    @cython.locals(room=cython.longlong, least=cython.longlong, joins=cython.longlong,
                   cost=cython.longlong, blanks=cython.longlong, ahead=cython.longlong,
                   s=cython.longlong)
    cdef void _stream(self) except *
    @cython.locals(s=cython.longlong, e=cython.longlong, top=cython.longlong,
                   room=cython.longlong, middle=cython.longlong, end=cython.longlong,
                   right=cython.longlong, left=cython.longlong)
    cdef bint _join(self) except -1
    @cython.locals(s=cython.longlong, e=cython.longlong, first=cython.longlong,
                   last=cython.longlong, use=cython.longlong, tiles=cython.longlong,
                   cells=cython.longlong, raw=cython.longlong, factor=cython.longlong,
                   gain=cython.longlong, points=cython.longlong)
    cdef void _consider(self, long long left, long long right) except *
    @cython.locals(word=cython.longlong, cells=cython.longlong, last=cython.longlong)
    cdef long long _word(self, long long left, long long right) noexcept
    cdef long long _first(self, long long left) noexcept
