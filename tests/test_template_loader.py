"""Templates lose indentation and empty lines when they are read, and nothing that is seen."""

import re

import pytest
from django.template import Context, Engine, Origin

from numerica_site.template_loader import CompactLoader, compact
from tests.games.helpers import ROOT

TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
WRAPPED_TEXT = re.compile(r"{% blocktranslate(?:(?! trimmed)[^%])*%}[^{]*\n")


def rendered(source: str, **values) -> str:
    return Engine().from_string(compact(source)).render(Context(values))


def test_a_tag_over_several_lines_becomes_one_line():
    source = '<a\n  class="btn"\n  {% if on %}aria-current="true"{% endif %}\n  href="/"\n>Play</a>'
    assert " ".join(rendered(source, on=True).split()) == (
        '<a class="btn" aria-current="true" href="/">Play</a>'
    )


def test_words_stay_apart():
    assert rendered("<p>\n  One\n  two\n  <b>three</b>\n</p>") == "<p> One two\n<b>three</b>\n</p>"


@pytest.mark.parametrize("on", [True, False])
def test_what_a_condition_writes_stays_apart_from_its_neighbours(on):
    source = "<b>1</b>\n{% if on %}\n<b>2</b>\n{% endif %}\n<b>3</b>\n"
    assert rendered(source, on=on).split() == ["<b>1</b>", *["<b>2</b>"] * on, "<b>3</b>"]


def test_a_part_that_begins_with_a_tag_keeps_its_distance():
    assert rendered('{% if on %}\n data-on="1"{% endif %}', on=True).startswith(" data-on")


def test_what_is_given_to_a_page_keeps_its_lines():
    assert rendered("<pre>{{ text }}</pre>", text="a\n  b\n") == "<pre>a\n  b\n</pre>"


def test_letters_keep_their_lines():
    path = ROOT / "templates/account/email/email_confirmation_signup_message.txt"
    loader = CompactLoader(Engine.get_default())
    assert loader.get_contents(Origin(str(path), loader=loader)) == path.read_text()


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_text_over_several_lines_is_trimmed_so_that_it_is_found_in_the_translation(path):
    assert not WRAPPED_TEXT.search(path.read_text())
