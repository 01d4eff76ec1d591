"""Thousands of pairs of random games that differ in hidden tiles alone: the same bytes for others.

Few looks at many positions; test_hidden_same_bytes.py takes every look at a few.
"""

from dataclasses import replace
from random import Random

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.live import fragments
from games.models import Game, GameSettings
from games.rules import GAMES
from games.rules.record import format_options, parse
from games.selectors import tables
from games.services.moves import play_move
from games.services.start import start_game
from tests.faults import Figures
from tests.rules.random_records import played
from tests.tiers import times

from .helpers import JSON, MINUTE, make_at_once
from .worlds import Case, Worlds, difference, whole

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PAIRS = times(16, 32, 3000) // len(GAMES)
CHOICES = ("play", "swap", "pass")


class Pair:
    """A random game at a random moment, in two worlds; and what others are told of it."""

    def __init__(self, key: str, number: int, people: list[User]) -> None:
        self.dice = Random(f"pair {key} {number}")
        self.found = next(
            game for game in (played(key, 1000 * number + more) for more in range(99)) if game.moves
        )
        plies = self.dice.randrange(len(self.found.moves))
        state = self.found.states[plies]
        self.users = people[: state.seats]
        hidden = self.dice.randrange(state.seats)
        self.others = [user for seat, user in enumerate(self.users) if seat != hidden]
        self.now = timezone.now() - 90 * MINUTE
        record = parse(self.found.text())
        settings = GameSettings(key, options=format_options(state.options, self.found.options))
        game = start_game(settings, users=self.users, seed=self.found.seed, now=self.now)
        make_at_once(game, record.moves[:plies], self.now)
        self.worlds = Worlds(Game.objects.get(pk=game.pk), Case(record, plies, hidden))

    @property
    def next_text(self) -> str:
        """The next move of the record, if it is of who has the hidden tiles, and shows none of them.

        Who draws from another bag is shown other tiles, as is right.
        """
        plies = self.worlds.case.plies
        move, after = self.found.moves[plies], self.found.states[plies + 1]
        is_told = move.verdict.kind in CHOICES and after.outcome is None
        is_theirs = move.seat == self.worlds.game.turn == self.worlds.case.hidden
        return move.verdict.text if is_told and is_theirs else ""

    def told(self, number: int, clients) -> list[tuple[str, bytes]]:
        """What these get in one world, before and after the next move."""
        state = self.worlds.enter(number)
        seen = self._looks(clients)
        if self.next_text and state.turn is not None:
            mover = self.users[state.turn]
            ply, now = self.worlds.game.ply + 1, self.now + MINUTE
            play_move(
                game_id=self.worlds.game.id, user=mover, ply=ply, text=self.next_text, now=now
            )
            seen += self._looks(clients)
        return seen

    def _looks(self, clients) -> list[tuple[str, bytes]]:
        address = f"/games/{self.worlds.game.id}/"
        racks = [world.stock.hands[self.worlds.case.hidden] for world in self.worlds.states]
        tiles = sorted({tile for rack in racks for tile in rack})
        drafts = [f"swap {tile}" for tile in tiles[:2]] + [f"8H {tile}=1" for tile in tiles[:1]]
        seen = []
        for who, client in clients.items():
            for part in ("", "live/", "text/", "record/"):
                seen.append((f"{who}: {part}", whole(client.get(address + part))))
            for text in [*drafts, "c3-c4"]:
                answer = client.post(f"{address}check/", {"text": text}, **JSON)
                seen.append((f"{who}: check {text}", whole(answer)))
                refused = client.post(f"{address}move/", {"text": text, "ply": 99}, **JSON)
                seen.append((f"{who}: move {text}", whole(refused)))
        return seen


@pytest.fixture
def people(db) -> list[User]:
    return [User.objects.create_user(name) for name in ("Ada", "Ben", "Dov", "Eli")]


@pytest.fixture
def compare(people, browser):
    """The differences of a pair, which is forgotten afterwards; and how many bytes were compared."""
    clients = {user: browser(user) for user in people}
    stranger = browser()
    for client in (*clients.values(), stranger):
        client.get("/")

    def compared(key: str, number: int) -> tuple[list[str], int]:
        with transaction.atomic():
            pair = Pair(key, number, people)
            reader = pair.dice.choice(pair.others)
            readers = {"another": clients[reader], "nobody": stranger}
            one, other = [pair.told(world, readers) for world in (0, 1)]
            transaction.set_rollback(True)
        assert [what for what, _ in one] == [what for what, _ in other]
        pairs = zip(one, other, strict=True)
        found = [difference(what, a, b) for (what, a), (_, b) in pairs if a != b]
        return found, sum(len(told) for _, told in one)

    yield compared
    fragments.clear()


@pytest.mark.fault("F12")
@pytest.mark.wider
@pytest.mark.parametrize("key", GAMES)
def test_whatever_tiles_are_hidden_others_get_the_same_bytes(key, compare, figures: Figures):
    for number in range(PAIRS):
        found, size = compare(key, number)
        assert found == [], f"pair {number}: {found[:3]}"
        figures.add("pairs", 1)
        figures.add("bytes compared", size)


@pytest.mark.fault("F12")
@pytest.mark.parametrize("key", [key for key in GAMES if key != "numeria"])
def test_a_page_that_tells_what_a_hidden_rack_is_worth_is_found(key, compare, monkeypatch):
    """A leak in a number that nobody would suspect: some pair shows it."""
    honest = tables.table_of

    def leaking(game, seat, **how):
        worth = sum(
            game.position.stock.points_held_by(other)
            for other in range(game.position.seats)
            if other != seat
        )
        return replace(honest(game, seat, **how), time=f"{3 + worth} days a move")

    monkeypatch.setattr(tables, "table_of", leaking)
    assert any(compare(key, number)[0] for number in range(4))
