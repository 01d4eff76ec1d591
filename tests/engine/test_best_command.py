"""`manage.py best`: each position on a line gets its answer on a line, and nothing a traceback."""

import io
import json
import sys

import pytest
from django.core.management import CommandError, call_command

from games.engine.positions import read_position, recorded_position
from games.rules.record import replay
from games.rules.refusals import NotationError

from ..games.helpers import ROOT

RECORD = ROOT / "tests/records/whole-game.game"
WHOLE = replay(RECORD.read_bytes())
EMPTY_RANK = ". . . . . . . ."
LINE = f"{EMPTY_RANK}/. 1 2 3 . . . ./{EMPTY_RANK}/. . . . 4 . . ." + f"/{EMPTY_RANK}" * 4


def rows(size: int, **texts: str) -> list[str]:
    """An empty board but for some rows, counted from 1."""
    return [texts.get(f"row{number}", "." * size) for number in range(1, size + 1)]


NUMERICA = {"game": "numerica", "board": rows(15, row8=".......9=0+9-0."), "rack": "3+=12"}
EQUATE = {
    "game": "equate",
    "options": {"players": 3},
    "board": rows(19, row10=".........3/6=[1/2]....."),
    "rack": "[1/2]?+3",
}
DIGIFEUD = {
    "game": "digifeud",
    "options": {"directions": "4", "symbols": "+-*/"},
    "board": rows(13, row7="......8*9=[72].."),
    "rack": "99?12+-*",
}
NUMERIA = {"game": "numeria", "options": {"strict_primes": "on"}, "setup": LINE, "frozen": "b7"}
POSITIONS = {each["game"]: each for each in (NUMERICA, EQUATE, DIGIFEUD, NUMERIA)}


@pytest.fixture
def best(capsys, monkeypatch):
    """Run the command on some lines; its status and its answers."""

    def ran(*words, lines=()) -> tuple[int, list[dict]]:
        capsys.readouterr()
        text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
        data = text.encode("utf-8", "surrogateescape")
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        status = 0
        try:
            call_command("best", *map(str, words))
        except SystemExit as end:
            status = end.code
        return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return ran


@pytest.mark.parametrize("key", POSITIONS)
def test_a_position_is_answered_with_plays_that_the_rules_take(best, key):
    status, (answer,) = best("--top", 3, "--ms", 20_000, "-", lines=[POSITIONS[key]])
    assert status == 0 and answer.keys() == {"plays", "best", "exact", "ms"}
    assert len(answer["plays"]) == 3 and answer["exact"] is True
    assert isinstance(answer["ms"], int) and answer["ms"] >= 0
    state = read_position(POSITIONS[key])
    for play in answer["plays"]:
        verdict = state.check(0, play["move"])
        assert (verdict.text, verdict.points) == (play["move"], play["points"])
    assert answer["best"] == answer["plays"][0]["points"]


def test_plays_that_differ_in_their_blanks_alone_are_listed_once(best):
    """With a blank for the 8, the 1 or neither it is one play, and the blank is better kept."""
    position = DIGIFEUD | {"rack": "981?+", "options": {}}
    _, (answer,) = best("--top", 8, lines=[position])
    shown = [(play["move"], play["points"]) for play in answer["plays"]]
    assert shown[0] == ("K7 .+9=[81]", 162) and all(points < 162 for _, points in shown[1:])
    assert len({move.replace("?", "") for move, _ in shown}) == len(shown) == 8


def test_five_plays_are_usual_and_a_file_will_do(best, tmp_path):
    path = tmp_path / "positions"
    path.write_text("\n".join(map(json.dumps, [DIGIFEUD, NUMERIA])) + "\n\n")
    status, answers = best(path)
    assert status == 0 and [len(answer["plays"]) for answer in answers] == [5, 5]


def test_without_a_legal_play_there_is_no_best(best):
    nothing = {**DIGIFEUD, "rack": ""}
    stuck = {"game": "numeria", "setup": "/".join([EMPTY_RANK] * 8), "frozen": None}
    _, answers = best(lines=[nothing, stuck])
    for answer in answers:
        assert (answer["plays"], answer["best"], answer["exact"]) == ([], None, True)


def test_the_frozen_tile_is_neither_moved_nor_taken(best):
    free = {**NUMERIA, "frozen": None}
    _, (frozen, taken) = best("--top", 1, lines=[NUMERIA, free])
    assert taken["best"] == 1 and frozen["best"] == 0


def test_an_opponent_whose_tiles_are_not_known_holds_some():
    state = read_position(EQUATE)
    assert state.seats == 3 and state.turn == 0
    assert [state.stock.count_held_by(seat) for seat in range(3)] == [4, 9, 9]
    assert state.seen_by(0) == state
    everything = len(state.stock.supplies[0].tiles.full_bag())
    assert len(state.stock.bags[0]) == everything - 4 - 2 * 9 - 4  # an = comes from no bag


WRONG = [
    "nonsense",
    "[1]",
    "{",
    "[" * 50_000,
    '{"game": "numerica", "board": 7' + "7" * 5000 + "}",
    '{"game": "\udc80"}',
    {},
    {"game": ["numerica"]},
    {"game": "chess"},
    {**NUMERICA, "options": {"players": 3}},
    {**NUMERICA, "options": ["x"]},
    {**DIGIFEUD, "options": "directions=3"},
    {**DIGIFEUD, "options": "directions"},
    {**NUMERICA, "board": None},
    {**NUMERICA, "board": rows(15)[1:]},
    {**NUMERICA, "board": rows(15, row3="................")},
    {**NUMERICA, "board": rows(15, row3="......[1/2]........")},
    {**NUMERICA, "board": rows(15, row3="......?........")},
    {**NUMERICA, "board": rows(15, row3="......??........")},
    {**NUMERICA, "board": rows(15, row3="......[.........")},
    {**NUMERICA, "board": [7] * 15},
    {**DIGIFEUD, "board": rows(13, row3="[123]............")},
    {**NUMERICA, "rack": None},
    {**NUMERICA, "rack": ["3"]},
    {**NUMERICA, "rack": "3a"},
    {**NUMERICA, "rack": "3" * 10},
    {**NUMERICA, "rack": "3" * 1000},
    {**DIGIFEUD, "rack": "[13]"},
    {**EQUATE, "rack": "3=3"},
    {**EQUATE, "rack": "3" * 10},
    {**EQUATE, "rack": "[1/7]"},
    {**EQUATE, "board": rows(19, row3="[1/2" + "." * 18)},
    {**EQUATE, "board": rows(15)},
    {**NUMERIA, "setup": None},
    {**NUMERIA, "setup": LINE.replace("4", "3")},
    {**NUMERIA, "setup": LINE.replace("4", "37")},
    {**NUMERIA, "setup": LINE + "/"},
    {**NUMERIA, "frozen": "a1"},
    {**NUMERIA, "frozen": "z9"},
    {**NUMERIA, "frozen": 7},
]


@pytest.mark.parametrize("line", WRONG, ids=str)
def test_a_malformed_line_is_told_so_and_the_others_are_answered(best, line):
    status, answers = best("--top", 1, lines=[NUMERIA, line, "", NUMERIA])
    assert status == 1 and len(answers) == 3
    assert answers[1].keys() == {"error"} and answers[1]["error"].keys() == {"code", "message"}
    assert answers[1]["error"]["code"] == "notation" and answers[1]["error"]["message"]
    assert answers[0]["plays"] == answers[2]["plays"] != []


def test_a_line_too_long_to_be_a_position_is_one_error(best):
    status, answers = best(lines=['{"game": "' + "x" * 250_000 + '"}', NUMERIA])
    assert status == 1 and [set(answer) & {"error"} for answer in answers] == [{"error"}, set()]


def test_a_position_of_a_record_is_that_of_who_made_the_move(best):
    for ply in (1, 5):
        status, (answer,) = best("--top", 2, "--record", RECORD, "--ply", ply)
        move = WHOLE.moves[ply - 1]
        assert status == 0 and answer["best"] >= move.verdict.points
        state = recorded_position(replay(RECORD.read_bytes()), ply)
        assert state.turn == move.seat and state.seen_by(state.turn) == state
        assert state.check(move.seat, answer["plays"][0]["move"]).points == answer["best"]


def without_seed(path, folder):
    """The same record as of a game whose draws nobody knows."""
    lines = path.read_text().splitlines()
    counted = folder / "counted.game"
    counted.write_text("\n".join(x for x in lines if not x.startswith(("[Seed", "[Commitment"))))
    return counted


def test_a_record_that_is_over_or_shorter_or_without_racks_is_an_error(best, tmp_path):
    counted = without_seed(RECORD, tmp_path)
    for words, code in (
        (("--record", RECORD), "game-over"),
        (("--record", RECORD, "--ply", len(WHOLE.moves) + 2), "notation"),
        (("--record", counted, "--ply", 1), "notation"),
        (("--record", tmp_path / "nowhere"), "notation"),
    ):
        status, (answer,) = best(*words)
        assert (status, answer["error"]["code"]) == (1, code), words


def test_a_record_without_hidden_tiles_needs_no_seed(best, tmp_path):
    numeria = without_seed(ROOT / "tests/rules/records/numeria-21-003.game", tmp_path)
    for ply in (1, 2):
        status, (answer,) = best("--record", numeria, "--ply", ply)
        assert status == 0 and len(answer["plays"]) == 5


@pytest.mark.parametrize("words", [("nowhere",), ("--top", "0"), ("--ms", "-5"), ("--ply", "x")])
def test_words_that_make_no_sense_are_refused(best, words):
    with pytest.raises(CommandError):
        best(*words)


def test_a_refusal_is_a_sentence_for_people():
    with pytest.raises(NotationError, match="the board has 13 rows of 13 squares"):
        read_position({**DIGIFEUD, "board": []})
