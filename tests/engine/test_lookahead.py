"""The look ahead: replies found again only where a play touches, and ends that are solved."""

import random
from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count, islice

import pytest

from games.engine import best_moves
from games.engine.equations import every_play
from games.engine.lookahead import Outset, candidates, endgame, weigh_plays
from games.engine.lookahead.endgame import Endgame, with_open_racks
from games.engine.lookahead.replies import NO_REPLY, REPLIES, DeltaReplies, SearchedReplies
from games.engine.opponent_replies import every_rack, random_racks, with_rack
from games.engine.positions import read_position
from games.engine.prospects import CERTAIN, can_weigh, weigh_moves
from games.engine.seeded_choice import SeededChoice
from games.engine.time_limit import TimeLimit
from games.engine.win_chances import chance_of, swings_of, win_chance
from games.rules import GAMES
from games.rules.moves import next_seat
from tests.engine.hands import start
from tests.engine.hands import with_rack as with_tiles
from tests.engine.small_ends import game_positions, greatest_lead, small_ends, solved_lead
from tests.tiers import but_for_certainty

LAYING = ("numerica", "equate", "digifeud")


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("key", ["numerica", "equate"])
@pytest.mark.parametrize("ply", [1, 3, 9])
def test_a_reply_is_the_best_although_only_touched_lines_are_searched(key, ply, monkeypatch):
    monkeypatch.setattr("games.engine.lookahead.replies.PLAYS_KEPT", 1 << 20)
    state = game_positions(key, 0)[ply]
    seat, other = state.turn, 1 - state.turn
    seen = state.seen_by(seat)
    pool = [tile for tile, count in seen.unseen(seat).items() for _ in range(count) if tile != "?"]
    rack = (tuple(random.Random(ply).sample(pool, 5)),)
    delta, whole = DeltaReplies(seen, other, rack, None), SearchedReplies(seen, other, rack)
    plays = [text for text, _ in best_moves(seen, seat, 6).plays]
    assert plays
    for text in plays:
        after = seen.play(seat, text).after
        assert delta.best_after(after)[1] == whole.best_after(after)[1], text


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("key", LAYING)
def test_moves_are_weighed_the_same_every_time_by_what_the_seat_sees(key):
    state = game_positions(key, 0)[3]
    seat = state.turn
    held = state.stock.racks[1 - seat]
    unseen = [tile for tile, count in state.unseen(seat).items() for _ in range(count)][::-1]
    swapped = tuple(
        supply.own_tiles(unseen)[: len(pile)]
        for supply, pile in zip(state.stock.supplies, held, strict=True)
    )
    other = with_rack(state, 1 - seat, swapped)
    assert sorted(other.racks[1 - seat]) != sorted(state.racks[1 - seat])
    one, again = (weigh_moves(each, seat, 4) for each in (state, other))
    assert one == again and one.racks == 4
    assert all(0 <= move.win <= CERTAIN and move.error for move in one.moves)
    assert {move.text for move in one.moves} >= {best_moves(state, seat, 1).plays[0][0]}


@pytest.mark.parametrize("key", LAYING)
def test_a_chance_is_as_doubtful_as_what_a_reply_usually_earns(key):
    """That is known from imagined racks alone, whatever they make of the moves in the same way."""
    sure, doubtful = Outset(5, 0, 40), Outset(5, 25, 40)
    assert sure.chance(key, Fraction(3)) == doubtful.chance(key, Fraction(3))
    assert sure.spread(key, Fraction(3)) == 0
    most, least = win_chance(key, 40, 33), win_chance(key, 40, -17)
    assert abs(2 * doubtful.spread(key, Fraction(3)) - (most - least)) <= 1 < most - least


def test_each_move_meets_each_rack_once_and_all_meet_the_same(monkeypatch):
    met: list[tuple[object, list[object]]] = []  # positions after moves, and the racks they met

    @dataclass
    class Noted:
        """Replies that note which rack is asked about which position."""

        state: object
        seat: int
        rack: object
        before = NO_REPLY

        def best_after(self, after):
            racks = next((racks for one, racks in met if one is after), None)
            if racks is None:
                racks = []
                met.append((after, racks))
            racks.append(self.rack)
            return "", len(met)

    monkeypatch.setitem(REPLIES, "numerica", Noted)
    state = game_positions("numerica", 0)[3]
    told = weigh_moves(state, state.turn, 16)
    best = state.seen_by(state.turn).play(state.turn, told.moves[0].text).after.board
    [longest] = [racks for after, racks in met if after.board == best]
    assert len(longest) == len(set(longest)) == 16
    assert len(met) > 3 and all(racks == longest[: len(racks)] for _, racks in met)


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("key", LAYING)
def test_a_move_that_is_asked_for_is_weighed_beside_the_best(key):
    state = game_positions(key, 0)[3]
    told = weigh_plays(state.seen_by(state.turn), state.turn, 4, ["pass"], None)
    [passing] = [move for move in told.moves if move.text == "pass"]
    assert passing.win < told.moves[0].win


@pytest.mark.parametrize("key", LAYING)
def test_a_deadline_gives_moves_all_the_same(key):
    state = game_positions(key, 0)[3]
    told = weigh_moves(state, state.turn, 64, time_limit=0.01)
    assert told.moves
    state.check(state.turn, told.moves[0].text)


def test_where_the_search_for_moves_takes_all_the_time_it_is_given_they_are_weighed(monkeypatch):
    """The clock stands still but in that search, which a blank makes long."""
    now = [0.0]

    def best_moves_in_all_the_time(state, seat, k, time_limit):
        now[0] += time_limit
        return best_moves(state, seat, 3)

    monkeypatch.setattr(candidates, "best_moves", best_moves_in_all_the_time)
    monkeypatch.setattr("games.engine.time_limit.time.monotonic", lambda: now[0])
    state = with_tiles(start("numerica"), "1+=7?")
    told = weigh_plays(state.seen_by(state.turn), state.turn, 4, (), 3.0)
    assert now[0] < 3.0
    assert len(told.moves[0].by_rack) == 4


def test_only_two_seats_are_weighed():
    three = GAMES["equate"].new(seed=bytes(32), options={"players": "3"})
    assert not can_weigh(three)
    assert all(can_weigh(game_positions(key, 0)[0]) for key in LAYING)


def with_one_gone():
    """A game of Equate for three which the seat after the one on turn has left."""
    state = GAMES["equate"].new(seed=bytes(32), options={"players": "3"})
    return state.leave((state.turn + 1) % 3, "resign").after


@pytest.mark.slow
def test_the_score_of_who_has_left_makes_no_difference():
    state = with_one_gone()
    other = next_seat(state.turn, 3, state.departed)

    def best_chance(ahead):
        scores = tuple(900 if seat == ahead else 0 for seat in range(3))
        return weigh_moves(replace(state, scores=scores), state.turn, 2).moves[0].win

    assert best_chance(state.departed[0]) > 400 and best_chance(other) < 100


def test_the_racks_that_are_imagined_are_of_who_is_still_there():
    state = with_one_gone()
    other = next_seat(state.turn, 3, state.departed)
    fewer = with_rack(state, other, (state.racks[other][:2],))
    [rack] = random_racks(fewer, state.turn, SeededChoice.of_position(state, state.turn), 1)
    assert len(rack[0]) == 2


def test_the_tiles_of_who_has_left_are_never_dealt_with_one_tile_in_the_bag():
    state = with_one_gone()
    bags = tuple(replace(bag, pile=1) for bag in state.stock.bags)
    last = state.with_stock(replace(state.stock, bags=bags))
    assert every_rack(last, state.turn, SeededChoice.of_position(state, state.turn)) == []


def with_one_left(key):
    """A position of a game in which one tile is left in the bags."""
    states = (state for number in count() for state in game_positions(key, number)[:-1])
    return next(state for state in states if sum(map(len, state.stock.bags)) == 1)


@pytest.mark.long
@pytest.mark.parametrize("key", ["numerica", "equate"])
def test_with_one_tile_in_the_bag_every_tile_that_it_may_be_is_tried(key):
    state = with_one_left(key)
    seat = state.turn
    seen = state.seen_by(seat)
    racks = every_rack(seen, seat, SeededChoice.of_position(seen, seat))
    [kind] = [kind for kind, bag in enumerate(state.stock.bags) if len(bag)]
    supply = state.stock.supplies[kind]
    unseen = Counter({tile: state.unseen(seat)[tile] for tile in supply.tiles.counts})
    left = Counter()
    for rack in racks:
        left += unseen - Counter(rack[kind])
        assert sum(map(len, rack)) == state.stock.count_held_by(1 - seat)
    assert left == unseen  # each has been the one in the bag once
    assert Counter(state.stock.racks[1 - seat][kind]) in [Counter(rack[kind]) for rack in racks]
    assert weigh_moves(state, seat, len(racks)).racks == len(racks)
    assert weigh_moves(state, seat, 4 * len(racks)).racks == len(racks)


def test_with_more_in_the_bag_there_is_no_end_of_racks():
    state = game_positions("numerica", 0)[3]
    assert every_rack(state, state.turn, SeededChoice.of_position(state, state.turn)) == []


# --- win chances ---


@pytest.mark.parametrize("key", LAYING)
def test_a_greater_lead_never_wins_less(key):
    for tiles in swings_of(key):
        chances = [win_chance(key, tiles, lead) for lead in range(-600, 601, 20)]
        assert chances == sorted(chances)
        assert chances[0] < CERTAIN // 4 and chances[-1] > CERTAIN * 3 // 4


def test_a_tie_counts_half():
    assert chance_of([0, 0], 0) == CERTAIN // 2
    assert chance_of([-5, 5], 5) == CERTAIN * 3 // 4


# --- ends ---


def real_end():
    """A position of a whole game in which nothing is hidden any more."""
    states = [state for number in range(2) for state in game_positions("equate", number)[:-1]]
    narrow = (state for state in states if endgame.is_narrow(state))
    return next(state for state in narrow if not endgame.has_blanks(state))


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("key", LAYING)
def test_an_end_is_solved_as_by_trying_every_move(key):
    for state in small_ends(key, *(2, 1) if key == "equate" else (4, 2)):
        assert solved_lead(state) == greatest_lead(state)


@pytest.mark.parametrize("key", but_for_certainty(LAYING, ("numerica", "digifeud")))
def test_the_line_of_a_solved_end_leads_to_its_lead(key):
    [state] = small_ends(key, 1, most_tiles=2)
    seat, before = state.turn, state.scores
    solved = Endgame(100_000).solve(state)
    for text in solved.line:
        state = state.play(state.turn, text).after
    assert state.turn is None
    gained = [after - least for after, least in zip(state.scores, before, strict=True)]
    assert gained[seat] - gained[1 - seat] == solved.swing


def test_an_end_that_is_too_wide_is_given_up():
    [state] = small_ends("digifeud", 1, most_tiles=2)
    with pytest.raises(endgame.TooWide):
        Endgame(0).solve(state)


def test_tiles_that_make_no_equality_are_no_play():
    """N4: not even one that earns nothing."""
    rows = [["."] * 15 for _ in range(15)]
    for row, face in enumerate("3*1=3", start=5):
        rows[row][7] = face
    given = {"game": "numerica", "board": ["".join(row) for row in rows], "rack": "6="}
    assert every_play(read_position(given), 0, TimeLimit(None)) == []


@pytest.mark.parametrize(
    ("key", "piles"), [("numerica", ["3+4=7"]), ("equate", ["3+47"]), ("digifeud", ["347", "+-"])]
)
def test_to_find_every_play_takes_no_longer_than_there_is_time(key, piles):
    state = with_tiles(start(key), *piles, bag=0)
    assert len(list(endgame.moves_in_order(state, state.turn, TimeLimit(None)))) > 1
    with pytest.raises(endgame.TooWide):
        list(endgame.moves_in_order(state, state.turn, TimeLimit.start(0.0)))


def test_a_blank_that_makes_too_many_plays_makes_an_end_too_wide():
    state = with_tiles(start("numerica"), "?12+=378", bag=0)
    with pytest.raises(endgame.TooWide):
        list(endgame.moves_in_order(state, state.turn, TimeLimit(None)))


@pytest.mark.slow
def test_a_proven_end_is_told_as_such():
    state = real_end()
    told = weigh_moves(state, state.turn, 256)
    best = told.moves[0]
    assert best.is_proven and best.error == 0 and best.win in (0, CERTAIN // 2, CERTAIN)
    assert told.racks == 0


def test_an_end_that_is_not_solved_is_weighed_against_the_rack_that_the_other_holds():
    """One rack is enough, as it is known; it is no proof."""
    state = real_end()
    told = weigh_moves(state, state.turn, 0)  # a budget for no position
    assert told.racks == 0 and len(told.moves[0].by_rack) == 1
    assert all((each.error, each.is_proven) == (0, False) for each in told.moves if each.by_rack)
    assert told.moves[0].is_told


def before_the_last_pass(state):
    """The same position after as many passes as there may be: one more ends the game."""
    while (after := state.play(state.turn, "pass").after).outcome is None:
        state = after
    return state


def ending_moves(state):
    """Moves with which this game ends, and the position after each."""
    best = (text for text, _ in best_moves(state, state.turn, 5).plays)
    for text in (*best, "pass"):
        after = state.play(state.turn, text).after
        if after.outcome is not None:
            yield text, after


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("key", ["numerica", "equate"])
def test_a_move_that_ends_the_game_is_told_as_the_game_ends(key):
    """N12, E14, E15: what both hold counts, also where the end is not solved."""
    seen = 0
    games = (game_positions(key, number)[:-1] for number in range(3))
    ends = (state for game in games for state in game if endgame.is_endgame(state))
    for end in islice(ends, 4):
        state = before_the_last_pass(end)
        seat = state.turn
        for text, after in ending_moves(state):
            lead = after.scores[seat] - after.scores[1 - seat]
            lead -= state.scores[seat] - state.scores[1 - seat]
            for final, win in ((1, CERTAIN), (0, CERTAIN // 2), (-1, 0)):
                other = 500 + lead - final
                scores = (500, other) if seat == 0 else (other, 500)
                told = weigh_moves(replace(state, scores=scores), seat, 0, (text,))
                move = next(each for each in told.moves if each.text == text)
                assert (move.win, move.error) == (win, 0), (text, final)
                seen += 1
    assert seen >= 12


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize(("third", "win"), [(400, 0), (100, CERTAIN)])
def test_of_three_the_lead_over_the_best_of_the_others_counts(third, win):
    """E14: the third pass in a row ends it; the racks cost some twenty points at the most."""
    state = before_the_last_pass(GAMES["equate"].new(seed=bytes(32), options={"players": "3"}))
    seat = state.turn
    scores = [third] * 3
    scores[seat], scores[(seat + 1) % 3] = 300, 200
    seen = replace(state, scores=tuple(scores)).seen_by(seat)
    told = weigh_plays(seen, seat, 2, ("pass",), None)
    assert next(each.win for each in told.moves if each.text == "pass") == win


def test_where_the_time_was_over_at_once_no_chance_is_told():
    state = real_end()
    assert not any(each.is_told for each in weigh_moves(state, state.turn, 4, (), 0.0).moves)


def test_the_racks_of_an_end_follow_from_what_is_seen():
    state = real_end()
    opened = with_open_racks(state.seen_by(state.turn), state.turn)
    assert sorted(opened.racks[1 - state.turn]) == sorted(state.racks[1 - state.turn])
    assert replace(opened, stock=state.stock) == state


@pytest.mark.parametrize("key", ["numerica", "digifeud"])
def test_who_resigns_in_an_end_that_is_won_has_lost(key):
    """Numerica r10, Digifeud D9: a resignation loses, whatever the score."""
    [state] = small_ends(key, 1, most_tiles=1)
    seat = state.turn
    ahead = replace(state, scores=tuple(300 if one == seat else 100 for one in range(2)))
    moves = weigh_moves(ahead, seat, 100, ("resign",)).moves
    assert moves[0].win == CERTAIN and moves[0].is_proven
    assert (moves[-1].text, moves[-1].win, moves[-1].is_proven) == ("resign", 0, True)
