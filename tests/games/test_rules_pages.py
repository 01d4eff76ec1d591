"""The pages of the rules: figures by the referee, and boards on which a reader may try a move."""

import re

import pytest

from games.presentation import rules_examples, rules_pages
from games.rules import GAMES

from .helpers import all_rows, words_of

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

GOOD = {
    "numerica": ("12J .*3=6", "2 × 3 = 6"),
    "equate": ("11J 7", "27"),
    "digifeud": ("7I .-9=[63]", "72 − 9 = 63"),
    "numeria": ("e3-e4", "Fibonacci numbers"),
}
REFUSED = {
    "numerica": ("12J .*3=7", "the left side is 6, the right side is 7"),
    "equate": ("J10 .-6+8=4", "goes below zero"),
    "digifeud": ("7I .-9=[62]", "72 − 9"),
    "numeria": ("d1-d2", "Your opponent moved the 22 last"),
}
NONSENSE = ["", " ", "12", "8F", "8F <b>", "\x00", "?" * 200, "swap", "e9-z4 x"]


@pytest.fixture
def tried(client):
    def ask(key, text, **headers):
        return client.post(f"/rules/{key}/try/", {"text": text}, **headers)

    return ask


def figures():
    return [(key, name) for key, named in rules_examples.EXAMPLES.items() for name in named]


# --- pages ---


@pytest.mark.parametrize("key", GAMES)
def test_the_rules_of_every_game_open_with_every_figure_and_no_id_twice(key, client):
    response = client.get(f"/rules/{key}/")
    html = response.content.decode()
    assert response.status_code == 200
    assert f"<h1>Rules of {GAMES[key].name}</h1>" in html
    shown = [name for name in rules_examples.EXAMPLES[key] if f"figures.{name} " in source(key)]
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
    assert used | {"try"} == set(rules_examples.EXAMPLES[key])


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
    assert posted == ["/invitations/anyone/"]
    shown = client.get("/invitations/new/", {"key": "numeria", "to": "anyone"})
    chosen = shown.context["form"]
    assert (chosen.game, chosen.initial["to"]) == ("numeria", "anyone")


def test_the_first_page_begins_with_the_game_that_was_chosen_last(client):
    client.post("/invitations/new/", {"key": "digifeud", "to": "link", "days_per_move": "3"})
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
    shown = rules_pages.figure(key, rules_examples.EXAMPLES[key][name])
    assert shown.verdict.points == EARNED[key, name]


@pytest.mark.parametrize(("key", "name"), figures())
def test_every_example_is_legal_and_every_play_of_one_has_its_points_checked(key, name):
    example = rules_examples.EXAMPLES[key][name]
    state = example.whole(key)
    assert state.outcome is None and state.turn is not None
    assert name == "try" or bool(example.plays) == ((key, name) in EARNED)


@pytest.mark.parametrize(("key", "name"), EARNED)
def test_a_figure_shows_every_tile_of_its_position(key, name):
    example = rules_examples.EXAMPLES[key][name]
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


# --- trying a move ---


@pytest.mark.parametrize("key", GAMES)
def test_a_good_move_is_told_with_its_line(key, tried):
    text, line = GOOD[key]
    said = tried(key, text)
    assert said.status_code == 200 and 'data-ok="1"' in said.content.decode()
    assert line in words_of(said)


@pytest.mark.parametrize("key", GAMES)
def test_a_refused_move_is_told_why(key, tried):
    text, why = REFUSED[key]
    said = tried(key, text)
    assert said.status_code == 200 and 'data-ok="0"' in said.content.decode()
    assert why in words_of(said)


@pytest.mark.slow
@pytest.mark.parametrize("text", NONSENSE)
@pytest.mark.parametrize("key", GAMES)
def test_nonsense_gets_a_sentence(key, text, tried, client):
    answer = tried(key, text, HTTP_ACCEPT="application/json")
    assert answer.status_code == 200
    told = answer.json()
    assert (told["ok"], told["code"]) == (False, "notation") and told["message"].endswith(".")
    assert client.get(f"/rules/{key}/", {"text": text}).status_code == 200


@pytest.mark.parametrize("key", GAMES)
def test_a_missing_text_gets_the_same_sentence_as_an_empty_one(key, client, tried):
    assert client.post(f"/rules/{key}/try/").content == tried(key, "").content


@pytest.mark.parametrize("key", GAMES)
def test_programs_are_answered_in_json(key, tried):
    told = tried(key, GOOD[key][0], HTTP_ACCEPT="application/json").json()
    assert told["ok"] and told["kind"] == "play" and told["runs"]
    refused = tried(key, REFUSED[key][0], HTTP_ACCEPT="application/json").json()
    assert not refused["ok"] and refused["code"] not in ("", "notation")


@pytest.mark.parametrize("key", GAMES)
def test_without_script_the_page_itself_tells_the_verdict(key, client):
    for text, said in (GOOD[key], REFUSED[key]):
        page = client.get(f"/rules/{key}/", {"text": text})
        assert page.status_code == 200
        assert f'value="{text}"' in page.content.decode().replace("&amp;", "&")
        assert said in words_of(page).split("Your task:")[1].split("Rulings")[0]
    plain = client.get(f"/rules/{key}/").content.decode()
    assert "data-ok" not in plain


DONE = {
    "numerica": ["12F 4/6=./3", "10D 1/2=2/.", "12F 4/6=./?3"],
    "equate": ["10H 2+......+2", "O8 1*.....*1"],
    "digifeud": ["7I .-9=[63]", "G7 .*7=[63]"],
    "numeria": ["e3-e4", "d7-d5 x c4-f7"],
}
OPEN = {
    "numerica": ["12J .=1+1"],
    "equate": ["11J 7", "12M 2*.=8", "10P +0"],
    "digifeud": ["G7 .-2=7"],
    "numeria": ["a8-a3"],
}
"""Legal moves that do the task of a board, and legal moves that do something else."""
STILL_OPEN = "A legal move. The task is still open."


@pytest.mark.parametrize("key", GAMES)
def test_every_board_to_try_has_a_task_of_one_sentence(key, client):
    said = words_of(client.get(f"/rules/{key}/")).split("Your task:")[1].split("Verdict")[0]
    asked = rules_pages.TASKS[key].asked
    assert asked in said and asked.endswith(".") and ". " not in asked


@pytest.mark.parametrize(("key", "text"), [(key, text) for key in DONE for text in DONE[key]])
def test_any_true_answer_does_the_task_with_and_without_script(key, text, tried, client):
    done = rules_pages.TASKS[key].done
    assert done.startswith("Task done: ") and done in words_of(tried(key, text))
    assert done in words_of(client.get(f"/rules/{key}/", {"text": text}))
    assert tried(key, text, HTTP_ACCEPT="application/json").json()["task"]["is_done"]


@pytest.mark.parametrize(("key", "text"), [(key, text) for key in OPEN for text in OPEN[key]])
def test_another_legal_move_leaves_the_task_open_and_is_called_legal(key, text, tried):
    answer = tried(key, text)
    said = words_of(answer)
    assert 'data-ok="1"' in answer.content.decode() and STILL_OPEN in said
    assert "Task done" not in said and "possible" not in said


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("text", ["", "pass", "resign", "nonsense", "d7-d5"])
def test_what_is_refused_or_no_play_or_a_choice_says_nothing_of_the_task(key, text, tried):
    for wrong in (text, REFUSED[key][0]):
        assert "Task done" not in words_of(tried(key, wrong))
        assert STILL_OPEN not in words_of(tried(key, wrong))


def test_the_page_of_a_game_never_speaks_of_a_task(start, people, browser):
    game = start()
    said = browser(people.ada).post(f"/games/{game.id}/check/", {"text": "8F 3+3=6"})
    assert "Task" not in words_of(said) and "task" not in words_of(said)


def test_what_was_typed_is_shown_as_text_only(client):
    html = client.get("/rules/equate/", {"text": '"><script>alert(1)</script>'}).content.decode()
    assert "<script>alert" not in html


@pytest.mark.parametrize("key", GAMES)
def test_trying_changes_no_state_and_no_row(key, tried):
    text = GOOD[key][0]
    before, rows = rules_examples.EXAMPLES[key]["try"].whole(key).to_json(), all_rows()
    first, again = tried(key, text), tried(key, text)
    assert first.content == again.content
    assert rules_examples.EXAMPLES[key]["try"].whole(key).to_json() == before
    assert all_rows() == rows


def test_two_tropes_are_told_with_the_complete_moves(tried):
    told = tried("numeria", "d7-d5", HTTP_ACCEPT="application/json").json()
    assert told["choices"] == ["d7-d5 x c4-f7", "d7-d5 x b3-e6"]


@pytest.mark.parametrize("key", GAMES)
def test_the_board_to_try_has_every_kind_of_tile_at_hand_once(key):
    hand = rules_pages.try_board(key).hand
    free = [tile.symbol for tile in hand.free]
    kinds = [tile.symbol for tile in hand.kinds]
    assert not hand.tiles and sorted(free) == sorted(set(kinds)) == sorted(kinds)
    assert hand.actions["draft"] and hand.actions["play"] and not hand.actions["pass"]
