"""The analysis board: for whom, what it takes, what it tells, and what it never tells."""

import asyncio
import html
import json
import re
from contextlib import contextmanager
from datetime import timedelta
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.services import create_guest, make_computers
from games.background import tasks
from games.background.analyst import Analyst
from games.background.nudges import Nudge, Nudges
from games.computers import turns, worker
from games.computers.process import Unanswered
from games.engine.position_links import position_of, read_link
from games.models import Analysis, Game
from games.rules import GAMES
from games.rules.record import parse_options
from games.selectors.analyses import progress
from games.services import analyses
from games.services.analyses import KEPT_FOR, MOST_OF_ONE, MOST_WAITING, ask, prune
from games.services.errors import NotAllowed
from games.services.moves import play_move
from games.store import history
from games.store.analyses import state_text
from numerica_site.limits import LIMITS
from tests.played_games import RECORDS, played

from .helpers import HTMX, all_rows, words_of

pytestmark = pytest.mark.django_db(transaction=True)

POSITION = {
    "numerica": {"board": ". . . . . . . .....3+3=6", "rack": "12+=?78", "scores": "12 30"},
    "equate": {"board": ". . . . . . . . . .......3+4=7", "rack": "12+5[1/2]"},
    "digifeud": {"board": ". . ......8 ......+ ......7 ......= ......[15]", "rack": "56826+*+"},
    "numeria": {"board": "1 2 3 ./. . . ./. . . ./4 . 5", "turn": "2"},
}
CHANCES = {
    "racks": 40,
    "exact": True,
    "moves": [
        {
            "text": "8A 8+17*.........",
            "points": 0,
            "win": 1,
            "error": 1,
            "is_proven": False,
            "line": [],
        },
        {
            "text": "G7 1.2=8+7",
            "points": 0,
            "win": 617,
            "error": 12,
            "is_proven": False,
            "line": ["pass", "pass"],
        },
        {"text": "pass", "points": 0, "win": 0, "error": 0, "is_proven": True, "line": []},
    ],
}


def make_all(weigh=worker.analyse, **more) -> None:
    """Make every analysis that waits."""

    async def made() -> None:
        while await Analyst(weigh, **more).make_next():
            pass  # until none is left

    asyncio.run(made())


def page(client, key="numerica", texts=None, **more):
    texts = POSITION[key] if texts is None else texts
    return client.get(f"/analysis/{key}/?{urlencode(texts)}", **more)


def post(client, what, key="numerica", texts=None, **more):
    texts = POSITION[key] if texts is None else texts
    return client.post(f"/analysis/{key}/{what}/", texts, **more)


def link_in(response) -> dict[str, str]:
    """The texts of the position to which an answer leads."""
    assert response.status_code == 302, response.content.decode()[-400:]
    asked = parse_qs(urlsplit(response["Location"]).query)
    return {name: texts[0] for name, texts in asked.items()}


@pytest.fixture
def ada(people, browser):
    return browser(people.ada)


# --- for whom ---


@pytest.mark.slow
def test_strangers_and_guests_are_told_why_and_how_to_sign_in(browser):
    for client in (browser(), browser(create_guest())):
        answer = page(client)
        assert answer.status_code == 403
        assert "for registered players" in words_of(answer)
        assert 'href="/practice/numerica/"' in answer.content.decode()
        assert "next=/analysis/numerica/%3Fboard" in answer.content.decode().replace("%2F", "/")
        for what in ("set", "ask", "play"):
            before = all_rows()
            assert post(client, what).status_code == 403
            assert all_rows() == before
    assert browser().get("/analysis/").status_code == 200


def test_there_is_no_board_of_a_game_that_there_is_not(ada):
    assert ada.get("/analysis/chess/").status_code == 404
    assert post(ada, "ask", "chess", {}).status_code == 404


# --- setting up ---


@pytest.mark.parametrize("key", GAMES)
def test_a_posted_form_leads_to_the_link_of_its_position(ada, key):
    texts = POSITION[key]
    answer = post(ada, "set", key, texts)
    assert read_link(key, link_in(answer)).link == read_link(key, texts).link
    shown = ada.get(answer["Location"])
    assert shown.status_code == 200 and 'role="grid"' in shown.content.decode()


def test_squares_are_pressed_without_script(ada):
    link = link_in(post(ada, "set", texts={"tile": "7", "at": "8H"}))
    assert link == {"board": ". . . . . . . .......7", "tile": "7"}
    link = link_in(post(ada, "set", texts=link | {"tile": "=", "at": "8I", "blank": "1"}))
    assert link["board"].endswith(".......7?=") and link["blank"] == "1"
    link = link_in(post(ada, "set", texts={"board": link["board"], "tile": "", "at": "8H"}))
    assert link["board"].endswith("........?=")
    assert post(ada, "set", texts={"tile": "?", "at": "8H"}).status_code == 422
    assert link_in(post(ada, "set", texts={"tile": "7", "at": "9Z"})) == {"tile": "7"}


def test_tiles_go_to_the_rack_and_from_it_without_script(ada):
    link = link_in(post(ada, "set", texts={"tile": "7", "rack": "1?", "to_rack": "1"}))
    assert link["rack"] == "1?7"
    assert link_in(post(ada, "set", texts={"rack": "1?7", "off": "2"}))["rack"] == "17"


def test_a_number_of_numeria_lies_on_one_square_and_takes_its_lock_along(ada):
    link = link_in(post(ada, "set", "numeria", {"board": "1 2", "tile": "1", "at": "h1"}))
    squares = read_link("numeria", link).board
    assert sorted(squares.values()) == ["1", "2"]
    link = link_in(post(ada, "set", "numeria", link | {"tile": "lock", "at": "h1"}))
    assert link["frozen"] == "h1"
    link = link_in(post(ada, "set", "numeria", link | {"tile": "", "at": "h1"}))
    assert "frozen" not in link


def test_a_line_is_typed_and_the_board_is_emptied(ada):
    link = link_in(post(ada, "set", texts={"put": "8F 3+3=6"}))
    assert link["board"] == ". . . . . . . .....3+3=6"
    assert link_in(post(ada, "set", texts=link | {"clear": "1"})) == {}


@pytest.mark.parametrize("wrong", [{"board": "nonsense!"}, {"rack": "Q"}])
def test_a_board_is_emptied_of_what_cannot_be_read_too(ada, wrong):
    said = {"option_stage": "1", "clear": "1"} | wrong
    assert link_in(post(ada, "set", "equate", said)) == {"options": "stage=1"}


def test_who_empties_the_board_and_asks_about_it_is_told_that_the_rack_is_missing(ada):
    told = post(ada, "ask", texts={"options": "stage=1", "clear": "1"}, key="equate")
    assert told.status_code == 422
    assert "Say first which tiles are on the rack." in words_of(told)


def test_scores_come_from_a_field_for_each_seat_and_options_from_lists(ada):
    form = {"option_players": "3", "option_set": "junior", "option_stage": "none"}
    form |= {"score1": "5", "score2": "", "score3": "7", "turn": "3", "rack": "1"}
    link = link_in(post(ada, "set", "equate", form))
    assert link["scores"] == "5 0 7" and link["turn"] == "3"
    assert set(link["options"].split()) == {"players=3", "set=junior"}


WRONG = [
    ({"board": "1" * 99}, "more than 15 squares"),
    ({"rack": "abc"}, "there is no tile"),
    ({"put": "nonsense"}, "not a move"),
    ({"scores": "many"}, "whole numbers"),
    ({"turn": "7"}, "number of a seat"),
    ({"board": "9999999999"}, "here are more"),
]


@pytest.mark.parametrize(("texts", "said"), WRONG)
def test_what_cannot_be_read_comes_back_as_it_was_typed_with_what_is_wrong(ada, texts, said):
    for what in ("set", "ask", "play"):
        answer = post(ada, what, texts=texts)
        assert answer.status_code == 422 and said in words_of(answer).lower()
        for text in texts.values():
            assert html.escape(text) in answer.content.decode() or "turn" in texts
    if "put" not in texts:
        assert page(ada, texts=texts).status_code == 422
    assert not Analysis.objects.exists()


AT_FAULT = [
    ("numerica", {"board": "1+1=q"}, ["board"]),
    ("numerica", {"put": "8H 12+3=q"}, ["put"]),
    ("numerica", {"rack": "77777777777777777777"}, ["rack"]),
    ("numerica", {"score1": "3", "score2": "many"}, ["score2"]),
    ("numeria", {"board": "1 1"}, ["board"]),
    ("numeria", {"board": "1 2", "frozen": "h1"}, ["frozen"]),
    ("numeria", {"board": "36", "taken2": "3-6-9-13"}, ["taken2"]),
    ("numeria", {"board": "3", "taken1": "3-6-9-12"}, ["taken1"]),
    ("numerica", {"turn": "7"}, []),
]
"""Texts of which one cannot be read, and the name of its field."""


@pytest.mark.parametrize(("key", "texts", "fields"), AT_FAULT)
def test_the_field_at_fault_is_marked_and_tied_to_what_is_wrong_with_it(ada, key, texts, fields):
    page = post(ada, "set", key, texts).content.decode()
    tags = re.findall(r"<(?:input|textarea)[^>]*>", page)
    marked = [tag for tag in tags if 'aria-invalid="true"' in tag]
    assert [re.search(r'name="(\w+)"', tag)[1] for tag in marked] == fields
    assert all(re.search(r'aria-describedby="[^"]*\bproblem"', tag) for tag in marked)
    assert re.search(r'<p[^>]* id="problem"[^>]* autofocus>', page), "it is read first"


@pytest.mark.slow
def test_nasty_texts_are_refused_or_read_and_never_run(ada):
    nasty = ("<script>alert(1)</script>", "\x00", "\U0001f600" * 50, "'\"><img>", "%00", "[" * 500)
    for key in ("digifeud", "numeria"):
        for field in ("board", "rack", "turn", "scores", "frozen", "taken1", "options", "left"):
            for text in nasty:
                answer = page(ada, key, {field: text})
                assert answer.status_code in (200, 422), (key, field, text)
                assert "<script>alert" not in answer.content.decode()
                assert "<img>" not in answer.content.decode()


# --- asking ---


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_a_position_is_asked_about_waits_and_is_answered(ada, key):
    answer = post(ada, "ask", key)
    assert answer.status_code == 302 and Analysis.objects.get().done_at is None
    waiting = page(ada, key)
    assert "being worked out" in words_of(waiting)
    assert (
        "hx-get" in waiting.content.decode() and 'http-equiv="refresh"' in waiting.content.decode()
    )
    make_all()
    found = page(ada, key)
    assert "The best move that was found" in words_of(found)
    assert 'http-equiv="refresh"' not in found.content.decode()
    best = json.loads(Analysis.objects.get().answer)["moves"][0]
    state = read_link(key, POSITION[key]).state
    assert state.check(0, best["text"]).text == best["text"]
    part = page(ada, key, **HTMX)
    assert "<html" not in part.content.decode() and "hx-get" not in part.content.decode()


def test_the_answer_has_points_chances_and_lines_to_follow(ada):
    post(ada, "ask")
    make_all(lambda question, limit: CHANCES)
    words = words_of(page(ada))
    assert "The best were tried with 40 racks" in words
    assert "0 % proven" in words
    links = re.findall(r'href="(/analysis/numerica/\?[^"]+)"', page(ada).content.decode())
    assert links
    for link in links:
        assert ada.get(html.unescape(link)).status_code == 200


@pytest.mark.slow
def test_behind_the_best_moves_stand_by_their_chances_however_many_racks_they_met(ada):
    position = read_link("numerica", {"board": ". " * 7 + ".......3+4=7", "rack": "12+3=5?7"})
    found = worker.analyse(turns.question(position.state, 0), 20.0)
    wins = [move["win"] for move in found["moves"]]
    assert len(wins) > 6 and wins[1:] == sorted(wins[1:], reverse=True)


def test_a_position_after_passes_says_that_they_count_on_and_keeps_them(ada):
    shown = page(ada, texts=POSITION["numerica"] | {"quiet": "2 2"})
    assert "Earlier passes and turns without a play or trope still count." in words_of(shown)
    assert 'name="quiet" value="2 2"' in shown.content.decode()
    assert "still count" not in words_of(page(ada))


def test_a_tile_of_numeria_that_is_no_number_is_refused_with_words(ada):
    for tile in ("abc", "37"):
        answer = post(ada, "set", "numeria", {"at": "c3", "tile": tile})
        assert answer.status_code == 422, tile


def asked_with_scores(scores):
    texts = POSITION["numerica"] | {"rack": "12+=", "scores": scores}
    state = read_link("numerica", texts).state
    return worker.Question("numerica", 0, state_text(state))


def test_where_the_time_was_over_at_once_it_is_said_that_there_may_be_better_plays(ada):
    """Who is far ahead has a chance before anything was looked at."""
    found = worker.analyse(asked_with_scores("900 0"), 0.0)
    post(ada, "ask")
    make_all(lambda question, limit: found)
    words = words_of(page(ada))
    assert "there may be better ones" in words and "The plays that earn most" not in words


def test_chances_are_told_of_a_game_without_hope(ada, monkeypatch):
    monkeypatch.setattr(worker, "RACKS", (2,))
    found = worker.analyse(asked_with_scores("0 3000"), 60.0)
    assert found["racks"] == 2 and found["moves"][0]["win"] == 0
    post(ada, "ask")
    make_all(lambda question, limit: found)
    words = words_of(page(ada))
    assert "The best were tried with 2 racks" in words and "better ones" not in words


def test_what_the_referee_does_not_take_is_not_shown(ada):
    post(ada, "ask")
    make_all(lambda question, limit: {**CHANCES, "moves": CHANCES["moves"][:1]})
    assert "There is no move here." in words_of(page(ada))


def test_two_who_ask_the_same_get_one_answer(people, browser):
    for user in (people.ada, people.ben):
        assert post(browser(user), "ask").status_code == 302
    assert Analysis.objects.count() == 1
    other = POSITION["numerica"] | {"rack": "87?=+21"}
    post(browser(people.ada), "ask", texts=other)
    asked = []
    make_all(lambda question, limit: asked.append(question) or CHANCES)
    assert len(asked) == Analysis.objects.count()


def test_a_rack_is_needed_where_tiles_are_held(ada):
    answer = post(ada, "ask", texts={"board": ". .1=1"})
    assert answer.status_code == 422 and "which tiles are on the rack" in words_of(answer)
    assert post(ada, "ask", "numeria").status_code == 302


def test_a_position_that_cannot_be_worked_out_says_so_and_may_be_asked_again(ada):
    def fails(question, limit):
        raise Unanswered

    post(ada, "ask")
    make_all(fails)
    assert "Nothing could be found out" in words_of(page(ada))
    post(ada, "ask")
    make_all(lambda question, limit: CHANCES)
    assert "Nothing could be found out" not in words_of(page(ada))


def waiting_positions(count):
    for number in range(count):
        yield read_link("numerica", {"rack": "1", "scores": f"{number} 0"}).state


@pytest.mark.slow
def test_a_full_line_takes_nobody_more_and_says_when_to_come_again(ada):
    for number, state in enumerate(waiting_positions(MOST_WAITING)):
        ask(state, user_id=-number, now=timezone.now())
    before = all_rows()
    answer = post(ada, "ask")
    assert answer.status_code == 503 and answer["Retry-After"] == "30"
    assert "many positions wait" in words_of(answer).lower()
    assert all_rows() == before


@pytest.mark.slow
def test_nobody_fills_the_line_alone_and_what_is_done_makes_room(ada, people):
    for state in waiting_positions(MOST_OF_ONE):
        ask(state, user_id=people.ada.pk, now=timezone.now())
    before = all_rows()
    answer = post(ada, "ask")
    assert answer.status_code == 429 and answer["Retry-After"] == "30"
    assert "six of your positions wait" in words_of(answer).lower() and MOST_OF_ONE == 6
    assert all_rows() == before
    ask(next(waiting_positions(1)), user_id=people.ada.pk, now=timezone.now())  # waits already
    assert all_rows() == before
    ask(read_link("numerica", {"rack": "2"}).state, user_id=people.ben.pk, now=timezone.now())
    make_all(lambda question, limit: CHANCES)
    assert post(ada, "ask").status_code == 302


def test_of_two_posts_at_once_the_second_counts_the_first(people, monkeypatch):
    *before, first, second = waiting_positions(MOST_OF_ONE + 1)
    for state in before:
        ask(state, user_id=people.ada.pk, now=timezone.now())
    honest = analyses.writing

    def behind_the_first():
        monkeypatch.setattr(analyses, "writing", honest)
        ask(first, user_id=people.ada.pk, now=timezone.now())
        return honest()

    monkeypatch.setattr(analyses, "writing", behind_the_first)
    with pytest.raises(NotAllowed):
        ask(second, user_id=people.ada.pk, now=timezone.now())
    assert Analysis.objects.count() == MOST_OF_ONE


@pytest.mark.slow
def test_computers_that_are_to_move_come_before_analyses(ada):
    post(ada, "ask")
    is_busy, asked = [True], []

    async def run() -> None:
        analyst = Analyst(lambda *told: asked.append(told) or CHANCES, is_busy=lambda: is_busy[0])
        task = asyncio.create_task(analyst.make_next())
        await asyncio.sleep(0.4)
        assert not asked
        is_busy[0] = False
        await task

    asyncio.run(run())
    assert len(asked) == 1


def test_the_worker_is_told_one_rack_and_no_seed(ada):
    post(ada, "ask")
    told = []
    make_all(lambda question, limit: told.append(question) or CHANCES)
    state = json.loads(told[0].state)
    assert state["stock"]["seed"] is None
    mine, others = state["stock"]["racks"]
    assert mine == [["1", "2", "+", "=", "?", "7", "8"]] and others == [9]
    assert all(isinstance(bag, int) for bag, _drawn in state["stock"]["bags"])


@pytest.mark.slow
def test_a_worker_elsewhere_is_nudged_and_makes_it(ada):
    class Noted(list):
        def send(self, nudge):
            self.append(nudge)

        def waiting(self):
            return 0

    post(ada, "ask")
    noted = Noted()
    Nudges(noted).look()
    name = Analysis.objects.get().name
    assert noted == [Nudge("analyse", name)]
    tasks.analyse(name)
    assert progress(read_link("numerica", POSITION["numerica"]).state).is_done
    tasks.analyse(name)
    assert Analysis.objects.count() == 1


def test_answers_go_after_a_day(ada):
    post(ada, "ask")
    assert prune(timezone.now() + KEPT_FOR - timedelta(minutes=5)) == 0
    assert prune(timezone.now() + KEPT_FOR + timedelta(minutes=5)) == 1
    assert not Analysis.objects.exists()


def test_an_answer_that_is_asked_for_again_while_old_ones_go_stays(ada, monkeypatch):
    post(ada, "ask")
    now = timezone.now() + KEPT_FOR + timedelta(minutes=5)

    @contextmanager
    def writing_after_another():
        Analysis.objects.update(asked_at=now)
        yield

    monkeypatch.setattr(analyses, "writing", writing_after_another)
    prune(now)
    assert Analysis.objects.exists()


@pytest.mark.slow
def test_a_person_asks_about_ten_positions_a_minute_and_is_told_when_to_come_again(ada, settings):
    settings.ACCOUNT_RATE_LIMITS = LIMITS
    for number in range(10):
        assert post(ada, "ask", texts={"rack": "1", "scores": f"{number} 0"}).status_code == 302
        make_all(lambda question, limit: CHANCES)
    answer = post(ada, "ask")
    assert answer.status_code == 429 and int(answer["Retry-After"]) > 0
    assert page(ada).status_code == 200


# --- never of a running game of theirs ---


def running(people, key: str, plies: int = 9) -> Game:
    return played(RECORDS[key], [people.ada, people.ben], plies)


def its_link(game: Game) -> dict[str, str]:
    state = game.position
    return position_of(state.seen_by(state.turn), parse_options(game.options)).link


def is_refused(client, key, texts) -> None:
    before = all_rows()
    for what in ("ask", "play"):
        answer = post(client, what, key, texts | {"computer": "Slate"})
        assert answer.status_code == 403 and "still runs" in words_of(answer), (what, texts)
    assert all_rows() == before
    assert "still runs" in words_of(page(client, key, texts))


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_nothing_is_said_of_a_running_game_of_who_asks(people, browser, key):
    game = running(people, key)
    for user in (people.ada, people.ben):
        is_refused(browser(user), key, its_link(game))
    assert post(browser(people.cleo), "ask", key, its_link(game)).status_code in (302, 422)


@pytest.mark.slow
@pytest.mark.parametrize("key", ("numerica", "equate", "digifeud"))
def test_another_rack_or_the_same_in_another_order_hides_nothing(people, browser, key):
    texts = its_link(running(people, key))
    for rack in ("".join(reversed(texts["rack"])).replace("]", "").replace("[", ""), "1", ""):
        kept = "".join(sign for sign in rack if sign.isdigit())
        is_refused(browser(people.ada), key, texts | {"rack": kept})


def turned(key: str, texts: dict[str, str], way) -> dict[str, str]:
    """The same board, every square moved."""
    position = read_link(key, {name: texts[name] for name in ("options", "board") if name in texts})
    size = position.layout.size
    board = {way(*square, size - 1): face for square, face in position.board.items()}
    return type(position)(key=key, options=position.options, board=board, rack=position.rack).link


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_a_board_that_is_mirrored_typed_otherwise_or_added_to_is_known(people, browser, key):
    texts = its_link(running(people, key))
    client = browser(people.ada)
    rack = {"rack": "1"} if "rack" in texts else {}
    for way in (
        lambda row, column, last: (row, last - column),
        lambda row, column, last: (column, row),
        lambda row, column, last: (last - row, last - column),
    ):
        is_refused(client, key, turned(key, texts, way) | rack)
    if key == "numeria":
        is_refused(client, key, {"board": texts["board"].replace("/", "\n")})
        return
    typed = texts["board"].replace("*", "×").replace("-", "−").replace("/", "÷")
    is_refused(client, key, texts | rack | {"board": typed})
    blanks = re.sub(r"(\d)", r"?\1", texts["board"], count=1) if key == "numerica" else typed
    is_refused(client, key, texts | rack | {"board": blanks})
    more = read_link(key, texts | rack)
    empty = [
        at
        for at in more.layout.squares()
        if at not in more.board and more.start.can_lie_on(at, "1")
    ]
    is_refused(client, key, more.with_face(empty[0], "1").with_face(empty[-1], "2").link)


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_an_answer_found_before_is_not_shown_while_the_game_runs(people, browser, key):
    game = running(people, key)
    texts = its_link(game)
    position = read_link(key, texts)
    ask(position.state, user_id=people.ben.pk, now=timezone.now())
    make_all()
    for more in ({}, HTMX):
        shown = page(browser(people.ada), key, texts, **more)
        assert (
            "The best move" not in words_of(shown)
            and "plain-table plays" not in shown.content.decode()
        )
    assert "plays" in page(browser(people.cleo), key, texts).content.decode()


@pytest.mark.slow
def test_when_the_game_is_over_its_board_may_be_asked_about(people, browser):
    game = running(people, "numerica")
    texts = its_link(game)
    is_refused(browser(people.ada), "numerica", texts)
    user = (people.ada, people.ben)[game.turn]
    play_move(game_id=game.id, user=user, ply=10, text="resign", now=timezone.now())
    assert post(browser(people.ada), "ask", "numerica", texts).status_code == 302


# --- from a finished game ---


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_a_position_of_a_finished_game_is_shown_as_who_was_to_move_saw_it(people, browser, key):
    game = played(RECORDS[key], [people.ada, people.ben])
    client = browser(people.ada)
    for ply in range(0, game.ply, 5):
        state = history.position_before(game, ply + 1)
        answer = client.get(f"/games/{game.id}/analyse/?ply={ply}")
        expected = position_of(state.seen_by(state.turn), parse_options(game.options)).link
        assert link_in(answer) == expected
        if state.has_racks:
            assert expected["rack"] == "".join(state.racks[state.turn])
        shown = client.get(answer["Location"])
        assert shown.status_code == 200
    assert client.get(f"/games/{game.id}/analyse/?ply=999").status_code == 404
    assert client.get(f"/games/{game.id}/analyse/?ply=x").status_code == 404


@pytest.mark.slow
def test_a_running_game_leads_to_no_position_and_the_end_has_no_mover(people, browser, start):
    client = browser(people.ada)
    assert client.get(f"/games/{start(4).id}/analyse/?ply=2").status_code == 409
    over = played(RECORDS["numerica"], [people.ada, people.ben])
    if over.ended_at is not None:
        assert client.get(f"/games/{over.id}/analyse/?ply={over.ply}").status_code == 409


@pytest.mark.slow
def test_the_table_and_the_review_of_a_finished_game_lead_to_the_board(people, browser):
    game = played(RECORDS["digifeud"], [people.ada, people.ben])
    client = browser(people.ada)
    assert (
        f"/games/{game.id}/analyse/?ply=3"
        in client.get(f"/games/{game.id}/?ply=3").content.decode()
    )
    call_command("review", game.id, verbosity=0)
    review = client.get(f"/games/{game.id}/review/?ply=4").content.decode()
    assert f"/games/{game.id}/analyse/?ply=3" in review


# --- played on ---


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_a_position_is_played_on_by_who_is_to_move_with_new_tiles_for_the_others(ada, people, key):
    make_computers()
    answer = post(ada, "play", key, POSITION[key] | {"computer": "Acorn"})
    assert answer.status_code == 302
    game = Game.objects.get()
    assert answer["Location"] == f"/games/{game.id}/"
    position, state = read_link(key, POSITION[key]), game.position
    assert state.board == position.state.board and state.turn == 0 == game.turn
    assert game.players.get(user=people.ada).seat == 0 and state.scores == position.state.scores
    assert not game.rated and not game.is_counted
    if state.has_racks:
        unseen = position.state.unseen(0)
        held = [tile for rack in state.racks for tile in rack]
        assert (
            list(state.racks[0][: len(position.rack)]) == list(position.rack) or key == "digifeud"
        )
        full = sum(supply.rack_size for supply in state.stock.supplies)
        assert [len(rack) for rack in state.racks] == [full, full]
        tiles = [*held, *(tile for bag in state.stock.bags for tile in bag.pile)]
        left = {tile: tiles.count(tile) - position.rack.count(tile) for tile in unseen}
        assert left == dict(unseen)
    assert ada.get(answer["Location"]).status_code == 200
    play_move(game_id=game.id, user=people.ada, ply=1, text="resign", now=timezone.now())
    call_command("verify", verbosity=0)


@pytest.mark.parametrize(
    ("what", "wrong"),
    [("play", {"rack": "Q"}), ("ask", {"rack": ""}), ("set", {}), ("ask", {})],
)
def test_the_computer_that_is_chosen_stays_after_a_press_and_a_refusal(ada, what, wrong):
    texts = POSITION["numerica"] | wrong | {"computer": "Engine"}
    shown = ada.post(f"/analysis/numerica/{what}/", texts, follow=True)
    assert shown.status_code == (422 if wrong else 200)
    assert re.findall(r"<option selected>(\w+)</option>", shown.content.decode()) == ["Engine"]


@pytest.mark.parametrize(
    ("what", "wrong", "shows"),
    [
        ("play", {"rack": "Q"}, 'value="Q"'),
        ("ask", {"rack": ""}, "3+3=6"),
        ("set", {"board": "1" * 99}, "1" * 99),
    ],
    ids=["play", "ask", "set"],
)
def test_who_is_refused_and_chooses_another_language_finds_what_was_set_up(ada, what, wrong, shows):
    texts = POSITION["numerica"] | wrong | {"computer": "Engine"}
    address = f"/analysis/numerica/{what}/"
    ways = re.findall(r'name="next" value="([^"]*)"', ada.post(address, texts).content.decode())
    [way] = {html.unescape(way) for way in ways}
    said = {"Referer": f"http://testserver{address}"}
    led = ada.post("/people/language/", {"language": "de", "next": way}, headers=said)
    assert link_in(led) == {name: text for name, text in texts.items() if text}
    again = ada.get(led["Location"]).content.decode()
    assert shows in again and "<option selected>Engine</option>" in again


def test_nobody_plays_on_against_a_computer_that_there_is_not(ada):
    make_computers()
    before = all_rows()
    assert post(ada, "play", texts=POSITION["numerica"] | {"computer": "Ada"}).status_code == 422
    assert all_rows() == before
