"""How the seats of an invitation are shown and told."""

import pytest
from channels.layers import get_channel_layer
from django.template.loader import render_to_string
from django.utils import timezone

from games.selectors import invitations
from tests.games.helpers import words_of
from tests.games.seats import accept, address, decline

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_the_page_shows_each_seat(people, dov, invite, browser):
    made = invite(invitees=[people.ben])
    said = {
        who: words_of(browser(user).get(address(made)))
        for who, user in {"ada": people.ada, "ben": people.ben, "dov": dov, "": None}.items()
    }
    assert "Ada (you) kept for Ben free" in said["ada"] and "Send this link" in said["ada"]
    assert "Ada kept for you free" in said["ben"] and "Decline" in said["ben"]
    assert "Ada kept for Ben free" in said["dov"] and "Take a seat" in said["dov"]
    assert "Take a seat as a guest" in said[""]
    accept(made, dov)
    assert "Ada kept for Ben Dov (you)" in words_of(browser(dov).get(address(made)))
    assert "what is left is kept for Ben." in words_of(browser(people.cleo).get(address(made)))


def test_a_list_tells_how_many_seats_are_free(people, invite):
    made = invite(is_listed=True)
    assert "2 of 3 seats are free" in listed_for(people.ben)
    accept(made, people.ben)
    assert "1 of 3 seats is free" in listed_for(people.cleo)


def listed_for(user) -> str:
    rows = invitations.open_invitations(user, timezone.now())
    return render_to_string("games/invitation/_rows.html", {"rows": rows})


def test_who_waits_on_a_seat_finds_the_invitation_on_the_first_page(people, invite):
    made, now = invite(is_listed=True), timezone.now()
    accept(made, people.ben)
    assert invitations.open_invitations(people.ben, now) == []
    assert [shown.id for shown in invitations.own_invitations(people.ben, now)] == [made.id]
    assert [shown.id for shown in invitations.open_invitations(people.cleo, now)] == [made.id]


def test_an_invitation_with_a_kept_seat_is_listed_once(people, invite):
    made, now = invite(invitees=[people.ben, people.cleo]), timezone.now()
    assert [shown.id for shown in invitations.open_invitations(people.ben, now)] == [made.id]
    assert [shown.id for shown in invitations.own_invitations(people.ada, now)] == [made.id]


@pytest.mark.django_db(transaction=True)
def test_all_who_look_are_told_of_every_seat(people, invite, monkeypatch):
    sent = []

    async def note(group, message):
        if message["type"] != "person.notices":
            sent.append((group, message))

    monkeypatch.setattr(get_channel_layer(), "group_send", note)
    made = invite()
    accept(made, people.ben)
    decline(made, people.ben)
    accept(made, people.ben)
    accept(made, people.cleo)
    assert (
        sent
        == [
            (
                f"invitation.{made.id}",
                {"type": "invitation.changed", "group": f"invitation.{made.id}"},
            )
        ]
        * 4
    )


def test_what_is_pushed_shows_the_seats_and_hides_what_can_be_done_no_more(people, dov, invite):
    made = invite(invitees=[people.ben])

    def pushed(user):
        shown = invitations.invitation(made.id, user, timezone.now())
        return render_to_string("games/invitation/_live.html", {"invitation": shown})

    assert "kept for Ben" in pushed(dov) and "data-closed" not in pushed(dov)
    accept(made, people.cleo)
    assert "Cleo" in pushed(dov) and "data-closed" in pushed(dov)
    assert all("data-closed" not in pushed(user) for user in (people.ada, people.ben, people.cleo))
    game = accept(made, people.ben)
    assert [game.id in pushed(user) for user in (people.ada, people.cleo, dov)] == [
        True,
        True,
        False,
    ]
