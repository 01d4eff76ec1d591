"""Games stored before a migration are the games that the rules make today."""

import importlib
import json
from datetime import UTC, datetime, timedelta

import pytest
from django.apps import apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from games.models import Game, Player, Review, canonical_json
from games.rules.interface import State
from games.rules.numerica import State as Numerica
from games.rules.record import play_entry

from .helpers import ROOT, SEED, WHOLE

pytestmark = pytest.mark.django_db

STOCK = importlib.import_module("games.migrations.0003_stock_in_the_state")
EMPTY_REVIEWS = importlib.import_module("games.migrations.0035_reviews_without_moves")
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
        key=key,
        time_control="3d",
        seed=SEED,
        state=state,
        started_at=now,
        changed_at=now,
        turn_began_at=now,
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


def test_a_review_that_waited_for_ever_because_nobody_had_moved_is_done():
    for moves in (0, 5):
        game, now = stored("{}", key=f"{moves} moves"), timezone.now()
        Review.objects.create(game=game, edition=1, is_among_people=True, moves=moves, asked_at=now)
    EMPTY_REVIEWS.end_them(apps, None)
    assert dict(Review.objects.filter(done_at=None).values_list("game__key", "moves")) == {
        "5 moves": 5
    }


PLAYS_OF_STEPS = {0: 0, 1: 1, 3: 1, 4: 2, 29: 10}


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_player_of_before_keeps_the_hints_taken_counted_by_plays():
    """From steps to plays, and on to the names that the columns have today."""
    before = ("games", "0013_first_plays")
    executor = MigrationExecutor(connection)
    latest = executor.loader.graph.leaf_nodes()
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


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_players_of_before_learn_when_their_games_ended():
    """And a game that has ended the best score of all its seats; one that runs neither."""
    before = ("games", "0017_plain_names")
    executor = MigrationExecutor(connection)
    latest = executor.loader.graph.leaf_nodes()
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


BEFORE_CLOCKS, CLOCKS = ("games", "0020_keys_without_indexes_of_their_own"), "0021_time_controls"
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
DAY = timedelta(days=1)

# By key: the days a move, and of the game as it was the deadline and whether it was imported.
OLD_GAMES = {
    "running": (3, NOON + 3 * DAY, False),
    "given back": (7, NOON + 8 * DAY, False),
    "a computer is to move": (14, None, False),
    "imported": (3, None, True),
}


@pytest.fixture
def migrated():
    """Put the tables of games back to a migration, and in the end to the latest."""
    latest = MigrationExecutor(connection).loader.graph.leaf_nodes()

    def went(to: tuple[str, str]):
        executor = MigrationExecutor(connection)
        executor.migrate([to])
        return executor.loader.project_state([to]).apps

    yield went
    MigrationExecutor(connection).migrate(latest)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_days_a_move_become_a_time_control_and_turns_began_their_days_before_the_deadline(migrated):
    old = migrated(BEFORE_CLOCKS).get_model("games", "Game").objects
    for key, (days, deadline, is_imported) in OLD_GAMES.items():
        game = old.create(
            key=key,
            days_per_move=days,
            deadline_at=deadline,
            is_imported=is_imported,
            seed="",
            state="{}",
            started_at=NOON,
            changed_at=NOON,
        )
        game.moves.create(ply=1, seat=0, text="pass", points=0, detail="{}", played_at=NOON)
    new = migrated(("games", CLOCKS))
    kept = new.get_model("games", "Game").objects.values_list(
        "key", "time_control", "turn_began_at", "deadline_at", "clock", "moves__milliseconds"
    )
    assert sorted(kept) == [
        ("a computer is to move", "14d", NOON, None, "", None),
        ("given back", "7d", NOON + DAY, NOON + 8 * DAY, "", None),
        ("imported", "", NOON, None, "", None),
        ("running", "3d", NOON, NOON + 3 * DAY, "", None),
    ]


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_back_again_the_days_alone_are_kept_and_a_live_game_gets_the_usual_ones(migrated):
    new = migrated(("games", CLOCKS)).get_model("games", "Game").objects
    times = {"1d": 1, "14d": 14, "3d+2d": 3, "300+5": 3, "": 3}
    for said in times:
        new.create(
            key=said or "imported",
            time_control=said,
            seed="",
            state="{}",
            started_at=NOON,
            changed_at=NOON,
            turn_began_at=NOON,
        )
    old = migrated(BEFORE_CLOCKS).get_model("games", "Game").objects
    kept = dict(old.values_list("key", "days_per_move"))
    assert kept == {said or "imported": days for said, days in times.items()}


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_invitations_that_were_open_keep_their_days(migrated, people):
    migrated(BEFORE_CLOCKS).get_model("games", "Invitation").objects.create(
        inviter_id=people.ada.pk,
        key="numerica",
        days_per_move=7,
        created_at=NOON,
        expires_at=NOON,
    )
    kept = migrated(("games", CLOCKS)).get_model("games", "Invitation").objects.get()
    assert kept.time_control == "7d"
    again = migrated(BEFORE_CLOCKS).get_model("games", "Invitation").objects.get()
    assert again.days_per_move == 7
