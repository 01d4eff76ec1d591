"""The nine levels: legal in every position, the same every time, each as weak as it says."""

import json
import math
import os
import re
import subprocess
import sys
from collections import Counter

import pytest

from benchmarks import levels as tournament
from games.engine import best_moves
from games.engine.leaves import leave_value, tiles_laid
from games.engine.levels import LEVELS, MEASURED, SKILLS, choose_move
from games.engine.numeria_player import NumeriaSkill, choose_moves
from games.engine.positions import read_position
from games.engine.seeded_choice import SeededChoice
from games.engine.tile_player import TileSkill, choose_plays, swap_all
from games.rules import GAMES
from games.rules.interface import State
from tests.engine.hands import start, with_rack

ALL_LEVELS = range(len(LEVELS))
ACORN, PEBBLE, TALLY, ENGINE = 0, 2, 3, 7
SECONDS = 0.5
PLIES = 5
every_game = pytest.mark.parametrize("key", GAMES)
games_of_tiles = pytest.mark.parametrize("key", ["numerica", "equate", "digifeud"])


def test_there_are_nine_levels_with_names_of_their_own():
    assert len(LEVELS) == len({level.key for level in LEVELS}) == 9
    assert len({level.name for level in LEVELS}) == len({level.about for level in LEVELS}) == 9
    assert SKILLS.keys() == GAMES.keys()
    assert all(len(skills) == len(set(skills)) == 9 for skills in SKILLS.values())


@pytest.mark.slow
def test_every_level_was_measured_and_beat_the_one_before_it():
    """What pages say is what the committed games say; at Numeria nobody takes more than three."""
    assert MEASURED.keys() == GAMES.keys()
    format_move = json.loads(tournament.MEASURED.read_text())
    assert format_move == tournament.measured(tournament.read(tournament.RESULTS))
    for key, found in MEASURED.items():
        assert all(won > lost for won, _, lost in found.pairs) and len(found.pairs) == 8
        assert all(least <= middle <= most for least, middle, most in found.points)
        assert len(found.points) == 9 and (key != "numeria" or max(map(max, found.points)) == 3)


@pytest.mark.slow
@every_game
@pytest.mark.parametrize("level", ALL_LEVELS)
def test_a_level_chooses_a_move_that_the_rules_take(key, level):
    state = start(key, level)
    for _ in range(PLIES):
        if state.turn is None:
            break
        text = choose_move(state, state.turn, level, SECONDS)
        assert text != "resign"
        verdict = state.check(state.turn, text)
        assert verdict.text == text and not verdict.choices
        state = state.play(state.turn, text).after


@pytest.mark.slow(cases="all")
@every_game
def test_a_level_makes_the_same_choice_again(key):
    for level in (ACORN, TALLY):
        state = start(key, 7)
        assert len({choose_move(state, state.turn, level) for _ in range(3)}) == 1


MAINFRAMES_MOVES = """
import sys
from games.engine.levels import choose_move
from games.rules import GAMES
state = GAMES[sys.argv[1]].new(seed=bytes(range(32)), options={})
for _ in range(3):
    text = choose_move(state, state.turn, 8)
    print(text)
    state = state.play(state.turn, text).after
"""


@pytest.mark.slow
@every_game
def test_mainframe_makes_the_same_moves_in_every_process(key):
    """Its budget is in racks and nodes; sets come in an order of their own in each process."""
    told = {
        subprocess.run(
            [sys.executable, "-c", MAINFRAMES_MOVES, key],
            env={**os.environ, "PYTHONHASHSEED": str(number)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for number in (0, 1, 2)
    }
    assert len(told) == 1 and told.pop().count("\n") == 3


@pytest.mark.slow
@games_of_tiles
def test_a_choice_does_not_depend_on_what_is_hidden(key):
    """The same position with the other's rack and the bag as they are, or only counted."""
    state = start(key, 3)
    seen = state.seen_by(state.turn)
    assert seen != state
    assert choose_move(state, state.turn, PEBBLE) == choose_move(seen, state.turn, PEBBLE)
    assert choose_move(state, state.turn, ACORN) == choose_move(seen, state.turn, ACORN)


@pytest.mark.slow
@games_of_tiles
def test_pebble_plays_small(key):
    """Smaller numbers than the engine and, where the length is free, fewer tiles."""
    tiles, largest = Counter(), Counter()
    for number in range(5):
        state = start(key, number)
        state = state.play(state.turn, choose_move(state, state.turn, ENGINE, SECONDS)).after
        for level in (PEBBLE, ENGINE):
            verdict = state.check(state.turn, choose_move(state, state.turn, level, SECONDS))
            tiles[level] += len(verdict.squares)
            largest[level] += max((largest_number(run.text) for run in verdict.runs), default=0)
    assert 0 < largest[PEBBLE] < largest[ENGINE]
    assert key == "digifeud" or 0 < tiles[PEBBLE] < tiles[ENGINE]


def largest_number(text: str) -> int:
    return max(map(int, re.findall("[0-9]+", text)), default=0)


def test_a_skill_of_two_signs_and_small_numbers_uses_no_others():
    state = with_rack(start("digifeud"), "99885544", "*+-")
    for number in range(4):
        (text,) = choose_plays(
            state, state.turn, TileSkill(100, "+-", 13), SeededChoice(bytes([number])), None
        )
        verdict = state.check(state.turn, text)
        assert "*" not in text and max(int(run.value) for run in verdict.runs) <= 13


def test_the_best_is_chosen_of_the_plays_that_are_small_enough():
    """1+2=3 earns more than 1+1=2, but for somebody who counts to two."""
    state = with_rack(start("numerica"), "1123+=")
    plays = [text for text, _ in best_moves(state, state.turn, 100).plays]
    small = [text for text in plays if "3" not in text.partition(" ")[2]]
    text = choose_plays(state, state.turn, TileSkill(100, "+-", 2), SeededChoice(b""), None)[0]
    assert text == small[0] != small[-1] == plays[-1]
    assert text != plays[0]


@pytest.mark.parametrize("key", ["numerica", "equate"])
def test_a_skill_that_sees_all_tiles_makes_the_play_of_most_points(key):
    state = start(key, 2)
    text = choose_plays(state, state.turn, TileSkill(100), SeededChoice(b""), None)[0]
    best = best_moves(state, state.turn).plays[0]
    assert (text, state.check(state.turn, text).points) == best


def test_a_skill_that_sees_half_of_the_rack_lays_no_more_than_half():
    state = start("digifeud", 2)
    for look in range(5):
        chance = SeededChoice(bytes([look]))
        text = choose_plays(state, state.turn, TileSkill(50), chance, None)[0]
        laid = list(tiles_laid(text.partition(" ")[2], state.tiles.counts))
        assert len([tile for tile in laid if tile.isdigit() or tile == "?"]) <= 4


@pytest.mark.slow
def test_a_share_that_is_not_whole_is_rounded_by_chance():
    """44 % of eight digits are three or four."""
    state = with_rack(start("digifeud"), "12345678", "+++")
    laid = set()
    for look in range(40):
        (text,) = choose_plays(state, state.turn, TileSkill(44), SeededChoice(bytes([look])), None)[
            :1
        ]
        laid.add(len(re.findall("[0-9]", text.partition(" ")[2])))
    assert laid == {3, 4}


def test_a_level_that_likes_no_play_makes_the_least_of_all_plays():
    """All signs are ×, which Pebble does not use by choice."""
    state = with_rack(start("digifeud"), "23456789", "***")
    text = choose_move(state, state.turn, PEBBLE)
    assert "*" in text and len(state.check(state.turn, text).squares) == 5


def test_a_level_without_a_play_swaps_all_tiles_but_the_blanks():
    state = with_rack(start("numerica"), "+++++++")
    assert choose_move(state, state.turn, ENGINE) == "swap +++++++"
    assert swap_all(with_rack(state, "+?+"), state.turn) == "swap ++"


def test_a_level_that_finds_no_play_swaps_the_tiles_that_it_cannot_use():
    state = with_rack(start("numerica"), "+77**///?")
    assert choose_move(state, state.turn, PEBBLE) == "swap ///"


def test_a_level_that_finds_no_play_and_can_use_its_tiles_makes_the_least_play():
    state = with_rack(start("equate"), ["[1/6]", "[5/6]"])
    plays = best_moves(state, state.turn, 10**6).plays
    text = choose_move(state, state.turn, PEBBLE)
    assert state.check(state.turn, text).points == min(points for _, points in plays)


def test_a_swap_takes_no_more_than_the_bag_holds_and_a_pass_is_the_last_resort():
    state = with_rack(start("numerica"), "+++**///", bag=2)
    assert choose_move(state, state.turn, PEBBLE) == "swap ++"
    assert choose_move(with_rack(state, "+++**///", bag=0), state.turn, PEBBLE) == "pass"


def test_a_level_without_a_play_passes_in_a_game_without_swaps():
    state = with_rack(start("digifeud"), "37", "-")
    assert choose_move(state, state.turn, ENGINE) == "pass"


def test_a_leave_has_a_value_while_the_bag_holds_tiles():
    state = with_rack(start("digifeud"), "37?", "+")
    assert leave_value(state, state.turn, "7G 3+?4=7") < leave_value(state, state.turn, "7G 3+4=7")
    empty = with_rack(state, "37?", "+", bag=0)
    assert leave_value(empty, empty.turn, "7G 3+4=7") == 0


LINE = """\
. . . . . . . ./. 1 2 3 . . . ./. . . . . . . ./. . . . 4 . . ./\
. . . . . . . ./. . . . . . . ./. . . . . . . ./. . . . . . . ."""


def test_the_highest_level_takes_a_trope_and_allows_none():
    state = read_position({"game": "numeria", "setup": LINE})
    assert choose_move(state, 0, ENGINE) == "e5-e7 x b7-e7"
    frozen = read_position({"game": "numeria", "setup": LINE, "frozen": "e5"})
    after = frozen.play(0, choose_move(frozen, 0, ENGINE)).after
    assert not any(" x " in text for text in after.legal_moves())


def test_a_skill_that_overlooks_replies_allows_tropes():
    setup = LINE.removesuffix(".") + "9"
    frozen = read_position({"game": "numeria", "setup": setup, "frozen": "e5"})

    def leaves_a_trope(replies: int, number: int) -> bool:
        chance = SeededChoice(bytes([number]))
        text = choose_moves(frozen, 0, NumeriaSkill(0, 100, replies), chance, None)[0]
        return any(" x " in move for move in frozen.play(0, text).after.legal_moves())

    assert not any(leaves_a_trope(0, number) for number in range(12))
    assert any(leaves_a_trope(100, number) for number in range(12))


def test_a_skill_that_overlooks_everything_moves_at_random():
    state = read_position({"game": "numeria", "setup": LINE})
    blind = NumeriaSkill(100, 100, 100)
    chosen = {choose_moves(state, 0, blind, SeededChoice(bytes([n])), None)[0] for n in range(12)}
    assert len(chosen) > 6
    awake = NumeriaSkill(0, 100, 100)
    assert choose_moves(state, 0, awake, SeededChoice(b""), None)[0] == "e5-e7 x b7-e7"


def test_a_level_that_cannot_move_passes():
    state = read_position({"game": "numeria", "setup": "/".join([". . . . . . . ."] * 8)})
    assert choose_move(state, 0, ACORN) == choose_move(state, 0, ENGINE) == "pass"


def test_chance_follows_from_the_position_and_its_name():
    state = start("numerica")
    chance = SeededChoice.of_position(state, 0)
    assert (
        chance
        == SeededChoice.of_position(stored_and_read(state), 0)
        != SeededChoice.of_position(state, 1)
    )
    assert sum(chance.happens(str(n), 30) for n in range(1000)) in range(250, 350)
    assert not any(chance.happens(str(n), 0) for n in range(100))
    assert all(chance.happens(str(n), 100) for n in range(100))
    shuffled = chance.shuffle("rack", "abcdefgh")
    assert sorted(shuffled) == list("abcdefgh") != shuffled
    assert shuffled == chance.shuffle("rack", "abcdefgh") != chance.shuffle("other", "abcdefgh")


def stored_and_read(state: State) -> State:
    """The same State, stored and read."""
    return type(state).from_json(json.loads(json.dumps(state.to_json())))


TOP = tournament.Match("digifeud", "sliderule", "engine")


def tournament_of(monkeypatch, results, *words: str) -> list[str]:
    """The lines that a tournament of Mainframe at Digifeud leaves behind."""
    words = ("--game", "digifeud", "--level", "mainframe", "--results", str(results), *words)
    monkeypatch.setattr(sys, "argv", ["levels", *words])
    tournament.main()
    return results.read_text().splitlines()


@pytest.mark.long
def test_a_tournament_goes_on_where_it_was(tmp_path, monkeypatch, capsys):
    results = tmp_path / "results"
    first = tournament_of(monkeypatch, results, "--games", "1")
    assert len(first) == 1
    second = tournament_of(monkeypatch, results, "--games", "2")
    assert second[:1] == first and len(second) == 2
    assert "| Digifeud | Mainframe against Engine | 2 |" in capsys.readouterr().out
    outdated = json.dumps({**json.loads(first[0]), "skills": "others"})
    results.write_text(outdated + "\n")
    assert tournament_of(monkeypatch, results, "--games", "1") == [outdated, *first]


@pytest.mark.long
def test_levels_are_tuned_with_other_deals_than_those_that_measure(tmp_path, monkeypatch):
    (measured,) = tournament_of(monkeypatch, tmp_path / "one", "--games", "1")
    (tuned,) = tournament_of(monkeypatch, tmp_path / "two", "--games", "1", "--deals", "tuning")
    assert json.loads(measured)["scores"] != json.loads(tuned)["scores"]
    with pytest.raises(SystemExit):
        tournament_of(monkeypatch, tournament.RESULTS, "--deals", "tuning")


def test_all_matches_go_on_alike_until_each_has_its_games():
    order = list(tournament.schedule(200, trials=400))
    assert len(order) == len(set(order)) == 36 * 200 + 3 * 400
    played = Counter(dict.fromkeys(tournament.FIRST_GAMES + tournament.NEIGHBOURS, 0))
    for match, _ in order[: 36 * 200]:
        played[match] += 1
        assert max(played.values()) - min(played.values()) <= tournament.GAMES_A_ROUND


@pytest.mark.slow
def test_each_level_starts_every_other_game_of_the_same_deal():
    one, other, next_deal = (tournament.play(TOP, number, "measured") for number in range(3))
    assert one.match == other.match == TOP and one.halves in (0, 1, 2)
    assert one.scores != other.scores != next_deal.scores
    assert (one.halves == 2) == (one.scores[1] > one.scores[0])


@pytest.mark.slow
def test_what_is_measured_are_games_won_and_the_points_of_the_middle_half():
    played = tournament.play(TOP, 0, "measured")._replace(halves=2, scores=(4, 9))
    more = [played._replace(halves=halves, scores=(0, 9 - halves)) for halves in (1, 0, 0)]
    trial = played._replace(lower=tournament.GREEDY, higher=tournament.PLANNING)
    found = tournament.measured([played, *more, trial])["digifeud"]
    assert found["pairs"] == [[0, 0, 0]] * 6 + [[1, 1, 2], [0, 0, 0]]
    assert found["points"] == [[-1] * 3] * 6 + [[0, 0, 0], [9, 9, 9], [-1] * 3]
    assert tournament.half_of([5, 1, 9, 3]) == (3, 5, 5)


@pytest.mark.slow
def test_a_report_shows_what_was_played_alone():
    played = tournament.play(TOP, 0, "measured")
    assert "| Digifeud | Engine against Slide rule | 1 |" in tournament.report([played])
    assert "Planning" not in tournament.report([played])
    trial = played._replace(lower=tournament.GREEDY, higher=tournament.PLANNING)
    assert "| Digifeud | Planning against Greedy | 1 |" in tournament.report([trial])


def test_the_difference_is_that_of_elos_formula():
    assert tournament.difference(0.5) == 0
    assert round(tournament.difference(0.64)) == 100


def test_the_interval_is_wilsons_and_holds_where_all_games_were_won():
    """For 64 of 100 Wilson gives 0.5424 to 0.7273."""
    bounds = [round(bound) for bound in tournament.interval(64, 100)]
    assert bounds == [30, 100, 170]
    low, middle, high = tournament.interval(20, 20)
    assert 200 < low < middle == high == math.inf
    assert tournament.interval(0, 20) == (-high, -middle, -low)
    low, middle, high = tournament.interval(10, 20)
    assert low < 0 == middle < high
