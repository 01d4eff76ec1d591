"""Practice: the first answer counts, runs, questions, one's own strength; and all that goes wrong."""

import html
import json
import re
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services import create_guest
from games.engine import best_moves
from games.models import ExerciseRating, PracticeRating, PracticeRun, PracticeTry
from games.practice.exercises import ASKED, SEAT, exercises
from games.practice.runs import TIME
from games.presentation import practice_text, solutions
from games.rules import GAMES
from games.selectors import practice
from games.services.errors import NotAllowed
from games.services.practice import (
    RUNS_KEPT,
    answer_in_run,
    answer_question,
    begin_run,
    try_exercise,
)
from games.store import site_time
from numerica_site.account_services import delete_account, take_along
from ratings.glicko import Strength

from .helpers import HTMX, JSON, words_of

pytestmark = pytest.mark.django_db
KEY = "digifeud"
NOBODY = "0123456789ab"  # a name that no exercise has


def one_of(key: str = KEY, at: int = 0, theme: str = ""):
    return [each for each in exercises(key).values() if theme in ("", each.theme)][at]


def lesser(exercise) -> str:
    """A legal play that does not solve it."""
    plays = best_moves(exercise.state, SEAT, 400).plays
    return next(
        made.text
        for made in (exercise.state.check(SEAT, text) for text, _points in plays)
        if not exercise.is_solved_by(made)
    )


def read(exercise) -> str:
    """The line of its solution, as pages show it."""
    return html.escape(
        solutions.line(exercise.state, exercise.state.check(SEAT, exercise.plays[0][0]))
    )


def post(client, exercise, what, text=None, **more):
    posted = {} if text is None else {"text": text}
    asked = {name: more.pop(name) for name in list(more) if name == "follow" or name.isupper()}
    address = f"/practice/{exercise.state.key}/{exercise.name}/{what}/"
    return client.post(address, posted | more, **asked)


def as_json(client, exercise, what, text=None, **more):
    return post(client, exercise, what, text, **JSON, **more)


@pytest.fixture
def exercise():
    return one_of()


# --- an answer ---


@pytest.mark.parametrize("key", GAMES)
def test_a_stranger_who_solves_one_becomes_a_guest_and_is_rated(client, key):
    exercise = one_of(key)
    assert client.get(f"/practice/{key}/{exercise.name}/").status_code == 200
    assert not User.objects.exists()
    answer = post(client, exercise, "try", exercise.plays[0][0], follow=True)
    words, own = words_of(answer), PracticeRating.objects.get()
    assert User.objects.get().is_guest and own.user.is_guest and own.rating > 150_000
    assert (own.tried, own.solved) == (1, 1) and PracticeTry.objects.get().is_solved
    assert "Solved:" in words and "What there was to see:" in words
    its = ExerciseRating.objects.get()
    assert (its.key, its.exercise, its.tried, its.solved) == (key, exercise.name, 1, 1)


def test_a_miss_counts_once_and_the_solution_stays_hidden_until_it_is_asked_for(
    browser, people, exercise
):
    client, best = browser(people.ada), exercise.plays[0][0]
    line = read(exercise)
    missed = post(client, exercise, "try", lesser(exercise), follow=True)
    words = words_of(missed)
    assert "there is a better play" in words and "The best play" not in words
    assert line not in missed.content.decode()
    own = PracticeRating.objects.get()
    assert own.rating < 150_000 and (own.tried, own.solved) == (1, 0)
    later = post(client, exercise, "try", best, follow=True)
    assert "Solved:" in words_of(later) and "Your first answer counted." in words_of(later)
    assert PracticeRating.objects.get().rating == own.rating
    assert not PracticeTry.objects.get().is_solved
    shown = client.get(f"/practice/{KEY}/{exercise.name}/?show=1")
    assert "The best play" in words_of(shown) and line in shown.content.decode()


def test_before_an_answer_no_page_holds_the_solution(client, browser, people, exercise):
    best, line = exercise.plays[0][0], read(exercise)
    for query in ("", "?show=1", f"?text={best}&show=1"):
        for reader in (client, browser(people.ada)):
            page = reader.get(f"/practice/{KEY}/{exercise.name}/{query}").content.decode()
            assert "The best play" not in page and "What there was to see" not in page
            assert 'id="try"' in page and line not in page
    told = as_json(client, exercise, "check", lesser(exercise)).json()
    assert told["ok"] and str(exercise.best) not in json.dumps(told)
    for headers in ({}, HTMX):
        page = post(client, exercise, "check", lesser(exercise), **headers)
        assert "The best play" not in page.content.decode()
    assert not PracticeTry.objects.exists()


def test_who_has_the_solution_shown_has_missed_it(browser, people, exercise):
    client = browser(people.ada)
    shown = post(client, exercise, "show", follow=True)
    assert "You asked to see the answer." in words_of(shown) and "The best play" in words_of(shown)
    row = PracticeTry.objects.get()
    assert (row.move, row.is_solved) == ("", False) and row.change < 0
    post(client, exercise, "try", exercise.plays[0][0])
    assert PracticeTry.objects.get() == row and not PracticeTry.objects.get().is_solved


def test_a_theme_that_was_chosen_gives_it_away_and_is_not_rated(browser, people, exercise):
    client = browser(people.ada)
    answer = post(client, exercise, "try", exercise.plays[0][0], theme=exercise.theme, follow=True)
    assert "Not rated" in words_of(answer) and f"?theme={exercise.theme}" in answer.content.decode()
    assert PracticeTry.objects.get().change is None
    assert not PracticeRating.objects.exists()
    assert practice.tallies(people.ada.pk, KEY) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (0, "stays as it was"),
        (1, "rose by less than 1."),
        (-99, "fell by less than 1."),
        (100, "rose by 1."),
        (-299, "fell by 2."),
    ],
)
def test_what_an_answer_did_to_the_rating_is_never_called_nothing_unless_it_was(change, said):
    assert said in practice_text.change(change)


def test_a_page_does_not_say_whether_a_theme_is_its_own(browser, people, exercise):
    client = browser(people.ada)
    pages = [
        client.get(f"/practice/{KEY}/{exercise.name}/?theme={theme}").content.decode()
        for theme in practice.themes_of(KEY)
    ]
    assert all(
        f'value="{theme}"' in page
        for theme, page in zip(practice.themes_of(KEY), pages, strict=True)
    )
    unknown = client.get(f"/practice/{KEY}/{exercise.name}/?theme=nosuch").content.decode()
    assert 'name="theme" value=""' in unknown


@pytest.mark.parametrize("text", ["", "nonsense", "1A 1+1=3", "resign", "pass", "x" * 9000])
def test_what_is_no_legal_play_is_no_answer(browser, people, exercise, text):
    client = browser(people.ada)
    for ask in (post, as_json):
        assert ask(client, exercise, "try", text).status_code == 422
    assert not PracticeTry.objects.exists() and not PracticeRating.objects.exists()


def test_who_passes_reads_on_the_page_of_the_exercise_that_only_a_play_is_an_answer(
    client, exercise
):
    refused = post(client, exercise, "try", "pass")
    assert refused.status_code == 422 and "Only a play is an answer here." in words_of(refused)
    assert 'value="pass"' in refused.content.decode()
    assert "Ask the referee" in words_of(refused)


def test_an_exercise_that_went_is_told_in_one_sentence(client):
    for method, what in (
        ("get", ""),
        ("post", "try/"),
        ("post", "show/"),
        ("post", "check/"),
        ("post", "run/"),
    ):
        answer = getattr(client, method)(f"/practice/{KEY}/{NOBODY}/{what}")
        assert answer.status_code == 410 and "not here any more" in words_of(answer)
    for address in (
        "nosuch/",
        f"{KEY}/NOBODY/",
        f"{KEY}/next/?theme=nosuch",
        f"{KEY}/ask/nosuch/",
        f"nosuch/{NOBODY}/",
    ):
        assert client.get(f"/practice/{address}").status_code == 404
    assert not User.objects.exists()


# --- what comes next ---


def test_the_next_one_is_near_the_own_strength_and_has_not_been_met(people):
    now, met = timezone.now(), set()
    for _turn in range(3):
        found = practice.choose_next(people.ada.pk, KEY)
        assert found.name not in met
        met.add(found.name)
        made = found.state.check(SEAT, found.plays[0][0])
        try_exercise(user=people.ada, exercise=found, made=made, is_rated=True, now=now)
    own = PracticeRating.objects.get()
    PracticeRating.objects.update(rating=100_000)
    easy = practice.choose_next(people.ada.pk, KEY)
    PracticeRating.objects.update(rating=220_000)
    hard = practice.choose_next(people.ada.pk, KEY)
    assert easy.start_rating < hard.start_rating and own.tried == 3


def test_the_next_one_may_be_of_one_theme_until_all_are_met(browser, people):
    client = browser(people.ada)
    theme, count = min(practice.themes_of(KEY).items(), key=lambda pair: pair[1])
    for _turn in range(count):
        answer = client.get(f"/practice/{KEY}/next/?theme={theme}")
        name = re.search(r"/([0-9a-f]{12})/\?theme=", answer["Location"])[1]
        assert exercises(KEY)[name].theme == theme
        post(client, exercises(KEY)[name], "show")
    answer = client.get(f"/practice/{KEY}/next/?theme={theme}", follow=True)
    assert answer.redirect_chain == [(f"/practice/{KEY}/", 302)]
    assert "You have met all of these positions." in words_of(answer)
    assert PracticeTry.objects.count() == count


# --- is there one? ---


QUESTIONS = [(key, asked) for key, all_asked in ASKED.items() for asked in all_asked]


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("is_there", [True, False])
@pytest.mark.parametrize("key, asked", QUESTIONS)
def test_yes_or_no_is_judged_once_and_what_is_there_is_to_be_found(client, key, asked, is_there):
    exercise = next(each for each in exercises(key).values() if each.holds.get(asked) is is_there)
    page = client.get(f"/practice/{key}/{exercise.name}/{asked}/")
    assert page.status_code == 200 and 'id="try"' not in page.content.decode()
    assert not User.objects.exists()
    right, wrong = ("yes", "no") if is_there else ("no", "yes")
    told = as_json(client, exercise, f"{asked}/answer", said=right).json()
    assert told == {"ok": True, "is_right": True, "is_there": is_there}
    assert as_json(client, exercise, f"{asked}/answer", said=wrong).json()["is_right"]
    row = PracticeTry.objects.get()
    assert row.is_solved and row.has_said_yes is is_there and row.change is None
    words = words_of(client.get(f"/practice/{key}/{exercise.name}/{asked}/"))
    assert ("Right: there is one." if is_there else "Right: there is none.") in words
    if is_there:
        _find(client, exercise, asked)


def _find(client, exercise, asked) -> None:
    state = exercise.state
    texts = (
        state.legal_moves()
        if state.key == "numeria"
        else [text for text, _ in best_moves(state, SEAT, 4000).plays]
    )
    plays = [made for made in (state.check(SEAT, text) for text in texts) if not made.choices]
    one, *_, last = [made for made in plays if exercise.is_there(asked, made)] * 2
    other = next(made for made in plays if not exercise.is_there(asked, made))
    words = words_of(post(client, exercise, f"{asked}/find", other.text, follow=True))
    assert "That one is not it." in words and PracticeTry.objects.get().move == ""
    words = words_of(post(client, exercise, f"{asked}/find", one.text, follow=True))
    assert "Found:" in words and PracticeTry.objects.get().move == one.text
    post(client, exercise, f"{asked}/find", last.text)
    assert PracticeTry.objects.get().move == one.text


def test_nobody_finds_before_saying_and_nobody_says_nonsense(browser, people):
    exercise = next(each for each in exercises("numerica").values() if each.holds.get("bingo"))
    play = exercise.plays[0][0]
    assert post(browser(), exercise, "bingo/find", play).status_code == 403
    assert User.objects.filter(is_guest=True).count() == 0
    client = browser(people.ada)
    assert post(client, exercise, "bingo/find", play).status_code == 409
    assert "That one" not in words_of(
        client.get(f"/practice/numerica/{exercise.name}/bingo/?other=1")
    )
    for said in ("", "perhaps", "YES"):
        assert post(client, exercise, "bingo/answer", said=said).status_code == 422
    assert post(client, exercise, "trope/answer", said="yes").status_code == 404
    assert not PracticeTry.objects.exists()


def test_questions_are_as_often_of_what_is_there_as_of_what_is_not(people):
    found = [practice.choose_asked(people.ada.pk, "numerica", "bingo") for _turn in range(60)]
    there = sum(each.holds["bingo"] for each in found)
    assert 10 < there < 50  # once in six million times it is not


def test_who_was_asked_of_a_position_is_not_rated_at_it(browser, people):
    exercise = next(each for each in exercises("numerica").values() if "bingo" in each.holds)
    client = browser(people.ada)
    post(client, exercise, "bingo/answer", said="yes")
    post(client, exercise, "try", exercise.plays[0][0])
    assert PracticeTry.objects.get(asked="").change is None
    assert not PracticeRating.objects.exists()


# --- runs ---


def answer_it(client, run, is_solved, place=None, **more):
    exercise = exercises(KEY)[run.met[-1]]
    text = exercise.plays[0][0] if is_solved else lesser(exercise)
    at = len(run.results) if place is None else place
    return post(client, exercise, "run", text, place=at, **more)


def test_a_run_goes_on_to_the_next_position_and_counts_the_solved(client):
    assert "Begin" in words_of(client.get(f"/practice/{KEY}/run/"))
    begun = client.post(f"/practice/{KEY}/run/begin/", follow=True)
    run = PracticeRun.objects.get()
    assert run.user.is_guest and exercises(KEY)[run.names[0]].name in begun.content.decode()
    for solved, is_solved in enumerate([True, False, True]):
        answer_it(client, run, is_solved)
        run.refresh_from_db()
        assert len(run.results) == solved + 1
    post(client, exercises(KEY)[run.met[-1]], "run", skip="1", place=3)
    run.refresh_from_db()
    assert (run.results, run.solved) == ("1010", 2)
    page = words_of(client.get(f"/practice/{KEY}/run/"))
    assert "2 solved" in page and "The one before was not solved" in page
    assert not PracticeTry.objects.exists() and not PracticeRating.objects.exists()


@pytest.mark.slow
def test_an_answer_given_twice_counts_once_and_a_later_place_is_refused(browser, people):
    client = browser(people.ada)
    client.post(f"/practice/{KEY}/run/begin/")
    run = PracticeRun.objects.get()
    answer_it(client, run, True)
    assert answer_it(client, run, True).status_code == 302
    assert answer_it(client, run, False, place=0).status_code == 302
    assert answer_it(client, run, True, place=7).status_code == 409
    run.refresh_from_db()
    assert (run.results, run.solved) == ("1", 1)
    other = exercises(KEY)[run.names[9]]
    answer = post(client, other, "run", other.plays[0][0], place=1)
    assert answer.status_code == 409 and "at another position" in words_of(answer)
    run.refresh_from_db()
    assert run.results == "1"


def test_what_comes_after_three_minutes_does_not_count(browser, people):
    client = browser(people.ada)
    client.post(f"/practice/{KEY}/run/begin/")
    run = PracticeRun.objects.get()
    answer_it(client, run, True)
    run.refresh_from_db()
    PracticeRun.objects.update(begun_at=timezone.now() - TIME)
    answer = answer_it(client, run, True)
    assert answer.status_code == 409 and "three minutes are over" in words_of(answer)
    run.refresh_from_db()
    assert run.results == "1"
    page = client.get(f"/practice/{KEY}/run/")
    assert "1 solved" in words_of(page) and "Once more" in words_of(page)
    assert 'id="try"' not in page.content.decode()


def test_a_run_ends_with_its_time_to_the_moment(people):
    now, exercise = timezone.now(), one_of()
    begin_run(user=people.ada, key=KEY, names=[exercise.name] * 3, now=now)
    said = {"user": people.ada, "exercise": exercise, "is_solved": True}
    last = now + TIME - timedelta(microseconds=1)
    assert answer_in_run(**said, place=0, now=last).results == "1"
    with pytest.raises(NotAllowed, match="three minutes are over"):
        answer_in_run(**said, place=1, now=now + TIME)


def test_an_answer_that_counted_is_not_called_late_when_it_comes_once_more(people):
    now, exercise = timezone.now(), one_of()
    begin_run(user=people.ada, key=KEY, names=[exercise.name] * 2, now=now)
    said = {"user": people.ada, "exercise": exercise, "is_solved": True}
    answer_in_run(**said, place=0, now=now + TIME - timedelta(seconds=1))
    assert answer_in_run(**said, place=0, now=now + TIME).results == "1"


def test_the_last_position_of_a_run_may_be_answered_twice_within_the_time(people):
    now, exercise = timezone.now(), one_of()
    begin_run(user=people.ada, key=KEY, names=[exercise.name], now=now)
    said = {"user": people.ada, "exercise": exercise, "place": 0, "now": now}
    assert answer_in_run(**said, is_solved=True).results == "1"
    assert answer_in_run(**said, is_solved=False).results == "1"


def test_who_passes_in_a_run_stays_in_it(client):
    client.post(f"/practice/{KEY}/run/begin/")
    run = PracticeRun.objects.get()
    asked = exercises(KEY)[run.names[0]]
    refused = post(client, asked, "run", "pass", **{"from": "run", "place": "0"})
    assert refused.status_code == 422 and "Only a play is an answer here." in words_of(refused)
    assert "Three minutes" in words_of(refused) and 'value="pass"' in refused.content.decode()


def test_a_second_run_goes_on_with_the_one_that_is_on(browser, people):
    client = browser(people.ada)
    for _turn in range(2):
        client.post(f"/practice/{KEY}/run/begin/")
    assert PracticeRun.objects.count() == 1
    PracticeRun.objects.update(begun_at=timezone.now() - TIME)
    client.post(f"/practice/{KEY}/run/begin/")
    assert PracticeRun.objects.count() == 2


def test_two_presses_at_once_begin_one_run_whichever_comes_first(people):
    """The one that looked at the clock first may have to wait for the other."""
    now, names = timezone.now(), [one_of().name] * 3
    later = begin_run(user=people.ada, key=KEY, names=names, now=now + timedelta(milliseconds=5))
    assert begin_run(user=people.ada, key=KEY, names=names, now=now) == later
    assert PracticeRun.objects.get() == later


def test_a_run_tells_nothing_of_other_positions(browser, people):
    """Neither whether a move solves one that is not asked for, nor one that was left out."""
    client = browser(people.ada)
    client.post(f"/practice/{KEY}/run/begin/")
    run = PracticeRun.objects.get()
    first, other = (exercises(KEY)[run.names[at]] for at in (0, 9))
    post(client, first, "run", skip="1", place=0)
    for place in (0, 1):
        answer = as_json(client, other, "run", other.plays[0][0], place=place)
        assert answer.status_code == 409 and "is_solved" not in answer.json()
    again = as_json(client, first, "run", first.plays[0][0], place=0).json()
    assert again == {"ok": True, "is_solved": False, "solved": 0}
    for place in ("", "x", "-1", "1.5"):
        assert post(client, first, "run", first.plays[0][0], place=place).status_code == 422
    run.refresh_from_db()
    assert run.results == "0"


def test_a_position_that_a_run_asks_for_is_answered_there(browser, people):
    client = browser(people.ada)
    client.post(f"/practice/{KEY}/run/begin/")
    exercise = exercises(KEY)[PracticeRun.objects.get().names[0]]
    for answer in (
        post(client, exercise, "show"),
        post(client, exercise, "try", exercise.plays[0][0]),
    ):
        assert answer.status_code == 409 and "answer it there first" in words_of(answer)
    assert not PracticeTry.objects.exists()
    PracticeRun.objects.update(begun_at=timezone.now() - TIME)
    assert post(client, exercise, "show").status_code == 302


@pytest.mark.parametrize("said", ["yes", "no"])
def test_who_is_asked_of_a_position_in_a_run_says_nothing_of_it_elsewhere(browser, people, said):
    """Whether something is there would tell what to look for."""
    key, asked = QUESTIONS[0]
    exercise = next(one for one in exercises(key).values() if asked in one.holds)
    run = begin_run(user=people.ada, key=key, names=[exercise.name] * 2, now=timezone.now())
    answer = as_json(browser(people.ada), exercise, f"{asked}/answer", said=said)
    assert answer.status_code == 409 and "answer it there first" in answer.content.decode()
    assert not PracticeTry.objects.exists()
    run.begun_at -= TIME
    run.save()
    answer = as_json(browser(people.ada), exercise, f"{asked}/answer", said=said)
    assert answer.status_code == 200


def test_a_draft_of_the_position_before_is_not_judged_over_the_next(browser, people):
    client = browser(people.ada)
    client.post(f"/practice/{KEY}/run/begin/")
    first = exercises(KEY)[PracticeRun.objects.get().names[0]]
    post(client, first, "run", skip="1", place=0)
    for what, text in (("check", first.plays[0][0]), ("run", "nonsense")):
        answer = post(client, first, what, text, place=0, **{"from": "run"})
        assert answer.status_code == 409 and "at another position" in words_of(answer)


@pytest.mark.parametrize("what", ["check", "run"])
def test_who_drafts_on_when_the_run_is_over_is_told_that_it_is(what, browser, people):
    client = browser(people.ada)
    client.post(f"/practice/{KEY}/run/begin/")
    first = exercises(KEY)[PracticeRun.objects.get().names[0]]
    PracticeRun.objects.update(begun_at=timezone.now() - TIME)
    answer = post(client, first, what, "nonsense", place=0, **{"from": "run"})
    assert answer.status_code == 409 and "three minutes are over" in words_of(answer)


def test_a_clock_that_was_set_back_leaves_no_run_on(people):
    now, exercise = timezone.now(), one_of()
    begin_run(user=people.ada, key=KEY, names=[exercise.name], now=now + timedelta(hours=1))
    with pytest.raises(NotAllowed, match="three minutes are over"):
        answer_in_run(user=people.ada, exercise=exercise, place=0, is_solved=True, now=now)
    begun = begin_run(user=people.ada, key=KEY, names=[exercise.name], now=now)
    assert begun.begun_at == now
    said = {"user": people.ada, "exercise": exercise, "place": 0, "is_solved": True}
    assert answer_in_run(**said, now=now).pk == begun.pk


@pytest.mark.slow
def test_the_last_runs_and_the_best_are_kept(people):
    now, name = timezone.now() - timedelta(days=1), one_of().name
    best = begin_run(user=people.ada, key=KEY, names=[name], now=now)
    PracticeRun.objects.filter(pk=best.pk).update(solved=9)
    for turn in range(1, RUNS_KEPT + 10):
        begin_run(user=people.ada, key=KEY, names=[name], now=now + turn * TIME)
    assert PracticeRun.objects.count() == RUNS_KEPT + 1
    assert practice.most_solved(people.ada.pk, KEY) == 9


def test_a_run_of_nobody_is_refused(client, exercise):
    assert post(client, exercise, "run", exercise.plays[0][0], place=0).status_code == 403
    assert not User.objects.exists()


def test_what_a_run_has_met_is_rated_no_more_and_its_solution_may_be_seen(browser, people):
    client, now = browser(people.ada), site_time.now()
    first, second = one_of(at=1), one_of(at=2)
    begin_run(user=people.ada, key=KEY, names=[first.name, second.name], now=now)
    answer_in_run(user=people.ada, exercise=first, place=0, is_solved=False, now=now)
    assert "The best play" in words_of(client.get(f"/practice/{KEY}/{first.name}/?show=1"))
    assert "The best play" not in words_of(client.get(f"/practice/{KEY}/{second.name}/?show=1"))
    assert practice.met_by(people.ada.pk, KEY) == {first.name, second.name}
    post(client, first, "try", first.plays[0][0])
    assert PracticeTry.objects.get().change is None


# --- strong and weak ---


def test_what_one_is_strong_and_weak_at_is_told_after_enough_tries(browser, people):
    client, now = browser(people.ada), timezone.now()
    first, second = list(practice.themes_of(KEY))[:2]
    rows = []
    for theme, is_solved in ((first, True), (second, False)):
        for at in range(practice.ENOUGH):
            rows.append(
                PracticeTry(
                    user=people.ada,
                    key=KEY,
                    exercise=f"{theme}{at}",
                    theme=theme,
                    move="x",
                    is_solved=is_solved,
                    rating=150_000,
                    change=0,
                    tried_at=now,
                )
            )
    PracticeTry.objects.bulk_create(rows[:-1])
    words = words_of(client.get(f"/practice/{KEY}/"))
    assert "6/6 more than expected" in words and "0/5" not in words
    rows[-1].save()
    words = words_of(client.get(f"/practice/{KEY}/"))
    assert "6/6 more than expected" in words and "0/6 fewer than expected" in words


def test_chance_alone_is_called_neither_strong_nor_weak(people):
    now = timezone.now()
    for at in range(8):
        PracticeTry.objects.create(
            user=people.ada,
            key=KEY,
            exercise=str(at),
            theme="outcome",
            is_solved=at < 5,
            rating=150_000,
            change=0,
            tried_at=now,
        )
    (tally,) = practice.tallies(people.ada.pk, KEY)
    assert (tally.tried, tally.solved, tally.more) == (8, 5, 0)
    PracticeTry.objects.filter(exercise__in="56").update(is_solved=True)
    assert practice.tallies(people.ada.pk, KEY)[0].more == 1


@pytest.mark.slow
def test_the_pages_of_practice_say_what_there_is(client, browser, people):
    for reader in (client, browser(people.ada)):
        assert "Digifeud 800 positions Practise , Digifeud" in words_of(reader.get("/practice/"))
        for key in GAMES:
            page = reader.get(f"/practice/{key}/")
            assert page.status_code == 200 and "Three minutes" in words_of(page)


# --- people who come and go ---


def practised(user, exercise) -> None:
    made = exercise.state.check(SEAT, exercise.plays[0][0])
    try_exercise(user=user, exercise=exercise, made=made, is_rated=True, now=timezone.now())


def test_a_guest_takes_along_what_was_practised(people):
    guest, now = create_guest(), timezone.now()
    practised(guest, one_of())
    practised(guest, one_of(at=1))
    practised(guest, one_of("equate"))
    begin_run(user=guest, key=KEY, names=["x"], now=now)
    practised(people.ada, one_of())
    own = PracticeRating.objects.get(user=people.ada)
    take_along(guest, people.ada, now)
    tries = PracticeTry.objects.filter(user=people.ada).values_list("key", "exercise")
    assert sorted(tries) == sorted(
        [(KEY, one_of().name), (KEY, one_of(at=1).name), ("equate", one_of("equate").name)]
    )
    ratings = PracticeRating.objects.filter(user=people.ada)
    assert {row.key for row in ratings} == {KEY, "equate"} and own in ratings
    assert PracticeRating.objects.get(pk=own.pk).rating == own.rating
    assert PracticeRun.objects.get().user == people.ada
    assert not PracticeTry.objects.filter(user=guest).exists()


def two_runs(people, own: str, came: str, guest_is_later: bool = True):
    """Ada's run and one of a guest of hers, with these results, begun one after the other."""
    guest, now = create_guest(), timezone.now()
    begun = [(people.ada, "a", own), (guest, "b", came)]
    for user, name, results in begun if guest_is_later else reversed(begun):
        run = begin_run(user=user, key=KEY, names=[f"{name}{at}" for at in range(3)], now=now)
        run.results, run.solved = results, results.count("1")
        run.save()
    return guest, now


@pytest.mark.parametrize("guest_is_later", [True, False])
@pytest.mark.parametrize(
    ("own", "came", "goes_on"),
    [("", "", "a"), ("1", "1", "a"), ("1", "0", "a"), ("1", "00", "b"), ("", "1", "b")]
    + [("111", "", "b"), ("1", "111", "a")],
)
def test_of_two_runs_that_are_on_the_one_that_is_further_goes_on_and_both_count(
    own, came, goes_on, guest_is_later, people
):
    guest, now = two_runs(people, own, came, guest_is_later)
    take_along(guest, people.ada, now)
    run = begin_run(user=people.ada, key=KEY, names=["c"], now=now)
    assert run.names[0] == f"{goes_on}0"
    runs = PracticeRun.objects.filter(user=people.ada)
    assert {each.results for each in runs} == {own, came}
    assert {each.begun_at for each in runs} == {now}


def test_a_run_that_is_over_ends_none_that_is_on(people):
    guest, now = two_runs(people, "1", "11")
    PracticeRun.objects.filter(user=guest).update(begun_at=now - TIME)
    take_along(guest, people.ada, now)
    assert begin_run(user=people.ada, key=KEY, names=["c"], now=now).names[0] == "a0"


def test_what_a_guest_was_asked_comes_along_beside_the_own_answer_to_the_same_position(people):
    guest, now = create_guest(), timezone.now()
    exercise = next(each for each in exercises("numerica").values() if "bingo" in each.holds)
    practised(people.ada, exercise)
    answer_question(user=guest, exercise=exercise, asked="bingo", has_said_yes=True, now=now)
    take_along(guest, people.ada, now)
    asked = PracticeTry.objects.filter(user=people.ada).values_list("asked", flat=True)
    assert sorted(asked) == ["", "bingo"]


def test_who_deletes_the_account_leaves_nothing_of_it(people):
    practised(people.ada, one_of())
    begin_run(user=people.ada, key=KEY, names=["x"], now=timezone.now())
    delete_account(people.ada, timezone.now())
    for model in (PracticeTry, PracticeRating, PracticeRun):
        assert not model.objects.exists()
    assert ExerciseRating.objects.count() == 1
    with pytest.raises(NotAllowed):
        practised(people.ada, one_of(at=1))


def test_who_is_little_known_moves_no_exercise_and_ratings_stay_within_bounds(people):
    exercise = one_of()
    for user in (people.ada, people.ben):
        practised(user, exercise)
    its = ExerciseRating.objects.get()
    assert (its.rating, its.tried, its.solved) == (exercise.start_rating, 2, 2)
    now = timezone.now()
    PracticeRating.objects.create(
        user=people.cleo, key=KEY, changed_at=now, **vars(Strength(400_000, 9000))
    )
    ExerciseRating.objects.update(rating=10_010)
    practised(people.cleo, exercise)
    own, its = PracticeRating.objects.get(user=people.cleo), ExerciseRating.objects.get()
    assert own.rating <= 400_000 and 10_000 <= its.rating <= 10_010


def test_an_answer_that_is_not_rated_leaves_the_exercise_alone(people):
    exercise = one_of()
    made = exercise.state.check(SEAT, exercise.plays[0][0])
    try_exercise(user=people.ada, exercise=exercise, made=made, is_rated=False, now=timezone.now())
    assert not ExerciseRating.objects.exists()
    assert PracticeTry.objects.get().rating == exercise.start_rating
