"""How a leaderboard is cut into pages, and what is asked of it wrongly."""

import re

import pytest

from ratings.models import Standing
from ratings.selectors import PAGE, Place
from tests.ratings.boards import ADDRESS, all_pages, board, crowd_of, names

from ..games.helpers import JSON, is_a_sentence, sentence_of, words_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def crowd(db):
    return crowd_of(db)


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
    of_all_time = browser().get(f"{ADDRESS}?all=1&after=0-1").content.decode()
    assert set(re.findall(r'href="([^"]*)">To the top<', of_all_time)) == {"?all=1"}


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
