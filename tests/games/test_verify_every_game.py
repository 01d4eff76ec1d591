"""`verify` and `replay` over all four games: finished, running, left, and agreed to be drawn."""

import json

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from games.models import Game, GameSettings, PlayedMove
from games.rules import GAMES
from games.rules.record import parse
from games.services.deadlines import flag_fallen
from games.services.draw_offers import offer_draw
from games.services.moves import play_move
from games.services.start import start_game
from tests.rules.playthroughs import records

from .helpers import MINUTE

pytestmark = pytest.mark.django_db

PATHS = records()
PLAYED = [path for path in PATHS if "takeback" not in path.read_text()]  # among people nothing is


@pytest.fixture
def stored(db):
    """Every recorded game played through the services, whole or up to a ply."""
    names = ("Ada", "Ben", "Cleo", "Dov")
    users = [User.objects.create_user(name, f"{name}@example.org") for name in names]

    def made(path, moves: int | None = None) -> Game:
        record = parse(path.read_text())
        seats = len(record.headers.get("Scores", "0 0").split())
        game = start_game(
            GameSettings(record.headers["Game"], options=record.headers.get("Options", "")),
            users=users[:seats],
            seed=bytes.fromhex(record.headers["Seed"]),
            now=timezone.now(),
        )
        for line in record.moves[:moves]:
            game.refresh_from_db()
            make(game, line.text, users)
        game.refresh_from_db()
        return game

    return made


def make(game: Game, text: str, users: list[User]) -> None:
    """One line of a record."""
    asked = {"game_id": game.id, "ply": game.ply + 1, "now": timezone.now()}
    if text == "time":
        flag_fallen(game_id=game.id, now=game.deadline_at + MINUTE)
    elif text == "agreement":
        for user in users[:2]:
            offer_draw(user=user, **asked)
    elif text.startswith("resign "):
        play_move(user=users[int(text.split()[1]) - 1], text="resign", **asked)
    else:
        play_move(user=users[game.turn], text=text, **asked)


def printed(capsys, *words) -> tuple[int, list[str]]:
    """The status of a command and the lines that it prints."""
    capsys.readouterr()
    status = 0
    try:
        call_command(*map(str, words))
    except SystemExit as end:
        status = end.code
    return status, capsys.readouterr().out.splitlines()


@pytest.mark.long
def test_games_of_every_kind_verify_whole_and_in_their_middle(stored, capsys):
    whole = [stored(path) for path in PLAYED]
    half = [stored(path, len(parse(path.read_text()).moves) // 2) for path in PLAYED]
    assert {game.key for game in whole} == {game.key for game in half} == set(GAMES)
    assert {"agreement", "resign", "passes", "out", "tropes"} <= {g.termination for g in whole}
    assert all(game.ended_at is None for game in half)
    assert any(game.position.to_json().get("left") for game in half)
    count = len(whole) + len(half)
    assert printed(capsys, "verify") == (0, [f"{count} games, 0 differences"])
    assert printed(capsys, "verify", "--ratings") == (0, [f"{len(whole)} games, 0 differences"])


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize(
    ("name", "was", "instead"),
    [
        ("equate-four-stage-3-all-leave", '"left":[', '"left":[9,'),
        ("digifeud-out", '"directions":"2"', '"directions":"4"'),
        ("numeria-tropes", '"idle":', '"idle":1'),
    ],
)
def test_what_was_tampered_with_is_found_in_every_game(name, was, instead, stored, capsys):
    game = stored(next(path for path in PATHS if path.stem == name))
    assert was in game.state
    Game.objects.filter(pk=game.pk).update(state=game.state.replace(was, instead, 1))
    assert printed(capsys, "verify")[1] == [
        f"{game.id}: the stored state differs",
        "1 games, 1 differences",
    ]
    Game.objects.filter(pk=game.pk).update(state=game.state)
    PlayedMove.objects.filter(game=game, ply=1).update(points=77)
    assert printed(capsys, "verify")[1][0] == f"{game.id}: ply 1: the stored move differs"


def test_records_of_all_games_replay_in_one_go(capsys):
    status, lines = printed(capsys, "replay", *PATHS)
    assert status == 0 and len(lines) == len(PATHS)
    for path, line in zip(PATHS, lines, strict=True):
        record = parse(path.read_text())
        scores = record.headers["Scores"].replace(" ", "-")
        assert line == f"{path}: ok, {len(record.moves)} moves, {scores}"


def test_each_file_is_one_object_with_the_fields_of_the_notation(capsys):
    status, lines = printed(capsys, "replay", "--json", *PATHS)
    told = [json.loads(line) for line in lines]
    assert status == 0 and [one["file"] for one in told] == list(map(str, PATHS))
    for path, one in zip(PATHS, told, strict=True):
        record = parse(path.read_text())
        assert set(one) == {"file", "ok", "line", "code", "message", "scores", "moves"}
        assert one["ok"] and one["line"] is one["code"] is one["message"] is None
        assert one["scores"] == [int(score) for score in record.headers["Scores"].split()]
        for move, line in zip(one["moves"], record.moves, strict=True):
            assert set(move) == {"ply", "seat", "move", "runs", "points", "scores"}
            assert (move["ply"], move["move"]) == (line.ply, line.text)
            assert move["points"] == line.points and len(move["scores"]) == len(one["scores"])
            for run in move["runs"]:
                assert set(run) == {"text", "squares", "value", "points"}


def runs_in(capsys, name: str) -> list[dict]:
    path = next(path for path in PATHS if path.stem == name)
    _, (line,) = printed(capsys, "replay", "--json", path)
    return [run for move in json.loads(line)["moves"] for run in move["runs"]]


def test_a_trope_has_no_value_and_counts_one(capsys):
    tropes = runs_in(capsys, "numeria-tropes")
    assert tropes and all(run["value"] is None and run["points"] == 1 for run in tropes)
    assert all(len(run["text"].split(",")) == len(run["squares"]) == 4 for run in tropes)


def test_a_calculation_tells_its_numbers_as_they_are_read(capsys):
    first, *_ = runs_in(capsys, "digifeud-out")
    squares = ["3G", "4G", "5G", "6G", "7G"]
    assert first == {"text": "7+2=9", "squares": squares, "value": "9/1", "points": 16}
    texts = [run["text"] for run in runs_in(capsys, "digifeud-out")]
    assert "9*8=72" in texts  # two digits on one square


def test_a_line_of_equate_tells_its_tiles_and_its_exact_value(capsys):
    told = {run["text"]: run for run in runs_in(capsys, "equate-four-stage-3-all-leave")}
    assert (told["1/4=[1/4]"]["value"], told["1/4=[1/4]"]["points"]) == ("1/4", 22)
    assert (told["68/1[1/2]"]["value"], told["68/1[1/2]"]["points"]) == ("136/3", 0)
