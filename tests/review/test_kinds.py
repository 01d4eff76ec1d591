"""What kind of miss it was: a true and a false example of each rule, checked by hand."""

from dataclasses import replace

import pytest

from games.engine.positions import read_position
from games.presentation.sentences import listed_run
from games.review import kinds_of, review_move
from games.review.analysis import REVIEWS
from games.review.base import SeenPosition
from games.rules import GAMES
from games.rules.moves import verdict_to_json
from games.rules.numeria import Trope
from games.rules.numeria.constants import MAX_SCORELESS_TURNS
from games.rules.numeria.movement import LINES4
from games.rules.record import play_entry
from tests.games.helpers import demo_record
from tests.review.seen import at


def missed(position, made, *better):
    """What the judge of the game says of a move, the better ones being known."""
    check = position.state.check
    found = [check(position.seat, text) for text in better]
    return REVIEWS[position.state.key].find_miss(position, check(position.seat, made), found)


LINE = ("8F 2=1+1",)
SIX_EIGHTHS, NINE, LONG = "6/8=3/42", "4/-6=-2/3", "29+2=113-"

NUMERICA = {
    # kind: rack, plays before, the move made, the best play, what was lost
    "turn, a swap": ("turn", "33+=61", (), "swap 1", "8F 3+3=6", 13),
    "turn, a pass": ("turn", "33+=61", (), "pass", "8F 3+3=6", 13),
    # 9 with the blank as a 6 of 4 points, 10 with it as a 3 of 3 points; 13 without it
    "blank": ("blank", "33+=6?", (), "8F 3+3=?6", "8F ?3+3=6", 1),
    "blank, kept": ("blank", "33+=6?", (), "8F 3+3=?6", "8F 3+3=6", 4),
    "no blank: elsewhere": ("place", "16*2=13+?", (), "8E 1+6*2=1?3", "8F ?1+6*2=13", 19),
    # the example NP4 of the rules: the last tile on 2E doubles 18
    "place": ("place", "1+6*2=13", (), "8E 1+6*2=13", "8F 1+6*2=13", 18),
    "no place: turned round": ("tiles", "1+6*2=13", (), "8E 13=1+6*2", "8F 1+6*2=13", 18),
    # 6/8 is 3/4, so +60: 4 + 5 + 5 + 1 + 3 + 5 + 3 = 26 and 60 against 2 + 1 + 4 + 5 + 3 = 15
    "fraction": ("fraction", SIX_EIGHTHS, (), "8F 2=6/3", "8F 6/8=3/4", 71),
    # NP8: 40 for the value -2/3, but 50 for nine tiles: 154 against 15
    "bingo, more than the fraction": ("bingo", NINE, (), "8F 2=6/3", "8G 4/-6=-2/3", 139),
    # NP7 and NP8: both lay nine
    "no bingo: both lay nine": ("place", NINE, (), "8E 4/-6=-2/3", "8G 4/-6=-2/3", 6),
    # NP6: 22 = 1 + 19 + 2, doubled, against 2 + 1 + 1 + 2 + 1 = 7 down column F
    "extension": ("extension", LONG, LINE, "F9 =1+1", "8E 2.....9+2", 35),
    # 1 + 1 + 3 + 3 + 2 = 10 down column J: it begins at a tile and makes no equation longer
    "no extension: it crosses": ("other", LONG, LINE, "F9 =1+1", "J9 =3-2", 3),
    "tiles": ("tiles", "1+6*2=13", (), "8E 13=1+6*2", "8F 1+6*2=13", 18),
    "no tiles: other ones": ("other", "33+=624", (), "8F 2+4=6", "8F 3+3=6", 1),
    # NP4: 18, doubled on 2E; 2 + 1 + 1 + 2 + 1 = 7 on no premium square
    "premium": ("premium", "1+6*2=131", (), "8G 2=1+1", "8F 1+6*2=13", 29),
    # 4 + 4 + 2 + 1 + 1 + 2 = 14 on no premium square
    "no premium: larger tiles": ("other", "6*2=12+11", (), "8G 2=1+1", "8F 6*2=12", 7),
}


@pytest.mark.parametrize("name", NUMERICA)
def test_a_miss_in_numerica_is_called_by_what_was_missed(name):
    kind, rack, plays, made, best, loss = NUMERICA[name]
    found = missed(at("numerica", rack, plays), made, best)
    assert (found.kind, found.loss) == (kind, loss)


def test_the_reduction_is_told():
    assert missed(at("numerica", SIX_EIGHTHS), "8F 2=6/3", "8F 6/8=3/4").values == {
        "line": "6/8=3/4",
        "value": "3/4",
        "bonus": 60,
        "unreduced": "6/8",
    }
    # no side shows it: the 2/4 that stood there has become 2/4+0
    position = at("numerica", "+0=26/3", ("8D 1/2=2/4",))
    assert missed(position, "H9 =6/3", "8K +0").values == {
        "line": "1/2=2/4+0",
        "value": "1/2",
        "bonus": 20,
        "unreduced": "",
    }


def test_the_line_that_could_be_longer_is_told():
    # NP6: the line itself is all that the play earns
    assert missed(at("numerica", LONG, LINE), "F9 =1+1", "8E 2.....9+2").values == {
        "old": "2=1+1",
        "line": "22=1+19+2",
        "points": 42,
    }


def test_a_line_is_told_with_what_its_blanks_stand_for():
    for rack, text, said in [
        ("29+?", "8E 2.....9+?2", "22 = 1 + 19 + 2 (blank: 2)"),
        ("92??", "8E ?2.....9?+2", "22 = 1 + 19 + 2 (blanks: 2, +)"),
        ("229+", "8E 2.....9+2", "22 = 1 + 19 + 2"),
    ]:
        position = at("numerica", rack, LINE).state
        detail = verdict_to_json(position.check(0, text), position.layout)
        assert listed_run(text, detail, "22=1+19+2") == said


def test_a_move_that_extends_the_same_line_did_not_miss_it():
    # 2=1+1=2 is no equality (N7), 2=1+1=3-1 is one: 7 and 1 + 3 + 3 + 1 more
    found = missed(at("numerica", LONG, LINE), "8K =3-1", "8E 2.....9+2")
    assert found.kind == "other" and found.loss > 0


@pytest.mark.parametrize("key", list(GAMES))
def test_ties_are_no_misses(key):
    position, made, best = {
        "numerica": (at("numerica", "33+=6"), "8F 3+3=6", "8G 3+3=6"),
        "equate": (at("equate", "257+"), "10J 2+5=7", "10J 7=2+5"),
        "digifeud": (at("digifeud", "235+"), "7E 2+3=5", "G5 2+3=5"),
        "numeria": (demo_position(2), "g3-e5", "f3-d5"),
    }[key]
    points = [position.state.check(position.seat, text).points for text in (made, best)]
    assert points[0] == points[1] and missed(position, made, best) is None


def test_equate_knows_no_bonus_for_fractions():
    assert "fraction" in kinds_of("numerica") and "fraction" not in kinds_of("equate")


def test_in_equate_a_missed_extension_is_called_one():
    # E8: the old line counts again; 72 + 5 = 77 against a line of its own
    position = at("equate", ["7", "7", "1", "+", "6"], ("10H 2+5=7",))
    found = missed(position, "J11 +1=6", "10G 7.....7")
    assert found.kind == "extension"
    assert found.values == {"old": "2+5=7", "line": "72+5=77", "points": 10}


def test_in_equate_a_single_tile_to_start_with_is_judged_like_any_move():
    """E22: it forms no line, and earns nothing; EP1 of the rules would have earned 28."""
    position = at("equate", ["2", "4", "/", "3", "8", "5"])
    found = missed(position, "10J 5", "10J 24/3=8")
    assert (found.kind, found.loss) == ("premium", 28)  # on 3S and 2E, without them 10
    assert review_move(position.state, 0, "10J 5", 5)["loss"] >= 28


def test_in_equate_a_missed_play_of_nine_tiles_is_called_one():
    position = at("equate", ["1", "2", "-", "4", "*", "2", "5", "-", "1"])
    assert missed(position, "10J 4-2=2", "10E 12-4*2=5-1").kind == "bingo"
    assert missed(position, "pass", "10E 12-4*2=5-1").kind == "turn"


DIGIFEUD = {
    # DP1 and DP2 of the rules: the 9 or the outcome on the blue centre
    "place": ("place", "8972*", (), "7C 8*9=[72]", "7E 8*9=[72]", 1),
    # 10 and 1 or 9 for the blue centre: the outcome is the same
    "colours": ("colours", "1910+", (), "7G 1+9=[10]", "7G 9+1=[10]", 8),
    # 2 + 1 and 9 + 1: the centre earns the same
    "no colours: a larger outcome": ("outcome", "11289+", (), "7G 1+1=2", "7G 1+8=9", 7),
    # 1 + 8 and 7 + 8 with the same tiles
    "tiles": ("tiles", "817-", (), "7G 8-7=1", "7G 8-1=7", 6),
    "no tiles: other ones": ("outcome", "817326-", (), "7G 8-7=1", "7G 8-2=6", 5),
    "turn": ("turn", "11289+", (), "pass", "7G 1+8=9", 10),
}


@pytest.mark.parametrize("name", DIGIFEUD)
def test_a_miss_in_digifeud_is_called_by_what_was_missed(name):
    kind, rack, plays, made, best, loss = DIGIFEUD[name]
    found = missed(at("digifeud", rack, plays), made, best)
    assert (found.kind, found.loss) == (kind, loss)


def demo_position(ply):
    """A position of the demo game of Numeria, before this move."""
    record = demo_record("cleo-dov-numeria.game")
    state = GAMES["numeria"].new(seed=bytes.fromhex(record.headers["Seed"]), options={})
    for line in record.moves[: ply - 1]:
        state = play_entry(state, line.text).after
    return SeenPosition(state, state.turn)


def test_in_numeria_a_trope_that_was_there_and_not_taken_is_called_missed():
    # the 2 jumps to d5, where 2, 12, 22, 32 stand in steps of 10
    position = demo_position(4)
    found = missed(position, "a1-a2", "f3-d5 x d5-g5")
    assert (found.kind, found.loss) == ("trope", 1)
    assert missed(position, "f3-d5 x d5-g5", "f3-d5 x d5-g5") is None


def drawn(ranks, scores=(0, 0), frozen=None):
    """Return a position of Numeria from its ranks; `scores`: the tropes each seat has taken."""
    state = read_position({"game": "numeria", "setup": ranks, "frozen": frozen})
    trope = Trope((33, 34, 35, 36), LINES4[0])
    return SeenPosition(replace(state, taken=tuple((trope,) * count for count in scores)), 0)


NOTHING = ". . . . . . . ./"
# the 4 may go to e7 beside 1, 2, 3 or to e2 beside 13, 14, 15, where the 16 can go as well
HANDS_OVER = (
    f"{NOTHING}. 1 2 3 . . . ./{NOTHING}. . . . 4 . . 16/{NOTHING}{NOTHING}"
    ". 13 14 15 . . . ./. . . . . . . ."
)


def test_in_numeria_a_trope_that_lets_the_other_win_was_not_missed():
    """With two tropes the other needs one more: who takes 1 to 4 leaves 13 to 16 to him."""
    blocking, state = "e5-e2", drawn(HANDS_OVER).state
    assert not any(" x " in text for text in state.play(0, blocking).after.legal_moves())
    answers = state.play(0, "e5-e7 x b7-e7").after.legal_moves()
    assert [text for text in answers if " x " in text] == ["h5-e2 x b2-e2"]
    found = missed(drawn(HANDS_OVER, (0, 2)), "e5-e7 x b7-e7", blocking)
    assert (found.kind, found.values["wins"]) == ("handed", True)
    found = missed(drawn(HANDS_OVER, (0, 2)), blocking, blocking)
    assert (found.kind, found.loss, found.values) == ("", 0, {"is_declined": True})
    assert missed(drawn(HANDS_OVER, (0, 1)), blocking, blocking).kind == "trope"
    assert missed(drawn(HANDS_OVER, (2, 2)), blocking, blocking).kind == "trope"


def test_in_numeria_a_trope_that_a_move_allows_the_opponent_is_called_handed_over():
    # the 19 was what stood in the way of nothing; the 12 on e5 and the 22, 32 beside it were left
    position = demo_position(3)
    found = missed(position, "h1-b1", "c5-d5")
    assert (found.kind, found.loss) == ("handed", 1)
    assert (found.values["text"], found.values["numbers"]) == ("f3-d5", [2, 12, 22, 32])
    assert missed(position, "c5-d5", "c5-d5") is None  # the 13 stands on d5: nobody can


def test_in_numeria_the_turn_that_ends_the_game_hands_nothing_over():
    """M10: after a hundred turns without a trope nobody moves any more."""
    position = demo_position(3)
    last = replace(position, state=replace(position.state, scoreless_turns=MAX_SCORELESS_TURNS - 1))
    assert last.state.play(last.seat, "h1-b1").after.turn is None
    assert missed(last, "h1-b1", "c5-d5") is None


# --- puzzles ---


def puzzle(position, *found, are_all=True):
    verdicts = [position.state.check(position.seat, text) for text in found]
    return REVIEWS[position.state.key].find_puzzle(position, verdicts, are_all)


def test_a_play_far_ahead_makes_a_puzzle():
    position = at("numerica", SIX_EIGHTHS)
    assert puzzle(position, "8F 6/8=3/4", "8F 2=6/3") == "far"
    # NP8 and NP7: 154 and 148
    assert puzzle(at("numerica", NINE), "8G 4/-6=-2/3", "8E 4/-6=-2/3") == ""


def test_the_only_play_makes_a_puzzle_if_it_is_sure_that_there_is_no_other():
    position = at("numerica", SIX_EIGHTHS)
    assert puzzle(position, "8F 2=6/3") == "only"
    assert puzzle(position, "8F 2=6/3", are_all=False) == ""


def test_plays_that_differ_in_their_blanks_alone_are_one_and_the_one_without_is_kept():
    """72 + 9 with a 9 newly on blue, in three places, whether or not the blank is the 8 or the 1."""
    position = at("digifeud", "981?+", ("7E 8*9=[72]",))
    found = review_move(position.state, 0, "pass")["plays"]
    assert found[:3] == [["7I .+9=[81]", 90], ["I7 .+9=[81]", 90], ["I5 9+.=[81]", 90]]
    assert all(points < 90 for _, points in found[3:])


def test_a_play_far_ahead_is_so_however_its_blanks_may_lie():
    # DP1 of the rules, 81; with these tiles 8*1=8 on the same squares is the next at best
    found = review_move(at("digifeud", "8972?*").state, 0, "pass")
    first, second = found["plays"][:2]
    is_far = first[1] - second[1] >= 20 and 2 * first[1] >= 3 * second[1]
    assert is_far == (found["puzzle"] == "far")


def test_the_only_play_is_one_in_every_order_of_its_tiles():
    """Two ways to write one equation on the same squares are two plays that earn points."""
    position = at("numerica", "33+=6")
    assert review_move(position.state, 0, "pass")["puzzle"] == ""
    assert review_move(at("equate", "5+").state, 0, "pass")["puzzle"] == ""


def test_the_only_play_is_no_puzzle_where_it_earns_by_going_out_alone():
    """9 - 9 = 0 with the 9 on the board: 0 points, and the last number is laid."""
    state = at("digifeud", "90-", ("7E 8*9=[72]",)).state
    stock = replace(state.stock, bags=tuple(replace(bag, pile=0) for bag in state.stock.bags))
    position = SeenPosition(replace(state, stock=stock), 0)
    verdict = state.check(0, "G7 .-9=0")
    assert verdict.points == 0 and position.total_points(verdict) > 0
    assert puzzle(position, verdict.text) == ""


def test_the_only_trope_makes_a_puzzle():
    assert puzzle(demo_position(4), "f3-d5 x d5-g5", "c5-d5") == "trope"
    assert puzzle(demo_position(3), "c5-d5", "f3-e4") == ""
