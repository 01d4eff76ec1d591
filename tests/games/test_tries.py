"""Misses that were tried again: their players' own are remembered, and once solved stay solved."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services import create_guest
from games.models import (
    REPEATS,
    DeepReview,
    Game,
    GameSettings,
    ReviewedMove,
    TriedMiss,
    WeighedMove,
    canonical_json,
)
from games.selectors import retries, review_progress
from games.services.retries import keep_try
from games.services.reviews import request_review, store_reviewed_move
from games.services.start import start_game
from numerica_site.account_services import delete_account, take_along
from tests.games.reviewed import remembered_review
from tests.tiers import but_for_certainty

from .helpers import JSON, MINUTE, play_record, recorded_game, words_of

pytestmark = pytest.mark.django_db

SHORT = recorded_game("numerica-resign")


def over(users: list[User]) -> Game:
    """A game of these two that is over, and its first moves reviewed."""
    game = start_game(
        GameSettings("numerica"),
        users=users,
        seed=bytes.fromhex(SHORT.headers["Seed"]),
        now=timezone.now() - 90 * MINUTE,
    )
    play_record(game, users, len(SHORT.moves), timezone.now() - 60 * MINUTE, SHORT)
    for row in review_progress.to_review(game.id)[:6]:
        found = remembered_review(row.question, row.text)
        store_reviewed_move(
            game_id=game.id, ply=row.ply, seat=row.seat, found=found, now=timezone.now()
        )
    game.refresh_from_db()
    return game


class Miss:
    """A miss with a play that is worse than the best, and with the best."""

    def __init__(self, game: Game) -> None:
        self.game = game
        lost = ReviewedMove.objects.filter(review=game.id, loss__gt=0).exclude(kind="turn")
        self.row = lost.first()
        self.user = game.players.get(seat=self.row.seat).user
        self.made = game.moves.get(ply=self.row.ply).text
        self.best = json.loads(self.row.detail)["plays"][0][0]
        self.page = f"/games/{game.id}/try/{self.row.ply}/"

    def kept(self) -> list[tuple[int, bool]]:
        rows = TriedMiss.objects.filter(game=self.game, ply=self.row.ply)
        return [(row.user_id, row.solved_at is not None) for row in rows]


@pytest.fixture
def miss(people) -> Miss:
    return Miss(over([people.ada, people.ben]))


def tries(client, miss, *texts, **more):
    for text in texts:
        answer = client.post(f"{miss.page}check/", {"text": text}, **more)
        assert answer.status_code == 200
    return answer


@pytest.mark.slow
def test_a_try_is_remembered_and_a_solved_miss_stays_solved(miss, browser):
    client = browser(miss.user)
    assert "You " not in words_of(client.get(miss.page))
    tries(client, miss, miss.made, **JSON)
    assert miss.kept() == [(miss.user.pk, False)]
    assert "You have tried this and not solved it yet." in words_of(client.get(miss.page))
    tries(client, miss, miss.best, **JSON)
    first = TriedMiss.objects.get().solved_at
    tries(client, miss, miss.made, miss.best, **JSON)
    assert miss.kept() == [(miss.user.pk, True)] and TriedMiss.objects.get().solved_at == first
    assert "You solved this on " in words_of(client.get(miss.page))


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    but_for_certainty(
        ["", "pass", "resign", "nonsense", "8F 3+3=7", "swap 7", "x" * 999], ["pass", "8F 3+3=7"]
    ),
)
def test_a_text_that_is_no_legal_play_is_not_stored_as_a_try(miss, browser, text):
    tries(browser(miss.user), miss, text)
    assert miss.kept() == []


@pytest.mark.slow
def test_looking_stores_nothing(miss, browser):
    assert "No play earns more." in words_of(browser(miss.user).get(miss.page, {"text": miss.best}))
    assert miss.kept() == []


@pytest.mark.slow
def test_a_stranger_and_the_other_player_store_nothing(miss, people, browser):
    other = miss.game.players.exclude(user=miss.user).get().user
    for user in (None, people.cleo, other):
        said = tries(browser(user), miss, miss.made, miss.best, HTTP_HX_REQUEST="true")
        assert "No play earns more." in words_of(said) and "Solved" not in words_of(said)
    keep_try(
        user=other,
        game_id=miss.game.id,
        ply=miss.row.ply,
        seat=miss.row.seat,
        is_solved=True,
        now=timezone.now(),
    )
    assert miss.kept() == []


@pytest.mark.slow
def test_without_script_the_try_is_posted_and_the_whole_page_says_it(miss, browser):
    said = words_of(tries(browser(miss.user), miss, miss.best))
    assert "No play earns more." in said and "You solved this on " in said
    assert f'action="{miss.page}check/#move-form"' in browser().get(miss.page).content.decode()


@pytest.mark.slow
def test_the_list_has_the_unsolved_first_and_counts_them(miss, browser):
    client = browser(miss.user)
    own = ReviewedMove.objects.filter(loss__gt=0, seat=miss.row.seat)
    assert own.count() > 1
    assert f"{own.count()} are still to be solved." in words_of(client.get("/misses/"))
    tries(client, miss, miss.best)
    page = client.get("/misses/")
    rows = page.context["misses"].rows
    assert [row.solved_at is not None for row in rows] == [False] * (len(rows) - 1) + [True]
    assert rows[-1].ply == miss.row.ply and "solved on " in words_of(page)
    left = own.count() - 1
    assert (f"{left} are still" if left > 1 else "1 is still") in words_of(page)
    TriedMiss.objects.update(solved_at=None)
    assert "tried, not solved yet" in words_of(client.get("/misses/"))


def test_a_missed_trope_of_numeria_lost_no_points(people, browser):
    game = start_game(
        GameSettings("numeria"), users=[people.ada, people.ben], seed=bytes(32), now=timezone.now()
    )
    Game.objects.filter(pk=game.id).update(ended_at=timezone.now())
    request_review(game_id=game.id, now=timezone.now())
    ReviewedMove.objects.create(review_id=game.id, ply=1, seat=0, kind="trope", loss=1)
    (row,) = browser(people.ada).get("/misses/").context["misses"].rows
    assert (row.ply, row.loss) == (1, None)


@pytest.mark.parametrize(
    ("lost", "plays", "is_listed"),
    [(41, [["8F 3+3=6", 12]], True), (4, [["8F 3+3=6", 12]], False), (41, [], False)],
)
def test_the_list_has_what_lost_some_of_the_chance_to_win_too(
    people, browser, lost, plays, is_listed
):
    """If it is a miss that has a size, and there is a play to be found."""
    game = start_game(
        GameSettings("numerica"), users=[people.ada, people.ben], seed=bytes(32), now=timezone.now()
    )
    now = timezone.now()
    for rows in (Game.objects.filter(pk=game.id), game.players):
        rows.update(ended_at=now - timedelta(days=2))
    request_review(game_id=game.id, now=now)
    detail = canonical_json({"exact": True, "plays": plays})
    ReviewedMove.objects.create(review_id=game.id, ply=1, seat=0, detail=detail, puzzle="ahead")
    deep = DeepReview.objects.create(review_id=game.id, edition=1, moves=1, asked_at=now)
    WeighedMove.objects.create(deep=deep, ply=1, seat=0, lost=lost)
    page = browser(people.ada).get("/misses/")
    found = [(row.ply, row.loss, row.chance_lost) for row in page.context["misses"].rows]
    assert found == [(1, 0, "4.1\N{NO-BREAK SPACE}%")] * is_listed
    assert ("a smaller chance to win" in words_of(page)) == is_listed
    assert retries.due_misses(people.ada.pk, now) == is_listed
    assert not browser(people.ben).get("/misses/").context["misses"].rows


@pytest.mark.slow
def test_when_all_are_solved_the_list_says_so(miss, browser):
    for row in ReviewedMove.objects.filter(loss__gt=0, seat=miss.row.seat):
        now = timezone.now()
        keep_try(
            user=miss.user,
            game_id=miss.game.id,
            ply=row.ply,
            seat=row.seat,
            is_solved=True,
            now=now,
        )
    assert "All of them are solved." in words_of(browser(miss.user).get("/misses/"))


@pytest.mark.slow
def test_a_review_that_is_made_anew_forgets_no_solved_miss(miss):
    now = timezone.now()
    keep_try(
        user=miss.user,
        game_id=miss.game.id,
        ply=miss.row.ply,
        seat=miss.row.seat,
        is_solved=True,
        now=now,
    )
    miss.game.review.edition -= 1
    miss.game.review.save()
    request_review(game_id=miss.game.id, now=now + timedelta(hours=1))
    assert not ReviewedMove.objects.exists() and miss.kept() == [(miss.user.pk, True)]


@pytest.mark.slow
def test_a_guests_tries_come_along_with_the_games_and_leave_nothing_behind(people, browser):
    guest = create_guest()
    miss = Miss(over([guest, people.ada]))
    shared = Miss(over([guest, people.ben]))
    for one in (miss, shared):
        one.row = ReviewedMove.objects.filter(review=one.game.id, seat=0, loss__gt=0).first()
        keep_try(
            user=guest,
            game_id=one.game.id,
            ply=one.row.ply,
            seat=0,
            is_solved=True,
            now=timezone.now(),
        )
    take_along(guest, people.ben, timezone.now())
    assert miss.kept() == [(people.ben.pk, True)] and shared.kept() == []


@pytest.mark.slow
def test_tries_go_with_the_account_and_are_in_its_archive(miss, browser):
    from tests.accounts.account_data import account_of

    tries(browser(miss.user), miss, miss.best)
    (told,) = account_of(browser(miss.user))["misses_tried"]
    assert (told["game"], told["ply"]) == (miss.game.id, miss.row.ply) and told["solved_at"]
    delete_account(miss.user, timezone.now())
    assert miss.kept() == []
    keep_try(
        user=miss.user,
        game_id=miss.game.id,
        ply=miss.row.ply,
        seat=miss.row.seat,
        is_solved=True,
        now=timezone.now(),
    )
    assert miss.kept() == []


# --- what comes again ---


def solve(miss, now, *, is_solved=True) -> None:
    keep_try(
        user=miss.user,
        game_id=miss.game.id,
        ply=miss.row.ply,
        seat=miss.row.seat,
        is_solved=is_solved,
        now=now,
    )


@pytest.fixture
def puzzle(miss) -> Miss:
    """A miss that is the only one worth solving."""
    ReviewedMove.objects.update(puzzle="")
    ReviewedMove.objects.filter(pk=miss.row.pk).update(puzzle="far")
    return miss


@pytest.mark.slow
def test_a_miss_is_due_a_day_after_its_game_and_3_7_and_21_days_after_it_was_solved(puzzle):
    moment, user = puzzle.game.ended_at, puzzle.user.pk
    for days in (1, 3, 7, 21):
        moment += timedelta(days=days)
        assert retries.due_misses(user, moment - timedelta(seconds=1)) == 0
        assert retries.due_misses(user, moment) == 1
        solve(puzzle, moment)
        assert retries.due_misses(user, moment) == 0
    assert retries.due_misses(user, moment + timedelta(days=999)) == 0
    assert TriedMiss.objects.get().repeats == len(REPEATS) == 4


@pytest.mark.slow
def test_solved_before_it_is_due_a_miss_comes_as_it_would_have_come(puzzle):
    ended, user = puzzle.game.ended_at, puzzle.user.pk
    solve(puzzle, ended + timedelta(hours=1))
    solve(puzzle, ended + timedelta(hours=2))
    row = TriedMiss.objects.get()
    assert (row.solved_at, row.repeats) == (ended + timedelta(hours=1), 0)
    assert retries.due_misses(user, ended + timedelta(days=1)) == 1


@pytest.mark.slow
def test_a_try_in_vain_leaves_a_miss_due(puzzle):
    day = puzzle.game.ended_at + timedelta(days=1)
    solve(puzzle, day, is_solved=False)
    solve(puzzle, day, is_solved=False)
    assert retries.due_misses(puzzle.user.pk, day) == 1
    assert TriedMiss.objects.get().solved_at is None


@pytest.mark.slow
def test_only_ones_own_misses_that_are_worth_solving_are_due(puzzle, people):
    later = puzzle.game.ended_at + timedelta(days=2)
    other = puzzle.game.players.exclude(user=puzzle.user).get().user
    assert retries.due_misses(puzzle.user.pk, later) == 1
    for user in (other, people.cleo):
        assert retries.due_misses(user.pk, later) == 0
    ReviewedMove.objects.update(puzzle="")
    assert retries.due_misses(puzzle.user.pk, later) == 0


@pytest.mark.slow
def test_the_list_of_misses_says_what_is_due_and_when_one_comes_again(puzzle, browser):
    client, day = browser(puzzle.user), timedelta(days=1)
    Game.objects.update(ended_at=timezone.now() - day)
    words = words_of(client.get("/misses/"))
    assert "1 is due today." in words and "due today" in words
    assert "1 is due today." in words_of(client.get("/practice/"))
    solve(puzzle, timezone.now())
    words = words_of(client.get("/misses/"))
    assert "due today" not in words and "comes again on" in words
    assert "none is due today." in words_of(client.get("/practice/numerica/"))
