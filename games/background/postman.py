"""Sends what waits in the outbox, in a thread of its own: nothing is held while a server answers.

A mail is claimed in one transaction, sent outside of any, and settled in another.
"""

import logging
import threading
import time
from collections.abc import Callable
from datetime import datetime

from django.db import Error, connection

from accounts import mails, notice_choices, outbox
from accounts.mails import Answer
from accounts.models import Mail, Notice
from accounts.sockets import has_page_open
from games.selectors.letters import letter
from games.store import site_time
from games.store.transactions import writing

REST = 30.0  # seconds that a mail server is left alone that is away
MOST = 100  # mails of a round

log = logging.getLogger(__name__)

Clock = Callable[[], datetime]


def deliver_due(clock: Clock = site_time.now) -> bool:
    """Send what is due, one after the other; whether the mail server could be reached."""
    for _ in range(MOST):
        with writing():
            mail = outbox.claim(clock())
        if mail is None:
            return True
        if not _is_settled_unsent(mail, clock()) and _send(mail, clock) is Answer.AWAY:
            return False
    return True


def _is_settled_unsent(mail: Mail, now: datetime) -> bool:
    """Whether nothing is sent, at least not now; then that is stored."""
    if outbox.is_too_late(mail, now):
        return _done(outbox.settle, mail, Mail.Outcome.GIVEN_UP, now)
    if not outbox.address_for(mail) or not _is_wanted(mail):
        return _done(outbox.settle, mail, Mail.Outcome.NEEDLESS, now)
    if _is_for_the_day(mail, now):
        return _done(outbox.gather, mail, now)
    is_urgent = mail.kind == Notice.Kind.TIME  # an open page may be forgotten
    if not is_urgent and has_page_open(mail.recipient_id):
        return _done(outbox.wait_while_there, mail, now)
    return False


def _is_for_the_day(mail: Mail, now: datetime) -> bool:
    """Whether it can wait, and should: it was asked for, or there were many mails already.

    What the staff did never waits: whose account was closed hears of it by this mail alone.
    """
    if mail.kind in (Mail.DIGEST, Notice.Kind.TIME, Notice.Kind.ACTED):
        return False
    return mail.recipient.gets_digest or outbox.has_had_enough(mail.recipient_id, now)


def _is_wanted(mail: Mail) -> bool:
    """A mail of the day leaves out by itself what is not."""
    on = notice_choices.kinds_on(mail.recipient_id, notice_choices.Channel.EMAIL)
    return mail.kind == Mail.DIGEST or mail.kind in on


def _send(mail: Mail, clock: Clock) -> Answer:
    """Write it, send it, and keep at once what was answered."""
    try:
        message = letter(mail, outbox.address_for(mail))
        if message is None:
            return _unsent(mail, clock())
        if not _calls(mail):
            return _behind_another(mail, clock())
        answer = mails.deliver(message)
    except Error:
        raise
    except Exception:  # one that cannot be written keeps no other waiting
        log.exception("mail %s could not be sent", mail.pk)
        answer = Answer.NOT_NOW
    if answer is Answer.TAKEN:
        _done(outbox.settle, mail, Mail.Outcome.SENT, clock())
    elif answer is Answer.REFUSED:
        log.info("mail %s was refused for good", mail.pk)
        _done(outbox.settle, mail, Mail.Outcome.REFUSED, clock())
    else:
        _done(outbox.try_again, mail, clock())
    return answer


def _unsent(mail: Mail, now: datetime) -> Answer:
    _done(outbox.settle, mail, Mail.Outcome.NEEDLESS, now)
    return Answer.TAKEN


def _behind_another(mail: Mail, now: datetime) -> Answer:
    """Another mail calls to a turn: if that one came to nothing, this one has to go after all."""
    if not outbox.is_call_under_way(mail):
        return _unsent(mail, now)
    _done(outbox.try_again, mail, now)
    return Answer.NOT_NOW


def _calls(mail: Mail) -> bool:
    """Of turns one mail is sent until its recipient comes back; of all else, each."""
    if mail.kind != Notice.Kind.TURN:
        return True
    with writing():
        return outbox.calls(mail)


def _done(settle: Callable[..., None], mail: Mail, *told: object) -> bool:
    with writing():
        settle(mail, *told)
    return True


class Postman:
    """Goes a round when something waits: one at a time, and none soon where a server is away.

    It rests until `rests_until`, by time.monotonic().
    """

    def __init__(self) -> None:
        self._round: threading.Thread | None = None
        self.rests_until = 0.0

    def wake(self, now: datetime) -> int:
        """Begin a round if there is one to go; nobody waits for it. Nothing else is left to do."""
        is_out = self._round is not None and self._round.is_alive()
        if not is_out and time.monotonic() >= self.rests_until and outbox.is_any_due(now):
            # A daemon: a process that ends waits for no server. What it had claimed is sent later.
            self._round = threading.Thread(target=self._go, name="postman", daemon=True)
            self._round.start()
        return 0

    def _go(self) -> None:
        try:
            if not deliver_due():
                self.rests_until = time.monotonic() + REST
        except Error as fault:
            log.warning("mails wait, the database is away: %s", fault)
        finally:
            connection.close()


postman = Postman()
