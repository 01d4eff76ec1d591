"""Every word of the site in the reader's language, and every language whole."""

import json
import re
from html.parser import HTMLParser

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.translation import trans_real

from accounts.models import User
from accounts.names import COMPUTERS
from games.presentation import (
    boards,
    drawing,
    preview_image,
    rules_pages,
    script_sentences,
    sentences,
)
from games.rules import GAMES
from games.selectors import table_moves

from .every_page import every_page, not_led_to, sign_in
from .games.helpers import HTMX

# --- no word stands on a page that no translator has seen ---


OPEN, CLOSE = "⟦", "⟧"


class Marked(trans_real.DjangoTranslation):
    """A language in which every text is English between brackets.

    It is made from German and remembers for what texts there is no German, in the libraries too.
    """

    def __init__(self):
        super().__init__("de")
        self.lacking = set()

    def gettext(self, message):
        self._look_for(message, message)
        return self._marked(message)

    def ngettext(self, singular, plural, number):
        self._look_for((singular, 0), singular)
        return self._marked(singular if number == 1 else plural)

    def _look_for(self, key, message):
        if key not in self._catalog and message not in dict(settings.LANGUAGES).values():
            self.lacking.add(message)

    def _marked(self, message):
        """Each part by itself, where several stand in one text."""
        text = message.rpartition(trans_real.CONTEXT_SEPARATOR)[2]
        return "|".join(f"{OPEN}{part}{CLOSE}" for part in text.split("|")) if text else ""


class Texts(HTMLParser):
    """What a page says: its text, and the attributes that are read out or shown by scripts."""

    SILENT = ("script", "style")
    SAID = ("aria-label", "title", "alt", "placeholder", "data-done", "data-failed", "data-title")
    KEYS = ("data-step", "data-sentences", "data-when")
    WORDS = re.compile(r"[A-Za-z]{2,}[,.:;]? [A-Za-z]{2,}|^[A-Z][a-z]+\b")

    def __init__(self, page):
        super().__init__()
        self.text, self.attributes = "", []
        self.is_silent = self.is_json = False
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.is_silent = tag in self.SILENT
        self.is_json = given.get("id") == "sentences"
        self.attributes += json.loads(given.get("data-sentences", "{}")).values()
        self.attributes += [
            value or "" for name, value in attrs if self._is_said(name, value or "")
        ]
        if given.get("name", given.get("property", "")).endswith(("description", ":title")):
            self.attributes.append(given["content"])

    def _is_said(self, name, value):
        if name in self.SAID or name == "data-say":
            return True
        is_data = name.startswith("data-") and name not in self.KEYS
        return is_data and bool(self.WORDS.search(without_marked(value)))

    def handle_endtag(self, tag):
        self.is_silent = self.is_json = False

    def handle_data(self, data):
        if self.is_json:
            self.attributes += json.loads(data).values()
        self.text += "" if self.is_silent else data + "\n"


def without_marked(text):
    """What stands outside all brackets."""
    depth, left = 0, []
    for letter in text:
        depth += letter == OPEN
        left.append(letter if depth == 0 else "\n" if letter == "\n" else " ")
        depth -= letter == CLOSE
    return "".join(left)


NOTATION = re.compile(
    r"(?<!\w)(?:\d+[A-S]<?|[A-S]\d+|[a-h]\d(?:[-–][a-h]\d)?|[23][EPS]|[A-S]|[a-h]|x|swap|pass|resign"
    r"|sha256:[0-9a-f]{64}|[0-9a-f]{64})(?!\w)"
)
"""Squares, moves, premium squares, rows and columns, seeds."""

NAMES = {"Numerica", "English", "Deutsch", "EN", "DE", "UTC", "JSON", "SHA-256", *COMPUTERS}
"""What is called alike in every language."""


def foreign(page, names):
    """Words on a page that went past the translators, each line on which there are some."""
    texts = Texts(re.sub(r"(?s)<code>.*?</code>|<kbd>.</kbd>", "", page))
    known = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    found = []
    for text in [texts.text, *texts.attributes]:
        left = re.sub(rf"(?<!\w)(?:{known})(?!\w)", " ", without_marked(text))
        left = NOTATION.sub(" ", left)
        found += [line.strip() for line in left.splitlines() if any(map(str.isalpha, line))]
    return found


@pytest.fixture
def marked(monkeypatch):
    """German is replaced by the marked language."""
    language = Marked()
    monkeypatch.setitem(trans_real._translations, "de", language)
    clear_drawings()
    yield language
    clear_drawings()


def clear_drawings():
    """Nothing that was drawn in the one German is shown in the other."""
    boards.clear()
    drawing.clear()
    script_sentences.clear()
    table_moves.clear()


@pytest.mark.slow
def test_no_page_says_a_word_that_is_not_translated(db, browser, marked):
    pages = every_page()
    names = NAMES | {rules.name for rules in GAMES.values()}
    names |= {name for user in User.objects.all() for name in (user.username, user.email) if name}
    names |= {"Zoe", "z@example.org"}  # who signs up
    names |= {f"http://testserver{address}" for address, _ in pages}  # an invitation's is shown
    readers, found = {}, {}
    for address, user in pages:
        if user not in readers:
            readers[user] = browser(headers={"Accept-Language": "de"})
            if user is not None:
                sign_in(readers[user], user)
        page = readers[user].get(address).content.decode()
        assert 'lang="de"' in page, address
        assert not not_led_to(page), address
        if left := foreign(page, names):
            found[f"{address} for {user}"] = left
    assert not found, "\n".join(f"{page}: {said}" for page, said in found.items())
    assert not marked.lacking, "make messages, then translate what is new"


REFUSED = {
    "numerica": ("8H 1", "8F 3+4=8", "8F 06=6", "8F 3++3=6", "F1 1=1", "8F 1/0=1/0", "swap 9", "swap 11111111", "zz"),
    "equate": ("10J 24/3=9", "10J 4-6+7=5", "10J 5=05", "10J 1=1=1", "1A 1=1", "swap =", "10J [1/9]=1", "10F 5=12[3/2]"),
    "digifeud": ("7E 8*9=[73]", "7E 7/2=[35]", "1A 1+1=2", "7E 12+3=5", "swap 1", "7E 8*9=72", "7I< 8*9=[72]"),
    "numeria": ("a8-a8", "a8-b1", "pass", "d7-d5", "d7-d5 x a1-a4", "e3-e4 x h1-e5", "x"),
}  # fmt: skip
"""Moves that the rules forbid, for one reason after another."""

FORMS = {
    "/invitations/new/": {
        "key": "numerica",
        "to": "name",
        "name": "Nobody",
        "time": "5d",
        "rated": "on",
    },
    "/computer/": {"key": "chess", "computers": "Deep Thought"},
    "/accounts/signup/": {"username": "Engine", "email": "x", "password1": "1"},
    "/accounts/login/": {"login": "Ada", "password": "wrong"},
    "/accounts/password/reset/": {"email": "x"},
    "/people/keep/": {"username": "x y"},
    "/people/theme/": {"next": "x" * 70_000},
}
"""Forms filled in wrongly."""


@pytest.mark.slow
def test_no_answer_says_a_word_that_is_not_translated(people, browser, start, marked, mailoutbox):
    game, client = start(moves=3), browser(people.ada, headers={"Accept-Language": "de"})
    stranger = browser(headers={"Accept-Language": "de"})
    answers = {path: stranger.post(path, data) for path, data in FORMS.items()}
    answers |= {f"{path} of Ada": client.post(path, data) for path, data in FORMS.items()}
    for key, moves in REFUSED.items():
        for text in moves:
            said = {"text": text, "key": key}
            answers[f"{key} {text}"] = client.post(f"/rules/{key}/try/", said, **HTMX)
    for text in ("8H 1", "pass", "swap 1", "resign"):
        answers[f"check {text}"] = client.post(f"/games/{game.id}/check/", {"text": text}, **HTMX)
    answers["too late"] = client.post(f"/games/{game.id}/move/", {"text": "pass", "ply": 1})
    answers["not yours"] = stranger.post(f"/games/{game.id}/move/", {"text": "pass", "ply": 4})
    answers["wrong way"] = stranger.get("/people/theme/")
    answers["no token"] = browser(enforce_csrf_checks=True, headers={"Accept-Language": "de"}).post(
        "/"
    )
    answers["live"] = client.get(f"/games/{game.id}/live/", **HTMX)
    names = NAMES | {"Ada", "Ben", "Cleo"} | {rules.name for rules in GAMES.values()}
    found = {
        answer: left
        for answer, response in answers.items()
        if (left := foreign(response.content.decode(), names))
    }
    assert not found, "\n".join(f"{answer}: {said}" for answer, said in found.items())


def test_no_letter_says_a_word_that_is_not_translated(people, browser, marked, mailoutbox):
    stranger = browser(headers={"Accept-Language": "de"})
    stranger.post("/accounts/password/reset/", {"email": people.ada.email})
    stranger.post(
        "/accounts/signup/",
        {"username": "Dora", "email": "dora@example.org", "password1": "a-long-password-1"},
    )
    assert len(mailoutbox) == 2
    for letter in mailoutbox:
        said = re.sub(r"http\S+", "", f"{letter.subject}\n{letter.body}")
        assert not foreign(said, NAMES | {"Ada", "Dora", "testserver", "example.com"}), said


# --- times and division, as the reader's language writes them ---


def judged(text):
    """What a rules page says of a move."""
    return rules_pages.judge_try("numerica", text)


@pytest.mark.parametrize(("language", "times", "divided"), [("en", "×", "÷"), ("de", "·", ":")])
def test_signs_are_those_of_the_language_on_tiles_in_lines_and_in_sentences(
    language, times, divided
):
    with translation.override(language):
        assert sentences.pretty("3*4=24/2") == f"3 {times} 4 = 24 {divided} 2"
        assert [boards.tile(symbol).glyph for symbol in "*/-"] == [times, divided, "−"]
        assert judged("12J .*1=2").runs[0].text == f"2 {times} 1 = 2"
        why = judged("12J .*/1=2").runs[0].why
        assert why.startswith(f"{times} ") and f" {divided} " in why
        assert sentences.public_notation("8F 3*4=12") == "8F 3*4=12"
        assert {times, divided} <= set(preview_image._SIGNS)


@pytest.mark.slow
def test_a_picture_is_drawn_for_its_reader(start, browser):
    address = f"/games/{start(moves=12).id}/12.png"
    english, german = [
        browser(headers={"Accept-Language": language}).get(address) for language in ("en", "de")
    ]
    assert english.status_code == german.status_code == 200 and english.content != german.content
    assert {"Accept-Language", "Cookie"} <= set(german["Vary"].split(", "))
