"""The pages of the rules: figures by the referee, and boards on which a reader may try a move."""

import re

import pytest

from games.presentation import rules_examples, rules_pages
from games.rules import GAMES, clock

from .helpers import words_of

pytestmark = pytest.mark.django_db

EARNED = {
    ("numerica", "first"): 13,  # NP1
    ("numerica", "double"): 36,  # NP4
    ("numerica", "extension"): 42,  # NP6
    ("numerica", "fraction"): 154,  # NP8
    ("numerica", "crossing"): 12,  # NP9
    ("numerica", "parallel"): 8,  # NP10
    ("equate", "first"): 28,  # EP1
    ("equate", "extension"): 10,  # 72 + 5 = 77, no premium newly covered
    ("equate", "crossing"): 11,  # 2 + 2 + 2 + 2 + 2 + 0 + 1
    ("equate", "parallel"): 7,  # 1 + 1 + 3 × 1 + 0 + 2; the column 44 earns nothing
    ("equate", "expression"): 0,
    ("equate", "fraction"): 24,  # 12 in the table, on the 2E of the middle
    ("equate", "mixed"): 22,
    ("equate", "bingo"): 72,  # 16 × 2 + 40
    ("equate", "powers"): 38,
    ("digifeud", "first"): 81,  # DP1
    ("digifeud", "operand"): 7,  # DP4
    ("digifeud", "outcome"): 10,  # DP5
    ("digifeud", "along"): 72,  # DP6
    ("digifeud", "red"): 16,  # D5: 8 on red
    ("digifeud", "backwards"): 7,  # D3: 4, and 3 on blue
    ("numeria", "slide"): 0,
    ("numeria", "jumps"): 0,
    ("numeria", "trope"): 1,
    ("numeria", "several"): 1,
}
"""What the worked examples of the rules give for the play that a figure shows."""


@pytest.fixture
def tried(client):
    def ask(key, text, **headers):
        return client.post(f"/rules/{key}/try/", {"text": text}, **headers)

    return ask


def figures():
    return [(key, name) for key, page in rules_examples.PAGES.items() for name in page.examples]


# --- pages ---


@pytest.mark.parametrize("key", GAMES)
def test_the_rules_of_every_game_open_with_every_figure_and_no_id_twice(key, client):
    response = client.get(f"/rules/{key}/")
    html = response.content.decode()
    assert response.status_code == 200
    assert f"<h1>Rules of {GAMES[key].name}</h1>" in html
    shown = [
        name for name in rules_examples.PAGES[key].examples if f"figures.{name} " in source(key)
    ]
    assert html.count("<figure") == len(shown) and {"board"} < set(shown)
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    for other in GAMES:
        assert f'href="/rules/{other}/"' in html


def source(key):
    from django.template.loader import get_template

    return get_template(f"games/{key}/rules.html").template.source


@pytest.mark.parametrize("key", GAMES)
def test_every_figure_and_table_on_a_page_is_used_and_every_one_used_is_there(key):
    used = set(re.findall(r"\b(?:figures|tables)\.(\w+)", source(key)))
    assert used | {"try"} == set(rules_examples.PAGES[key].examples)


def test_no_rules_of_an_unknown_game(client, tried):
    assert client.get("/rules/chess/").status_code == 404
    assert tried("chess", "e2-e4").status_code == 404
    assert client.get("/rules/numerica/try/").status_code == 405


@pytest.mark.parametrize(
    "said",
    [
        "plays by the published rules of Equate®",
        "not affiliated with the publisher",
        "registered trademark",
    ],
)
def test_equate_says_whose_rules_these_are(said, client):
    assert said in words_of(client.get("/rules/equate/"))


@pytest.mark.parametrize(
    ("key", "named"), [("digifeud", "digifeud.com"), ("numeria", "Lloyd Krassner")]
)
def test_the_source_of_a_game_is_named(key, named, client):
    assert named in words_of(client.get(f"/rules/{key}/"))


@pytest.mark.parametrize("key", GAMES)
def test_every_option_stands_on_the_page_the_usual_value_first(key, client):
    said = words_of(client.get(f"/rules/{key}/"))
    for option in GAMES[key].options:
        values = [option.words.get(value, value) for value in option.values]
        usual = option.words.get(option.default, option.default)
        listed = said[said.index(option.label + " ") :]
        assert listed.index(usual) == min(listed.index(value) for value in values)


def test_the_page_tells_every_time_with_which_a_live_clock_may_begin(client):
    *first, last = clock.LIVE_MINUTES
    told = f"a clock of {', '.join(map(str, first))} or {last} minutes for each player"
    assert told in words_of(client.get("/rules/numerica/"))


def test_the_index_leads_to_rules_play_and_leaderboard_of_every_game(client):
    response = client.get("/rules/")
    html = response.content.decode()
    for key, rules in GAMES.items():
        assert f'href="/rules/{key}/"' in html
        assert f'href="/invitations/new/?key={key}"' in html
        assert f'href="/leaderboard/{key}/"' in html
        assert rules.phrases.about in words_of(response)
    assert html.count('class="mini"') == len(GAMES)
    assert "2 to 4 players" in words_of(response)


def test_the_first_page_offers_every_game_and_starts_it_without_script(client):
    html = client.get("/").content.decode()
    form = re.search(r'<form action="/invitations/new/">.*?</form>', html, re.DOTALL)[0]
    assert re.findall(r'name="key" value="(\w+)"', form) == list(GAMES)
    assert re.findall(r'name="to" value="(\w+)"', form) == ["link"]
    posted = re.findall(r'formmethod="post"\s+formaction="([^"]+)"', form)
    live = [f"/lobby/quick/?time={time}" for time in ("180%2B2", "600%2B5", "1500%2B10")]
    assert posted == [*live, "/learn/put-away/", "/invitations/anyone/"]
    shown = client.get("/invitations/new/", {"key": "numeria", "to": "anyone"})
    chosen = shown.context["form"]
    assert (chosen.game, chosen.initial["to"]) == ("numeria", "anyone")


@pytest.mark.slow
def test_the_first_page_begins_with_the_game_that_was_chosen_last(client):
    client.post("/invitations/new/", {"key": "digifeud", "to": "link", "time": "3d"})
    html = client.get("/").content.decode()
    assert re.findall(r'name="key" value="(\w+)" checked', html) == ["digifeud"]


def test_the_leaderboards_begin_with_the_first_game(client):
    response = client.get("/leaderboard/")
    assert response["Location"] == f"/leaderboard/{next(iter(GAMES))}/"


@pytest.mark.parametrize("key", GAMES)
def test_the_contents_name_every_section_in_its_order(key, client):
    html = re.search(r"<main.*</main>", client.get(f"/rules/{key}/").content.decode(), re.DOTALL)[0]
    sections = re.findall(r'<section[^>]* id="(\w+)".*?<h2[^>]*>(.*?)</h2>', html, re.DOTALL)
    assert html.count("<h2") - html.count("<dialog") == len(sections) > 5
    for contents in re.findall(r'class="contents \w+".*?<ol>(.*?)</ol>', html, re.DOTALL):
        assert re.findall(r'<a href="#(\w+)">(.*?)</a>', contents) == sections
    assert html.count('class="contents ') == 2


# --- figures ---


@pytest.mark.parametrize(("key", "name"), EARNED)
def test_a_figure_shows_the_points_of_the_worked_example(key, name):
    shown = rules_pages.figure(key, rules_examples.PAGES[key].examples[name])
    assert shown.verdict.points == EARNED[key, name]


@pytest.mark.parametrize(("key", "name"), figures())
def test_every_example_is_legal_and_every_play_of_one_has_its_points_checked(key, name):
    example = rules_examples.PAGES[key].examples[name]
    state = example.whole(key)
    assert state.outcome is None and state.turn is not None
    assert name == "try" or bool(example.plays) == ((key, name) in EARNED)


@pytest.mark.parametrize(("key", "name"), EARNED)
def test_a_figure_shows_every_tile_of_its_position(key, name):
    example = rules_examples.PAGES[key].examples[name]
    shown = rules_pages.figure(key, example)
    rows = shown.rows
    drawn = {square.name for row in rows for square in row if square.tile}
    assert drawn == set(example.whole(key).view(None)["board"])
    assert len(rows) == len(shown.margins.numbers)
    assert {len(row) for row in rows} == {len(shown.margins.columns), shown.size}


@pytest.mark.parametrize(
    ("key", "name", "tiles"),
    [
        ("numerica", "board", 110),
        ("equate", "board", 150),
        ("equate", "junior", 150),
        ("equate", "advanced", 150),
        ("digifeud", "board", 90),
    ],
)
def test_a_table_of_tiles_counts_the_whole_set(key, name, tiles):
    table = rules_pages.tile_tables(key)[name]
    assert sum(tile.count for tile in table) == tiles
