"""Many want the last seats of an invitation at once, while some who sit leave the site."""

import pytest

from tests.faults import Figures
from tests.servers import Server
from tests.tiers import times

from .at_once import printed
from .visitors import Visitor

pytestmark = [pytest.mark.system, pytest.mark.wider, pytest.mark.fault("F5")]

# A game of three; six people want its two free seats at the same moment.
RACE = """
import threading
from django.db import connection
from django.utils import timezone
from accounts.models import User
from games.services.errors import NotAllowed
from games.services.invitations import accept_invitation, create_invitation
from games.services.play_anyone import play_anyone
from games.models import Game, GameSettings, Invitation
from games.catalogue import CATALOGUE, GameEntry
from numerica_site.account_services import delete_account

CATALOGUE["race"] = GameEntry(rules="tests.rules.stubs:Race")

def accept(made, user):
    accept_invitation(invitation_id=made.id, user=user, now=timezone.now())

def go(made, user):
    delete_account(user, timezone.now())

def at_once(do, made, user, told):
    try:
        do(made, user)
    except NotAllowed as denied:
        told.append(denied.status)
    except Exception as error:
        print("FAULT", repr(error))
    finally:
        connection.close()

def race(jobs):
    told = []
    threads = [threading.Thread(target=at_once, args=(*job, told)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return told

for turn in range(ROUNDS):
    people = [User.objects.create_user(f"turn{turn}-{number}") for number in range(7)]
    made = create_invitation(GameSettings("race"), inviter=people[0], now=timezone.now())
    told = race([(accept, made, user) for user in people[1:] * 2])
    game = Game.objects.get(invitation=made)
    users = [player.user for player in game.players.all()]
    assert users == [seat.user for seat in made.seats.all()] and len(set(users)) == 3, users
    assert told == [409] * 8, told  # four people, twice each

    made = create_invitation(GameSettings("race"), inviter=people[0], now=timezone.now())
    accept(made, people[1])
    told = race([(accept, made, user) for user in people[2:5]] + [(go, made, people[1])])
    made.refresh_from_db()
    seated = [seat.user for seat in made.seats.all() if seat.user]
    if made.game is None:
        assert people[1] not in seated and len(seated) < 3, seated
    else:
        assert len(seated) == 3 and made.game.players.count() == 3
print("DONE")
"""


def test_the_last_seats_go_to_as_many_as_there_are_and_nobody_blocks_who_leaves(
    unserved: Server,
    figures: Figures,
) -> None:
    assert printed(unserved, RACE, figures.add("rounds", times(3, 4, 80))) == ["DONE"]


# Two offers to anyone; six people want to play anyone at the same moment, each with two presses.
ANYONE = (
    RACE.partition("for turn in")[0]
    + """
def press(key, user):
    play_anyone(key=key, user=user, now=timezone.now())

for turn in range(ROUNDS):
    people = [User.objects.create_user(f"turn{turn}-{number}") for number in range(8)]
    for user in people[:2]:
        create_invitation(GameSettings("numerica"), inviter=user, is_listed=True, now=timezone.now())
    assert race([(press, "numerica", user) for user in people[2:] * 2]) == []
    made = Invitation.objects.filter(inviter__in=people)
    for user in people:
        assert made.filter(seats__user=user).count() == 1, (user, made)
    assert made.filter(inviter__in=people[:2], game=None).count() == 0, made
    for offer in made.exclude(game=None):
        assert offer.game.players.count() == 2
    Invitation.objects.filter(game=None).delete()
print("DONE")
"""
)


@pytest.mark.long
def test_of_many_who_play_anyone_at_once_each_gets_one_seat(
    unserved: Server, figures: Figures
) -> None:
    assert printed(unserved, ANYONE, figures.add("rounds", times(3, 4, 80))) == ["DONE"]


def test_who_presses_several_times_at_once_is_one_guest_and_has_the_seat(
    unserved: Server, figures: Figures
) -> None:
    """Without script nothing holds a second press back; any of the answers may be the one read."""
    with unserved, Visitor(unserved) as ada:
        ada.become_guest()
        rounds = figures.add("rounds of four presses", times(3, 10, 150))
        for _ in range(rounds):
            _press_at_once(unserved, ada.invite())
        guests = "SELECT COUNT(*) FROM accounts_user WHERE is_guest"
        assert unserved.database.rows(guests) == [(rounds + 1,)]
    assert "Traceback" not in unserved.log, unserved.log


def _press_at_once(server: Server, invitation: str) -> None:
    with Visitor(server) as ben:
        ben.get(invitation)
        presses = [ben.hold_back(f"{invitation}accept/") for _ in range(4)]
        for press in presses:
            press.release()
        answers = [press.answer() for press in presses]
        [table] = {answer.headers["Location"] for answer in answers}
        assert table.startswith("/games/"), table
        for answer in answers:
            ben.remember(answer)
            assert "Your rack" in ben.get(table).text
