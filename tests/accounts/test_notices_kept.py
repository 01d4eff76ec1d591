"""Notices in the export of an account, at its deletion, and taken along from a guest."""

import pytest
from django.utils import timezone

from accounts.models import Notice
from accounts.services import create_guest
from games.models import GameSettings
from games.services.invitations import create_invitation, decline_invitation
from games.services.start import start_game
from numerica_site.account_services import take_along
from tests.accounts.account_data import account_of, delete, sign_in

pytestmark = pytest.mark.django_db


def invite(inviter, *invitees):
    return create_invitation(
        GameSettings("numerica"), inviter=inviter, invitees=invitees, now=timezone.now()
    )


def test_the_export_holds_ones_own_notices_field_by_field(ada, people, browser):
    invitation = invite(people.ben, ada)
    invite(ada, people.ben)
    [told] = account_of(browser(ada))["notices"]
    assert told["kind"] == "invited" and told["about"] == "Ben" and told["read_at"] is None
    assert told["invitation"] == invitation.id and told["game"] is None
    fields = {field.name for field in Notice._meta.get_fields()}
    assert fields - {"id", "recipient", "subject", "person"} == told.keys() - {"about"}


@pytest.mark.slow
def test_with_an_account_goes_what_it_was_told_and_what_others_were_told_of_it(
    ada, people, browser, start
):
    start()
    invite(people.ben, ada)
    invite(ada, people.ben)
    invite(people.cleo, people.ben)
    client = browser()
    assert sign_in(client)
    delete(client)
    assert not Notice.objects.filter(recipient=ada).exists()
    assert not Notice.objects.filter(person=ada).exists()
    kinds = Notice.objects.filter(recipient=people.ben).values_list("kind", flat=True)
    assert sorted(kinds) == ["invited", "over"]


def test_the_notices_of_a_guest_come_along_with_the_games(people):
    guest, now = create_guest(), timezone.now()
    settings = GameSettings("numerica")
    game = start_game(settings, users=[guest, people.ben], seed=bytes(32), now=now)
    both = start_game(settings, users=[guest, people.ada], seed=bytes(32), now=now)
    invite(people.ben, guest)
    invite(guest, people.ben)
    before = Notice.objects.filter(recipient=guest).count()
    take_along(guest, people.ada, now)
    assert not Notice.objects.filter(recipient=guest).exists()
    assert not Notice.objects.filter(person=guest).exists()
    theirs = Notice.objects.filter(recipient=people.ada)
    assert theirs.filter(kind="invited").count() == 1
    assert theirs.filter(game=game).count() == Notice.objects.filter(game=game, recipient=people.ada).count()  # fmt: skip
    assert before and both.pk
    assert Notice.objects.filter(recipient=people.ben, person=people.ada).count() == 1


def test_nobody_is_told_of_oneself_what_a_guest_was_told_and_did(people):
    """Each has declined a seat at the other's table of three, before they became one."""
    guest, now = create_guest(), timezone.now()
    table = GameSettings("equate", options="players=3")
    for inviter, invitee in ((guest, people.ada), (people.ada, guest)):
        offered = create_invitation(table, inviter=inviter, invitees=[invitee], now=now)
        decline_invitation(invitation_id=offered.id, user=invitee, now=now)
    assert Notice.objects.filter(kind="declined").count() == 2
    take_along(guest, people.ada, now)
    assert not Notice.objects.filter(kind="declined").exists()
