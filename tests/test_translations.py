"""Every text has its German, and what is compiled is what was written."""

import ast
import gettext
import re
from pathlib import Path

import allauth
import pytest
from django.conf import settings
from django.template import engines
from django.templatetags.i18n import BlockTranslateNode
from django.utils.translation import trim_whitespace

ROOT = Path(settings.BASE_DIR)
SOURCES = ("accounts", "games", "numerica_site", "ratings")
GERMAN_PATH = "locale/de/LC_MESSAGES/django.po"
GERMAN = ROOT / GERMAN_PATH
ENGLISH = ROOT / "locale/en/LC_MESSAGES/django.po"  # other words for what django-allauth says

CALLS = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy", "pgettext"}
TAG = re.compile(
    r"""(?:\{%\s*trans(?:late)?\s+|\b_\()(["'])(?P<text>.*?)\1(?:\s+context\s+(["'])(?P<context>.*?)\3)?"""
)


def texts_in_python():
    """Every text that the code marks or has translated, with its context."""
    for source in SOURCES:
        for path in (ROOT / source).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") in CALLS:
                    said = [one.value for one in node.args if isinstance(one, ast.Constant)]
                    context = said.pop(0) if node.func.id == "pgettext" else None
                    if said:
                        yield context, said[0]


def texts_in_templates():
    """Every text of the templates, with its context."""
    engine = engines["django"].engine
    for path in (ROOT / "templates").rglob("*.*"):
        for found in TAG.finditer(path.read_text()):
            yield found["context"], found["text"].replace("%", "%%")  # as the tag asks for it
        template = engine.get_template(str(path.relative_to(ROOT / "templates")))
        for node in template.nodelist.get_nodes_by_type(BlockTranslateNode):
            text = node.render_token_list(node.singular)[0]
            yield None, trim_whitespace(text) if node.trimmed else text


class Entry:
    """One text of a catalogue, in English and in the other language."""

    def __init__(self, lines):
        self.is_fuzzy = any(line.startswith("#,") and "fuzzy" in line for line in lines)
        self.said, key = {}, ""
        for line in lines:
            if line.startswith("#"):
                continue
            if not line.startswith('"'):
                key, line = line.split(" ", 1)
            self.said[key] = self.said.get(key, "") + ast.literal_eval(line)
        self.context, self.text = self.said.get("msgctxt"), self.said.get("msgid", "")
        self.plural = self.said.get("msgid_plural")
        self.translations = [text for key, text in self.said.items() if key.startswith("msgstr")]


def catalogue(path=GERMAN):
    """What is written there, without its head and without what nobody asks for any more."""
    blocks = [block.splitlines() for block in path.read_text().strip().split("\n\n")]
    wanted = [[line for line in block if not line.startswith("#~")] for block in blocks]
    entries = [Entry(block) for block in wanted if any(line.startswith("msgid") for line in block)]
    return [entry for entry in entries if entry.text]


def placeholders(text):
    """What is put into a text: `%(name)s`, `{name}`, `%s`, `%own`."""
    return sorted(re.findall(r"%\(\w+\)s|\{\w+\}|%+(?:s|own|other)\b", text))


@pytest.mark.slow
def test_every_text_of_the_code_is_in_the_catalogue():
    known = {(entry.context, entry.text) for entry in catalogue()}
    wanted = {*texts_in_python(), *texts_in_templates()}
    assert len(wanted) > 900
    assert not wanted - known, "make messages, then translate what is new"


def test_dates_are_written_as_the_language_writes_them():
    """But for `c`, which programs read."""
    fixed = re.compile(r"""\|(?:date|time):(["'])(?!c\1)""")
    templates = (ROOT / "templates").rglob("*.*")
    assert [path.name for path in templates if fixed.search(path.read_text())] == []


@pytest.mark.slow
def test_german_is_whole():
    entries = catalogue()
    assert [entry.text for entry in entries if entry.is_fuzzy] == []
    assert [entry.text for entry in entries if not all(entry.translations)] == []
    assert [entry.text for entry in entries if entry.plural and len(entry.translations) != 2] == []


def test_what_is_put_into_a_text_is_put_into_its_translation():
    for entry in catalogue():
        expected = {tuple(placeholders(text)) for text in (entry.text, entry.plural or entry.text)}
        for text in entry.translations:
            assert tuple(placeholders(text)) in expected, entry.text


def test_the_pages_of_the_library_speak_as_the_others_do(client):
    known = {entry.text for entry in catalogue(Path(allauth.__file__).parent / GERMAN_PATH)}
    assert {entry.text for entry in catalogue(ENGLISH)} <= known
    page = client.get("/accounts/signup/").content.decode()
    assert "E-mail address" in page and "Email" not in page
    page = client.get("/accounts/signup/", headers={"Accept-Language": "de"}).content.decode()
    assert "E-Mail-Adresse" in page


@pytest.mark.parametrize("path", [GERMAN, ENGLISH], ids=["German", "English"])
def test_the_compiled_catalogue_is_the_written_one(path):
    with path.with_suffix(".mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)._catalog
    written = {}
    for entry in catalogue(path):
        key = entry.text if entry.context is None else f"{entry.context}\x04{entry.text}"
        if entry.plural is None:
            written[key] = entry.translations[0]
        else:
            written |= {(key, number): text for number, text in enumerate(entry.translations)}
    assert {key: text for key, text in compiled.items() if key} == written, "make messages"
