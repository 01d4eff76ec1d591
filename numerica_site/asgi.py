"""The entry of the server, for pages and for sockets."""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable, Coroutine, Mapping, MutableMapping
from contextlib import suppress
from functools import partial
from typing import Any

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "numerica_site.settings")
django = get_wsgi_application()  # before any import that touches models

# All of these touch models, so they come after the line above: E402 does not know that.
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.conf import settings  # noqa: E402
from twisted.internet import reactor  # noqa: E402

from accounts.sockets import with_person  # noqa: E402
from games import notifications  # noqa: E402
from games.background import ticker  # noqa: E402
from games.background.adviser import Adviser  # noqa: E402
from games.background.analyst import Analyst  # noqa: E402
from games.background.computer_player import Computers  # noqa: E402
from games.background.deep_reviewer import DeepReviewer  # noqa: E402
from games.background.reviewer import Reviewer  # noqa: E402
from games.computers import process  # noqa: E402
from games.routing import websocket_urlpatterns  # noqa: E402
from numerica_site import metrics, one_process, rejections  # noqa: E402
from numerica_site.endings import install_quiet_end  # noqa: E402
from numerica_site.guards import (  # noqa: E402
    ExactOrigin,
    install_body_limit,
    install_punctual_channels,
)
from numerica_site.page_sockets import install_page_sockets  # noqa: E402
from numerica_site.pages import Pages  # noqa: E402

Scope = MutableMapping[str, Any]
Application = Callable[[Scope, Any, Any], Awaitable[None]]
Beside = Mapping[str, Callable[[], Coroutine[Any, Any, None]]]
"""What runs beside the pages for ever, by name."""

FIRST_BEAT = 3.0  # seconds that a server's first visitors wait for it at most
SWITCH = 0.0005  # seconds that a thread computes on while another wants to
"""Python's own are 5 ms. Who stores a move gives way at each of its queries, and would have to wait
as long, each time, for a thread that draws; and all who move wait for who stores.
"""

_running: dict[str, asyncio.Task[None]] = {}
_at_tables: list[Computers] = []


def with_ticker(application: Application) -> Application:
    """Start what runs beside with the first scope served: daphne knows no start-up event.

    Nothing is answered before the first beat: the time that the site was away is given back before
    a move can be charged for it.
    """
    has_beaten = asyncio.Event()

    async def asgi(scope: Scope, receive: Any, send: Any) -> None:
        notifications.use_event_loop(asyncio.get_running_loop())
        metrics.count_tasks(asyncio.get_running_loop())
        _keep_running("watch", pages.watch)
        if settings.TICKER_IS_ON:
            tick = partial(ticker.run, takes_moves=pages.are_served, tell_tried=has_beaten.set)
            _keep_running("ticker", tick)
            for name, work in what_thinks.items():
                _keep_running(name, work)
            if not has_beaten.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(has_beaten.wait(), FIRST_BEAT)
        await application(scope, receive, send)

    return asgi


def _own_thinkers() -> Beside:
    """All that thinks asks the one process that this server spawns."""
    return {
        "computers": _move_for_computers,
        "adviser": Adviser().run,
        "analyst": Analyst(is_busy=_is_a_computer_to_move).run,
        "reviewer": Reviewer(is_busy=_is_a_computer_to_move).run,
        "deep reviewer": DeepReviewer(is_busy=_is_a_computer_to_move).run,
    }


def _nudges_to_workers() -> Beside:
    """The commits of this process nudge workers elsewhere; what gets lost is looked for here."""
    from numerica_site.workers import nudges  # Celery is not loaded where it is not used

    nudges.listen()
    return {"nudges": nudges.run}


def _move_for_computers() -> Coroutine[Any, Any, None]:
    _at_tables[:] = [Computers()]
    return _at_tables[0].run()


def _is_a_computer_to_move() -> bool:
    return any(computers.in_hand for computers in _at_tables)


def _keep_running(name: str, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Start what does not run, or not any more."""
    if name not in _running or _running[name].done():
        _running[name] = asyncio.get_running_loop().create_task(work())


sys.setswitchinterval(SWITCH)
metrics.serve(settings.METRICS)
rejections.prepare()
if not settings.REDIS_URL:
    one_process.warn_of_another(settings.VAR_DIR)
pages = Pages(django)
what_thinks = _nudges_to_workers() if settings.WORKERS == "celery" else _own_thinkers()
install_body_limit(settings.LONGEST_BODY)
install_punctual_channels()
install_page_sockets()
ending: Any = reactor  # its stubs know another order of arguments
ending.addSystemEventTrigger("during", "shutdown", process.thinker.end)
install_quiet_end(pages)

application = with_ticker(
    ProtocolTypeRouter(
        {
            "http": pages,
            "websocket": ExactOrigin(with_person(URLRouter(websocket_urlpatterns))),
        }
    )
)
