"""How many sockets a person and an address may open and have open, over all processes."""

import asyncio
import time

import pytest
from asgiref.sync import sync_to_async

from accounts import shared_counts, sockets
from accounts.shared_counts import SharedCount
from numerica_site.limits import LIMITS

from .sockets import PATIENCE, Socket

pytestmark = pytest.mark.django_db(transaction=True)

TOO_MANY = 4429


@pytest.fixture(autouse=True)
def with_limits(settings):
    settings.LIMITS_ARE_ON = True


@pytest.fixture
def few(monkeypatch):
    """Three at once are enough to see how they are counted."""
    monkeypatch.setattr(sockets, "MOST", 3)


async def opened(path: str, number: int, **more) -> list[Socket]:
    return [await Socket(path, **more).open() for _ in range(number)]


async def is_refused(path: str, **more) -> bool:
    """Whether one more is closed for being too many: accepted first, so that the page sees why."""
    page = await Socket(path, **more).open()
    message = await page.receive_output(timeout=PATIENCE)
    await page.disconnect()
    assert message["type"] != "websocket.close" or message["code"] == TOO_MANY
    return message["type"] == "websocket.close"


async def leave(pages: list[Socket]) -> None:
    for page in pages:
        await page.disconnect()


@pytest.mark.slow
@pytest.mark.parametrize("who", ["a person", "an address"])
async def test_sixty_are_open_at_once_and_the_next_is_refused_until_one_goes(
    who, game, people, browser
):
    """A person's sockets are counted over all addresses, and an address's over all people."""
    path = f"/ws/games/{game.id}/"
    same = {"client": await sync_to_async(browser)(people.cleo)} if who == "a person" else {}
    where = [f"192.0.2.{n}" if same else "192.0.2.1" for n in range(61)]
    pages = [await Socket(path, address=where[n], **same).open() for n in range(60)]
    assert await is_refused(path, address=where[60], **same)
    assert not await is_refused(path, address="198.51.100.1")
    await pages.pop().disconnect()
    assert not await is_refused(path, address=where[60], **same)
    await leave(pages)
    assert not sockets.opened.here


@pytest.mark.parametrize(
    ("first", "other", "is_one"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
    ],
)
async def test_an_address_is_one_of_ipv4_and_a_network_of_ipv6(first, other, is_one, game, few):
    path = f"/ws/games/{game.id}/"
    pages = await opened(path, 3, address=first)
    assert await is_refused(path, address=other) == is_one
    await leave(pages)


@pytest.mark.parametrize(
    ("proxies", "first", "other", "is_one"),
    [
        (0, b"192.0.2.1", b"192.0.2.2", True),  # no proxy of ours: anybody can say this
        (1, b"192.0.2.1", b"192.0.2.2", False),
        (1, b"203.0.113.9, 192.0.2.1", b"192.0.2.1", True),  # the first was said by the client
        (1, b"192.0.2.1, 203.0.113.9", b"192.0.2.1, 203.0.113.8", False),
        (2, b"192.0.2.1, 203.0.113.9", b"192.0.2.1, 203.0.113.8", True),
    ],
)
async def test_the_address_is_what_the_trusted_proxy_says(
    proxies, first, other, is_one, game, few, settings
):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    path, proxy = f"/ws/games/{game.id}/", "198.51.100.7"
    pages = await opened(path, 3, address=proxy, passed_on=first)
    assert await is_refused(path, address=proxy, passed_on=other) == is_one
    await leave(pages)


@pytest.mark.parametrize("passed_on", [b"", b"nonsense", b"\xff\xfe", b"::1::1", b","])
async def test_who_comes_from_no_address_is_not_counted(passed_on, game, few, settings):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    path = f"/ws/games/{game.id}/"
    pages = await opened(path, 4, passed_on=passed_on)
    assert not await is_refused(path, passed_on=passed_on)
    await leave(pages)


@pytest.fixture
def seldom(settings):
    """Three in a day are enough to see how they are counted."""
    settings.ACCOUNT_RATE_LIMITS = LIMITS | {"sockets": "3/d/key"}


@pytest.mark.slow
async def test_who_opens_and_leaves_pages_all_the_time_is_refused(game, seldom):
    path = f"/ws/games/{game.id}/"
    refused = [await is_refused(path, address="192.0.2.1") for _ in range(5)]
    assert refused == [False, False, False, True, True]
    assert not await is_refused(path, address="192.0.2.2")
    near = [f"2001:db8:1:{number}::1" for number in range(4)]
    assert [await is_refused(path, address=one) for one in near] == [False] * 3 + [True]
    assert not await is_refused(path, address="2001:db8:2::1")
    assert not sockets.opened.here


async def test_a_page_that_comes_from_nowhere_known_is_opened_however_often(game, seldom):
    path = f"/ws/games/{game.id}/"
    assert [await is_refused(path) for _ in range(5)] == [False] * 5


async def test_all_pages_of_an_address_may_come_back_twice_at_once_after_a_restart(settings):
    """Each page that may be open opens again, and once more where the line is lost again."""
    rates = [rate.split("/") for rate in LIMITS["sockets"].split(",")]
    assert min(int(most) for most, *_ in rates) >= 2 * sockets.MOST


async def test_a_network_of_ipv6_has_no_more_open_than_some_addresses(game, monkeypatch):
    monkeypatch.setattr(sockets, "MOST_OF_NETWORK", 3)
    path = f"/ws/games/{game.id}/"
    pages = [await Socket(path, address=f"2001:db8:1:{n}::1").open() for n in range(3)]
    assert await is_refused(path, address="2001:db8:1:9::1")
    assert not await is_refused(path, address="2001:db8:2:9::1")
    await leave(pages)


@pytest.mark.parametrize("kind", ["review", "invitation"])
async def test_every_kind_of_page_counts(kind, game, few):
    address = "192.0.2.1"
    pages = await opened(f"/ws/games/{game.id}/", 3, address=address)
    path = {"review": f"/ws/games/{game.id}/review/", "invitation": "/ws/invitations/nowhere/"}
    assert await is_refused(path[kind], address=address)
    await leave(pages)


async def test_a_page_that_vanishes_without_a_goodbye_gives_its_place_back(game, few):
    path, address = f"/ws/games/{game.id}/", "192.0.2.1"
    pages = await opened(path, 3, address=address)
    for page in pages:
        page.future.cancel()
    await asyncio.wait([page.future for page in pages], timeout=PATIENCE)
    assert not await is_refused(path, address=address)


@pytest.mark.slow
async def test_sockets_at_another_process_count_until_it_is_killed(game, few, monkeypatch):
    monkeypatch.setattr(shared_counts, "FORGOTTEN_AFTER", 2)
    path, address = f"/ws/games/{game.id}/", "192.0.2.1"
    key, other = f"address.{address}", SharedCount(sockets.opened.name, "killed")
    with other.one_more([key]), other.one_more([key]), other.one_more([key]):
        assert (await other.totals([key]))[key] == 3
    assert await is_refused(path, address=address)
    give_up = time.monotonic() + PATIENCE
    while await is_refused(path, address=address):
        assert time.monotonic() < give_up, "what the killed process had is remembered"
        await asyncio.sleep(0.1)


async def test_without_the_cache_pages_open_and_this_process_counts(game, few, settings):
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "redis://127.0.0.1:1/0",  # where nobody listens
        }
    }
    path, address = f"/ws/games/{game.id}/?ply=0", "192.0.2.1"
    pages = await opened(path, 3, address=address)
    assert await is_refused(path, address=address)
    await leave(pages)
    assert not await is_refused(path, address=address)


async def test_without_limits_nobody_is_refused(game, few, settings):
    settings.LIMITS_ARE_ON = False
    path, address = f"/ws/games/{game.id}/", "192.0.2.1"
    pages = await opened(path, 5, address=address)
    assert not await is_refused(path, address=address)
    await leave(pages)
