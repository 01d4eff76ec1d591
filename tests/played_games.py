"""Games played from their records, or ended in every other way, for tests to look at."""

from datetime import datetime, timedelta
from pathlib import Path

from django.utils import timezone

from accounts.models import User
from games.models import Game, GameSettings
from games.rules import GAMES
from games.rules.record import ENDING_WORDS, Record, parse
from games.services.aborts import call_off
from games.services.computer_games import start_against_computers
from games.services.deadlines import flag_fallen
from games.services.draw_offers import offer_draw
from games.services.moves import play_move
from games.services.start import start_game
from games.services.takebacks import take_back
from tests.games.helpers import ROOT

RECORDS = {
    "numerica": ROOT / "tests/records/whole-game.game",
    "equate": ROOT / "tests/records/equate-two.game",
    "digifeud": ROOT / "tests/records/digifeud-four-directions.game",
    "numeria": ROOT / "tests/rules/playthroughs/numeria-tropes.game",
}
"""A whole game of each kind for two; in all of them the last six plies hold a play of each seat."""

SHORT = {
    "numerica": "numerica-resign",
    "equate": "equate-stage-1",
    "digifeud": "digifeud-resign",
    "numeria": "numeria-tropes",
}
"""A game of each kind that is soon reviewed."""

NAMES = ("Ada", "Ben", "Cleo", "Dov")


def recorded(name: str) -> Path:
    """One of the games that guard the rules."""
    return ROOT / "tests/rules/playthroughs" / f"{name}.game"


def played(
    path: Path, people: list[User], plies: int | None = None, *, is_private: bool = False
) -> Game:
    """Play the recorded game for `plies` plies, or to its first line that is no player's move."""
    record = parse(path.read_text())
    seats = people[: len(record.headers["Scores"].split())]
    now = timezone.now() - timedelta(hours=2)
    game = start_game(
        GameSettings(
            record.headers["Game"], options=record.headers.get("Options", ""), is_private=is_private
        ),
        users=seats,
        seed=bytes.fromhex(record.headers["Seed"]),
        now=now,
    )
    _make_moves(game, record, seats, now, plies)
    game.refresh_from_db()
    return game


def _make_moves(
    game: Game, record: Record, seats: list[User], now: datetime, plies: int | None
) -> None:
    for line in record.moves[:plies]:
        if line.text in ENDING_WORDS:
            return
        game.refresh_from_db()
        mover = seats[game.turn or 0]
        play_move(game_id=game.id, user=mover, ply=line.ply, text=line.text, now=now)


def left_out_of_turn(people: list[User]) -> Game:
    """A game of four that somebody left while another was to move, and another wants to end."""
    game = played(recorded("equate-four-junior-out"), people, 9)
    turn, now = game.turn or 0, timezone.now()
    gone, asking = people[(turn + 1) % 4], people[turn]
    play_move(game_id=game.id, user=gone, ply=10, text="resign", now=now)
    call_off(game_id=game.id, user=asking, ply=11, now=now)
    return game


def called_off(people: list[User]) -> Game:
    """A game that was called off after one move."""
    game = played(RECORDS["equate"], people, 1)
    call_off(game_id=game.id, user=people[1], ply=2, now=timezone.now())
    return game


def taken_back(person: User) -> Game:
    """A game against a computer in which a pass was taken back."""
    pk = on_turn("numerica", person)
    wanted = {"game_id": pk, "user": person, "now": timezone.now()}
    play_move(**wanted, ply=1, text="pass")
    take_back(**wanted, ply=1)
    return Game.objects.get(pk=pk)


def drawn(people: list[User]) -> Game:
    """A game in which a draw is offered."""
    game = played(RECORDS["numeria"], people, 4)
    offer_draw(game_id=game.id, user=people[game.turn or 0], ply=game.ply + 1, now=timezone.now())
    return game


def flagged(people: list[User]) -> Game:
    """A game that somebody's time ended."""
    game = played(RECORDS["digifeud"], people, 3)
    flag_fallen(game_id=game.id, now=timezone.now() + timedelta(days=30))
    return game


def on_turn(key: str, person: User) -> str:
    """A game against a computer that waits for this person's first move."""
    seeds = (bytes([number]) * 32 for number in range(256))
    seed = next(seed for seed in seeds if GAMES[key].new(seed=seed, options={}).turn == 0)
    game = start_against_computers(
        GameSettings(key), user=person, computers=["Abacus"], now=timezone.now(), seed=seed
    )
    return game.id
