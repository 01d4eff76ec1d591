# What the names of whole_lines.py are in C. Uncompiled, nothing reads this file.

cimport cython

from games.engine.equations.sides cimport Sides

cdef long long AFTER, BEFORE, NODES_BETWEEN_LOOKS

cdef class WholeLines(Sides):
    cdef long long member_end, member_use, member_tiles, member_points, member_factor
    cdef long long member_cross_gain, member_symbols
    cdef long long whole_use, whole_tiles, whole_squares, whole_points, whole_factor, whole_cross_gain

    @cython.locals(s=cython.longlong, e=cython.longlong,
                   room=cython.longlong, middle=cython.longlong, end=cython.longlong,
                   after=cython.longlong, before=cython.longlong)
    cdef bint _join_sides(self, long long top) except -1
    @cython.locals(top=cython.longlong)
    cdef bint _join(self) except -1
    @cython.locals(first=cython.longlong,
                   last=cython.longlong,
                   points=cython.longlong,
                   factor=cython.longlong)
    cdef void _consider(self, long long before, long long after) except *
    cdef void _begin_line(self) noexcept
    cdef void _add_to_line(self, long long side, long long c) noexcept
    cdef void _add_open_equals(self, long long c) noexcept
    @cython.locals(points=cython.longlong)
    cdef long long _points_of_line(self) noexcept
    @cython.locals(word=cython.longlong,
                   cells=cython.longlong,
                   last=cython.longlong)
    cdef long long _symbols_of_line(self, long long before, long long after) noexcept
    cdef long long _first_square(self, long long before) noexcept
