"""Everybody's share of the processor: strangers by address, others by account."""

import json
import time

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.signals import request_finished
from django.db import close_old_connections
from django.http import HttpResponse, StreamingHttpResponse

from accounts.limits import one_at_a_time
from accounts.models import User
from numerica_site.processor_shares import (
    GUESTS_BURST,
    GUESTS_REFILL,
    LEAST,
    MOST_KEPT,
    ProcessorShare,
    Shares,
)


def test_a_share_is_used_up_and_comes_back_with_time():
    shares = Shares(burst=10, refill=0.5)
    shares.charge("reader", 9, now=0)
    assert shares.wait("reader", now=0) == 0
    shares.charge("reader", 2, now=0)
    assert shares.wait("reader", now=0) == 2, "one second over, half a second back each second"
    assert shares.wait("reader", now=1) == 1
    assert shares.wait("reader", now=2.1) == 0
    shares.charge("reader", 9.9, now=1000)
    assert shares.wait("reader", now=1000) == 0, "no more than a whole share comes back"
    shares.charge("reader", 0.2, now=1000)
    assert shares.wait("reader", now=1000) == 1


def test_one_reader_has_nothing_of_anothers_share():
    shares = Shares(burst=1, refill=0.1)
    shares.charge("greedy", 5, now=0)
    assert shares.wait("greedy", now=0) and not shares.wait("modest", now=0)


def test_what_is_kept_is_bounded_and_who_used_most_is_remembered():
    shares = Shares(burst=10, refill=0.1)
    shares.charge("greedy", 100, now=0)
    for number in range(2 * MOST_KEPT):
        shares.charge(number, 1, now=0)
    assert shares.remembered() <= MOST_KEPT and shares.wait("greedy", now=0)


@pytest.fixture
def narrow(settings, monkeypatch):
    """The site with shares that one page uses up."""
    settings.LIMITS_ARE_ON = True
    shares = Shares(burst=0.001, refill=0.0001)

    def begin(middleware, get_response):  # every test client has a handler of its own
        middleware.get_response, middleware.shares = get_response, shares
        middleware.shares_of_guests = Shares(burst=0.001, refill=0.0001)

    monkeypatch.setattr(ProcessorShare, "__init__", begin)


@pytest.mark.slow
def test_a_stranger_who_used_up_the_share_is_told_when_to_come_again(narrow, browser, game):
    stranger = browser(REMOTE_ADDR="192.0.2.1")
    assert stranger.get("/rules/equate/").status_code == 200
    refused = stranger.get("/rules/equate/", HTTP_ACCEPT_LANGUAGE="de")
    assert refused.status_code == 429 and int(refused["Retry-After"]) > 0
    assert 'lang="de"' in refused.content.decode() and "Content-Security-Policy" in refused
    program = stranger.get("/games/", HTTP_ACCEPT="application/json")
    assert program.status_code == 429 and json.loads(program.content)["ok"] is False


def test_other_addresses_and_players_are_not_asked_to_wait_for_a_strangers_hunger(
    narrow, browser, people, game
):
    stranger = browser(REMOTE_ADDR="192.0.2.1")
    assert [stranger.get("/rules/").status_code for _ in range(2)] == [200, 429]
    assert browser(REMOTE_ADDR="192.0.2.2").get("/rules/").status_code == 200
    ada = browser(people.ada, REMOTE_ADDR="192.0.2.1")
    assert ada.get(f"/games/{game.id}/").status_code == 200


@pytest.fixture
def apart_from_databases():
    """A response that is closed by hand closes no connection of the test."""
    request_finished.disconnect(close_old_connections)
    yield
    request_finished.connect(close_old_connections)


@pytest.mark.usefixtures("apart_from_databases")
@pytest.mark.parametrize("is_read_whole", [True, False])
def test_what_is_packed_while_it_is_sent_is_charged_as_far_as_it_was_packed(
    settings, rf, is_read_whole
):
    settings.LIMITS_ARE_ON = True
    packed: list[int] = []

    def pieces():
        for number in range(3):
            packed.append(sum(range(300_000)) + number)
            yield b"piece"

    answered = ProcessorShare(lambda _: StreamingHttpResponse(pieces()))
    answered.shares = Shares(burst=0.003, refill=0.0001)
    request = rf.get("/@Ada/records/")
    request.user = AnonymousUser()
    response = answered(request)
    assert response.status_code == 200 and not packed, "the answer itself costs nothing yet"
    list(response) if is_read_whole else next(iter(response))
    response.close()
    assert len(packed) == (3 if is_read_whole else 1)
    assert answered(request).status_code == 429


@pytest.mark.usefixtures("apart_from_databases")
def test_who_leaves_before_anything_is_packed_may_ask_again(settings, rf):
    settings.LIMITS_ARE_ON = True
    view = one_at_a_time(lambda _: StreamingHttpResponse(iter([b"piece"])))
    request = rf.get("/@Ada/records/", HTTP_ACCEPT="application/json")
    request.user = AnonymousUser()
    on_its_way = view(request)
    assert view(request).status_code == 429
    on_its_way.close()
    assert view(request).status_code == 200


def spend(answered, request, who, address="192.0.2.1"):
    """The status that this person gets at this address for something that costs a little."""
    request = request.get("/", REMOTE_ADDR=address, HTTP_ACCEPT="application/json")
    request.user = who
    return answered(request).status_code


def guests(number):
    return [
        User(pk=100 + count, username=f"guest-{count}", is_guest=True) for count in range(number)
    ]


def test_new_guests_bring_no_new_share_of_their_network_along(settings, rf):
    settings.LIMITS_ARE_ON = True
    answered = ProcessorShare(lambda _: HttpResponse())
    answered.shares_of_guests = Shares(burst=3.5 * LEAST, refill=0.0001)
    statuses = [spend(answered, rf, guest) for guest in guests(6)]
    assert statuses[0] == 200 and statuses[-1] == 429 and statuses == sorted(statuses)
    elsewhere, *_, last = guests(7)
    assert spend(answered, rf, last, "192.0.2.2") == 200
    assert spend(answered, rf, User(pk=1, username="Ada")) == 200, "accounts pay for themselves"
    assert spend(answered, rf, AnonymousUser()) == 200


def test_a_guest_has_no_more_than_a_share_of_ones_own(settings, rf):
    settings.LIMITS_ARE_ON = True
    answered = ProcessorShare(lambda _: HttpResponse())
    answered.shares = Shares(burst=LEAST / 2, refill=0.0001)
    first, second = guests(2)
    assert [spend(answered, rf, first) for _ in "12"] == [200, 429]
    assert spend(answered, rf, second) == 200


def test_a_class_behind_one_address_may_look_at_fifty_pages_each_at_once():
    page, pupils = 0.05, 30  # seconds of processor
    together = Shares(GUESTS_BURST, GUESTS_REFILL)
    for _ in range(pupils * 50):
        assert not together.wait("school", now=0)
        together.charge("school", page, now=0)
    for second in range(1, 600):
        assert not together.wait("school", now=second), "and then at one every three seconds"
        together.charge("school", page * pupils / 3, now=second)


def test_neighbours_in_one_network_of_ipv6_share(narrow, browser, db):
    addresses = ["2001:db8:1:1::1", "2001:db8:1:2::1", "2001:db8:2::1"]
    answers = [browser(REMOTE_ADDR=address).get("/rules/") for address in addresses]
    assert [answer.status_code for answer in answers] == [200, 429, 200]


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_who_watches_over_the_site_is_answered_from_a_hungry_network(path, settings, rf):
    settings.LIMITS_ARE_ON = True
    served = ProcessorShare(lambda request: HttpResponse())
    request = rf.get(path)
    request.user = AnonymousUser()
    served.shares.charge("127.0.0.1", 1000, time.monotonic())
    assert served(request).status_code == 200
