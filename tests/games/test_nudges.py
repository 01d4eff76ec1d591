"""What is sent to workers and how often, and what a worker makes of it."""

import threading
import time
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.db import OperationalError
from django.utils import timezone

from accounts.models import User
from accounts.names import COMPUTERS
from accounts.services import make_computers
from games import notifications
from games.background import nudges as nudging
from games.background import reviewer, tasks
from games.background.answers import Answers
from games.background.computer_moves import MAX_ATTEMPTS
from games.background.nudges import Nudge, Nudges
from games.computers import worker
from games.models import Game, GameSettings, Review
from games.rules import GAMES
from games.selectors import review_progress
from games.services.computer_games import start_against_computers
from games.services.moves import play_move
from games.services.reviews import REVIEWS, request_review
from games.store import site_time

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 30  # seconds; only ever waited for when something is wrong


class Noted:
    """Workers that note what they are sent."""

    def __init__(self) -> None:
        self.sent: list[Nudge] = []
        self.is_away = False
        self.backlog = 0

    def send(self, nudge: Nudge) -> None:
        if self.is_away:
            raise ConnectionError
        self.sent.append(nudge)

    def waiting(self) -> int:
        return self.backlog


@pytest.fixture
def workers() -> Noted:
    return Noted()


@pytest.fixture
def at_once(monkeypatch):
    """Answers are made when they are found."""
    answers = Answers()
    monkeypatch.setattr(tasks, "answer_delay", lambda found: 0.0)
    monkeypatch.setattr(tasks, "answers", answers)
    return answers


@pytest.fixture
def later(monkeypatch):
    """Answers are made half a second after they were begun, by a clock that stands: `pass_on` moves it."""
    at = [time.monotonic()]
    for module in ("tasks", "answers"):
        clock = SimpleNamespace(monotonic=lambda: at[0])
        monkeypatch.setattr(f"games.background.{module}.time", clock)
    answers = Answers()
    monkeypatch.setattr(tasks, "answer_delay", lambda found: 0.5)
    monkeypatch.setattr(tasks, "answers", answers)

    def pass_on(seconds: float) -> None:
        at[0] += seconds

    return SimpleNamespace(pass_on=pass_on, finish=answers.finish)


@pytest.fixture
def against(people):
    """Start a game of Ada's in which the computer moves first, half an hour ago."""
    make_computers()

    def started(key="numerica") -> Game:
        rules = GAMES[key]
        seeds = (bytes([number]) * 32 for number in range(256))
        seed = next(one for one in seeds if (rules.new(seed=one, options={}).turn or 0) == 1)
        now = timezone.now() - timedelta(minutes=30)
        game = start_against_computers(
            GameSettings(key), user=people.ada, computers=COMPUTERS[:1], now=now, seed=seed
        )
        game.refresh_from_db()
        return game

    return started


def plies(game: Game) -> int:
    game.refresh_from_db()
    return game.ply


# --- what is sent ---


def test_a_turn_that_waits_is_nudged_for_once_in_a_while_by_all_processes(against, workers):
    game = against()
    processes = [Nudges(workers) for _ in range(3)]
    for process in processes:
        process.look()
    assert workers.sent == [Nudge("move", game.id, 0)]
    cache.clear()  # as when the time is over after which it is given again
    processes[1].look()
    assert workers.sent == [Nudge("move", game.id, 0)] * 2


def test_a_turn_that_has_just_begun_is_left_to_its_commit(against, workers):
    game = against()
    Game.objects.filter(pk=game.id).update(changed_at=site_time.now())
    Nudges(workers).look()
    assert workers.sent == []


def test_a_commit_nudges_and_who_plays_waits_for_no_broker(against, people, workers, at_once):
    game = against()
    tasks.move(game.id, 0, 0)
    assert at_once.finish(30)
    slow = Nudges(workers)
    answers = threading.Event()
    workers.send = lambda nudge: answers.wait(PATIENCE) and workers.sent.append(nudge)
    slow.listen()
    try:
        play_move(game_id=game.id, user=people.ada, ply=2, text="pass", now=timezone.now())
        answers.set()
        slow.finish()
    finally:
        notifications.computer_listeners.pop()
        notifications.person_listeners.pop()
    assert workers.sent == [Nudge("move", game.id, 2)]


def test_workers_that_are_away_are_left_alone_for_a_moment_and_nothing_is_forgotten(
    against, workers
):
    games = [against() for _ in range(3)]
    now = time.monotonic()
    process = Nudges(workers, clock=lambda: now)
    workers.is_away = True
    process.look()
    workers.is_away = False
    process.look()
    assert workers.sent == []
    now += nudging.AWAY_FOR
    process.look()
    assert {nudge.game_id for nudge in workers.sent} == {game.id for game in games}


def test_nobody_looks_for_lost_turns_while_far_too_many_wait(against, workers):
    against()
    workers.backlog = nudging.MOST_WAITING
    Nudges(workers).look()
    assert workers.sent == []


def test_reviews_among_people_come_in_a_queue_before_those_against_computers(
    against, start, people, workers
):
    for game in (against(), start()):
        mover = game.players.get(seat=game.turn).user
        play_move(game_id=game.id, user=mover, ply=1, text="pass", now=timezone.now())
        play_move(game_id=game.id, user=people.ada, ply=2, text="resign", now=timezone.now())
    Nudges(workers).look()
    assert [nudge.work for nudge in workers.sent] == ["review", "review-later"]
    Review.objects.update(done_at=timezone.now())
    cache.clear()
    Nudges(workers).look()
    assert len(workers.sent) == 2


# --- what a worker does ---


@pytest.mark.parametrize("key", GAMES)
def test_a_worker_makes_the_computers_move_from_the_database(key, against, at_once):
    game = against(key)
    tasks.move(game.id, 0, 0)
    assert at_once.finish(30)
    assert plies(game) == 1 and game.moves.get().seat == 1


@pytest.mark.slow
def test_a_nudge_that_comes_twice_makes_one_move_and_one_too_late_none(
    against, later, monkeypatch, logged
):
    """Though both were thought about before either was made, and came to different moves."""

    def swap(question, level, time_limit):
        return f"swap {question.position.racks[question.seat][0]}"

    game = against()
    for think in (lambda question, level, time_limit: "pass", swap):
        monkeypatch.setattr(worker, "move", think)
        tasks.move(game.id, 0, 0)
    assert plies(game) == 0
    later.pass_on(0.5)
    assert later.finish(PATIENCE)
    tasks.move(game.id, 0, 0)
    tasks.move("nobody", 0, 0)
    assert later.finish(0)
    assert plies(game) == 1 and game.moves.get().text == "pass"
    assert not [record for record in logged if record.levelname == "ERROR"]


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("thought", [0.0, 0.4])
def test_an_answer_comes_at_its_moment_however_soon_it_was_found(
    thought, against, later, monkeypatch
):
    def think(question, level, time_limit):
        later.pass_on(thought)
        return "pass"

    monkeypatch.setattr(worker, "move", think)
    game = against()
    tasks.move(game.id, 0, 0)
    later.pass_on(0.49 - thought)
    assert not later.finish(0.6) and plies(game) == 0
    later.pass_on(0.02)
    assert later.finish(PATIENCE) and plies(game) == 1


@pytest.mark.slow
def test_the_next_is_thought_about_while_an_answer_waits(against, later, monkeypatch):
    thought = []
    monkeypatch.setattr(worker, "move", lambda *asked: thought.append(asked) or "pass")
    games = [against() for _ in range(5)]
    for game in games:
        tasks.move(game.id, 0, 0)
    assert len(thought) == 5 and [plies(game) for game in games] == [0] * 5
    later.pass_on(0.5)
    assert later.finish(PATIENCE)
    assert [plies(game) for game in games] == [1] * 5


@pytest.mark.slow
def test_a_move_whose_moment_is_earlier_does_not_wait_for_one_that_was_found_before():
    answers = Answers()
    made: list[str] = []
    now = time.monotonic()
    answers.put(now + 1.0, lambda: made.append("who thinks longer"))
    answers.put(now + 0.2, lambda: made.append("who thinks less"))
    assert answers.finish(30)
    assert made == ["who thinks less", "who thinks longer"]


class Killed(BaseException):
    """As a worker that is killed: nothing is caught."""


def test_a_turn_at_which_workers_die_again_and_again_costs_a_pass(against, at_once, monkeypatch):
    def dying(question, level, time_limit):
        raise Killed

    game = against()
    with monkeypatch.context() as patched:
        patched.setattr(worker, "move", dying)
        for _ in range(MAX_ATTEMPTS):
            with pytest.raises(Killed):
                tasks.move(game.id, 0, 0)
        tasks.move(game.id, 0, 0)
    assert at_once.finish(30)
    assert game.moves.get().text == "pass"


def test_the_more_wait_the_less_each_is_thought_about(against, at_once, monkeypatch):
    told: list[float] = []

    def noting(question, level, time_limit):
        told.append(time_limit)
        return "pass"

    monkeypatch.setattr(worker, "move", noting)
    for waiting in (0, 9, 1000):
        tasks.move(against().id, 0, waiting)
    assert at_once.finish(30)
    assert told == [1.0, 0.35, 0.04]


def test_what_fails_while_a_move_is_made_is_named_without_a_tile(logged):
    def failing() -> None:
        raise RuntimeError("a 7 on the rack")

    answers = Answers()
    answers.put(0.0, failing)
    assert answers.finish(30)
    said = [record.getMessage() for record in logged]
    assert any("RuntimeError" in line for line in said) and "7 on the" not in str(said)


# --- reviews ---


@pytest.fixture
def over(start, people) -> Game:
    """A game that is over, and has no review yet."""
    game = start(moves=4)
    play_move(game_id=game.id, user=people.ada, ply=5, text="resign", now=timezone.now())
    return game


def quick(question, text, time_limit):
    return {"loss": 0, "kind": "", "puzzle": ""}


def test_a_review_lets_go_before_it_what_is_more_urgent_and_goes_on(over, monkeypatch):
    monkeypatch.setattr(worker, "review", quick)
    monkeypatch.setattr(tasks, "SLICE", -1.0)
    assert tasks.review(over.id)
    assert REVIEWS.claim(over.id, now=site_time.now())  # it is free for the next one
    Review.objects.update(held_until=None)
    monkeypatch.setattr(tasks, "SLICE", 60.0)
    assert not tasks.review(over.id)
    review = Review.objects.get()
    assert review.done_at and review.reviewed.count() == review.moves == 5


def test_a_review_that_somebody_holds_or_that_is_done_is_left(over, monkeypatch):
    monkeypatch.setattr(worker, "review", quick)
    assert REVIEWS.claim(over.id, now=site_time.now())
    assert not tasks.review(over.id) and not Review.objects.get().reviewed.exists()
    Review.objects.update(held_until=None)
    tasks.review(over.id)
    done_at = Review.objects.get().done_at
    assert not tasks.review(over.id) and Review.objects.get().done_at == done_at


def test_a_ply_at_which_workers_die_is_left_out_and_the_review_ends(over, monkeypatch):
    def dying(question, text, time_limit):
        if len(question.position.view(None)["board"]) == 0:
            raise Killed
        return quick(question, text, time_limit)

    monkeypatch.setattr(worker, "review", dying)
    for _ in range(2):
        with pytest.raises(Killed):
            tasks.review(over.id)
        Review.objects.update(held_until=None)  # as when the time is over for which it is held
    tasks.review(over.id)
    review = Review.objects.get()
    assert review.done_at and list(
        review.reviewed.filter(detail="").values_list("ply", flat=True)
    ) == [1]


def test_a_database_that_was_away_for_a_moment_puts_no_review_off_and_leaves_no_ply_out(
    over, monkeypatch
):
    def away(**_):
        raise OperationalError("canceling statement due to lock timeout")

    monkeypatch.setattr(worker, "review", quick)
    with monkeypatch.context() as at_first:
        at_first.setattr(reviewer, "store_reviewed_moves", away)
        for _ in range(3):
            assert not tasks.review(over.id)
            soon = site_time.now() + REVIEWS.claim_lasts
            assert Review.objects.get().held_until <= soon, "another worker goes on with it"
            Review.objects.update(held_until=None)
    tasks.review(over.id)
    review = Review.objects.get()
    assert review.done_at and not review.reviewed.filter(detail="").exists()


def test_a_game_that_cannot_be_reviewed_is_put_off(over, monkeypatch):
    def broken(game_id):
        raise ValueError("a 7 on the rack")

    monkeypatch.setattr(review_progress, "to_review", broken)
    assert not tasks.review(over.id)
    assert Review.objects.get().held_until > timezone.now() + timedelta(minutes=50)
    assert not request_review(game_id=over.id, now=timezone.now())


def test_a_person_who_can_lay_nothing_is_told(against, at_once, people, monkeypatch):
    game = against()
    tasks.move(game.id, 0, 0)
    assert at_once.finish(30)
    monkeypatch.setattr(worker, "can_lay", lambda question, time_limit: False)
    tasks.advise(game.id, 1)
    assert game.players.get(user=people.ada).stuck_ply == 2
    assert User.objects.filter(is_computer=True).exists()
