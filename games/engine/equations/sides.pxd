# What the names of sides.py are in C. Uncompiled, nothing reads this file.

cimport cython

from games.engine.equations.part_store cimport PartStore

cdef long long AFTER, BEFORE, NONE

cdef class Sides(PartStore):
    @cython.locals(side=cython.longlong,
                   bucket=cython.longlong,
                   other=cython.longlong)
    cdef void _collect_free_chains(self, long long singles) except *
    @cython.locals(size=cython.longlong,
                   tiles=cython.longlong,
                   most=cython.longlong,
                   use=cython.longlong,
                   rest=cython.longlong)
    cdef void _chain_free(self, long long member, long long side) except *
    @cython.locals(i=cython.longlong,
                   near=cython.longlong,
                   bucket=cython.longlong)
    cdef void _forget_sides(self) noexcept
    @cython.locals(c=cython.longlong, side=cython.longlong, bucket=cython.longlong)
    cdef void _add_side(self, long long role, long long i, long long near,
                        long long far) except *
    @cython.locals(use=cython.longlong, room=cython.longlong, above=cython.longlong,
                   below=cython.longlong, bucket=cython.longlong, i=cython.longlong,
                   size=cython.longlong)
    cdef void _extend_side(self, long long role, long long side, long long c,
                           long long far) except *
    @cython.locals(x=cython.longlong, y=cython.longlong, top=cython.longlong,
                   end=cython.longlong, other=cython.longlong, room=cython.longlong)
    cdef void _add_sides_after(self, long long i) except *
    @cython.locals(x=cython.longlong, y=cython.longlong, top=cython.longlong,
                   end=cython.longlong, other=cython.longlong, room=cython.longlong)
    cdef void _add_sides_before(self, long long i) except *
    @cython.locals(is_bound=cython.longlong, size=cython.longlong, c=cython.longlong,
                   i=cython.longlong)
    cdef void _join_free_around_equals(self) except *
    @cython.locals(bucket=cython.longlong, room=cython.longlong, top=cython.longlong,
                   member=cython.longlong, end=cython.longlong, far=cython.longlong,
                   near=cython.longlong, other=cython.longlong)
    cdef bint _join_free_at(self, long long i, long long c, long long first,
                            long long role) except -1
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
