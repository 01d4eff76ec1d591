"""Seeks that many want at once, on both kinds of database: everybody sits at one table at most."""

from collections.abc import Iterator
from functools import partial

import pytest

from tests.faults import Figures
from tests.servers import Server, wait_until
from tests.system.at_once import printed
from tests.tiers import times

from .players import two_guests
from .visitors import Visitor

pytestmark = [pytest.mark.system, pytest.mark.wider]

RACE = """
import threading
from datetime import timedelta
from itertools import count
from django.db import connection
from django.utils import timezone
from accounts.models import User
from accounts.services import create_guest, make_computers
from games.models import Game, GameSettings, Invitation, InvitationSeat, Player
from games.services.errors import NotAllowed
from games.services.invitations import accept_invitation, cancel_invitation, create_invitation
from games.services.quick_pairing import pair_waiting, press_quick
from games.services.seeks import (
    end_left_seeks, free_left_seats, keep_seen, play_computer_instead
)
from numerica_site.account_services import delete_account, take_along

make_computers()
LIVE = GameSettings("numerica", time_control="300+5")

begun, numbers = timezone.now(), count()

def now():
    return begun  # it stands still: two presses are one, however slow the machine is

def seek(user):
    return create_invitation(LIVE, inviter=user, now=now(), is_listed=True)

def wait(user, time):
    settings = GameSettings("numerica", time_control=time)
    create_invitation(settings, inviter=user, now=now(), is_listed=True, is_quick=True)

def press(user, time="180+2"):
    return press_quick(key="numerica", time=time, user=user, now=now())

def larger(user, *others):
    settings = GameSettings("equate", options="players=3", time_control="600+5")
    made = create_invitation(settings, inviter=user, now=now(), is_listed=True)
    for other in others:
        accept(made, other)
    return made

def accept(made, user):
    return accept_invitation(invitation_id=made.id, user=user, now=now())

def cancel(made):
    cancel_invitation(invitation_id=made.id, user=made.inviter, now=now())

def computer(made):
    play_computer_instead(invitation_id=made.id, user=made.inviter, now=now())

def keep():
    keep_seen(set(InvitationSeat.objects.values_list("invitation", "user")), now())

def pair():
    pair_waiting(now())

def at_once(barrier, do, arguments, told):
    barrier.wait(30)
    try:
        do(*arguments)
    except (NotAllowed, Invitation.DoesNotExist) as denied:
        told.append(getattr(denied, "status", 404))
    except Exception as error:
        print("FAULT", do.__name__, repr(error))
    finally:
        connection.close()

def race(*jobs):
    told, barrier = [], threading.Barrier(len(jobs))
    threads = [
        threading.Thread(target=at_once, args=(barrier, do, arguments, told))
        for do, *arguments in jobs
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return told

def persons(many, turn):
    return [User.objects.create_user(f"{turn}-{next(numbers)}") for _ in range(many)]

def games(*users):
    return [Player.objects.filter(user=user).count() for user in users]

def forget():
    Invitation.objects.all().delete()

for turn in range(ROUNDS):
    # Five want one seek: one gets it, the others are told.
    ada, *others = persons(6, turn)
    made = seek(ada)
    told = race(*[(accept, made, user) for user in others])
    assert told == [409] * 4 and sorted(games(ada, *others)) == [0, 0, 0, 0, 1, 1], told

    # Two take each other's seek: they meet once.
    forget()
    ada, ben = persons(2, turn)
    hers, his = seek(ada), seek(ben)
    told = race((accept, hers, ben), (accept, his, ada), (keep,), (keep,))
    assert games(ada, ben) == [1, 1] and told == [409], (told, games(ada, ben))

    # Two sit in each other's seek for three, and one of them in a third; all last seats are taken.
    forget()
    ada, ben, cleo, *others = persons(6, turn)
    seeks = [larger(ada, ben), larger(ben, ada), larger(cleo, ben)]
    race(*[(accept, *each) for each in zip(seeks, others)], (keep,))
    assert games(ada, ben) == [1, 1] or games(ben, cleo) == [1, 1], games(ada, ben, cleo)
    assert max(games(ada, ben, cleo, *others)) == 1, games(ada, ben, cleo, *others)

    # Four press in three tabs each, while two processes pair: nobody sits twice.
    forget()
    four = persons(4, turn)
    race(*[(press, user) for user in four * 3], (pair,), (pair,), (keep,))
    race((pair,), (pair,), (keep,), *[(press, user) for user in four])
    pair()
    assert games(*four) == [1] * 4, games(*four)
    assert not Invitation.objects.filter(status="open", inviter__in=four).exists()

    # Two wait in two tabs each; both processes pair them.
    forget()
    two = persons(2, turn)
    for user in two:
        for time in ("180+2", "600+5"):
            wait(user, time)
    race((pair,), (pair,), (pair,))
    assert games(*two) == [1, 1], games(*two)

    # A seeker goes, withdraws, chooses a computer, or is deleted as somebody comes.
    for leave in (cancel, computer, lambda made: delete_account(made.inviter, now())):
        forget()
        ada, ben = persons(2, turn)
        made = press(ada)
        race((leave, made), (press, ben), (pair,), (keep,))
        assert games(ada)[0] <= 1 and games(ben)[0] <= 1
        met = Game.objects.filter(players__user=ada).filter(players__user=ben)
        assert met.exists() == bool(games(ben)[0]), (games(ada), games(ben))
        open_ones = Invitation.objects.filter(status="open")
        assert not open_ones.filter(inviter=ada).exists()
        assert open_ones.exists() != met.exists()

    # The page has been gone for a while: the ticker withdraws the seek, or somebody was quicker.
    forget()
    ada, ben = persons(2, turn)
    made = press(ada)
    late = made.seen_at + timedelta(seconds=20)
    race((end_left_seeks, late), (accept, made, ben), (cancel, made))
    made.refresh_from_db()
    assert made.status in ("accepted", "cancelled") and bool(made.game_id) == (games(ben) == [1])

    # Somebody who sat has gone: the seat is freed as others come, or one of them was quicker.
    forget()
    ada, ben, cleo, dov = persons(4, turn)
    made = larger(ada, ben)
    left = InvitationSeat.objects.filter(invitation=made, user=ben)
    left.update(seen_at=now() - timedelta(seconds=20))
    told = race((free_left_seats, now()), (accept, made, cleo), (accept, made, dov), (keep,))
    assert sum(games(ada, ben, cleo, dov)) == 3, (games(ada, ben, cleo, dov), told)
    assert all(code == 409 for code in told), told
    sitting = made.seats.filter(accepted_at__isnull=False).count()
    assert sitting == 3, (sitting, told)

    # Two begin by a link while others take their seeks: none of these stays open.
    forget()
    ada, ben, cleo, dov = persons(4, turn)
    link = create_invitation(LIVE, inviter=ada, now=now())
    hers, his = seek(ada), seek(ben)
    told = race((accept, link, ben), (accept, hers, cleo), (accept, his, dov), (keep,))
    assert Game.objects.filter(invitation=link).count() == 1, told
    assert not Invitation.objects.filter(status="open").exists()

    # A guest becomes an account as somebody comes.
    forget()
    ada, ben = persons(2, turn)
    zoe = create_guest()
    press(zoe)
    race((take_along, zoe, ada, now()), (press, ben), (pair,), (keep,))
    pair()
    assert games(ben) == [1] and games(ada) == [1] and games(zoe) == [0], games(ada, ben, zoe)
print("DONE")
"""


@pytest.mark.fault("F5")
def test_everybody_sits_at_one_table_at_most_however_they_race(
    unserved: Server, figures: Figures
) -> None:
    assert printed(unserved, RACE, figures.add("rounds", times(1, 3, 30))) == ["DONE"]


@pytest.fixture(scope="module")
def guests(server: Server) -> Iterator[tuple[Visitor, Visitor]]:
    players = two_guests(server)
    yield players
    for player in players:
        player.leave()


@pytest.mark.fault("F5")
def test_two_who_press_at_the_same_moment_play_each_other(
    server: Server, guests: tuple[Visitor, Visitor]
) -> None:
    """Either finds the other, or both wait and the ticker seats them; a press is one of either."""
    for time in ("180+2", "600+5", "1500+10"):
        before = games(server)
        posts = [each.hold_back("/lobby/quick/", key="numerica", time=time) for each in guests]
        for post in posts:
            post.release()
        assert [post.answer().status for post in posts] == [302, 302]
        wait_until(partial(_have_begun, server, before), "they meet", seconds=15)
        assert games(server) == before + 1


def games(server: Server) -> int:
    [(count,)] = server.database.rows("SELECT COUNT(*) FROM games_game")
    return count


def _have_begun(server: Server, before: int) -> bool:
    return games(server) > before


@pytest.mark.long
def test_a_seek_whose_page_was_never_opened_ends_by_itself(
    server: Server, guests: tuple[Visitor, Visitor]
) -> None:
    seek = guests[0].post("/lobby/quick/", key="equate", time="600+5").headers["Location"]

    def status() -> str:
        sql = "SELECT status FROM games_invitation WHERE id = %s"
        [(found,)] = server.database.rows(sql, seek.split("/")[2])
        return found

    assert status() == "open"
    wait_until(lambda: status() == "cancelled", "the ticker withdraws it", seconds=40)
