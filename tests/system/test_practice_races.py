"""Answers in practice that come at the same moment: one counts, and what it does is added up."""

import pytest

from tests.faults import Figures
from tests.servers import Server
from tests.system.at_once import printed
from tests.tiers import times

pytestmark = [pytest.mark.system, pytest.mark.wider, pytest.mark.fault("F5")]

RACE = """
from datetime import timedelta
from django.utils import timezone
from accounts.models import User
from accounts.services import create_guest
from games.models import ExerciseRating, PracticeRating, PracticeRun, PracticeTry
from games.practice.exercises import SEAT, exercises
from games.services.practice import answer_in_run, answer_question, begin_run, try_exercise
from numerica_site.account_services import delete_account, take_along
from tests.system.at_once import REFUSALS, do_at_once

now = timezone.now()
known = list(exercises("digifeud").values())
asked = next(each for each in exercises("numeria").values())

def attempt(user, exercise, is_solved=True):
    made = exercise.state.check(SEAT, exercise.plays[0][0]) if is_solved else None
    try_exercise(user=user, exercise=exercise, made=made, is_rated=True, now=now)

def say(user, said):
    answer_question(user=user, exercise=asked, asked="trope", has_said_yes=said, now=now)

def go_on(user, place, is_solved):
    exercise = {each.name: each for each in known}[run.names[place]]
    answer_in_run(user=user, exercise=exercise, place=place, is_solved=is_solved, now=now)

for turn in range(ROUNDS):
    first, second = known[2 * turn], known[2 * turn + 1]
    many, twice, goes, owner, runner = (User.objects.create_user(f"{name}{turn}") for name in "abcde")
    guest = create_guest()
    attempt(guest, second)
    names = [each.name for each in known[:5]]
    begin_run(user=runner, key="digifeud", names=names, now=now)
    run = PracticeRun.objects.get(user=runner)
    crowd = [User.objects.create_user(f"crowd{turn}-{at}") for at in range(4)]
    jobs = [(attempt, many, first, is_solved) for is_solved in (True, False) * 3]
    jobs += [(attempt, many, second), (attempt, many, second)]
    jobs += [(attempt, person, first, at % 2 == 0) for at, person in enumerate(crowd)]
    jobs += [(say, twice, True), (say, twice, False)] * 2
    jobs += [(lambda user: begin_run(user=user, key="digifeud", names=names, now=now), twice)] * 3
    jobs += [(go_on, runner, 0, True), (go_on, runner, 0, False)] * 2
    jobs += [(attempt, goes, first), (delete_account, goes, now)]
    jobs += [(attempt, guest, first), (take_along, guest, owner, now)]
    do_at_once(jobs, REFUSALS)
    assert PracticeTry.objects.filter(user=many).count() == 2
    own = PracticeRating.objects.get(user=many)
    changes = sum(row.change for row in PracticeTry.objects.filter(user=many))
    assert own.rating == 150_000 + changes and own.tried == 2, (own.rating, changes)
    assert PracticeTry.objects.filter(user=twice).count() == 1
    assert PracticeRun.objects.filter(user=twice).count() == 1
    run.refresh_from_db()
    assert len(run.results) == 1 and run.solved == int(run.results)
    assert not PracticeTry.objects.filter(user__in=[goes, guest]).exists()
    assert not PracticeRating.objects.filter(user__in=[goes, guest]).exists()
    assert second.name in PracticeTry.objects.filter(user=owner).values_list("exercise", flat=True)
    its = ExerciseRating.objects.get(exercise=first.name)
    assert its.tried >= 5, its.tried
print("DONE")
"""


@pytest.mark.long
def test_answers_at_once_count_once_and_none_for_an_account_that_goes(
    unserved: Server, figures: Figures
) -> None:
    assert printed(unserved, RACE, figures.add("rounds", times(2, 3, 40))) == ["DONE"]
