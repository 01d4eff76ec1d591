"""Mail is sent by a thread of its own: no answer waits for it or tells by its time that it went."""

import logging
from concurrent.futures import ThreadPoolExecutor

from django.conf import settings
from django.core.mail import EmailMessage

log = logging.getLogger(__name__)

_sender = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mail")


def post(message: EmailMessage, *, is_sent: bool = True) -> None:
    """Send the mail soon; a failure is logged and not retried: the recipient has to ask again.

    With `is_sent` false the mail is rendered, in the same thread, but not sent.
    """
    send = _send if is_sent else _make
    if settings.MAIL_IN_BACKGROUND:
        _sender.submit(send, message)
    elif is_sent:
        message.send()


def wait_until_sent() -> None:
    """Return when everything that was posted before has been tried."""
    _sender.submit(lambda: None).result()


def _make(message: EmailMessage) -> None:
    message.message().as_bytes()


def _send(message: EmailMessage) -> None:
    try:
        message.send()
    except Exception:
        log.exception("a mail could not be sent: %s", message.subject)
