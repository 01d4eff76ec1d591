# What the names of line_judge.py are in C. Uncompiled, nothing reads this file.

cimport cython

from games.engine.equations.line_rules cimport LineRules
from games.engine.equations.member_reader cimport MemberReader

cdef long long ILLEGAL, EXPRESSION, INCOMPLETE, COMPLETE

@cython.final
cdef class LineJudge:
    cdef LineRules rules
    cdef MemberReader reader
    cdef long long[::1] line
    cdef long long members, numerator, denominator

    @cython.locals(equals=cython.longlong, opens=cython.longlong, place=cython.Py_ssize_t,
                   symbol=cython.Py_ssize_t)
    cdef int judge(self, Py_ssize_t length) except -1

    cdef bint _reads(self, Py_ssize_t place, Py_ssize_t symbol) noexcept

    @cython.locals(reader=MemberReader)
    cdef bint _closes(self, Py_ssize_t place) except -1

    cdef int _kind(self, Py_ssize_t length, long long equals, long long opens) noexcept

    @cython.locals(first=cython.Py_ssize_t, size=cython.Py_ssize_t, other=cython.Py_ssize_t,
                   other_size=cython.Py_ssize_t)
    cdef bint has_repeated_member(self, Py_ssize_t length) noexcept

    @cython.locals(same=cython.Py_ssize_t)
    cdef bint _is_same(self, Py_ssize_t first, Py_ssize_t other, Py_ssize_t size) noexcept

    @cython.locals(end=cython.Py_ssize_t)
    cdef Py_ssize_t _member_size(self, Py_ssize_t first, Py_ssize_t length) noexcept
