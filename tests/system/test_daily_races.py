"""Tries at the puzzle of a day that come at the same moment: three count, none twice."""

import pytest

from tests.faults import Figures
from tests.servers import Server
from tests.system.at_once import printed
from tests.tiers import times

pytestmark = [pytest.mark.system, pytest.mark.wider, pytest.mark.fault("F5")]

RACE = """
from django.utils import timezone
from accounts.models import User
from accounts.services import create_guest
from games.daily.puzzles import SEAT, puzzles
from games.models import DailyTry, SeenAnswer
from games.services.daily import see_answer, try_play
from numerica_site.account_services import delete_account, take_along
from tests.games.dailies import lesser_plays
from tests.system.at_once import REFUSALS, do_at_once

puzzle, now = puzzles("digifeud")[1], timezone.now()
plays = [puzzle.state.check(SEAT, text) for text in lesser_plays(puzzle, 6)]

def attempt(user, made, series="digifeud"):
    try_play(user=user, series=series, puzzle=puzzle, made=made, today=1, now=now)

for turn in range(ROUNDS):
    many, twice, looks, goes, owner = (User.objects.create_user(f"{name}{turn}") for name in "abcde")
    guest = create_guest()
    attempt(guest, plays[0])
    jobs = [(attempt, many, made) for made in plays * 2]
    jobs += [(attempt, twice, plays[0])] * 6
    jobs += [(attempt, looks, made) for made in plays[:3]] + [(see_answer_of, looks) for see_answer_of in
        [lambda user: see_answer(user=user, series="digifeud", day=1, now=now)] * 2]
    jobs += [(attempt, goes, plays[0]), (delete_account, goes, now)]
    jobs += [(attempt, guest, plays[1]), (take_along, guest, owner, now)]
    do_at_once(jobs, REFUSALS)
    numbers = lambda user: list(DailyTry.objects.filter(user=user).order_by("number").values_list("number", flat=True))
    assert numbers(many) == [1, 2, 3], numbers(many)
    assert len(set(DailyTry.objects.filter(user=many).values_list("move", flat=True))) == 3
    assert numbers(twice) == [1], numbers(twice)
    assert numbers(looks) == list(range(1, len(numbers(looks)) + 1))
    assert SeenAnswer.objects.filter(user=looks).count() == 1
    seen = len(numbers(looks))
    do_at_once([(attempt, looks, plays[4])], REFUSALS)
    assert len(numbers(looks)) == seen
    assert numbers(goes) == numbers(guest) == [], (numbers(goes), numbers(guest))
    assert numbers(owner) in ([1], [1, 2])
print("DONE")
"""


def test_tries_at_once_are_three_and_none_after_the_answer_or_for_an_account_that_goes(
    unserved: Server,
    figures: Figures,
) -> None:
    assert printed(unserved, RACE, figures.add("rounds", times(2, 3, 30))) == ["DONE"]
