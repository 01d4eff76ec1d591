"""Reviews made for a test."""

import asyncio
from copy import deepcopy
from functools import cache

from django.utils import timezone

from games.background.reviewer import Reviewer
from games.computers import worker
from games.models import Game, GameSettings
from games.rules.messages import Json
from games.services.start import start_game
from tests.games.helpers import MINUTE, play_record

from .helpers import recorded_game

SHORT = recorded_game("numerica-resign")
QUICK = {
    "exact": True,
    "plays": [],
    "best": None,
    "loss": 0,
    "kind": "",
    "values": {},
    "puzzle": "",
}


def make_all(seek=worker.review) -> None:
    """Make every review that waits."""

    async def made() -> None:
        while await Reviewer(seek).make_next():
            pass  # until none is left

    asyncio.run(made())


def remembered_review(question: worker.Question, text: str) -> Json:
    """The real thing, sought once for all tests that ask for the same move."""
    return deepcopy(_review(question, text))


@cache
def _review(question: worker.Question, text: str) -> Json:
    return worker.review(question, text, 5.0)


def the_first_moves(question, text, time_limit):
    """The real thing for some moves at the start, which is enough for what pages show."""
    early = len(question.position.view(None)["board"]) < 30
    return remembered_review(question, text) if early else QUICK


def finished_games(people):
    """Ada and Ben's game of a record, played to its end."""

    def played(record=SHORT) -> Game:
        users = [people.ada, people.ben][: len(record.headers["Scores"].split())]
        game = start_game(
            GameSettings(record.headers["Game"], options=record.headers["Options"]),
            users=users,
            seed=bytes.fromhex(record.headers["Seed"]),
            now=timezone.now() - 90 * MINUTE,
        )
        play_record(game, users, len(record.moves), timezone.now() - 60 * MINUTE, record)
        game.refresh_from_db()
        return game

    return played
