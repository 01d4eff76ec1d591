"""Records of games played elsewhere: stored once, marked, and nobody's but their names'."""

import io
import sys
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.models import Game, PlayedMove
from games.rules.record import RecordError, replay
from games.services import imports
from games.services.deadlines import settle_overdue
from games.services.imports import import_game
from ratings.models import Highlight, RatingChange, Standing

from .helpers import HTMX, ROOT, SEED, WHOLE, all_rows, post_move, sentence_of, words_of

pytestmark = pytest.mark.django_db

GOOD = ROOT / "tests/records/whole-game.game"
TEXT = GOOD.read_text()
RECORDS = ROOT / "tests/rules/records"
FINISHED = [
    path
    for path in sorted(RECORDS.glob("*.game"))
    if ".bad." not in path.name and '[Result "*"]' not in path.read_text()
]
BAD = sorted(RECORDS.glob("*.bad.game"))
HEADERS = "\n".join(line for line in TEXT.splitlines() if line.startswith("["))


@pytest.fixture
def run(capsys):
    """Run a command; its status and the lines it prints."""

    def ran(*words) -> tuple[int, list[str]]:
        capsys.readouterr()
        status = 0
        try:
            call_command(*map(str, words))
        except SystemExit as end:
            status = end.code
        return status, capsys.readouterr().out.splitlines()

    return ran


@pytest.fixture
def write(tmp_path):
    """A record file with this in it."""

    def written(text: str | bytes, name: str = "some.game"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return written


@pytest.fixture
def imported(run) -> Game:
    """The whole recorded game, imported."""
    assert run("import_record", GOOD)[0] == 0
    return Game.objects.get()


def with_header(name: str, value: str | None) -> str:
    lines = [line for line in TEXT.splitlines() if not line.startswith(f"[{name} ")]
    return "\n".join([f'[{name} "{value}"]'] * (value is not None) + lines) + "\n"


def unfinished(moves: int) -> str:
    headers = [
        line
        for line in HEADERS.splitlines()
        if not line.startswith(("[Result", "[Scores", "[Term"))
    ]
    return (
        "\n".join([*headers, *(f"{m.ply} {m.text} {m.points:+d}" for m in WHOLE.moves[:moves])])
        + "\n"
    )


# --- what is stored ---


def test_a_record_becomes_a_finished_game_of_names(run):
    status, lines = run("import_record", GOOD)
    game = Game.objects.get()
    assert (status, lines) == (0, [f"{GOOD}: imported, 28 moves, 453-353: /games/{game.id}/"])
    assert game.is_imported and not game.rated and game.turn is None and game.deadline_at is None
    assert (game.seed, game.ply, game.termination) == (SEED, 28, "out")
    assert game.started_at == game.ended_at == datetime(2026, 11, 20, tzinfo=UTC)
    players = [(p.seat, p.user, p.name, p.shown_name, p.score, p.rank) for p in game.players.all()]
    assert players == [(0, None, "Ada", "Ada", 453, 1), (1, None, "Ben", "Ben", 353, 2)]
    moves = [(move.ply, move.text, move.points) for move in game.moves.all()]
    assert moves == [(line.ply, line.text, line.points) for line in WHOLE.moves]


@pytest.mark.parametrize("path", FINISHED, ids=lambda path: path.stem)
def test_every_good_record_is_stored_so_that_verify_agrees(path, run):
    has_seed = "[Seed " in path.read_text()
    status, lines = run("import_record", path)
    assert status == (0 if has_seed else 1) and Game.objects.count() == int(has_seed)
    assert run("verify") == (0, [f"{int(has_seed)} games, 0 differences"])


def test_an_imported_game_is_stored_as_if_it_had_been_played_here(imported, start):
    played = start(moves=len(WHOLE.moves))
    for name in ("key", "options", "seed", "state", "ply", "turn", "termination"):
        assert getattr(imported, name) == getattr(played, name)
    fields = ("ply", "seat", "text", "points", "detail")
    assert list(imported.moves.values_list(*fields)) == list(played.moves.values_list(*fields))
    assert list(imported.players.values_list("seat", "score", "rank")) == list(
        played.players.values_list("seat", "score", "rank")
    )


def test_the_record_of_an_imported_game_is_the_one_it_came_from(imported, client):
    again = replay(client.get(f"/games/{imported.id}/record/").content)
    assert again.fault is None and again.record.moves == tuple(
        type(line)(new.line_number, line.ply, line.text, line.points)
        for line, new in zip(WHOLE.moves, again.record.moves, strict=True)
    )
    named = {name: value for name, value in again.record.headers.items() if name != "Site"}
    assert named == dict(WHOLE.headers)


@pytest.mark.parametrize("clock", ["300+5", "0+0", "3d", "14d+5d", "999999999d", ""])
def test_the_clock_and_the_times_of_a_record_are_kept_and_shown(clock, run, write, client):
    times = [f"{number}.{number % 10}" for number in range(len(WHOLE.moves))]
    lines = [line for line in TEXT.splitlines() if line and not line.startswith("[")]
    timed = [f"{line} {{{time}}}" for line, time in zip(lines, times, strict=True)]
    headers = with_header("Clock", clock).partition("\n\n")[0]
    run("import_record", write("\n".join([headers, "", *timed, ""])))
    game = Game.objects.get()
    assert game.time_control == clock
    page = client.get(f"/games/{game.id}/")
    assert page.status_code == 200
    assert f"took {len(WHOLE.moves) - 1}s" in words_of(page)
    record = client.get(f"/games/{game.id}/record/").content.decode()
    assert record.splitlines()[-len(timed) :] == timed
    assert (f'[Clock "{clock}"]' in record) == bool(clock)


@pytest.mark.parametrize(
    ("said", "when"),
    [
        ("1999.12.31", datetime(1999, 12, 31, tzinfo=UTC)),
        ("2024-02-29", datetime(2024, 2, 29, tzinfo=UTC)),
        ("1000.01.01", datetime(1000, 1, 1, tzinfo=UTC)),
        *[
            (said, None)
            for said in (
                None,
                "",
                "????.??.??",
                "2023.02.29",
                "2023.13.01",
                "0000.00.00",
                "9999.12.31",
                "1999.12.31 12:00",
                "1999",
                "٢٠٢٤.٠١.٠١",
                "yesterday",
            )
        ],
    ],
)
def test_the_date_is_the_headers_if_it_is_one_that_has_come(said, when, run, write):
    before = timezone.now()
    assert run("import_record", write(with_header("Date", said)))[0] == 0
    game = Game.objects.get()
    if when is None:
        assert before <= game.ended_at <= timezone.now()
    else:
        assert game.ended_at == game.started_at == game.changed_at == when
    assert {move.played_at for move in game.moves.all()} == {game.ended_at}


@pytest.mark.parametrize(
    ("said", "name"),
    [
        (None, "Player 1"),
        ("", "Player 1"),
        ("   ", "Player 1"),
        ("Ada Lovelace", "Ada Lovelace"),
        ("x" * 99, "x" * 40),
        ("\u202eadA", "adA"),
        ("a\x00\x07b", "ab"),
        ("\u200b", "Player 1"),
        ("  a \t b ", "a b"),
        ("<b>Zoë</b>", "<b>Zoë</b>"),
        ("y" * 39 + "  z", "y" * 39),
    ],
)
def test_names_of_an_imported_game_lose_characters_that_cannot_be_seen(
    said, name, run, write, client
):
    assert run("import_record", write(with_header("Player1", said)))[0] == 0
    game = Game.objects.get()
    assert game.players.get(seat=0).name == name
    page = client.get(f"/games/{game.id}/")
    assert page.status_code == 200 and "<b>Zoë" not in page.content.decode()


@pytest.mark.slow
def test_a_record_of_somebody_here_is_still_nobodys(run, people, browser):
    assert run("import_record", GOOD)[0] == 0
    assert not people.ada.seats.exists()
    assert "<b>453</b>" not in browser(people.ada).get("/@Ada/").content.decode()
    assert 'href="/@Ada/"' not in browser().get(f"/games/{Game.objects.get().id}/").content.decode()


# --- once ---


def test_the_same_record_is_stored_once(run, write):
    run("import_record", GOOD)
    game, before = Game.objects.get(), all_rows()
    renamed = write(with_header("Player1", "Somebody").replace(SEED, SEED.upper()))
    for path in (GOOD, renamed):
        assert run("import_record", path) == (
            0,
            [f"{path}: is here already, nothing was stored: /games/{game.id}/"],
        )
    assert all_rows() == before
    assert run("import_record", GOOD, GOOD)[0] == 0 and Game.objects.count() == 1


def test_the_record_of_a_game_played_here_is_not_stored_again(run, start):
    game = start(moves=len(WHOLE.moves))
    assert run("import_record", GOOD)[1][0].endswith(f"nothing was stored: /games/{game.id}/")
    assert Game.objects.count() == 1


@pytest.mark.slow
def test_another_game_of_the_same_seed_is_stored(run, write, start):
    start(moves=3)  # still running: its seed is known to nobody
    resigned = unfinished(2) + "3 resign +0\n"
    assert run("import_record", GOOD, write(resigned))[0] == 0
    assert Game.objects.filter(is_imported=True).count() == 2
    assert run("verify")[0] == 0


# --- what is refused ---


REFUSED = {
    "nothing": (b"", 1, "header"),
    "zeros": (b"\x00\x01\x02" * 100, 1, "notation"),
    "a picture": (b"\x89PNG\r\n\x1a\n", 1, "notation"),
    "UTF-16": (TEXT.encode("utf-16"), 1, "notation"),
    "too much": (b"1 " * 600_000, 1, "notation"),
    "another game": (with_header("Game", "chess"), 1, "header"),
    "a seed of another name": (
        TEXT.replace("[Seed", "[Sead"),
        TEXT[: TEXT.index("[Seed")].count("\n") + 1,
        "header",
    ),
    "no seed": (with_header("Seed", None).replace("[Commitment", "[Was"), 1, "header"),
    "another seed": (with_header("Seed", "0" * 64), None, "header"),
    "not begun": (unfinished(0), 1, "header"),
    "not finished": (unfinished(5), len(unfinished(5).splitlines()), "header"),
    "other scores": (with_header("Scores", "454 353"), 1, "header"),
    "another result": (with_header("Result", "2-1"), 1, "header"),
    "other points": (TEXT.replace("+13", "+14"), 13, "score"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_no_finished_record_is_refused_in_one_line(what, run, write):
    data, line, code = REFUSED[what]
    before, path = all_rows(), write(data)
    status, lines = run("import_record", path)
    assert status == 1 and len(lines) == 1
    name, said_line, said_code, sentence = lines[0].split(":", 3)
    assert name == str(path) and said_code.strip() == code and len(sentence) > 15
    assert line is None or int(said_line) == line
    assert "Traceback" not in lines[0] and all_rows() == before


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_bad_record_is_refused_as_replay_refuses_it(path, run):
    before = all_rows()
    assert run("import_record", path) == run("replay", path, path)[:1] + (
        run("replay", path, path)[1][:1],
    )
    assert all_rows() == before


def test_one_bad_file_does_not_stop_the_others(run, tmp_path):
    status, lines = run("import_record", BAD[0], tmp_path, tmp_path / "nowhere.game", GOOD)
    assert status == 1 and len(lines) == 4 and ": imported, " in lines[3]
    assert all(":1: notation: this file cannot be read" in line for line in lines[1:3])
    assert Game.objects.count() == 1


def test_a_dash_reads_the_standard_input(run, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(GOOD.read_bytes())))
    assert run("import_record", "-")[1][0].startswith("-: imported, 28 moves, 453-353: /games/")


def test_a_fault_while_storing_stores_nothing(monkeypatch):
    def fail(*_):
        raise RuntimeError("the disk is full")

    before = all_rows()
    monkeypatch.setattr(imports, "finish_game", fail)
    with pytest.raises(RuntimeError):
        import_game(replayed=replay(TEXT), now=timezone.now())
    assert all_rows() == before and not PlayedMove.objects.exists()


def test_the_service_refuses_what_the_command_refuses():
    for text in (
        "nonsense",
        unfinished(3),
        with_header("Seed", None).replace("[Commitment", "[Was"),
    ):
        with pytest.raises(RecordError):
            import_game(replayed=replay(text), now=timezone.now())
    assert not Game.objects.exists()


# --- what it is here ---


@pytest.mark.slow
def test_an_imported_game_is_marked_wherever_it_is_shown(imported, start, client):
    played = start(moves=len(WHOLE.moves))
    heading = (
        client.get(f"/games/{imported.id}/").content.decode().split("<h1>")[1].split("</h1>")[0]
    )
    assert "imported" in heading and "rated" not in heading
    assert "imported" not in words_of(client.get(f"/games/{played.id}/"))
    rows = client.get("/games/").content.decode()
    assert rows.count("imported") == 1
    assert "imported" in rows.split(f'href="/games/{imported.id}/"')[1].split("</a>")[0]


def test_an_imported_game_counts_for_nobody(imported):
    assert not any(model.objects.exists() for model in (Standing, RatingChange, Highlight))


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("who", ["ada", None])
def test_nobody_sits_in_an_imported_game(who, imported, people, browser, nothing_happens):
    client = browser(who and getattr(people, who))
    html = client.get(f"/games/{imported.id}/").content.decode()
    assert 'id="rack"' not in html and "Rematch" not in html
    for ply in (1, 29):
        nothing_happens(lambda ply=ply: post_move(client, imported, "pass", ply), 403)
    nothing_happens(lambda: post_move(client, imported, "resign", **HTMX), 403)
    nothing_happens(lambda: client.post(f"/games/{imported.id}/check/", {"text": "pass"}), 403)
    response = nothing_happens(lambda: client.post(f"/games/{imported.id}/rematch/"), 403)
    assert sentence_of(response) == "Only the players of a game can move in it."


def test_no_deadline_ends_an_imported_game_again(imported):
    assert settle_overdue(timezone.now() + timedelta(days=9999)) == 0
