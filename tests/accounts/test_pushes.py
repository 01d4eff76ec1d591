"""Browsers that are told what happens: turned on and off, kept, exported, forgotten."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from accounts import notices, pushes
from accounts.models import Notice, PushMessage, PushSubscription, User
from accounts.relations import follow
from accounts.services import create_guest
from games.models import GameSettings
from games.services.invitations import create_invitation
from games.services.moves import play_move
from games.services.start import start_game
from numerica_site.account_services import take_along
from tests.accounts.account_data import account_of, delete, sign_in
from tests.games.helpers import JSON
from tests.push_service import new_browser

pytestmark = pytest.mark.django_db

ENDPOINT = "https://push.example.org/one"
ON, OFF = "/notices/push/", "/notices/push/end/"


def turn_on(client, endpoint=ENDPOINT, **other):
    return client.post(ON, new_browser(endpoint).told | other)


def told(user):
    return pushes.endpoints_of(user.pk)


def invite(inviter, *invitees):
    return create_invitation(
        GameSettings("numerica"), inviter=inviter, invitees=invitees, now=timezone.now()
    )


# --- on and off ---


def test_a_browser_is_turned_on_and_off_for_its_reader_alone(people, browser):
    ada, ben = browser(people.ada), browser(people.ben)
    assert turn_on(ada).status_code == 204 and told(people.ada) == [ENDPOINT]
    assert turn_on(ada).status_code == 204 and told(people.ada) == [ENDPOINT]
    assert ben.post(OFF, {"endpoint": ENDPOINT}).status_code == 204
    assert told(people.ada) == [ENDPOINT]
    assert ada.post(OFF, {"endpoint": ENDPOINT}).status_code == 204 and told(people.ada) == []


def test_strangers_are_asked_to_sign_in_and_a_look_changes_nothing(people, browser):
    for address in (ON, OFF):
        answer = browser().post(address, new_browser(ENDPOINT).told)
        assert answer.status_code == 302 and answer["Location"].startswith("/accounts/login/")
        assert browser(people.ada).get(address).status_code == 405
    assert browser(people.ada, enforce_csrf_checks=True).post(ON, {}).status_code == 403
    assert not PushSubscription.objects.exists()


def test_a_browser_that_changes_hands_tells_the_first_reader_nothing_more(people, browser):
    turn_on(browser(people.ada))
    invite(people.ben, people.ada)
    turn_on(browser(people.ben))
    assert told(people.ada) == [] and told(people.ben) == [ENDPOINT]
    assert not PushMessage.objects.exists()


@pytest.mark.slow
def test_of_more_than_ten_browsers_the_first_gives_way(people, browser):
    client = browser(people.ada)
    turn_on(browser(people.ben), "https://push.example.org/of-ben")
    for number in range(12):
        turn_on(client, f"https://push.example.org/{number}")
    assert told(people.ada) == [f"https://push.example.org/{number}" for number in range(2, 12)]
    assert len(told(people.ben)) == 1


@pytest.mark.parametrize(
    "endpoint",
    [
        "", "nonsense", "http://push.example.org/x", "ftp://push.example.org/", "https:///x",
        "https://localhost/x", "https://127.0.0.1/x", "https://10.0.0.1/x", "https://192.168.1.1/x",
        "https://169.254.169.254/latest/", "https://100.64.0.1/", "https://0.0.0.0/", "https://224.0.0.1/",
        "https://[::1]/x", "https://[fe80::1]/", "https://[fd00::1]/", "https://[::ffff:10.0.0.1]/",
        "https://[64:ff9b::a00:1]/", "https://[2002:a00:1::]/", "https://push.example.org:8443/x",
        "https://ada:x@push.example.org/", "https://push.example.org:x/", "https://push.example.org/\nHost: x",
        "https://push.example.org/ä", "https://[::1/", f"https://push.example.org/{'x' * 1000}",
    ],
)  # fmt: skip
def test_what_is_no_address_of_a_push_service_is_refused(endpoint, people, browser):
    answer = browser(people.ada).post(ON, new_browser(endpoint).told, **JSON)
    assert answer.status_code == 422 and "no address" in answer.json()["message"]
    assert told(people.ada) == []


@pytest.mark.parametrize("name", ["p256dh", "auth"])
@pytest.mark.parametrize("said", ["", "x", "A" * 86 + "=", "ä" * 22, "!" * 22, "A" * 4000])
def test_what_are_no_keys_of_a_browser_is_refused(name, said, people, browser):
    assert turn_on(browser(people.ada), **{name: said}).status_code == 422
    assert told(people.ada) == []


def test_a_public_address_is_taken_as_a_number_too(people, browser):
    for endpoint in ("https://1.1.1.1/x", "https://[2606:4700:4700::1111]:443/x"):
        assert turn_on(browser(people.ada), endpoint).status_code == 204


def test_without_a_key_nothing_is_offered(people, browser, settings):
    client = browser(people.ada)
    assert 'id="push"' in client.get("/notices/").content.decode()
    settings.PUSH_KEY = ""
    assert 'id="push"' not in client.get("/notices/").content.decode()
    assert turn_on(client).status_code == 404


def test_the_worker_is_a_script_at_the_root_that_no_page_goes_through(client, db):
    answer = client.get("/push-worker.js")
    script = answer.content.decode()
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert (
        answer["Cache-Control"] == "no-cache"
        and "default-src 'none'" in answer["Content-Security-Policy"]
    )
    listened = [line.partition('"')[2].partition('"')[0] for line in script.splitlines() if line.startswith("addEventListener")]  # fmt: skip
    assert listened == ["push", "notificationclick"]
    assert client.post("/push-worker.js").status_code == 405


# --- with notices ---


def test_a_notice_waits_for_each_browser_of_its_recipient_until_it_is_read(people, browser):
    client = browser(people.ada)
    turn_on(client)
    turn_on(client, "https://push.example.org/two")
    turn_on(browser(people.cleo), "https://push.example.org/of-cleo")
    invite(people.ben, people.ada)
    waiting = PushMessage.objects.values_list("subscription__endpoint", "notice__kind")
    assert sorted(waiting) == [(ENDPOINT, "invited"), ("https://push.example.org/two", "invited")]


def test_a_turn_that_comes_again_waits_once(people, browser, start):
    turn_on(browser(people.ada))
    game = start(now=timezone.now() - timedelta(hours=1))
    [first] = PushMessage.objects.all()
    PushMessage.objects.update(attempts=3)
    start_again = timezone.now()
    for user in (people.ada, people.ben):
        game.refresh_from_db()
        play_move(game_id=game.id, user=user, ply=game.ply + 1, text="pass", now=start_again)
    [again] = PushMessage.objects.all()
    assert again.pk == first.pk and again.attempts == 0
    assert again.due_at == start_again + pushes.SOON


def test_what_is_told_already_is_not_sent_again(people, browser):
    turn_on(browser(people.ada))
    follow(follower=people.ben, followed=people.ada, now=timezone.now())
    PushMessage.objects.all().delete()
    with transaction.atomic():
        again = Notice.objects.get(recipient=people.ada)
        again.pk, again.happened_at = None, timezone.now()
        notices.write([again])
    assert not PushMessage.objects.exists()


# --- kept and forgotten ---


def test_the_export_holds_browsers_without_their_keys_and_what_waits(ada, people, browser):
    turn_on(browser(ada))
    invite(people.ben, ada)
    account = account_of(browser(ada))
    [one] = account["push_subscriptions"]
    [waiting] = account["push_messages"]
    assert one["endpoint"] == ENDPOINT and waiting["kind"] == "invited"
    fields = {field.name for field in PushSubscription._meta.concrete_fields}
    assert fields - one.keys() == {"id", "user", "p256dh", "auth", "session_key"}


@pytest.mark.slow
def test_with_an_account_go_its_browsers_and_what_waits_for_them(ada, people, browser):
    client = browser()
    assert sign_in(client)
    turn_on(client)
    turn_on(browser(people.ben), "https://push.example.org/of-ben")
    invite(people.ben, ada)
    delete(client)
    assert [one.user_id for one in PushSubscription.objects.all()] == [people.ben.pk]
    assert not PushMessage.objects.filter(subscription__user=ada).exists()


def test_a_browser_of_an_account_that_was_closed_meanwhile_is_not_turned_on(people):
    User.objects.filter(pk=people.ada.pk).update(is_active=False)
    said = pushes.Browser(**new_browser(ENDPOINT).told)
    pushes.subscribe(people.ada, said, session_key="x", language="en", now=timezone.now())
    assert not PushSubscription.objects.exists()


def test_a_guests_browser_stays_behind_when_the_games_are_taken_along(people, browser):
    guest = create_guest()
    turn_on(browser(guest))
    start_game(GameSettings("numerica"), users=[guest, people.ben], seed=bytes(32), now=timezone.now())  # fmt: skip
    take_along(guest, people.ada, timezone.now())
    assert not PushSubscription.objects.exists() and not PushMessage.objects.exists()


@pytest.mark.slow
def test_who_signs_out_is_forgotten_and_a_new_password_is_no_signing_out(ada, browser):
    here, elsewhere = browser(), browser()
    assert sign_in(here) and sign_in(elsewhere)
    turn_on(here)
    turn_on(elsewhere, "https://push.example.org/two")
    passwords = {"oldpassword": "seven+eight=15", "password1": "nine*nine=81", "password2": "nine*nine=81"}  # fmt: skip
    assert here.post("/accounts/password/change/", passwords).status_code == 302
    assert User.objects.get(pk=ada.pk).check_password("nine*nine=81")
    assert PushSubscription.objects.get(endpoint=ENDPOINT).session_key == here.session.session_key
    elsewhere.post("/accounts/logout/")
    assert pushes.prune(timezone.now()) == 1 and told(ada) == [ENDPOINT]
