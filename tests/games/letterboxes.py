"""What reaches people who have no page open: mails, and messages to their browsers."""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage

from django.core import mail
from django.test import Client

from accounts import notice_choices
from accounts.models import User
from games.background.pushes import Pushes
from tests.push_service import PushService

from .mailed import SOON, confirm, deliver

Received = tuple[str, str, bytes]
"""Who received it, what it is, and its bytes."""


class Letterboxes:
    """The address and a browser of each of these people, who want to be told everything."""

    def __init__(
        self, people: Sequence[User], service: PushService, browser: Callable[[User], Client]
    ) -> None:
        self.people, self.service, self.sender = people, service, Pushes()
        self.mails = self.messages = 0  # delivered so far
        confirm(*people)
        for person in people:
            notice_choices.choose(person.pk, dict.fromkeys(notice_choices.all_choices(), True))
        self.browsers = {person.username: service.browser(person.username) for person in people}
        for person in people:
            told = self.browsers[person.username].told
            assert browser(person).post("/notices/push/", told).status_code == 204

    def deliver(self, now: datetime) -> list[Received]:
        """What a round of the postman brings, and one of who tells browsers, a little later."""
        deliver(now + SOON)
        self._send_messages(now + SOON)
        received = [*self._mails(), *self._messages()]
        mail.outbox.clear()
        self.service.posts.clear()
        return received

    def _send_messages(self, now: datetime) -> None:
        while self.sender.send(now) or self.sender.is_busy:
            time.sleep(0.005)

    def _mails(self) -> Iterator[Received]:
        names = {person.email: person.username for person in self.people}
        for message in mail.outbox:
            self.mails += 1
            data = message.message().as_bytes()
            for name in [names[address] for address in message.recipients()]:
                yield name, "mail", data + read_mail(data).encode()
                yield from ((name, "picture", picture) for picture in pictures_of(data))

    def _messages(self) -> Iterator[Received]:
        """As browsers decrypt them, and what their makers' services read of them."""
        self.messages += len(self.service.posts)
        for name, browser in self.browsers.items():
            for said in self.service.read(browser):
                yield name, "message", json.dumps(said, ensure_ascii=False).encode()
        for post in self.service.posts:
            yield "nobody", "message on its way", f"{post.path} {post.headers}".encode()


def read_mail(data: bytes) -> str:
    """The headers and texts of a mail without the dress in which they travel."""
    parts = parts_of(data)
    headers = [f"{name}: {said}" for part in parts for name, said in part.items()]
    texts = [part.get_content() for part in parts if part.get_content_maintype() == "text"]
    return "\n".join(headers + texts)


def pictures_of(data: bytes) -> list[bytes]:
    """What comes with a mail and is no text."""
    kinds = ("text", "multipart")
    parts = [part for part in parts_of(data) if part.get_content_maintype() not in kinds]
    return [part.get_payload(decode=True) for part in parts]


def parts_of(data: bytes) -> list[EmailMessage]:
    return [*message_from_bytes(data, _class=EmailMessage, policy=policy.default).walk()]
