# What the names of threats.py are in C. Uncompiled, nothing reads this file.

cimport cython

from games.engine.numeria_search.move_lists cimport MoveLists
from games.engine.numeria_search.position cimport Position

cdef unsigned long long ONE
cdef long long BASE, SQUARES, LINE_COUNT, ROOM, MOST_CLAIMS, DOUBLE

@cython.final
cdef class Threats:
    cdef Position position
    cdef MoveLists lists
    cdef long long[::1] pair_heads, pair_fills, doubles, completers, noted, to_counts
    cdef unsigned long long[::1] from_bits, to_bits
    cdef long long noted_count, claim_count, spare

    @cython.locals(frozen=cython.longlong, line=cython.longlong, place=cython.longlong)
    cdef void fill_attacks(self, long long ply) noexcept
    @cython.locals(mask=cython.longlong, key=cython.longlong, ends=cython.longlong,
                   place=cython.longlong, square=cython.longlong, number=cython.longlong,
                   index=cython.longlong, one=cython.longlong, other=cython.longlong)
    cdef void _note_line(self, long long line, long long frozen) noexcept
    @cython.locals(bits=cython.ulonglong, is_claim=cython.bint)
    cdef void _note_way(self, long long start, long long end, long long completer,
                        long long gap, long long frozen) noexcept
    @cython.locals(gap=cython.longlong, which=cython.longlong, number=cython.longlong,
                   start=cython.longlong, first=cython.longlong, index=cython.longlong,
                   end=cython.longlong, bits=cython.ulonglong, is_claim=cython.bint)
    cdef void _note_gap(self, long long line, long long frozen) noexcept
    cdef void _note(self, long long move, long long completer) noexcept
    @cython.locals(index=cython.longlong)
    cdef void _list_noted(self, long long ply) noexcept
    @cython.locals(best=cython.longlong, claim=cython.longlong, frozen=cython.longlong,
                   number=cython.longlong, start=cython.longlong)
    cdef bint fill_answers(self, long long ply) noexcept
    @cython.locals(first=cython.longlong, end=cython.longlong, last=cython.longlong,
                   index=cython.longlong, move=cython.longlong)
    cdef void _add_answers(self, long long ply, long long start, long long claim) noexcept
    @cython.locals(claim=cython.longlong, is_from=cython.longlong)
    cdef bint _may_parry(self, long long move) noexcept
    @cython.locals(place=cython.longlong, line=cython.longlong, gap=cython.longlong,
                   which=cython.longlong, start=cython.longlong)
    cdef void _find_claims(self) noexcept
    @cython.locals(from_bits=cython.ulonglong, to_bits=cython.ulonglong, place=cython.longlong,
                   between=cython.ulonglong, square=cython.longlong, before=cython.longlong,
                   claim=cython.longlong, count=cython.longlong)
    cdef void _note_claim(self, long long line, long long start, long long gap) noexcept
