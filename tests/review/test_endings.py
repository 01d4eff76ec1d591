"""What going out gives counts: with empty bags the racks of the others are tried in the open."""

from dataclasses import replace

import pytest

from games.engine.equations import EVERY
from games.engine.time_limit import TimeLimit
from games.review import review_move
from games.review.endings import goes_out, quiet_ways_out
from games.rules import GAMES
from games.rules.move_generator import plays_up_to
from games.rules.record import parse, parse_options, play_entry
from tests.engine.brute_force import single_tiles
from tests.games.helpers import ROOT, recorded_game
from tests.review.seen import at

RECORDS = {
    "numerica": parse((ROOT / "tests/records/whole-game.game").read_text()),
    "numerica, out": recorded_game("numerica-out"),
    "equate": parse((ROOT / "tests/records/equate-two.game").read_text()),
    "equate for three": recorded_game("equate-three-stage-2-out"),
    "digifeud": recorded_game("digifeud-out"),
    "digifeud, four ways": parse(
        (ROOT / "tests/records/digifeud-four-directions.game").read_text()
    ),
}
MOST = 3  # tiles that are tried in every way


def positions(record):
    """The positions of a recorded game with everything open, and the move made in each."""
    headers = record.headers
    options = parse_options(headers.get("Options", ""))
    state = GAMES[headers["Game"]].new(seed=bytes.fromhex(headers["Seed"]), options=options)
    for line in record.moves:
        yield state, line.text
        state = play_entry(state, line.text).after


def are_bags_empty(state):
    """Whether nothing that has points is in a bag (Digifeud goes out with its numbers)."""
    bags = state.stock.bags[:1] if state.key == "digifeud" else state.stock.bags
    return not any(map(len, bags))


def legal_plays(state):
    """Every play by the rules alone, with its points."""
    if state.key == "digifeud":
        texts = [text for text in state.legal_moves() if text != "pass"]
        return {text: state.check(state.turn, text).points for text in texts}
    most = len(state.racks[state.turn]) + len(state.free)
    texts = {*plays_up_to(state, state.turn, most), *single_tiles(state, state.turn)}
    return {text: state.check(state.turn, text).points for text in texts}


def left_with_others(state):
    """What the tiles of all others are worth (N11, EF14, D8)."""
    return sum(
        state.tiles.points[tile]
        for seat, rack in enumerate(state.racks)
        for tile in rack
        if seat != state.turn
    )


def earned(state, text):
    """The points of a move, and the tiles of the others where it ends the game by going out."""
    after = state.play(state.turn, text).after
    went_out = after.outcome is not None and after.outcome.reason == "out"
    return state.check(state.turn, text).points + went_out * left_with_others(state)


@pytest.mark.slow
@pytest.mark.parametrize("name", RECORDS)
def test_what_a_move_lost_counts_what_going_out_gives(name):
    tried = 0
    for state, made in positions(RECORDS[name]):
        held = state.racks[state.turn]
        if not are_bags_empty(state) or (state.key != "digifeud" and len(held) > MOST):
            continue
        if getattr(state, "departed", ()):
            continue  # nobody knows which tiles are still in the game
        plays = legal_plays(state)
        best = max((earned(state, text) for text in plays), default=0)
        for text in {made, *list(plays)[:2]}:
            found = review_move(state, state.turn, text)
            assert found["loss"] == max(0, best - earned(state, text)), (text, found)
            tried += 1
        for (text, points), is_out in zip(found["plays"], found["outs"], strict=True):
            assert earned(state, text) == points + is_out * found["left"]
    assert tried


def with_nothing_to_draw(rack):
    """A position of Equate with this rack and an empty pile, beside 2+5=7."""
    state = at("equate", rack, ("10H 2+5=7",)).state
    bags = tuple(replace(bag, pile=0) for bag in state.stock.bags)
    return replace(state, stock=replace(state.stock, bags=bags))


@pytest.mark.parametrize(
    "rack",
    [["7", "9"], ["7", "9", "8", "6"], ["9"] * 5],
    ids=["two tiles", "four tiles", "five tiles"],
)
def test_an_expression_that_earns_nothing_may_go_out(rack):
    """E15: 7=7 earns some points; digits beside a number lay the last tiles and end the game."""
    state = with_nothing_to_draw(rack)
    found = review_move(state, 0, "pass")
    best, points = found["plays"][0]
    after = state.play(0, best).after
    assert points == 0 and found["outs"][0] and after.outcome.reason == "out"
    assert found["exact"] and found["kind"] == "turn" and found["loss"] == found["left"] > 0


@pytest.mark.parametrize("rack", [["?"], ["7", "?"], ["7", "[1/2]", "+"], ["7", "9", "8", "/"]])
def test_every_play_of_no_points_that_goes_out_is_found(rack):
    state = with_nothing_to_draw(rack)
    found, is_whole = quiet_ways_out(state, 0, EVERY, TimeLimit.start(None))
    quiet = {text.replace("?", "") for text in found if not state.check(0, text).points}
    laid = {text: state.check(0, text) for text in plays_up_to(state, 0, len(rack))}
    assert is_whole and quiet == {
        text.replace("?", "")
        for text, play in laid.items()
        if not play.points and goes_out(state, 0, play)
    }


@pytest.mark.parametrize("rack", [list("798?"), list("9988665??")], ids=["four", "nine"])
def test_blanks_are_no_hindrance_to_go_out(rack):
    state = with_nothing_to_draw(rack)
    found, is_whole = quiet_ways_out(state, 0, 5, TimeLimit.start(None))
    assert is_whole and len(found) == 5
    assert all(goes_out(state, 0, state.check(0, text)) for text in found)


def test_plays_that_earn_nothing_are_sought_no_longer_than_there_is_time():
    state = with_nothing_to_draw(["7", "9", "?"])
    assert quiet_ways_out(state, 0, 1, TimeLimit.start(0)) == ([], False)
    [text], _ = quiet_ways_out(state, 0, 1, TimeLimit.start(None))
    assert state.check(0, text).points == 0
    assert not review_move(state, 0, "pass", 0)["exact"]


def test_the_last_move_of_a_recorded_game_went_out():
    state, made = list(positions(RECORDS["numerica, out"]))[-1]
    rest = left_with_others(state)
    found = review_move(state, state.turn, "pass")
    assert rest > 0 and found["left"] == rest
    assert found["loss"] >= state.check(state.turn, made).points + rest
    assert [made, True] in [
        [text, out] for (text, _), out in zip(found["plays"], found["outs"], strict=True)
    ]


def test_while_tiles_are_in_the_bag_nothing_is_added():
    for state, made in list(positions(RECORDS["numerica, out"]))[:3]:
        assert review_move(state, state.turn, made)["left"] == 0


@pytest.mark.slow
def test_nothing_is_added_once_a_player_has_left_with_unknown_tiles():
    for state, made in positions(recorded_game("equate-three-advanced-left")):
        if state.departed:
            assert review_move(state, state.turn, made, 0.2)["left"] == 0
