# What the names of kernel.py are in C. Uncompiled, nothing reads this file.

cimport cython

from games.engine.equations.reading cimport Reader

cdef long long ONE, START, COMPLETE, COUNTERS, OTHERS, GUARDS, BUCKETS, NEVER, RIGHT, LEFT
cdef long long FREE, BOUND, STREAM, NODES_BETWEEN_LOOKS, SIDE_BUCKETS, NONE, DIVIDE

@cython.final
cdef class Kernel(Reader):
    cdef readonly long long nodes
    cdef long long k, serial, threshold, count, bingo, hand, fraction_bonus, fraction_cap
    cdef long long size, squares, blanks, full, held, placeable, tiles, most_in_side, direction
    cdef long long cap, mode, hope_before, room, top, slashes, most_of_line, sides, p_end, p_use, p_tiles, p_raw
    cdef long long p_factor, p_gain, p_word
    cdef object until
    cdef bint late, zero_counts, bingo_in_line, must_equal, free_equals, apart, is_empty
    cdef bint scoring, open_left, open_right, chains_here
    cdef list best
    cdef long long wide, most_from, most_new
    cdef bint fractions_here, bounded
    cdef long long[::1] most_here, best_values
    @cython.locals(wide=cython.longlong, place=cython.longlong, first=cython.longlong, s=cython.longlong,
                   e=cython.longlong, here=cython.longlong, most=cython.longlong)
    cdef void _load_most(self, long long crossing) noexcept
    @cython.locals(raw=cython.longlong, factor=cython.longlong, gain=cython.longlong, new=cython.longlong,
                   doubled=cython.longlong, tripled=cython.longlong, c=cython.longlong, most=cython.longlong)
    cdef void _load_most_from(self, long long first, long long crossing) noexcept
    cdef long long[::1] points, board, worth, tile_factors, line_factors, may, crossed
    cdef long long[::1] most_gain, gain, loss, anchor, rack, left, unit, bit, at, fixed, takes
    cdef long long[::1] tile_factor, line_factor, earned, cross, loose_after, loose_before
    cdef long long[::1] bound_up_to, anchors_up_to, gap_after, gap_before, hope_from, eq_ok
    cdef long long[::1] eq_use, eq_tiles, eq_cells, eq_raw, eq_factor, eq_gain, begins, finishes
    cdef signed char[::1] free_least, side_least
    cdef long long[::1] least_right, least_left, s_above, s_below, s_use, s_tiles, s_most, s_raw
    cdef long long[::1] s_factor, s_gain, s_word, s_cells, s_near, s_far, s_next
    cdef long long[::1] free_head, side_head

    cdef bint is_late(self) except -1
    @cython.locals(touches=cython.longlong, step=cython.longlong, first=cython.longlong,
                   square=cython.longlong, direction=cython.longlong, number=cython.longlong,
                   place=cython.longlong)
    cdef void _cross_checks(self) except *
    @cython.locals(row=cython.longlong, column=cython.longlong)
    cdef bint _touches(self, long long square) noexcept
    @cython.locals(low=cython.longlong, high=cython.longlong, square=cython.longlong,
                   index=cython.longlong, worth=cython.longlong, kind=cython.longlong,
                   tile=cython.longlong, points=cython.longlong, other=cython.longlong,
                   x=cython.longlong)
    cdef void _cross_check(self, long long direction, long long first, long long step,
                           long long place) except *
    @cython.locals(bonus=cython.longlong)
    cdef long long _bonus(self) noexcept
    @cython.locals(mask=cython.longlong, square=cython.longlong, x=cython.longlong)
    cdef void _single_tiles(self) except *
    @cython.locals(across=cython.longlong, down=cython.longlong, gain=cython.longlong,
                   is_free=cython.longlong, loss=cython.longlong)
    cdef void _single_tile(self, long long square, long long x) except *
    cdef long long _after(self, long long x) noexcept
    @cython.locals(c=cython.longlong)
    cdef void _collect_free(self) except *
    @cython.locals(side=cython.longlong, word=cython.longlong, cells=cython.longlong,
                   tiles=cython.longlong, use=cython.longlong, bucket=cython.longlong,
                   other=cython.longlong, size=cython.longlong, most=cython.longlong)
    cdef void _collect_free_chains(self, long long singles) except *
    @cython.locals(state=cython.longlong, x=cython.longlong, mask=cython.longlong,
                   low=cython.longlong, rest=cython.longlong, others=cython.longlong,
                   late=cython.longlong)
    cdef bint _grow(self, long long c, long long use, long long tiles, long long blanks,
                    long long avail, long long raw, long long factor, long long gain,
                    long long word) except -1
    @cython.locals(hope=cython.longlong)
    cdef bint _is_hopeless(self, long long c, long long gain) noexcept
    cdef bint _member_ends(self, long long e, long long use, long long tiles, long long raw,
                           long long factor, long long gain, long long word) except -1
    @cython.locals(i=cython.longlong)
    cdef int _push(self, long long above, long long below, long long use, long long tiles,
                    long long most, long long raw, long long factor, long long gain,
                    long long word, long long cells, long long near, long long far) except -1
    @cython.locals(longer="long long[::1]", place=cython.longlong)
    cdef long long[::1] _longer(self, long long[::1] numbers)
    cdef inline long long _bucket(self, long long above, long long below) noexcept
    cdef inline long long _side_bucket(self, long long bucket, long long role,
                                       long long near) noexcept
    @cython.locals(bucket=cython.longlong)
    cdef void _link_free(self, long long i) noexcept
    @cython.locals(spare=cython.longlong, lacking=cython.longlong, counter=cython.longlong,
                   _=cython.longlong)
    cdef inline bint _fits(self, long long use) noexcept
    @cython.locals(i=cython.longlong, bucket=cython.longlong)
    cdef void _forget_sides(self) noexcept
    @cython.locals(slashes=cython.longlong, c=cython.longlong)
    cdef long long _slashes(self) noexcept
    cdef void _search_line(self, long long direction, long long number) except *
    @cython.locals(step=cython.longlong, first=cython.longlong, crossing=cython.longlong,
                   square=cython.longlong, index=cython.longlong, x=cython.longlong,
                   is_bound=cython.longlong, is_anchor=cython.longlong, c=cython.longlong)
    cdef bint _load(self, long long direction, long long number) except -1
    cdef long long _gap_after_one(self, long long c, long long gap) noexcept
    @cython.locals(gap=cython.longlong, is_bound=cython.longlong, most=cython.longlong,
                   c=cython.longlong)
    cdef void _load_backwards(self, long long crossing) noexcept
    @cython.locals(x=cython.longlong)
    cdef void _load_equals(self, long long c, long long index) noexcept
    @cython.locals(laid=cython.longlong, possible=cython.longlong, on_rack=cython.longlong,
                   c=cython.longlong)
    cdef bint _has_equals(self) noexcept
    @cython.locals(members=cython.longlong, end=cython.longlong, c=cython.longlong,
                   s=cython.longlong, i=cython.longlong)
    cdef void _collect_bound(self) except *
    cdef bint _starts_bound(self, long long s) noexcept
    @cython.locals(x=cython.longlong, y=cython.longlong, top=cython.longlong,
                   end=cython.longlong, other=cython.longlong)
    cdef void _add_member_right(self, long long i) except *
    @cython.locals(x=cython.longlong, y=cython.longlong, top=cython.longlong,
                   end=cython.longlong, other=cython.longlong)
    cdef void _add_member_left(self, long long i) except *
    @cython.locals(word=cython.longlong, cells=cython.longlong, most=cython.longlong)
    cdef bint _combine(self, long long a, long long c, long long b, long long near,
                       long long far) except -1
    @cython.locals(c=cython.longlong, side=cython.longlong, bucket=cython.longlong)
    cdef void _add_side(self, long long role, long long i, long long near, long long far) except *
    @cython.locals(use=cython.longlong, room=cython.longlong, above=cython.longlong,
                   below=cython.longlong, bucket=cython.longlong, i=cython.longlong, size=cython.longlong)
    cdef void _extend_side(self, long long role, long long side, long long c,
                           long long far) except *
    @cython.locals(is_bound=cython.longlong, size=cython.longlong, c=cython.longlong,
                   i=cython.longlong)
    cdef void _join_free_around_equals(self) except *
    @cython.locals(bucket=cython.longlong, room=cython.longlong, top=cython.longlong, member=cython.longlong, end=cython.longlong,
                   far=cython.longlong, near=cython.longlong, other=cython.longlong)
    cdef bint _join_free_at(self, long long i, long long c, long long first,
                            long long role) except -1
    @cython.locals(raw=cython.longlong, factor=cython.longlong, word=cython.longlong,
                   last=cython.longlong, c=cython.longlong)
    cdef bint _place(self, long long i, long long first) except -1
    cdef void _take_value(self, long long i) noexcept
    @cython.locals(bucket=cython.longlong, near=cython.longlong)
    cdef bint _gather(self, long long role, long long c, long long use, long long room,
                      long long most) except -1
    @cython.locals(above=cython.longlong, below=cython.longlong, space=cython.longlong,
                   i=cython.longlong, cells=cython.longlong)
    cdef bint _gather_free(self, long long bucket, long long role, long long c, long long use,
                           long long room, long long most) except -1
    @cython.locals(above=cython.longlong, below=cython.longlong, i=cython.longlong)
    cdef bint _gather_bound(self, long long bucket, long long near, long long use,
                            long long room, long long most) except -1
    @cython.locals(room=cython.longlong, least=cython.longlong, joins=cython.longlong,
                   cost=cython.longlong, blanks=cython.longlong, ahead=cython.longlong, s=cython.longlong)
    cdef void _stream(self) except *
    @cython.locals(empty=cython.longlong, c=cython.longlong)
    cdef long long _free_blanks(self, long long s) noexcept
    @cython.locals(bound=cython.longlong)
    cdef long long _least_beyond(self, long long role, long long c) noexcept
    @cython.locals(s=cython.longlong, e=cython.longlong, top=cython.longlong,
                   room=cython.longlong, middle=cython.longlong, end=cython.longlong,
                   right=cython.longlong, left=cython.longlong)
    cdef bint _join(self) except -1
    @cython.locals(s=cython.longlong, e=cython.longlong, first=cython.longlong,
                   last=cython.longlong, use=cython.longlong, tiles=cython.longlong,
                   cells=cython.longlong, raw=cython.longlong, factor=cython.longlong,
                   gain=cython.longlong, points=cython.longlong)
    cdef void _consider(self, long long left, long long right) except *
    @cython.locals(word=cython.longlong, cells=cython.longlong, last=cython.longlong)
    cdef long long _word(self, long long left, long long right) noexcept
    cdef long long _first(self, long long left) noexcept
