"""`manage.py play`: the whole site from nothing: database, demo data, server."""

import errno
import socket
from argparse import ArgumentParser, ArgumentTypeError
from contextlib import closing
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, OutputWrapper

LAST_PORT = 65535


class Command(BaseCommand):
    help = "Make the database ready, add demo games to an empty one, and serve the site."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=_port, default=8000, help="0 takes a free one")
        parser.add_argument("--no-demo", action="store_true", help="start without demo data")

    def handle(self, *args: Any, **options: Any) -> None:
        _require_free(options["host"], options["port"])
        call_command("prepare_database", stdout=self.stdout)
        _collect_static_files()
        if not options["no_demo"]:
            call_command("seed_demo", stdout=self.stdout)
        self.stdout.flush()
        self._serve(options["host"], options["port"])

    def _serve(self, host: str, port: int) -> None:
        """Serve pages and sockets until Ctrl-C."""
        from django.conf import settings

        # Daphne first: it chooses the event loop before anything else imports twisted.
        from daphne.server import Server  # isort: skip

        from numerica_site.asgi import application

        interface = host.replace(":", r"\:")  # as endpoints of twisted have it
        server: Any = Server(
            application=application,
            endpoints=[f"tcp:port={port}:interface={interface}"],
            http_timeout=120,
            websocket_timeout=60 * 60 * 4,
            ping_interval=10,
            ping_timeout=15,
            websocket_max_message_size=settings.DAPHNE_WEBSOCKET_MAX_MESSAGE_SIZE,
            websocket_max_frame_size=settings.DAPHNE_WEBSOCKET_MAX_FRAME_SIZE,
            server_name="",
            ready_callable=lambda: self._say_address(server, host),
        )
        server.run()
        if not server.listening_addresses:
            raise CommandError(_taken(port))

    def _say_address(self, server: Any, host: str) -> None:
        if server.listening_addresses:
            port = server.listening_addresses[0][1]
            address = _address(host, port)
            _lead_mails_to(address)
            self.stdout.write(f"Numerica is at {address}/  (Ctrl-C stops it)")
            _say_where_mails_are(self.stdout)
            self.stdout.flush()


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text[:6]) <= LAST_PORT):
        raise ArgumentTypeError(f"{text} is no port: 0 to {LAST_PORT}")
    return int(text)


def _require_free(host: str, port: int) -> None:
    """Refuse what cannot be listened at, before anything is made for it."""
    try:
        ((family, kind, _protocol, _name, place), *_) = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        with closing(socket.socket(family, kind)) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(place)
    except (OSError, UnicodeError) as fault:
        if isinstance(fault, OSError) and fault.errno == errno.EADDRINUSE:
            raise CommandError(_taken(port)) from fault
        raise CommandError(f"Nobody can be served at {host}, port {port}: {fault}") from fault


def _taken(port: int) -> str:
    return f"Port {port} is taken; name another: make play PORT=8001"


def _address(host: str, port: int) -> str:
    """As it is typed into a browser.

    >>> _address("127.0.0.1", 8000), _address("::1", 8000)
    ('http://localhost:8000', 'http://[::1]:8000')
    """
    shown = f"[{host}]" if ":" in host else host
    return f"http://{'localhost' if host == '127.0.0.1' else shown}:{port}"


def _lead_mails_to(address: str) -> None:
    """Links in mails lead to this server, unless the settings name an address."""
    from django.conf import settings

    if not settings.HAS_SITE_URL:
        settings.SITE_URL = address


def _say_where_mails_are(out: OutputWrapper) -> None:
    """Without a mail server each mail is a file."""
    from django.conf import settings

    if settings.MAILS_ARE_FILES:
        out.write(f"Mails are files in {settings.MAIL_DIR}/")


def _collect_static_files() -> None:
    """In production that was done by `collectstatic`, for all processes."""
    from django.conf import settings

    from numerica_site import static_files

    if not settings.IS_PRODUCTION:
        static_files.collect()
