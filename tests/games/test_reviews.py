"""When a game is reviewed, by whom, and that of a running game there is no review."""

import asyncio
import json
import re
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils import timezone

from accounts.models import Mail, Notice
from accounts.services import make_computers
from games.background import reviewer
from games.background.reviewer import Reviewer
from games.computers import process
from games.computers.process import Ended, Unanswered
from games.models import Game, GameSettings, Review, ReviewedMove
from games.review import EDITION
from games.rules import GAMES
from games.selectors import review_progress
from games.services.computer_games import start_against_computers
from games.services.moves import play_move
from games.services.reviews import (
    REVIEWS,
    begin_review,
    store_reviewed_move,
    store_reviewed_moves,
)
from games.store import history
from tests.games.reviewed import QUICK, SHORT, finished_games, make_all, the_first_moves

from .helpers import HTMX, JSON, MINUTE, all_rows, recorded_game, words_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def over(people):
    return finished_games(people)


# --- when it begins, and what is kept ---


def test_a_review_begins_with_the_ending_and_not_before(over, start):
    start(6)
    assert not Review.objects.exists()
    game = over()
    review = Review.objects.get()
    assert (review.game_id, review.moves, review.edition) == (game.id, game.ply, EDITION)
    assert review.is_among_people and review.done_at is None


@pytest.mark.slow
def test_a_game_that_ended_before_the_first_move_keeps_no_other_review_waiting(
    start, people, browser
):
    game, now = start(), timezone.now()
    loser = game.players.exclude(seat=game.turn).get().user
    play_move(game_id=game.id, user=loser, ply=1, text="resign", now=now)
    review = Review.objects.get()
    assert (review.moves, review.done_at) == (0, now)
    assert not REVIEWS.has_work(now=now) and REVIEWS.claim_next(now=now) is None
    for address in (f"/games/{game.id}/review/", f"/games/{game.id}/"):
        page = browser(people.ada).get(address)
        assert page.status_code == 200 and "Reviewed:" not in words_of(page)


@pytest.mark.slow
def test_every_move_is_reviewed_and_what_is_shown_is_legal_with_its_points(over):
    game = over()
    make_all()
    rows = list(ReviewedMove.objects.all())
    assert [row.ply for row in rows] == list(range(1, game.ply + 1))
    assert Review.objects.get().done_at is not None
    shown = 0
    for row, move in zip(rows, game.moves.all(), strict=True):
        state = history.position_before(game, row.ply)
        for text, points in json.loads(row.detail)["plays"]:
            assert state.check(row.seat, text).points == points
            shown += 1
        assert row.seat == move.seat
    assert shown > len(rows)


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_its_review(key, over, browser):
    record = {
        "numerica": SHORT,
        "equate": recorded_game("equate-stage-1"),
        "digifeud": recorded_game("digifeud-resign"),
        "numeria": recorded_game("numeria-tropes"),
    }[key]
    game = over(record)

    make_all(the_first_moves)
    page = browser().get(f"/games/{game.id}/review/")
    assert page.status_code == 200
    assert page.content.decode().count("<tr") > game.ply
    rows = ReviewedMove.objects.all()
    assert rows.count() == game.ply and not rows.filter(detail="").exists()
    for ply in (0, 1, 3, game.ply - 1):
        table = browser().get(f"/games/{game.id}/?ply={ply}&show=1")
        assert table.status_code == 200 and table.context["table"].judged.ply == ply + 1
        assert "%(" not in words_of(table)
    assert "%(" not in words_of(page)


@pytest.mark.slow
def test_people_come_before_computers_and_then_who_waits_longest(over, people):
    make_computers()
    first = start_against_computers(
        GameSettings("numerica"),
        user=people.ada,
        computers=["Pebble"],
        now=timezone.now(),
        seed=bytes(32),
    )
    user = people.ada if first.turn == 0 else first.players.get(seat=1).user
    play_move(game_id=first.id, user=user, ply=1, text="resign", now=timezone.now() - 99 * MINUTE)
    second, third = over(), over()
    order = []

    def noting(question, text, time_limit):
        held = Review.objects.filter(held_until__gt=timezone.now(), done_at=None)
        order.append(held.get().game_id)
        return QUICK

    make_all(noting)
    assert list(dict.fromkeys(order)) == [second.id, third.id, first.id]


# --- who makes it may be killed ---


class Killed(BaseException):
    """What `kill -9` is to a process: nothing after it is done."""


@pytest.mark.slow
@pytest.mark.parametrize("together", [0.0, 60.0])
def test_plies_that_are_found_in_a_short_time_are_stored_together(over, monkeypatch, together):
    game = over()
    sizes = []

    def count(**told):
        sizes.append(len(told["moves"]))
        store_reviewed_moves(**told)

    monkeypatch.setattr(Reviewer, "together", together)
    monkeypatch.setattr(reviewer, "store_reviewed_moves", count)
    make_all()
    assert sizes == ([game.ply] if together else [1] * game.ply)
    assert ReviewedMove.objects.count() == game.ply
    assert Review.objects.get().done_at is not None


@pytest.mark.slow
@pytest.mark.parametrize("together, kept", [(0.0, 2), (60.0, 0)])
def test_a_reviewer_that_is_killed_loses_what_it_did_not_store_and_the_next_one_goes_on_there(
    over, monkeypatch, together, kept
):
    game = over()
    asked = []
    monkeypatch.setattr(Reviewer, "together", together)

    def killed_at_the_third(question, text, time_limit):
        asked.append(text)
        if len(asked) == 3:
            raise Killed
        return QUICK

    with pytest.raises(Killed):
        make_all(killed_at_the_third)
    assert ReviewedMove.objects.count() == kept
    assert review_progress.review_progress(game.id).done == kept
    make_all()  # the process that was killed still holds it
    assert ReviewedMove.objects.count() == kept
    Review.objects.update(held_until=timezone.now())
    make_all(lambda question, text, ms: asked.append(text) or QUICK)
    texts = list(game.moves.values_list("text", flat=True))
    assert asked == texts[:3] + texts[kept:]
    assert Review.objects.get().done_at is not None


def test_two_reviewers_at_once_do_not_work_on_the_same_review(over):
    over()
    now = timezone.now()
    assert REVIEWS.claim_next(now=now) is not None
    assert REVIEWS.claim_next(now=now) is None
    assert REVIEWS.claim_next(now=now + timedelta(minutes=1)) is not None


def test_the_same_ply_twice_stays_as_it_was_first(over):
    game = over()
    for loss in (5, 7):
        store_reviewed_move(
            game_id=game.id, ply=1, seat=0, found=QUICK | {"loss": loss}, now=timezone.now()
        )
    assert ReviewedMove.objects.get().loss == 5


def test_the_last_ply_of_a_review_ends_it_once_though_two_processes_make_it(over):
    """One whose claim has expired may still be at a ply that another one has stored."""
    game, now = over(), timezone.now()
    for ply in range(1, game.ply + 1):
        store_reviewed_move(game_id=game.id, ply=ply, seat=0, found=QUICK, now=now)
    mails = Mail.objects.filter(kind=Notice.Kind.REVIEWED).count()
    assert Review.objects.get().done_at == now and mails == 2
    store_reviewed_move(game_id=game.id, ply=game.ply, seat=0, found=QUICK, now=now + MINUTE)
    assert Review.objects.get().done_at == now
    assert Mail.objects.filter(kind=Notice.Kind.REVIEWED).count() == mails


def test_of_a_review_that_was_withdrawn_meanwhile_nothing_is_stored(over):
    """The game was reopened while one of its plies was looked at."""
    game = over()
    Review.objects.all().delete()
    store_reviewed_move(game_id=game.id, ply=1, seat=0, found=QUICK, now=timezone.now())
    assert not ReviewedMove.objects.exists() and not Review.objects.exists()


def test_what_was_found_for_a_review_that_began_again_meanwhile_is_not_stored_in_it(over):
    """The game may have been reopened since, and gone on with other moves."""
    game, begun_again = over(), []

    def slow(question, text, time_limit):
        if not begun_again:
            begun_again.append(text)
            Review.objects.all().delete()
            begin_review(game, timezone.now())
        return QUICK

    asyncio.run(Reviewer(slow).make_next())
    assert begun_again and not ReviewedMove.objects.exists()


def test_a_server_that_ends_leaves_no_ply_out_and_another_goes_on_at_once(over):
    over()

    def ending(question, text, time_limit):
        raise Ended

    assert not asyncio.run(Reviewer(ending).make_next())
    assert not ReviewedMove.objects.exists()
    assert REVIEWS.claim_next(now=timezone.now()) == Review.objects.get().pk


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("fault", [Unanswered(), ValueError("no engine")])
def test_an_engine_that_fails_at_a_ply_leaves_it_out_and_the_review_ends(over, fault, browser):
    game = over()

    def failing(question, text, time_limit):
        if text == game.moves.get(ply=2).text:
            raise fault
        return QUICK

    make_all(failing)
    assert Review.objects.get().done_at is not None
    assert ReviewedMove.objects.get(ply=2).detail == ""
    assert "not reviewed" in words_of(browser().get(f"/games/{game.id}/review/"))
    assert browser().get(f"/games/{game.id}/try/2/").status_code == 404


@pytest.mark.slow
def test_a_game_that_cannot_be_read_stands_in_nobodys_way(over):
    broken, other = over(), over()
    Game.objects.filter(pk=broken.pk).update(seed="no seed")
    make_all(lambda *told: QUICK)
    assert Review.objects.get(pk=other.pk).done_at is not None
    assert Review.objects.get(pk=broken.pk).done_at is None
    assert not ReviewedMove.objects.filter(review=broken.pk).exists()


@pytest.mark.slow
def test_computers_that_are_to_move_come_before_reviews(over):
    over()
    is_busy, asked = [True], []

    async def run() -> None:
        reviewer = Reviewer(lambda *told: asked.append(told) or QUICK, is_busy=lambda: is_busy[0])
        task = asyncio.create_task(reviewer.make_next())
        await asyncio.sleep(0.4)
        assert not asked
        is_busy[0] = False
        await task

    asyncio.run(run())
    assert len(asked) == len(SHORT.moves)


@pytest.mark.slow
def test_a_ply_is_asked_of_the_computers_process_and_answered(over):
    """The pool of one spawned worker; the question holds what the mover saw and nothing else."""
    game = over()
    first = review_progress.to_review(game.id)[0]
    state = json.loads(first.question.state)
    assert state["stock"]["seed"] is None
    racks = state["stock"]["racks"]
    assert isinstance(racks[first.seat][0], list) and isinstance(racks[1 - first.seat][0], int)
    found = process.review(first.question, first.text, 0.3)
    assert found["plays"] and found["loss"] >= 0


# --- of a running game there is none ---


def addresses(game: Game) -> list[str]:
    base = f"/games/{game.id}/"
    plies = range(game.ply + 2)
    tries = [f"{base}try/{ply}/" for ply in plies]
    reviews = [f"{base}review/", *(f"{base}review/?ply={ply}&show=1" for ply in plies)]
    return [*reviews, *tries, *(f"{one}?text=8F+3%2B3%3D6" for one in tries)]


@pytest.mark.slow
def test_a_running_game_has_no_review_at_any_address(game, start, people, browser):
    running = start(6)
    clients = [browser(user) for user in (people.ada, people.ben, people.cleo, None)]
    for client in clients:
        client.get(f"/games/{running.id}/")  # so that notices of it are read
    before = all_rows()
    for client in clients:
        for address in addresses(running):
            for more in ({}, HTMX):
                assert client.get(address, **more).status_code in (404, 409), address
        for ply in range(running.ply + 2):
            answer = client.post(
                f"/games/{running.id}/try/{ply}/check/", {"text": "8F 3+3=6"}, **JSON
            )
            assert answer.status_code == 404
        answer = client.post(f"/games/{running.id}/review/ask/")
        assert answer.status_code == 409
        for ply in range(running.ply + 1):
            plain, shown = (
                client.get(f"/games/{running.id}/?ply={ply}{more}").content
                for more in ("", "&show=1")
            )
            token = rb'value="[A-Za-z0-9]{64}"|show=1|&amp;'
            assert re.sub(token, b"", plain) == re.sub(token, b"", shown)
    assert all_rows() == before


def test_who_asks_for_the_review_of_a_running_game_reads_that_it_is_too_early(
    start, people, browser
):
    page = browser(people.ada).get(f"/games/{start(2).id}/review/")
    assert page.status_code == 409
    said = words_of(page)
    assert "Not yet" in said
    assert "The review can be had when the game is over." in said


@pytest.mark.slow
def test_rows_that_should_not_be_there_are_not_shown_while_the_game_runs(start, people, browser):
    """Even if somebody had made a review of it."""
    running = start(6)
    begin_review(running, timezone.now())
    move = running.moves.get(ply=3)
    store_reviewed_move(game_id=running.id, ply=3, seat=move.seat, found=QUICK, now=timezone.now())
    client = browser(people.ada)
    for address in addresses(running):
        assert client.get(address).status_code in (404, 409), address
    page = client.get(f"/games/{running.id}/?ply=2&show=1")
    assert 'class="judged"' not in page.content.decode() and "3 + 3 = 6" not in words_of(page)
    assert page.context["table"].judged is None
    assert ReviewedMove.objects.count() == 1
    with pytest.raises(Game.DoesNotExist):
        review_progress.to_review(running.id)


@pytest.mark.slow
def test_the_command_prints_a_finished_game_and_refuses_a_running_one(over, start, capsys):
    running, game = start(6), over()
    with pytest.raises(CommandError, match="not over"):
        call_command("review", running.id)
    with pytest.raises(CommandError, match="no game"):
        call_command("review", "nothing")
    assert not ReviewedMove.objects.exists()
    call_command("review", game.id)
    said = capsys.readouterr().out
    assert said.startswith("Numerica: Ada ") and "lost" in said
    assert len(re.findall(r"(?m)^ *\d+  (Ada|Ben)  ", said)) == game.ply
    assert Review.objects.get().done_at is not None
