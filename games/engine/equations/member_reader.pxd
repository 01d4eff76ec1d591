# What the names of member_reader.py are in C. Uncompiled, nothing reads this file.

cimport cython

cdef long long WIDEST
cdef long long DIGIT, PLUS, MINUS, DIVIDE, EQUALS, FRACTION, POWER
cdef long long START, OPERATOR, SIGN, NUMBER, SIGNED, ZERO, DONE
cdef long long ILLEGAL, EXPRESSION, INCOMPLETE, COMPLETE

@cython.locals(a=cython.longlong, b=cython.longlong)
cdef long long common_divisor(long long a, long long b) noexcept

cdef class MemberReader:
    cdef object evaluate
    cdef list faces
    cdef dict wide_values
    cdef long long[::1] kind, first_number, second_number, follow, ends
    cdef long long[::1] state, sum_numerator, sum_denominator, term_numerator, term_denominator
    cdef long long[::1] divides, number, digits, width, path, line
    cdef long long equals, start, numerator, denominator
    cdef bint never_negative, chains, open_ends

    cdef void begin(self, Py_ssize_t c) noexcept

    @cython.locals(kind=cython.longlong, state=cython.longlong, digits=cython.longlong, width=cython.longlong,
                   number=cython.longlong, above=cython.longlong)
    cdef bint step(self, Py_ssize_t c, Py_ssize_t x) noexcept

    @cython.locals(sum_above=cython.longlong, sum_below=cython.longlong, above=cython.longlong, below=cython.longlong)
    cdef bint operate(self, Py_ssize_t c, long long kind) noexcept

    @cython.locals(first=cython.longlong, second=cython.longlong)
    cdef bint special(self, Py_ssize_t c, Py_ssize_t x) noexcept

    @cython.locals(above=cython.longlong, below=cython.longlong, number=cython.longlong)
    cdef void _read_fraction(self, Py_ssize_t c, long long first, long long second) noexcept

    @cython.locals(above=cython.longlong, below=cython.longlong, divides=cython.longlong, times=cython.longlong,
                   width=cython.longlong, base=cython.longlong, number=cython.longlong, _=cython.longlong)
    cdef void _read_power(self, Py_ssize_t c, long long first, long long second) noexcept

    cdef void _copy_terms(self, Py_ssize_t c, long long above) noexcept

    cdef void _set_number(self, Py_ssize_t c, long long state, long long number, long long digits,
                          long long width) noexcept

    @cython.locals(above=cython.longlong, below=cython.longlong, divisor=cython.longlong)
    cdef bint close(self, Py_ssize_t c) except -1

    cdef bint close_wide(self, Py_ssize_t c) except -1

    @cython.locals(members=cython.longlong, equals=cython.longlong, opens=cython.longlong, above=cython.longlong,
                   below=cython.longlong, c=cython.Py_ssize_t, x=cython.Py_ssize_t)
    cdef int judge(self, Py_ssize_t length) except -1

    @cython.locals(first=cython.Py_ssize_t, size=cython.Py_ssize_t, other=cython.Py_ssize_t, same=cython.Py_ssize_t)
    cdef bint has_repeated_member(self, Py_ssize_t length) noexcept

    @cython.locals(end=cython.Py_ssize_t)
    cdef Py_ssize_t member_size(self, Py_ssize_t first, Py_ssize_t length) noexcept
