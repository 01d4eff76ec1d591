"""Many guests at one address: what others offer stays in the lobby, and they can still play."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services import create_guest
from games.models import GameSettings, Invitation
from games.selectors.lobby import MOST_LISTED, MOST_OFFERS_OF_ONE, MOST_SEEKS_OF_ONE, lobby
from games.services.invitations import GUESTS_OFFER_LASTS, INVITATION_LASTS, create_invitation
from numerica_site.limits import LIMITS

from .helpers import is_a_sentence, sentence_of

pytestmark = pytest.mark.django_db

NEW = {"key": "numerica", "to": "anyone", "time": "3d", "reserve_days": "0", "increment": "0"}


def offered(user: User, ago: int = 0, **settings) -> Invitation:
    now = timezone.now() - timedelta(seconds=ago)
    made = GameSettings("numerica", **settings)
    return create_invitation(made, inviter=user, now=now, is_listed=True)


def guests(count: int) -> list[User]:
    return [create_guest() for _ in range(count)]


@pytest.fixture
def limits(settings):
    settings.ACCOUNT_RATE_LIMITS = LIMITS | {"guest_offer": "2/d/key"}


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("time", ["3d", "600+5"])
def test_however_many_guests_offer_accounts_stay_listed(time, people):
    honest = offered(people.ada, 9, time_control=time)
    for guest in guests(MOST_LISTED + 2):
        offered(guest, time_control=time)
    found = lobby(timezone.now(), is_registered=True).rows
    assert honest.id in found and len(found) == MOST_LISTED + 1


def test_of_one_person_few_are_listed_and_of_each_game_for_itself(people):
    own = [offered(people.ada, 9 - number) for number in range(3)]
    seeks = [offered(people.ada, 9 - n, time_control="180+2") for n in range(5)]
    found = lobby(timezone.now(), is_registered=True)
    assert [row.id for row in found.offers] == [one.id for one in own[-MOST_OFFERS_OF_ONE:]]
    assert [row.id for row in found.seeks] == [one.id for one in seeks[-MOST_SEEKS_OF_ONE:]]


def test_an_offer_of_a_guest_to_anyone_lasts_two_days_and_a_link_fourteen(people):
    now = timezone.now()
    guest = create_guest()
    made = [
        create_invitation(GameSettings("numerica"), inviter=user, now=now, is_listed=is_listed)
        for user, is_listed in ((guest, True), (guest, False), (people.ada, True))
    ]
    lasts = [GUESTS_OFFER_LASTS, INVITATION_LASTS, INVITATION_LASTS]
    assert [one.expires_at - now for one in made] == lasts
    assert timedelta(days=2) == GUESTS_OFFER_LASTS


@pytest.mark.slow
def test_guests_of_one_network_list_so_many_a_day(people, browser, limits):
    sent = [browser(guest).post("/invitations/new/", NEW) for guest in guests(3)]
    assert [one.status_code for one in sent] == [302, 302, 429]
    assert sent[-1]["Retry-After"] == "86400" and is_a_sentence(sentence_of(sent[-1]))
    assert "or sign up" in sentence_of(sent[-1])
    strangers = browser().post("/invitations/new/", NEW)
    assert strangers.status_code == 429 and User.objects.filter(is_guest=True).count() == 3
    others = (browser(people.ada), browser(create_guest(), REMOTE_ADDR="192.0.2.7"))
    for client in others:
        assert client.post("/invitations/new/", NEW).status_code == 302
    for more in ({"to": "link"}, {"time": "10m", "increment": "5"}):
        assert browser(create_guest()).post("/invitations/new/", NEW | more).status_code == 302


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("address", ["/invitations/anyone/", "/lobby/quick/?time=3d"])
def test_a_class_at_one_address_finds_its_seats_and_only_offers_are_counted(
    address, browser, limits
):
    def press(key: str):
        return browser(create_guest()).post(address, {"key": key})

    for _ in range(2):  # two pairs: four presses, two offers
        assert "/invitations/" in press("numerica")["Location"]
        assert "/games/" in press("numerica")["Location"]
    refused = press("equate")
    assert refused.status_code == 429 and refused["Retry-After"] == "86400"
    offered(create_guest())
    assert "/games/" in press("numerica")["Location"]
