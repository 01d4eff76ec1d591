"""Hints in games against computers: of an easy play and of the best, step by step, to one seat."""

import asyncio
import json
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.utils import timezone

from accounts.names import COMPUTERS
from accounts.services import make_computers
from games import notifications
from games.background.adviser import Adviser
from games.computers import process, turns, worker
from games.computers.process import Unanswered
from games.engine.easy_plays import easiest_play, has_play
from games.engine.numeria import aim_of, candidate_moves
from games.live import fragments
from games.models import Game, GameSettings, PlayedMove, Player
from games.presentation import sentences
from games.presentation.sentences import pretty
from games.rules import GAMES
from games.rules.move_generator import legal_plays
from games.rules.record import parse_options
from games.selectors import review_progress
from games.services.computer_games import start_against_computers
from games.services.hints import say_stuck, take_hint
from games.services.moves import play_move
from games.services.reviews import store_reviewed_move
from games.store.transactions import writing
from ratings.models import Highlight

from .helpers import JSON, words_of
from .sockets import Socket

pytestmark = pytest.mark.django_db(transaction=True)

GAMES_WITH_RACKS = [("numerica", ""), ("equate", ""), ("digifeud", ""), ("digifeud", "directions=4")]  # fmt: skip
FEWEST = {"numerica": 3, "equate": 3, "digifeud": 4}
WAYS = {"to the right": (0, 1), "down": (1, 0), "to the left": (0, -1), "up": (-1, 0)}


@pytest.fixture(autouse=True)
def made(db):
    make_computers()


@pytest.fixture
def against(people) -> Callable[..., Game]:
    """Start a game of Ada's against a computer in which Ada begins."""

    def started(key="numerica", options="", turn=0) -> Game:
        rules, given = GAMES[key], parse_options(options)
        seeds = (bytes([number]) * 32 for number in range(256))
        wanted = (
            seed
            for seed in seeds
            if (state := rules.new(seed=seed, options=given)).turn == turn
            and (turn or key == "numeria" or has_play(state, 0, 0.2, least=1))
        )
        game = start_against_computers(GameSettings(key, options=options), user=people.ada, computers=[COMPUTERS[0]], now=timezone.now(), seed=next(wanted))  # fmt: skip
        game.refresh_from_db()
        return game

    return started


@pytest.fixture
def asked(monkeypatch):
    """The engine in this process; what it was asked for."""
    kinds = []

    def seek_best(question):
        kinds.append("best")
        return worker.best_play(question, 1000)

    def seek_easy(question):
        kinds.append("easy")
        return worker.easy_play(question, 1000)

    monkeypatch.setattr(process, "best_play", seek_best)
    monkeypatch.setattr(process, "easy_play", seek_easy)
    return kinds


def ask(client, game, kind="easy", ply=1, **headers):
    return client.post(f"/games/{game.id}/hint/", {"ply": ply, "kind": kind}, **(headers or JSON))


def told(client, game, kind="easy", ply=1):
    return ask(client, game, kind, ply).json()


def play(game, user, text):
    ply = Game.objects.get(pk=game.pk).ply + 1
    now = timezone.now()
    play_move(game_id=game.id, user=user, ply=ply, text=text, now=now)
    game.refresh_from_db()


# --- what is told ---


@pytest.mark.slow
@pytest.mark.parametrize(("key", "options"), GAMES_WITH_RACKS)
def test_an_easy_play_is_told_first_and_the_best_one_is_another_press(
    key, options, against, people, browser, asked
):
    """Place, way and line are those that the score sheet has when the play was made."""
    game = against(key, options)
    client = browser(people.ada)
    for kind, worth in (("easy", "A play to find"), ("best", "The best play found")):
        steps = [told(client, game, kind) for _ in range(4)]
        text = steps[-1]["lay"]
        verdict = game.position.check(0, text)
        lines = steps[-1]["lines"]
        assert lines[0].startswith(f"{worth} earns {verdict.points} point")
        assert [len(step["lines"]) for step in steps][-2:] == [3, 3]
        assert [step["is_more"] for step in steps][-2:] == [False, False]
        place, way = re.fullmatch(r"It begins at (\w+<?), ([a-z ]+)\.", lines[1]).groups()
        assert text.split(" ")[0] == place and lines[2].startswith(f"{place}, {way}: ")
        line = next(run.text for run in verdict.runs)
        assert key == "equate" or pretty(line) in lines[2]
    assert asked == ["easy", "best"]
    play(game, people.ada, text)
    assert words_of(client.get(f"/games/{game.id}/")).count(place)


def test_the_way_that_is_told_is_the_way_the_squares_run(against, people, browser, asked):
    game = against("digifeud", "directions=4")
    state = game.position
    for text in list(legal_plays(state, 0, max_tiles=4))[::60]:
        process.best_play = lambda question, text=text: (text, state.check(0, text).points)
        Player.objects.filter(game=game).update(last_hint="")
        lines = [told(browser(people.ada), game, "best") for _ in range(3)][-1]["lines"]
        way = WAYS[re.search(r", ([a-z ]+): ", lines[2])[1]]
        squares = [state.layout.parse_square(name) for name in _in_order(text)]
        step = squares[1][0] - squares[0][0], squares[1][1] - squares[0][1]
        assert step == way, text


def _in_order(text):
    place = text.split(" ")[0]
    name, back = place.rstrip("<"), place.endswith("<")
    row, column = re.search(r"\d+", name)[0], re.search("[A-Z]", name)[0]
    by = -1 if back else 1
    if name[0].isalpha():
        return [f"{row}{column}", f"{int(row) + by}{column}"]
    return [f"{row}{column}", f"{row}{chr(ord(column) + by)}"]


def test_the_steps_of_one_play_are_one_hint(against, people, browser, asked):
    game = against("numerica")
    client = browser(people.ada)
    taken = [told(client, game)["taken"] for _ in range(4)]
    assert taken == [1, 1, 1, 1]
    easy = told(client, game)["lay"]
    best = [told(client, game, "best") for _ in range(3)][-1]
    assert best["taken"] == (1 if best["lay"] == easy else 2)
    play(game, people.ada, "resign")
    said = "Ada took 1 hint." if best["taken"] == 1 else "Ada took 2 hints."
    assert said in words_of(browser().get(f"/games/{game.id}/"))


def test_an_easy_play_that_is_the_best_one_is_one_hint_and_told_as_the_best(
    against, people, browser, monkeypatch
):
    game = against("numerica")
    found = worker.best_play(turns.question(game.position, 0), 1000)
    for name in ("easy_play", "best_play"):
        monkeypatch.setattr(process, name, lambda question: found)
    client = browser(people.ada)
    told(client, game)
    told(client, game)
    best = told(client, game, "best")
    assert best["taken"] == 1 and best["lines"][0].startswith("The best play found earns")
    assert len(best["lines"]) == 2 and best["is_more"]
    assert told(client, game, "best")["lay"] == found[0]


@pytest.mark.parametrize(("key", "options"), GAMES_WITH_RACKS[:3])
def test_an_easy_play_is_a_short_sum_of_small_numbers_and_the_best_of_these(key, options, against):
    """Beside every small play that the rules' own enumerator finds."""
    game = against(key, options)
    state = game.position
    text, points = easiest_play(state, 0)
    verdict = state.check(0, text)
    assert points == verdict.points > 0 and is_short_sum(verdict)
    small = [state.check(0, other) for other in legal_plays(state, 0, max_tiles=3)]
    assert points >= max((other.points for other in small if is_short_sum(other)), default=0)


def is_short_sum(verdict):
    """Whether it is one line of seven symbols with no number above 20, made without a blank."""
    if len(verdict.runs) != 1 or "?" in verdict.text:
        return False
    line = verdict.runs[0].text
    return len(line) <= 7 and all(int(number) <= 20 for number in re.findall("[0-9]+", line))


def test_where_only_plays_with_blanks_earn_points_the_best_is_the_easy_one(against):
    game = against("numerica")
    state = game.position
    stock = replace(state.stock, racks=(((*"?=7+2",),), *state.stock.racks[1:]))
    text, _ = worker.easy_play(turns.question(replace(state, stock=stock), 0), 1000)
    assert "?" in text


# --- Numeria ---


def test_in_numeria_a_hint_says_what_the_move_is_for_and_never_points(
    against, people, browser, asked
):
    game = against("numeria")
    client = browser(people.ada)
    for _ in range(3):
        hint = told(client, game, ply=game.ply + 1)
    move = hint["lay"]
    start, end = re.match("([a-h][1-8])-([a-h][1-8])", move).groups()
    assert not any("point" in line for line in hint["lines"]) and not hint["has_best"]
    assert hint["lines"][1] == f"It moves the tile on {start}."
    assert f"{start}–{end}" in hint["lines"][2]
    aim = aim_of(game.position, 0, move)
    line = ", ".join(map(str, aim.numbers))
    assert all(line in hint["lines"][step] for step in ((2,) if aim.kind == "takes" else (0, 2)))


@pytest.mark.slow
def test_what_a_move_of_numeria_is_for_is_true():
    """Beside the moves that the rules list: what it takes, what the other can take after it."""
    seen = set()
    for number in range(3):
        state = GAMES["numeria"].new(seed=bytes([number]) * 32, options={})
        for _ in range(12):
            ways = sorted(candidate_moves(state, state.turn), key=lambda way: -way.points)
            best, _ = worker.best_play(turns.question(state, state.turn), 1000)
            for text in [best, *(way.text for way in [*ways[:1], *ways[::97]])]:
                aim = aim_of(state, state.turn, text)
                seen.add(aim.kind)
                _require_true(aim, state.play(state.turn, text))
            state = state.play(state.turn, best if state.turn == 0 else ways[-1].text).after
            if state.turn is None:
                break
    assert {"takes", "prepares", "stops"} <= seen


def _require_true(aim, move):
    after = move.after
    takes = []
    if after.turn is not None:
        checks = [after.check(after.turn, text) for text in after.legal_moves() if text != "pass"]
        takes = [run.text for check in checks for run in check.runs if check.points]
    line = ",".join(map(str, aim.numbers))
    if aim.kind == "takes":
        assert move.verdict.points == 1 and line == move.verdict.runs[0].text
    else:
        assert move.verdict.points == 0
    if aim.kind == "keeps":
        assert not takes
    if aim.kind in ("prepares", "stops"):
        assert aim.numbers in after.tropes


# --- where it is shown, and to whom ---


def hinted(page: str) -> list[str]:
    return sorted(re.findall(r'class="sq[^"]*hinted[^"]*" role="gridcell" id="sq-(\w+)"', page))


@pytest.mark.slow
def test_the_squares_are_lit_with_the_step_that_names_them_and_not_after_the_move(
    against, people, browser, asked
):
    game = against("numerica")
    client, address = browser(people.ada), f"/games/{game.id}/"
    pages = []
    for _ in range(3):
        told(client, game)
        pages.append(client.get(address).content.decode())
    text = told(client, game)["lay"]
    verdict = game.position.check(0, text)
    names = sorted(game.position.layout.name(square) for square in verdict.squares)
    assert [hinted(page) for page in pages][0] == [] and len(hinted(pages[1])) == 1
    assert hinted(pages[2]) == names and hinted(pages[1])[0] in names
    assert pages[2].count(", of the hint") == len(names)
    part = ask(client, game, HTTP_HX_REQUEST="true").content.decode()
    assert hinted(part.replace(' tabindex="-1"', "")) == names and "hx-swap-oob" in part
    play(game, people.ada, "pass")
    change = fragments.live_fragment(game.id, 1, 0, "change")
    assert all(f'id="sq-{name}"' in change for name in names) and hinted(change) == []
    assert hinted(client.get(address).content.decode()) == []


def test_a_hint_is_for_this_turn_and_this_seat(against, people, browser, asked):
    game = against("digifeud")
    client = browser(people.ada)
    assert "Hint" in words_of(client.get(f"/games/{game.id}/"))
    for _ in range(3):
        shown = ask(client, game, HTTP_HX_REQUEST="true")
    assert '<div id="hint"' in shown.content.decode()
    assert "Lay it for me" in words_of(shown)
    text = json.loads(Player.objects.get(game=game, seat=0).last_hint)["easy"]["play"]["text"]
    for reader in (None, people.ben):
        page = browser(reader).get(f"/games/{game.id}/?lay=1").content.decode()
        assert "to find earns" not in page and text not in page and hinted(page) == []
        assert ask(browser(reader), game).status_code == 403
    for seat in (None, 1):
        for extent in ("whole", "change"):
            zones = fragments.live_fragment(game.id, 0, seat, extent)
            assert "to find earns" not in zones and text not in zones and hinted(zones) == []
    assert ask(client, game, ply=2).status_code == 409
    play(game, people.ada, "pass")
    assert ask(client, game, ply=2).status_code == 409
    assert "to find earns" not in words_of(client.get(f"/games/{game.id}/"))
    assert Player.objects.get(game=game, seat=0).hints_taken == 1 and asked == ["easy"]


def test_a_page_that_comes_back_from_an_earlier_move_has_its_hint_still(
    against, people, browser, asked
):
    game = against("digifeud")
    client = browser(people.ada)
    client.get(f"/games/{game.id}/live/")
    told(client, game)
    assert "to find earns" in client.get(f"/games/{game.id}/live/").content.decode()


def test_without_script_a_link_fills_the_move_in(against, people, browser, asked):
    game = against("numerica")
    client = browser(people.ada)
    assert 'name="text" value=""' in client.get(f"/games/{game.id}/?lay=1").content.decode()
    for _ in range(3):
        hint = told(client, game)
    page = client.get(f"/games/{game.id}/").content.decode()
    assert f"/games/{game.id}/?lay=1" in page
    filled = client.get(f"/games/{game.id}/?lay=1").content.decode()
    assert f'name="text" value="{hint["lay"]}"' in filled


def test_among_people_there_are_no_hints(start, people, browser, asked):
    game = start()
    client = browser(people.ada)
    page = client.get(f"/games/{game.id}/").content.decode()
    assert "Hint" not in page and "hint-form" not in page
    assert ask(client, game).status_code == 403
    assert not asked and game.players.get(seat=0).hints_taken == 0


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("numerica", "No play was found. Swap tiles, or pass."),
        ("numeria", "No play was found. Pass."),
    ],
)
def test_where_no_play_is_found_it_says_what_can_be_done_and_no_hint_is_counted(
    against, people, browser, monkeypatch, key, said
):
    monkeypatch.setattr(process, "easy_play", lambda question: None)
    game = against(key)
    for _ in range(2):
        hint = told(browser(people.ada), game)
    assert hint["lines"] == [said] and not hint["is_more"] and not hint["has_best"]
    assert hint["taken"] == 0 and hint["lay"] == ""


def test_a_hint_that_does_not_come_is_said_and_not_counted(against, people, browser, monkeypatch):
    def lost(question):
        raise Unanswered

    monkeypatch.setattr(process, "easy_play", lost)
    game = against()
    answer = ask(browser(people.ada), game)
    assert answer.status_code == 503 and game.players.get(seat=0).hints_taken == 0
    assert int(answer["Retry-After"]) > 0


def test_nothing_is_held_while_a_hint_is_sought(against, people):
    """Others write, to this game too, while the worker thinks."""
    game = against()
    seen = []

    def seek(question):
        with ThreadPoolExecutor(1) as another:
            another.submit(write).result(5)
        seen.append(connection.in_atomic_block)
        return None

    def write():
        try:
            with writing():
                Game.objects.select_for_update().get(pk=game.id)
                Game.objects.filter(pk=game.id).update(ply=0)
        finally:
            connection.close()

    take_hint(game_id=game.id, user=people.ada, ply=1, kind="easy", seek=seek)
    assert seen == [False]


# --- that nothing can be laid ---


async def advised(game, found) -> None:
    """Let the adviser look at the turn of now, twice: when it looks again the first look is done."""
    looks = asyncio.Semaphore(0)
    loop = asyncio.get_running_loop()

    def look(question):
        loop.call_soon_threadsafe(looks.release)
        return found

    task = asyncio.create_task(Adviser(look).run())
    await asyncio.sleep(0)
    notifications.person_listeners[-1](game.id, game.ply)
    notifications.person_listeners[-1](game.id, game.ply)
    async with asyncio.timeout(30):
        await looks.acquire()
        await looks.acquire()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def test_whoever_advises_is_told_of_turns_of_people_against_computers_alone(
    against, start, people, monkeypatch
):
    heard = []
    monkeypatch.setattr(notifications, "person_listeners", [lambda *turn: heard.append(turn)])
    begun, waiting = against(), against(turn=1)
    play(waiting, waiting.players.get(seat=1).user, "pass")
    play(begun, people.ada, "pass")
    start()
    assert heard == [(begun.id, 0), (waiting.id, 1)]


@pytest.mark.parametrize(
    ("bag", "said"), [(20, "with these tiles: swap some."), (0, "with these tiles: pass.")]
)
def test_that_nothing_can_be_laid_is_said_to_the_seat_alone(against, people, browser, bag, said):
    game = against("numerica")
    if not bag:
        state = game.position
        bags = tuple(replace(each, pile=()) for each in state.stock.bags)
        emptied = replace(state, stock=replace(state.stock, bags=bags)).to_json()
        Game.objects.filter(pk=game.pk).update(state=json.dumps(emptied))
    say_stuck(game_id=game.id, ply=1)
    own = browser(people.ada).get(f"/games/{game.id}/")
    assert said in words_of(own) and ">Hint<" not in own.content.decode()
    assert said in fragments.hint_fragment(game.id, 0)
    for reader in (None, people.ben):
        assert "be laid with these" not in words_of(browser(reader).get(f"/games/{game.id}/"))
    for seat in (None, 1):
        assert "be laid with these" not in fragments.live_fragment(game.id, 0, seat, "whole")
    play(game, people.ada, "pass")
    assert "be laid with these" not in words_of(browser(people.ada).get(f"/games/{game.id}/"))


async def test_the_open_pages_of_the_seat_are_told_and_no_others(against, people, browser):
    """What the others get next is the mark of a later nudge: there was nothing between."""
    game = await sync_to_async(against)("numerica")
    path = f"/ws/games/{game.id}/?ply=0"
    clients = [await sync_to_async(browser)(user) for user in (people.ada, people.ben, None)]
    ada, ben, nobody = [await Socket(path, client).open() for client in clients]
    for socket in (ada, ben, nobody):
        await socket.everything()
    await sync_to_async(say_stuck)(game_id=game.id, ply=1)
    assert "Nothing can be laid" in await ada.receive_from()
    for socket in (ben, nobody):
        assert "Nothing can be laid" not in "".join(await socket.everything())
    for socket in (ada, ben, nobody):
        await socket.disconnect()


@pytest.mark.parametrize(("found", "is_said"), [(False, True), (None, False), (True, False)])
async def test_that_nothing_can_be_laid_is_said_only_where_it_is_certain(
    against, people, found, is_said
):
    game = await sync_to_async(against)("numerica")
    await advised(game, found)
    stuck = await sync_to_async(lambda: Player.objects.get(game=game, seat=0).stuck_ply)()
    assert (stuck == 1) == is_said


def test_a_turn_that_is_over_is_not_spoken_of(against, people):
    game = against("numerica")
    play(game, people.ada, "pass")
    say_stuck(game_id=game.id, ply=1)
    say_stuck(game_id=game.id, ply=2)  # the computer's turn: it is no person
    assert not Player.objects.filter(game=game, seat=0).exclude(stuck_ply=0).exists()


def test_among_people_nobody_is_told_that_nothing_can_be_laid(start, people):
    game = start()
    say_stuck(game_id=game.id, ply=1)
    assert not Player.objects.filter(game=game).exclude(stuck_ply=0).exists()
    assert turns.turn_of_person(game.id, 0) is None


@pytest.mark.slow
@pytest.mark.parametrize("key", ["numerica", "equate", "digifeud"])
def test_whether_something_can_be_laid_is_what_trying_everything_says(key):
    for number in range(5):
        state = GAMES[key].new(seed=bytes([number, 3]) * 16, options={})
        if next(legal_plays(state, state.turn, max_tiles=FEWEST[key]), None) is not None:
            assert has_play(state, state.turn) is True


# --- moves made with a hint are not one's own ---


def test_a_move_after_a_hint_is_remembered_as_hinted_and_no_play_to_remember(
    against, people, browser, asked
):
    game = against("numerica")
    text, _ = worker.best_play(turns.question(game.position, 0), 1000)
    told(browser(people.ada), game)
    play(game, people.ada, text)
    play(game, game.players.get(seat=1).user, "pass")
    play(game, people.ada, "pass")
    play(game, game.players.get(seat=1).user, "resign")
    moves = PlayedMove.objects.filter(game=game, seat=0)
    assert list(moves.values_list("is_hinted", flat=True)) == [True, False]
    assert not Highlight.objects.filter(user=people.ada).exists()


def test_the_same_move_without_a_hint_is_remembered(against, people):
    game = against("numerica")
    text, _ = worker.best_play(turns.question(game.position, 0), 1000)
    play(game, people.ada, text)
    play(game, game.players.get(seat=1).user, "resign")
    assert Highlight.objects.filter(user=people.ada, kind="play").exists()


@pytest.mark.parametrize("with_hint", [True, False])
def test_a_review_says_that_there_was_a_hint_and_finds_nothing_great_in_it(
    against, people, browser, asked, with_hint
):
    game = against("numerica")
    text, _ = worker.best_play(turns.question(game.position, 0), 3000)
    if with_hint:
        told(browser(people.ada), game, "best")
    play(game, people.ada, text)
    play(game, game.players.get(seat=1).user, "resign")
    for move in review_progress.to_review(game.id):
        found = worker.review(move.question, move.text, 3000)
        store_reviewed_move(
            game_id=game.id, ply=move.ply, seat=move.seat, found=found, now=timezone.now()
        )
    page = words_of(browser().get(f"/games/{game.id}/review/"))
    assert ("with a hint" in page) == with_hint
    assert ("Best find: Ada" in page) == (not with_hint)
    assert ("1 move was made with a hint." in page) == with_hint
    lesson = words_of(browser().get(f"/games/{game.id}/?ply=0"))
    assert ("Made with a hint." in lesson) == with_hint


def test_a_line_is_told_from_its_first_tile_on():
    """Also where that tile lies there already, and where one tile alone lengthens a line down."""
    squares = ["8H", "9H", "10H", "11H", "12H"]
    detail = {
        "kind": "play",
        "squares": ["11H"],
        "runs": [{"text": "3=3+0", "kind": "complete", "squares": squares, "points": 9}],
    }
    play = {"text": "11H +", "points": 9, "square": "8H", "squares": ["11H"], "detail": detail}
    _, begins, whole = sentences.hints(play, "easy")
    assert begins == "It begins at H8, down." and whole.startswith("H8, down: 3 = 3 + 0")
