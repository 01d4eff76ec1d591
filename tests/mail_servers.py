"""A mail server on loopback: it takes mails, refuses them, hangs, or dies in the middle of one."""

import asyncio
import email
import threading
from email.message import EmailMessage
from email.policy import default
from typing import Any, Self

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.servers import HOST, free_port

REFUSED = "550 no such mailbox"
NOT_NOW = "451 try again later"


class MailServer:
    """It answers what `answers` says, one mail after the other, and then takes what comes.

    An answer is a line of SMTP, `hang`: nothing is answered until `go_on`; or `die`: the
    connection ends after the first line of the mail. `asked` counts the recipients it was told of.
    """

    def __init__(self, *answers: str, port: int = 0) -> None:
        self.answers = [*answers]
        self.taken: list[EmailMessage] = []
        self.recipients: list[str] = []
        self.asked = 0
        self.hangs = threading.Event()
        self._released = threading.Event()
        self.controller = _Controller(self, HOST, port or free_port())

    @property
    def port(self) -> int:
        return self.controller.port

    @property
    def url(self) -> str:
        return f"smtp://{HOST}:{self.port}"

    def go_on(self) -> None:
        self._released.set()

    def __enter__(self) -> Self:
        self.controller.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.go_on()
        self.controller.stop()

    def next_answer(self) -> str:
        return self.answers.pop(0) if self.answers else ""

    async def hang(self) -> None:
        self.hangs.set()
        await asyncio.to_thread(self._released.wait)

    async def handle_RCPT(
        self, _server: Any, _session: Session, envelope: Envelope, address: str, _options: Any
    ) -> str:
        self.asked += 1
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Session, envelope: Envelope) -> str:
        answer = self.next_answer()
        if answer == "hang":
            await self.hang()
            return "451 too late"
        if answer:
            return answer
        self.taken.append(email.message_from_bytes(envelope.content, policy=default))
        self.recipients += envelope.rcpt_tos
        return "250 OK"


class _Mortal(SMTP):
    """A conversation that can break off while a mail is being said."""

    async def smtp_DATA(self, arg: str) -> None:
        told = self.event_handler
        if not (told.answers and told.answers[0] == "die"):
            await super().smtp_DATA(arg)
            return
        told.next_answer()
        await self.push("354 go on")
        await self._reader.readline()
        self.transport.abort()


class _Controller(Controller):
    def factory(self) -> SMTP:
        return _Mortal(self.handler, hostname="localhost")
