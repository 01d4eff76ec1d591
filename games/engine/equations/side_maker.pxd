# What the names of side_maker.py are in C. Uncompiled, nothing reads this file.

cimport cython

from games.engine.equations.line cimport Line
from games.engine.equations.line_bounds cimport LineBounds
from games.engine.equations.part cimport Part
from games.engine.equations.part_store cimport PartStore
from games.engine.equations.rack cimport Rack
from games.engine.equations.search_clock cimport SearchClock
from games.engine.equations.side_finder cimport SideFinder

cdef long long AFTER, BEFORE

@cython.final
cdef class SideMaker:
    cdef Rack rack
    cdef Line line
    cdef LineBounds bounds
    cdef PartStore store
    cdef SideFinder finder
    cdef SearchClock clock
    cdef Part free_sign, member, joined

    @cython.locals(store=PartStore, members=cython.longlong, side=cython.longlong,
                   member=cython.longlong)
    cdef void chain_free(self) except *
    cdef bint _chain_free(self, long long member, long long side) except -1
    cdef Py_ssize_t _add_joined(self, long long left, long long place,
                                long long right) except -1
    @cython.locals(member=cython.longlong)
    cdef void make(self, long long first, long long end) except *
    @cython.locals(near=cython.longlong, far=cython.longlong)
    cdef void _make_after(self, long long member) except *
    @cython.locals(near=cython.longlong, far=cython.longlong)
    cdef void _make_before(self, long long member) except *
    @cython.locals(top=cython.longlong, side=cython.longlong)
    cdef void _make_longer(self, long long role, long long member, long long place) except *
    @cython.locals(line=Line, place=cython.longlong)
    cdef void _join_around_equals(self) except *
    @cython.locals(member=cython.longlong, tiles=cython.longlong)
    cdef void _join_free_around(self, long long place) except *
    @cython.locals(placed=cython.longlong, top=cython.longlong, side=cython.longlong)
    cdef bint _join_at(self, long long role, long long place, long long member,
                       long long first) except -1
    @cython.locals(joined=cython.longlong)
    cdef bint _add_longer(self, long long role, long long member, long long place,
                          long long side) except -1
    @cython.locals(place=cython.longlong, side=cython.longlong)
    cdef void _add(self, long long role, long long part, long long near, long long far) except *
    @cython.locals(store=PartStore, use=cython.longlong, room=cython.longlong,
                   bucket=cython.longlong, member=cython.longlong)
    cdef bint _extend(self, long long role, long long side, long long place) except -1
    @cython.locals(size=cython.longlong, far=cython.longlong, placed=cython.longlong,
                   joined=cython.longlong)
    cdef bint _extend_by(self, long long role, long long side, long long place,
                         long long member) except -1
