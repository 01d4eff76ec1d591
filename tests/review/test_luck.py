"""What the tiles that a seat drew are worth beside random ones."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import count
from statistics import variance

import pytest

from games.engine import best_moves
from games.engine.levels import choose_move
from games.review.luck import (
    LIMIT,
    Draw,
    Luck,
    draw_after,
    draws_of_game,
    first_draw,
    luck_of_draw,
    luck_of_game,
    racks_compared,
)
from games.rules import GAMES
from games.rules.record import is_choice, parse_options, replay
from games.rules.stock import Stock
from games.rules.tiles import BLANK, Bag
from tests.games.helpers import ROOT
from tests.review.hidden import with_other_hidden_tiles
from tests.tiers import some_of

RECORDS = [
    path
    for path in sorted((ROOT / "tests/rules/playthroughs").glob("*.game"))
    if not path.stem.startswith("numeria-")
]
WITH_RACKS = [key for key, game in GAMES.items() if game.has_racks]
QUICK = 2  # the level that plays fast


def course(key, seed, plies=None, level=QUICK):
    """The positions and moves of a game of a computer against itself."""
    state = GAMES[key].new(seed=seed, options={})
    before, texts = [], []
    while state.turn is not None and len(texts) != plies:
        texts.append(choose_move(state, state.turn, level, 0.2))
        before.append(state)
        state = state.play(state.turn, texts[-1]).after
    return before, texts


def seed_of(*name):
    return random.Random(" ".join(map(str, name))).randbytes(32)


def drawn(before, texts, at):
    """The position of a move, its seat, and the draw before it."""
    seat = before[at].turn
    own = [place for place in range(at) if before[place].turn == seat]
    if not own:
        return before[at], seat, first_draw(before[at])
    return before[at], seat, draw_after(before[own[-1]], seat, texts[own[-1]])


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("key", WITH_RACKS)
def test_what_is_kept_and_what_is_drawn_make_the_rack(key):
    before, texts = course(key, seed_of("rack", key), 12)
    for at in range(len(texts)):
        state, seat, draw = drawn(before, texts, at)
        for pile, kept in zip(state.stock.racks[seat], draw.kept, strict=True):
            assert not Counter(kept) - Counter(pile)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_what_stays_on_a_rack_is_what_was_not_drawn(path):
    """In every recorded game, of each kind of tiles: as many came as the bag counts draws."""
    replayed = replay(path.read_bytes())
    headers = replayed.record.headers
    options = parse_options(headers.get("Options", ""))
    state = GAMES[headers["Game"]].new(seed=bytes.fromhex(headers["Seed"]), options=options)
    for move in replayed.moves:
        if is_choice(move.verdict.text) and move.after.turn is not None:
            draw = draw_after(state, move.seat, move.verdict.text)
            places = zip(move.after.stock.racks[move.seat], draw.kept, strict=True)
            bags = zip(state.stock.bags, move.after.stock.bags, strict=True)
            for (has, kept), (bag, later) in zip(places, bags, strict=True):
                assert not Counter(kept) - Counter(has)
                assert len(has) - len(kept) == later.drawn - bag.drawn
        state = move.after


@pytest.mark.parametrize("key", WITH_RACKS)
def test_a_swap_puts_tiles_back_after_the_draw_and_an_exchange_before_it(key):
    state = GAMES[key].new(seed=seed_of("swap", key), options={})
    seat = state.turn
    held = state.stock.racks[seat]
    bags = tuple(len(bag) for bag in state.stock.bags)
    if key == "digifeud":  # D6: a pass exchanges the signs
        draw = draw_after(state, seat, "pass")
        assert [Counter(pile) for pile in draw.kept] == [Counter(held[0]), Counter()]
        assert draw.put_back == ((), held[1]) and draw.in_bag == (None, bags[1])
    else:
        tiles = held[0][:3]
        draw = draw_after(state, seat, f"swap {''.join(tiles)}")
        assert Counter(draw.put_back[0]) == Counter(tiles)
        assert Counter(draw.kept[0]) + Counter(tiles) == Counter(held[0])
        assert draw.in_bag == (None,)


def test_who_gets_the_own_signs_back_from_an_empty_bag_has_no_luck_with_them():
    """D6: after a pass they go back first, so nothing else can come."""
    state = passing("---", "***", in_bag="")
    draw = draw_after(state, 0, "pass")
    later = state.play(0, "pass").after
    assert Counter(later.stock.racks[0][1]) == Counter("---")
    later = later.play(1, "pass").after
    assert luck_of_draw(later, 0, draw).points == 0


def test_signs_that_went_back_by_a_pass_come_again_as_often_as_they_are_drawn():
    """Of a bag of `+` and one's own `---` three are drawn: on average two and a quarter are `-`."""
    state = passing("---", "***", in_bag="+")
    draw = draw_after(state, 0, "pass")
    later = state.play(0, "pass").after.play(1, "pass").after
    hands = [rack[1] for rack in racks_compared(later.seen_by(0), 0, draw, 400)][1:]
    assert {tuple(sorted(hand)) for hand in hands} >= {("-", "-", "-"), ("+", "-", "-")}
    # what lay in the bag beside them, the seat cannot know: `+` in one of four cases
    own = sum(hand.count("-") for hand in hands)
    assert 2.1 < own / len(hands) < 2.4


def passing(own, others, in_bag):
    """Digifeud, the first seat on turn: its signs, the other's, and the bag; the rest was played."""
    state = GAMES["digifeud"].unseeded(first=0, options={"symbols": "+-*", "directions": "2"})
    numbers, signs = state.stock.supplies
    left = [Counter(supply.tiles.counts) for supply in (numbers, signs)]
    left[1] -= Counter(own + others + in_bag)
    squares = [square for square in state.layout.squares() if state.can_lie_on(square, "+")]
    board = dict(zip(squares, left[1].elements(), strict=False))
    hands = [tuple("12345678"), tuple("11234567")]
    left[0] -= Counter(hands[0]) + Counter(hands[1])
    bags = (
        Bag(numbers.tiles.sort(tuple(left[0].elements())), 0, "draw"),
        Bag(signs.tiles.sort(tuple(in_bag)), 0, "sign"),
    )
    racks = tuple((hand, tuple(held)) for hand, held in zip(hands, (own, others), strict=True))
    stock = Stock(state.stock.supplies, bags, racks, seed_of("signs"))
    return replace(state, board=board, stock=stock, turn=0)


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("key", WITH_RACKS)
def test_the_same_position_has_the_same_luck_and_it_is_exact(key):
    state, seat, draw = drawn(*course(key, seed_of("same", key), 5), 4)
    found = luck_of_draw(state, seat, draw)
    assert found == luck_of_draw(state.seen_by(seat), seat, draw)
    draws = {"numerica": 16, "equate": 8, "digifeud": 16}[key]
    assert found.draws == draws and isinstance(found.points, Fraction)
    assert found.points * draws == found.worth * draws - found.others
    assert found.squares * draws >= found.others**2  # none but where all are worth the same


def test_its_error_is_that_of_the_average_of_the_other_racks():
    worths = [3, 5, 5, 11]
    squares = sum(worth**2 for worth in worths)
    assert Luck(9, sum(worths), 4, squares).error == variance(map(Fraction, worths)) / 4
    assert Luck(9, 20, 4, 100).error == 0
    assert Luck(9, 20, 4).error is None


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("key", WITH_RACKS)
def test_tiles_that_the_seat_does_not_see_make_no_difference(key):
    """The others' rack and the bag are exchanged, as far as what is seen allows."""
    state, seat, draw = drawn(*course(key, seed_of("hidden", key), 5), 4)
    other = with_other_hidden_tiles(state, seat)
    assert other.stock != state.stock and other.seen_by(seat) == state.seen_by(seat)
    assert luck_of_draw(other, seat, draw) == luck_of_draw(state, seat, draw)


def test_who_draws_nothing_has_no_luck():
    state = GAMES["numerica"].new(seed=seed_of("none"), options={})
    seat = state.turn
    all_kept = Draw(state.stock.racks[seat], ((),), (None,))
    assert luck_of_draw(state, seat, all_kept) is None


def test_a_search_that_is_cut_short_gives_no_figure():
    state = GAMES["numerica"].new(seed=seed_of("short"), options={})
    draw = first_draw(state)
    assert luck_of_draw(state, state.turn, draw, time_limit=0.0) is None


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("key", WITH_RACKS)
def test_a_rack_is_worth_its_best_play_without_blanks_and_never_more_than_the_limit(key):
    before, texts = course(key, seed_of("worth", key), 10)
    for at in range(2, len(texts)):
        state, seat, draw = drawn(before, texts, at)
        found = luck_of_draw(state, seat, draw, draws=1)
        if found is None or BLANK in state.racks[seat]:
            continue
        plays = best_moves(state, seat).plays
        assert found.worth == min(plays[0][1] if plays else 0, LIMIT)


@pytest.mark.long
@pytest.mark.parametrize("key", WITH_RACKS)
def test_luck_comes_to_about_nothing_over_many_deals(key):
    """The mean of many first draws is within three standard errors of 0."""
    found = []
    for number in range(some_of(15, 60)):
        state = GAMES[key].new(seed=seed_of("mean", key, number), options={})
        found.append(luck_of_draw(state, state.turn, first_draw(state)).points)
    mean = sum(found) / len(found)
    spread = sum((each - mean) ** 2 for each in found) / len(found)
    assert mean**2 <= 9 * spread / len(found)
    assert spread > 0


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("key", ["numerica", "equate"])
def test_where_the_bags_are_empty_nothing_is_drawn(key):
    courses = (course(key, seed_of("out", key, number), level=6) for number in count())
    before, texts = next(
        (states, moves)
        for states, moves in courses
        if sum(state.stock.are_bags_empty() for state in states) > 3
    )
    draws = list(draws_of_game(before, texts))
    assert draws and len(draws) < len(texts)
    for seat, at, draw in draws:
        own = [place for place in range(at) if before[place].turn == seat]
        assert not own or not before[own[-1]].stock.are_bags_empty()
        assert Counter(draw.leave) != Counter(before[at].stock.rack(seat))


@pytest.mark.slow
def test_the_luck_of_a_game_is_the_sum_over_its_draws():
    before, texts = course("digifeud", seed_of("whole"))
    total = luck_of_game(before, texts)
    found = [Fraction(0)] * 2
    for at in range(len(texts)):
        state, seat, draw = drawn(before, texts, at)
        luck = luck_of_draw(state, seat, draw)
        found[seat] += luck.points if luck is not None else 0
    assert list(total) == found and any(total)
