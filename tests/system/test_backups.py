"""A copy that is made while people play holds all that was acknowledged before, and is proven."""

from pathlib import Path

import pytest

from tests.prepared import prepared_folder
from tests.servers import Server
from tests.system.at_once import expect_verified, printed
from tests.tiers import some_of

pytestmark = [pytest.mark.system, pytest.mark.wider, pytest.mark.fault("F16")]

PLAY = """
import secrets
import threading
from django.core.management import call_command
from django.utils import timezone
from accounts.models import User
from games.models import Game, GameSettings, PlayedMove
from games.services.moves import play_move
from games.services.start import start_game

users = [User.objects.create_user(name) for name in ("Ada", "Ben")]
settings, now = GameSettings("digifeud"), timezone.now()
games = [start_game(settings, users=users, seed=secrets.token_bytes(32), now=now) for _ in range(ROUNDS)]
is_over = threading.Event()

def play(game):
    while not is_over.is_set():
        game.refresh_from_db()
        if game.turn is None:
            return
        user = game.players.get(seat=game.turn).user
        play_move(game_id=game.id, user=user, ply=game.ply + 1, text="pass", now=timezone.now())

for game in games[:2]:
    play_move(game_id=game.id, user=game.players.get(seat=game.turn).user, ply=1, text="pass", now=now)
before = PlayedMove.objects.count()
threads = [threading.Thread(target=play, args=[game]) for game in games]
for thread in threads:
    thread.start()
call_command("backup", "COPY", stdout=open("/dev/null", "w"))
is_over.set()
for thread in threads:
    thread.join()
print(before, Game.objects.count())
"""
BEGUN_WHILE_ANOTHER_ENDS = """
from pathlib import Path
from games.management import copies

kept, others = copies.os.fsync, []

def fsync(number):
    kept(number)
    if not others:
        others.append(True)
        copies.copy_to(Path("COPY"))

copies.os.fsync = fsync
try:
    copies.copy_to(Path("COPY"))
except copies.CopyFault as fault:
    print(fault)
"""
PRODUCTION = {  # in which no folder is made for secrets
    "SITE_URL": "https://numerica.example",
    "SECRET_KEY": "no-secret-" * 6,
    "STAFF_PATH": "0a1b2c3d4e5f60718293a4b5c6d7e8f9",
}
COUNT = """
from games.models import Game, PlayedMove
print(PlayedMove.objects.count(), Game.objects.count())
"""


@pytest.fixture
def empty(request, tmp_path, unserved) -> Server:
    """A site of the same kind whose database is empty."""
    folder = tmp_path / "restored"
    folder.mkdir()
    if not unserved.database_url:
        return Server(folder)
    return Server(folder, request.getfixturevalue("postgres").new_database())


@pytest.fixture
def copy(tmp_path) -> Path:
    return tmp_path / "copy"


def test_what_was_acknowledged_before_is_in_a_copy_made_while_people_play(
    unserved, empty, copy, figures
):
    rounds = figures.add("games", some_of(6, 10))
    moves, games = map(int, printed(unserved, PLAY.replace("COPY", str(copy)), rounds))
    figures.add("moves acknowledged before", moves)
    restored = empty.manage("restore", str(copy))
    assert restored.returncode == 0, restored.stdout + restored.stderr
    assert restored.stdout.count(" 0 differences") == 2
    moves_there, games_there = map(int, printed(empty, COUNT, 1))
    assert moves_there >= moves > 0 and games_there == games == rounds
    expect_verified(unserved)
    assert list(copy.parent.glob(".*")) == []


@pytest.mark.long
def test_no_copy_and_no_database_is_written_over(unserved, empty, copy):
    assert unserved.manage("backup", str(copy)).returncode == 0
    size = copy.stat().st_size
    again = unserved.manage("backup", str(copy))
    assert again.returncode == 1 and "is there already" in again.stderr
    onto = unserved.manage("restore", str(copy))
    assert onto.returncode == 1 and "not empty" in onto.stderr
    assert copy.stat().st_size == size and "Traceback" not in again.stderr + onto.stderr
    expect_verified(unserved)


@pytest.mark.long
@pytest.mark.parametrize("spoilt", ["cut", "nonsense", "none"])
def test_of_a_copy_that_is_not_whole_nothing_is_made(unserved, empty, copy, spoilt):
    assert unserved.manage("backup", str(copy)).returncode == 0
    whole = copy.read_bytes()
    if spoilt == "none":
        copy.unlink()
    else:
        copy.write_bytes(whole[: len(whole) // 2] if spoilt == "cut" else b"nonsense")
    refused = empty.manage("restore", str(copy))
    assert refused.returncode == 1 and "Traceback" not in refused.stderr, refused.stderr
    assert refused.stderr.startswith("CommandError: ")
    copy.unlink(missing_ok=True)
    copy.write_bytes(whole)
    assert empty.manage("restore", str(copy)).returncode == 0


@pytest.mark.long
def test_a_copy_of_another_kind_of_database_is_refused(unserved, empty, copy, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    if unserved.database_url:
        Server(prepared_folder(other)).manage("backup", str(copy))
    else:
        copy.write_bytes(b"PGDMP and what follows")
    refused = empty.manage("restore", str(copy))
    assert refused.returncode == 1 and "no copy of a database of this kind" in refused.stderr


def test_of_two_copies_of_one_name_at_once_one_is_made_and_the_other_is_told(unserved, copy):
    told = printed(unserved, BEGUN_WHILE_ANOTHER_ENDS.replace("COPY", str(copy)), 1)
    assert " ".join(told) == f"{copy} is there already."
    assert list(copy.parent.glob(".*")) == []


def test_where_there_is_no_database_there_is_no_copy_either(tmp_path, copy):
    """As where the environment of the site was forgotten: an empty copy would be found too late."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    told = Server(elsewhere).manage("backup", str(copy))
    assert told.returncode == 1 and told.stderr.startswith("CommandError: There is no database at")
    assert not copy.exists() and not (elsewhere / "numerica.sqlite3").exists()


def test_a_copy_is_restored_on_a_machine_that_has_no_folder_for_it_yet(tmp_path, copy):
    site = tmp_path / "site"
    site.mkdir()
    assert Server(prepared_folder(site)).manage("backup", str(copy)).returncode == 0
    restored = Server(tmp_path / "new" / "machine", **PRODUCTION).manage("restore", str(copy))
    assert restored.returncode == 0, restored.stderr


def test_a_copy_that_cannot_be_written_is_told(unserved, tmp_path):
    told = unserved.manage("backup", str(tmp_path / "nowhere" / "copy"))
    assert told.returncode == 1 and "Traceback" not in told.stderr
    assert told.stderr.startswith("CommandError: ")
