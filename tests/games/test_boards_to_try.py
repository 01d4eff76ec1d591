"""Trying a move on the page of the rules."""

import pytest

from games.presentation import rules_examples, rules_pages
from games.rules import GAMES

from .helpers import all_rows, words_of

pytestmark = pytest.mark.django_db

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
    asked = rules_examples.PAGES[key].task.asked
    assert asked in said and asked.endswith(".") and ". " not in asked


@pytest.mark.parametrize(("key", "text"), [(key, text) for key in DONE for text in DONE[key]])
def test_any_true_answer_does_the_task_with_and_without_script(key, text, tried, client):
    done = rules_examples.PAGES[key].task.done
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
    before, rows = rules_examples.PAGES[key].examples["try"].whole(key).to_json(), all_rows()
    first, again = tried(key, text), tried(key, text)
    assert first.content == again.content
    assert rules_examples.PAGES[key].examples["try"].whole(key).to_json() == before
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
