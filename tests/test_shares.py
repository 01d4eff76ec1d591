"""Everybody's share of the processor: strangers by address, others by account."""

import json

import pytest

from numerica_site.processor_shares import MOST_KEPT, ProcessorShare, Shares


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


def test_neighbours_in_one_network_of_ipv6_share(narrow, browser, db):
    addresses = ["2001:db8:1:1::1", "2001:db8:1:2::1", "2001:db8:2::1"]
    answers = [browser(REMOTE_ADDR=address).get("/rules/") for address in addresses]
    assert [answer.status_code for answer in answers] == [200, 429, 200]
