"""The pages of the lessons, without script: from the first step to the first game."""

import html
import re

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models import User
from accounts.services import create_guest, make_computers
from games.computers import roster
from games.models import Game, LearnedStep
from games.presentation.tutorials import TUTORIALS
from games.rules import GAMES
from numerica_site.account_services import take_along
from tests.games.helpers import HTMX, JSON, all_rows, words_of
from tests.games.lessons.steps import IDS, STEPS, step_of

pytestmark = pytest.mark.django_db

CROSS = "/learn/numerica/4/"
TRUE, FALSE, ELSEWHERE = "J8 .=4+5", "J8 .=4+8", "8K =1+8"


def learned_of(user: User) -> set[tuple[str, str]]:
    return set(LearnedStep.objects.filter(user=user).values_list("key", "step"))


def answer(client, address: str, text: str, **more):
    """Post a move as the form does, and go where it leads."""
    return client.post(address, {"text": text, **more}, follow=True)


def link_of(response, name: str) -> str:
    """Where the link with this id leads."""
    return re.search(rf'id="{name}"\s+href="([^"]+)"', response.content.decode())[1]


def fields_of(response, name: str) -> dict[str, str]:
    """What the form with this id sends, but its token."""
    form = re.search(rf'(?s)<form id="{name}".*?</form>', response.content.decode())
    fields = dict(re.findall(r'name="(\w+)" value="(\w+)"', form[0]))
    assert fields.pop("csrfmiddlewaretoken")
    return fields


# --- from the first step to the first game ---


@pytest.mark.parametrize("key", GAMES)
def test_who_cannot_tap_without_script_reads_how_a_move_is_typed(client, key):
    page = client.get(f"/learn/{key}/1/").content.decode()
    [said] = re.findall(r'(?s)<p class="no-script">(.*?)</p>', page)
    assert "Without script, type your move above." in said
    assert GAMES[key].phrases.example in html.unescape(said)


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("key", GAMES)
def test_a_stranger_is_led_through_the_eight_steps_into_a_game(client, key):
    make_computers()
    page = client.get(f"/learn/{key}/", follow=True)
    for step in TUTORIALS[key].first:
        assert step.asked.split(":")[0] in words_of(page).replace("&#x27;", "’")
        page = answer(client, page.request["PATH_INFO"], step.answer)
        assert "That is it." in words_of(page)
        if step is not TUTORIALS[key].first[-1]:
            page = client.get(link_of(page, "next"), follow=True)
    assert f"Play {roster.GENTLEST}" in words_of(page)
    begun = client.post("/computer/", fields_of(page, "first-game"))
    game = Game.objects.get()
    assert begun["Location"] == f"/games/{game.id}/" and not game.rated
    names = {player.shown_name for player in game.players.all()}
    assert game.key == key and roster.GENTLEST in names and len(names) == 2


@pytest.mark.parametrize(("key", "number"), STEPS, ids=IDS)
def test_every_step_is_done_without_script(client, key, number):
    address = f"/learn/{key}/{number}/"
    page = client.get(address)
    assert page.status_code == 200 and 'id="show-me"' in page.content.decode()
    form = re.search(r'(?s)<form\s+id="move-form".*?</form>', page.content.decode())[0]
    assert f'action="{address}"' in form and 'name="text"' in form and 'id="play"' in form
    done = answer(client, address, step_of(key, number).answer)
    assert "That is it." in words_of(done) and 'id="move-form"' not in done.content.decode()
    next_address = f"/learn/{key}/{number + 1}/"
    if number == len(TUTORIALS[key].first):
        assert link_of(done, "next") == f"/learn/{key}/1/"  # it is still open
    elif number == len(TUTORIALS[key].steps):
        assert fields_of(done, "first-game")["key"] == key
    else:
        assert link_of(done, "next") == next_address


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("key", GAMES)
def test_after_the_last_of_the_first_steps_its_links_say_where_they_lead(client, key):
    last = len(TUTORIALS[key].first)
    steps_done(client, key, *range(2, last))
    page = answer(client, f"/learn/{key}/{last}/", TUTORIALS[key].first[-1].answer)
    assert "To step 1, which is still open" in words_of(page)
    steps_done(client, key, 1)
    page = answer(client, f"/learn/{key}/{last}/", TUTORIALS[key].first[-1].answer)
    assert f"Play {roster.GENTLEST}" in words_of(page) and "Go on" not in words_of(page)
    assert f"More steps: {TUTORIALS[key].beyond}" in words_of(page)
    assert link_of(page, "more") == f"/learn/{key}/"


@pytest.mark.parametrize(
    ("address", "text", "said"),
    [
        ("/learn/numerica/1/", "8I =", "The small numbers on the tiles: 3 + 2 + 3 + 1 + 5 = 14."),
        ("/learn/numerica/6/", "8K =8-2", "= 24. 2E multiplies the line by 2: 24 × 2 = 48."),
        ("/learn/numerica/7/", "8I 2/3", "= 23. The denominator 3 earns 40 more: 23 + 40 = 63."),
        ("/learn/numerica/13/", "J8 .=12/2", "4 + 1 + 1 + 2 + 5 + 2 × 3 = 19"),
        (
            "/learn/digifeud/1/",
            "7E 3+4=7",
            "A sum earns its outcome: 7. 4 on blue earns 4 more: 7 + 4 = 11.",
        ),
        ("/learn/numeria/4/", "f7-f4", "The four leave the board for good."),
        ("/learn/numeria/4/", "f7-f4", "The first to take three tropes wins."),
        ("/learn/numeria/8/", "d2-d5", "Your third trope: the game is over, and you have won."),
    ],
)
def test_after_a_step_it_is_told_what_the_move_was_worth_and_why(client, address, text, said):
    assert said not in words_of(client.get(address))
    assert said in words_of(answer(client, address, text))


@pytest.mark.parametrize("number", [2, 12])
def test_the_terms_that_are_told_add_up_to_what_the_referee_gave(client, number):
    address, text = f"/learn/numerica/{number}/", step_of("numerica", number).answer
    told = answer(client, address, text)
    points = client.post(address, {"text": text}, **JSON).json()["points"]
    terms, total = re.search(r"([0-9+ ]+) = ([0-9]+)\.", words_of(told)).groups()
    assert sum(map(int, terms.split("+"))) == int(total) == points


@pytest.mark.parametrize(("key", "number"), STEPS, ids=IDS)
def test_who_asks_is_shown_an_answer_and_goes_on_with_it(client, key, number):
    page = client.get(f"/learn/{key}/{number}/?show=1")
    posted = re.search(r'name="text" value="([^"]+)"', page.content.decode())[1]
    posted = html.unescape(posted)
    assert posted == step_of(key, number).answer
    assert 'id="move-form"' not in page.content.decode() and "<script" not in main_of(page)
    assert "That is it." in words_of(answer(client, f"/learn/{key}/{number}/", posted))


def main_of(response) -> str:
    return re.search(r"(?s)<main.*</main>", response.content.decode())[0]


# --- what is wrong ---


def test_a_false_answer_is_told_the_referees_proof(client):
    page = answer(client, CROSS, FALSE)
    assert "the left side is 9, the right side is 12" in words_of(page)
    assert "That is it." not in words_of(page) and f'value="{FALSE}"' in page.content.decode()


def test_a_legal_move_that_is_something_else_is_told_so(client):
    page = answer(client, CROSS, ELSEWHERE)
    assert "no line of it crosses an old one" in words_of(page)
    assert "9 = 1 + 8" in words_of(page)  # the referee's verdict stands beside


@pytest.mark.parametrize("wrong", [FALSE, ELSEWHERE, "nonsense"])
def test_after_two_wrong_answers_an_answer_is_offered(client, wrong):
    page = client.get(CROSS)
    for tries in (0, 1, 2):
        shown = re.search(r'(?s)<a\s+class="btn quiet"\s+id="show-me".*?>', page.content.decode())[
            0
        ]
        assert ("hidden" in shown) == (tries < 2)
        assert f'name="tries" value="{tries}"' in page.content.decode()
        page = answer(client, CROSS, wrong, tries=tries)


def test_nothing_posted_is_no_try(client):
    assert client.post(CROSS, {"text": ""})["Location"] == f"{CROSS}?text=&tries=0"
    assert client.post(CROSS, {"tries": "many"})["Location"] == f"{CROSS}?text=&tries=0"


def test_a_move_that_leaves_a_choice_open_is_refused_with_what_there_is(client):
    number = IDS.index("numeria-several") - IDS.index("numeria-slide") + 1
    page = answer(client, f"/learn/numeria/{number}/", "f8-f4")
    assert "makes 2 tropes; name one" in words_of(page)


@pytest.mark.parametrize(
    "address",
    ["/learn/chess/", "/learn/chess/1/", "/learn/numerica/0/", "/learn/numerica/99/"],
)
def test_a_step_that_is_not_there_is_not_found(client, address):
    assert client.get(address).status_code == 404
    if address.count("/") == 4:
        assert client.post(address, {"text": "8I ="}).status_code == 404
        assert client.post(f"{address}check/", {"text": "8I ="}).status_code == 404


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize(
    "text", ["\x00", "9" * 5000, "<b>8I =</b>", "resign", "swap ?", "8I =\n", "½"]
)
def test_odd_answers_are_answered_calmly_and_nothing_is_kept(client, text, nothing_happens):
    nothing_happens(lambda: client.post(CROSS, {"text": text}), 302)
    nothing_happens(lambda: answer(client, CROSS, text), 200)
    nothing_happens(lambda: client.post(f"{CROSS}check/", {"text": text}), 200)
    assert "<b>8I" not in answer(client, CROSS, text).content.decode()


@pytest.mark.parametrize(("key", "number"), STEPS, ids=IDS)
def test_a_resignation_is_no_answer_to_any_step(client, key, number):
    address = f"/learn/{key}/{number}/"
    told = client.post(address, {"text": "resign"}, **JSON).json()
    assert told["task"]["said"] == "Nobody resigns in a lesson: answer with a move."
    assert not told["task"]["is_done"] and "learned" not in client.cookies
    drafted = client.post(f"{address}check/", {"text": "resign"}, **HTMX)
    assert "Nobody resigns in a lesson" in words_of(drafted)


def test_only_posts_answer(client):
    assert client.put(CROSS).status_code == 405
    assert client.get(f"{CROSS}check/").status_code == 405
    assert client.get("/learn/put-away/").status_code == 405


# --- drafts and programs ---


def test_a_draft_is_judged_and_nothing_is_kept(browser, people):
    client, before = browser(people.ada), all_rows()
    said = client.post(f"{CROSS}check/", {"text": TRUE}, **HTMX)
    assert "Now press Play." in words_of(said) and 'data-ok="1"' in said.content.decode()
    assert "That is it." not in words_of(said)  # no praise before it is played
    assert "<html" not in said.content.decode() and all_rows() == before


def test_programs_are_answered_in_json(browser, people):
    client = browser(people.ada)
    told = client.post(CROSS, {"text": FALSE}, **JSON).json()
    assert not told["ok"] and "task" not in told and learned_of(people.ada) == set()
    told = client.post(CROSS, {"text": ELSEWHERE}, **JSON).json()
    assert told["ok"] and not told["task"]["is_done"]
    told = client.post(CROSS, {"text": TRUE}, **JSON).json()
    assert told["task"]["is_done"] and learned_of(people.ada) == {("numerica", "cross")}


# --- how far somebody is ---


def steps_done(client, key: str, *numbers: int) -> None:
    for number in numbers:
        answer(client, f"/learn/{key}/{number}/", step_of(key, number).answer)


def test_a_stranger_goes_on_where_the_lesson_was_left(client):
    steps_done(client, "numerica", 1, 2)
    assert client.get("/learn/numerica/")["Location"] == "/learn/numerica/3/"
    assert client.get("/learn/equate/")["Location"] == "/learn/equate/1/"
    assert "2 of 8 steps done" in words_of(client.get("/learn/"))
    assert not User.objects.exists() and not LearnedStep.objects.exists()


def test_looking_leaves_nothing_behind(client):
    for address in (
        "/learn/",
        "/learn/numerica/",
        CROSS,
        f"{CROSS}?text={TRUE}",
        f"{CROSS}?show=1",
    ):
        client.get(address)
    assert not Session.objects.exists()


def test_strangers_leave_no_rows_however_often_they_learn(client):
    for _ in range(3):
        client.post("/learn/put-away/")
        steps_done(client, "numerica", 1, 2)
        client.cookies.clear()
    assert not Session.objects.exists()


@pytest.mark.slow
def test_what_a_stranger_did_in_all_games_is_kept_with_the_next_step_and_leaves_the_browser(
    people, client
):
    steps_done(client, "numerica", 1)
    steps_done(client, "equate", 1)
    client.force_login(people.ada)
    steps_done(client, "digifeud", 1)
    assert {key for key, _step in learned_of(people.ada)} == {"numerica", "equate", "digifeud"}
    client.logout()
    assert "0 of 8 steps done" in words_of(client.get("/learn/"))


@pytest.mark.parametrize("said", ["", "x", "numerica", "numerica:", ":|:|", "a:b", "numerica:é.x|"])
def test_a_cookie_that_says_what_does_not_exist_teaches_nothing(said, client):
    client.cookies["learned"] = said
    assert client.get("/learn/numerica/")["Location"] == "/learn/numerica/1/"
    steps_done(client, "numerica", 1)
    assert client.cookies["learned"].value.startswith("numerica:equals")


def test_a_guest_goes_on_where_the_stranger_was(client):
    steps_done(client, "numerica", 1)
    client.post("/people/guest/")
    assert client.get("/learn/numerica/")["Location"] == "/learn/numerica/2/"
    steps_done(client, "numerica", 2)
    guest = User.objects.get(is_guest=True)
    assert learned_of(guest) == {("numerica", "equals"), ("numerica", "true")}


@pytest.mark.slow
def test_an_account_goes_on_in_another_browser(browser, people):
    steps_done(browser(people.ada), "digifeud", 1, 2, 3)
    assert browser(people.ada).get("/learn/digifeud/")["Location"] == "/learn/digifeud/4/"
    assert browser(people.ben).get("/learn/digifeud/")["Location"] == "/learn/digifeud/1/"


def test_a_step_done_twice_is_kept_once(browser, people):
    client = browser(people.ada)
    steps_done(client, "numeria", 1, 1)
    first = LearnedStep.objects.get().learned_at
    steps_done(client, "numeria", 1)
    assert LearnedStep.objects.get().learned_at == first


@pytest.mark.slow
def test_a_step_that_was_left_out_is_come_back_to(browser, people):
    client = browser(people.ada)
    steps_done(client, "numerica", *range(2, 9))
    assert client.get("/learn/numerica/")["Location"] == "/learn/numerica/1/"
    steps_done(client, "numerica", 1)
    assert "You can play Numerica now" in words_of(client.get("/learn/numerica/"))


@pytest.mark.slow
def test_what_a_guest_has_learned_comes_along_into_the_account(browser, people):
    guest = create_guest()
    steps_done(browser(guest), "numerica", 1, 2)
    steps_done(browser(people.ada), "numerica", 2, 3)
    take_along(guest, people.ada, timezone.now())
    assert learned_of(people.ada) == {("numerica", name) for name in ("equals", "true", "order")}
    assert learned_of(guest) == set()


# --- where it is offered ---


def test_a_stranger_is_offered_a_lesson_beside_play(client):
    page = client.get("/").content.decode()
    assert page.index("Play the computer") < page.index("Learn in two minutes")
    assert page.index("Learn in two minutes") < page.index("Play a friend")
    assert client.get("/learn/?key=equate")["Location"] == "/learn/equate/"
    assert client.get("/learn/?key=chess").status_code == 200


@pytest.mark.parametrize("key", GAMES)
def test_before_a_first_game_one_line_offers_the_lesson(client, key):
    assert f'href="/learn/{key}/"' in main_of(client.get(f"/computer/?key={key}"))


@pytest.mark.slow
def test_who_has_played_is_offered_none(start, people, browser):
    start()
    assert "Learn in two minutes" not in words_of(browser(people.ada).get("/"))
    assert "in two minutes" not in words_of(browser(people.ada).get("/computer/"))
    assert "Learn in two minutes" in words_of(browser(people.cleo).get("/"))


@pytest.mark.slow
def test_the_offer_is_put_away_and_the_lessons_stay(client):
    assert client.post("/learn/put-away/")["Location"] == "/"
    assert "in two minutes" not in words_of(client.get("/"))
    assert "Learn the rules" in words_of(client.get("/"))
    assert "in two minutes" not in words_of(client.get("/computer/"))
    assert "Learn a game in two minutes" in words_of(client.get("/learn/"))
