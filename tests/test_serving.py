"""Pages on a few lasting threads: who waits, who is told to come back, what a client leaves behind."""

import asyncio
import sys
import threading
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse, StreamingHttpResponse

from accounts.database_threads import in_database_thread
from accounts.view_lanes import lane_of
from games.views import tables
from numerica_site import account_pages, asgi
from numerica_site.guards import LimitedRequest
from numerica_site.pages import Pages
from numerica_site.request_threads import Busy, Lane

SOON = 5.0  # seconds; a test that waits longer has failed


class Door:
    """Work that stays in its thread until the test lets it go."""

    def __init__(self) -> None:
        self.opened = threading.Event()
        self.entered: list[str] = []
        self.left: list[str] = []

    def work(self) -> str:
        name = threading.current_thread().name
        self.entered.append(name)
        assert self.opened.wait(SOON)
        self.left.append(name)
        return name


@pytest.fixture
def door() -> Iterator[Door]:
    made = Door()
    yield made
    made.opened.set()


async def until(is_so: Callable[[], Any]) -> None:
    async with asyncio.timeout(SOON):
        while not is_so():  # noqa: ASYNC110 (what is waited for happens in threads)
            await asyncio.sleep(0.005)


# --- a lane ---


async def test_what_waits_is_served_in_order_as_soon_as_a_thread_is_free(door):
    lane = Lane("test", threads=1)
    first = asyncio.create_task(lane.run(door.work))
    await until(lambda: door.entered)
    order: list[int] = []
    rest = [asyncio.create_task(lane.run(lambda n=n: order.append(n))) for n in range(5)]
    await until(lambda: lane.waiting == 5)
    door.opened.set()
    await asyncio.gather(first, *rest)
    assert order == [0, 1, 2, 3, 4]


async def test_a_request_behind_too_many_others_is_refused_at_once(door):
    lane = Lane("test", threads=1, most_waiting=2)
    tasks = [asyncio.create_task(lane.run(door.work)) for _ in range(3)]
    await until(lambda: lane.waiting == 2)
    with pytest.raises(Busy):
        await lane.run(door.work)
    door.opened.set()
    assert len(await asyncio.gather(*tasks)) == 3


async def test_a_request_that_waited_in_vain_is_refused(door):
    lane = Lane("test", threads=1, patience=0.05)
    first = asyncio.create_task(lane.run(door.work))
    await until(lambda: door.entered)
    with pytest.raises(Busy):
        await lane.run(door.work)
    assert lane.waiting == 0 and len(door.entered) == 1
    door.opened.set()
    await first


async def test_work_that_nobody_waits_for_any_more_runs_to_its_end_and_gives_its_thread_back(door):
    lane = Lane("test", threads=1)
    begun = asyncio.create_task(lane.run(door.work))
    await until(lambda: door.entered)
    queued = asyncio.create_task(lane.run(door.work))
    await until(lambda: lane.waiting == 1)
    begun.cancel()
    queued.cancel()
    await asyncio.gather(begun, queued, return_exceptions=True)
    assert lane.at_work == 1 and not door.left, "the thread was given away while it worked"
    door.opened.set()
    await until(lambda: lane.at_work == 0)
    assert door.left == door.entered and len(door.left) == 1, "what had not begun was begun"
    assert await lane.run(lambda: "free") == "free"


async def test_a_fault_goes_to_who_asked_and_the_thread_serves_on():
    lane = Lane("test", threads=1)
    with pytest.raises(ZeroDivisionError):
        await lane.run(lambda: 1 // 0)
    assert await lane.run(lambda: "well") == "well"


async def test_a_lane_is_stuck_only_while_all_its_threads_are_at_work(door):
    lane = Lane("test", threads=2)
    first = asyncio.create_task(lane.run(door.work))
    await until(lambda: len(door.entered) == 1)
    lane.full_since -= 100  # nobody has asked for long
    assert lane.seconds_stuck() == 0
    second = asyncio.create_task(lane.run(door.work))
    await until(lambda: len(door.entered) == 2)
    assert lane.seconds_stuck() < 50, "who asks now was taken for stuck since the last one"
    lane.full_since -= 100
    assert lane.seconds_stuck() >= 100
    door.opened.set()
    await asyncio.gather(first, second)
    assert lane.seconds_stuck() == 0


# --- pages ---


class Client:
    """One request to the application, and what came back."""

    def __init__(self, pages: Pages, path: str = "/", method: str = "GET", **headers: str) -> None:
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.said: list[dict[str, Any]] = []
        self.inbox.put_nowait({"type": "http.request", "body": b"", "more_body": False})
        coded = [(name.encode(), value.encode()) for name, value in headers.items()]
        scope = {
            "type": "http", "http_version": "1.1", "method": method, "path": path, "scheme": "http",
            "query_string": b"", "headers": coded, "client": ["127.0.0.1", 1], "server": ["localhost", 80],
        }  # fmt: skip
        self.task = asyncio.create_task(pages(scope, self.inbox.get, self._take))

    async def _take(self, message: dict[str, Any]) -> None:
        self.said.append(message)

    def hang_up(self) -> None:
        self.inbox.put_nowait({"type": "http.disconnect"})

    @property
    def status(self) -> int:
        return self.said[0]["status"]

    @property
    def headers(self) -> dict[bytes, bytes]:
        return dict(self.said[0]["headers"])

    @property
    def body(self) -> bytes:
        return b"".join(message["body"] for message in self.said[1:])


def handler(make: Callable[[], Any]) -> Callable[..., Any]:
    """As Django's own: it starts the response and returns it."""

    def handle(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        response = make()
        start_response(f"{response.status_code} {response.reason_phrase}", list(response.items()))
        return response

    return handle


class Watched(HttpResponse):
    """Knows in which thread it was made and closed."""

    def __init__(self, content: str) -> None:
        super().__init__(content)
        self.made_in = threading.current_thread().name
        self.closed_in: list[str] = []

    def close(self) -> None:
        super().close()
        self.closed_in.append(threading.current_thread().name)


async def test_a_response_is_closed_in_the_thread_that_made_it_even_if_its_client_left(door):
    made: list[Watched] = []

    def slow() -> Watched:
        door.work()
        made.append(Watched("late"))
        return made[-1]

    client = Client(Pages(handler(slow)))
    await until(lambda: door.entered)
    client.hang_up()
    await asyncio.wait_for(client.task, SOON)
    assert client.said == []
    door.opened.set()
    await until(lambda: made and made[0].closed_in)
    assert made[0].closed_in == [made[0].made_in]


async def test_a_stream_is_sent_piece_by_piece():
    pieces = [b"one ", b"two ", b"three"]
    client = Client(Pages(handler(lambda: StreamingHttpResponse(iter(pieces)))))
    await asyncio.wait_for(client.task, SOON)
    assert [message["body"] for message in client.said[1:]] == [*pieces, b""]
    assert [message["more_body"] for message in client.said[1:]] == [True, True, True, False]


async def test_a_stream_ends_when_its_client_has_gone():
    """Nobody is packed a file of a thousand pieces who hung up after the first."""
    packed: list[int] = []
    gone, closed = threading.Event(), threading.Event()

    def pieces() -> Iterator[bytes]:
        try:
            for number in range(1000):
                packed.append(number)
                yield b"piece"
                assert gone.wait(SOON)
        finally:
            closed.set()

    client = Client(Pages(handler(lambda: StreamingHttpResponse(pieces()))))
    await until(lambda: len(client.said) == 2)
    client.hang_up()
    await asyncio.wait_for(client.task, SOON)
    gone.set()
    await until(closed.is_set)
    assert len(packed) <= 2


async def test_who_asks_for_the_head_alone_is_packed_nothing():
    packed: list[bytes] = []

    def pieces() -> Iterator[bytes]:
        packed.append(b"piece")
        yield b"piece"

    client = Client(Pages(handler(lambda: StreamingHttpResponse(pieces()))), method="HEAD")
    await asyncio.wait_for(client.task, SOON)
    assert client.status == 200 and not packed


def test_files_that_are_packed_while_they_are_sent_keep_no_picture_and_no_hint_waiting():
    """The lane of pictures has two threads: who holds both holds all pictures up."""
    archives = [account_pages.records, account_pages.export]
    assert {lane_of(view) for view in archives} == {"archives"}
    assert lane_of(tables.picture) == lane_of(tables.hint) == "slow"


@pytest.mark.parametrize(
    ("headers", "said"),
    [
        ({"accept-language": "de"}, "Gleich wieder da"),
        ({"accept-language": "en"}, "Back in a moment"),
        ({"accept": "application/json"}, '"ok": false'),
        ({"hx-request": "true"}, '<li class="no">'),
    ],
)
async def test_beyond_what_it_can_serve_a_process_says_503_and_when_to_come_again(
    door, headers, said
):
    def slow() -> HttpResponse:
        door.work()
        return HttpResponse("served")

    pages = Pages(handler(slow))
    pages.lanes["pages"] = Lane("few", threads=1, most_waiting=1)
    served = [Client(pages) for _ in range(2)]
    await until(lambda: door.entered and pages.lanes["pages"].waiting == 1)
    refused = Client(pages, **headers)
    await asyncio.wait_for(refused.task, SOON)
    assert refused.status == 503 and int(refused.headers[b"retry-after"]) > 0
    assert said in refused.body.decode() and b"content-security-policy" in refused.headers
    door.opened.set()
    await asyncio.gather(*(client.task for client in served))
    assert [client.status for client in served] == [200, 200]


async def test_what_waits_for_the_worker_keeps_no_page_waiting(door):
    """A hint has threads of its own: however many are asked for, pages are served."""
    calls: list[str] = []

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> HttpResponse:
        calls.append(environ["PATH_INFO"])
        if "hint" in environ["PATH_INFO"]:
            door.work()
        response = HttpResponse("done")
        start_response("200 OK", list(response.items()))
        return response

    pages = Pages(answer)
    hints = [Client(pages, "/games/abc/hint/", "POST") for _ in range(20)]
    await until(lambda: len(door.entered) == 2)
    page = Client(pages, "/games/")
    await asyncio.wait_for(page.task, SOON)
    assert page.status == 200 and len(door.entered) == 2
    for hint in hints:
        hint.hang_up()
    await asyncio.gather(*(hint.task for hint in hints))


async def test_while_all_pages_hang_no_page_counts_as_served(door):
    pages = Pages(handler(lambda: HttpResponse(door.work())))
    assert pages.are_served()
    clients = [Client(pages) for _ in range(6)]
    await until(lambda: len(door.entered) == 6)
    pages.lanes["pages"].full_since -= pages.lanes["pages"].patience
    assert not pages.are_served()
    door.opened.set()
    await asyncio.gather(*(client.task for client in clients))
    assert pages.are_served()


async def test_health_is_answered_while_all_pages_hang(door):
    def slow(environ: dict[str, Any], start_response: Callable[..., Any]) -> HttpResponse:
        if environ["PATH_INFO"] != "/healthz":
            door.work()
        response = HttpResponse("ok\n")
        start_response("200 OK", list(response.items()))
        return response

    pages = Pages(slow)
    clients = [Client(pages) for _ in range(6)]
    await until(lambda: len(door.entered) == 6)
    health = Client(pages, "/healthz")
    await asyncio.wait_for(health.task, SOON)
    assert health.status == 200 and not any(client.task.done() for client in clients)
    door.opened.set()
    await asyncio.gather(*(client.task for client in clients))


def test_an_answer_that_breaks_off_half_way_is_cut():
    """Daphne would begin a second answer on the same connection, and then look after no other."""
    cut: list[bool] = []
    request = LimitedRequest.__new__(LimitedRequest)
    request.transport = SimpleNamespace(loseConnection=lambda: cut.append(True))
    request._response_started = True
    request.handle_exception(OSError())
    assert cut == [True]


@pytest.mark.django_db(transaction=True)
async def test_what_sockets_ask_goes_over_one_connection_that_stays_open() -> None:
    @in_database_thread
    def used() -> object:
        connection.ensure_connection()
        return connection.connection

    assert await used() is await used()


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ("text/plain; charset=rot13", 415),
        ("multipart/form-data; boundary=x; charset=utf-16", 415),
        ("text/plain; charset*=utf-8''idna", 415),
        ("text/plain; charset=UTF-8", 200),
        ("application/x-www-form-urlencoded", 200),
    ],
)
async def test_what_is_said_in_other_letters_than_utf8_is_refused(said, status):
    """Django would decode the address and the body by any codec that is named."""
    client = Client(Pages(handler(HttpResponse)), **{"content-type": said})
    await asyncio.wait_for(client.task, SOON)
    assert client.status == status


def test_a_thread_that_stores_a_move_does_not_wait_as_long_for_others_as_python_would_let_it():
    assert asgi.SWITCH <= 0.001
    assert sys.getswitchinterval() == pytest.approx(asgi.SWITCH)
