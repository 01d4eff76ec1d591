"""The socket of a table while a test disturbs it."""

from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect


def breakable_socket(page: Page, address: str = "**/ws/games/**") -> dict[str, Any]:
    """What is put into the dict decides: `is_down` refuses sockets, `is_deaf` swallows messages.

    Its `links` are the sockets that the page has opened since.
    """
    state: dict[str, Any] = {"links": [], "is_down": False, "is_deaf": False}

    def link(socket: WebSocketRoute) -> None:
        state["links"].append(socket)
        if state["is_down"]:
            socket.close(code=1012)
            return
        server = socket.connect_to_server()
        server.on_message(lambda message: None if state["is_deaf"] else socket.send(message))

    page.route_web_socket(address, link)
    return state


def close(socket: dict[str, Any]) -> None:
    """Close the socket that is open; the page opens another soon."""
    socket["links"][-1].close(code=1012)


def cut_off(page: Page, socket: dict[str, Any]) -> None:
    """Close the socket that is open; return when the page says so, two seconds later.

    A page that can connect again by then may never say it.
    """
    close(socket)
    expect(page.locator("#connection.notice")).to_be_visible()


HIDE = """isHidden => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
"""The reader looks at another tab, or is back."""

BEAT = " "
"""What the server sends every ten seconds, by its own clock."""

_HEAR = """message => document.dispatchEvent(
    new CustomEvent("htmx:wsBeforeMessage", { detail: { message }, cancelable: true }))"""


def let_pass(page: Page, seconds: float) -> None:
    """Let time pass on a page whose clock is installed; the server's beats come meanwhile."""
    while seconds > 0:
        page.evaluate(_HEAR, BEAT)
        page.clock.run_for(1000 * min(10, seconds))
        seconds -= 10
