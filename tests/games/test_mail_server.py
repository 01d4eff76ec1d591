"""A real mail server on loopback, which takes mails, refuses them, hangs, and dies in the middle."""

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from accounts import outbox
from accounts.models import Mail, User
from games.background import postman
from games.background.postman import Postman
from tests.mail_servers import NOT_NOW, REFUSED, MailServer
from tests.servers import HOST, free_port, wait_until

from .mailed import SOON, confirm, deliver

pytestmark = pytest.mark.django_db

Outcome = Mail.Outcome


@pytest.fixture
def by_smtp(settings):
    """Mails go to this server."""

    def use(port: int, timeout: float = 20) -> None:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = HOST, port, timeout

    return use


@pytest.fixture
def waiting(game, people):
    """A mail to Ada that waits to be sent, and when it may be."""
    confirm(people.ada)
    return Mail.objects.get(recipient=people.ada), timezone.now() + SOON


@pytest.mark.slow
def test_a_server_that_takes_a_mail_gets_it_once_and_whole(waiting, by_smtp):
    mail, now = waiting
    with MailServer() as server:
        by_smtp(server.port)
        assert deliver(now) and deliver(now + timedelta(days=1))
    [taken] = server.taken
    assert server.recipients == ["ada@example.org"] and taken["Message-ID"] == mail.message_id
    assert [part.get_content_type() for part in taken.walk()] == [
        "multipart/related", "multipart/alternative", "text/plain", "text/html", "image/png",
    ]  # fmt: skip
    mail.refresh_from_db()
    assert (mail.outcome, mail.ended_at, mail.due_at) == (Outcome.SENT, now, None)


@pytest.mark.slow
def test_what_is_refused_for_good_is_not_tried_again_and_calls_nobody(waiting, by_smtp, people):
    mail, now = waiting
    with MailServer(REFUSED) as server:
        by_smtp(server.port)
        deliver(now)
        deliver(now + timedelta(days=1))
    assert server.asked == 1 and server.taken == []
    mail.refresh_from_db()
    assert mail.outcome == Outcome.REFUSED
    assert User.objects.get(pk=people.ada.pk).called_by is None


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("answer", [NOT_NOW, "die", "421 closing"])
def test_what_is_not_taken_now_is_taken_later_under_the_same_id(waiting, by_smtp, answer):
    mail, now = waiting
    with MailServer(answer) as server:
        by_smtp(server.port)
        deliver(now)
        deliver(now + timedelta(seconds=59))
        assert server.asked == 1 and server.taken == []
        deliver(now + outbox.PAUSE)
        deliver(now + timedelta(days=1))
    assert [one["Message-ID"] for one in server.taken] == [mail.message_id]


@pytest.mark.slow
def test_a_server_that_hangs_holds_up_nobody_else_and_is_left_after_a_while(waiting, by_smtp):
    mail, now = waiting
    with MailServer("hang") as server:
        by_smtp(server.port, timeout=1)
        assert not deliver(now)
        assert server.hangs.is_set() and server.asked == 1  # and hangs still
        server.go_on()
        deliver(now + outbox.PAUSE)
    assert len(server.taken) == 1


@pytest.mark.slow
def test_while_a_server_is_away_others_are_not_tried_and_nothing_is_lost(
    waiting, by_smtp, start, people
):
    mail, now = waiting
    confirm(people.ben)
    other = start()
    assert other.turn == 0 and Mail.objects.filter(recipient=people.ada).count() == 2
    port = free_port()
    by_smtp(port)
    assert not deliver(now)
    assert sorted(Mail.objects.values_list("attempts", flat=True)) == [0, 1]
    with MailServer(port=port) as server:
        assert deliver(now + outbox.PAUSE)
    assert len(server.taken) == 1  # of two turns one is told


@pytest.mark.slow
def test_pauses_grow_to_their_cap_and_after_two_days_it_is_given_up(waiting, by_smtp):
    mail, now = waiting
    by_smtp(free_port())
    pauses = []
    for _ in range(60):
        deliver(now)
        mail.refresh_from_db()
        if mail.ended_at:
            break
        pauses.append(mail.due_at - now)
        now = mail.due_at
    assert pauses[:4] == [timedelta(minutes=minutes) for minutes in (1, 2, 4, 8)]
    assert pauses[-1] == max(pauses) == outbox.LONGEST_PAUSE
    assert mail.outcome == Outcome.GIVEN_UP
    assert timedelta(days=1, hours=20) < mail.ended_at - mail.happened_at <= outbox.TRIED_FOR


def test_a_mail_that_cannot_be_written_keeps_no_other_waiting(waiting, by_smtp, people, monkeypatch, logged):  # fmt: skip
    mail, now = waiting
    confirm(people.ben)
    Mail.objects.filter(pk=mail.pk).update(message_id="<bad\nBcc: eve@example.org>")
    Mail.objects.create(
        recipient=people.ben, kind="digest", subject="digest", happened_at=now, due_at=now,
        message_id="<1@localhost>",
    )  # fmt: skip
    with MailServer() as server:
        by_smtp(server.port)
        assert deliver(now)
    mail.refresh_from_db()
    assert server.taken == [] and mail.outcome == Outcome.WAITS and mail.due_at > now
    assert Mail.objects.get(recipient=people.ben).outcome == Outcome.NEEDLESS
    assert any(f"mail {mail.pk} could not be sent" in line.getMessage() for line in logged)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_nothing_waits_while_a_server_hangs(start, people, by_smtp, monkeypatch):
    """The ticker's thread goes on at once; nothing is locked, and no second round begins."""
    start()
    confirm(people.ada)
    Mail.objects.update(due_at=timezone.now())
    rounds = []
    go = postman.deliver_due
    monkeypatch.setattr(postman, "deliver_due", lambda: rounds.append(1) or go())
    ours = Postman()
    with MailServer("hang") as server:
        by_smtp(server.port)
        ours.wake(timezone.now())
        assert server.hangs.wait(20)
        [thread] = [one for one in threading.enumerate() if one.name == "postman"]
        ours.wake(timezone.now())
        assert not connection.in_atomic_block
        User.objects.filter(pk=people.ada.pk).update(first_name="free")  # no lock is held
        assert thread.is_alive()  # the server has not been let go
        server.go_on()
        wait_until(lambda: not thread.is_alive(), "the round ends", 30)
    assert rounds == [1]
    assert Mail.objects.get(recipient=people.ada).due_at is not None
