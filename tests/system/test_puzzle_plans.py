"""Puzzles of the day and practice are read by an index, however many people have tried."""

import pytest

from tests.servers import Server
from tests.system.at_once import printed

pytestmark = pytest.mark.system

PLANS = """
from datetime import timedelta
from django.utils import timezone
from accounts.models import User
from games.daily.series import SERIES
from games.models import DailyTry, Game, PracticeRating, PracticeRun, PracticeTry, TriedMiss
from games.practice.exercises import exercises
from games.selectors import daily, practice, retries
from games.store.practice import latest_run
from ratings.glicko import Strength
from tests.system.explained import plan_as_in_large_tables, plans_of

now = timezone.now()
User.objects.bulk_create(User(username=f"person{number:04}") for number in range(ROUNDS))
people = list(User.objects.filter(username__startswith="person").order_by("pk"))
ada, names = people[7], list(exercises("digifeud"))
game = Game.objects.create(key="digifeud", options={}, seed="00" * 32, state={}, started_at=now, changed_at=now, turn_began_at=now, ended_at=now)
DailyTry.objects.bulk_create(
    DailyTry(user=person, series="digifeud", day=day, number=1, move="x", points=1, percent=50, is_in_time=True, tried_at=now)
    for person in people for day in (1, 2)
)
PracticeTry.objects.bulk_create(
    PracticeTry(user=person, key="digifeud", exercise=name, theme="x", is_solved=True, rating=1, tried_at=now)
    for person in people for name in names[:3]
)
PracticeRun.objects.bulk_create(
    PracticeRun(user=person, key="digifeud", exercises=names[4], begun_at=now) for person in people
)
PracticeRating.objects.bulk_create(
    PracticeRating(user=person, key="digifeud", changed_at=now, **vars(Strength())) for person in people
)
TriedMiss.objects.bulk_create(
    TriedMiss(user=person, game=game, ply=ply, tried_at=now, due_at=now) for ply in (1, 3) for person in people
)
plan_as_in_large_tables()
series, one = SERIES["digifeud"], next(iter(exercises("digifeud").values()))
for read, least in (
    (lambda: daily.distribution(series, 1), 1),
    (lambda: daily.of_today(ada.pk, now), 1),
    (lambda: daily.days_played(ada.pk, series, 2), 1),
    (lambda: practice.find_rating(ada.pk, "digifeud"), 1),
    (lambda: practice.find_try(ada.pk, one), 1),
    (lambda: practice.met_by(ada.pk, "digifeud"), 2),
    (lambda: practice.tallies(ada.pk, "digifeud"), 1),
    (lambda: latest_run(ada.pk, "digifeud"), 1),
    (lambda: practice.most_solved(ada.pk, "digifeud"), 1),
    (lambda: retries.due_misses(ada.pk, now), 2),
):
    plans = plans_of(read)
    assert len(plans) >= least, plans
    for plan in plans:
        assert not any(way in plan for way in ("Seq Scan", "SCAN games_", "SCAN U0")), plan
print("DONE")
"""


@pytest.mark.long
def test_what_people_tried_is_found_by_an_index(unserved: Server) -> None:
    assert printed(unserved, PLANS, 2000) == ["DONE"]
