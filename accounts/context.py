"""What every page needs to know: its reader's wishes, and whose site it is."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.urls import is_valid_path

from accounts.responses import came_from

THEMES = ("auto", "light", "dark")
THEME_COOKIE = "theme"
STEPS = ("touch", "always", "never")
STEPS_COOKIE = "steps"
LETTERS = ("on", "off")
LETTERS_COOKIE = "letters"
CHAT = ("on", "off")
CHAT_COOKIE = "chat"


def appearance(request: HttpRequest) -> dict[str, str]:
    """The theme, known before the first byte is painted; how moves are sent; what letters do."""
    theme = request.COOKIES.get(THEME_COOKIE, "auto")
    steps = request.COOKIES.get(STEPS_COOKIE, "touch")
    letters = request.COOKIES.get(LETTERS_COOKIE, "on")
    return {
        "theme": theme if theme in THEMES else "auto",
        "steps": steps if steps in STEPS else "touch",
        "letters": letters if letters in LETTERS else "on",
    }


def page(request: HttpRequest) -> dict[str, str]:
    """The address of the page at hand, for what leads back to it.

    A page that answers a post of a game stands one step above: the post's own cannot be opened.
    Other posts are answered for the page that they came from.
    """
    if request.method in ("GET", "HEAD"):
        return {"page_address": request.path}
    address = page_above(request) or urlsplit(came_from(request)).path or request.path
    return {"page_address": address}


def page_above(request: HttpRequest) -> str:
    """The page to which an address for posts of a game belongs; empty where there is none."""
    match, above = request.resolver_match, request.path.rstrip("/").rpartition("/")[0] + "/"
    is_of_a_page = match is not None and match.namespace == "games" and above != "/"
    return above if is_of_a_page and is_valid_path(above) else ""


def reads_chat(request: HttpRequest) -> bool:
    """Whether this reader has the chat switched on: by account, a stranger's by cookie."""
    if request.user.is_authenticated:
        return request.user.reads_chat
    return request.COOKIES.get(CHAT_COOKIE) != "off"


def owner(request: HttpRequest) -> dict[str, str]:
    """Where the source of this server can be had and how to reach who runs it; empty if unset."""
    return {"source_url": settings.SOURCE_URL, "contact_email": settings.CONTACT_EMAIL}
