"""Games stored before a migration are the games that the rules make today."""

import importlib
import json

import pytest
from django.apps import apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from games.models import Game, Player, canonical_json
from games.rules.interface import State
from games.rules.numerica import State as Numerica
from games.rules.record import play_entry

from .helpers import ROOT, SEED, WHOLE

pytestmark = pytest.mark.django_db

STOCK = importlib.import_module("games.migrations.0003_stock_in_the_state")
# The states of the whole recorded game after some plies, as they were stored before.
BEFORE = json.loads((ROOT / "tests/records/states-before-the-stock.json").read_text())


def state_after(plies: int) -> State:
    """The position that the seed and the moves lead to."""
    state: State = Numerica.new(seed=bytes.fromhex(SEED), options={})
    for line in WHOLE.moves[:plies]:
        state = play_entry(state, line.text).after
    return state


def stored(state: str, key: str = "numerica") -> Game:
    now = timezone.now()
    return Game.objects.create(
        key=key, days_per_move=3, seed=SEED, state=state, started_at=now, changed_at=now
    )


@pytest.fixture
def games() -> dict[int, Game]:
    """Rows as they were: the start, a position with a blank on the board, the last, the end."""
    return {int(plies): stored(canonical_json(data)) for plies, data in BEFORE.items()}


def test_a_state_stored_before_is_the_state_of_its_seed_and_moves(games):
    STOCK.forwards(apps, None)
    assert sorted(games) == [0, 6, len(WHOLE.moves) - 1, len(WHOLE.moves)]
    for plies, game in games.items():
        game.refresh_from_db()
        expected = state_after(plies)
        assert game.position == expected
        assert game.state == canonical_json(expected.to_json())


def test_migrating_back_restores_the_same_bytes(games):
    STOCK.forwards(apps, None)
    assert not Game.objects.filter(state__contains='"drawn"').exists()
    STOCK.backwards(apps, None)
    for plies, game in games.items():
        game.refresh_from_db()
        assert game.state == canonical_json(BEFORE[str(plies)])


def test_every_batch_is_rewritten_and_no_other_game(games, monkeypatch):
    monkeypatch.setattr(STOCK, "BATCH", 3)
    more = [stored(canonical_json(BEFORE["6"])) for _ in range(5)]
    other = stored('{"drawn":1}', key="another")
    STOCK.forwards(apps, None)
    expected = canonical_json(state_after(6).to_json())
    for game in more:
        game.refresh_from_db()
        assert game.state == expected
    other.refresh_from_db()
    assert other.state == '{"drawn":1}'


PLAYS_OF_STEPS = {0: 0, 1: 1, 3: 1, 4: 2, 29: 10}


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_player_of_before_keeps_the_hints_taken_counted_by_plays():
    """From steps to plays, and on to the names that the columns have today."""
    before = ("games", "0013_first_plays")
    executor = MigrationExecutor(connection)
    latest = executor.loader.graph.leaf_nodes("games")
    try:
        executor.migrate([before])
        old = executor.loader.project_state([before]).apps
        now = timezone.now()
        game = old.get_model("games", "Game").objects.create(
            key="race", days_per_move=3, seed="", state="{}", started_at=now, changed_at=now
        )
        for seat, steps in enumerate(PLAYS_OF_STEPS):
            game.players.create(seat=seat, hints=steps, hint='{"ply":1}')
    finally:
        MigrationExecutor(connection).migrate(latest)
    kept = Player.objects.order_by("seat").values_list("hints_taken", "last_hint", "stuck_ply")
    assert list(kept) == [(plays, "", 0) for plays in PLAYS_OF_STEPS.values()]
    assert Game.objects.get().initial_state == ""


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_players_of_before_learn_when_their_games_ended():
    """And a game that has ended the best score of all its seats; one that runs neither."""
    before = ("games", "0017_plain_names")
    executor = MigrationExecutor(connection)
    latest = executor.loader.graph.leaf_nodes("games")
    now = timezone.now()
    try:
        executor.migrate([before])
        old = executor.loader.project_state([before]).apps.get_model("games", "Game")
        for key, ended_at in {"over": now, "on": None}.items():
            game = old.objects.create(
                key=key,
                days_per_move=3,
                seed="",
                state="{}",
                started_at=now,
                changed_at=now,
                ended_at=ended_at,
            )
            for seat, score in enumerate((7, 90, 30)):
                game.players.create(seat=seat, score=score)
    finally:
        MigrationExecutor(connection).migrate(latest)
    assert dict(Game.objects.values_list("key", "best_score")) == {"over": 90, "on": None}
    ends = Player.objects.order_by("game__key").values_list("game__key", "ended_at")
    assert list(ends) == [("on", None)] * 3 + [("over", now)] * 3
