"""Every page for every kind of reader: what it shows, how it answers, how many queries it costs."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import GameSettings
from games.rules.record import replay
from games.services.invitations import create_invitation
from games.services.start import start_game
from tests.played_games import played, recorded

from .helpers import HTMX, JSON, SEED, WHOLE, post_move, sentence_of, words_of

pytestmark = pytest.mark.django_db

READERS = ("stranger", "guest", "watcher", "player", "opponent")
FIRST = WHOLE.moves[0].text


@pytest.fixture
def client_of(people, browser):
    """A browser of each kind of reader."""

    def opened(reader: str) -> Client:
        if reader == "guest":
            return browser(User.objects.create_user("guest-0a1b2c3d", is_guest=True))
        users = {"player": people.ada, "opponent": people.ben, "watcher": people.cleo}
        return browser(users.get(reader))

    return opened


def is_a_page(response, status: int = 200) -> bool:
    """Whole HTML with one heading and a title, as people and search engines expect."""
    html = response.content.decode()
    assert response.status_code == status and response["Content-Type"].startswith("text/html")
    assert len(re.findall(r"<h1[ >]", html)) == 1
    assert len(re.findall(r"<main[ >]", html)) == len(re.findall(r"</main>", html)) == 1
    title = " ".join(re.search(r"(?s)<title>(.*?)</title>", html)[1].split())
    assert re.fullmatch(r"Numerica · .+|.+ · Numerica", title), title
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(ids) == len(set(ids)), "an id stands twice"
    return True


# --- status and heading ---


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(
    "address",
    ["/", "/games/", "/invitations/new/", "/invitations/new/?to=name&name=Ben", "/rules/numerica/"],
)
def test_a_page_opens_for_everybody(address, reader, start, client_of):
    start(moves=3)
    assert is_a_page(client_of(reader).get(address))


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("moves", [0, 5, len(WHOLE.moves)])
def test_the_table_opens_for_everybody_at_every_stage(moves, reader, start, client_of):
    game = start(moves=moves)
    response = client_of(reader).get(f"/games/{game.id}/")
    assert is_a_page(response)
    said = words_of(response)
    assert "Ada" in said and "Ben" in said
    assert ("453" in said) == (moves > 5)
    is_player = reader in ("player", "opponent")
    html = response.content.decode()
    assert ('id="move-form"' in html) == ('id="rack"' in html) == is_player
    assert (SEED in html) == (moves > 5)
    assert game.commitment in html


@pytest.mark.parametrize("reader", READERS)
def test_the_live_zones_come_for_everybody_and_name_their_ply(reader, start, client_of):
    game = start(moves=5)
    html = client_of(reader).get(f"/games/{game.id}/live/").content.decode()
    assert 'data-ply="5" data-base="-1"' in html
    assert ('id="hand"' in html) == (reader in ("player", "opponent"))


@pytest.mark.slow
def test_every_seat_is_told_whose_turn_it_is(start, client_of):
    game = start(moves=1)
    page = f"/games/{game.id}/"
    assert "(1) Your turn" in client_of("opponent").get(page).content.decode()
    for reader in ("player", "stranger", "watcher", "guest"):
        html = client_of(reader).get(page).content.decode()
        assert "<title>Ben to move · Numerica</title>" in html and "Your turn." not in html


@pytest.mark.parametrize("reader", READERS)
def test_the_board_can_be_read_as_a_table_without_script(reader, start, client_of):
    game = start(moves=1)
    html = client_of(reader).get(f"/games/{game.id}/").content.decode()
    row = re.search(r'<tr><th scope="row">8</th>(.*?)</tr>', html)[1]
    cells = re.findall("<td>(.*?)</td>", row)
    assert len(cells) == 15 and cells[3:8] == ["3", "=", "6", "−", "3"]


# --- explained ---


@pytest.mark.parametrize(
    ("key", "squares", "pass_note"),
    [
        ("numerica", ["2P", "3P", "2E", "3E", ""], ""),
        ("equate", ["2S", "3S", "2E", "3E", "2E"], ""),
        ("digifeud", ["B", "R", "B", ""], "and get new signs"),
        ("numeria", [], "only when no tile can move"),
    ],
)
def test_the_table_explains_its_squares_and_its_pass(key, squares, pass_note, people, browser):
    users = [people.ada, people.ben]
    game = start_game(GameSettings(key), users=users, seed=bytes(32), now=timezone.now())
    html = browser(people.ada).get(f"/games/{game.id}/").content.decode()
    legend = "".join(re.findall(r'(?s)<details class="fair legend">.*?</details>', html))
    looks = re.findall(r'<span class="(sq[^"]*)" aria-hidden="true">\s*(?:<span>(\w+)<)?', legend)
    assert [premium for _, premium in looks] == squares
    for look, premium in looks:
        assert f'<button type="button" class="{look}"' in html, premium
    assert "".join(re.findall('<small id="pass-note">(.*?)<', html)) == pass_note
    live = browser(people.ada).get(f"/games/{game.id}/live/").content.decode()
    assert 'id="aside"' in live and "legend" not in live and "#series" not in live
    assert ("/rules/numeria/#series" in html) == (key == "numeria")


# --- cost ---


def queries(do) -> int:
    with CaptureQueriesContext(connection) as seen:
        do()
    return len(seen)


def costs_of(game, moves: int, on_turn: User, browser) -> dict[str, int]:
    """Queries of everything that one turn asks of the server."""
    client, stranger, address = browser(on_turn), browser(), f"/games/{game.id}/"
    text = WHOLE.moves[moves].text
    return {
        "table of a player": queries(lambda: client.get(address)),
        "table of a stranger": queries(lambda: stranger.get(address)),
        "move": queries(lambda: post_move(client, game, text, **HTMX)),
        "zones": queries(lambda: client.get(f"{address}live/")),
        "zones again": queries(lambda: client.get(f"{address}live/")),
        "preview": queries(lambda: client.post(f"{address}check/", {"text": "pass"})),
        "refused move": queries(
            lambda: client.post(f"{address}move/", {"text": "8A 7", "ply": 99})
        ),
    }


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)  # as pages are read: outside of any
def test_a_long_game_costs_no_more_queries_than_a_short_one(start, people, browser):
    users = [people.ada, people.ben]
    short, long = start(moves=3), start(moves=25)
    costs = costs_of(short, 3, users[short.turn], browser)
    assert costs_of(long, 25, users[long.turn], browser) == costs
    assert costs["zones again"] < costs["zones"]
    assert costs["table of a stranger"] <= 5 and costs["table of a player"] <= 9


@pytest.mark.slow
def test_the_first_page_costs_the_same_for_one_game_as_for_five(start, people, browser):
    def one_more():
        start(moves=2)
        inviter = User.objects.create_user(f"Inviter{User.objects.count()}")
        create_invitation(
            GameSettings("numerica"), inviter=inviter, now=timezone.now(), is_listed=True
        )

    client = browser(people.ada)
    one_more()
    one = queries(lambda: client.get("/"))
    for _ in range(4):
        one_more()
    assert queries(lambda: client.get("/")) == one


# --- playing without script ---


def test_a_move_by_a_plain_form_leads_back_to_the_table(game, people, browser):
    client = browser(people.ada)
    response = post_move(client, game, FIRST)
    assert response.status_code == 302 and response["Location"] == f"/games/{game.id}/"
    assert "3 = 6 − 3" in words_of(client.get(response["Location"]))


@pytest.mark.parametrize(
    ("who", "typed", "ply", "status"),
    [
        ("ada", '8D 9=9 "&<b>', 1, 422),
        ("ada", "8D 9=9", 1, 422),
        ("ada", "pass", 2, 409),
        ("ben", "pass", 1, 409),
    ],
)
def test_a_refused_move_shows_the_table_with_what_was_typed(
    who, typed, ply, status, game, people, browser
):
    response = post_move(browser(getattr(people, who)), game, typed, ply)
    assert is_a_page(response, status)
    field = re.search(
        r'<input class="input" id="move"[^>]*?value="([^"]*)"', response.content.decode()
    )
    shown = (
        field[1]
        .replace("&quot;", '"')
        .replace("&amp;", "&")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
    )
    assert shown == typed
    assert re.search(
        r'(?s)id="verdict"[^>]*>\s*<li class="no">.*?<span class="why">[A-Z].+?\.</span>',
        response.content.decode(),
    )


@pytest.mark.slow
def test_a_whole_turn_can_be_refreshed_passed_and_resigned_without_script(game, people, browser):
    ada, ben = browser(people.ada), browser(people.ben)
    page = f"/games/{game.id}/"
    for client in (ada, ben):
        form = re.search(
            r'name="ply" value="(\d+)">\s*<p>[^<]*</p>\s*<button class="btn" name="text" value="pass">',
            client.get(page).content.decode(),
        )
        assert client.post(f"{page}move/", {"ply": form[1], "text": "pass"}).status_code == 302
    html = ada.get(page).content.decode()
    assert f'action="{page}call-off/"' in html and 'form="call-off-form"' in html
    assert ada.post(f"{page}move/", {"ply": 3, "text": "resign"}).status_code == 302
    assert "Ben won" in words_of(ada.get(page))


# --- programs ---


def test_a_program_gets_json(game, people, browser):
    client = browser(people.ada)
    checked = client.post(f"/games/{game.id}/check/", {"text": FIRST}, **JSON).json()
    assert checked["ok"] and checked["points"] == 13 and checked["runs"][0]["text"] == "3 = 6 − 3"
    answer = post_move(client, game, FIRST, **JSON)
    assert answer.json() == {"ok": True, "ply": 1, "move": FIRST, "points": 13}
    again = post_move(client, game, FIRST, **JSON)
    assert (again.status_code, again.json()) == (200, answer.json())


@pytest.mark.parametrize(
    ("who", "text", "ply", "status", "code"),
    [
        ("ada", "8D 9=9", 1, 422, "not-on-rack"),
        ("ada", "8F 3?=4", 1, 422, "unequal"),
        ("ada", "huh", 1, 422, "notation"),
        ("ada", "pass", 3, 409, "stale"),
        ("ben", "pass", 1, 409, "not-your-turn"),
        ("cleo", "pass", 1, 403, "403"),
    ],
)
def test_a_program_is_told_the_code_of_a_refusal(
    who, text, ply, status, code, game, people, browser
):
    response = post_move(browser(getattr(people, who)), game, text, ply, **JSON)
    said = response.json()
    assert (response.status_code, said["ok"], said["code"]) == (status, False, code)
    assert said["message"][0] == said["message"][0].upper() and said["message"].endswith(".")


def test_a_program_is_told_the_squares_that_a_refusal_is_about(game, people, browser):
    said = post_move(browser(people.ada), game, "8F 3?=4", 1, **JSON).json()
    assert said["squares"] == ["8F", "8G", "8H"]
    assert post_move(browser(people.ada), game, "pass", 3, **JSON).json()["squares"] == []


def test_an_open_page_gets_its_zones_in_answer_to_a_move(game, people, browser):
    html = post_move(browser(people.ada), game, FIRST, **HTMX).content.decode()
    assert 'data-ply="1" data-base="0"' in html and 'id="hand"' in html
    assert set(re.findall(r'id="sq-(\w+)"', html)) == {"8D", "8E", "8F", "8G", "8H"}


# --- records ---


def test_the_record_is_there_after_the_end_and_replays_to_the_same_scores(start, client_of):
    game = start(moves=len(WHOLE.moves))
    response = client_of("stranger").get(f"/games/{game.id}/record/")
    assert response.status_code == 200
    assert response["Content-Disposition"] == f'attachment; filename="{game.id}.game"'
    result = replay(response.content)
    assert result.fault is None and result.final_scores == (453, 353)
    assert result.record.headers["Player1"] == "Ada" and result.record.headers["Seed"] == SEED
    assert result.record.headers["Site"].endswith(f"/games/{game.id}/")
    assert len(result.moves) == len(WHOLE.moves)


@pytest.mark.parametrize("reader", READERS)
def test_there_is_no_record_before_the_end(reader, start, client_of):
    game = start(moves=5)
    response = client_of(reader).get(f"/games/{game.id}/record/")
    assert response.status_code == 409 and "over" in sentence_of(response)
    assert "Not yet" in words_of(response)
    assert SEED not in response.content.decode()


def test_an_empty_site_has_a_first_page_too(client_of, db):
    assert is_a_page(client_of("stranger").get("/"))
    assert "No game is running" in words_of(client_of("stranger").get("/games/"))


def test_a_rack_without_numbers_has_no_row_for_them(people, browser):
    game = played(recorded("digifeud-out"), [people.ada, people.ben])
    racks = [browser(user).get(f"/games/{game.id}/").content for user in (people.ada, people.ben)]
    assert [b'class="rack two-rows' in page for page in racks] == [True, False]
    assert all(b'class="rack' in page for page in racks)


def test_the_sheet_of_a_game_without_points_counts_tropes(people, browser):
    for name, counted in (("numeria-tropes", "Tropes"), ("digifeud-resign", "Points")):
        game = played(recorded(name), [people.ada, people.ben])
        said = words_of(browser().get(f"/games/{game.id}/"))
        assert f"Where Line {counted} Score" in said
