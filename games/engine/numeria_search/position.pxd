# What the names of position.py are in C. Uncompiled, nothing reads this file.

cimport cython

cdef unsigned long long ONE
cdef long long BASE, SQUARES, SIZE, RAY_ROOM, LEAP_ROOM, LINE_ROOM, TROPE, NO_SQUARE
cdef long long TROPES_TO_WIN, LAST_IDLE, PASS, LINE_SHIFT, DEEPEST

@cython.final
cdef class Position:
    cdef long long[::1] rays, leaps, line_squares, lines_through, powers, completing
    cdef unsigned long long[::1] between
    cdef unsigned char[::1] completions
    cdef long long[::1] number_keys, frozen_keys, taken_keys, turn_keys, idle_keys
    cdef long long[::1] numbers, square_of, line_keys, line_tiles, gap_of, gaps, gap_places
    cdef long long[::1] taken, last, made, idles, lasts, keys, removed, jumped, came_from
    cdef unsigned long long occupied
    cdef long long gap_count, turn, idle, board_key, ply, jump_count

    @cython.locals(turn=cython.longlong)
    cdef void make(self, long long move) noexcept
    @cython.locals(move=cython.longlong)
    cdef void undo(self) noexcept
    @cython.locals(number=cython.longlong)
    cdef void _shift(self, long long start, long long end) noexcept
    @cython.locals(place=cython.longlong, square=cython.longlong)
    cdef void _remove_line(self, long long line) noexcept
    @cython.locals(place=cython.longlong)
    cdef void _restore_line(self, long long line) noexcept
    cdef void put(self, long long square, long long number) noexcept
    @cython.locals(number=cython.longlong)
    cdef void lift(self, long long square) noexcept
    @cython.locals(index=cython.longlong, code=cython.longlong, line=cython.longlong,
                   gap=cython.longlong)
    cdef void _change_lines(self, long long square, long long number, long long tiles) noexcept
    @cython.locals(moved=cython.longlong)
    cdef void _set_gap(self, long long line, long long gap) noexcept
    cdef bint is_over(self) noexcept
    cdef long long lead(self) noexcept
    cdef long long frozen(self) noexcept
    cdef long long key(self, long long idle) noexcept
    @cython.locals(key=cython.longlong, ply=cython.longlong)
    cdef bint is_repeated(self) noexcept
    cdef bint can_go(self, long long start, long long end) noexcept
    @cython.locals(reached=cython.ulonglong, place=cython.longlong, index=cython.longlong,
                   last=cython.longlong, behind=cython.longlong, is_free=cython.bint)
    cdef unsigned long long jump_ends(self, long long start) noexcept
    @cython.locals(index=cython.longlong)
    cdef long long gap_end(self, long long line) noexcept
    @cython.locals(index=cython.longlong)
    cdef bint holds(self, long long line, long long square) noexcept
    @cython.locals(number=cython.longlong, start=cython.longlong)
    cdef long long completer(self, long long line, long long which, long long end) noexcept
    @cython.locals(place=cython.longlong, line=cython.longlong, end=cython.longlong,
                   which=cython.longlong, start=cython.longlong)
    cdef bint has_open(self, long long frozen) noexcept
    @cython.locals(place=cython.longlong, line=cython.longlong, end=cython.longlong,
                   which=cython.longlong, start=cython.longlong, frozen=cython.longlong,
                   found=cython.longlong, is_held=cython.bint)
    cdef long long count_frozen(self) noexcept
