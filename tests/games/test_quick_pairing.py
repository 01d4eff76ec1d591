"""Quick pairing: two who wait for the same meet as their reach widens, once, however pressed."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Game, GameSettings, Invitation
from games.services.aborts import call_off
from games.services.errors import NotAllowed
from games.services.invitations import accept_invitation, cancel_invitation, create_invitation
from games.services.quick_pairing import Waiting, pair_waiting, press_quick
from games.services.seeks import keep_seen
from numerica_site.account_services import delete_account, take_along
from ratings.models import Standing

from .helpers import all_rows

pytestmark = pytest.mark.django_db

BLITZ = "180+2"
NOW = timezone.now()


def after(seconds: float):
    return NOW + timedelta(seconds=seconds)


def guest(name: str = "x") -> User:
    return User.objects.create_user(f"guest-{name}", is_guest=True)


def rate(user: User, rating: int, key: str = "numerica") -> None:
    Standing.objects.create(user=user, key=f"{key}:live", rating=rating * 100, rated_games=9)


def press(user: User, seconds: float = 0, time: str = BLITZ, key: str = "numerica") -> Invitation:
    return press_quick(key=key, time=time, user=user, now=after(seconds))


def wait(seconds: float) -> int:
    """Everybody's page stays open until then; how many games begin at that moment."""
    keep_seen(set(Invitation.objects.values_list("pk", "inviter")), after(seconds))
    return pair_waiting(after(seconds))


def test_the_first_waits_and_the_second_meets_them_at_once(people):
    waiting = press(people.ada)
    assert waiting.game is None and waiting.is_seek and waiting.is_listed
    met = press(people.ben, 3)
    assert met == waiting and met.game.time_control == BLITZ
    assert {player.user for player in met.game.players.all()} == {people.ada, people.ben}


@pytest.mark.parametrize("other", [{"key": "numeria"}, {"time": "600+5"}])
def test_who_wants_another_game_or_time_waits(other, people):
    press(people.ada)
    assert press(people.ben, **other).game is None and wait(19) == 0


def test_two_accounts_play_rated_and_a_guest_casually(people):
    press(people.ada)
    assert press(people.ben).game.rated
    press(guest())
    casual = press(people.cleo)
    assert not casual.game.rated and not casual.rated


def test_ratings_apart_meet_when_the_reach_of_both_has_widened(people):
    rate(people.ada, 1500)
    rate(people.ben, 1700)
    press(people.ada)
    press(people.ben, 10)
    assert Game.objects.count() == 0
    assert wait(14.9) == 0
    assert wait(15) == 1


def test_who_has_no_rating_counts_as_one_who_begins(people):
    rate(people.ada, 1351)
    press(people.ada)
    assert press(people.ben, 4.9).game is None
    keep_seen(set(Invitation.objects.values_list("pk", "inviter")), after(9.9))
    Invitation.objects.filter(inviter=people.ben).delete()
    Standing.objects.update(rating=1350_00)
    assert press(people.ben, 9.9).game is not None


def test_both_offers_lead_to_the_game_and_the_other_seeks_of_both_end(people):
    rate(people.ada, 1500)
    rate(people.ben, 1700)
    seeks = [press(people.ada), press(people.ben)]
    others = [press(people.ada, time="600+5"), press(people.ben, key="equate")]
    assert wait(5) == 1
    game = Game.objects.get()
    for seek in seeks:
        seek.refresh_from_db()
        assert (seek.status, seek.game) == (Invitation.Status.ACCEPTED, game)
    for other in others:
        other.refresh_from_db()
        assert (other.status, other.game) == (Invitation.Status.CANCELLED, None)
    assert wait(6) == 0


def test_the_longest_wait_comes_first(people):
    third = guest()
    for number, (user, rating) in enumerate(
        [(people.ada, 1200), (people.ben, 1400), (people.cleo, 1400)]
    ):
        rate(user, rating)
        if user != people.cleo:
            press(user, number)
    rate(third, 1300)
    assert press(third, 3).inviter == people.ada


def test_nobody_meets_oneself_from_two_tabs(people):
    first, second = press(people.ada), press(people.ada, 1)
    assert first == second and wait(15) == 0
    assert press(people.ada, 15) == first


def test_two_seeks_of_one_person_do_not_fit(people):
    one = Waiting.of(press(people.ada))
    assert not one.would_meet(one, NOW)
    assert one.would_meet(replace(one, user=people.ben), NOW)


def test_two_presses_take_one_seat(people):
    press(people.ada)
    met = press(people.ben)
    press(people.cleo, 1)
    assert press(people.ben, 2) == met
    assert Game.objects.count() == 1


def test_a_press_leads_to_no_game_that_was_called_off_a_moment_ago(people):
    press(people.ada)
    met = press(people.ben)
    call_off(game_id=met.game_id, user=people.ada, ply=1, now=after(1))
    again = press(people.ben, 2)
    assert again.inviter == people.ben and again.game is None


def test_a_seek_whose_page_has_gone_is_met_by_nobody(people):
    gone = press(people.ada)
    assert press(people.ben, 20).inviter == people.ben
    with pytest.raises(NotAllowed, match="not there any more"):
        accept_invitation(invitation_id=gone.pk, user=people.cleo, now=after(20))
    assert pair_waiting(after(21)) == 0 and not Game.objects.exists()


def test_who_takes_no_invitations_of_guests_does_not_meet_one(people):
    people.ada.refuses_guests = True
    people.ada.save()
    press(people.ada)
    press(guest(), 1)
    assert wait(15) == 0
    assert press(people.ben, 16).game is not None


def test_a_withdrawn_seek_is_met_by_nobody(people):
    seek = press(people.ada)
    cancel_invitation(invitation_id=seek.pk, user=people.ada, now=after(1))
    assert press(people.ben, 2).inviter == people.ben


def test_five_seeks_are_the_most(people):
    times = ("180+2", "600+5", "1500+10")
    for key in ("numerica", "equate"):
        for time in times:
            if (key, time) != ("equate", "1500+10"):
                press(people.ada, 1, time, key)
    before = all_rows()
    with pytest.raises(NotAllowed, match="5 open offers"):
        press(people.ada, 2, "1500+10", "equate")
    assert all_rows() == before
    assert press(people.ada, 21, "1500+10", "equate").game is None  # the others have gone by then


# --- accounts that go and come while they seek ---


def test_an_account_that_is_deleted_seeks_no_longer(people):
    press(people.ada)
    delete_account(people.ada, after(1))
    assert press(people.ben, 2).inviter == people.ben and Invitation.objects.count() == 1


def test_who_is_gone_between_two_looks_is_not_paired(people):
    press(people.ada)
    User.objects.filter(pk=people.ada.pk).update(is_active=False)
    press(people.ben, 1)
    assert wait(2) == 0 and not Game.objects.exists()
    with pytest.raises(NotAllowed):
        press(people.ada, 3, "600+5")


def test_a_guest_who_takes_the_seek_along_meets_somebody_as_the_account(people):
    zoe = guest()
    seek = press(zoe)
    take_along(zoe, people.ada, after(1))
    assert press(people.ben, 2) == seek
    game = Game.objects.get()
    assert game.rated and {player.user for player in game.players.all()} == {people.ada, people.ben}


def test_a_guest_and_the_account_that_takes_the_guest_in_do_not_meet(people):
    zoe = guest()
    rate(people.ada, 1900)
    press(zoe)
    press(people.ada)
    take_along(zoe, people.ada, after(1))
    assert wait(300) == 0 and not Game.objects.exists()


def test_a_guest_who_signs_up_while_seeking_plays_rated(people):
    zoe = guest()
    press(zoe)
    User.objects.filter(pk=zoe.pk).update(is_guest=False, username="Zoe")
    assert press(people.ben, 2).game.rated


# --- seats of larger games ---


def larger(inviter: User, *others: User) -> Invitation:
    """A seek for three, in which these people have taken a seat."""
    settings = GameSettings("equate", options="players=3", time_control="600+5")
    made = create_invitation(settings, inviter=inviter, now=NOW, is_listed=True)
    for user in others:
        accept_invitation(invitation_id=made.id, user=user, now=NOW)
    return made


def test_who_begins_to_play_live_gives_back_the_seats_taken_in_other_seeks(people):
    first, second = larger(people.ada, people.ben), larger(people.cleo, people.ben)
    accept_invitation(invitation_id=first.id, user=guest(), now=NOW)
    second.refresh_from_db()
    assert Game.objects.count() == 1 and second.status == Invitation.Status.OPEN
    assert list(second.seats.values_list("user", flat=True)) == [people.cleo.pk, None, None]
    assert not second.seats.filter(user=None, accepted_at__isnull=False).exists()


def test_a_live_game_by_a_link_ends_the_seeks_of_both_and_one_by_correspondence_none(people):
    hers, seat = press(people.ada), larger(people.cleo, people.ben)

    def by_link(time: str) -> Game:
        settings = GameSettings("numerica", time_control=time)
        link = create_invitation(settings, inviter=people.ada, now=NOW)
        return accept_invitation(invitation_id=link.id, user=people.ben, now=NOW)

    def seeks_on() -> tuple[str, bool]:
        hers.refresh_from_db()
        return hers.status, seat.seats.filter(user=people.ben).exists()

    assert by_link("3d") and seeks_on() == (Invitation.Status.OPEN, True)
    assert by_link("300+5") and seeks_on() == (Invitation.Status.CANCELLED, False)


def test_who_begins_to_play_live_keeps_a_seat_by_correspondence(people):
    settings = GameSettings("equate", options="players=3", time_control="3d")
    slow = create_invitation(settings, inviter=people.cleo, now=NOW, is_listed=True)
    accept_invitation(invitation_id=slow.id, user=people.ben, now=NOW)
    press(people.ada)
    assert press(people.ben).game
    assert slow.seats.filter(user=people.ben).exists()
