"""What browsers are sent: signed, encrypted, in the reader's words, once; and what comes of it."""

import time
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import notice_choices, push_delivery, pushes, relations
from accounts.models import Notice, PushMessage, PushSubscription, User
from accounts.sockets import opened
from games.background.housekeeping import CHORES
from games.background.pushes import Pushes
from games.live.hub import Hub
from games.services.moves import play_move
from games.services.reminders import remind
from tests.push_service import claims_of, make_certificate, push_service

pytestmark = pytest.mark.django_db


@pytest.fixture
def service(settings):
    settings.PUSHES_TO_LOOPBACK = True
    with push_service() as made:
        yield made


@pytest.fixture
def adas(service, people, browser):
    """Ada's browser, in which she is signed in and has turned messages on."""
    client = browser(people.ada)
    made = service.browser()
    assert client.post("/notices/push/", made.told).status_code == 204
    made.client = client
    return made


def sent(sender, now):
    """Send what is due, and wait until all of it was answered and settled."""
    count = sender.send(now)
    while sender.is_busy:
        time.sleep(0.01)
        sender.send(now)
    return count


def due(seconds=0):
    return timezone.now() + pushes.SOON + timedelta(seconds=seconds)


@pytest.mark.slow
def test_the_browser_reads_one_sentence_that_leads_to_the_table(service, adas, start):
    game = start()
    assert sent(Pushes(), due()) == 1
    assert service.read(adas) == [
        {
            "title": "Numerica",
            "body": "It is your turn in Numerica against Ben.",
            "url": f"/games/{game.id}/",
            "tag": f"turn.{game.id}",
        }
    ]
    assert not PushMessage.objects.exists() and sent(Pushes(), due(3600)) == 0


def test_the_service_learns_who_sends_and_nothing_of_what(service, adas, start, settings):
    game = start()
    sent(Pushes(), due())
    [post] = service.posts
    claims = claims_of(post.headers["Authorization"])
    assert claims["aud"] == service.address and claims["sub"] == "https://localhost"
    assert 0 < claims["exp"] - time.time() <= 24 * 3600
    assert push_delivery.public_key() in post.headers["Authorization"]
    assert post.headers["Content-Encoding"] == "aes128gcm" and post.headers["TTL"] == "86400"
    assert len(post.headers["Topic"]) == 32 and len(post.body) < 1000
    told = f"{post.headers}".encode() + post.body
    for secret in (game.id.encode(), b"Ben", b"turn", settings.PUSH_KEY.encode()):
        assert secret not in told


def test_the_sentence_is_in_the_readers_language(service, adas, start, people):
    User.objects.filter(pk=people.ada.pk).update(language="de")
    start()
    sent(Pushes(), due())
    [said] = service.read(adas)
    assert said["body"] == "Du bist am Zug: Numerica gegen Ben."


def test_where_no_language_is_set_it_is_that_of_the_page(service, people, browser, start):
    made = service.browser("other")
    browser(people.ada, headers={"accept-language": "de"}).post("/notices/push/", made.told)
    start()
    sent(Pushes(), due())
    [said] = service.read(made)
    assert said["body"].startswith("Du bist")


def test_who_is_followed_no_more_is_sent_nothing_of_it(service, adas, people):
    notice_choices.choose(people.ada.pk, {(Notice.Kind.FOLLOWED, "push"): True})
    for fan in (people.ben, people.cleo):
        relations.follow(follower=fan, followed=people.ada, now=timezone.now())
    relations.unfollow(follower=people.ben, followed=people.ada)
    sent(Pushes(), due())
    assert [said["body"] for said in service.read(adas)] == ["Cleo follows you now."]
    assert not PushMessage.objects.exists()


def test_it_waits_for_a_page_that_is_being_loaded(service, adas, start):
    start()
    assert Pushes().send(timezone.now()) == 0 and PushMessage.objects.count() == 1


@pytest.fixture
def adas_page(people, monkeypatch):
    """A page that Ada has open."""
    monkeypatch.setitem(opened.here, f"person.{people.ada.pk}", 1)


def test_who_has_read_it_is_sent_nothing(service, adas, start):
    start()
    Notice.objects.update(read_at=timezone.now())
    sent(Pushes(), due())
    assert service.posts == [] and not PushMessage.objects.exists()


def test_who_has_a_page_open_until_it_has_told_it_is_sent_nothing(service, adas, start, adas_page):
    start()
    now = due()
    sent(Pushes(), now)
    sent(Pushes(), now + pushes.TOLD_WITHIN)
    assert service.posts == [] and not PushMessage.objects.exists()


def test_that_time_runs_out_is_sent_although_a_page_is_open(service, adas, start, adas_page):
    start(now=timezone.now() - timedelta(days=2, hours=8))
    PushMessage.objects.all().delete()
    remind(timezone.now())
    assert sent(Pushes(), due()) == 1 and len(service.posts) == 1


def test_who_leaves_the_page_before_it_has_surely_told_it_is_sent_it(
    service, adas, start, people, adas_page
):
    """A nudge may be lost: then the page's heartbeat tells it, half a minute later."""
    start()
    now = due()
    sent(Pushes(), now)
    del opened.here[f"person.{people.ada.pk}"]
    assert sent(Pushes(), now) == 0 and PushMessage.objects.count() == 1
    assert sent(Pushes(), now + pushes.TOLD_WITHIN) == 1 and len(service.posts) == 1
    assert pushes.TOLD_WITHIN > timedelta(seconds=Hub.heartbeat)


def test_what_happens_again_waits_for_the_page_again(service, adas, start, people, adas_page):
    game = start()
    now = due()
    sent(Pushes(), now)
    for user in (people.ada, people.ben):
        game.refresh_from_db()
        play_move(game_id=game.id, user=user, ply=game.ply + 1, text="pass", now=now)
    sent(Pushes(), now + pushes.SOON)
    assert service.posts == [] and PushMessage.objects.count() == 1


def test_who_has_signed_out_or_was_banned_is_sent_nothing(service, adas, start, people):
    start()
    adas.client.logout()
    sent(Pushes(), due())
    assert service.posts == [] and not PushMessage.objects.exists()


def test_an_account_that_is_closed_is_sent_nothing(service, adas, start, people):
    start()
    User.objects.filter(pk=people.ada.pk).update(is_active=False)
    sent(Pushes(), due())
    assert service.posts == [] and not PushMessage.objects.exists()


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(status, service, adas, start):
    start()
    service.status = status
    sent(Pushes(), due())
    assert not PushSubscription.objects.exists() and not PushMessage.objects.exists()


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("status", [400, 429, 500, 302])
def test_what_fails_is_tried_again_later_each_time_and_given_up(status, service, adas, start):
    start()
    PushSubscription.objects.update(failures=0)  # it has taken a message
    service.status, service.headers = status, {"Location": f"{service.address}/elsewhere"}
    now, sender = due(), Pushes()
    for tries, pause in enumerate((*pushes.PAUSES, 0), 1):
        sent(sender, now)
        assert len(service.posts) == tries
        sent(sender, now + timedelta(seconds=pause - 1))
        assert len(service.posts) == tries
        now += timedelta(seconds=pause)
    assert not PushMessage.objects.exists()
    assert PushSubscription.objects.get().failures == 1
    assert {one.path for one in service.posts} == {"/browser"}


def test_after_a_failure_one_that_succeeds_counts_them_from_nothing(service, adas, start):
    PushSubscription.objects.update(failures=3)
    start()
    sent(Pushes(), due())
    assert PushSubscription.objects.get().failures == 0


def test_a_browser_that_has_failed_for_long_is_forgotten(service, adas, start):
    PushSubscription.objects.update(failures=pushes.MOST_FAILURES - 1)
    start()
    PushMessage.objects.update(attempts=len(pushes.PAUSES))
    service.status = 500
    sent(Pushes(), due())
    assert not PushSubscription.objects.exists()


@pytest.mark.slow
def test_a_service_that_hangs_keeps_nobody_waiting_and_counts_as_failed(
    service, adas, start, monkeypatch
):
    monkeypatch.setattr(push_delivery, "LONGEST", 0.3)
    start()
    service.hangs = True
    sender = Pushes()
    assert sender.send(due()) == 1 and sender.is_busy  # and goes on at once
    sent(sender, due())
    assert len(service.posts) == 1 and not service.ends.is_set()
    [waiting] = PushMessage.objects.all()
    assert waiting.attempts == 1 and waiting.due_at > due()


def test_what_a_process_had_claimed_that_died_is_sent_by_another(service, adas, start):
    start()
    now = due()
    pushes.claim(now, 10)
    assert sent(Pushes(), now) == 0
    assert sent(Pushes(), now + pushes.LEASE) == 1 and len(service.posts) == 1


def test_what_happens_again_while_it_is_being_sent_is_sent_again(service, adas, start, people):
    game = start()
    [message] = PushMessage.objects.all()
    now = due()
    pushes.claim(now, 10)
    claimed = pushes.Claimed(message.pk, 1, message.subscription_id)
    for user in (people.ada, people.ben):
        game.refresh_from_db()
        play_move(game_id=game.id, user=user, ply=game.ply + 1, text="pass", now=now)
    pushes.settle(claimed, 201, now)
    assert sent(Pushes(), now + pushes.SOON) == 1 and len(service.posts) == 1


def test_a_name_that_leads_to_this_machine_is_sent_nothing(service, adas, start, settings):
    """Looked up when it is sent, whatever it led to when it was stored."""
    settings.PUSHES_TO_LOOPBACK = False
    start()
    PushSubscription.objects.update(endpoint="https://localhost./x")
    sent(Pushes(), due())
    PushSubscription.objects.update(endpoint=adas.endpoint)
    sent(Pushes(), due(pushes.PAUSES[0]))
    assert service.posts == [] and PushMessage.objects.get().attempts == 2
    with pytest.raises(ValueError, match="public"):
        push_delivery.looked_up("localhost", 443)


@pytest.mark.parametrize("is_trusted", [True, False])
def test_over_tls_the_service_is_who_its_certificate_says(
    is_trusted, settings, tmp_path, monkeypatch
):
    settings.PUSHES_TO_LOOPBACK = True
    certificate = make_certificate(tmp_path)
    if is_trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    with push_service(certificate) as service:
        made = service.browser()
        letter = push_delivery.Letter(**made.told, text='{"a": 1}', topic="x", seconds_kept=60)
        assert push_delivery.deliver(letter) == (201 if is_trusted else None)
        assert service.read(made) == ([{"a": 1}] if is_trusted else [])


def test_a_notice_that_is_broken_keeps_no_other(service, adas, start, monkeypatch, logged):
    from games.background import pushes as background

    start()
    game, line_of = start(), background.line_of
    first = Notice.objects.order_by("id").first()

    def broken(person, notice_id):
        assert notice_id != first.pk, "broken"
        return line_of(person, notice_id)

    monkeypatch.setattr(background, "line_of", broken)
    sent(Pushes(), due())
    assert [one["url"] for one in service.read(adas)] == [f"/games/{game.id}/"]
    assert any("cannot be sent" in line.getMessage() for line in logged)


def test_sending_is_a_chore_of_every_second():
    [sending] = [each for each in CHORES if isinstance(getattr(each.do, "__self__", None), Pushes)]
    assert sending.every == 1


def test_without_browsers_a_notice_costs_one_query_more_and_without_a_key_none(
    people, start, settings, django_assert_num_queries
):
    told = [Notice(recipient=people.ada, kind="followed", subject="x", happened_at=timezone.now())]
    with django_assert_num_queries(1):
        pushes.queue(told)
    settings.PUSH_KEY = ""
    with django_assert_num_queries(0):
        pushes.queue(told)
        assert Pushes().send(due()) == 0
