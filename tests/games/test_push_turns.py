"""Who lets others wait by slow addresses: those of everybody else go out all the same."""

import socket
import threading
import time
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import push_delivery, push_turns, pushes
from accounts.models import Notice, PushMessage, PushSubscription, User
from games.background.pushes import AT_ONCE, Pushes
from games.models import GameSettings
from games.services.invitations import create_invitation
from tests.push_service import new_browser

pytestmark = pytest.mark.django_db

MAKER = "https://fcm.googleapis.com/fcm/send/"


class Deliveries:
    """Where slow addresses are posted to, nothing comes back before the test ends."""

    def __init__(self) -> None:
        self.ends, self.sent = threading.Event(), []

    def __call__(self, letter: push_delivery.Letter) -> int | None:
        if "slow" in letter.endpoint:
            self.ends.wait(60)
        self.sent.append(letter.endpoint)
        return 201


@pytest.fixture
def deliveries():
    made = Deliveries()
    yield made
    made.ends.set()


@pytest.fixture
def told(browser, people):
    """Somebody with browsers at these addresses, who is told something in each of them."""

    def one(name: str, *endpoints: str, is_guest: bool = False) -> User:
        person = User.objects.create_user(name, is_guest=is_guest)
        client = browser(person)
        for endpoint in endpoints:
            assert client.post("/notices/push/", new_browser(endpoint).told).status_code == 204
        made = {"inviter": people.ada, "invitees": [person], "now": timezone.now()}
        create_invitation(GameSettings("numerica"), **made)
        return person

    return one


def rounds(sender: Pushes, count: int) -> None:
    """Send what is due some times; what is answered at once is settled between."""
    now = timezone.now() + pushes.SOON
    for _ in range(count):
        sender.send(now)
        time.sleep(0.05)


def slow(name: str, count: int = 10) -> list[str]:
    return [f"https://slow-{name}-{number}.example.org/x" for number in range(count)]


@pytest.mark.slow
def test_two_who_never_answer_keep_nobody_waiting(told, deliveries):
    for name in ("One", "Two"):
        told(name, *slow(name))
    told("Honest", f"{MAKER}honest", is_guest=True)
    told("Other", "https://push.example.net/other")
    rounds(Pushes(deliveries), 2)
    # The threads for hosts that are no maker's are all taken; the makers' have theirs.
    assert f"{MAKER}honest" in deliveries.sent
    PushMessage.objects.filter(subscription__user__username="Two").delete()
    rounds(Pushes(deliveries), 2)  # of another process: one person does not have these threads
    assert "https://push.example.net/other" in deliveries.sent


@pytest.mark.slow
def test_many_guests_with_an_address_each_leave_threads_for_the_makers(told, deliveries):
    for number in range(2 * AT_ONCE):
        told(f"guest-{number}", *slow(str(number), 1), is_guest=True)
    told("Honest", f"{MAKER}honest")
    sender = Pushes(deliveries)
    rounds(sender, 3)
    assert deliveries.sent == [f"{MAKER}honest"]
    held = PushMessage.objects.filter(attempts=1).count()
    assert held == push_turns.MOST_ELSEWHERE < AT_ONCE


@pytest.mark.slow
def test_a_host_that_is_no_makers_has_two_threads_at_once(told, deliveries):
    for number in range(4):
        told(f"Slow{number}", f"https://slow.example.org/{number}")
    sender = Pushes(deliveries)
    rounds(sender, 3)
    assert PushMessage.objects.filter(attempts=1).count() == push_turns.MOST_OF_ONE


@pytest.mark.slow
def test_makers_have_all_threads_and_a_person_with_three_browsers_is_told_in_all(told, deliveries):
    for number in range(AT_ONCE):
        told(f"Person{number}", f"{MAKER}{number}")
    told("Zoe", *(f"{MAKER}zoe-{number}" for number in range(3)))
    now = timezone.now() + pushes.SOON
    assert Pushes(deliveries).send(now) == AT_ONCE
    PushMessage.objects.exclude(subscription__user__username="Zoe").delete()
    rounds(Pushes(deliveries), 3)
    assert {f"{MAKER}zoe-{number}" for number in range(3)} <= set(deliveries.sent)


@pytest.mark.slow
def test_who_failed_waits_behind_who_did_not_and_guests_behind_accounts(told):
    failed = told("Failed", "https://a.example.org/1")
    PushMessage.objects.update(attempts=1)
    guest = told("guest-Zoe", "https://b.example.org/1", is_guest=True)
    account = told("Honest", "https://c.example.org/1")
    now = timezone.now() + pushes.SOON
    order = [
        PushMessage.objects.get(pk=pk).subscription.user
        for _ in range(3)
        for pk in pushes.claim(now, 1)
    ]
    assert order == [account, guest, failed]


@pytest.mark.parametrize(
    ("endpoint", "is_a_makers"),
    [
        (f"{MAKER}x", True),
        ("https://updates.push.services.mozilla.com/wpush/v2/x", True),
        ("https://web.push.apple.com/x", True),
        ("https://db5.notify.windows.com:443/w/?token=x", True),
        ("https://fcm.googleapis.com.example.org/x", False),
        ("https://example.org/.notify.windows.com/", False),
        ("https://example.org/https://fcm.googleapis.com/", False),
    ],
)
def test_only_hosts_of_makers_are_taken_for_such(endpoint, is_a_makers, told):
    told("Zoe", endpoint)
    [message] = push_turns.marked(PushMessage.objects.all())
    assert message.is_elsewhere != is_a_makers


def test_a_browser_that_never_took_a_message_is_forgotten_with_the_first_that_fails(told):
    told("Zoe", f"{MAKER}zoe")
    now = timezone.now() + pushes.SOON
    for attempt in range(1, len(pushes.PAUSES) + 2):
        assert PushSubscription.objects.exists() and Notice.objects.exists()
        [pk] = pushes.claim(now, 1)
        browser = PushSubscription.objects.get()
        pushes.settle(pushes.Claimed(pk, attempt, browser.pk), None, now)
        now += max(pushes.LEASE, *(timedelta(seconds=one) for one in pushes.PAUSES))
    assert not PushSubscription.objects.exists()


def test_a_name_server_that_does_not_answer_is_not_waited_for(monkeypatch):
    ends = threading.Event()
    monkeypatch.setattr(push_delivery, "LONGEST", 0.2)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_names, **_more: ends.wait(60))
    try:
        with pytest.raises(TimeoutError):
            push_delivery.looked_up("push.example.org", 443)
    finally:
        ends.set()
