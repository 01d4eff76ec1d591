"""Blocking at the moment of pairing, on both kinds of database: nobody meets once it is done."""

import pytest

from tests.faults import Figures
from tests.servers import Server
from tests.system.at_once import printed
from tests.tiers import times

pytestmark = [pytest.mark.system, pytest.mark.wider, pytest.mark.fault("F5")]

RACE = """
from functools import partial
from itertools import permutations
from django.utils import timezone
from accounts import relations
from accounts.models import Block, Follow, User
from games.models import Game, GameSettings, Invitation
from games.services.blocks import block_person
from games.services.invitations import accept_invitation, create_invitation
from games.services.play_anyone import play_anyone
from games.services.quick_pairing import pair_waiting, press_quick
from games.services.rematches import want_rematch
from numerica_site.account_services import delete_account
from tests.system.at_once import REFUSALS, accept, do_at_once

EXPECTED = (*REFUSALS, relations.Refused)
LIVE = GameSettings("numerica", time_control="300+5")
OF_THREE = GameSettings("equate", options="players=3")
now = timezone.now
at_once = partial(do_at_once, expected=EXPECTED)

def persons(turn):
    return [User.objects.create_user(f"{turn}-{number}-{now():%S%f}") for number in range(3)]

def met(one, other):
    games = Game.objects.filter(players__user=one).filter(players__user=other)
    return set(games.values_list("pk", flat=True))

def press(user):
    press_quick(key="numerica", time="180+2", user=user, now=now())

def anyone(user):
    play_anyone(key="numerica", user=user, now=now())

def offer(inviter, *invitees, settings=LIVE, is_listed=False):
    return create_invitation(
        settings, inviter=inviter, invitees=invitees, is_listed=is_listed, now=now()
    )

def follow(one, other):
    relations.follow(follower=one, followed=other, now=now())

def pair():
    pair_waiting(now())

seen = []

def block(one, other):
    block_person(blocker=one, blocked=other, now=now())
    seen.append(met(one, other))  # all that begins later would be too late

def check(one, other, what):
    at_the_end = met(one, other)
    late = [len(at_the_end - games) for games in seen]
    assert len(at_the_end) <= 1 and not any(late), (what, at_the_end, seen)
    again = [(accept, made, user) for made in Invitation.objects.all() for user in (one, other)]
    at_once([*again, (press, one), (press, other), (pair,), (anyone, one), (anyone, other)])
    pair()
    assert met(one, other) == at_the_end, what
    assert Block.objects.filter(blocker__in=[one, other]).exists() and not Follow.objects.exists()
    both = Invitation.objects.filter(status="open", seats__user=one).filter(seats__user=other)
    assert not both.exists(), what

for turn in range(ROUNDS):
    for first, second in permutations((0, 1)):
        for what in ("press", "seek", "link", "anyone", "three", "beside", "invite", "follow"):
            Invitation.objects.all().delete()
            seen.clear()
            ada, ben, cleo = people = persons(turn)
            blocks = (block, people[first], people[second])
            jobs = [blocks]
            if what == "press":
                press(ada)
                jobs += [(press, ben), (pair,), (pair,)]
            elif what == "seek":
                made = offer(ada, is_listed=True)
                jobs += [(accept, made, ben), (block, ben, ada)]
            elif what == "link":
                jobs += [(accept, offer(ada, settings=GameSettings("numerica")), ben)]
            elif what == "anyone":
                anyone(ada)
                jobs += [(anyone, ben)]
            elif what == "three":  # both sit already, and the third comes
                made = offer(ada, settings=OF_THREE)
                accept(made, ben)
                jobs += [(accept, made, cleo)]
            elif what == "beside":  # the third has invited, and both come
                made = offer(cleo, settings=OF_THREE)
                jobs += [(accept, made, ada), (accept, made, ben)]
            elif what == "invite":
                jobs += [(offer, ada, ben), (offer, ben, ada)]
            else:
                jobs += [(follow, ada, ben), (follow, ben, ada)]
            at_once(jobs)
            check(ada, ben, what)

    # Who deletes the account as somebody blocks it leaves nothing behind.
    Invitation.objects.all().delete()
    ada, ben, _ = persons(turn)
    at_once([(block, ada, ben), (delete_account, ben, now()), (follow, ada, ben)])
    assert not Block.objects.filter(blocked=ben).exists() and not Follow.objects.exists()
    Block.objects.all().delete()
print("DONE")
"""


@pytest.mark.long
def test_nobody_meets_whom_they_have_blocked_however_they_race(
    unserved: Server, figures: Figures
) -> None:
    assert printed(unserved, RACE, figures.add("rounds", times(2, 3, 30))) == ["DONE"]
