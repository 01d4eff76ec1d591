"""How often somebody may do something: just as often as the settings say, then 429 and a wait."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse

from accounts.limits import limited
from accounts.models import User
from games.models import Invitation
from numerica_site.limits import LIMITS

from .dailies import DAY, begin_days, post
from .helpers import HTMX, JSON, all_rows, post_move, sentence_of

pytestmark = pytest.mark.django_db

INVITATION = {"key": "numerica", "to": "link", "name": "", "time": "3d"}
SIGN_UP = {"username": "ada", "email": "nobody", "password1": "short"}  # refused, and counted


@pytest.fixture(autouse=True)
def limits_are_on(settings):
    settings.ACCOUNT_RATE_LIMITS = LIMITS


def refused_after(times: int, do, wait: int) -> None:
    """The first `times` pass; the next is told to wait `wait` seconds and changes nothing."""
    for _ in range(times):
        assert do().status_code != 429
    before = all_rows()
    response = do()
    assert response.status_code == 429 and response["Retry-After"] == str(wait)
    assert "too often" in response.content.decode()
    assert all_rows() == before


@pytest.mark.slow
def test_a_player_makes_at_most_thirty_moves_a_minute(game, people, browser):
    client = browser(people.ada)
    refused_after(30, lambda: post_move(client, game, "nonsense"), 60)
    response = post_move(client, game, "pass")
    assert sentence_of(response) == "That was too often. Try again in 60 seconds."
    assert post_move(client, game, "pass", **JSON).json()["code"] == "429"
    assert b"<html" not in post_move(client, game, "pass", **HTMX).content
    assert post_move(browser(people.ben), game, "nonsense").status_code == 422
    assert client.get(f"/games/{game.id}/").status_code == 200


@pytest.mark.parametrize("asked", ["draw", "more-time", "hint"])
def test_who_asks_too_often_reads_so_at_the_table(game, people, browser, settings, asked):
    """The page shows no other answer to these."""
    settings.ACCOUNT_RATE_LIMITS = LIMITS | {"move": "1/m/user", "hint": "1/m/user"}
    client = browser(people.ada)
    first, answer = (client.post(f"/games/{game.id}/{asked}/", **HTMX) for _ in range(2))
    assert first.status_code in (403, 422) and answer.status_code == 429
    for refusal in (first, answer):
        assert refusal["HX-Retarget"] == "#verdict" and refusal["HX-Reswap"] == "innerHTML"


@pytest.mark.slow
def test_a_reader_gets_at_most_240_verdicts_a_minute(game, people, browser):
    client = browser(people.ada)
    check = f"/games/{game.id}/check/"
    refused_after(240, lambda: client.post(check, {"text": "pass"}), 60)
    assert post_move(client, game, "pass").status_code == 302


@pytest.mark.slow
def test_a_stranger_uses_up_nobodys_moves(game, people, browser):
    stranger = browser()
    for _ in range(31):
        assert post_move(stranger, game, "pass").status_code == 403
    assert post_move(browser(people.ada), game, "pass").status_code == 302


@pytest.mark.slow
def test_at_most_twenty_guests_a_minute_come_from_one_address(db, browser):
    refused_after(20, lambda: browser().post("/people/guest/"), 60)
    assert User.objects.count() == 20
    elsewhere = browser(REMOTE_ADDR="192.0.2.7")
    assert elsewhere.post("/people/guest/").status_code == 302


@pytest.mark.slow
def test_guests_of_one_network_are_counted_by_the_hour_and_by_the_day(db, browser, settings):
    settings.ACCOUNT_RATE_LIMITS = LIMITS | {"guest": "20/m/ip,3/h/key,99/d/key"}
    number = iter(range(99))

    def come():
        return browser(REMOTE_ADDR=f"2001:db8:1:{next(number):x}::1").post("/people/guest/")

    refused_after(3, come, 3600)
    settings.ACCOUNT_RATE_LIMITS = LIMITS | {"guest": "20/m/ip,5/d/key,9/h/key"}
    refused_after(5, come, 24 * 3600)
    assert sentence_of(come()) == "That was too often. Try again in 24 hours."
    settings.ACCOUNT_RATE_LIMITS = LIMITS
    asked = [rate.split("/") for rate in LIMITS["guest"].split(",")]
    assert [(int(most) >= 30, per) for most, per, _ in asked[1:]] == [(True, "h"), (True, "d")]


@pytest.mark.slow
def test_inviting_and_accepting_make_no_more_guests_than_the_limit(people, browser):
    refused_after(20, lambda: browser().post("/invitations/new/", INVITATION), 60)
    made = Invitation.objects.first()
    assert browser().post(f"/invitations/{made.id}/accept/").status_code == 429
    assert browser(people.ada).post(f"/invitations/{made.id}/accept/").status_code == 302


@pytest.mark.slow
def test_a_wrong_form_makes_no_guest_and_costs_nothing(db, browser):
    for _ in range(40):
        assert browser().post("/invitations/new/", {}).status_code == 422
    assert browser().post("/invitations/new/", INVITATION).status_code == 302


@pytest.mark.slow
def test_what_makes_no_guest_uses_up_none(db, browser, settings):
    begin_days(settings, DAY)
    client, times = browser(), 21
    for _ in range(times):
        assert post(client, "numerica", "try", text="nonsense").status_code == 422
        assert client.post("/invitations/unknown/accept/").status_code == 404
    assert not User.objects.exists()
    refused_after(20, lambda: browser().post("/people/guest/"), 60)
    answer = post(client, "numerica", "try", text="nonsense")
    assert answer.status_code == 429 and answer["Retry-After"] == "60"


@pytest.mark.slow
def test_who_is_refused_as_a_newcomer_uses_up_no_guest(db, browser, settings):
    settings.ACCOUNT_RATE_LIMITS = LIMITS | {"newcomers": "1/m/key", "guest": "2/h/key"}
    refused_after(1, lambda: browser().post("/people/guest/"), 60)
    settings.ACCOUNT_RATE_LIMITS = LIMITS | {"guest": "2/h/key"}
    refused_after(1, lambda: browser().post("/people/guest/"), 3600)


def test_who_comes_while_others_are_judged_gets_no_guest_beyond_the_limit(db, rf, settings):
    settings.ACCOUNT_RATE_LIMITS = LIMITS | {"guest": "1/h/key"}

    def newcomer():
        request = rf.post("/")
        request.user = AnonymousUser()
        return request

    def become_nobody(request):
        return HttpResponse(status=429 if come(newcomer()).status_code == 429 else 422)

    def become_somebody(request):
        request.user = User(username="guest-Ada", is_guest=True)
        return HttpResponse()

    come = limited("guest", newcomers_only=True)(become_somebody)
    judged = limited("guest", newcomers_only=True)(become_nobody)
    assert judged(newcomer()).status_code == 429
    assert come(newcomer()).status_code == 200
    assert come(newcomer()).status_code == 429


@pytest.mark.slow
def test_somebody_invites_at_most_thirty_times_an_hour(people, browser):
    client = browser(people.ada)
    refused_after(30, lambda: client.post("/invitations/new/", INVITATION), 3600)


@pytest.mark.slow
def test_somebody_presses_for_a_live_game_at_most_ten_times_a_minute(people, browser):
    client = browser(people.ada)
    said = {"key": "numerica", "time": "180+2"}
    refused_after(10, lambda: client.post("/lobby/quick/", said), 60)
    assert client.post("/lobby/quick/", said | {"time": "3d"}).status_code == 302


@pytest.mark.slow
def test_playing_anyone_counts_as_inviting_and_makes_no_more_guests(people, browser):
    said = {"key": "numerica"}
    client = browser(people.ada)
    refused_after(30, lambda: client.post("/invitations/anyone/", said), 3600)
    refused_after(20, lambda: browser().post("/invitations/anyone/", said), 60)
    for _ in range(3):
        assert browser().post("/invitations/anyone/", {"key": "chess"}).status_code == 422


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("address", ["/accounts/signup/", "/people/keep/"])
def test_at_most_twenty_sign_ups_a_minute_come_from_one_address(address, db, browser):
    guest = User.objects.create_user("guest-0a1b2c3d", is_guest=True)
    client = browser(guest if "keep" in address else None)
    refused_after(20, lambda: client.post(address, SIGN_UP), 60)


@pytest.mark.slow
def test_five_wrong_passwords_lock_a_name_for_a_while(people, browser):
    people.ada.set_password("a right password")
    people.ada.save()
    for _ in range(5):
        wrong = browser().post("/accounts/login/", {"login": "Ada", "password": "wrong"})
        assert "not correct" in wrong.content.decode()
    for login in ("Ada", "ADA"):
        right = browser().post("/accounts/login/", {"login": login, "password": "a right password"})
        assert (
            right.status_code == 200 and "Too many failed login attempts" in right.content.decode()
        )
    assert browser().post("/accounts/login/", {"login": "Ben", "password": "?"}).status_code == 200


@pytest.mark.slow
def test_at_most_thirty_sign_ins_a_minute_come_from_one_address(people, browser):
    number = iter(range(99))
    refused_after(
        30,
        lambda: browser().post(
            "/accounts/login/", {"login": f"nobody{next(number)}", "password": "x"}
        ),
        60,
    )


def test_the_staff_pages_have_no_sign_in_of_their_own(db, browser):
    """A second form would be a second, unlimited place to guess passwords at."""
    response = browser().get("/staff/", follow=True)
    assert response.redirect_chain[-1][0].startswith("/accounts/login/")
    response = browser().post("/staff/login/", {"username": "root", "password": "guess"})
    assert response.status_code == 302 and response["Location"].startswith("/accounts/login/")


@pytest.mark.slow
@pytest.mark.parametrize("way", ["guest", "invitation", "sign-up"])
def test_a_network_of_ipv6_makes_twenty_newcomers_a_minute(way, db, browser):
    """The /48 that one site has holds 65,536 networks of the size that one household has."""
    number = iter(range(99))

    def come():
        count = next(number)
        client = browser(REMOTE_ADDR=f"2001:db8:1:{count:x}::1")
        if way == "guest":
            return client.post("/people/guest/")
        if way == "invitation":
            return client.post("/invitations/new/", INVITATION)
        form = {"username": f"Name{count}", "email": f"{count}@example.org"}
        return client.post("/accounts/signup/", form | {"password1": "seven+eight=15"})

    refused_after(20, come, 60)
    assert browser(REMOTE_ADDR="2001:db8:2::1").post("/people/guest/").status_code == 302
