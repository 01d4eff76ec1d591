"""The puzzle of the day: tries, the answer, the day after, and all that can go wrong."""

import json
import re
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services import create_guest
from games.daily.puzzles import SEAT, path_of, write_line
from games.daily.series import SERIES
from games.daily.shares import share
from games.engine import best_moves
from games.models import DailyTry, SeenAnswer
from games.selectors import daily
from games.services.daily import see_answer, try_play
from games.services.errors import NotAllowed
from numerica_site.account_services import delete_account, take_along

from .dailies import DAY, address, begin_days, lesser_plays, of, post
from .helpers import HTMX, JSON, words_of

pytestmark = pytest.mark.django_db
SERIES_KEY = "digifeud"
DAY_LINK = r'href="/daily/digifeud/\d+/"'


@pytest.fixture(autouse=True)
def the_fifth_day(settings) -> None:
    begin_days(settings, DAY)


@pytest.fixture
def puzzle():
    return of(SERIES_KEY)


@pytest.fixture
def lesser(puzzle) -> list[str]:
    return lesser_plays(puzzle, 4)


def kept(**wanted) -> list[tuple[int, int, bool]]:
    rows = DailyTry.objects.filter(**wanted).order_by("user", "number")
    return [(row.number, row.percent, row.is_in_time) for row in rows]


# --- tries ---


def try_again(client, text: str) -> dict:
    return post(client, SERIES_KEY, "try", text=text, **JSON).json()


def test_a_stranger_who_tries_becomes_a_guest_and_the_try_counts(client, puzzle, lesser):
    page = client.get(f"/daily/{SERIES_KEY}/")
    assert page.status_code == 200 and not User.objects.exists()
    answer = post(client, SERIES_KEY, "try", text=lesser[0], follow=True)
    percent = share(puzzle, puzzle.state.check(SEAT, lesser[0]))
    assert User.objects.get().is_guest and kept() == [(1, percent, True)]
    words = words_of(answer)
    assert f"{percent} %" in words and "Make this my 2nd try" in words


def test_the_best_of_three_tries_counts_and_a_fourth_is_refused(browser, people, lesser):
    client = browser(people.ada)
    for text in reversed(lesser[:3]):
        assert post(client, SERIES_KEY, "try", text=text).status_code == 302
    percents = [percent for _, percent, _ in kept()]
    answer = post(client, SERIES_KEY, "try", text=lesser[3])
    assert answer.status_code == 409 and "your three tries" in words_of(answer)
    assert len(kept()) == 3
    line = f"Digifeud {DAY} · {max(percents)} % · 3rd try"
    assert line in client.get(address(SERIES_KEY)).content.decode()


def test_the_same_play_again_is_the_same_try(browser, people, lesser):
    client = browser(people.ada)
    first = post(client, SERIES_KEY, "try", text=lesser[0], **JSON).json()
    assert post(client, SERIES_KEY, "try", text=lesser[0], **JSON).json() == first
    assert first["number"] == 1 and first["left"] == 2 and len(kept()) == 1


def test_who_tries_the_same_play_again_is_told_so(browser, people, lesser):
    client, told = browser(people.ada), "You have tried this already."
    assert told not in words_of(post(client, SERIES_KEY, "try", text=lesser[0], follow=True))
    assert told in words_of(post(client, SERIES_KEY, "try", text=lesser[0], follow=True))
    assert len(kept()) == 1
    assert told not in words_of(post(client, SERIES_KEY, "try", text=lesser[1], follow=True))


def test_who_has_no_try_left_is_not_asked_for_a_new_one(browser, people, puzzle, lesser):
    """A second press of the same button, or the page before it in another tab."""
    for person, plays in ((people.ada, lesser[:3]), (people.ben, puzzle.plays[0][:1])):
        client = browser(person)
        for text in plays:
            post(client, SERIES_KEY, "try", text=text)
        said = words_of(post(client, SERIES_KEY, "try", text=plays[0], follow=True))
        assert "You have tried this already." in said and "new try" not in said
        assert try_again(client, plays[0])["left"] == 0


def test_an_earlier_try_again_tells_how_many_are_left_now(browser, people, lesser):
    client = browser(people.ada)
    for text in lesser[:2]:
        post(client, SERIES_KEY, "try", text=text)
    again = try_again(client, lesser[0])
    assert (again["number"], again["left"]) == (1, 1)


def test_who_has_found_the_best_cannot_try_again(browser, people, puzzle, lesser):
    client = browser(people.ada)
    told = post(client, SERIES_KEY, "try", text=puzzle.plays[0][0], **JSON).json()
    assert told["percent"] == 100 and told["band"] == "best"
    answer = post(client, SERIES_KEY, "try", text=lesser[0])
    assert answer.status_code == 409 and "found the best already" in words_of(answer)
    assert len(kept()) == 1


def test_a_try_after_the_answer_was_seen_does_not_count(browser, people, puzzle, lesser):
    client = browser(people.ada)
    assert "The best play" not in words_of(client.get(address(SERIES_KEY)))
    shown = post(client, SERIES_KEY, "answer", follow=True)
    assert "The best play" in words_of(shown) and 'id="try"' not in shown.content.decode()
    answer = post(client, SERIES_KEY, "try", text=puzzle.plays[0][0])
    assert answer.status_code == 409 and "seen the answer" in words_of(answer)
    post(client, SERIES_KEY, "answer")
    assert kept() == [] and SeenAnswer.objects.count() == 1


def test_who_passes_reads_on_the_page_of_the_puzzle_that_only_a_play_is_a_try(browser, people):
    refused = post(browser(people.ada), SERIES_KEY, "try", text="pass")
    assert refused.status_code == 422 and "Only a play is a try here." in words_of(refused)
    assert 'value="pass"' in refused.content.decode()


@pytest.mark.parametrize("text", ["", "nonsense", "1A 1+1=3", "resign", "pass", "x" * 9000])
def test_what_is_no_legal_play_costs_no_try(browser, people, text):
    client = browser(people.ada)
    for headers in ({}, JSON):
        answer = post(client, SERIES_KEY, "try", text=text, **headers)
        assert answer.status_code == 422
    assert not answer.json()["ok"] and kept() == []


def test_a_preview_says_what_a_play_earns_and_not_how_near_it_is(client, puzzle, lesser):
    made = puzzle.state.check(SEAT, lesser[0])
    told = post(client, SERIES_KEY, "check", text=lesser[0], **JSON).json()
    assert told["points"] == made.points and "percent" not in json.dumps(told)
    for headers in ({}, HTMX):
        page = post(client, SERIES_KEY, "check", text=lesser[0], **headers).content.decode()
        assert f"{share(puzzle, made)} %" not in page
    assert kept() == [] and not User.objects.exists()


@pytest.mark.parametrize("key", SERIES)
def test_every_series_can_be_played(client, key):
    best = of(key).plays[0][0]
    answer = post(client, key, "try", text=best, follow=True)
    assert answer.status_code == 200 and "100 %: as good as can be." in words_of(answer)


# --- days ---


def test_a_day_that_has_not_come_is_told_in_one_sentence(client, lesser):
    for what in ("check", "try", "answer"):
        answer = post(client, SERIES_KEY, what, day=DAY + 1, text=lesser[0])
        assert answer.status_code == 404 and "This day has not come yet." in words_of(answer)
    for page in ("", "sheet/"):
        assert client.get(f"/daily/{SERIES_KEY}/{DAY + 1}/{page}").status_code == 404
    assert kept() == [] and not User.objects.exists()


@pytest.mark.parametrize("path", ["nosuchgame/", "nosuchgame/1/", "digifeud/0/", "digifeud/days"])
def test_what_there_never_was_is_not_found(client, path):
    assert client.get(f"/daily/{path}").status_code in (301, 404)


def test_a_puzzle_that_went_is_told_in_one_sentence(client, settings, tmp_path):
    settings.DAILY_PUZZLES = tmp_path
    path_of(SERIES_KEY, tmp_path).write_text(write_line(of(SERIES_KEY, DAY)))
    assert client.get(address(SERIES_KEY)).status_code == 200
    answer = client.get(address(SERIES_KEY, DAY - 1))
    assert answer.status_code == 410 and "not here any more" in words_of(answer)


def test_when_no_puzzle_was_chosen_for_today_the_page_says_so_calmly(client, settings):
    begin_days(settings, 20_000)
    for page in ("/daily/", "/daily/digifeud/"):
        answer = client.get(page)
        assert answer.status_code == 200
        assert "No puzzle has been chosen for today." in words_of(answer)
    assert client.get("/daily/digifeud/days/").status_code == 200


def test_before_the_first_day_there_is_nothing_and_no_fault(client, settings):
    begin_days(settings, -3)
    for page in ("", "digifeud/", "digifeud/days/", "digifeud/feed/"):
        assert client.get(f"/daily/{page}").status_code == 200
    assert client.get("/daily/digifeud/1/").status_code == 404


def test_the_number_of_the_day_is_that_of_utc(settings):
    settings.DAILY_BEGINS_ON = date(2026, 11, 24)
    last = datetime(2026, 11, 24, 23, 59, 59, 999999, UTC)
    assert daily.today(last) == 1 and daily.today(last + timedelta(microseconds=1)) == 2
    assert daily.begin_of(2) == datetime(2026, 11, 25, tzinfo=UTC)


def test_a_try_after_midnight_is_kept_and_not_counted_among_the_answers(
    browser, people, settings, lesser
):
    """A page that was opened on the day, and posts when it is over."""
    client = browser(people.ada)
    begin_days(settings, DAY + 1)
    told = post(client, SERIES_KEY, "try", text=lesser[0], **JSON).json()
    assert told["ok"] and not told["counts"]
    assert daily.distribution(SERIES[SERIES_KEY], DAY) == []
    assert "Nobody answered on the day." in words_of(client.get(address(SERIES_KEY)))
    assert "0 of the last 30 days" in words_of(client.get(address(SERIES_KEY)))


def answered(puzzle, *percents) -> None:
    """People who reached as much on the day, each at the first try."""
    for percent in percents:
        DailyTry.objects.create(
            user=create_guest(), series=SERIES_KEY, day=DAY, number=1, move="x", points=1,
            percent=percent, is_in_time=True, tried_at=timezone.now(),
        )  # fmt: skip


def test_tomorrow_everybody_sees_all_answers_and_where_they_stand(
    browser, people, settings, puzzle, lesser
):
    client = browser(people.ada)
    post(client, SERIES_KEY, "try", text=lesser[0])
    own = kept()[0][1]
    assert 10 < own < 100
    answered(puzzle, 0, 5, own, 100)
    today = words_of(client.get(address(SERIES_KEY)))
    assert "better than" not in today and "All answers" not in today
    begin_days(settings, DAY + 1)
    page = client.get(address(SERIES_KEY))
    words = words_of(page)
    assert "5 people answered on the day. You were better than 50 %." in words
    assert f"Digifeud {DAY} · {own} % · 1st try · better than 50 %" in page.content.decode()
    counts = [
        int(count) for count in re.findall(r'<td class="num">(\d+)</td>', page.content.decode())
    ]
    assert sum(counts) == 5 and counts[0] == 1
    stranger = words_of(browser().get(address(SERIES_KEY)))
    assert "5 people answered" in stranger and "You were" not in stranger


def test_the_best_try_of_each_person_is_in_the_distribution(people):
    for number, percent in ((1, 20), (2, 90), (3, 60)):
        DailyTry.objects.create(
            user=people.ada, series=SERIES_KEY, day=DAY, number=number, move=str(number), points=1,
            percent=percent, is_in_time=number < 3, tried_at=timezone.now(),
        )  # fmt: skip
    assert daily.distribution(SERIES[SERIES_KEY], DAY) == [90]


def test_a_better_try_of_a_later_day_is_not_said_to_be_better_than_anybody(
    browser, people, settings, puzzle, lesser
):
    client = browser(people.ada)
    post(client, SERIES_KEY, "try", text=lesser[0])
    own = kept()[0][1]
    answered(puzzle, 0, 100)
    begin_days(settings, DAY + 1)
    post(client, SERIES_KEY, "try", text=puzzle.plays[0][0])
    page = client.get(address(SERIES_KEY))
    line = re.search(r'id="share-line" value="([^"]*)"', page.content.decode())
    assert line and line[1] == f"Digifeud {DAY} · 100 % · 2nd try" and own < 100
    assert "3 people answered on the day. You were better than 50 %." in words_of(page)


def test_days_on_which_somebody_played_are_counted_and_none_is_lost_by_a_gap(people):
    for day in (1, 2, 30, 31, 32):
        DailyTry.objects.create(
            user=people.ada, series="digifeud-small" if day == 31 else SERIES_KEY, day=day, number=1,
            move="x", points=1, percent=1, is_in_time=day != 32, tried_at=timezone.now(),
        )  # fmt: skip
    series = SERIES[SERIES_KEY]
    assert daily.days_played(people.ada.pk, series, 31) == 3  # days 2, 30 and 31
    assert daily.days_played(people.ada.pk, series, 32) == 2
    assert daily.days_played(people.ben.pk, series, 31) == 0 == daily.days_played(None, series, 31)


# --- secrets ---


def without_tokens(page: bytes) -> str:
    return re.sub(r'csrfmiddlewaretoken" value="\w+"', "", page.decode())


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("key", SERIES)
def test_an_open_puzzle_is_the_same_page_whatever_its_answer_is(browser, settings, tmp_path, key):
    """Two catalogues that differ in nothing but the answers: not a byte tells them apart."""
    told, puzzle = [], of(key)
    first, _points = best_moves(puzzle.state, SEAT, 20).plays[-1]
    best = 9999 if puzzle.state.counts_points else puzzle.best  # else the task says it
    other = replace(puzzle, best=best, plays=((first, 1),), levels=(1,), source=9999)
    for folder, chosen in ((tmp_path / "a", puzzle), (tmp_path / "b", other)):
        folder.mkdir()
        settings.DAILY_PUZZLES = folder
        path_of(key, folder).write_text(write_line(chosen))
        client = browser()
        pages = [
            address(key),
            f"/daily/{key}/",
            "/daily/",
            f"/daily/{key}/feed/",
            f"{address(key)}sheet/",
            "/",
        ]
        told.append([without_tokens(client.get(page).content) for page in pages])
    assert told[0] == told[1]


@pytest.mark.parametrize("key", SERIES)
def test_the_best_play_stands_on_no_page_of_an_open_puzzle(client, key):
    puzzle = of(key)
    post(client, key, "check", text="nonsense")
    for page in (address(key), f"{address(key)}sheet/", f"/daily/{key}/feed/", "/daily/"):
        sent = client.get(page).content.decode()
        for text, _points in puzzle.plays:
            assert text not in sent and text.replace("-", "–") not in sent


def test_the_line_to_share_tells_no_place(browser, people, puzzle):
    client = browser(people.ada)
    text = puzzle.plays[0][0]
    page = post(client, SERIES_KEY, "try", text=text, follow=True).content.decode()
    line = re.search(r'id="share-line" value="([^"]*)"', page)[1]
    assert line == f"Digifeud {DAY} · 100 % · 1st try"
    assert text.split()[0] not in line


# --- pages ---


def test_the_page_works_without_script(client, lesser):
    page = client.get(address(SERIES_KEY)).content.decode()
    assert 'formaction="/daily/digifeud/5/try/"' in page
    asked = post(client, SERIES_KEY, "check", text=lesser[0])
    assert asked.status_code == 200 and f'value="{lesser[0]}"' in asked.content.decode()


def test_past_days_are_listed_with_what_one_reached(browser, people, settings, lesser):
    client = browser(people.ada)
    post(client, SERIES_KEY, "try", text=lesser[0])
    percent = kept()[0][1]
    assert f"Digifeud {DAY}" not in words_of(client.get("/daily/digifeud/days/"))
    begin_days(settings, DAY + 1)
    assert f"Digifeud {DAY}" in (words := words_of(client.get("/daily/digifeud/days/")))
    assert f": {percent} %" in words


def test_what_was_reached_yesterday_is_not_said_of_the_puzzle_of_today(
    browser, people, settings, lesser
):
    client = browser(people.ada)
    post(client, SERIES_KEY, "try", text=lesser[0])
    reached = f"{kept()[0][1]} %:"
    assert reached in words_of(client.get("/daily/"))
    begin_days(settings, DAY + 1)
    assert reached not in words_of(client.get("/daily/"))


def test_the_list_of_days_goes_on_page_by_page(client, settings):
    begin_days(settings, 40)
    first = without_tokens(client.get("/daily/digifeud/days/").content)
    assert len(re.findall(DAY_LINK, first)) == 30 and "?before=10" in first
    rest = client.get("/daily/digifeud/days/?before=10").content.decode()
    assert len(re.findall(DAY_LINK, rest)) == 9
    same = client.get("/daily/digifeud/days/?before=nonsense")
    assert words_of(same) == words_of(client.get("/daily/digifeud/days/"))


def test_a_page_before_the_first_day_does_not_say_that_no_day_is_over(client):
    words = words_of(client.get("/daily/digifeud/days/?before=1"))
    assert "There are no earlier days." in words and "No day is over yet." not in words


def test_the_feed_names_the_days_that_have_come(client):
    news = client.get("/daily/digifeud/feed/")
    assert news["Content-Type"].startswith("application/atom+xml")
    titles = re.findall(r"<title>(Digifeud \d+)</title>", news.content.decode())
    assert titles == [f"Digifeud {day}" for day in range(DAY, 0, -1)]


# --- people ---


def test_a_guests_tries_come_along_but_not_to_a_puzzle_that_was_begun(people, puzzle, lesser):
    guest, now = create_guest(), timezone.now()
    for user, key, text in (
        (guest, SERIES_KEY, lesser[0]),
        (people.ada, SERIES_KEY, lesser[1]),
        (guest, "digifeud-small", lesser_plays(of("digifeud-small"), 1)[0]),
    ):
        found = of(key)
        made = found.state.check(SEAT, text)
        try_play(user=user, series=key, puzzle=found, made=made, today=DAY, now=now)
    take_along(guest, people.ada, now)
    assert not DailyTry.objects.filter(user=guest).exists()
    rows = DailyTry.objects.filter(user=people.ada).order_by("series")
    assert [(row.series, row.move) for row in rows] == [
        (SERIES_KEY, lesser[1]), ("digifeud-small", rows[1].move)
    ]  # fmt: skip


def test_an_answer_that_was_seen_stays_seen_whoever_of_a_guest_and_the_account_saw_it(
    people, puzzle, lesser
):
    guest, now, other = create_guest(), timezone.now(), "digifeud-small"
    see_answer(user=people.ada, series=SERIES_KEY, day=DAY, now=now)
    made = puzzle.state.check(SEAT, lesser[0])
    try_play(user=guest, series=SERIES_KEY, puzzle=puzzle, made=made, today=DAY, now=now)
    see_answer(user=guest, series=other, day=DAY, now=now)
    take_along(guest, people.ada, now)
    assert not DailyTry.objects.exists()  # it would count after the answer
    seen = SeenAnswer.objects.filter(user=people.ada)
    assert set(seen.values_list("series", flat=True)) == {SERIES_KEY, other}


def test_an_account_that_is_gone_tries_nothing(people, puzzle, lesser):
    delete_account(people.ada, timezone.now())
    with pytest.raises(NotAllowed):
        try_play(
            user=people.ada, series=SERIES_KEY, puzzle=puzzle, today=DAY, now=timezone.now(),
            made=puzzle.state.check(SEAT, lesser[0]),
        )  # fmt: skip
    assert kept() == []
