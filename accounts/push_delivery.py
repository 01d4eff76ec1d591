"""How a push message is encrypted, signed, and posted to the push service of a browser's maker.

A browser says itself where that is. So nothing is posted but to public addresses, which are looked
up once and kept to; no answer leads on to another; and none is waited for long.
"""

import base64
import binascii
import hashlib
import ipaddress
import logging
import socket
import ssl
from concurrent.futures import Future
from contextlib import suppress
from functools import cache
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from threading import Thread, Timer
from typing import Any, NamedTuple
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

LONGEST = 8.0  # seconds that a name may take, then a connection, and then an answer
LONGEST_ENDPOINT = 1000  # characters
_P256DH, _AUTH = 65, 16  # bytes of the two keys of a browser
_NAT64 = ipaddress.ip_network("64:ff9b::/96")

log = logging.getLogger(__name__)


class Letter(NamedTuple):
    """A message for one browser. `topic` names what it is about: a newer one takes its place."""

    endpoint: str
    p256dh: str
    auth: str
    text: str
    topic: str
    seconds_kept: int  # by the push service, while it cannot reach the browser


def checked(endpoint: str, p256dh: str, auth: str) -> None:
    """Raises ValueError unless a browser may have handed out these; nothing is looked up."""
    if not endpoint.isascii() or len(endpoint) > LONGEST_ENDPOINT:
        raise ValueError("no address of a push service")
    _checked_address(endpoint)
    if len(_bytes_of(p256dh)) != _P256DH or len(_bytes_of(auth)) != _AUTH:
        raise ValueError("no keys of a browser")


def _bytes_of(text: str) -> bytes:
    """What stands for these bytes in base64url; raises ValueError."""
    if not text.isascii() or len(text) > 100 or "=" in text:
        raise ValueError("no base64url")
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
    except binascii.Error as fault:
        raise ValueError("no base64url") from fault


def _checked_address(endpoint: str) -> SplitResult:
    """The parts of an address that something may be posted to; raises ValueError."""
    if any(not "!" <= sign <= "~" for sign in endpoint):
        raise ValueError("no address")
    parts = urlsplit(endpoint)
    host, port = parts.hostname or "", parts.port
    if settings.PUSHES_TO_LOOPBACK and host == "127.0.0.1":
        return parts
    if parts.scheme != "https" or port not in (None, 443) or "@" in parts.netloc:
        raise ValueError("a push service has an address of https")
    try:
        is_public = _is_public(host)
    except ValueError:  # a name
        is_public = "." in host.strip(".")
    if not is_public:
        raise ValueError("not a public address")
    return parts


def _is_public(text: str) -> bool:
    """Whether everybody reaches the same by this address; raises ValueError for none."""
    address = ipaddress.ip_address(text)
    if settings.PUSHES_TO_LOOPBACK and address.is_loopback:
        return True
    if isinstance(address, ipaddress.IPv6Address):
        leads_elsewhere = address.ipv4_mapped or address.sixtofour or address.teredo
        if leads_elsewhere or address in _NAT64:
            return False
    return address.is_global and not address.is_multicast


@cache
def _signer(private_key: str) -> Any:
    from py_vapid import Vapid02  # what few processes need is loaded where it is needed

    return Vapid02.from_raw(private_key.encode())


def public_key() -> str:
    """By which a browser and its push service know this site, in base64url."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    point = _signer(settings.PUSH_KEY).public_key
    written = point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(written).rstrip(b"=").decode()


def deliver(letter: Letter) -> int | None:
    """Post a message; the status of the answer, or None where there was none."""
    try:
        address = _checked_address(letter.endpoint)
        return _post(address, _encrypted(letter), _headers(letter, address))
    except (OSError, HTTPException, ValueError) as fault:
        log.info("a push message was not delivered: %s", type(fault).__name__)
        return None


def _encrypted(letter: Letter) -> bytes:
    from pywebpush import WebPusher

    keys = {"p256dh": letter.p256dh, "auth": letter.auth}
    told = WebPusher({"endpoint": letter.endpoint, "keys": keys})
    body: bytes = told.encode(letter.text.encode())["body"]
    return body


def _headers(letter: Letter, address: SplitResult) -> dict[str, str]:
    contact = settings.CONTACT_EMAIL
    claims = {
        "aud": f"{address.scheme}://{address.netloc}",
        "sub": f"mailto:{contact}" if contact else f"https://{settings.SITE_HOST}",
    }
    topic = hashlib.sha256(f"{letter.auth} {letter.topic}".encode()).digest()
    return {
        **_signer(settings.PUSH_KEY).sign(claims),
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(letter.seconds_kept),
        "Topic": base64.urlsafe_b64encode(topic)[:32].decode(),
        "Urgency": "normal",
    }


def _post(address: SplitResult, body: bytes, headers: dict[str, str]) -> int:
    """The status alone is read. A connection that goes on for too long is cut off."""
    path = address._replace(scheme="", netloc="", fragment="").geturl() or "/"
    connection = _connected(address)
    end = Timer(LONGEST, _cut_off, [connection.sock])
    end.daemon = True
    end.start()
    try:
        if isinstance(connection.sock, ssl.SSLSocket):
            connection.sock.do_handshake()
        connection.request("POST", path, body, headers)
        return connection.getresponse().status
    finally:
        end.cancel()
        connection.close()


def _connected(address: SplitResult) -> HTTPConnection:
    """A connection to where the name leads, by an address that was looked at; raises OSError."""
    host, is_secure = address.hostname or "", address.scheme == "https"
    kind = HTTPSConnection if is_secure else HTTPConnection
    connection = kind(host, address.port, timeout=LONGEST)
    plain = socket.create_connection(looked_up(host, connection.port), LONGEST)
    connection.sock = plain
    if is_secure:
        context = ssl.create_default_context()
        connection.sock = context.wrap_socket(
            plain, server_hostname=host, do_handshake_on_connect=False
        )
    return connection


def looked_up(host: str, port: int) -> tuple[str, int]:
    """The address that this name leads to; raises ValueError unless all of them are public.

    Raises TimeoutError for a name server that lets wait. The thread that asks it ends when the
    system gives up; few are there at once, as few messages go to hosts that anybody may name.
    """
    found: Future[list[Any]] = Future()
    Thread(target=_look_up, args=[host, port, found], daemon=True).start()
    places = found.result(LONGEST)
    addresses = [str(place[4][0]) for place in places]
    if not all(_is_public(address) for address in addresses):
        raise ValueError("not a public address")
    return addresses[0], port


def _look_up(host: str, port: int, found: Future[list[Any]]) -> None:
    try:
        found.set_result(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
    except (OSError, ValueError) as fault:
        found.set_exception(fault)


def _cut_off(open_socket: socket.socket) -> None:
    with suppress(OSError):
        socket.socket.shutdown(open_socket, socket.SHUT_RDWR)
