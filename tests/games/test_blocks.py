"""Two who do not meet: no seat, seek, invitation or pairing brings them together; games go on."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Game, GameSettings, Invitation
from games.selectors import invitations, lobby
from games.services.blocks import block_person, unblock_person
from games.services.errors import NotAllowed
from games.services.invitations import accept_invitation, create_invitation
from games.services.play_anyone import play_anyone
from games.services.quick_pairing import pair_waiting, press_quick
from games.services.rematches import want_rematch
from games.services.seeks import keep_seen
from numerica_site.account_services import take_along

from .helpers import WHOLE, is_a_sentence, post_move, sentence_of, words_of

pytestmark = pytest.mark.django_db
NOW = timezone.now()
NUMERICA = GameSettings("numerica")
LIVE = GameSettings("numerica", time_control="300+5")
OF_THREE = GameSettings("equate", options="players=3")
NOT_OPEN = "this invitation is not open to you"
BOTH_WAYS = pytest.mark.parametrize("blocker, blocked", [("ada", "ben"), ("ben", "ada")])


@pytest.fixture
def apart(people, blocker, blocked):
    """Ada and Ben, one of whom has blocked the other."""
    block(getattr(people, blocker), getattr(people, blocked))


def block(one: User, other: User) -> None:
    block_person(blocker=one, blocked=other, now=NOW)


def offer(inviter: User, *invitees: User, settings=NUMERICA, **more) -> Invitation:
    return create_invitation(settings, inviter=inviter, invitees=invitees, now=NOW, **more)


def accept(made: Invitation, user: User) -> Game | None:
    return accept_invitation(invitation_id=made.pk, user=user, now=NOW)


def press(user: User, seconds: float = 0) -> Invitation:
    return press_quick(
        key="numerica", time="180+2", user=user, now=NOW + timedelta(seconds=seconds)
    )


# --- seats ---


@BOTH_WAYS
@pytest.mark.parametrize("settings", [NUMERICA, LIVE, OF_THREE])
@pytest.mark.parametrize("is_listed", [True, False])
def test_neither_sits_down_at_the_others_invitation(apart, people, settings, is_listed):
    made = offer(people.ada, settings=settings, is_listed=is_listed)
    with pytest.raises(NotAllowed, match=NOT_OPEN) as denied:
        accept(made, people.ben)
    assert denied.value.status == 403
    assert not made.seats.filter(user=people.ben).exists() and not Game.objects.exists()
    accept(made, people.cleo)


@BOTH_WAYS
def test_neither_sits_down_beside_the_other_at_a_third_persons_table(apart, people):
    made = offer(people.cleo, settings=OF_THREE)
    accept(made, people.ada)
    with pytest.raises(NotAllowed, match=NOT_OPEN):
        accept(made, people.ben)
    made = offer(people.cleo, people.ada, people.ben, settings=OF_THREE)
    accept(made, people.ben)
    with pytest.raises(NotAllowed, match=NOT_OPEN):
        accept(made, people.ada)
    assert not Game.objects.exists()


@BOTH_WAYS
def test_neither_invites_the_other(apart, people, browser):
    with pytest.raises(NotAllowed, match="Ben cannot be invited"):
        offer(people.ada, people.ben)
    asked = {"key": "numerica", "to": "name", "name": "Ben", "time": "3d"}
    answer = browser(people.ada).post("/invitations/new/", asked)
    assert answer.status_code == 422 and "Ben cannot be invited." in words_of(answer)
    assert "block" not in words_of(answer) and not Invitation.objects.exists()


@pytest.mark.slow(cases="all")
@BOTH_WAYS
def test_an_invitation_by_link_is_refused_in_words_that_tell_nothing(
    apart, people, browser, nothing_happens
):
    made = offer(people.ada)
    ben = browser(people.ben)
    for do in (
        lambda: ben.get(f"/invitations/{made.pk}/"),
        lambda: ben.post(f"/invitations/{made.pk}/accept/"),
    ):
        said = sentence_of(nothing_happens(do, 403))
        assert said == "This invitation is not open to you." and is_a_sentence(said)
    assert browser(people.cleo).get(f"/invitations/{made.pk}/").status_code == 200
    assert browser().get(f"/invitations/{made.pk}/").status_code == 200


@BOTH_WAYS
def test_one_press_to_play_anyone_passes_over_the_other(apart, people):
    hers = offer(people.ada, is_listed=True)
    his = play_anyone(key="numerica", user=people.ben, now=NOW + timedelta(seconds=1))
    assert his.inviter == people.ben and his.game is None
    assert play_anyone(key="numerica", user=people.cleo, now=NOW) == hers


# --- pairing ---


@BOTH_WAYS
def test_quick_pairing_passes_over_the_other_at_once_and_later(apart, people):
    hers, his = press(people.ada), press(people.ben, 1)
    assert his.inviter == people.ben and his.game is None
    later = NOW + timedelta(seconds=10)
    keep_seen({(each.pk, each.inviter_id) for each in (hers, his)}, later)
    assert pair_waiting(later) == 0 and not Game.objects.exists()
    assert press(people.cleo, 11) == hers
    assert Game.objects.get().players.filter(user=people.ada).exists()


def test_who_waits_behind_one_who_is_blocked_is_paired(people):
    block(people.ada, people.ben)
    press(people.ben)
    press(people.ada, 1)
    assert press(people.cleo, 2).inviter == people.ben
    assert Game.objects.count() == 1


def test_two_who_waited_already_when_one_blocks_are_paired_no_more(people):
    hers = press(people.ada)
    User.objects.create_user("Dov")
    Invitation.objects.update(key="equate")  # so that the press does not meet it
    his = press(people.ben, 1)
    Invitation.objects.update(key="numerica")
    block(people.ben, people.ada)
    keep_seen({(each.pk, each.inviter_id) for each in (hers, his)}, NOW + timedelta(seconds=9))
    assert pair_waiting(NOW + timedelta(seconds=9)) == 0 and not Game.objects.exists()
    unblock_person(blocker=people.ben, blocked=people.ada)
    assert pair_waiting(NOW + timedelta(seconds=9)) == 1


# --- what is open when somebody blocks ---


@pytest.mark.parametrize(
    "inviter, invitee, blocker, becomes",
    [
        ("ada", "ben", "ada", "cancelled"),
        ("ada", "ben", "ben", "declined"),
    ],
)
def test_an_open_invitation_of_the_two_ends(inviter, invitee, blocker, becomes, people):
    one, other = getattr(people, inviter), getattr(people, invitee)
    made, third = offer(one, other), offer(people.cleo, other)
    block(getattr(people, blocker), one if blocker == invitee else other)
    made.refresh_from_db()
    third.refresh_from_db()
    assert made.status == becomes and third.status == "open"


@pytest.mark.parametrize("inviter", ["ada", "ben", "cleo"])
def test_at_a_larger_table_one_seat_is_free_again(inviter, people):
    made = offer(getattr(people, inviter), settings=GameSettings("equate", options="players=4"))
    for user in (people.ada, people.ben):
        if user != made.inviter:
            accept(made, user)
    block(people.ada, people.ben)
    made.refresh_from_db()
    seated = {seat.user for seat in made.seats.all()}
    assert made.status == "open" and None in seated
    assert not {people.ada, people.ben} <= seated and made.inviter in seated


@pytest.mark.slow
def test_a_running_game_goes_on_and_has_no_rematch(start, people, browser):
    game = start()
    block(people.ben, people.ada)
    assert post_move(browser(people.ada), game, "pass").status_code == 302
    game = start(moves=len(WHOLE.moves))
    for user in (people.ada, people.ben):
        with pytest.raises(NotAllowed, match="cannot be invited"):
            want_rematch(game_id=game.pk, user=user, now=NOW)
    assert Invitation.objects.count() == 0


def test_an_offer_of_a_rematch_ends_with_a_block(start, people):
    game = start(moves=len(WHOLE.moves))
    want_rematch(game_id=game.pk, user=people.ada, now=NOW)
    block(people.ben, people.ada)
    assert Invitation.objects.get().status == "declined"


def test_a_seat_beside_whom_a_guest_had_blocked_is_free_once_the_guest_comes_along(people):
    """Else nobody could take the last one: two of those who sit do not meet."""
    guest = User.objects.create_user("guest-zoe", is_guest=True)
    made = offer(people.ada, settings=OF_THREE)
    accept(made, people.cleo)
    block(guest, people.ada)
    take_along(guest, people.cleo, NOW)
    assert not made.seats.filter(user=people.cleo).exists()
    accept(made, people.ben)
    assert not Game.objects.exists()


def test_a_guests_seat_beside_whom_the_account_has_blocked_is_free_once_the_guest_comes_along(
    people,
):
    guest = User.objects.create_user("guest-zoe", is_guest=True)
    made = offer(people.ada, settings=OF_THREE)
    accept(made, guest)
    block(people.cleo, people.ada)
    take_along(guest, people.cleo, NOW)
    assert list(made.seats.values_list("user", flat=True)) == [people.ada.pk, None, None]


@pytest.mark.parametrize("inviter, status", [("ada", "declined"), ("cleo", "cancelled")])
def test_an_invitation_of_two_ends_when_a_guest_who_blocked_one_comes_along(
    inviter, status, people
):
    guest = User.objects.create_user("guest-zoe", is_guest=True)
    invitee = people.cleo if inviter == "ada" else people.ada
    made = offer(getattr(people, inviter), invitee)
    block(guest, people.ada)
    take_along(guest, people.cleo, NOW)
    made.refresh_from_db()
    assert made.status == status


def test_who_is_not_blocked_any_more_is_met_again(people):
    block(people.ada, people.ben)
    unblock_person(blocker=people.ada, blocked=people.ben)
    assert accept(offer(people.ada), people.ben) is not None


# --- what is shown ---


@pytest.mark.slow(cases="all")
@BOTH_WAYS
def test_neither_sees_the_others_offers(apart, people, browser):
    offers = [
        offer(people.ada, is_listed=True),
        offer(people.ada, settings=LIVE, is_listed=True),
    ]
    for address in ("/", "/lobby/"):
        for user, is_seen in ((people.ben, False), (people.cleo, True), (None, True)):
            html = browser(user).get(address).content.decode()
            shown = [made.pk in html for made in offers]
            assert any(shown) == is_seen, (address, user)
    assert "Nobody waits here" in words_of(browser(people.ben).get("/lobby/"))
    assert invitations.open_invitations(people.ben, NOW) == []
    assert len(lobby.lobby(NOW, is_registered=True).rows) == 2
