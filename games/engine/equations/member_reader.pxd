# What the names of member_reader.py are in C. Uncompiled, nothing reads this file.

cimport cython

cdef long long WIDEST
cdef long long DIGIT, PLUS, MINUS, DIVIDE, FRACTION, POWER
cdef long long START, OPERATOR, SIGN, NUMBER, SIGNED, ZERO, DONE

@cython.locals(a=cython.longlong, b=cython.longlong)
cdef long long common_divisor(long long a, long long b) noexcept

@cython.final
cdef class MemberReader:
    cdef object evaluate
    cdef list faces
    cdef dict wide_values
    cdef long long[::1] kind, first_number, second_number, follow, ends
    cdef long long[::1] state, sum_numerator, sum_denominator, term_numerator, term_denominator
    cdef long long[::1] divides, number, digits, width, path
    cdef long long start, numerator, denominator
    cdef bint never_negative

    cdef void begin(self, Py_ssize_t place) noexcept

    @cython.locals(kind=cython.longlong, state=cython.longlong, digits=cython.longlong,
                   width=cython.longlong, number=cython.longlong, above=cython.longlong)
    cdef bint step(self, Py_ssize_t place, Py_ssize_t symbol) noexcept

    @cython.locals(sum_above=cython.longlong, sum_below=cython.longlong, above=cython.longlong,
                   below=cython.longlong)
    cdef bint _operate(self, Py_ssize_t place, long long kind) noexcept

    @cython.locals(first=cython.longlong, second=cython.longlong)
    cdef bint _read_tile(self, Py_ssize_t place, Py_ssize_t symbol) noexcept

    @cython.locals(above=cython.longlong, below=cython.longlong, number=cython.longlong)
    cdef void _read_fraction(self, Py_ssize_t place, long long first, long long second) noexcept

    @cython.locals(above=cython.longlong, below=cython.longlong, divides=cython.longlong,
                   times=cython.longlong, width=cython.longlong, base=cython.longlong,
                   number=cython.longlong, _=cython.longlong)
    cdef void _read_power(self, Py_ssize_t place, long long first, long long second) noexcept

    cdef void _copy_terms(self, Py_ssize_t place, long long above) noexcept

    cdef void _set_number(self, Py_ssize_t place, long long state, long long number,
                          long long digits, long long width) noexcept

    @cython.locals(above=cython.longlong, below=cython.longlong, rest=cython.longlong, divisor=cython.longlong)
    cdef bint close(self, Py_ssize_t place) except -1

    cdef bint _close_wide(self, Py_ssize_t place) except -1
