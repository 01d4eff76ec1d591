# What the names of board.py are in C. Uncompiled, nothing reads this file.

cimport cython

@cython.final
cdef class Board:
    cdef long long size, squares
    cdef long long[::1] symbols, points, tile_factors, line_factors
    cdef bint is_empty

    @cython.locals(row=cython.longlong, column=cython.longlong)
    cdef bint touches(self, long long square) noexcept
