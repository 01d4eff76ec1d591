"""Games are written through one path: checked, stored once, ended in one way, told after commit."""

from datetime import UTC, datetime, timedelta

import pytest
from channels.layers import BaseChannelLayer
from django.db import connection

from games import notifications
from games.models import Game, GameSettings, PlayedMove
from games.rules.refusals import IllegalMove, NotationError
from games.services.deadlines import flag_fallen
from games.services.errors import NotAllowed
from games.services.moves import play_move
from games.services.start import start_game
from tests.rules.stubs import Fork

from .helpers import MINUTE, SEED, WHOLE, all_rows, demo_record, enter_game, play_record

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
FIRST = WHOLE.moves[0].text

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(start) -> Game:
    return start(now=NOW)


@pytest.fixture
def play(people, game):
    """Make a move in the game as its user on turn, or as somebody else."""

    def played(text: str, user=None, ply: int | None = None, now: datetime = NOW) -> PlayedMove:
        game.refresh_from_db()
        on_turn = [people.ada, people.ben][game.turn or 0]
        return play_move(
            game_id=game.id,
            user=user or on_turn,
            ply=game.ply + 1 if ply is None else ply,
            text=text,
            now=now,
        )

    return played


def ending(game: Game) -> tuple:
    """What an ending leaves in the rows: why, whether the clock stopped, scores and ranks."""
    game.refresh_from_db()
    players = [(player.score, player.rank) for player in game.players.order_by("seat")]
    assert game.deadline_at is None and game.turn is None and game.ended_at is not None
    assert game.position.outcome is not None
    return game.termination, players


# --- starting and playing ---


def test_a_started_game_follows_from_its_seed(game, people):
    assert (game.ply, game.turn, game.seed, game.ended_at) == (0, 0, SEED, None)
    assert [player.user for player in game.players.all()] == [people.ada, people.ben]
    assert game.position == game.rules.new(seed=bytes.fromhex(SEED), options={})
    assert game.deadline_at == NOW + timedelta(days=3)


def test_a_move_is_stored_with_its_points_and_passes_the_turn(game, play):
    played = play(FIRST)
    game.refresh_from_db()
    assert (played.ply, played.seat, played.text, played.points) == (1, 0, FIRST, 13)
    assert (game.ply, game.turn, game.changed_at) == (1, 1, NOW)
    assert [player.score for player in game.players.all()] == [13, 0]
    assert game.position.turn == 1


def test_a_move_typed_otherwise_is_stored_canonically(play):
    assert play("8d 3 ?= 6 – 3").text == FIRST


@pytest.mark.parametrize("name", ["whole", "ada-ben", "ben-cleo", "cleo-dov"])
def test_a_whole_record_played_through_the_services_ends_as_recorded(name, people):
    record = WHOLE if name == "whole" else demo_record(f"{name}.game")
    users = [people.ada, people.ben]
    seed = bytes.fromhex(record.headers["Seed"])
    game = start_game(GameSettings("numerica"), users=users, seed=seed, now=NOW)
    play_record(game, users, len(record.moves), NOW, record)
    rows = [(row.ply, row.text, row.points) for row in game.moves.all()]
    assert rows == [(line.ply, line.text, line.points) for line in record.moves]
    scores = [int(score) for score in record.headers["Scores"].split()]
    best_first = [int(seat) for seat in record.headers["Result"].split("-")]
    ranks = [best_first.index(seat) + 1 for seat in (1, 2)]
    assert ending(game) == (record.headers["Termination"], list(zip(scores, ranks, strict=True)))


def test_the_same_move_again_returns_the_same_row_and_changes_nothing(people, play):
    first = play(FIRST)
    before = all_rows()
    again = play("8D  3?=6-3", user=people.ada, ply=1, now=NOW + MINUTE)
    assert again == first and again.played_at == first.played_at
    assert all_rows() == before


def test_an_old_move_again_returns_its_row_even_after_the_end_of_the_game(start, people):
    game = start(moves=len(WHOLE.moves), now=NOW)
    before = all_rows()
    again = play_move(game_id=game.id, user=people.ada, ply=1, text=FIRST, now=NOW)
    assert (again.ply, again.points) == (1, 13)
    assert all_rows() == before


def test_a_repeat_is_read_in_the_position_in_which_the_move_was_made(monkeypatch, people):
    """`take` means the last stone; after it there is none that it could mean."""
    enter_game(monkeypatch, "fork", Fork)
    users = [people.ada, people.ben]
    game = start_game(GameSettings("fork"), users=users, seed=bytes(32), now=NOW)
    texts = [*(f"take {stone}" for stone in game.position.initial_position[:2]), "take"]
    for ply, text in enumerate(texts, start=1):
        game.refresh_from_db()
        wanted = {"game_id": game.id, "user": users[game.turn], "ply": ply, "text": text}
        made = play_move(**wanted, now=NOW)
    assert made.text == f"take {game.position.initial_position[2]}"
    before = all_rows()
    assert play_move(**wanted, now=NOW) == made
    assert all_rows() == before


# --- refused ---


@pytest.mark.parametrize(
    ("who", "text", "ply", "code"),
    [
        ("ada", "pass", 0, "stale"),
        ("ada", "pass", 2, "stale"),
        ("ada", "pass", 9**9, "stale"),
        ("ben", "pass", 1, "not-your-turn"),
        ("ben", "resign", 0, "stale"),
        ("ben", "resign", 2, "stale"),
        ("ben", "resign 2", 1, "notation"),
        ("ada", "takeback 1", 1, "notation"),
        ("ada", "8F 3?=4", 1, "unequal"),
        ("ada", "8D 9=9", 1, "not-on-rack"),
        ("ada", "time", 1, "notation"),
        ("ada", "aborted", 1, "notation"),
        ("ada", "nonsense", 1, "notation"),
        ("ada", "", 1, "notation"),
        ("ada", "nonsense", 0, "notation"),
        ("ada", "nonsense", 9**9, "notation"),
        ("ben", "nonsense", 1, "notation"),
    ],
)
def test_a_refused_move_changes_no_row(who, text, ply, code, people, play):
    before = all_rows()
    with pytest.raises((IllegalMove, NotationError)) as refused:
        play(text, user=getattr(people, who), ply=ply)
    assert refused.value.code == code
    assert all_rows() == before


def test_the_move_of_another_ply_is_not_taken_for_a_repeat(people, play):
    play("pass")
    play("pass")
    with pytest.raises(IllegalMove, match="board has changed"):
        play("resign", user=people.ada, ply=1)


@pytest.mark.parametrize(
    ("text", "code"),
    [("8D 3?=6-2", "stale"), ("swap 3", "stale"), ("8D 9=9", "stale"), ("nonsense", "notation")],
)
def test_another_move_for_a_ply_that_is_past_is_refused(text, code, people, play):
    play(FIRST)
    before = all_rows()
    with pytest.raises((IllegalMove, NotationError)) as refused:
        play(text, user=people.ada, ply=1)
    assert refused.value.code == code
    assert all_rows() == before


def test_the_move_of_the_other_seat_is_not_taken_for_a_repeat(people, play):
    play("pass")
    with pytest.raises(IllegalMove, match="board has changed"):
        play("pass", user=people.ben, ply=1)


@pytest.mark.parametrize("who", ["cleo", None])
def test_somebody_who_is_no_player_cannot_move(who, people, game):
    before = all_rows()
    user = getattr(people, who) if who else None
    with pytest.raises(NotAllowed) as denied:
        play_move(game_id=game.id, user=user, ply=1, text="pass", now=NOW)
    assert denied.value.status == 403
    assert all_rows() == before


def test_a_game_that_is_not_there_cannot_be_moved_in(people):
    with pytest.raises(Game.DoesNotExist):
        play_move(game_id="nowhere", user=people.ada, ply=1, text="pass", now=NOW)


def test_nothing_can_be_played_after_the_end(people, play):
    play("resign")
    before = all_rows()
    with pytest.raises(IllegalMove) as refused:
        play("pass", user=people.ben)
    assert refused.value.code == "game-over"
    assert all_rows() == before


# --- time and endings ---


def test_each_move_moves_the_deadline(game, play):
    play("pass", now=NOW + MINUTE)
    game.refresh_from_db()
    assert game.deadline_at == NOW + MINUTE + timedelta(days=3)
    play("pass", now=NOW + 5 * MINUTE)
    game.refresh_from_db()
    assert game.deadline_at == NOW + 5 * MINUTE + timedelta(days=3)


@pytest.mark.parametrize("days", [1, 3, 7, 14])
def test_the_deadline_is_the_one_that_was_agreed(days, start):
    assert start(now=NOW, time_control=f"{days}d").deadline_at == NOW + timedelta(days=days)


@pytest.mark.django_db(transaction=True)
def test_a_move_after_the_deadline_is_refused_and_the_game_is_ended_by_time(game, play, people):
    late = NOW + timedelta(days=3)
    with pytest.raises(IllegalMove) as refused:
        play(FIRST, now=late)
    assert refused.value.code == "game-over"
    connection.close()  # what another connection finds is committed
    assert ending(game) == ("time", [(0, 2), (0, 1)])
    assert [(row.text, row.seat, row.points) for row in game.moves.all()] == [("time", 0, 0)]


def test_a_move_in_the_last_second_is_taken(play):
    assert play(FIRST, now=NOW + timedelta(days=3, microseconds=-1)).ply == 1


def test_time_ends_the_game_for_the_seat_on_turn_and_only_once(game, play):
    play("pass")
    late = NOW + timedelta(days=3)
    assert not flag_fallen(game_id=game.id, now=late - MINUTE)
    assert flag_fallen(game_id=game.id, now=late)
    assert not flag_fallen(game_id=game.id, now=late + MINUTE)
    assert ending(game) == ("time", [(0, 1), (0, 2)])
    assert game.moves.count() == 2


def test_three_passes_end_the_game(game, play):
    for _ in range(3):
        play("pass")
    assert ending(game) == ("passes", [(0, 1), (0, 1)])


def test_ten_turns_without_a_play_end_the_game(game, play):
    for _ in range(10):
        game.refresh_from_db()
        play(f"swap {game.position.racks[game.turn][0]}")
    assert ending(game) == ("idle", [(0, 1), (0, 1)])


def test_resigning_loses_whatever_the_score(game, play):
    play(FIRST)
    play("pass")
    play("resign")
    assert ending(game) == ("resign", [(13, 2), (0, 1)])


# --- telling ---


class DeafLayer(BaseChannelLayer):
    """A channel layer whose server is away."""

    async def group_send(self, group, message):
        raise ConnectionError("nobody is there")


class CountingLayer(BaseChannelLayer):
    """A channel layer that keeps what it was given."""

    sent: list = []

    async def group_send(self, group, message):
        self.sent.append((group, message))


@pytest.fixture
def told(settings):
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": f"{__name__}.CountingLayer"}}
    CountingLayer.sent.clear()
    return CountingLayer.sent


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("more", [{}, {"HTTP_ACCEPT": "application/json"}])
def test_a_broken_channel_layer_does_not_undo_or_hide_a_move(
    settings, start, browser, people, more
):
    game = start()
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": f"{__name__}.DeafLayer"}}
    said = {"text": FIRST, "ply": 1}
    response = browser(people.ada).post(f"/games/{game.id}/move/", said, **more)
    assert response.status_code == (200 if more else 302)
    assert game.moves.get().text == FIRST


def told_at_tables(told):
    """Without the bells of people, which ring for whose turn it is."""
    return [(group, message) for group, message in told if not group.startswith("person.")]


@pytest.mark.django_db(transaction=True)
def test_pages_are_told_the_ply_and_nothing_else(game, play, told):
    play(FIRST)
    group = notifications.game_group(game.id)
    assert told_at_tables(told) == [(group, {"type": "game.changed", "ply": 1, "group": group})]
    for _group, bell in told:
        assert bell["type"] == "game.changed" or bell.keys() == {"type", "is_new", "group"}


@pytest.mark.django_db(transaction=True)
def test_nobody_is_told_of_a_refused_move_or_of_a_repeat(game, play, told, people):
    with pytest.raises(IllegalMove):
        play("8D 9=9")
    play(FIRST)
    play(FIRST, user=people.ada, ply=1)
    assert len(told_at_tables(told)) == 1


def test_pages_are_told_only_after_the_commit(game, play, told, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as waiting:
        play(FIRST)
    assert told == [] and waiting
    for act in waiting:
        act()
    assert [message["ply"] for _, message in told_at_tables(told)] == [1]
