"""Browsers without an open page are told what happened, by push messages.

What waits is claimed, sent by threads that hold no connection to the database, and settled in a
later round. To somebody who was told by an open page, or has read the notice, nothing is sent;
that time runs out is sent all the same, as an open page may be forgotten.
"""

import json
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import datetime

from django.db import Error
from django.utils import translation

from accounts import push_delivery, push_turns, pushes
from accounts.models import Notice, PushMessage
from accounts.push_delivery import Letter
from accounts.push_turns import Underway
from accounts.pushes import Claimed
from accounts.sessions import SignIn, valid_sign_ins
from accounts.sockets import has_page_open
from games.presentation.models.notices import NoticeLine
from games.selectors.notices import address_of, line_of
from games.store.transactions import writing

AT_ONCE = 8  # messages on their way from one process

log = logging.getLogger(__name__)


class Pushes:
    """Sends what waits, a few at a time; what this process knows of them is what is on its way."""

    def __init__(self, deliver: Callable[[Letter], int | None] = push_delivery.deliver) -> None:
        self._deliver = deliver
        self._threads = ThreadPoolExecutor(AT_ONCE, "push")
        self._on_their_way: dict[Future[int | None], tuple[Claimed, Underway]] = {}

    @property
    def is_busy(self) -> bool:
        """Whether anything is on its way, or was answered and is not settled."""
        return bool(self._on_their_way)

    def send(self, now: datetime) -> int:
        """Settle what was answered, and begin to send what is due; how many of both."""
        settled = self._settle(now)
        room = AT_ONCE - len(self._on_their_way)
        if not (room and pushes.is_offered() and pushes.is_any_due(now)):
            return settled
        with writing():
            ids = pushes.claim(now, room, [told for _claimed, told in self._on_their_way.values()])
        self._begin(pushes.claimed_messages(ids), now)
        return settled + len(ids)

    def _settle(self, now: datetime) -> int:
        answered = [each for each in self._on_their_way if each.done()]
        for each in answered:
            if fault := each.exception():
                log.error("a push message could not be sent: %s", fault, exc_info=fault)
            with writing():
                claimed, _told = self._on_their_way[each]
                pushes.settle(claimed, None if fault else each.result(), now)
            del self._on_their_way[each]
        return len(answered)

    def _begin(self, messages: Sequence[PushMessage], now: datetime) -> None:
        sign_ins = valid_sign_ins([_sign_in(one) for one in messages])
        needless, for_pages = [], []
        for one in messages:
            claimed = Claimed(one.pk, one.attempts, one.subscription_id)
            if _sign_in(one) not in sign_ins or not _is_unread(one):
                needless.append(claimed)
            elif _is_for_pages(one):
                for_pages.append(claimed)
            elif letter := _letter_if_any(one):
                sending = self._threads.submit(self._deliver, letter)
                self._on_their_way[sending] = claimed, push_turns.underway(one)
            else:
                needless.append(claimed)
        if needless or for_pages:
            with writing():
                pushes.drop(needless)
                pushes.leave_to_pages(for_pages, now)


def _sign_in(message: PushMessage) -> SignIn:
    return SignIn(message.subscription.session_key, message.subscription.user_id)


def _is_unread(message: PushMessage) -> bool:
    notice = message.notice
    return notice.read_at is None and notice.recipient_id == message.subscription.user_id


def _is_for_pages(message: PushMessage) -> bool:
    """Whether an open page tells it in time."""
    is_urgent = message.notice.kind == Notice.Kind.TIME
    return not is_urgent and has_page_open(message.subscription.user_id)


def _letter_if_any(message: PushMessage) -> Letter | None:
    """What is to be sent, if anything; a notice that is broken keeps no other."""
    try:
        return _letter(message)
    except Error:  # the database is away: for all of them
        raise
    except Exception:
        log.exception("notice %s cannot be sent", message.notice_id)
        return None


def _letter(message: PushMessage) -> Letter | None:
    """What is to be sent; None where there is nothing to tell any more."""
    browser, notice = message.subscription, message.notice
    with translation.override(pushes.language_of(browser)):
        line = line_of(browser.user, notice.pk)
        if line is None:
            return None
        text = _text(line, notice.subject)
    return Letter(
        browser.endpoint,
        browser.p256dh,
        browser.auth,
        text,
        notice.subject,
        int(pushes.KEPT_FOR.total_seconds()),
    )


def _text(line: NoticeLine, subject: str) -> str:
    """What the service worker reads: a title, a sentence, and the page that it leads to."""
    told = {
        "title": "Numerica",
        "body": line.text,
        "url": address_of(line),
        "tag": subject,
    }
    return json.dumps(told, ensure_ascii=False)
