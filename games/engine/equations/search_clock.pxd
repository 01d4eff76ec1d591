# What the names of search_clock.py are in C. Uncompiled, nothing reads this file.

cimport cython

cdef long long STEPS_BETWEEN_LOOKS
cdef long long NO_LIMIT

@cython.final
cdef class SearchClock:
    cdef object ends_at
    cdef long long most_steps
    cdef long long steps
    cdef bint is_over

    cdef bint count_step(self) except -1
    cdef bint look(self) except -1
