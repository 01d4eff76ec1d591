"""The second stage of a review: when it is made, by whom, and that nothing of it gets lost."""

import asyncio
import json

import pytest
from django.utils import timezone

from games.background.deep_reviewer import WEIGHINGS, DeepReviewer, Seek
from games.computers import process
from games.computers.process import Unanswered
from games.models import DeepReview, Game, Review, ReviewedMove, WeighedMove
from games.review import DEEP_EDITION, Luck
from games.selectors import review_progress
from games.services.deep_reviews import begin_deep_review
from games.services.reviews import request_review
from games.store import history
from tests.games.deepened import as_good, deepen_all, no_luck
from tests.games.reviewed import QUICK, SHORT, finished_games, make_all

from .helpers import recorded_game, words_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def over(people):
    return finished_games(people)


@pytest.fixture
def reviewed(over):
    """A game whose review in points is done."""

    def made(*told) -> Game:
        game = over(*told)
        make_all(lambda *told: QUICK)
        return game

    return made


# --- when it begins ---


@pytest.mark.slow
def test_it_begins_when_the_review_in_points_is_done_and_not_before(over):
    game = over()
    assert not DeepReview.objects.exists()
    make_all(lambda *told: QUICK)
    deep = DeepReview.objects.get()
    assert (deep.pk, deep.edition, deep.done_at) == (game.id, DEEP_EDITION, None)
    choices = game.ply - 1  # the last entry is a resignation
    assert deep.moves == choices == len(review_progress.to_weigh(game.id))


@pytest.mark.slow
def test_every_choice_is_weighed_and_what_is_found_is_stored(reviewed):
    game = reviewed()
    deepen_all(as_good, no_luck)
    rows = list(WeighedMove.objects.all())
    assert [row.ply for row in rows] == list(range(1, game.ply))
    assert DeepReview.objects.get().done_at is not None
    for row, move in zip(rows, game.moves.all(), strict=False):
        assert json.loads(row.chances)["moves"][0][0] == move.text and row.seat == move.seat
    assert (rows[0].worth, rows[0].others, rows[0].draws) == (20, 320, 16)


@pytest.mark.slow
def test_of_numeria_chances_are_weighed_and_no_draws_told(reviewed):
    game = reviewed(recorded_game("numeria-tropes"))
    asked = []
    deepen_all(as_good, lambda *told: asked.append(told))
    assert not asked and DeepReview.objects.get(pk=game.id).done_at is not None
    assert WeighedMove.objects.exclude(chances="").exists()
    assert not WeighedMove.objects.exclude(draws=None).exists()


@pytest.mark.slow
def test_of_three_players_chances_are_weighed_only_when_one_has_left(reviewed):
    game = reviewed(recorded_game("equate-three-advanced-left"))
    asked = {}
    deepen_all(lambda *told: asked.update({told[:2]: told[0].position.departed}), no_luck)
    assert asked and all(asked.values())
    rows = WeighedMove.objects.filter(deep=game.id)
    assert rows.exclude(draws=None).count() > len(asked)


@pytest.mark.slow
def test_a_review_in_points_goes_before(reviewed, over):
    first, second = reviewed(), over()
    deepen_all(as_good, no_luck)
    assert not WeighedMove.objects.exists()
    make_all(lambda *told: QUICK)
    deepen_all(as_good, no_luck)
    done = DeepReview.objects.exclude(done_at=None)
    assert set(done.values_list("pk", flat=True)) == {first.id, second.id}


@pytest.mark.slow
def test_it_lets_go_in_the_middle_when_a_review_in_points_is_to_be_made(reviewed, over):
    reviewed()

    def another_game_ends(question, text, racks, time_limit):
        if not WeighedMove.objects.exists():
            over()
        return as_good(question, text, racks, time_limit)

    deepen_all(another_game_ends, no_luck)
    assert WeighedMove.objects.count() == 1
    assert DeepReview.objects.get().held_until is None  # the next may go on at once
    make_all(lambda *told: QUICK)
    deepen_all(as_good, no_luck)
    assert not DeepReview.objects.filter(done_at=None).exists()


@pytest.mark.slow
def test_computers_that_are_to_move_come_before(reviewed):
    reviewed()
    is_busy, asked = [True], []

    def noting(*told):
        asked.append(told)
        return as_good(*told)

    async def run() -> None:
        task = asyncio.create_task(
            DeepReviewer(Seek(noting, no_luck), is_busy=lambda: is_busy[0]).make_next()
        )
        await asyncio.sleep(0.4)
        assert not asked
        is_busy[0] = False
        await task

    asyncio.run(run())
    assert len(asked) == len(SHORT.moves) - 1


@pytest.mark.slow
def test_a_move_for_which_the_time_did_not_suffice_is_weighed_once_more_with_more(reviewed):
    game, given = reviewed(), {}

    def slow(question, text, racks, time_limit):
        given.setdefault((question, text), []).append(time_limit)
        return as_good(question, text, racks, time_limit) if time_limit > WEIGHINGS[0] else None

    deepen_all(slow, no_luck)
    assert given and all(each == [*WEIGHINGS] for each in given.values())
    assert all(move.chances for move in WeighedMove.objects.filter(deep=game.pk))
    assert WEIGHINGS[0] < WEIGHINGS[1]


# --- who makes it may be killed ---


class Killed(BaseException):
    """What `kill -9` is to a process: nothing after it is done."""


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("dies_at", ["chances", "luck"])
def test_a_worker_that_dies_in_the_middle_loses_nothing_and_the_next_one_goes_on(reviewed, dies_at):
    game = reviewed()
    asked = []

    def weigh(question, text, racks, time_limit):
        asked.append(text)
        if dies_at == "chances" and len(asked) == 3:
            raise Killed
        return as_good(question, text, racks, time_limit)

    def luck(question, draw, time_limit):
        if dies_at == "luck" and len(asked) == 3:
            raise Killed
        return no_luck(question, draw, time_limit)

    with pytest.raises(Killed):
        deepen_all(weigh, luck)
    kept = list(WeighedMove.objects.values())
    assert [row["ply"] for row in kept] == [1, 2]
    assert review_progress.review_progress(game.id).deep.done == 2
    deepen_all(as_good, no_luck)  # the process that died still holds it
    assert WeighedMove.objects.count() == 2
    DeepReview.objects.update(held_until=timezone.now())
    deepen_all(lambda *told: asked.append(told[1]) or as_good(*told), no_luck)
    texts = list(game.moves.values_list("text", flat=True))[:-1]
    assert asked == texts[:3] + texts[2:]
    assert list(WeighedMove.objects.filter(ply__lte=2).values()) == kept
    assert DeepReview.objects.get().done_at is not None


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("fault", [Unanswered(), ValueError("no engine")])
def test_an_engine_that_fails_at_a_move_leaves_it_out_and_the_deep_review_ends(
    reviewed, fault, browser
):
    game = reviewed()

    def failing(question, text, racks, time_limit):
        if text == game.moves.get(ply=2).text:
            raise fault
        return as_good(question, text, racks, time_limit)

    deepen_all(failing, no_luck)
    assert DeepReview.objects.get().done_at is not None
    row = WeighedMove.objects.get(ply=2)
    assert (row.chances, row.lost, row.draws) == ("", 0, 16)
    assert browser().get(f"/games/{game.id}/review/?ply=2").status_code == 200


@pytest.mark.slow
def test_a_game_that_cannot_be_read_stands_in_nobodys_way(reviewed):
    broken, other = reviewed(), reviewed()
    Game.objects.filter(pk=broken.pk).update(seed="no seed")
    deepen_all(as_good, no_luck)
    assert DeepReview.objects.get(pk=other.pk).done_at is not None
    assert DeepReview.objects.get(pk=broken.pk).done_at is None


def test_what_was_found_for_a_deep_review_that_began_again_meanwhile_is_not_stored_in_it(reviewed):
    """The game may have been reopened since, and gone on with other moves."""
    game, begun_again = reviewed(), []

    def slow(question, text, racks, time_limit):
        if not begun_again:
            begun_again.append(text)
            DeepReview.objects.all().delete()
            assert begin_deep_review(Review.objects.get(pk=game.pk), timezone.now())
        return as_good(question, text, racks, time_limit)

    asyncio.run(DeepReviewer(Seek(slow, no_luck)).make_next())
    assert not WeighedMove.objects.exists()
    deepen_all(as_good, no_luck)
    assert WeighedMove.objects.count() == DeepReview.objects.get().moves


# --- once more ---


@pytest.mark.slow
def test_an_earlier_edition_is_weighed_again_when_asked_for_and_the_points_stay(reviewed, browser):
    game = reviewed()
    deepen_all(as_good, no_luck)
    client = browser()
    assert "earlier edition" not in words_of(client.get(f"/games/{game.id}/review/"))
    assert not request_review(game_id=game.id, now=timezone.now())
    DeepReview.objects.update(edition=DEEP_EDITION - 1)
    assert "earlier edition" in words_of(client.get(f"/games/{game.id}/review/"))
    client.post(f"/games/{game.id}/review/ask/")
    assert not WeighedMove.objects.exists() and DeepReview.objects.get().done_at is None
    assert ReviewedMove.objects.count() == game.ply and Review.objects.get().done_at is not None


@pytest.mark.slow
def test_a_game_reviewed_before_there_were_chances_gets_them_when_asked_for(reviewed, browser):
    game = reviewed()
    DeepReview.objects.all().delete()
    client = browser()
    assert "have not been looked at yet" in words_of(client.get(f"/games/{game.id}/review/"))
    client.post(f"/games/{game.id}/review/ask/")
    assert DeepReview.objects.get().pk == game.id


@pytest.mark.slow
def test_the_question_holds_what_the_mover_saw_and_nothing_else(reviewed):
    """And is answered by the pool of one spawned worker."""
    game = reviewed()
    first, second, third, *_ = review_progress.to_weigh(game.id)
    state = json.loads(third.question.state)
    assert state["stock"]["seed"] is None
    racks = state["stock"]["racks"]
    assert isinstance(racks[third.seat][0], list) and isinstance(racks[1 - third.seat][0], int)
    held = history.position_before(game, 3).racks[third.seat]
    assert len(third.draw.kept[0]) < len(held) and first.draw.kept == ((),)
    found = process.luck(first.question, first.draw, 20.0)
    assert isinstance(found, Luck) and found.draws == 16
    weighed = process.weigh(first.question, first.text, 2, 20.0)
    assert weighed["moves"][weighed["made"]][0] == first.text
