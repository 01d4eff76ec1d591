"""Two hundred strings through every field of every form: no fault, and none becomes markup."""

import re
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import pytest
from django.db import transaction
from django.test import Client

from tests.every_page import every_page, sign_in
from tests.faults import Figures
from tests.games.nasty import NASTY
from tests.tiers import some_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.wider]

MARKED = "zqx"  # stands in no page by itself
MARKUP = [
    f"<{MARKED}>",
    f'"><{MARKED}>',
    f"'><{MARKED}>",
    f"</textarea><{MARKED}>",
    f"</title><{MARKED}>",
    f"--><{MARKED}>",
    f"{{{{<{MARKED}>}}}}",
    f'" onfocus={MARKED} autofocus="',
    f"' onfocus={MARKED} '",
]
PAYLOADS = [*MARKUP, *some_of(NASTY[::60], NASTY[::60], NASTY)]
LEAST_FIELDS = 30
TEXTS = ("text", "search", "email", "url", "tel", "password", "hidden", "number", "")


class Markup(HTMLParser):
    """Whether some text became an element, or an attribute that runs."""

    is_broken = False

    def handle_starttag(self, tag, attributes):
        self.is_broken |= tag == MARKED or "onfocus" in dict(attributes)


def is_broken(html: str) -> bool:
    read = Markup()
    read.feed(html)
    return read.is_broken


class Forms(HTMLParser):
    """The forms of a page: where each leads, how, and its fields with what stands in them."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[tuple[str, str, dict[str, str]]] = []
        self.texts: list[set[str]] = []

    def handle_starttag(self, tag, attributes):
        said = dict(attributes)
        if tag == "form":
            self.forms.append((said.get("action") or "", (said.get("method") or "get").lower(), {}))
            self.texts.append(set())
        elif self.forms and said.get("name") and tag in ("input", "textarea", "button"):
            kind = said.get("type") or ""
            if kind in ("radio", "checkbox") and "checked" not in said:
                return
            self.forms[-1][2].setdefault(said["name"], said.get("value") or "")
            if tag == "textarea" or (tag == "input" and kind in TEXTS):
                self.texts[-1].add(said["name"])


def fields(pages) -> dict[tuple[str, str, str], tuple[dict[str, str], object]]:
    """By the way of a form and a field of text: what else it sends, and who sees it."""
    found = {}
    clients: dict[object, Client] = {}
    for page, user in pages:
        if user not in clients:
            clients[user] = Client()
            if user is not None:
                sign_in(clients[user], user)
        answer = clients[user].get(page)
        if "text/html" not in answer.headers.get("Content-Type", ""):
            continue
        read = Forms()
        read.feed(answer.content.decode())
        for (action, method, sent), texts in zip(read.forms, read.texts, strict=True):
            way = urlsplit(urljoin(page, action)).path
            for name in texts - {"csrfmiddlewaretoken"}:
                kind = re.sub(r"/[A-Za-z0-9]{14}/", "/GAME/", way)
                found.setdefault((kind, method, name), (way, sent, clients[user]))
    return found


@pytest.mark.long
@pytest.mark.fault("F19")
def test_no_text_is_a_fault_or_becomes_markup_in_any_field(figures: Figures):
    found = fields(every_page())
    assert len(found) >= LEAST_FIELDS, sorted(found)
    figures.add("texts", len(PAYLOADS))
    for (_, method, name), (way, sent, client) in [*found.items()][:: some_of(3, 1)]:
        figures.add("fields", 1)
        for payload in PAYLOADS:
            with transaction.atomic():
                answer = getattr(client, method)(way, sent | {name: payload}, follow=False)
                assert answer.status_code < 500, (way, name, payload)
                said = _all_said(answer)
                if answer.status_code == 302 and payload in MARKUP:  # where it may be shown now
                    told = urlsplit(answer.headers["Location"])
                    if not told.netloc:
                        said += _all_said(client.get(answer.headers["Location"]))
                transaction.set_rollback(True)
            assert not (MARKED in said and is_broken(said)), (way, name, payload)
            assert "\n" not in answer.headers.get("Location", ""), (way, name, payload)


def _all_said(answer) -> str:
    if answer.streaming or "text/html" not in answer.headers.get("Content-Type", ""):
        return ""
    return answer.content.decode(errors="replace")


def test_text_that_becomes_markup_is_found():
    assert is_broken(f'<p title="{MARKUP[1]}">') and is_broken(f'<input value="{MARKUP[7]}">')
    assert not is_broken("<p>&lt;zqx&gt;</p>")
