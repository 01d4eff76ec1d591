"""Whatever is posted as a move, it is answered with the right status and one sentence, and changes nothing."""

import logging
from datetime import timedelta

import pytest
from django.utils import timezone

from .helpers import HTMX, JSON, WHOLE, all_rows, is_a_sentence, post_move, sentence_of, words_of
from .nasty import NASTY

pytestmark = pytest.mark.django_db
FIRST = WHOLE.moves[0].text


# --- moves ---

MOVES = {
    "nothing": ("", 422),
    "spaces": ("   ", 422),
    "words": ("please", 422),
    "no square": ("3+4=7", 422),
    "no tiles": ("8F", 422),
    "no such tile": ("8F a=a", 422),
    "a lone blank": ("8F ?=?", 422),
    "only dots": ("8F ...", 422),
    "swap of nothing": ("swap", 422),
    "an ending that is nobody's": ("time", 422),
    "NUL": ("8F 3\0=3", 422),
    "only NUL": ("\0", 422),
    "Arabic digits": ("8F ٣=٣", 422),
    "an Arabic row": ("٨F 3=3", 422),
    "full-width digits": ("8F ３=３", 422),
    "a mark from right to left": ("8F \u202e3=3", 422),
    "a zero-width space": ("8F 3\u200b=3", 422),
    "an emoji": ("8F 😀=😀", 422),
    "a lone surrogate": ("8F \ud800", 422),
    "a line break": ("8F 3=3\npass", 422),
    "121 characters": ("8F " + "1" * 118, 422),
    "60 thousand characters": ("8F " + "1" * 60_000, 422),
    "markup": ("<script>alert(1)</script>", 422),
    "a tag of the template": ("{{ table.hand }}{% debug %}", 422),
    "another's tiles": ("8G 0+1", 422),
    "not the middle": ("1A 8-4=4", 422),
    "off the board": ("8N 3?=3", 422),
    "row 99": ("99A 8", 422),
    "row 0": ("0A 8", 422),
    "nothing equals": ("8G 4-3", 422),
    "too many to swap": ("swap 33333333333", 422),
}


@pytest.mark.slow
@pytest.mark.parametrize("more", [{}, HTMX, JSON], ids=["page", "line", "json"])
@pytest.mark.parametrize("name", MOVES)
def test_what_is_no_legal_move_is_refused_in_a_sentence(
    name, more, game, people, browser, nothing_happens
):
    text, status = MOVES[name]
    client = browser(people.ada)
    text = text.encode("utf-8", "surrogatepass") if name == "a lone surrogate" else text
    response = nothing_happens(lambda: post_move(client, game, text, **more), status)
    if more == JSON:
        assert is_a_sentence(response.json()["message"])
    else:
        said = response.content.decode()
        assert is_a_sentence(said.split('<span class="why">')[-1].split("</span>")[0])


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("name", MOVES)
def test_the_preview_tells_the_same_and_never_fails(name, game, people, browser, nothing_happens):
    text, _ = MOVES[name]
    text = text.encode("utf-8", "surrogatepass") if name == "a lone surrogate" else text
    client = browser(people.ada)
    address = f"/games/{game.id}/check/"
    said = nothing_happens(lambda: client.post(address, {"text": text}, **JSON), 200).json()
    assert not said["ok"] and said["code"]
    assert is_a_sentence(said["message"])
    nothing_happens(lambda: client.post(address, {"text": text}), 200)


@pytest.mark.long
@pytest.mark.slow
def test_two_hundred_nasty_strings_are_never_the_servers_fault(
    game, people, browser, nothing_happens, logged
):
    assert len(set(NASTY)) >= 200
    client = browser(people.ada)
    before = all_rows()
    for text in NASTY:
        assert post_move(client, game, text, **JSON).status_code == 422, text
        assert post_move(client, game, "pass", ply=text, **JSON).status_code == 409, text
        check = client.post(f"/games/{game.id}/check/", {"text": text}, **JSON)
        assert check.status_code == 200 and not check.json()["ok"], text
    for text in NASTY[::9]:
        nothing_happens(lambda text=text: post_move(client, game, text), 422)
    assert all_rows() == before
    assert [line for line in logged if line.levelno >= logging.ERROR or line.exc_info] == []


@pytest.mark.parametrize(
    "ply",
    [
        "",
        "0",
        "-1",
        "1.0",
        "1e0",
        " 1",
        "0x1",
        "١",
        "2",
        "99999999",
        "9" * 400,
        "one",
        "\0",
        "1\n",
        "🙂",
    ],
)
def test_a_ply_that_is_not_the_next_is_refused(ply, game, people, browser, nothing_happens):
    client = browser(people.ada)
    response = nothing_happens(lambda: post_move(client, game, FIRST, ply=ply), 409)
    assert "board has changed" in words_of(response)


@pytest.mark.slow
def test_a_move_without_ply_or_text_is_refused(game, people, browser, nothing_happens):
    client, address = browser(people.ada), f"/games/{game.id}/move/"
    nothing_happens(lambda: client.post(address, {"text": FIRST}), 409)
    nothing_happens(lambda: client.post(address, {"ply": 1}), 422)
    nothing_happens(lambda: client.post(address), 422)
    for kind in ("text/plain", "application/json", "application/octet-stream", "nonsense"):
        nothing_happens(
            lambda kind=kind: client.post(address, '{"ply":1,"text":"pass"}', kind), 422
        )


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize(
    ("who", "text", "ply", "status", "says"),
    [
        ("ben", "pass", 1, 409, "not your turn"),
        ("ada", "pass", 0, 409, "board has changed"),
        ("cleo", "pass", 1, 403, "Only the players"),
        (None, "pass", 1, 403, "Only the players"),
        (None, "resign", 1, 403, "Only the players"),
        (None, "nonsense", 1, 403, "Only the players"),
    ],
)
def test_the_wrong_person_or_moment_is_refused(
    who, text, ply, status, says, game, people, browser, nothing_happens
):
    client = browser(getattr(people, who) if who else None)
    response = nothing_happens(lambda: post_move(client, game, text, ply), status)
    assert says in words_of(response)
    said = nothing_happens(lambda: post_move(client, game, text, ply, **JSON), status).json()
    assert says in said["message"] and is_a_sentence(said["message"])


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("who", ["ada", "ben"])
@pytest.mark.parametrize("text", ["pass", "resign", "swap 3", "8F 3=3"])
def test_a_finished_game_takes_no_move(text, who, start, people, browser, nothing_happens):
    game = start(moves=len(WHOLE.moves))
    client = browser(getattr(people, who))
    response = nothing_happens(lambda: post_move(client, game, text), 409)
    assert "game is over" in words_of(response)


def test_a_late_move_is_refused_and_the_time_has_run_out(start, people, browser, logged):
    game = start(now=timezone.now() - timedelta(days=3, seconds=1))
    response = post_move(browser(people.ada), game, FIRST)
    assert response.status_code == 409 and "over" in words_of(response)
    game.refresh_from_db()
    assert game.termination == "time" and game.moves.get().text == "time"
    assert [record for record in logged if record.levelno >= logging.ERROR] == []


@pytest.mark.parametrize("who", ["cleo", None])
def test_only_players_can_try_moves(who, game, people, browser, nothing_happens):
    client = browser(getattr(people, who) if who else None)
    address = f"/games/{game.id}/check/"
    response = nothing_happens(lambda: client.post(address, {"text": FIRST}), 403)
    assert is_a_sentence(sentence_of(response))
