# What the names of side_finder.py are in C. Uncompiled, nothing reads this file.

cimport cython

from games.engine.equations.line cimport Line
from games.engine.equations.line_rules cimport LineRules
from games.engine.equations.part cimport Part
from games.engine.equations.part_store cimport PartStore
from games.engine.equations.rack cimport Rack
from games.engine.equations.search_clock cimport SearchClock

cdef long long AFTER, BEFORE

@cython.final
cdef class SideFinder:
    cdef LineRules rules
    cdef Rack rack
    cdef Line line
    cdef PartStore store
    cdef SearchClock clock

    @cython.locals(room=cython.longlong, bucket=cython.longlong, near=cython.longlong,
                   key=cython.longlong)
    cdef bint find(self, long long role, long long place, Part member, long long most) except -1
    @cython.locals(room=cython.longlong, use=cython.longlong, index=cython.longlong)
    cdef bint _find_bound(self, long long bucket, long long key, long long place, Part member,
                          long long most) except -1
    @cython.locals(room=cython.longlong, use=cython.longlong,
                   space=cython.longlong, index=cython.longlong)
    cdef bint find_free(self, long long role, long long place, Part member,
                        long long most) except -1
    @cython.locals(first=cython.longlong, placed=cython.longlong)
    cdef bint _place_side(self, long long role, long long place, long long side) except -1
    @cython.locals(symbols=cython.longlong, last=cython.longlong, points=cython.longlong,
                   factor=cython.longlong, place=cython.longlong, placed=cython.longlong)
    cdef Py_ssize_t place_free(self, long long part, long long first) except -1
