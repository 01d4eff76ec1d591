"""The desk is fair to whom it is about and to those who work at it: nobody decides about oneself."""

import json
import re
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts import moderation, relations, reports
from accounts.models import Action, Appeal, Report, User
from accounts.relations import Refused
from accounts.services import create_guest
from games.models import Game, GameSettings, Invitation
from games.services.annulments import annul_game
from games.services.errors import NotAllowed
from games.services.invitations import accept_invitation, create_invitation
from numerica_site.account_services import take_along
from tests.games.helpers import WHOLE, all_rows, words_of
from tests.games.mailed import confirm, deliver

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def told(one: User, other: User, words="1 + 2", **more) -> Report:
    return reports.report(reporter=one, about=other, reason="words", words=words, now=NOW, **more)


def act(client: Client, person: User, kind: str, **more):
    said = {"kind": kind, "reason": "1 + 1 = 2", "hours": "24", **more}
    return client.post(f"/desk/{person.pk}/act/", said)


# --- about oneself ---


def test_nobody_of_the_staff_sees_or_answers_reports_about_oneself(people, mia, moderator):
    told(people.ada, mia)
    told(people.ada, people.ben)
    desk = moderator.get("/desk/").content.decode()
    assert f"/desk/{people.ben.pk}/" in desk and f"/desk/{mia.pk}/" not in desk
    before = all_rows()
    assert moderator.get(f"/desk/{mia.pk}/").status_code == 404
    assert moderator.post(f"/desk/{mia.pk}/answer/").status_code == 404
    assert act(moderator, mia, "warn").status_code == 403
    assert all_rows() == before


def test_nobody_of_the_staff_answers_an_appeal_of_oneself(people, mia):
    action = moderation.warn(people.ben, mia, "1", NOW)
    appeal = moderation.appeal(action=action, words="2", now=NOW)
    with pytest.raises(Refused):
        moderation.answer_appeal(found=appeal, moderator=people.ben, answer="3", now=NOW)


def test_nobody_of_the_staff_annuls_a_game_of_oneself(people, start):
    game = start(moves=len(WHOLE.moves), rated=True)
    with pytest.raises(Refused) as refused:
        annul_game(game_id=game.id, person=people.ben, moderator=people.ada, reason="1", now=NOW)
    assert refused.value.status == 403 and not Action.objects.exists()


# --- the admin is no way round the desk ---


@pytest.mark.slow
def test_the_administration_closes_nobody_and_gives_nobody_a_name(people, moderator):
    listed = moderator.get("/staff/accounts/user/").content.decode()
    assert 'value="ban"' not in listed
    address = f"/staff/accounts/user/{people.ben.pk}/change/"
    fields = moderator.get(address).context["adminform"].form.fields
    assert not {"username", "is_active"} & set(fields) and "is_staff" in fields
    moderator.post("/staff/accounts/user/", {"action": "ban", "_selected_action": [people.ben.pk]})
    assert User.objects.get(pk=people.ben.pk).is_active


def test_the_administration_shows_nobody_what_others_were_told(people, moderator):
    assert moderator.get("/staff/accounts/notice/").status_code == 404


# --- two presses, and what came meanwhile ---


@pytest.mark.parametrize("kind", ["warn", "mute", "suspend"])
def test_a_double_press_does_it_once(kind, people, moderator):
    assert [act(moderator, people.ben, kind).status_code for _ in range(2)] == [302, 302]
    assert Action.objects.count() == 1
    assert act(moderator, people.ben, kind, reason="2 + 2 = 4").status_code == 302
    assert Action.objects.count() == 2


@pytest.mark.slow
def test_what_was_reported_after_the_page_was_read_stays_open(people, moderator):
    told(people.ada, people.ben)
    page = moderator.get(f"/desk/{people.ben.pk}/").content.decode()
    last = re.search(r'name="last" value="([0-9]+)"', page)[1]
    told(people.cleo, people.ben)
    assert act(moderator, people.ben, "warn", last=last).status_code == 302
    assert [one.reporter for one in Report.objects.filter(closed_at=None)] == [people.cleo]
    assert moderator.post(f"/desk/{people.ben.pk}/answer/", {"last": last}).status_code == 302
    assert Report.objects.filter(closed_at=None).count() == 1
    assert moderator.post(f"/desk/{people.ben.pk}/answer/", {"last": "x"}).status_code == 422


def test_who_closes_reports_that_have_grown_meanwhile_is_not_told_that_they_are_closed(
    people, moderator
):
    read = told(people.ada, people.ben).entries.get()
    told(people.ada, people.ben, words="3 + 4")
    answer = f"/desk/{people.ben.pk}/answer/"
    page = words_of(moderator.post(answer, {"last": read.pk}, follow=True))
    assert "More was reported meanwhile" in page and "The reports are closed" not in page
    read_by_now = {"last": read.report.entries.latest("id").pk}
    assert "The reports are closed" in words_of(moderator.post(answer, read_by_now, follow=True))


# --- names ---


@pytest.mark.slow
def test_a_name_that_looks_like_a_guests_is_refused_to_a_guest_in_a_sentence(people, moderator):
    create_guest("Alice1")
    other = create_guest("Zed")
    before = all_rows()
    answer = act(moderator, other, "rename", name="Alicel")
    assert answer.status_code == 409 and "looks like it" in answer.content.decode()
    assert all_rows() == before


# --- who is barred offers no games ---


@pytest.mark.parametrize("kind", ["suspend", "close"])
def test_the_offers_of_who_is_barred_are_withdrawn(kind, people, moderator, browser):
    offer = create_invitation(
        GameSettings("numerica"), inviter=people.ben, is_listed=True, now=timezone.now()
    )
    act(moderator, people.ben, kind)
    offer.refresh_from_db()
    assert offer.status == Invitation.Status.CANCELLED
    answer = browser(people.ada).post(f"/invitations/{offer.pk}/accept/")
    assert answer.status_code == 409 and not Game.objects.exists()


def test_a_seat_that_who_is_barred_had_taken_is_free_again(people, moderator):
    wish = GameSettings("equate", options="players=3")
    offer = create_invitation(wish, inviter=people.ada, is_listed=True, now=timezone.now())
    accept_invitation(invitation_id=offer.pk, user=people.ben, now=timezone.now())
    act(moderator, people.ben, "suspend")
    offer.refresh_from_db()
    assert offer.status == Invitation.Status.OPEN
    assert not offer.seats.filter(user=people.ben).exists()


def test_nobody_accepts_what_somebody_barred_has_offered(people, mia):
    """An offer that was just being made when its inviter was suspended."""
    now = timezone.now()
    moderation.suspend(people.ben, mia, "1", now, now + timedelta(days=1))
    offer = create_invitation(GameSettings("numerica"), inviter=people.ben, now=now)
    with pytest.raises(NotAllowed) as refused:
        accept_invitation(invitation_id=offer.pk, user=people.ada, now=now)
    assert refused.value.status == 409


@pytest.mark.slow
def test_who_is_suspended_is_not_to_be_invited(people, moderator, browser):
    ada = browser(people.ada)
    assert "Invite to a game" in ada.get("/@Ben/").content.decode()
    act(moderator, people.ben, "suspend")
    assert "Invite to a game" not in ada.get("/@Ben/").content.decode()


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("address", ["/people/?q=be", "/people/following/", "/people/followers/"])
def test_no_list_of_people_offers_to_invite_who_is_suspended(address, people, moderator, browser):
    for one, other in ((people.ada, people.ben), (people.ben, people.ada)):
        relations.follow(follower=one, followed=other, now=timezone.now())
    ada = browser(people.ada)
    assert "Invite Ben to a game" in ada.get(address).content.decode()
    act(moderator, people.ben, "suspend")
    page = ada.get(address).content.decode()
    assert "Unfollow Ben" in page and "Invite Ben to a game" not in page


# --- what is kept of what was said ---


def line(by: User, said="1") -> dict:
    return {"by": by.username, "by_id": by.pk, "room": "players", "at": "x", "said": said}


def test_copies_of_what_was_said_go_90_days_after_the_report_was_closed(people, mia):
    told(people.ada, people.ben, lines=[line(people.ben)])
    told(people.cleo, people.ben, lines=[line(people.ben)])
    closed = Report.objects.get(reporter=people.ada)
    Report.objects.filter(pk=closed.pk).update(closed_at=NOW, closed_by=mia)
    assert reports.prune(NOW + timedelta(days=89)) == 0
    assert reports.prune(NOW + timedelta(days=90)) == 1
    assert closed.entries.get().lines == "[]" and closed.entries.get().words == "1 + 2"
    assert "by_id" in Report.objects.get(closed_at=None).entries.get().lines
    assert reports.prune(NOW + timedelta(days=90)) == 0


def test_what_a_guest_said_stays_in_reports_when_the_guest_becomes_somebody(people):
    guest = create_guest()
    told(people.ada, guest, lines=[line(guest, "seven"), line(people.cleo, "eight")])
    take_along(guest, people.ben, NOW)
    report = Report.objects.get()
    lines = json.loads(report.entries.get().lines)
    assert report.about == people.ben
    assert [(one["by_id"], one["said"]) for one in lines] == [
        (people.ben.pk, "seven"), (people.cleo.pk, "eight")
    ]  # fmt: skip


# --- what people write is words, and nothing else ---

EVIL = '"><img src=x onerror=alert(1)><script>alert(1)</script></textarea>'


@pytest.mark.slow
def test_markup_in_reports_reasons_appeals_and_answers_is_shown_as_it_is(
    people, moderator, browser
):
    told(people.ada, people.ben, words=EVIL, lines=[line(people.ben, EVIL)])
    act(moderator, people.ben, "warn", reason=EVIL)
    action = Action.objects.get()
    address = f"/actions/{moderation.token_of(action)}/"
    pages = [browser().post(address, {"words": EVIL + "x" * 500})]
    browser().post(address, {"words": EVIL})
    pages.append(moderator.get(f"/desk/{people.ben.pk}/"))
    moderator.post(f"/desk/appeals/{Appeal.objects.get().pk}/answer/", {"answer": EVIL})
    lift = moderator.post(f"/desk/actions/{action.pk}/lift/", {"reason": EVIL})
    assert lift.status_code == 302
    own = browser(people.ada).post("/@Ben/report/", {"reason": "", "words": EVIL})
    pages += [own, moderator.get("/desk/"), browser().get(address), browser().post(address)]
    for page in pages:
        html = page.content.decode()
        assert "<img src=x" not in html and "<script>alert" not in html
        assert "&lt;img src=x" in html


# --- the mail about it ---


def test_a_mail_says_in_its_subject_what_was_done_and_until_when(people, mia):
    confirm(people.ben)
    now = timezone.now()
    action = moderation.mute(people.ben, mia, "1", now, now + timedelta(days=1))
    deliver()
    until = f"{action.until:%Y-%m-%d %H:%M}"
    assert [one.subject for one in mail.outbox] == [
        f"Numerica: From the staff: silence in the chat until {until} (UTC). Read why."
    ]
