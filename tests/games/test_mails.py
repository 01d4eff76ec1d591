"""Who is mailed what, and when: once, while it is news, and to nobody who is there."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import transaction
from django.utils import timezone

from accounts import moderation, notice_choices, notices, outbox, sockets
from accounts.models import Follow, Mail, Notice, User
from accounts.services import create_guest
from games.models import Game, GameSettings
from games.selectors.notices import PAGE
from games.services.invitations import cancel_invitation, create_invitation
from games.services.reminders import remind
from games.services.start import start_game
from tests.mail_servers import NOT_NOW, MailServer
from tests.servers import HOST

from .mailed import SOON, confirm, deliver, move, swap

pytestmark = pytest.mark.django_db

Kind = Notice.Kind
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def confirmed(people):
    confirm(people.ada, people.ben)


@pytest.fixture
def two(people):
    """Two games by correspondence, in both of which Ada is to move."""

    def begun(first):
        for number in range(64):
            game = start_game(
                GameSettings("numerica"),
                users=[people.ada, people.ben],
                seed=bytes([first, number] * 16),
                now=timezone.now(),
            )
            if game.turn == 0:
                return game
        raise AssertionError

    return begun(1), begun(2)


def sent() -> list[tuple[str, ...]]:
    """Who got each mail."""
    return [tuple(one.to) for one in mail.outbox]


def outcomes(person) -> list[tuple[str, str]]:
    return list(Mail.objects.filter(recipient=person).order_by("id").values_list("kind", "outcome"))


def comes_back(browser, person):
    browser(person).get("/about/")


# --- one mail a turn ---


def test_who_is_to_move_gets_one_mail_after_a_while(game, people):
    assert game.turn == 0
    deliver(timezone.now())
    assert sent() == []
    deliver()
    deliver()
    assert sent() == [("ada@example.org",)]


@pytest.mark.slow
def test_no_other_turn_is_mailed_until_its_player_comes_back(two, people, browser):
    first, second = two
    deliver()
    assert sent() == [("ada@example.org",)]
    comes_back(browser, people.ada)
    swap(first, people.ada)
    swap(first, people.ben)
    deliver()
    assert sent().count(("ada@example.org",)) == 2
    swap(second, people.ada)
    swap(second, people.ben)
    deliver()
    assert sent().count(("ada@example.org",)) == 2
    comes_back(browser, people.ada)
    swap(second, people.ada)
    swap(second, people.ben)
    deliver()
    assert sent().count(("ada@example.org",)) == 3


@pytest.mark.slow
def test_a_turn_whose_mail_waits_for_another_that_comes_to_nothing_is_mailed(two, people, settings):
    """The mail server did not take the first one now, and then that game ended."""
    first, _second = two
    now = timezone.now() + SOON
    in_memory = settings.EMAIL_BACKEND
    with MailServer(NOT_NOW) as server:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = HOST, server.port
        deliver(now)
    settings.EMAIL_BACKEND = in_memory
    assert outcomes(people.ada) == [("turn", ""), ("turn", "")]
    move(first, people.ada, "resign")
    deliver(now + timedelta(hours=1))
    deliver(now + timedelta(hours=2))
    assert ("turn", "sent") in outcomes(people.ada)


def test_what_is_old_when_it_could_be_sent_first_is_not_told(game):
    deliver(timezone.now() + outbox.TRIED_FOR + SOON)
    assert sent() == [] and set(Mail.objects.values_list("outcome", flat=True)) == {"given up"}


def test_whose_account_was_closed_is_mailed_that(people):
    mia = User.objects.create_superuser("Mia", "mia@example.org")
    moderation.close(people.ben, mia, "1 + 1 = 3", timezone.now())
    deliver()
    assert sent() == [("ben@example.org",)]


@pytest.mark.slow
def test_a_guest_of_a_page_does_not_come_back_for_somebody_else(two, people, browser):
    deliver()
    comes_back(browser, people.ben)
    comes_back(browser, create_guest())
    assert User.objects.get(pk=people.ada.pk).called_by is not None


@pytest.mark.slow
def test_a_turn_that_is_over_before_its_mail_goes_is_not_mailed(game, people):
    move(game, people.ada)
    deliver()
    assert sent() == [("ben@example.org",)]
    assert outcomes(people.ada) == [("turn", "needless")]


def test_a_turn_that_was_looked_at_is_not_mailed(game, people, browser):
    browser(people.ada).get(f"/games/{game.id}/")
    deliver()
    assert sent() == []


def test_a_move_that_is_rolled_back_mails_nothing(game, people):
    with pytest.raises(RuntimeError), transaction.atomic():
        move(game, people.ada)
        raise RuntimeError
    assert outcomes(people.ben) == []


# --- what else is told ---


@pytest.mark.slow
def test_who_is_reminded_is_mailed_that_too(start, people):
    began = timezone.now() - timedelta(days=2, hours=8)
    start(now=began)
    deliver(began + SOON)
    remind(timezone.now())
    deliver()
    assert sent() == [("ada@example.org",)] * 2
    assert outcomes(people.ada) == [("turn", "sent"), ("time", "sent")]


@pytest.mark.slow
def test_how_a_game_ended_is_mailed_to_both(game, people):
    move(game, people.ada, "resign")
    deliver()
    assert sorted(sent()) == [("ada@example.org",), ("ben@example.org",)]


def test_an_invitation_is_mailed_and_one_that_was_withdrawn_is_not(people):
    now, wish = timezone.now(), GameSettings("numerica")
    create_invitation(wish, inviter=people.ada, invitees=[people.ben], now=now)
    other = create_invitation(wish, inviter=people.ada, invitees=[people.ben], now=now)
    cancel_invitation(invitation_id=other.id, user=people.ada, now=now)
    deliver()
    assert sent() == [("ben@example.org",)]


# --- who is mailed nothing ---


def test_who_has_a_page_open_is_told_there_and_mailed_what_is_left_unread(game, monkeypatch):
    there = {"value": True}
    monkeypatch.setattr(sockets.opened, "total", lambda key: there["value"])
    now = timezone.now() + SOON
    deliver(now)
    deliver(now + outbox.WHILE_THERE)
    assert sent() == []
    there["value"] = False
    deliver(now + 2 * outbox.WHILE_THERE)
    assert sent() == [("ada@example.org",)]


def test_that_time_runs_out_is_mailed_although_a_page_is_open(start, monkeypatch):
    """It may be a forgotten tab at home: the game would be lost without a word."""
    monkeypatch.setattr(sockets.opened, "total", lambda key: 1)
    start(now=timezone.now() - timedelta(days=2, hours=8))
    remind(timezone.now())
    deliver()
    assert sent() == [("ada@example.org",)]


def test_mails_go_to_the_address_that_was_chosen_of_several(people):
    EmailAddress.objects.filter(user=people.ada).update(primary=False)
    new = "new@example.org"
    EmailAddress.objects.create(user=people.ada, email=new, primary=True, verified=True)
    assert outbox.address_of(people.ada.pk) == new


def test_an_address_that_is_not_confirmed_gets_nothing(people):
    EmailAddress.objects.create(user=people.cleo, email="cleo@example.org", primary=True)
    create_invitation(
        GameSettings("numerica"), inviter=people.ada, invitees=[people.cleo], now=timezone.now()
    )
    deliver()
    assert sent() == [] and outcomes(people.cleo) == [("invited", "needless")]


def test_a_guest_gets_nothing_and_nothing_waits_for_one(people):
    guest = create_guest()
    settings = GameSettings("numerica")
    create_invitation(settings, inviter=people.ada, invitees=[guest], now=timezone.now())
    assert Notice.objects.filter(recipient=guest).exists() and outcomes(guest) == []


@pytest.mark.slow
def test_who_has_switched_a_kind_off_gets_none_of_it(game, people):
    notice_choices.switch_off(people.ada.pk, "email", [Kind.TURN])
    move(game, people.ada)
    move(game, people.ben)
    deliver()
    assert sent() == []
    move(game, people.ada, "resign")
    deliver()
    assert sorted(sent()) == [("ada@example.org",), ("ben@example.org",)]


def test_some_kinds_are_mailed_only_to_those_who_ask(people):
    usual = notice_choices.kinds_on(people.ada.pk, "email")
    assert usual == set(Kind.values) - {Kind.DECLINED, Kind.REVIEWED, Kind.FOLLOWED}
    notice_choices.choose(people.ada.pk, {(Kind.FOLLOWED, "email"): True})
    assert notice_choices.kinds_on(people.ada.pk, "email") == usual | {Kind.FOLLOWED}


# --- the mail of the day ---


@pytest.fixture
def daily(people):
    User.objects.filter(pk=people.ada.pk).update(gets_digest=True)
    return people.ada


def test_a_day_comes_in_one_mail_at_its_hour(two, daily, people):
    create_invitation(
        GameSettings("numerica"), inviter=people.ben, invitees=[daily], now=timezone.now()
    )
    now = timezone.now() + SOON
    hour = outbox.next_digest(now)
    deliver(now)
    deliver(hour)
    assert sent() == []
    deliver(hour + outbox.GATHERING)
    deliver(hour + DAY)
    [only] = mail.outbox
    assert only.to == ["ada@example.org"]
    for game in two:
        assert f"/games/{game.id}/" in only.body
    assert "Ben invites you to Numerica." in only.body


def test_the_mail_of_the_next_day_tells_nothing_of_the_last_once_more(two, daily, people):
    now = timezone.now() + SOON
    hour = outbox.next_digest(now)
    for at in (now, hour, hour + outbox.GATHERING):
        deliver(at)
    later = hour + timedelta(hours=1)
    create_invitation(GameSettings("numerica"), inviter=people.ben, invitees=[daily], now=later)
    for at in (later + SOON, hour + DAY, hour + DAY + outbox.GATHERING):
        deliver(at)
    first, second = mail.outbox
    assert all(f"/games/{game.id}/" in first.body for game in two)
    assert "Ben invites you to Numerica." in second.body and "/games/" not in second.body


def test_whose_account_was_closed_is_told_at_once_and_may_want_no_more_mails(
    daily, moderator, client
):
    said = {"kind": "close", "reason": "Because", "hours": "24"}
    moderator.post(f"/desk/{daily.pk}/act/", said)
    deliver(timezone.now() + SOON)
    [only] = mail.outbox
    assert only.to == ["ada@example.org"] and "/actions/" in only.body
    off = "/" + only.extra_headers["List-Unsubscribe"].strip("<>").split("/", 3)[3]
    assert client.get(off).status_code == 200
    assert client.post(off, {"List-Unsubscribe": "One-Click"}).status_code == 200


def test_what_is_gathered_in_the_last_second_is_in_the_mail_of_that_day(two, daily):
    """Another process may send what was gathered before, while this one still stores it."""
    now = timezone.now() + SOON
    hour = outbox.next_digest(now)
    late = Mail.objects.filter(recipient=daily).first()
    Mail.objects.filter(pk=late.pk).update(due_at=hour + DAY)
    deliver(now)
    deliver(hour)
    outbox.gather(late, hour - timedelta(seconds=1))
    deliver(hour + outbox.GATHERING)
    [only] = mail.outbox
    assert all(f"/games/{game.id}/" in only.body for game in two)


@pytest.mark.slow
def test_a_mail_of_the_day_finds_what_it_tells_however_much_was_gathered(game, daily):
    hour = outbox.next_digest(timezone.now())
    [notice] = daily.notices.all()
    happened = [(f"turn.{number}", hour) for number in range(1100)]
    Mail.objects.bulk_create(
        Mail(
            recipient=daily,
            kind="turn",
            subject=subject,
            happened_at=at,
            message_id=subject,
            outcome=Mail.Outcome.GATHERED,
            ended_at=hour,
        )
        for subject, at in happened
    )
    digest = Mail(recipient=daily, kind=Mail.DIGEST, subject=Mail.DIGEST, happened_at=hour)
    assert not daily.notices.filter(outbox.gathered_for(digest)).exists()
    own = Mail.objects.filter(recipient=daily, subject=notice.subject)
    own.update(outcome=Mail.Outcome.GATHERED, ended_at=hour)
    assert daily.notices.filter(outbox.gathered_for(digest)).get() == notice


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize(
    ("language", "more", "said"),
    [
        ("en", 0, ""),
        ("en", 1, "And 1 more notice"),
        ("en", 5, "And 5 more notices"),
        ("de", 1, "Und 1 weitere Nachricht"),
        ("de", 5, "Und 5 weitere Nachrichten"),
    ],
)
def test_a_mail_of_the_day_says_how_many_more_there_are_and_where(
    daily, people, language, more, said
):
    User.objects.filter(pk=daily.pk).update(language=language)
    notice_choices.choose(daily.pk, {(Kind.FOLLOWED, "email"): True})
    now = timezone.now()
    Follow.objects.create(follower=people.ben, followed=daily, created_at=now)
    one = {"recipient": daily, "kind": Kind.FOLLOWED, "person": people.ben, "happened_at": now}
    with transaction.atomic():
        notices.write([Notice(subject=f"{number}", **one) for number in range(PAGE + more)])
    deliver(now + SOON)
    hour = outbox.next_digest(now + SOON)
    deliver(hour + outbox.GATHERING)
    deliver(hour + DAY + outbox.GATHERING)
    [only] = mail.outbox
    [(html, _type)] = only.alternatives
    assert only.body.count("/@Ben/\n") == PAGE
    assert (f"\n{said}\nhttp://localhost:8000/notices/\n" in only.body) == bool(more)
    assert (f'href="http://localhost:8000/notices/">{said}</a>' in html) == bool(more)
    assert (":8000/notices/\n" in only.body) == bool(more)


def test_what_was_read_by_then_is_left_out_and_nothing_left_is_no_mail(
    game, daily, people, browser
):
    now = timezone.now() + SOON
    deliver(now)
    browser(daily).get(f"/games/{game.id}/")
    deliver(outbox.next_digest(now) + outbox.GATHERING)
    assert sent() == [] and ("digest", "needless") in outcomes(daily)


@pytest.mark.slow
def test_time_that_runs_out_waits_for_no_hour(start, daily):
    start(now=timezone.now() - timedelta(days=2, hours=8))
    remind(timezone.now())
    deliver()
    assert sent() == [("ada@example.org",)]


def test_whom_others_send_too_much_gets_the_rest_in_the_mail_of_the_day(people, monkeypatch):
    monkeypatch.setattr(outbox, "MOST_A_DAY", 2)
    for inviter in (people.ada, people.ada, people.cleo, people.cleo):
        create_invitation(
            GameSettings("numerica"), inviter=inviter, invitees=[people.ben], now=timezone.now()
        )
    now = timezone.now() + SOON
    deliver(now)
    assert sent() == [("ben@example.org",)] * 2
    deliver(outbox.next_digest(now) + outbox.GATHERING)
    assert sent() == [("ben@example.org",)] * 3
    assert mail.outbox[-1].body.count("Cleo invites you to Numerica.") == 2


@pytest.mark.parametrize(("hour", "day"), [(16, 24), (17, 25), (18, 25)])
def test_the_next_mail_of_the_day_is_never_now(hour, day):
    now = timezone.now().replace(2026, 11, 24, hour, 0, 0, 0)
    assert outbox.next_digest(now) == now.replace(day=day, hour=17)


# --- what is kept ---


@pytest.mark.slow
def test_mails_that_ended_are_kept_for_two_weeks(game, people):
    now = timezone.now() + SOON
    deliver(now)
    assert outbox.prune(now + timedelta(days=13)) == 0
    assert outbox.prune(now + timedelta(days=15)) == 1
    assert not Mail.objects.exists()


def test_a_mail_that_waits_is_not_dropped_by_age(game, people):
    assert outbox.prune(timezone.now() + timedelta(days=99)) == 0
    assert Mail.objects.filter(ended_at=None).count() == 1


def test_what_is_claimed_is_nobody_elses_until_the_lease_is_over(game, people):
    now = timezone.now() + SOON
    with transaction.atomic():
        first, none = outbox.claim(now), outbox.claim(now)
    assert first is not None and none is None
    with transaction.atomic():
        assert outbox.claim(now + outbox.lease() - timedelta(seconds=1)) is None
        again = outbox.claim(now + outbox.lease())
    assert again is not None and again.message_id == first.message_id
    outbox.settle(first, Mail.Outcome.SENT, now)  # by a process that was thought to be dead
    assert Mail.objects.get(pk=first.pk).outcome == Mail.Outcome.WAITS


def test_the_games_of_a_deleted_account_mail_it_nothing(game, people):
    User.objects.filter(pk=people.ada.pk).update(is_active=False)
    deliver()
    assert sent() == [] and Game.objects.filter(pk=game.pk).exists()
