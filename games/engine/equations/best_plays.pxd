# What the names of best_plays.py are in C. Uncompiled, nothing reads this file.

cimport cython

@cython.final
cdef class BestPlays:
    cdef long long k, least, serial, threshold
    cdef list found
    cdef bint zero_counts

    cdef void want_zero(self) noexcept
    cdef void record(self, long long points, long long direction, tuple laid) except *
    cdef list in_order(self)
