"""Mail is sent by threads of its own: no answer waits for it or tells by its time that it went."""

import logging
from concurrent.futures import ThreadPoolExecutor
from enum import Enum, auto
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused

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


class Answer(Enum):
    """What became of a mail at its server."""

    TAKEN = auto()
    REFUSED = auto()  # for good: the recipient or the mail
    NOT_NOW = auto()
    AWAY = auto()  # no mail would be taken: it is not the mail's fault


def deliver(message: EmailMessage) -> Answer:
    """Send a mail now. What was not answered by the server was not taken, as far as we know."""
    try:
        message.send()
    except SMTPRecipientsRefused as refused:
        codes = [code for code, _text in refused.recipients.values()]
        return _refusal(min(codes, default=0))
    except SMTPDataError as refused:
        return _refusal(refused.smtp_code)
    except (SMTPException, OSError) as fault:
        log.warning("mails cannot be sent: %s", fault)
        return Answer.AWAY
    return Answer.TAKEN


def _refusal(code: int) -> Answer:
    """Codes from 500 are for good; 421 says that the server closes."""
    if code == 421:
        return Answer.AWAY
    return Answer.REFUSED if code >= 500 else Answer.NOT_NOW
