"""Games from their records, stopped some plies before their end."""

from pathlib import Path

from django.utils import timezone

from accounts.models import User
from games.models import Game, GameSettings, canonical_json
from games.rules import GAMES, record
from games.rules.seating import seats_of
from games.services.start import start_game
from tests.games.helpers import make_at_once

HERE = Path(__file__).parents[1]
RECORDED = HERE / "rules" / "playthroughs"
RECORDS = {
    "numerica": HERE / "records" / "whole-game.game",
    "equate": HERE / "records" / "equate-two.game",
    "digifeud": HERE / "records" / "digifeud-four-directions.game",
    "numeria": RECORDED / "numeria-tropes.game",
}
"""A whole game of each kind for two; in all of them the last six plies hold a play of each seat."""

SEED = bytes.fromhex("bc935d506d6a034cc511f1c79b94b2c5713932af29014564f7b526912e5a950b")
FIRST, FIRST_POINTS = "8D 3?=6-3", 13
"""The seed and the first move of the whole game of Numerica."""

NAMES = ("Ada", "Ben", "Cleo", "Dov")


def load(
    path: Path, plies_before_end: int = 6, people: list[User] | None = None
) -> tuple[Game, list[User], list[record.MoveEntry]]:
    """The game, its people in the order of their seats, and the moves that are left."""
    written = record.parse(path.read_text())
    key, options = written.headers["Game"], written.headers.get("Options", "")
    seats = seats_of(GAMES[key], record.parse_options(options))
    people = people or [
        User.objects.create_user(name, f"{name}@example.org") for name in NAMES[:seats]
    ]
    game = start_game(
        GameSettings(key, options=options),
        users=people,
        seed=bytes.fromhex(written.headers["Seed"]),
        now=timezone.now(),
    )
    make_at_once(game, written.moves[:-plies_before_end], timezone.now())
    return game, people, list(written.moves[-plies_before_end:])


def start_with(people: list[User], key: str, *piles: list[str], options: str = "") -> Game:
    """Start a game in which the first is to move and holds these tiles, one list for each bag."""
    game = start_game(
        GameSettings(key, options=options), users=people, seed=bytes(32), now=timezone.now()
    )
    data = game.position.to_json()
    data["turn"] = game.turn = 0
    if piles:
        data["stock"]["racks"][0] = [list(pile) for pile in piles]
    game.state = canonical_json(data)
    game.save()
    return game
