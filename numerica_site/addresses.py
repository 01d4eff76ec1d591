"""Addresses that the environment gives: of the site, and of what it is reached by or reaches."""

import re
from urllib.parse import SplitResult, urlsplit

from django.core.exceptions import ImproperlyConfigured

LAST_PORT = 65535


def origin(url: str) -> str:
    """The address of the site as browsers write it: in small letters, without a usual port.

    Raises ImproperlyConfigured.

    >>> origin("HTTPS://Numerica.Example:443/")
    'https://numerica.example'
    """
    parts = _split("SITE_URL", url.strip().rstrip("/"))
    usual = {"http": 80, "https": 443}
    is_origin = parts.hostname and "@" not in parts.netloc and not (parts.path or parts.query)
    if parts.scheme not in usual or not is_origin:
        raise ImproperlyConfigured("SITE_URL takes https:// or http://, a host, and nothing more.")
    host = parts.netloc.lower()
    if parts.port in (None, usual[parts.scheme]):  # `https://site:` has none, too
        host = re.sub(r":\d*$", "", host)
    return f"{parts.scheme}://{host}"


def address_of(name: str, url: str) -> str:
    """An address with a password, in which a # may stand as it is: nothing follows after one.

    `name` is the setting. Raises ImproperlyConfigured.
    """
    url = url.replace("#", "%23")
    _split(name, url)
    return url


def host_and_port(name: str, text: str) -> tuple[str, int]:
    """Where something is listened at. `name` is the setting. Raises ImproperlyConfigured.

    >>> host_and_port("NUMERICA_METRICS", "[::1]:9100")
    ('::1', 9100)
    """
    host, _colon, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    is_port = re.fullmatch("[0-9]{1,5}", port) and int(port) <= LAST_PORT
    if not (host and is_port):
        raise ImproperlyConfigured(f"{name} takes a host and a port, as 127.0.0.1:9100: not {text}")
    return host, int(port)


def _split(name: str, url: str) -> SplitResult:
    """Its parts; the fault names no part of it, as one may be a password."""
    try:
        parts = urlsplit(url)
        hosts = parts.netloc.rpartition("@")[2]
        if not (name == "DATABASE_URL" and "," in hosts):  # each of several has its own
            _ = parts.port  # of what is wrong this raises most
    except ValueError:
        raise ImproperlyConfigured(
            f"{name} is no address; in its password / ? [ ] are written %2F %3F %5B %5D."
        ) from None
    return parts
