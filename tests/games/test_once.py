"""What is the same for everybody is drawn once a language, and nothing personal is kept with it."""

import re

import pytest
from django.template import Context, Template, TemplateSyntaxError
from django.test import Client
from django.utils import timezone, translation

from games.models import GameSettings
from games.rules import GAMES
from games.services.start import start_game
from games.templatetags import once

pytestmark = pytest.mark.django_db

DRAWN = {
    "games/board/_figure.html",
    "games/board/_grid.html",
    "games/lists/_stamp.html",
    "games/board/_tile_table.html",
    "games/board/_legend.html",
    "games/table/_rack.html",
}
"""What costs most of the pages that say the same to everybody."""

PAGES = [
    "/",
    "/rules/",
    *(f"/rules/{key}/{more}" for key in GAMES for more in ("", "board/", "?text=1")),
]
TOKEN = re.compile(r'(name="csrfmiddlewaretoken" value=)"(\w+)"')


def get(address, language="en", client=None):
    return (client or Client()).get(address, headers={"accept-language": language})


def drawn(response) -> set[str]:
    return DRAWN & {template.name for template in response.templates}


def text_of(response) -> str:
    return TOKEN.sub(r"\1", response.content.decode())


@pytest.mark.parametrize("address", PAGES)
def test_a_second_reader_of_the_same_language_makes_the_site_draw_nothing_again(address):
    first, second = get(address), get(address)
    assert drawn(first) and not drawn(second)
    assert text_of(first) == text_of(second)


@pytest.mark.parametrize("address", PAGES)
def test_every_language_is_drawn_once_and_stays_itself(address):
    english, german = get(address), get(address, "de")
    assert drawn(german) == drawn(english)
    again = [get(address), get(address, "de")]
    assert not any(map(drawn, again))
    assert [text_of(page) for page in again] == [text_of(english), text_of(german)]
    assert text_of(english) != text_of(german)


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_what_is_kept_is_what_would_be_drawn_anew(key):
    """For any first reader, whatever was tried, and whatever else was looked at before."""
    address = f"/rules/{key}/"
    for other in PAGES:
        get(other)
    kept = text_of(get(address))
    once.clear()
    assert text_of(get(address)) == kept


@pytest.mark.parametrize("key", GAMES)
def test_every_reader_has_a_token_a_name_and_a_theme_of_ones_own(key, people, browser):
    address = f"/rules/{key}/"
    ada, ben, stranger = browser(people.ada), browser(people.ben), Client()
    ben.cookies["theme"] = "dark"
    pages = [get(address, client=client) for client in (ada, ben, stranger, ada)]
    tokens = [set(TOKEN.findall(page.content.decode())) for page in pages]
    assert all(len(found) == 1 for found in tokens) and len(set.union(*tokens)) == 4
    names = [{n for n in ("Ada", "Ben") if f"/@{n}/" in text_of(page)} for page in pages]
    assert names == [{"Ada"}, {"Ben"}, set(), {"Ada"}]
    assert ['data-theme="dark"' in text_of(page) for page in pages] == [False, True, False, False]


@pytest.mark.parametrize("key", GAMES)
def test_a_move_is_tried_with_the_token_of_the_page_that_came_from_memory(key):
    client = Client(enforce_csrf_checks=True)
    get(f"/rules/{key}/")
    [(_, token), *_] = TOKEN.findall(get(f"/rules/{key}/", client=client).content.decode())
    said = {"text": "1", "csrfmiddlewaretoken": token}
    assert client.post(f"/rules/{key}/try/", said).status_code == 200
    said["csrfmiddlewaretoken"] = "a" * len(token)
    assert client.post(f"/rules/{key}/try/", said).status_code == 403


def test_what_somebody_tried_is_on_no_other_page():
    typed = '8F <b>"1'
    page = Client().get("/rules/numerica/", {"text": typed})
    assert 'value="8F &lt;b&gt;&quot;1"' in page.content.decode() and 'data-ok="0"' in text_of(page)
    assert "&quot;1" not in text_of(get("/rules/numerica/"))
    assert "data-ok" not in text_of(get("/rules/numerica/"))


@pytest.mark.slow
def test_a_table_keeps_the_legend_of_its_own_game(people, browser):
    ada, users, now = browser(people.ada), [people.ada, people.ben], timezone.now()
    games = [(key, "") for key in GAMES] + [("equate", "stage=1"), ("digifeud", "directions=4")]
    addresses = [
        f"/games/{start_game(GameSettings(key, options=options), users=users, now=now, seed=bytes(32)).id}/"
        for key, options in games
    ]
    for address in addresses:
        get(address, client=ada)
    kept = [get(address, client=ada) for address in addresses]
    for address, page in zip(addresses, kept, strict=True):
        once.clear()
        fresh = get(address, client=ada)
        assert text_of(fresh) == text_of(page)


def rendered(inside: str, **values) -> str:
    return Template("{% load once %}" + inside).render(Context(values))


def test_values_are_escaped_and_only_those_that_are_named_are_seen():
    inside = '{% once "a" key with shown=shown %}{{ shown }}{{ key }}{{ other }}{% endonce %}'
    assert rendered(inside, key=1, shown="<&", other="no") == "&lt;&amp;"
    assert rendered(inside, key=1, shown="later") == "&lt;&amp;"
    assert rendered(inside, key=2, shown="another") == "another"
    with translation.override("de"):
        assert rendered(inside, key=1, shown="deutsch") == "deutsch"
    once.clear()
    assert rendered(inside, key=1, shown="anew") == "anew"


@pytest.mark.parametrize(
    "inside",
    [
        "{% csrf_token %}",
        "{% if user.is_authenticated %}x{% endif %}",
        "{{ request.path }}",
        "{{ theme }}",
        "{% for message in messages %}x{% endfor %}",
    ],
)
def test_nothing_personal_can_be_kept(inside):
    personal = {name: "somebody’s" for name in once.PERSONAL}
    assert set(once.PERSONAL) >= set(re.findall(r"csrf_token|user|request|theme|messages", inside))
    with pytest.raises(TemplateSyntaxError, match="personal"):
        rendered('{% once "b" %}' + inside + "{% endonce %}", **personal)


@pytest.mark.parametrize("tag", ["{% once %}", "{% once with a=b %}"])
def test_a_part_without_a_name_is_no_template(tag):
    with pytest.raises(TemplateSyntaxError, match="a name"):
        rendered(tag + "{% endonce %}")


def test_a_part_kept_by_its_values_is_rendered_once_for_each_of_them():
    source = '{% kept "sum" with a=a b=b %}{{ a }}{{ b }}{{ c }}{% endkept %}'
    assert [rendered(source, a=a, b=b, c="no") for a in "12" for b in "34"] == "13 14 23 24".split()
    assert rendered(source, a="1", b="4") == "14"


def test_a_part_kept_by_its_values_can_say_nothing_personal():
    with pytest.raises(TemplateSyntaxError, match="user is personal"):
        rendered('{% kept "name" with a=a %}{{ user }}{% endkept %}', a=1, user="Ada")
    with pytest.raises(TypeError, match="unhashable"):
        rendered('{% kept "list" with a=a %}{{ a }}{% endkept %}', a=[])


def test_a_part_of_which_a_piece_of_the_name_is_none_is_rendered_each_time():
    source = '{% once "a" number with shown=shown %}{{ shown }}{% endonce %}'
    assert [rendered(source, number=None, shown=shown) for shown in "ab"] == ["a", "b"]
    assert [rendered(source, number=1, shown=shown) for shown in "cd"] == ["c", "c"]


def test_parts_not_shown_for_the_longest_time_go_first(monkeypatch):
    """Of six characters that may be kept, two parts of three are all."""
    monkeypatch.setattr(once.kept_parts, "most", 6)
    source = '{% once "n" n with shown=shown %}{{ shown }}{% endonce %}'
    assert [rendered(source, n=1, shown=shown) for shown in ("one", "no")] == ["one", "one"]
    rendered(source, n=2, shown="two")
    assert rendered(source, n=1, shown="no") == "one"
    rendered(source, n=3, shown="six")
    assert rendered(source, n=1, shown="no") == "one"
    assert rendered(source, n=2, shown="new") == "new"
    assert rendered(source, n=3, shown="new") == "new"
    assert rendered(source, n=4, shown="seven characters") == "seven characters"
    assert rendered(source, n=4, shown="too long to keep") == "too long to keep"
