"""The interface carries what the coming games need: invented games go through record and replay."""

import hashlib
import hmac
import json

import pytest

from games.rules.record import Replay, format_record, parse, replay, replay_to_json, result_text
from games.rules.refusals import IllegalMove, NotationError, Refusal
from games.rules.tiles import commitment

from .stubs import STUBS, Fork, Piles, Race

SEED = hashlib.sha256(b"interface").digest()


def number(label: str) -> int:
    return int.from_bytes(hmac.digest(SEED, label.encode(), "sha256"), "big")


def replayed(headers: dict[str, str], moves: list[tuple[str, int]]) -> Replay:
    return replay(format_record(headers, moves), games=STUBS)


def of(game: type, **headers: str) -> dict[str, str]:
    """The headers of a record of this game with the seed above."""
    first = str(game.new(seed=SEED, options={}).turn + 1)
    return {
        "Game": game.key,
        "First": first,
        "Seed": SEED.hex(),
        "Commitment": commitment(SEED),
        **headers,
    }


# --- a game of three ---


def test_one_of_three_leaves_and_two_play_on():
    """Seat 2 resigns with most points and is last; seat 3 beats seat 1."""
    headers = {"Game": "race", "First": "1"}
    moves = [
        ("add 1", 1),
        ("add 9", 9),
        ("add 2", 2),
        ("add 1", 1),
        ("resign", 0),
        ("add 3", 3),
        ("add 1", 1),
    ]
    result = replayed(headers, moves)
    assert result.fault is None
    assert [move.seat for move in result.moves] == [0, 1, 2, 0, 1, 2, 0]
    assert result.state.scores == (3, 9, 5)
    assert result.state.turn is None
    assert result_text(result.state.outcome) == "3-1-2"


def test_game_goes_on_after_the_first_of_three_left():
    state = Race(3, 0, (0, 0, 0))
    after = state.play(0, "resign").after
    assert (after.turn, after.outcome, after.departed) == (1, None, (0,))
    end = after.leave(1, "time").after
    assert (end.turn, result_text(end.outcome)) == (None, "3-2-1")
    assert end.outcome.reason == "time"


def test_time_line_is_of_the_seat_to_move_among_three():
    """The seed starts with one seat; that seat's time runs out, and it is last."""
    first = number("first") % 3
    later = [(first + n) % 3 for n in range(1, 3)]
    moves = [("time", 0), *[("add 1", 1), ("add 2", 2)] * 3]
    headers = of(
        Race,
        Result=f"{later[1] + 1}-{later[0] + 1}-{first + 1}",
        Scores=" ".join(str({first: 0, later[0]: 3, later[1]: 6}[seat]) for seat in range(3)),
        Termination="idle",
    )
    result = replayed(headers, moves)
    assert result.fault is None
    assert [move.seat for move in result.moves] == [first, *later * 3]
    wrong = replayed({**headers, "Result": "1=2=3"}, moves).fault
    assert wrong.refusal.code == "header"


def test_two_of_three_may_be_equal():
    moves = [("add 1", 1), ("add 2", 2), ("add 1", 1)] * 2
    result = replayed({"Game": "race", "First": "1"}, moves)
    assert result_text(result.state.outcome) == "2-1=3"


def test_options_decide_how_many_seats_there_are():
    text = format_record({"Game": "race", "First": "3", "Options": "players=2"}, [])
    fault = replay(text, games=STUBS).fault
    assert (fault.line_number, fault.refusal.code) == (2, "header")
    assert replay(text.replace("players=2", "players=3"), games=STUBS).state.turn == 2
    fault = replay(text.replace("players=2", "players=4"), games=STUBS).fault
    assert (fault.line_number, fault.refusal.code) == (3, "header")


def test_scores_of_three_are_listed():
    data = replay_to_json("race", replayed({"Game": "race", "First": "2"}, [("add 4", 4)]))
    assert data["moves"][0]["seat"] == 2
    assert data["moves"][0]["scores"] == [0, 4, 0]
    assert data["scores"] == [0, 4, 0]


# --- two bags ---


def test_each_bag_has_its_own_label_and_counter():
    numbers, signs = list("1" * 9 + "2" * 9 + "3" * 9), list("+" * 9 + "-" * 9)
    expected = []
    for seat in range(2):
        three = tuple(numbers.pop(number(f"draw:{3 * seat + n}") % len(numbers)) for n in range(3))
        two = tuple(signs.pop(number(f"sign:{2 * seat + n}") % len(signs)) for n in range(2))
        expected.append((three, two))
    state = Piles.new(seed=SEED, options={})
    assert state.stock.racks == tuple(expected)
    assert [bag.drawn for bag in state.stock.bags] == [6, 4]
    assert [bag.label for bag in state.stock.bags] == ["draw", "sign"]


def test_swap_draws_from_each_bag_and_puts_back_into_each():
    state = Piles.new(seed=SEED, options={})
    seat = state.turn
    hand = state.stock.racks[seat]
    after = state.play(seat, f"swap {hand[1][0]}{hand[0][0]}").after.stock
    assert [bag.drawn for bag in after.bags] == [7, 5]
    assert after.bag_sizes() == state.stock.bag_sizes()
    numbers, signs = (list(bag.pile) for bag in state.stock.bags)
    assert after.racks[seat] == (
        (*hand[0][1:], numbers[number("draw:6") % len(numbers)]),
        (*hand[1][1:], signs[number("sign:4") % len(signs)]),
    )
    assert all(list(bag.pile) == sorted(bag.pile) for bag in after.bags)


def test_game_with_two_bags_replays_with_and_without_its_seed():
    state = Piles.new(seed=SEED, options={})
    moves = []
    while state.turn is not None:
        hand = state.stock.racks[state.turn]
        move = state.play(state.turn, f"swap {hand[0][0]}{hand[1][0]}")
        moves.append((move.verdict.text, 0))
        state = move.after
    headers = of(Piles, Result="1=2", Scores="0 0", Termination="idle")
    result = replayed(headers, moves)
    assert result.fault is None
    assert result.state == state
    del headers["Seed"]
    unseeded = replayed(headers, moves)
    assert unseeded.fault is None
    assert unseeded.state.stock == state.stock.seen_by(None)


def test_hand_of_two_racks_is_hidden_whole():
    state = Piles.new(seed=SEED, options={})
    assert state.seen_by(0).stock.racks == (state.stock.racks[0], (3, 2))
    assert state.view(None)["racks"] == [5, 5]
    assert state.view(1)["bags"] == {"draw": 21, "sign": 14}


# --- a choice, and a set-up ---


def test_check_lists_the_choices_and_play_asks_for_one():
    state = Fork(0, "134")
    verdict = state.check(0, "take")
    assert verdict.choices == ("take 1", "take 3", "take 4")
    assert all(state.check(0, text).choices == () for text in verdict.choices)
    with pytest.raises(IllegalMove) as refusal:
        state.play(0, "take")
    assert refusal.value.code == "must-choose"
    assert state.play(0, verdict.choices[1]).after.scores == (3, 0)


def test_choice_with_one_answer_is_written_in_full():
    move = Fork(0, "4").play(0, "take")
    assert (move.verdict.text, move.verdict.choices) == ("take 4", ())


def test_record_that_leaves_a_choice_open_stops_there():
    result = replayed({"Game": "fork", "First": "1", "Setup": "134"}, [("take 1", 1), ("take", 3)])
    assert result.fault.refusal.code == "must-choose"
    assert len(result.moves) == 1


def test_game_with_a_set_up_replays_without_a_seed():
    moves = [("take 3", 3), ("take 4", 4), ("take", 1)]
    result = replayed({"Game": "fork", "First": "2", "Setup": "134"}, moves)
    assert result.fault is None
    assert result.state.scores == (4, 4)
    assert [move.verdict.text for move in result.moves] == ["take 3", "take 4", "take 1"]
    assert result_text(result.state.outcome) == "1=2"


def test_agreement_is_a_line_that_a_game_may_take():
    result = replayed({"Game": "fork", "First": "2", "Setup": "134"}, [("agreement", 0)])
    assert result.fault is None
    assert result_text(result.state.outcome) == "1=2"
    assert result.state.outcome.reason == "agreement"


@pytest.mark.parametrize("setup", ["", "12", "999"])
def test_a_malformed_initial_position_is_refused_as_a_header(setup):
    text = format_record({"Game": "fork", "First": "2", "Setup": setup}, [])
    assert replay(text, games=STUBS).fault.refusal.code == "header"


# --- all of them ---


@pytest.mark.parametrize("key", STUBS)
def test_state_of_an_invented_game_survives_json(key):
    for state in (
        STUBS[key].new(seed=SEED, options={}),
        STUBS[key].new(seed=SEED, options={}).seen_by(0),
    ):
        assert STUBS[key].from_json(json.loads(json.dumps(state.to_json()))) == state
    end = state.leave(0, "time").after
    assert STUBS[key].from_json(json.loads(json.dumps(end.to_json()))) == end


@pytest.mark.parametrize("key", STUBS)
def test_state_without_a_seed_can_be_played_on(key):
    state = STUBS[key].unseeded(first=1, options={}, initial_position="134")
    text = {"race": "add 5", "piles": "swap 1", "fork": "take 4"}[key]
    assert state.play(1, text).after.turn == (2 if key == "race" else 0)
    with pytest.raises(Refusal):
        state.play(0, text)


@pytest.mark.parametrize("key", STUBS)
def test_bad_text_is_a_notation_error_in_every_game(key):
    state = STUBS[key].new(seed=SEED, options={})
    with pytest.raises(NotationError):
        state.play(state.turn, "hello")
    headers = of(STUBS[key])
    result = replayed(headers, [("hello", 0)])
    assert (result.fault.line_number, result.fault.refusal.code) == (len(headers) + 2, "notation")


@pytest.mark.parametrize("key", STUBS)
def test_verdict_has_the_canonical_text(key):
    state = STUBS[key].unseeded(first=0, options={}, initial_position="134")
    typed = {"race": " add 5", "piles": " swap 12", "fork": "take 4 "}[key]
    assert state.check(0, typed).text == typed.strip()


@pytest.mark.parametrize("key", STUBS)
def test_record_of_an_invented_game_is_written_and_read_alike(key):
    headers = of(STUBS[key], Player1='A "B"')
    assert parse(format_record(headers, [("resign", 0)])).headers == headers


def test_a_set_up_that_the_seed_contradicts_is_told_at_its_own_line():
    seed = bytes(32)
    start = Fork.new(seed=seed, options={})
    other = start.initial_position[::-1]
    headers = {"Game": "fork", "First": str(start.turn + 1), "Seed": seed.hex()}
    right = replay(format_record({**headers, "Setup": start.initial_position}, []), STUBS)
    wrong = replay(format_record({**headers, "Setup": other}, []), STUBS)
    assert right.fault is None
    assert (wrong.fault.line_number, wrong.fault.refusal.code) == (4, "header")
