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

from ..games.helpers import JSON, is_a_sentence, sentence_of, words_of

pytestmark = pytest.mark.django_db

ADDRESS = "/leaderboard/numerica/"


@pytest.fixture
def crowd(db):
    """People with these ratings, in whole points, listed unless something else is said."""

    def made(*ratings: float, rated_games: int = 5, days: float = 1, **more) -> list[User]:
        first = User.objects.count()
        users = User.objects.bulk_create(
            User(username=f"Member{first + number}", password="!") for number in range(len(ratings))
        )
        Standing.objects.bulk_create(
            Standing(
                user=user,
                key="numerica",
                rating=round(rating * 100),
                rated_games=rated_games,
                games=rated_games,
                last_rated_at=timezone.now() - timedelta(days=days),
                **more,
            )
            for user, rating in zip(users, ratings, strict=True)
        )
        return users

    return made


def board(after: Place | None = None, reader: User | None = None, all_time: bool = False):
    return selectors.leaderboard(
        "numerica", timezone.now(), all_time=all_time, after=after, reader_id=reader and reader.pk
    )


def names(shown) -> list[str]:
    return [row.name for row in shown.rows]


def all_pages(**more) -> list[dict]:
    pages = [board(**more)]
    while pages[-1].next:
        pages.append(board(Place.read(pages[-1].next, "numerica"), **more))
    return pages


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


# --- pages ---


def test_pages_hold_everybody_once_in_order_though_many_ratings_are_equal(crowd):
    users = crowd(*[1200 + number % 3 for number in range(2 * PAGE + 11)])
    pages = all_pages()
    rows = [row for page in pages for row in page.rows]
    assert [len(page.rows) for page in pages] == [PAGE, PAGE, 11]
    assert {row.user_id for row in rows} == {user.pk for user in users} and len(rows) == len(users)
    assert [row.place for row in rows] == list(range(1, len(users) + 1))
    order = [(-row.rating, row.user_id) for row in rows]
    assert order == sorted(order)
    assert [page.is_first_page for page in pages] == [True, False, False]


@pytest.mark.parametrize("count", [PAGE, PAGE + 1])
def test_a_full_page_has_a_next_one_only_if_somebody_is_left(crowd, count):
    crowd(*[1200] * count)
    assert [len(page.rows) for page in all_pages()] == [PAGE, 1][: 1 + (count > PAGE)]


def test_who_comes_or_rises_meanwhile_pushes_nobody_off_the_next_page(crowd):
    users = crowd(*range(1800, 1800 - 2 * PAGE, -1))
    first = board()
    crowd(2500, 2400)
    Standing.objects.filter(user=users[0]).update(rating=260_000)
    second = board(Place.read(first.next, "numerica"))
    assert names(second) == [user.username for user in users[PAGE:]]
    assert second.rows[0].place == PAGE + 3


def test_behind_the_last_there_is_an_empty_page(crowd, browser):
    crowd(1500, 1400)
    assert not board(Place((0,), 1)).rows
    response = browser().get(f"{ADDRESS}?after=0-1")
    assert response.status_code == 200 and "This page is empty" in words_of(response)


def test_the_pages_lead_to_one_another(crowd, browser):
    crowd(*[1300] * (PAGE + 5))
    for period in ("", "all=1"):
        page = browser().get(f"{ADDRESS}?{period}").content.decode()
        (link,) = re.findall(r'href="([^"]*after=[^"]+)"', page)
        assert ("all=1" in link) == bool(period)
        second = browser().get(ADDRESS + link.replace("&amp;", "&"))
        assert second.status_code == 200 and "To the top" in words_of(second)
        assert (
            len(re.findall(r'<td class="num">\d+</td>\s*<th scope="row">', second.content.decode()))
            == 5
        )


@pytest.mark.parametrize("shift", [0, -1, -30])
def test_pages_follow_one_another_where_ratings_are_nothing_or_less(shift, crowd, browser):
    users = crowd(*[shift - number % 3 for number in range(PAGE + 5)])
    pages = all_pages()
    assert [len(page.rows) for page in pages] == [PAGE, 5]
    found = {row.user_id for page in pages for row in page.rows}
    assert found == {user.pk for user in users}
    second = browser().get(ADDRESS, {"after": pages[0].next})
    assert second.status_code == 200 and second.context["board"].rows == pages[1].rows


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


def test_every_list_leads_to_those_of_other_games_and_against_others(db, browser, monkeypatch):
    monkeypatch.setitem(LISTS, "digifeud", RatingList("Digifeud"))
    for key in LISTS:
        page = browser().get(f"/leaderboard/{key}/")
        assert page.status_code == 200 and "Nobody is listed yet" in words_of(page)
        html = " ".join(page.content.decode().split())
        game, _, against = key.partition(":")
        near = {other for other in LISTS if (other.partition(":")[2] == against)}
        near |= {game, f"{game}:computer"}
        assert set(re.findall(r'<a href="/leaderboard/([^/]+)/"', html)) == near
        assert html.count('class="tabs') == 1
        assert f'<a href="/leaderboard/{key}/" aria-current="page">' in html
        assert (f"/computer/?key={game}" if against else f"/invitations/new/?key={game}") in html


def test_a_single_list_leads_nowhere(db, browser, monkeypatch):
    monkeypatch.setattr("ratings.selectors.LISTS", {"numerica": LISTS["numerica"]})
    assert 'class="tabs lists"' not in browser().get(ADDRESS).content.decode()


# --- one's own row ---


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


# --- what is asked wrongly ---


@pytest.mark.parametrize(
    "after",
    ["x", "1", "-", "1-", "-1", "1-2-3", "1.5-2", "1e3-2", "--5-2", "5--2", "１２-3", "1-²", "9" * 10 + "-1", "1-" + "9" * 30, "\0-1", "<b>-1"],
)  # fmt: skip
def test_an_invalid_page_mark_is_refused_in_a_sentence(after, crowd, browser):
    crowd(1500)
    response = browser().get(ADDRESS, {"after": after})
    assert response.status_code == 422 and is_a_sentence(sentence_of(response))
    told = browser().get(ADDRESS, {"after": after}, **JSON)
    assert told.status_code == 422 and told.json()["message"].endswith(".")


@pytest.mark.parametrize("key", ["chess", "numerica2", "NUMERICA", "-", "x" * 200])
def test_a_game_that_does_not_exist_is_not_found(key, db, browser):
    response = browser().get(f"/leaderboard/{key}/")
    assert response.status_code == 404 and is_a_sentence(sentence_of(response))


def test_nothing_can_be_posted(browser, db):
    assert browser().post(ADDRESS).status_code == 405


def test_an_empty_board_says_so(browser, db):
    assert "Nobody is listed yet" in words_of(browser().get(ADDRESS))


@pytest.mark.parametrize("query", ["", "?all=1", "?all=no", "?all=1&after=150000-1", "?unknown=1"])
def test_every_question_that_makes_sense_has_an_answer(query, crowd, browser):
    crowd(1600, 1400)
    assert browser().get(ADDRESS + query).status_code == 200


# --- what it costs and what it is given ---


def queries(do) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        do()
    return len(captured)


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
