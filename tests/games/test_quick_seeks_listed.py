"""Who waits to be paired stands in the lobby, and is taken only by who is near in rating."""

import html
import re
from datetime import timedelta
from urllib.parse import urlencode

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Game, GameSettings, Invitation
from games.services.invitations import create_invitation
from games.services.quick_pairing import pair_waiting, press_quick
from ratings.models import Standing

from .helpers import is_a_sentence, sentence_of, words_of

pytestmark = pytest.mark.django_db


def rate_high(user: User) -> None:
    """A rating of 1700, 500 more than a beginner's."""
    Standing.objects.create(user=user, key="numerica:live", rating=170_000, rated_games=9)


def seek_of(user: User, seconds: float) -> Invitation:
    """Who waits for so long already; nobody is met by that."""
    settings = GameSettings("numerica", time_control="180+2")
    now = timezone.now() - timedelta(seconds=seconds)
    return create_invitation(settings, inviter=user, now=now, is_listed=True, is_quick=True)


def pressed(page) -> tuple[str, dict[str, str]]:
    """Where the button of the only row leads, and what it says there."""
    (row,) = re.findall(r'(?s)<li\s+id="offer-.*?</li>', page.content.decode())
    (button,) = re.findall(r"(?s)<button.*?</button>", row)
    said = dict(re.findall(r'\b(formaction|name|value)="([^"]*)"', button))
    return html.unescape(said["formaction"]), {said["name"]: said["value"]}


def test_a_press_in_the_list_takes_who_is_near_in_rating(people, browser):
    seek = press_quick(key="numerica", time="180+2", user=people.ada, now=timezone.now())
    client = browser(people.ben)
    page = client.get("/lobby/")
    assert "near in rating" in words_of(page)
    address, said = pressed(page)
    answer = client.post(address, said)
    assert answer["Location"] == f"/games/{Game.objects.get(invitation=seek).id}/"


@pytest.mark.slow
def test_a_press_in_the_list_plays_with_whom_it_names_though_another_waits_longer(people, browser):
    cleo, ben = seek_of(people.cleo, 5), seek_of(people.ben, 1)
    page = browser(people.ada).get("/lobby/").content.decode()
    [address] = re.findall(rf'formaction="(/lobby/quick/[^"]*{ben.id})"', page)
    browser(people.ada).post(html.unescape(address), {"key": "numerica"})
    assert Invitation.objects.get(pk=ben.pk).game and not Invitation.objects.get(pk=cleo.pk).game


@pytest.mark.parametrize("named", ["", "nobody", "x" * 3000, "\0"])
def test_a_press_that_names_nobody_who_waits_meets_whoever_fits(named, people, browser):
    cleo = seek_of(people.cleo, 5)
    asked = {"time": "180+2", "seek": named}
    browser(people.ada).post(f"/lobby/quick/?{urlencode(asked)}", {"key": "numerica"})
    assert Invitation.objects.get(pk=cleo.pk).game


def test_who_is_too_far_off_looks_for_the_same_and_meets_when_both_have_waited(people, browser):
    now = timezone.now()
    rate_high(people.ada)
    seek = press_quick(key="numerica", time="180+2", user=people.ada, now=now)
    client = browser(people.ben)
    answer = client.post(*pressed(client.get("/lobby/")))
    own = Invitation.objects.get(inviter=people.ben)
    assert answer["Location"] == f"/invitations/{own.id}/" and not Game.objects.exists()
    apart = 1700 - 1200 - 150
    later = now + timedelta(seconds=apart // 50 * 5)
    Invitation.objects.update(seen_at=later)
    assert pair_waiting(later - timedelta(seconds=1)) == 0
    assert pair_waiting(later + timedelta(seconds=2)) == 1
    assert Game.objects.get().invitations.filter(pk__in=[seek.id, own.id]).count() == 2


@pytest.mark.parametrize("who", ["ben", None])
def test_nobody_too_far_off_sits_down_at_a_quick_seek(who, people, browser, nothing_happens):
    rate_high(people.ada)
    seek = press_quick(key="numerica", time="180+2", user=people.ada, now=timezone.now())
    client = browser(who and getattr(people, who))
    address = f"/invitations/{seek.id}/accept/"
    refused = nothing_happens(lambda: client.post(address), 409)
    assert "Ada looks for somebody nearer in rating" in sentence_of(refused)
    assert is_a_sentence(sentence_of(refused))
    Invitation.objects.update(created_at=timezone.now() - timedelta(seconds=60))
    assert client.post(address)["Location"] == f"/games/{Game.objects.get().id}/"


def test_an_offer_that_somebody_made_is_for_everybody(people, browser):
    rate_high(people.ada)
    settings = GameSettings("numerica", time_control="180+2")
    now = timezone.now()
    made = create_invitation(settings, inviter=people.ada, now=now, is_listed=True)
    page = browser(people.ben).get("/lobby/")
    assert f'formaction="/invitations/{made.id}/accept/"' in page.content.decode()
    assert "near in rating" not in words_of(page)


def test_the_first_page_says_of_a_search_that_it_counts_if_both_have_accounts(people, browser):
    press_quick(key="numerica", time="180+2", user=people.ada, now=timezone.now())
    words = words_of(browser(people.ada).get("/"))
    assert "Numerica to anyone rated if both have accounts · 3 minutes each" in words
