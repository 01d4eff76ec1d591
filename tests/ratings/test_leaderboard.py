"""Who is on the leaderboard, where, and how its pages follow one another."""

import re
from datetime import timedelta

import pytest
from django.db import connection, models
from django.test.signals import template_rendered
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from ratings import selectors
from ratings.lists import LISTS, RatingList
from ratings.models import RatingChange, Standing
from ratings.page_models import Leaderboard
from ratings.selectors import PAGE, Place
from tests.ratings.boards import ADDRESS, all_pages, board, crowd_of, names

from ..games.helpers import words_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def crowd(db):
    return crowd_of(db)


# --- who is listed ---


def test_five_rated_games_list_somebody_four_do_not(crowd):
    crowd(1900, rated_games=4)
    (five,) = crowd(1300, rated_games=5)
    assert names(board()) == names(board(all_time=True)) == [five.username]


def test_who_has_not_played_for_sixty_days_is_listed_for_all_time(crowd):
    (late,) = crowd(1900, days=60.01)
    (early,) = crowd(1300, days=59.99)
    assert names(board()) == [early.username]
    assert names(board(all_time=True)) == [late.username, early.username]
    assert board().rows[0].place == 1 and board(all_time=True).rows[1].place == 2


def test_an_account_that_is_gone_is_not_listed(crowd):
    gone, stays = crowd(1900, 1300)
    User.objects.filter(pk=gone.pk).update(is_active=False)
    assert names(board()) == names(board(all_time=True)) == [stays.username]
    assert board(reader=stays).rows[0].place == 1


def test_another_list_is_another_board(crowd):
    (user,) = crowd(1500)
    Standing.objects.update(key="numerica:computer")
    assert names(board()) == []
    assert names(
        selectors.leaderboard(
            "numerica:computer", timezone.now(), all_time=False, after=None, reader_id=None
        )
    ) == [user.username]


# --- a list that goes by the total of its scores ---


def totals(users: list[User], *values: int) -> None:
    for user, total in zip(users, values, strict=True):
        Standing.objects.filter(user=user).update(total_score=total)


def test_the_total_score_goes_before_the_strength_and_that_before_the_age(scored, crowd):
    users = crowd(1500, 1200, 1300, 1300, 1900)
    totals(users, 40, 90, 40, 40, 0)
    assert [row.user_id for row in board().rows] == [users[i].pk for i in (1, 0, 2, 3, 4)]
    assert [row.place for row in board().rows] == [1, 2, 3, 4, 5]
    assert [(row.total_score, row.rating) for row in board().rows[:2]] == [
        (90, 1200),
        (40, 1500),
    ]


def test_in_a_list_without_scores_the_total_does_not_decide_the_order(crowd):
    users = crowd(1500, 1200)
    totals(users, 0, 90)
    assert [row.user_id for row in board().rows] == [users[0].pk, users[1].pk]


def test_pages_by_score_hold_everybody_once_in_order(scored, crowd):
    count = 2 * PAGE + 11
    users = crowd(*[number % 3 - 1 for number in range(count)])
    totals(users, *[number % 4 for number in range(count)])
    pages = all_pages(reader=users[5])
    rows = [row for page in pages for row in page.rows]
    assert len(rows) == len({row.user_id for row in rows}) == count
    order = [(-row.total_score, -row.rating, row.user_id) for row in rows]
    assert order == sorted(order)
    assert [row.place for row in rows] == list(range(1, count + 1))
    place = next(row.place for row in rows if row.user_id == users[5].pk)
    assert all(page.own is None or page.own.place == place for page in pages)
    assert any(page.own for page in pages)


def test_score_and_strength_are_two_columns(scored, crowd, browser):
    (user,) = crowd(1234)
    totals([user], 310)
    response = browser(user).get(ADDRESS)
    heads = re.findall(r'<th scope="col"[^>]*>([^<]*)<', response.content.decode())
    assert heads == ["Place", "Player", "Score", "Strength", "30 days", "Games"]
    (row,) = re.findall(r'(?s)<tr class="me">.*?</tr>', response.content.decode())
    assert re.findall(r'<td class="num">(\d+)<', row) == ["1", "310", "1234", "5"]


def test_a_list_without_scores_shows_the_rating_alone(crowd, browser):
    crowd(1234)
    heads = re.findall(r'<th scope="col"[^>]*>([^<]*)<', browser().get(ADDRESS).content.decode())
    assert heads == ["Place", "Player", "Rating", "30 days", "Games"]


@pytest.mark.parametrize("after", ["120000-5", "9-120000", "1-2-3-4", "x-1-2", "1.5-2-3"])
def test_the_page_mark_of_another_list_is_refused(after, scored, crowd, browser):
    crowd(1500)
    assert browser().get(ADDRESS, {"after": after}).status_code == 422


def test_the_link_to_the_next_page_by_score(scored, crowd, browser):
    users = crowd(*[1300] * (PAGE + 5))
    totals(users, *[7] * (PAGE + 5))
    page = browser().get(ADDRESS).content.decode()
    (link,) = re.findall(r'href="([^"]*after=[^"]+)"', page)
    assert link == f"?after=7-130000-{users[PAGE - 1].pk}"
    assert len(browser().get(ADDRESS + link).context["board"].rows) == 5


# --- from one list to another ---


@pytest.mark.slow
def test_every_list_leads_to_those_of_other_games_and_of_other_kinds(db, browser, monkeypatch):
    monkeypatch.setitem(LISTS, "digifeud", RatingList("Digifeud"))
    for key in LISTS:
        page = browser().get(f"/leaderboard/{key}/")
        assert page.status_code == 200 and "Nobody is listed yet" in words_of(page)
        html = " ".join(page.content.decode().split())
        game, _, kind = key.partition(":")
        near = {other for other in LISTS if other.partition(":")[2] == kind}
        near |= {game, f"{game}:live", f"{game}:computer"}
        assert set(re.findall(r'<a href="/leaderboard/([^/]+)/"', html)) == near
        assert html.count('class="tabs') == 1
        assert f'<a href="/leaderboard/{key}/" aria-current="page">' in html
        to_play = "/computer/" if kind == "computer" else "/invitations/new/"
        assert f"{to_play}?key={game}" in html


def test_a_single_list_leads_nowhere(db, browser, monkeypatch):
    monkeypatch.setattr("ratings.selectors.LISTS", {"numerica": LISTS["numerica"]})
    assert 'class="tabs lists"' not in browser().get(ADDRESS).content.decode()


# --- one's own row ---


@pytest.mark.slow
def test_ones_own_row_is_on_every_page_once_with_its_place(crowd):
    users = crowd(*[1500] * (3 * PAGE))
    for place, user in [
        (1, users[0]),
        (PAGE, users[PAGE - 1]),
        (PAGE + 1, users[PAGE]),
        (140, users[139]),
    ]:
        for page in all_pages(reader=user):
            own = [row for row in page.rows if row.user_id == user.pk]
            own += [page.own] if page.own else []
            assert [row.place for row in own] == [place]


def test_who_is_not_listed_has_no_row(crowd, people):
    crowd(1500)
    (newcomer,) = crowd(1900, rated_games=4)
    assert board(reader=newcomer).own is board(reader=people.ada).own is board().own is None


def test_the_page_shows_ones_own_row_where_it_is_far_down(crowd, browser):
    users = crowd(*[1500] * (PAGE + 40))
    client = browser(users[-1])
    for address in (ADDRESS, f"{ADDRESS}?after=200000-1"):
        page = client.get(address).content.decode()
        (row,) = re.findall(r'(?s)<tr class="me">.*?</tr>', page)
        assert f">{PAGE + 40}<" in row and users[-1].username in row


# --- movement ---


def changed(user: User, game, after: float, days: float) -> None:
    RatingChange.objects.create(
        game=game,
        user=user,
        key="numerica",
        before=120_000,
        k=32,
        expected=5000,
        result=2,
        after=round(after * 100),
        changed_at=timezone.now() - timedelta(days=days),
    )


@pytest.mark.slow
def test_movement_is_since_the_last_change_before_thirty_days(crowd, start):
    users = crowd(1300, 1290, 1280, 1270)
    changed(users[0], start(), 1100, 50)
    changed(users[0], start(), 1250.4, 30.01)
    changed(users[0], start(), 1300, 29.99)
    changed(users[1], start(), 1310.6, 31)
    changed(users[2], start(), 1280, 31)
    changed(users[3], start(), 1270, 29)
    assert [row.movement for row in board().rows] == [50, -21, 0, None]
    Standing.objects.filter(user=users[3]).update(rating=1)
    crowd(*[1500] * PAGE)
    assert board(reader=users[1]).own.movement == -21


def test_ratings_are_shown_in_whole_points(crowd):
    crowd(1216.49, 1215.5, 1215.49)
    assert [row.rating for row in board().rows] == [1216, 1216, 1215]


# --- what it costs and what it is given ---


def queries(do) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        do()
    return len(captured)


@pytest.mark.slow
def test_the_number_of_queries_does_not_depend_on_how_many_there_are(crowd, browser):
    """With 10 people, and with 2,000: anonymous, listed far down, and on a later page."""
    users = crowd(*range(1300, 1310))
    few = [queries(lambda: browser().get(ADDRESS)), queries(lambda: board(reader=users[0]))]
    crowd(*[1500] * 1990)
    many = [queries(lambda: browser().get(ADDRESS)), queries(lambda: board(reader=users[0]))]
    assert many[0] == few[0] <= 4
    assert few[1] <= many[1] <= 6  # one's own row takes two more where it is not on the page
    assert queries(lambda: board(Place((150_000,), users[-1].pk + 500), reader=users[0])) <= 6


def test_the_template_is_given_plain_values(crowd, browser):
    crowd(*[1300] * (PAGE + 5))
    given: list[object] = []

    def watch(sender, template, context, **more):
        given.extend(value for layer in context for value in layer.values())

    template_rendered.connect(watch)
    try:
        browser().get(ADDRESS)
    finally:
        template_rendered.disconnect(watch)
    boards = [value for value in given if isinstance(value, Leaderboard)]
    assert boards and not any(
        isinstance(value, models.Model) for board in boards for value in vars(board).values()
    )
