"""The chat on its pages: who reads which room, what is answered, and what is hidden."""

import html
import json
import re
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import ChatLine, ChatRoom
from games.store import chat
from numerica_site.limits import LIMITS
from tests.accounts.account_data import account_of
from tests.games.helpers import HTMX, JSON, is_a_sentence, sentence_of, words_of

from . import SAID_AT, said, texts

pytestmark = pytest.mark.django_db

EVIL = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "<b hx-get=/people/delete/ hx-trigger=load>x</b>",
    "</bdi></li></ol><svg onload=alert(1)>",
    "{{ user.password }}{% csrf_token %}",
    "&lt;script&gt; javascript:alert(1)",
    "https://evil.example/ www.evil.example mailto:x@example.org",
]


@pytest.fixture
def fresh(start, people):
    """A game of now, whose time has not run out: the pages ask for the time themselves."""
    return start()


@pytest.fixture
def ended(start, people):
    return start(moves=99)


def see(client, game, **headers) -> str:
    response = client.get(f"/games/{game.id}/chat/", **headers)
    assert response.status_code == 200
    return html.unescape(response.content.decode())


def post(client, game, *, what="say", headers=HTMX, **form):
    return client.post(f"/games/{game.id}/chat/{what}/", form, **headers)


def talk(game, people):
    """A line in each room."""
    now = timezone.now()
    for user, room, text in [
        (people.ada, "players", "INNER"),
        (people.cleo, "spectators", "OUTER"),
    ]:
        ChatRoom.objects.create(game=game, room=room, last_number=1)
        ChatLine.objects.create(game=game, room=room, author=user, number=1, text=text, said_at=now)


# --- the matrix: who reads what ---

READERS = {
    "player": ("ada", {False: {"INNER"}, True: {"INNER", "OUTER"}}),
    "opponent": ("ben", {False: {"INNER"}, True: {"INNER", "OUTER"}}),
    "spectator": ("cleo", {False: {"OUTER"}, True: {"OUTER"}}),
    "newcomer": ("dov", {False: {"OUTER"}, True: {"OUTER"}}),
    "guest": ("guest", {False: {"OUTER"}, True: {"OUTER"}}),
    "stranger": (None, {False: {"OUTER"}, True: {"OUTER"}}),
}


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("is_over", [False, True], ids=["running", "over"])
@pytest.mark.parametrize("who", READERS)
def test_each_reader_sees_the_own_rooms_and_writes_where_allowed(
    who, is_over, fresh, ended, people, browser
):
    game = ended if is_over else fresh
    name, seen = READERS[who]
    client = browser(getattr(people, name) if name else None)
    talk(game, people)
    rooms = {"INNER": "players", "OUTER": "spectators"}
    for headers in ({}, HTMX):
        page = see(client, game, **headers)
        assert {word for word in rooms if word in page} == seen[is_over]
    for word, room in rooms.items():
        may_read = word in seen[is_over]
        for headers in (HTMX, JSON):
            missed = client.get(f"/games/{game.id}/chat/?room={room}&after=0", **headers)
            assert (missed.status_code, word in missed.content.decode()) == (
                (200, True) if may_read else (403, False)
            )
        answer = post(client, game, room=room, phrase="luck")
        assert answer.status_code == (200 if may_read and name else 403)
        if answer.status_code == 403:
            assert is_a_sentence(words_of(answer).removeprefix("✗ "))
        form = f'value="{room}"'
        assert (form in see(client, game)) == bool(may_read and name)


def test_a_room_that_is_none_is_not_found(fresh, people, browser):
    for room in ("", "kitchen"):
        missed = browser(people.ada).get(f"/games/{fresh.id}/chat/?room={room}")
        assert missed.status_code == 404 and is_a_sentence(sentence_of(missed))


def test_what_is_said_reveals_nothing_of_the_other_room_by_its_number(fresh, people, browser):
    for number in range(3):
        said(fresh, people.ada, f"inner {number}", now=timezone.now())
    answer = post(browser(people.cleo), fresh, room="spectators", text="hi")
    assert 'data-last="1"' in answer.content.decode()


def test_the_table_has_a_chat_for_who_has_a_room_there(fresh, people, browser):
    for user in (people.ada, people.cleo, None):
        page = browser(user).get(f"/games/{fresh.id}/").content.decode()
        assert f'data-address="/games/{fresh.id}/chat/"' in page
        assert "INNER" not in page


@pytest.mark.slow
def test_of_an_imported_or_long_forgotten_game_there_is_none(ended, people, browser):
    for change in ({"is_imported": True}, {"ended_at": timezone.now() - timedelta(days=98)}):
        ended.is_imported, ended.ended_at = False, timezone.now()
        type(ended).objects.filter(pk=ended.pk).update(**{"is_imported": False} | change)
        client = browser(people.ada)
        assert 'id="chat"' not in client.get(f"/games/{ended.id}/").content.decode()
        assert "Nobody else can read" in see(client, ended)


# --- saying something ---


def test_without_script_a_post_leads_back_to_the_page(fresh, people, browser):
    client = browser(people.ada)
    answer = post(client, fresh, headers={}, room="players", text="hello there")
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{fresh.id}/chat/")
    assert "hello there" in see(client, fresh)


def test_a_page_of_the_table_gets_what_it_does_not_show_yet(fresh, people, browser):
    now = timezone.now()
    for text in ("one", "two"):
        said(fresh, people.ben, text, now=now)
    answer = post(browser(people.ada), fresh, room="players", text="three", after="1")
    page = answer.content.decode()
    assert re.findall(r'data-number="(\d)"', page) == ["2", "3"]
    assert 'data-after="1" data-last="3"' in page and "hx-swap-oob" in page


def test_programs_are_told_in_json(fresh, people, browser):
    client = browser(people.ada)
    answer = post(client, fresh, headers=JSON, room="players", phrase="well")
    assert answer.json() == {"ok": True, "number": 1}
    told = client.get(f"/games/{fresh.id}/chat/?room=players", **JSON).json()
    (line,) = told["lines"]
    assert (told["last"], line["name"], line["phrase"], line["text"]) == (
        1,
        "Ada",
        "well",
        "Well played!",
    )


def test_a_phrase_is_read_in_each_readers_language(fresh, people, browser):
    said(fresh, people.ada, phrase="luck", now=timezone.now())
    client = browser(people.ben)
    assert "Good luck!" in see(client, fresh)
    stored = ChatLine.objects.get()
    assert (stored.phrase, stored.text) == ("luck", "")


@pytest.mark.parametrize("text", EVIL)
def test_what_looks_like_markup_is_shown_as_it_was_typed(text, fresh, people, browser):
    said(fresh, people.ada, text, now=timezone.now())
    client = browser(people.ben)
    for headers in ({}, HTMX):
        page = client.get(f"/games/{fresh.id}/chat/", **headers).content.decode()
        (shown,) = re.findall(r"(?s)<bdi>(.*?)</bdi>", page)
        assert html.unescape(shown) == text and not re.search(r"[<>\"']", shown)
    missed = client.get(f"/games/{fresh.id}/chat/?room=players&after=0").content.decode()
    assert re.findall(r"(?s)<bdi>(.*?)</bdi>", missed) == [shown]


def test_what_was_typed_stays_where_it_is_refused(fresh, people, browser):
    text = '<b>"x"</b>' + "y" * 500
    answer = post(browser(people.ada), fresh, headers={}, room="players", text=text)
    page = html.unescape(answer.content.decode())
    assert answer.status_code == 422 and f'value="{text}"' in page
    assert "at most 500 characters" in page and "<b>" not in answer.content.decode()


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("headers", [{}, HTMX, JSON], ids=["page", "htmx", "json"])
def test_who_talks_too_fast_is_told_how_long_to_wait(headers, fresh, people, browser):
    client = browser(people.ada)
    for number in range(5):
        assert (
            post(client, fresh, headers=headers, room="players", text=f"{number}").status_code < 400
        )
    answer = post(client, fresh, headers=headers, room="players", text="six")
    assert answer.status_code == 429 and 1 <= int(answer["Retry-After"]) <= 10
    assert "lines in 10 seconds" in answer.content.decode() and len(texts(fresh)) == 5


@pytest.mark.slow
def test_presses_are_limited_too(fresh, people, browser, settings):
    settings.ACCOUNT_RATE_LIMITS = LIMITS
    client = browser(people.ada)
    for _ in range(60):
        assert post(client, fresh, room="players", text="").status_code == 422
    answer = post(client, fresh, room="players", text="")
    assert answer.status_code == 429 and answer["Retry-After"] == "60"


def test_newcomers_are_told_why_they_have_phrases_only(fresh, people, browser):
    for user, words in [(people.guest, "Guests say these phrases"), (people.dov, "a day old")]:
        User.objects.filter(pk=user.pk).update(date_joined=timezone.now())
        page = see(browser(user), fresh)
        assert words in page and 'name="text"' not in page and 'name="phrase"' in page


# --- switched off, and hidden ---


@pytest.mark.slow
def test_the_switch_of_an_account_stays_off(fresh, people, browser):
    talk(fresh, people)
    client = browser(people.ada)
    back = client.post("/people/chat/", {"chat": "off", "next": f"/games/{fresh.id}/chat/"})
    assert back["Location"] == f"/games/{fresh.id}/chat/"
    for again in (client, browser(people.ada)):
        page = see(again, fresh)
        assert "INNER" not in page and "switched off for you" in page
        assert "data-off" in again.get(f"/games/{fresh.id}/").content.decode()
    assert "INNER" in see(browser(people.ben), fresh)
    client.post("/people/chat/", {"chat": "nonsense"})
    assert "INNER" not in see(client, fresh)
    client.post("/people/chat/", {"chat": "on"})
    assert "INNER" in see(client, fresh)


def test_the_switch_of_a_stranger_is_a_cookie(fresh, people, browser):
    talk(fresh, people)
    client = browser()
    client.post("/people/chat/", {"chat": "off"})
    assert "OUTER" not in see(client, fresh) and "OUTER" in see(browser(), fresh)


def test_the_switch_stands_among_the_settings(fresh, people, browser):
    client = browser(people.ada)
    assert 'name="reads_chat"' in client.get("/people/settings/").content.decode()
    client.post("/people/settings/", {"language": "", "shows_games": "on"})
    assert not User.objects.get(pk=people.ada.pk).reads_chat


@pytest.mark.slow
def test_a_chat_is_hidden_at_one_table_and_shown_again(fresh, start, people, browser):
    other = start()
    for game in (fresh, other):
        talk(game, people)
    client = browser(people.ada)
    post(client, fresh, what="hide", headers={}, hide="on")
    assert "INNER" not in see(client, fresh) and "INNER" in see(client, other)
    assert "data-off" in client.get(f"/games/{fresh.id}/").content.decode()
    post(client, other, what="hide", headers={}, hide="on")
    post(client, fresh, what="hide", headers={}, hide="off")
    assert "INNER" in see(client, fresh) and "INNER" not in see(client, other)


def test_a_forged_cookie_of_hidden_chats_is_no_fault(fresh, people, browser):
    client = browser(people.ada)
    client.cookies["hidden-chats"] = "..<x>.äöü." + "a" * 500
    assert post(client, fresh, what="hide", headers={}).status_code == 302
    kept = client.cookies["hidden-chats"].value
    assert "<" not in kept and kept.isascii()


# --- words that somebody does not want to read ---


def test_hidden_words_are_in_no_list(ended, people, browser, monkeypatch):
    """The other side of the seam: `store.chat.hides` says whose words are hidden from whom."""
    talk(ended, people)
    pair = (people.ada.pk, people.cleo.pk)
    monkeypatch.setattr(chat, "hides", lambda readers, authors: {pair})
    page = see(browser(people.ada), ended)
    assert "INNER" in page and "OUTER" not in page
    assert "OUTER" in see(browser(people.ben), ended)
    missed = browser(people.ada).get(f"/games/{ended.id}/chat/?room=spectators&after=0")
    assert "OUTER" not in missed.content.decode()
    assert 'data-last="1"' in missed.content.decode()


# --- what may be taken along ---


def test_ones_own_lines_are_in_the_archive_and_nobody_elses(fresh, people, browser):
    said(fresh, people.ada, "mine", now=SAID_AT)
    said(fresh, people.ben, "yours", now=SAID_AT)
    data = account_of(browser(people.ada))
    (line,) = data["chat_lines"]
    columns = {field.name for field in ChatLine._meta.concrete_fields}
    assert set(line) == columns - {"id", "author"}
    assert line["text"] == "mine" and "yours" not in json.dumps(data)
