"""Two hundred strings through every field of every form: no fault, and none becomes markup."""

import re
from html.parser import HTMLParser
from itertools import chain
from urllib.parse import urljoin, urlsplit

import pytest
from django.db import transaction
from django.template import Context, Template
from django.test import Client
from django.utils.html import escape, json_script

from tests.every_page import every_page, sign_in
from tests.faults import Figures
from tests.games.nasty import NASTY
from tests.tiers import some_of

MARKED = "zqx"  # stands in no page by itself
EVALUATED = f"{MARKED}7{MARKED}"  # in no payload as it is sent
EVERYTHING_ENDS = f"'\"--></title></textarea></style></script><{MARKED} onload={MARKED}>"

_ELEMENTS = [
    f"<{MARKED}>",
    f"<script>{MARKED}</script>",
    f"<script src=//{MARKED}></script>",
    f"<style>{MARKED}</style>",
    f"<link rel=stylesheet href=//{MARKED}>",
    f"<base href=//{MARKED}>",
    f"<meta http-equiv=refresh content=0;url=//{MARKED}>",
    f"<img src=x onerror={MARKED}>",
    f"<svg/onload={MARKED}>",
    f"<details open ontoggle={MARKED}>",
    f"<iframe srcdoc={MARKED}>",
    f"<p style=color:{MARKED}>",
    f"<a href=javascript:{MARKED}>",
    f"<a href='\tJava\nScript:{MARKED}'>",
    f"<form action=data:text/html,{MARKED}>",
    f"<button formaction=javascript:{MARKED}>",
    f"<b hx-get=/{MARKED} hx-trigger=load>",
    f"<b data-hx-post=/{MARKED} data-hx-trigger=load>",
    f"<b hx-on:load={MARKED}>",
    f"<b hx-vals='js:{MARKED}'>",
    f"<b hx-swap-oob=outerHTML:{MARKED}>",
    f"<b ws-connect=//{MARKED}>",
]
_ATTRIBUTES = [
    f"onfocus={MARKED} autofocus",
    f"hx-get=/{MARKED} hx-trigger=load",
    f"hx-on:load={MARKED}",
    f"data-hx-get=/{MARKED}",
    f"style=color:{MARKED}",
    f"srcdoc={MARKED}",
    f"formaction=javascript:{MARKED}",
]
_LINKS = [f"javascript:{MARKED}", f" Java\tScript:{MARKED}", f"data:text/html,<{MARKED}>"]
MARKUP = {
    "<p>@</p>": [EVERYTHING_ENDS, *_ELEMENTS, f"{{{{<{MARKED}>}}}}"],
    '<p title="@">': [f'" {one} x="' for one in _ATTRIBUTES] + [f'"><{MARKED}>'],
    "<p title='@'>": [f"' {one} x='" for one in _ATTRIBUTES] + [f"'><{MARKED}>"],
    "<p title=@>": [f"x {one} " for one in _ATTRIBUTES] + [f"><{MARKED}>"],
    '<a href="@">': _LINKS,
    "<textarea>@</textarea>": [f"</textarea><{MARKED}>"],
    "<title>@</title>": [f"</title><{MARKED}>"],
    "<!-- @ -->": [f"--><{MARKED}>"],
    "<script>@</script>": [f"{MARKED}()", f"</script><{MARKED}>"],
    '<script type="application/json">["@"]</script>': [f"<!--<script>{MARKED}"],
}
"""Payloads, each with a page in which it is found where it stands as it was sent."""
TEMPLATES = [
    f"{MARKED}{{{{ 3|add:4 }}}}{MARKED}",
    f"{MARKED}{{% firstof 7 %}}{MARKED}",
]
SIGNS = ("<", ">", '"', "'", "{", "javascript:")


def marked(text: str) -> str:
    """The text, with the mark where there is something in it that is markup somewhere."""
    return f"{text}<{MARKED}>" if any(sign in text for sign in SIGNS) else text


MADE = [*chain(*MARKUP.values()), *TEMPLATES]
OTHERS = [marked(text) for text in NASTY]
PAYLOADS = [*MADE, *OTHERS]


def payloads(field: int) -> list[str]:
    """In `make faults` all of them, else those whose turn it is in the field of this number."""
    made, others = some_of((8, 32), (8, 32), (1, 1))
    return [EVERYTHING_ENDS, *MADE[field % made :: made], *OTHERS[field % others :: others]]


LEAST_FIELDS = 30
TEXTS = ("text", "search", "email", "url", "tel", "password", "hidden", "number", "")
LEADING = ("href", "src", "action", "formaction", "data", "poster", "xlink:href")
RUNNING = ("on", "hx-", "data-hx-", "ws-")


class Markup(HTMLParser):
    """Whether some text of a payload became an element, an attribute, a script or a template."""

    is_broken = False
    unread = ""  # the element whose content is no markup
    is_data = False

    def handle_starttag(self, tag, attributes):
        said = {name: value or "" for name, value in attributes}
        self.unread = tag if tag in ("script", "style") else ""
        self.is_data = "json" in said.get("type", "")
        self.is_broken |= MARKED in tag or any(_came_through(*one) for one in said.items())
        self.is_broken |= "http-equiv" in said and MARKED in "".join(said.values())

    def handle_endtag(self, tag):
        self.unread = ""

    def handle_data(self, text):
        self.is_broken |= EVALUATED in text
        if self.unread and MARKED in text:
            self.is_broken |= not self.is_data or "<" in text

    def handle_comment(self, text):
        self.is_broken |= MARKED in text


def _came_through(name: str, value: str) -> bool:
    """Whether an attribute is a payload's, or runs or leads where a payload says."""
    if MARKED in name or MARKED not in value:
        return MARKED in name
    if name.startswith(RUNNING) or name in ("style", "srcdoc"):
        return True
    return name in LEADING and _leads_away(value)


def _leads_away(value: str) -> bool:
    """Whether a browser, which passes over blanks, goes elsewhere or runs the link."""
    link = urlsplit("".join(value.split()).lower())
    return link.scheme not in ("", "http", "https") or MARKED in link.netloc


def is_broken(html: str) -> bool:
    read = Markup()
    read.feed(html)
    read.close()
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


@pytest.mark.django_db
@pytest.mark.slow
@pytest.mark.wider
@pytest.mark.long
@pytest.mark.fault("F19")
def test_no_text_is_a_fault_or_becomes_markup_in_any_field(figures: Figures):
    found = fields(every_page())
    assert len(found) >= LEAST_FIELDS, sorted(found)
    figures.add("texts", len(PAYLOADS))
    for number, ((_, method, name), (way, sent, client)) in enumerate(found.items()):
        figures.add("fields", 1)
        for payload in payloads(number):
            with transaction.atomic():
                answer = getattr(client, method)(way, sent | {name: payload}, follow=False)
                assert answer.status_code < 500, (way, name, payload)
                said = _all_said(answer)
                if answer.status_code == 302 and MARKED in payload:  # where it may be shown now
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


def test_a_payload_that_stands_in_a_page_as_it_was_sent_is_found():
    pages = [(page, one) for page, payloads in MARKUP.items() for one in payloads]
    assert [each for each in pages if not is_broken(each[0].replace("@", each[1]))] == []


def test_a_payload_that_is_read_as_a_template_is_found():
    assert all(is_broken(Template(one).render(Context())) for one in TEMPLATES)


def test_a_payload_that_is_escaped_is_not_found():
    pages = ["<p>@</p>", '<p title="@">', "<p title='@'>", "<textarea>@</textarea>"]
    said = [page.replace("@", escape(one)) for page in pages for one in PAYLOADS]
    said += [json_script({"said": one}) for one in PAYLOADS]
    assert [one for one in said if is_broken(one)] == []


def test_every_payload_that_is_markup_somewhere_has_the_mark():
    assert len(PAYLOADS) > 200 and len(MADE) > 50
    bare = [one for one in PAYLOADS if MARKED not in one]
    assert [one for one in bare if any(sign in one.lower() for sign in SIGNS)] == []
