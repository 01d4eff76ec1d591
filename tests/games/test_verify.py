"""The commands that check: stored games against their moves, records against the rules."""

import io
import json
import sys

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from games.management.commands import prepare_database, restore
from games.models import Game, Invitation, PlayedMove, Player
from games.rules import GAMES
from games.services.deadlines import flag_fallen
from games.services.moves import play_move

from .helpers import ROOT, WHOLE, all_rows

DEMO = sorted(path.name for path in (ROOT / "games/demo").glob("*.game"))

pytestmark = pytest.mark.django_db

GOOD = ROOT / "tests/records/whole-game.game"
RECORDS = ROOT / "tests/rules/records"
BAD = RECORDS / "numerica-11-001.unequal.bad.game"


@pytest.fixture
def run(capsys):
    """Run a command; its status and what it prints."""

    def ran(*words, **more) -> tuple[int, str]:
        capsys.readouterr()
        status = 0
        try:
            call_command(*map(str, words), **more)
        except SystemExit as end:
            status = end.code
        return status, capsys.readouterr().out

    return ran


# --- verify ---


def test_a_copy_with_a_broken_game_has_its_ratings_made_again_as_well(run, start, monkeypatch):
    monkeypatch.setattr(restore, "make_from", lambda path: None)
    monkeypatch.setattr(prepare_database.Command, "_prepare_sqlite", lambda command: None)
    start(moves=2)
    Game.objects.update(ply=1)
    status, said = run("restore", "copy")
    assert status == 1 and "1 games, 1 differences" in said
    assert said.endswith("0 games, 0 differences\n")


@pytest.mark.slow
def test_the_demo_has_no_difference(run, db):
    run("seed_demo")
    assert run("verify") == (0, f"{len(DEMO)} games, 0 differences\n")


@pytest.mark.slow
def test_every_ending_verifies(start, run):

    for text in ("resign", "pass", "time"):
        game = start()
        for ply in range(1, 4 if text == "pass" else 2):
            game.refresh_from_db()
            mover = game.players.get(seat=game.turn).user
            if text == "time":
                flag_fallen(game_id=game.id, now=game.deadline_at)
            else:
                play_move(game_id=game.id, user=mover, ply=ply, text=text, now=timezone.now())
    start(moves=len(WHOLE.moves))
    assert run("verify") == (0, "4 games, 0 differences\n")
    assert Game.objects.filter(ended_at=None).count() == 0


def rows(model, game: Game):
    return model.objects.filter(game=game)


TAMPERINGS = {
    "one byte of the state": lambda game: Game.objects.filter(pk=game.pk).update(
        state=game.state.replace('"idle":0', '"idle":1')
    ),
    "a space in the state": lambda game: Game.objects.filter(pk=game.pk).update(
        state=game.state + " "
    ),
    "two tiles of a rack": lambda game: Game.objects.filter(pk=game.pk).update(
        state=game.state.replace('"racks":[[["', '"racks":[[["9","')
    ),
    "the seed": lambda game: Game.objects.filter(pk=game.pk).update(seed="0" * 64),
    "the ply": lambda game: Game.objects.filter(pk=game.pk).update(ply=game.ply + 1),
    "the turn": lambda game: Game.objects.filter(pk=game.pk).update(
        turn=None if game.turn == 0 else 0
    ),
    "the termination": lambda game: Game.objects.filter(pk=game.pk).update(termination="idle"),
    "the end": lambda game: Game.objects.filter(pk=game.pk).update(
        ended_at=None if game.ended_at else timezone.now()
    ),
    "a score": lambda game: rows(Player, game).filter(seat=0).update(score=1),
    "a rank": lambda game: rows(Player, game).filter(seat=1).update(rank=3),
    "the best score": lambda game: Game.objects.filter(pk=game.pk).update(best_score=1),
    "a player's end": lambda game: (
        rows(Player, game).filter(seat=1).update(ended_at=None if game.ended_at else timezone.now())
    ),
    "a player's row": lambda game: rows(Player, game).filter(seat=1).delete(),
    "points": lambda game: rows(PlayedMove, game).filter(ply=2).update(points=99),
    "a detail": lambda game: rows(PlayedMove, game).filter(ply=2).update(detail="{}"),
    "a seat": lambda game: rows(PlayedMove, game).filter(ply=2).update(seat=0),
    "a text": lambda game: rows(PlayedMove, game).filter(ply=2).update(text="pass"),
    "a text not as written": lambda game: (
        rows(PlayedMove, game).filter(ply=2).update(text="E7  6.2+4")
    ),
    "no move at all": lambda game: rows(PlayedMove, game).filter(ply=2).update(text="nonsense"),
    "a missing first row": lambda game: rows(PlayedMove, game).filter(ply=1).delete(),
    "a missing row": lambda game: rows(PlayedMove, game).filter(ply=2).delete(),
    "a missing last row": lambda game: rows(PlayedMove, game).filter(ply=game.ply).delete(),
    "one row too many": lambda game: PlayedMove.objects.create(
        game=game,
        ply=game.ply + 1,
        seat=0,
        text="pass",
        points=0,
        detail="{}",
        played_at=timezone.now(),
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("moves", [5, len(WHOLE.moves)], ids=["running", "ended"])
@pytest.mark.parametrize("what", TAMPERINGS)
def test_whatever_was_tampered_with_is_found(what, moves, start, run):
    sound, game = start(moves=2), start(moves=moves)
    TAMPERINGS[what](game)
    status, said = run("verify")
    assert status == 1 and f"{game.id}: " in said and sound.id not in said
    assert said.splitlines()[-1].startswith("2 games, ")


def test_verify_writes_nothing(start, run):
    TAMPERINGS["points"](start(moves=5))
    before = all_rows()
    run("verify")
    assert all_rows() == before


# --- replay ---


def test_a_good_record_prints_its_score_sheet_and_ok(run):
    status, said = run("replay", GOOD)
    lines = said.splitlines()
    assert status == 0 and lines[-1] == f"{GOOD}: ok, 28 moves, 453-353"
    assert lines[0].split() == "1 1 8D 3?=6-3 3 = 6 − 3 +13 13-0".split()
    assert len(lines) == 29


def test_a_bad_record_stops_at_the_line_that_is_wrong(run):
    expected = json.loads(BAD.with_suffix(".json").read_text())
    status, said = run("replay", BAD)
    last = said.splitlines()[-1]
    assert status == 1 and last.startswith(f"{BAD}:{expected['line']}: {expected['codes'][0]}: ")
    assert len(last.split(": ", 2)[2]) > 10


def test_several_records_print_one_line_each(run):
    status, said = run("replay", GOOD, BAD, GOOD)
    assert status == 1 and len(said.splitlines()) == 3
    assert [": ok, " in line for line in said.splitlines()] == [True, False, True]
    assert run("replay", GOOD, GOOD)[0] == 0


def test_json_prints_one_object_a_line(run):
    status, said = run("replay", "--json", GOOD, BAD)
    good, bad = map(json.loads, said.splitlines())
    assert status == 1 and good["ok"] and not bad["ok"]
    assert good["scores"] == [453, 353] and len(good["moves"]) == 28 and good["code"] is None
    (run_of_first,) = good["moves"][0].pop("runs")
    assert good["moves"][0] == {
        "ply": 1,
        "seat": 1,
        "move": "8D 3?=6-3",
        "points": 13,
        "scores": [13, 0],
    }
    squares = ["8D", "8E", "8F", "8G", "8H"]
    assert run_of_first == {"text": "3=6-3", "squares": squares, "value": "3/1", "points": 13}
    assert bad["code"] == "unequal" and bad["scores"] is None and bad["file"] == str(BAD)


@pytest.mark.parametrize(
    "words", [["replay"], ["replay", "--json"], ["import_record"]], ids=" ".join
)
def test_no_record_can_write_over_what_is_said_of_it_on_a_terminal(words, run, tmp_path):
    record = tmp_path / "some.game"
    first = "\r0.game: ok\x1b[K\u202e\x9b"
    record.write_text(GOOD.read_text().replace('[First "1"]', f'[First "{first}"]'))
    status, said = run(*words, record)
    assert status == 1 and "0.game: ok" in said
    assert said.removesuffix("\n").isprintable()


def test_a_record_whose_draws_cannot_be_checked_is_not_told_as_one_whose_were(run, tmp_path):
    seedless, broken = tmp_path / "seedless.game", tmp_path / "broken.game"
    text = GOOD.read_text()
    seedless.write_text(
        "".join(line for line in text.splitlines(keepends=True) if not line.startswith("[Seed "))
    )
    broken.write_text(text.replace("[Seed ", "[Sead "))
    lines = f"{GOOD}: ok, 28 moves, 453-353\n{seedless}: ok, 28 moves, 453-353\n"
    assert run("replay", GOOD, seedless) == (0, lines)
    told = io.StringIO()
    assert run("replay", GOOD, seedless, stderr=told)[0] == 0
    assert told.getvalue() == f"{seedless}: draws not checked: no seed\n"
    status, said = run("replay", broken)
    line = text[: text.index("[Seed ")].count("\n") + 1
    assert status == 1 and said.splitlines()[-1].startswith(f"{broken}:{line}: header: ")
    asked = run("replay", "--json", GOOD, seedless, stderr=told)[1]
    found = [json.loads(line) for line in asked.splitlines()]
    assert [(each["ok"], each["message"]) for each in found] == [
        (True, None),
        (True, None),
    ]
    assert told.getvalue().count("no seed") == 2


def test_a_score_sheet_shows_an_equation_that_earns_nothing(run, tmp_path):
    """D4 of Digifeud allows an outcome of 0."""
    path = tmp_path / "zero.game"
    moves = "1 7G 1+1=2 +3\n2 K5 2-.=0 +0\n"
    path.write_text(f'[Game "digifeud"]\n[First "1"]\n\n{moves}')
    status, said = run("replay", path)
    assert status == 0 and "1 + 1 = 2" in said and "2 − 2 = 0" in said


def test_a_dash_reads_the_standard_input(run, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(GOOD.read_bytes())))
    assert run("replay", "-")[1].splitlines()[-1] == "-: ok, 28 moves, 453-353"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "header"),
        (b"\x00\x01\x02" * 100, "notation"),
        (b"\xff\xfe[\x00G\x00", "notation"),
        (b"\x89PNG\r\n\x1a\n", "notation"),
        (b'[Game "numerica"]\n[First "1"]\n\n1 8F \xf0\x28 +0\n', "notation"),
        (b"1 " * 600_000, "notation"),
    ],
)
def test_a_file_that_is_no_record_is_told_in_one_line(data, code, run, tmp_path):
    path = tmp_path / "some.game"
    path.write_bytes(data)
    status, said = run("replay", path)
    assert status == 1 and len(said.splitlines()) == 1
    assert said.startswith(f"{path}:") and f": {code}: " in said and "Traceback" not in said


@pytest.mark.parametrize("name", ["nowhere.game", ".", "a\0b"])
def test_a_file_that_cannot_be_read_is_told_in_one_line(name, run, tmp_path):
    status, said = run("replay", f"{tmp_path}/{name}", GOOD)
    assert status == 1 and said.splitlines()[0].endswith(":1: notation: this file cannot be read")
    assert ": ok, " in said.splitlines()[1]


# --- seed_demo ---


@pytest.mark.slow
def test_the_demo_is_made_once(run, db):
    status, said = run("seed_demo")
    assert status == 0 and "equations-are-fun" in said
    assert sorted(User.objects.values_list("username", flat=True)) == ["Ada", "Ben", "Cleo", "Dov"]
    running = [name for name in DEMO if "unfinished" in name]
    assert Game.objects.filter(ended_at=None).count() == len(running) > 0
    assert Game.objects.count() == len(DEMO)
    assert {game.key for game in Game.objects.all()} == set(GAMES)
    assert all(invitation.is_listed for invitation in Invitation.objects.all())
    before = all_rows()
    assert run("seed_demo") == (0, "")
    assert all_rows() == before


def test_the_demo_is_not_made_where_there_are_people(run, people):
    before = all_rows()
    assert run("seed_demo") == (0, "")
    assert all_rows() == before


@pytest.mark.slow
def test_a_demo_person_can_sign_in(run, browser):
    run("seed_demo")
    response = browser().post("/accounts/login/", {"login": "ada", "password": "equations-are-fun"})
    assert response.status_code == 302


@pytest.mark.parametrize(
    "damage",
    [{"seed": "zz"}, {"options": "a=b"}, {"key": "xx"}, {"state": "{}"}, {"deadline_at": None}],
    ids=str,
)
@pytest.mark.parametrize("which", ["verify", "verify --ratings"])
def test_a_game_that_cannot_be_read_is_named_and_stops_nothing(start, run, damage, which):
    broken, whole = start(moves=3), start(moves=5)
    Game.objects.filter(pk=broken.pk).update(**damage)
    status, printed = run(*which.split())
    if which == "verify":
        assert status == 1 and broken.id in printed and whole.id not in printed
    assert printed.splitlines()[-1].startswith(("2 games", "0 games"))


def test_a_line_as_long_as_a_file_may_be_is_no_move_and_takes_no_time(run, tmp_path):
    path = tmp_path / "long.game"
    path.write_text('[Game "numerica"]\n[First "1"]\n\n1 a' + " " * 900_000 + "b\n")
    assert run("replay", path) == (1, f"{path}:4: notation: this is not a line of a game record\n")


def test_a_file_without_end_is_not_read_to_its_end(run):
    status, printed = run("replay", "/dev/zero")
    assert status == 1 and "too large" in printed
