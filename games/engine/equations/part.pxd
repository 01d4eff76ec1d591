# What the names of part.py are in C. Uncompiled, nothing reads this file.

cimport cython

@cython.final
cdef class Part:
    cdef long long numerator, denominator, use, tiles, most_tiles, squares, symbols, points
    cdef long long factor, cross_gain, near, far, bucket

    cdef void clear(self) noexcept
    cdef void append(self, Part other) noexcept
