# What the names of rack.py are in C. Uncompiled, nothing reads this file.

cimport cython

from games.engine.equations.line_rules cimport LineRules

cdef long long COUNTERS, GUARDS, OTHERS, ONE

@cython.final
cdef class Rack:
    cdef LineRules rules
    cdef long long blanks, tiles, most_in_side, divisions, counters, held, placeable, most_new
    cdef long long[::1] counts, unused, counter_unit, symbol_of_bit, best_points

    @cython.locals(counter=cython.longlong, symbol=cython.longlong)
    cdef void _number_kinds(self) except *
    @cython.locals(symbol=cython.longlong, bit=cython.longlong, is_equals=cython.bint)
    cdef void _note_symbols(self) except *
    @cython.locals(symbol=cython.longlong)
    cdef void _rank_points(self) except *
    @cython.locals(spare=cython.longlong, lacking=cython.longlong, counter=cython.longlong,
                   _=cython.longlong)
    cdef bint fits(self, long long use) noexcept
