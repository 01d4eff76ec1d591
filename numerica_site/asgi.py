"""The entry of the server, for pages and for sockets."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from typing import Any

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "numerica_site.settings")
pages = get_asgi_application()  # before any import that touches models

from channels.auth import AuthMiddlewareStack  # noqa: E402 -- needs the line above
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.conf import settings  # noqa: E402

from games import jobs  # noqa: E402
from games.routing import websocket_urlpatterns  # noqa: E402
from numerica_site.guards import ExactOrigin, install_body_limit, mend_sockets  # noqa: E402

Scope = dict[str, Any]
Application = Callable[[Scope, Any, Any], Awaitable[None]]

_ticker: asyncio.Task[None] | None = None


def with_ticker(application: Application) -> Application:
    """Start the ticker with the first scope served: daphne knows no start-up event."""

    async def asgi(scope: Scope, receive: Any, send: Any) -> None:
        global _ticker
        if settings.TICKER_IS_ON and (_ticker is None or _ticker.done()):
            _ticker = asyncio.get_running_loop().create_task(jobs.run())
        await application(scope, receive, send)

    return asgi


install_body_limit(settings.LONGEST_BODY)
mend_sockets()

application = with_ticker(
    ProtocolTypeRouter(
        {
            "http": pages,
            "websocket": ExactOrigin(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
        }
    )
)
