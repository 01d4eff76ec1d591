"""`manage.py seed_demo`: a few people and games to look at, played through the real services."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from allauth.account.models import EmailAddress
from django.core.management.base import BaseCommand

from accounts.models import User
from games.models import Game, GameSettings
from games.rules.record import parse
from games.services.invitations import create_invitation
from games.services.moves import play_move
from games.services.start import start_game
from games.store import site_time

RECORDS = Path(__file__).resolve().parents[2] / "demo"
PASSWORD = "equations-are-fun"  # noqa: S105 -- printed on purpose: these accounts are for everybody
MINUTES_A_MOVE = 7
INVITATIONS = (("numerica", "", "Cleo"), ("equate", "players=4", "Dov"))


class Command(BaseCommand):
    help = "Make the demo accounts and games, unless there are people already."

    def handle(self, *args: Any, **options: Any) -> None:
        if User.objects.filter(is_computer=False).exists():
            return
        for name in ("Ada", "Ben", "Cleo", "Dov"):
            _make_person(name)
        records = sorted(RECORDS.glob("*.game"), reverse=True)
        for number, path in enumerate(records):  # the oldest first, as ratings follow one another
            _play_record(path, days_ago=len(records) - number)
        for key, chosen, name in INVITATIONS:
            create_invitation(
                GameSettings(key, options=chosen),
                inviter=_person(name),
                now=site_time.now(),
                is_listed=True,
            )
        self.stdout.write(f"Demo accounts: Ada, Ben, Cleo, Dov; password: {PASSWORD}")


def _make_person(name: str) -> None:
    address = f"{name.lower()}@example.org"
    user = User.objects.create_user(name, address, PASSWORD)
    EmailAddress.objects.create(user=user, email=address, primary=True, verified=True)


def _person(name: str) -> User:
    return User.objects.get(username=name)


def _play_record(path: Path, days_ago: int) -> Game:
    """Play the record again, move by move, as if it had happened some days ago."""
    record = parse(path.read_text())
    names = (value for name, value in record.headers.items() if name.startswith("Player"))
    players = [_person(name) for name in names]
    is_running = record.headers["Result"] == "*"
    now = site_time.now() - timedelta(minutes=MINUTES_A_MOVE * (len(record.moves) + 1))
    now -= timedelta(0 if is_running else days_ago)
    game = start_game(
        GameSettings(
            record.headers["Game"], options=record.headers.get("Options", ""), rated=not is_running
        ),
        users=players,
        seed=bytes.fromhex(record.headers["Seed"]),
        now=now,
    )
    for move in record.moves:
        now += timedelta(minutes=MINUTES_A_MOVE)
        game.refresh_from_db(fields=["turn"])
        mover = players[game.turn or 0]
        play_move(game_id=game.id, user=mover, ply=move.ply, text=move.text, now=now)
    return game
