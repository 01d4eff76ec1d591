"""The first page: what a stranger sees first, and what somebody with games; where it leads on."""

import re

import pytest

from games.presentation import rules_pages
from games.presentation.rules_examples import numerica
from games.rules import GAMES

from .helpers import words_of

pytestmark = pytest.mark.django_db


def main_of(response) -> str:
    return re.search(r"<main.*</main>", response.content.decode(), re.DOTALL)[0]


def test_the_play_that_lays_itself_is_a_true_one_by_the_rules():
    *before, last = numerica.OPENING.plays
    state = numerica.OPENING.after("numerica", len(before))
    verdict = state.check(state.turn, last)
    assert verdict.kind == "play" and [run.kind for run in verdict.runs] == ["complete"]
    shown = rules_pages.opening()
    assert shown.verdict.points == verdict.points > 0
    drawn = [square for row in shown.rows for square in row if square.tile]
    laid = {square.name for square in drawn if square.is_last}
    assert laid == {state.layout.name(square) for square in verdict.squares}
    assert len(drawn) == len(numerica.OPENING.whole("numerica").view(None)["board"])


def test_a_stranger_sees_the_play_before_the_choice_and_hears_one_sentence(client):
    html = main_of(client.get("/"))
    figure = re.search(r"<figure.*?</figure>", html, re.DOTALL)[0]
    assert html.index("<h1") < html.index(figure) < html.index('name="key"')
    assert re.search(r'role="img" aria-label="[^"]+\."', figure)
    assert figure.count('aria-hidden="true"') >= 2 and "<button" not in figure
    assert "<script" not in html and "style=" not in html


def test_somebody_with_games_sees_them_before_the_choice_and_no_play(start, people, browser):
    game = start()
    html = main_of(browser(people.ada).get("/"))
    assert html.index(f"/games/{game.id}/") < html.index('name="key"')
    assert '<figure class="drawn opening"' not in html
    assert 'href="#start"' in html and 'id="start"' in html
    assert len(re.findall(r'id="yours"', html)) == 1


@pytest.mark.parametrize("key", GAMES)
def test_learn_the_rules_leads_to_the_chosen_game(client, key):
    client.post("/learn/put-away/")  # until then a stranger is offered the lessons in its place
    html = main_of(client.get("/"))
    assert re.search(r'<button class="btn" formaction="/rules/">', html)
    answer = client.get("/rules/", {"key": key})
    assert (answer.status_code, answer["Location"]) == (302, f"/rules/{key}/")


@pytest.mark.parametrize("key", ["", "chess", "../../", "\x00"])
def test_an_unknown_choice_leads_to_all_the_rules(client, key):
    answer = client.get("/rules/", {"key": key})
    assert answer.status_code == 200 and "Four games of numbers" in words_of(answer)


# --- the foot of every page ---

OWNED = {"SOURCE_URL": "https://example.org/source", "CONTACT_EMAIL": "us@example.org"}


def foot_of(response) -> str:
    return re.search(r'<footer class="foot">.*?</footer>', response.content.decode(), re.DOTALL)[0]


@pytest.mark.parametrize("address", ["/", "/rules/numerica/", "/leaderboard/numerica/", "/no/"])
def test_the_foot_names_about_and_licence_and_what_is_set(client, settings, address):
    plain = foot_of(client.get(address))
    assert 'href="/about/"' in plain and 'href="/about/#licence"' in plain
    assert 'href="/about/#source"' in plain and 'href="/about/#contact"' in plain
    for name, value in OWNED.items():
        setattr(settings, name, value)
    owned = foot_of(client.get(address))
    assert 'href="https://example.org/source"' in owned and 'href="mailto:us@example.org"' in owned


def test_every_table_leads_to_the_page_about_the_site(start, client):
    html = client.get(f"/games/{start().id}/").content.decode()
    beside = re.search(r'<div class="left">.*?<div class="stage">', html, re.DOTALL)[0]
    assert 'href="/about/"' in beside


def test_the_page_about_the_site_says_what_it_promises(client, settings):
    plain = client.get("/about/")
    for said in (
        "no advertising",
        "seed is published",
        "stored about you",
        "MIT licence",
        "not affiliated",
    ):
        assert said in words_of(plain)
    for place in ("licence", "source", "contact"):
        assert f'id="{place}"' in plain.content.decode()
    assert "e-mail:" not in words_of(plain)
    settings.CONTACT_EMAIL = OWNED["CONTACT_EMAIL"]
    assert "us@example.org" in words_of(client.get("/about/"))
