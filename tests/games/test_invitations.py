"""Invitations: three ways to offer a game, and who may answer which."""

import re
from datetime import timedelta

import pytest
import segno
from django.utils import timezone

from accounts.models import User
from games.models import Game, Invitation, InvitationSeat
from games.services.errors import NotAllowed
from games.services.invitations import accept_invitation, create_invitation
from games.services.old_invitations import prune
from tests.game_settings import split_settings

from .helpers import all_rows, sentence_of, words_of

pytestmark = pytest.mark.django_db

SETTINGS = {"key": "numerica", "to": "link", "name": "", "time": "7d"}


@pytest.fixture
def invite(people):
    """Ada's invitation; by link, unless something else is said."""

    def invited(now=None, **settings) -> Invitation:
        chosen, others = split_settings({"key": "numerica", "inviter": people.ada} | settings)
        return create_invitation(chosen, now=now or timezone.now(), **others)

    return invited


@pytest.fixture
def guest(db) -> User:
    return User.objects.create_user("guest-0a1b2c3d", is_guest=True)


def address(invitation: Invitation, what: str = "") -> str:
    return f"/invitations/{invitation.id}/" + (f"{what}/" if what else "")


def sitting(invitation: Invitation) -> list[User | None]:
    """Whose the seats are, in order, taken or kept."""
    return [seat.user for seat in invitation.seats.all()]


def refused(response, status: int) -> str:
    """A refusal with this status; the sentence it gives."""
    assert response.status_code == status
    sentence = sentence_of(response)
    assert sentence.endswith(".") and len(sentence) > 10
    return sentence


# --- made ---


@pytest.mark.parametrize(
    ("said", "invitee", "is_listed"),
    [
        ({}, None, False),
        ({"to": "anyone"}, None, True),
        ({"to": "name", "name": "Ben"}, "ben", False),
        ({"to": "name", "name": "bEN"}, "ben", False),
        ({"to": "link", "name": "Ben"}, None, False),
    ],
)
def test_an_invitation_goes_where_its_form_says(said, invitee, is_listed, people, browser):
    response = browser(people.ada).post("/invitations/new/", SETTINGS | said)
    made = Invitation.objects.get()
    assert response.status_code == 302 and response["Location"] == address(made)
    assert sitting(made) == [people.ada, getattr(people, invitee) if invitee else None]
    assert (made.is_listed, made.time_control, made.rated) == (is_listed, "7d", False)
    assert made.expires_at - made.created_at == timedelta(days=14)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"to": "name", "name": "Zoe"}, "There is nobody called Zoe."),
        ({"to": "name", "name": ""}, "Type the name"),
        ({"to": "name", "name": "ada"}, "That is you."),
        ({"time": "2d"}, "valid choice"),
        ({"time": ""}, "required"),
        ({"key": "chess"}, "valid choice"),
        ({"to": "everyone"}, "valid choice"),
    ],
)
def test_a_wrong_form_comes_back_with_words_and_makes_nothing(said, words, people, browser):
    client, before = browser(people.ada), Invitation.objects.count()
    response = client.post("/invitations/new/", SETTINGS | said)
    assert response.status_code == 422 and words in words_of(response)
    assert Invitation.objects.count() == before


def test_a_stranger_who_invites_becomes_a_guest(browser, db):
    client = browser()
    response = client.post("/invitations/new/", SETTINGS)
    made = Invitation.objects.get()
    assert made.inviter.is_guest and response["Location"] == address(made)
    assert int(client.session["_auth_user_id"]) == made.inviter.pk


def test_a_guest_cannot_offer_a_rated_game(guest, browser):
    response = browser(guest).post("/invitations/new/", SETTINGS | {"rated": "on"})
    assert response.status_code == 422 and not Invitation.objects.exists()
    response = browser().post("/invitations/new/", SETTINGS | {"rated": "on"})
    assert response.status_code == 422 and User.objects.count() == 1


@pytest.mark.slow
def test_the_link_cannot_be_guessed(invite):
    names = {invite().id for _ in range(50)}
    assert len(names) == 50 and all(len(name) == 14 for name in names)  # 83 bits each


# --- looked at ---


@pytest.mark.parametrize("who", ["ada", "ben", None])
def test_the_page_shows_every_setting_before_anybody_accepts(who, people, invite, browser):
    made = invite(rated=True, time_control="7d")
    response = browser(getattr(people, who) if who else None).get(address(made))
    said = words_of(response)
    assert response.status_code == 200
    seats = "Ada (you) free" if who == "ada" else "Ada free"
    for setting in ("Numerica", seats, "7 days", "rated", "drawn by lot"):
        assert setting in said
    assert f"{made.expires_at:%H:%M} UTC" in said


@pytest.mark.slow
def test_only_the_listed_and_ones_own_stand_on_the_first_page(people, invite, browser):
    listed, linked, named = invite(is_listed=True), invite(), invite(invitees=[people.ben])
    seen = {
        who: {made.id for made in (listed, linked, named) if address(made) in page}
        for who in ("ada", "ben", "cleo", None)
        for page in [browser(who and getattr(people, who)).get("/").content.decode()]
    }
    assert seen["ada"] == {listed.id, linked.id, named.id}
    assert seen["ben"] == {listed.id, named.id}
    assert seen["cleo"] == seen[None] == {listed.id}


@pytest.mark.slow
def test_an_expired_or_answered_invitation_is_listed_no_more(people, invite, browser):
    old = invite(is_listed=True, now=timezone.now() - timedelta(days=14))
    taken = invite(is_listed=True)
    accept_invitation(invitation_id=taken.id, user=people.ben, now=timezone.now())
    page = browser(people.cleo).get("/").content.decode()
    assert address(old) not in page and address(taken) not in page


# --- accepted ---


def test_accepting_starts_the_game_with_the_inviter_on_seat_1(people, invite, browser):
    made = invite(time_control="14d", rated=True)
    response = browser(people.ben).post(address(made, "accept"))
    game = Game.objects.get()
    assert response.status_code == 302 and response["Location"] == f"/games/{game.id}/"
    assert [player.user for player in game.players.all()] == [people.ada, people.ben]
    assert (game.time_control, game.rated, game.ply) == ("14d", True, 0)
    made.refresh_from_db()
    assert (made.status, made.game) == (Invitation.Status.ACCEPTED, game)


@pytest.mark.slow
def test_the_seed_decides_who_starts_and_no_two_games_share_one(people, invite):
    now, turns, seeds = timezone.now(), set(), set()
    for number in range(12):
        made = invite()
        game = accept_invitation(
            invitation_id=made.id, user=people.ben, now=now, seed=bytes([number]) * 32
        )
        turns.add(game.turn)
        game = accept_invitation(invitation_id=invite().id, user=people.ben, now=now)
        seeds.add(game.seed)
    assert turns == {0, 1} and len(seeds) == 12


def test_a_stranger_accepts_as_a_guest(invite, browser):
    client = browser()
    client.post(address(invite(), "accept"))
    seats = Game.objects.get().players.all()
    assert seats[1].user.is_guest and int(client.session["_auth_user_id"]) == seats[1].user.pk


@pytest.mark.slow
def test_the_second_to_accept_is_told_who_was_first(people, invite, browser):
    made = invite()
    browser(people.ben).post(address(made, "accept"))
    clients = [browser(people.cleo), browser()]
    before = all_rows()
    for client in clients:
        assert refused(client.post(address(made, "accept")), 409) == (
            "Ben has accepted this invitation already."
        )
    assert all_rows() == before


def test_accepting_again_leads_to_the_same_game(people, invite, browser):
    made = invite()
    client = browser(people.ben)
    first = client.post(address(made, "accept"))
    before = all_rows()
    assert client.post(address(made, "accept"))["Location"] == first["Location"]
    assert all_rows() == before


# --- not accepted ---


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("who", ["cleo", None])
def test_an_invitation_by_name_is_for_the_named_alone(who, people, invite, browser):
    made = invite(invitees=[people.ben])
    client = browser(getattr(people, who) if who else None)
    before = all_rows()
    assert "somebody else" in refused(client.post(address(made, "accept")), 403)
    assert all_rows() == before


def test_ones_own_invitation_cannot_be_accepted(people, invite, browser):
    made = invite()
    assert "your own" in refused(browser(people.ada).post(address(made, "accept")), 403)
    assert not Game.objects.exists()


@pytest.mark.slow
def test_a_rated_game_is_refused_to_guests_and_strangers(guest, invite, browser):
    made = invite(rated=True)
    clients = [browser(guest), browser()]
    before = all_rows()
    for client in clients:
        assert "registered" in refused(client.post(address(made, "accept")), 403)
    assert all_rows() == before


def test_an_invitation_lasts_fourteen_days(people, invite, browser):
    now = timezone.now()
    fresh = invite(now=now - timedelta(days=14) + timedelta(minutes=5))
    stale = invite(now=now - timedelta(days=14))
    assert "expired" in refused(browser(people.ben).post(address(stale, "accept")), 409)
    assert "expired" in words_of(browser(people.ben).get(address(stale)))
    assert browser(people.ben).post(address(fresh, "accept")).status_code == 302
    assert Game.objects.count() == 1


@pytest.mark.parametrize("what", ["accept", "decline", "cancel"])
def test_an_invitation_that_was_taken_back_is_closed(what, people, invite, browser):
    made = invite(invitees=[people.ben])
    assert browser(people.ada).post(address(made, "cancel")).status_code == 302
    who = people.ada if what == "cancel" else people.ben
    assert "withdrawn" in refused(browser(who).post(address(made, what)), 409)


def test_the_named_may_decline(people, invite, browser):
    made = invite(invitees=[people.ben])
    assert browser(people.ben).post(address(made, "decline"))["Location"] == "/"
    made.refresh_from_db()
    assert made.status == "declined"
    assert "declined" in refused(browser(people.ben).post(address(made, "accept")), 409)


@pytest.mark.parametrize("is_named", [True, False])
@pytest.mark.parametrize("what", ["decline", "cancel"])
@pytest.mark.parametrize("who", ["cleo", "other", None])
def test_nobody_else_can_decline_or_cancel(who, what, is_named, people, invite, browser):
    made = invite(invitees=[people.ben] if is_named else [])
    other = people.ada if what == "decline" else people.ben
    person = {"cleo": people.cleo, "other": other, None: None}[who]
    client = browser(person)
    before = all_rows()
    assert "somebody else" in refused(client.post(address(made, what)), 403)
    assert all_rows() == before


# --- rematch ---


def test_there_is_no_rematch_before_the_end(game, people, browser):
    assert "not over" in refused(browser(people.ada).post(f"/games/{game.id}/rematch/"), 409)
    assert not Invitation.objects.exists()


def test_a_denied_answer_leaves_every_row_as_it_was(people, invite):
    made = invite(invitees=[people.ben])
    before = all_rows()
    for user in (people.ada, people.cleo):
        with pytest.raises(NotAllowed):
            accept_invitation(invitation_id=made.id, user=user, now=timezone.now())
    assert all_rows() == before


# --- the link ---


def test_what_led_to_no_game_goes_sixty_days_after_it_could_have(people, invite, browser):
    kept, declined, left = invite(), invite(invitees=[people.ben]), invite()
    accept_invitation(invitation_id=kept.pk, user=people.ben, now=timezone.now())
    browser(people.ben).post(address(declined, "decline"))
    gone = left.expires_at + timedelta(days=60)
    assert prune(declined.expires_at + timedelta(days=59)) == 0
    assert prune(gone) == 2 and prune(gone) == 0
    assert Invitation.objects.get() == kept and Invitation.objects.get().game
    assert InvitationSeat.objects.filter(invitation=kept).count() == 2


def dark_modules(page: str) -> set[tuple[int, int]]:
    """The dark squares of the code on a page, by row and column, the quiet zone left out."""
    path = re.search(r'<path stroke="#000" d="([^"]+)"', page)[1]
    row, column, found = -4, -4, set()
    for command, numbers in re.findall(r"([Mmh])([-\d. ]*)", path):
        along, *down = map(float, re.findall(r"-?\d*\.?\d+", numbers))
        if command == "h":
            found |= {(row, column + step) for step in range(int(along))}
        else:
            row += int(down[0])
        column += int(along)
    return found


def test_the_link_stands_whole_with_a_code_that_says_the_same(people, invite, browser):
    made = invite()
    page = browser(people.ada).get(address(made)).content.decode()
    link = f"http://testserver{address(made)}"
    assert f">{link}</a>" in page and f'data-copy-link="{link}"' in page
    assert f'role="img" aria-label="QR code of the link {link}"' in page
    code = segno.make_qr(link, error="m")
    wanted = {
        (row, at) for row, line in enumerate(code.matrix) for at, dark in enumerate(line) if dark
    }
    assert dark_modules(page) == wanted
    assert '<path fill="#fff"' in page


@pytest.mark.parametrize("who", ["ben", None])
def test_the_code_is_drawn_only_for_who_has_the_link_to_send(who, people, invite, browser):
    made = invite()
    page = browser(who and getattr(people, who)).get(address(made)).content.decode()
    assert 'class="qr"' not in page
    full = invite(invitees=[people.ben])
    assert 'class="qr"' not in browser(people.ada).get(address(full)).content.decode()
