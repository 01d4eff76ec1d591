"""What is no longer kept goes by itself: sessions that have expired, sign-ups nobody confirmed."""

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts import housekeeping as accounts
from accounts.models import PendingSignup
from games.background import housekeeping
from games.background.housekeeping import HOUR, Chore, Housekeeping

NOW = timezone.now()
DAY = timedelta(days=1)


def session(user, key, expires_at):
    Session.objects.create(session_key=key, session_data="", expire_date=expires_at)
    UserSession.objects.create(user=user, session_key=key, ip="192.0.2.7", user_agent="a browser")


def test_a_session_that_has_expired_goes_with_its_address(people):
    session(people.ada, "past" * 8, NOW - DAY)
    session(people.ada, "open" * 8, NOW + DAY)
    assert accounts.forget_ended_sessions(NOW) == 1
    for table in (Session, UserSession):
        assert list(table.objects.values_list("session_key", flat=True)) == ["open" * 8]


def test_a_signup_that_was_not_confirmed_goes(db):
    for name, expires_at in [("past", NOW), ("open", NOW + DAY)]:
        PendingSignup.objects.create(
            name=name, email=f"{name}@example.org", created_at=NOW - DAY, expires_at=expires_at
        )
    assert accounts.forget_expired_signups(NOW) == 1
    assert [waiting.name for waiting in PendingSignup.objects.all()] == ["open"]


def test_many_go_some_at_a_time(people, monkeypatch):
    monkeypatch.setattr(accounts, "AT_ONCE", 2)
    for number in range(5):
        session(people.ada, f"past{number}" * 4, NOW - DAY)
    assert [accounts.forget_ended_sessions(NOW) for _ in range(4)] == [2, 2, 1, 0]


@pytest.fixture
def chores(monkeypatch):
    """Two chores with three and one rows to delete; and the steady clock."""
    left, clock = {"first": 3, "second": 1}, [100.0]

    def chore(name):
        def delete_one(now):
            deleted = min(left[name], 1)
            left[name] -= deleted
            return deleted

        return delete_one

    monkeypatch.setattr(housekeeping, "CHORES", (Chore(chore("first")), Chore(chore("second"))))
    monkeypatch.setattr(housekeeping.time, "monotonic", lambda: clock[0])
    return left, clock


def test_each_round_does_a_little_until_nothing_is_left(db, chores):
    left, _ = chores
    tidying, seen = Housekeeping(), []
    for _ in range(6):
        tidying.tidy()
        seen.append(sum(left.values()))
    assert seen == [3, 2, 1, 1, 0, 0]


def test_one_that_fails_keeps_no_other_from_being_done_and_is_tried_again(db, chores, monkeypatch):
    left, clock = chores
    first, second = housekeeping.CHORES
    is_away = True

    def fails(now):
        if is_away:
            raise RuntimeError("it fails")
        return first.do(now)

    monkeypatch.setattr(housekeeping, "CHORES", (Chore(fails), second))
    tidying = Housekeeping()
    with pytest.raises(RuntimeError, match="it fails"):
        tidying.tidy()
    tidying.tidy()
    assert left == {"first": 3, "second": 0}
    is_away = False
    clock[0] += HOUR
    for _ in range(3):
        tidying.tidy()
    assert left["first"] == 0


def test_each_begins_again_after_its_time(db, chores):
    left, clock = chores
    tidying = Housekeeping()
    for _ in range(10):
        tidying.tidy()
    left["first"] = 1
    tidying.tidy()
    assert left["first"] == 1
    clock[0] += HOUR
    tidying.tidy()
    assert left["first"] == 0
