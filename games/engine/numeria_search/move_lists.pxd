# What the names of move_lists.py are in C. Uncompiled, nothing reads this file.

cimport cython

from games.engine.numeria_search.position cimport Position

cdef long long ROOM, PASS, BASE, SIZE, RAY_ROOM, SQUARES

@cython.final
cdef class MoveLists:
    cdef Position position
    cdef long long[::1] moves, scores, counts, take_counts

    @cython.locals(frozen=cython.longlong, number=cython.longlong, start=cython.longlong)
    cdef void fill(self, long long ply) noexcept
    @cython.locals(frozen=cython.longlong, place=cython.longlong, line=cython.longlong,
                   end=cython.longlong, which=cython.longlong, start=cython.longlong)
    cdef void fill_takes(self, long long ply) noexcept
    cdef void add_tile(self, long long ply, long long start) noexcept
    cdef void begin(self, long long ply) noexcept
    cdef inline void add(self, long long ply, long long move) noexcept
    @cython.locals(index=cython.longlong)
    cdef inline void _add_way(self, long long ply, long long way) noexcept
    @cython.locals(first=cython.longlong, index=cython.longlong, last=cython.longlong,
                   end=cython.longlong)
    cdef void _add_slides(self, long long ply, long long start) noexcept
    @cython.locals(place=cython.longlong, end=cython.longlong)
    cdef void _add_jumps(self, long long ply, long long start) noexcept
    @cython.locals(first=cython.longlong, index=cython.longlong)
    cdef void bring_forward(self, long long ply, long long move) noexcept
    @cython.locals(first=cython.longlong, best=cython.longlong, index=cython.longlong,
                   move=cython.longlong, score=cython.longlong)
    cdef long long next_best(self, long long ply, long long place) noexcept
