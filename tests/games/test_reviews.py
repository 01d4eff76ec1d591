"""Reviews: they begin with the ending, and of a running game there is none."""

import asyncio
import json
import re
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils import timezone

from accounts.services import make_computers
from games.background.reviewer import Reviewer
from games.computers import process, worker
from games.computers.process import Unanswered
from games.models import Game, GameSettings, Review, ReviewedMove
from games.review import EDITION, review_move
from games.rules import GAMES
from games.rules.record import parse_options
from games.selectors import review_progress
from games.services.computer_games import start_against_computers
from games.services.moves import play_move
from games.services.reviews import begin_review, claim_next_review, store_reviewed_move
from games.services.start import start_game
from games.store import history

from .helpers import HTMX, JSON, MINUTE, WHOLE, all_rows, play_record, recorded_game, words_of
from .sockets import Socket

pytestmark = pytest.mark.django_db(transaction=True)

SHORT = recorded_game("numerica-resign")
QUICK = {
    "exact": True,
    "plays": [],
    "best": None,
    "loss": 0,
    "kind": "",
    "values": {},
    "puzzle": "",
}


@pytest.fixture
def over(people):
    """Ada and Ben's game of a record, played to its end."""

    def played(record=SHORT) -> Game:
        users = [people.ada, people.ben][: len(record.headers["Scores"].split())]
        game = start_game(
            GameSettings(record.headers["Game"], options=record.headers["Options"]),
            users=users,
            seed=bytes.fromhex(record.headers["Seed"]),
            now=timezone.now() - 90 * MINUTE,
        )
        play_record(game, users, len(record.moves), timezone.now() - 60 * MINUTE, record)
        game.refresh_from_db()
        return game

    return played


def make_all(seek=worker.review) -> None:
    """Make every review that waits."""

    async def made() -> None:
        while await Reviewer(seek).make_next():
            pass

    asyncio.run(made())


def the_first_moves(question, text, milliseconds):
    """The real thing for some moves at the start, which is enough for what pages show."""
    early = len(question.position.view(None)["board"]) < 30
    return worker.review(question, text, milliseconds) if early else QUICK


# --- when it begins, and what is kept ---


def test_a_review_begins_with_the_ending_and_not_before(over, start):
    start(6)
    assert not Review.objects.exists()
    game = over()
    review = Review.objects.get()
    assert (review.game_id, review.moves, review.edition) == (game.id, game.ply, EDITION)
    assert review.is_among_people and review.done_at is None


@pytest.mark.slow
def test_every_move_is_reviewed_and_what_is_shown_is_legal_with_its_points(over):
    game = over()
    make_all()
    rows = list(ReviewedMove.objects.all())
    assert [row.ply for row in rows] == list(range(1, game.ply + 1))
    assert Review.objects.get().done_at is not None
    shown = 0
    for row, move in zip(rows, game.moves.all(), strict=True):
        state = history.position_before(game, row.ply)
        for text, points in json.loads(row.detail)["plays"]:
            assert state.check(row.seat, text).points == points
            shown += 1
        assert row.seat == move.seat
    assert shown > len(rows)


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_its_review(key, over, browser):
    record = {
        "numerica": SHORT,
        "equate": recorded_game("equate-stage-1"),
        "digifeud": recorded_game("digifeud-resign"),
        "numeria": recorded_game("numeria-tropes"),
    }[key]
    game = over(record)

    make_all(the_first_moves)
    page = browser().get(f"/games/{game.id}/review/")
    assert page.status_code == 200
    assert page.content.decode().count("<tr") > game.ply
    rows = ReviewedMove.objects.all()
    assert rows.count() == game.ply and not rows.filter(detail="").exists()
    for ply in (0, 1, 3, game.ply - 1):
        table = browser().get(f"/games/{game.id}/?ply={ply}&show=1")
        assert table.status_code == 200 and table.context["table"].lesson.ply == ply + 1
        assert "%(" not in words_of(table)
    assert "%(" not in words_of(page)


@pytest.mark.slow
def test_people_come_before_computers_and_then_who_waits_longest(over, people):
    make_computers()
    first = start_against_computers(
        GameSettings("numerica"),
        user=people.ada,
        computers=["Pebble"],
        now=timezone.now(),
        seed=bytes(32),
    )
    user = people.ada if first.turn == 0 else first.players.get(seat=1).user
    play_move(game_id=first.id, user=user, ply=1, text="resign", now=timezone.now() - 99 * MINUTE)
    second, third = over(), over()
    order = []

    def noting(question, text, milliseconds):
        held = Review.objects.filter(held_until__gt=timezone.now(), done_at=None)
        order.append(held.get().game_id)
        return QUICK

    make_all(noting)
    assert list(dict.fromkeys(order)) == [second.id, third.id, first.id]


# --- who makes it may be killed ---


class Killed(BaseException):
    """What `kill -9` is to a process: nothing after it is done."""


def test_who_is_killed_loses_one_ply_and_the_next_goes_on_there(over):
    game = over()
    asked = []

    def killed_at_the_third(question, text, milliseconds):
        asked.append(text)
        if len(asked) == 3:
            raise Killed
        return QUICK

    with pytest.raises(Killed):
        make_all(killed_at_the_third)
    assert ReviewedMove.objects.count() == 2
    assert review_progress.review_progress(game.id).done == 2
    make_all()  # the process that was killed still holds it
    assert ReviewedMove.objects.count() == 2
    Review.objects.update(held_until=timezone.now())
    make_all(lambda question, text, ms: asked.append(text) or QUICK)
    texts = list(game.moves.values_list("text", flat=True))
    assert asked == texts[:3] + texts[2:]
    assert Review.objects.get().done_at is not None


def test_two_at_once_do_not_work_on_the_same(over):
    over()
    now = timezone.now()
    assert claim_next_review(now=now) is not None
    assert claim_next_review(now=now) is None
    assert claim_next_review(now=now + timedelta(minutes=1)) is not None


def test_the_same_ply_twice_stays_as_it_was_first(over):
    game = over()
    for loss in (5, 7):
        store_reviewed_move(
            game_id=game.id, ply=1, seat=0, found=QUICK | {"loss": loss}, now=timezone.now()
        )
    assert ReviewedMove.objects.get().loss == 5


@pytest.mark.parametrize("fault", [Unanswered(), ValueError("no engine")])
def test_an_engine_that_fails_at_a_ply_leaves_it_out_and_the_review_ends(over, fault, browser):
    game = over()

    def failing(question, text, milliseconds):
        if text == game.moves.get(ply=2).text:
            raise fault
        return QUICK

    make_all(failing)
    assert Review.objects.get().done_at is not None
    assert ReviewedMove.objects.get(ply=2).detail == ""
    assert "not reviewed" in words_of(browser().get(f"/games/{game.id}/review/"))
    assert browser().get(f"/games/{game.id}/try/2/").status_code == 404


def test_a_game_that_cannot_be_read_stands_in_nobodys_way(over):
    broken, other = over(), over()
    Game.objects.filter(pk=broken.pk).update(seed="no seed")
    make_all(lambda *told: QUICK)
    assert Review.objects.get(pk=other.pk).done_at is not None
    assert Review.objects.get(pk=broken.pk).done_at is None
    assert not ReviewedMove.objects.filter(review=broken.pk).exists()


def test_computers_that_are_to_move_go_before(over):
    over()
    is_busy, asked = [True], []

    async def run() -> None:
        reviewer = Reviewer(lambda *told: asked.append(told) or QUICK, lambda: is_busy[0])
        task = asyncio.create_task(reviewer.make_next())
        await asyncio.sleep(0.4)
        assert not asked
        is_busy[0] = False
        await task

    asyncio.run(run())
    assert len(asked) == len(SHORT.moves)


def test_a_ply_is_asked_of_the_computers_process_and_answered(over):
    """The pool of one spawned worker; the question holds what the mover saw and nothing else."""
    game = over()
    first = review_progress.to_review(game.id)[0]
    state = json.loads(first.question.state)
    assert state["stock"]["seed"] is None
    racks = state["stock"]["racks"]
    assert isinstance(racks[first.seat][0], list) and isinstance(racks[1 - first.seat][0], int)
    found = process.review(first.question, first.text, 300)
    assert found["plays"] and found["loss"] >= 0


# --- of a running game there is none ---


def addresses(game: Game) -> list[str]:
    base = f"/games/{game.id}/"
    plies = range(game.ply + 2)
    tries = [f"{base}try/{ply}/" for ply in plies]
    reviews = [f"{base}review/", *(f"{base}review/?ply={ply}&show=1" for ply in plies)]
    return [*reviews, *tries, *(f"{one}?text=8F+3%2B3%3D6" for one in tries)]


@pytest.mark.slow
def test_a_running_game_has_no_review_at_any_address(game, start, people, browser):
    running = start(6)
    clients = [browser(user) for user in (people.ada, people.ben, people.cleo, None)]
    before = all_rows()
    for client in clients:
        for address in addresses(running):
            for more in ({}, HTMX):
                assert client.get(address, **more).status_code in (404, 409), address
        for ply in range(running.ply + 2):
            answer = client.post(
                f"/games/{running.id}/try/{ply}/check/", {"text": "8F 3+3=6"}, **JSON
            )
            assert answer.status_code == 404
        answer = client.post(f"/games/{running.id}/review/ask/")
        assert answer.status_code == 409
        for ply in range(running.ply + 1):
            plain, shown = (
                client.get(f"/games/{running.id}/?ply={ply}{more}").content
                for more in ("", "&show=1")
            )
            token = rb'value="[A-Za-z0-9]{64}"|show=1|&amp;'
            assert re.sub(token, b"", plain) == re.sub(token, b"", shown)
    assert all_rows() == before


@pytest.mark.slow
def test_rows_that_should_not_be_there_are_not_shown_while_the_game_runs(start, people, browser):
    """Even if somebody had made a review of it."""
    running = start(6)
    begin_review(running, timezone.now())
    move = running.moves.get(ply=3)
    store_reviewed_move(game_id=running.id, ply=3, seat=move.seat, found=QUICK, now=timezone.now())
    client = browser(people.ada)
    for address in addresses(running):
        assert client.get(address).status_code in (404, 409), address
    page = client.get(f"/games/{running.id}/?ply=2&show=1")
    assert "lesson" not in page.content.decode() and "3 + 3 = 6" not in words_of(page)
    assert page.context["table"].lesson is None
    assert ReviewedMove.objects.count() == 1
    with pytest.raises(Game.DoesNotExist):
        review_progress.to_review(running.id)


@pytest.mark.slow
def test_the_command_prints_a_finished_game_and_refuses_a_running_one(over, start, capsys):
    running, game = start(6), over()
    with pytest.raises(CommandError, match="not over"):
        call_command("review", running.id)
    with pytest.raises(CommandError, match="no game"):
        call_command("review", "nothing")
    assert not ReviewedMove.objects.exists()
    call_command("review", game.id)
    said = capsys.readouterr().out
    assert said.startswith("Numerica: Ada ") and "lost" in said
    assert len(re.findall(r"(?m)^ *\d+  (Ada|Ben)  ", said)) == game.ply
    assert Review.objects.get().done_at is not None


# --- the pages ---


@pytest.mark.slow
def test_the_page_tells_how_far_it_is_and_looks_again_by_itself(over, browser):
    game = over()
    make_all_but(game, 4)
    for address in (f"/games/{game.id}/review/", f"/games/{game.id}/"):
        page = browser().get(address)
        assert f"Reviewed: {game.ply - 4} moves of {game.ply}" in words_of(page)
        assert '<noscript><meta http-equiv="refresh"' in page.content.decode()
    Review.objects.update(held_until=None)
    make_all(lambda *told: QUICK)
    for address in (f"/games/{game.id}/review/", f"/games/{game.id}/"):
        page = browser().get(address)
        assert "Reviewed:" not in words_of(page) and "refresh" not in page.content.decode()


def make_all_but(game, count):
    for row in review_progress.to_review(game.id)[:-count]:
        store_reviewed_move(
            game_id=game.id, ply=row.ply, seat=row.seat, found=QUICK, now=timezone.now()
        )


@pytest.mark.slow
async def test_the_progress_is_pushed_to_the_table_and_to_the_review(over, browser):
    game = await sync_to_async(over)()
    client = await sync_to_async(browser)()
    table = await Socket(f"/ws/games/{game.id}/?ply={game.ply}", client).open()
    waiting = await Socket(f"/ws/games/{game.id}/review/", client).open()
    await sync_to_async(make_all_but)(game, 1)
    for socket in (table, waiting):
        heard = await socket.until(f"{game.ply - 1} moves of {game.ply}")
        assert any("<progress" in message for message in heard)
    reviewer = Reviewer(lambda *told: QUICK)
    await sync_to_async(Review.objects.update)(held_until=None)
    assert await reviewer.make_next()
    assert any("data-go=" in message for message in await waiting.until("data-go="))
    heard = await table.until("Review: what was missed")
    assert not any("data-go=" in message for message in heard)
    await table.disconnect()
    await waiting.disconnect()


async def test_a_game_without_a_review_has_no_socket_for_one(game, browser):
    client = await sync_to_async(browser)()
    socket = Socket(f"/ws/games/{game.id}/review/", client)
    await socket.open()
    assert await socket.closed() == 4404


def test_a_game_that_ended_before_there_were_reviews_is_reviewed_when_asked_for(over, browser):
    game = over()
    Review.objects.all().delete()
    client = browser()
    page = client.get(f"/games/{game.id}/review/")
    assert "has not been reviewed" in words_of(page)
    assert client.post(f"/games/{game.id}/review/ask/").status_code == 302
    assert Review.objects.get().game_id == game.id


def test_a_review_of_an_earlier_edition_says_so_and_is_made_anew_when_asked_for(over, browser):
    game = over()
    make_all(lambda *told: QUICK)
    client = browser()
    assert "earlier edition" not in words_of(client.get(f"/games/{game.id}/review/"))
    client.post(f"/games/{game.id}/review/ask/")
    assert Review.objects.get().done_at is not None  # it is of this edition
    Review.objects.update(edition=EDITION - 1)
    assert "earlier edition" in words_of(client.get(f"/games/{game.id}/review/"))
    client.post(f"/games/{game.id}/review/ask/")
    assert not ReviewedMove.objects.exists() and Review.objects.get().done_at is None


@pytest.mark.slow
def test_a_play_is_shown_on_the_board_of_the_position(over, browser):
    game = over()
    make_all(the_first_moves)
    row = ReviewedMove.objects.filter(loss__gt=0).first()
    plays = json.loads(row.detail)["plays"]
    for number, (text, points) in enumerate(plays, 1):
        page = browser().get(f"/games/{game.id}/?ply={row.ply - 1}&show={number}")
        state = history.position_before(game, row.ply)
        squares = {state.layout.name(at) for at in state.check(row.seat, text).squares}
        found = re.findall(r'id="sq-(\w+)"[^>]*><span class="tile shown', page.content.decode())
        assert set(found) == squares and str(points) in words_of(page)
    for number in ("0", "6", "x", "-1"):
        page = browser().get(f"/games/{game.id}/?ply={row.ply - 1}&show={number}")
        assert page.status_code == 200 and "tile shown" not in page.content.decode()


def test_a_play_that_is_not_what_the_review_says_is_not_shown(over, browser):
    """Rules that changed since, or a row that was spoilt."""
    game = over()
    plays = [["8F 3+3=7", 13], ["pass", 5], ["nonsense", 1]]
    store_reviewed_move(
        game_id=game.id, ply=1, seat=0, found=QUICK | {"plays": plays}, now=timezone.now()
    )
    page = browser().get(f"/games/{game.id}/?ply=0&show=1")
    assert page.status_code == 200 and page.context["table"].lesson.plays == ()


def rows_of(page) -> list[str]:
    """The rows of the list of moves, as they are read."""
    table = re.search(r'id="sheet".*?</table>', page.content.decode(), re.DOTALL)[0]
    return [words_of_html(row) for row in re.findall(r"<tr.*?</tr>", table, re.DOTALL)]


def words_of_html(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def test_an_ending_is_no_move_to_be_judged(over, browser):
    """Nothing stands beside a resignation, and it is no puzzle, whatever was there to play."""
    game = over()
    make_all_but(game, 1)
    last = game.moves.last()
    assert last.text == "resign"
    found = QUICK | {"plays": [["8F 3+3=6", 124]], "puzzle": "far"}
    store_reviewed_move(
        game_id=game.id, ply=last.ply, seat=last.seat, found=found, now=timezone.now()
    )
    page = browser().get(f"/games/{game.id}/review/")
    assert rows_of(page)[-1].split(" resigned ")[1].startswith("0 – – ")
    assert "124" not in words_of(page) and "Worth solving" not in words_of(page)
    table = browser().get(f"/games/{game.id}/?ply={last.ply - 1}")
    assert "Worth solving" not in words_of(table)


def test_a_resignation_is_no_puzzle():
    state = GAMES["numerica"].new(seed=bytes.fromhex(SHORT.headers["Seed"]), options={})
    assert review_move(state, state.turn, "resign")["puzzle"] == ""


@pytest.mark.slow
def test_a_swap_or_a_pass_is_called_what_it_is(over, browser):
    game = over()
    make_all(the_first_moves)
    row = ReviewedMove.objects.filter(kind="turn").first()
    told = rows_of(browser().get(f"/games/{game.id}/review/"))[row.ply]
    assert "swapped · Instead of a swap, " in told and "would have earned" in told
    assert "no play" not in told


def test_of_numeria_no_points_are_listed(over, browser):
    game = over(recorded_game("numeria-tropes"))
    make_all(the_first_moves)
    page = browser().get(f"/games/{game.id}/review/")
    head, *rows = rows_of(page)
    assert head == "Move Made, and what was missed Ahead"
    assert len(rows) == game.ply and not any(row.endswith(" 0") for row in rows)
    assert "points" not in words_of(page).lower()


# --- board, chart and list at once ---


def marked(page) -> dict[str, list[str]]:
    """What of chart, list and board is marked on a page of a review."""
    content = page.content.decode()
    chart = re.findall(r'<a\s+id="chart-(\d+)"[^>]*aria-current', content)
    rows = re.findall(r'<a id="move-(\d+)"[^>]*aria-current', content)
    tiles = re.findall(r'id="sq-(\w+)"[^>]*><span class="tile last', content)
    return {"chart": chart, "list": rows, "board": sorted(tiles)}


@pytest.mark.slow
def test_a_move_is_marked_in_chart_list_and_board_at_once(over, browser):
    game = over()
    make_all(lambda *told: QUICK)
    address, client = f"/games/{game.id}/review/", browser()
    for move in list(game.moves.all())[:-1]:
        page = client.get(f"{address}?ply={move.ply}")
        ply = str(move.ply)
        squares = sorted(json.loads(move.detail)["squares"])
        assert marked(page) == {"chart": [ply], "list": [ply], "board": squares}
        assert f"Move {ply}: " in words_of(page)
    assert marked(client.get(f"{address}?ply=0")) == {"chart": ["0"], "list": [], "board": []}
    assert "Before the first move" in words_of(client.get(f"{address}?ply=0"))
    assert marked(client.get(address)) == marked(client.get(f"{address}?ply={game.ply}"))


def test_the_places_of_the_chart_lead_to_every_position(over, browser):
    game = over()
    make_all(lambda *told: QUICK)
    page = browser().get(f"/games/{game.id}/review/").content.decode()
    chart = re.search(r'(?s)<nav class="plies".*?</nav>', page)[0]
    places = [int(ply) for ply in re.findall(r'id="chart-(\d+)"\s+href="[^"]*\?ply=\1#at"', chart)]
    assert places == list(range(game.ply + 1))
    first = game.moves.first()
    name = game.players.get(seat=first.seat).shown_name
    lead = f"Move 1: {name} ahead by {first.points}"
    assert re.findall(r'title="(.*?)"', chart)[:2] == ["Start: level", lead]
    curve = re.search(r'<polyline[^>]* points="([^"]+)"', page)[1].split()
    assert len(curve) == chart.count("<a")


@pytest.mark.slow
def test_the_best_play_is_shown_in_place_of_what_was_played(over, browser):
    game = over()
    make_all(the_first_moves)
    row = ReviewedMove.objects.filter(loss__gt=0).exclude(kind="turn").first()
    (best, points), *_ = json.loads(row.detail)["plays"]
    state = history.position_before(game, row.ply)
    squares = {state.layout.name(at) for at in state.check(row.seat, best).squares}
    page = browser().get(f"/games/{game.id}/review/?ply={row.ply}&show=1")
    found = re.findall(r'id="sq-(\w+)"[^>]*><span class="tile shown', page.content.decode())
    assert set(found) == squares and f"On the board instead: {best.split()[0]}" in words_of(page)
    assert marked(page)["list"] == [str(row.ply)] and marked(page)["board"] == []
    for number in ("0", "6", "x", "-1"):
        page = browser().get(f"/games/{game.id}/review/?ply={row.ply}&show={number}")
        assert page.status_code == 200 and "tile shown" not in page.content.decode()


@pytest.mark.parametrize("ply", ["-1", "x", "", "1e3", "99", "9999999999999"])
def test_the_review_of_a_move_that_was_not_made_is_a_404_with_one_sentence(over, browser, ply):
    game = over()
    for more in ({}, HTMX):
        page = browser().get(f"/games/{game.id}/review/?ply={ply}", **more)
        assert page.status_code == 404 and "The game has no such move." in words_of(page)


def test_a_page_that_is_there_gets_the_position_alone(over, browser):
    game = over()
    make_all(lambda *told: QUICK)
    answer = browser().get(f"/games/{game.id}/review/?ply=2", **HTMX)
    found = set(re.findall(r'id="([\w-]+)"[^>]*\shx-swap-oob', answer.content.decode()))
    assert found == {"live", "board", "steps", "told"} and "HX-Request" in answer["Vary"]
    assert "<html" not in answer.content.decode() and "Move 2: " in words_of(answer)


# --- trying again ---


@pytest.mark.slow
def test_a_miss_is_tried_again_with_the_verdict_as_per_cent_of_the_best(over, browser):
    game = over()
    make_all(the_first_moves)
    row = ReviewedMove.objects.filter(loss__gt=0).exclude(kind="turn").first()
    (best, most), *_ = json.loads(row.detail)["plays"]
    made = game.moves.get(ply=row.ply)
    address = f"/games/{game.id}/try/{row.ply}/"
    client = browser()
    page = client.get(address)
    assert page.status_code == 200 and best not in page.content.decode()
    said = words_of(client.get(address, {"text": best}))
    assert "No play earns more." in said
    said = words_of(client.get(address, {"text": made.text}))
    assert f"{made.points * 100 // most} % of the best" in said
    answer = client.post(f"{address}check/", {"text": made.text}, **JSON).json()
    assert answer["points"] == made.points and not answer["is_best"]
    said = words_of(client.get(address, {"text": "8F 3+3=7"}))
    assert "of the best" not in said
    assert Game.objects.get().ply == game.ply


def answer_to_try(client, game, ply, text):
    """What is said of a try, and whether it is marked as the best."""
    answer = client.post(f"/games/{game.id}/try/{ply}/check/", {"text": text}, **JSON).json()
    return answer["share"], answer["is_best"]


def can_take(state):
    return any(" x " in text for text in state.legal_moves())


@pytest.mark.slow
def test_a_try_in_numeria_is_judged_as_the_move_is(over, browser):
    """By the rules alone: whether it takes what there is, and whether the other can then take."""
    game = over(recorded_game("numeria-tropes"))
    make_all()
    client, seen = browser(), set()
    for row in ReviewedMove.objects.order_by("-kind", "ply")[:12]:  # tropes first
        state = history.position_before(game, row.ply)
        moves = list(state.legal_moves())
        best = json.loads(row.detail)["plays"][0][0]
        for text in (game.moves.get(ply=row.ply).text, moves[0], moves[-1], best):
            share, is_best = answer_to_try(client, game, row.ply, text)
            after = state.play(row.seat, text).after
            misses = can_take(state) and " x " not in text
            hands_over = after.turn is not None and can_take(after)
            assert not (is_best and misses), (row.ply, text, share)
            if misses:
                assert share == "A trope can be taken here."
            elif not is_best:
                assert hands_over and share.startswith("After this the other player can take")
            elif hands_over:
                kept = [m for m in moves if (" x " in m) >= (" x " in text)]
                assert all(can_take(state.play(row.seat, each).after) for each in kept)
            seen.add((misses, is_best))
    assert {(True, False), (False, False), (False, True)} <= seen


@pytest.mark.slow
def test_the_best_of_a_search_that_was_cut_short_is_only_the_best_that_was_found(over, browser):
    game = over()
    make_all(the_first_moves)
    row = ReviewedMove.objects.filter(loss__gt=0).exclude(kind="turn").first()
    detail = json.loads(row.detail)
    best, made = detail["plays"][0][0], game.moves.get(ply=row.ply).text
    row.detail = json.dumps(detail | {"exact": False})
    row.save()
    client = browser()
    assert answer_to_try(client, game, row.ply, best) == ("Nothing better was found.", True)
    share, is_best = answer_to_try(client, game, row.ply, made)
    assert "% of the best play found" in share and not is_best


@pytest.mark.slow
def test_a_review_of_an_earlier_edition_is_shown_and_tried_and_certain_of_nothing(over, browser):
    """What it kept had no more than these fields."""
    game = over()
    make_all(the_first_moves)
    Review.objects.update(edition=EDITION - 1)
    for row in ReviewedMove.objects.exclude(detail=""):
        kept = json.loads(row.detail)
        values = {"old": kept["values"]["old"]} if row.kind == "extension" else kept["values"]
        values.pop("line", None)
        names = ("exact", "plays", "best")
        row.detail = json.dumps({name: kept[name] for name in names} | {"values": values})
        row.save()
    client = browser()
    assert client.get(f"/games/{game.id}/review/").status_code == 200
    for row in ReviewedMove.objects.exclude(detail=""):
        page = client.get(f"/games/{game.id}/?ply={row.ply - 1}&show=1")
        assert page.status_code == 200 and "%(" not in words_of(page)
        if plays := json.loads(row.detail)["plays"]:
            share, is_best = answer_to_try(client, game, row.ply, plays[0][0])
            assert (share, is_best) == ("Nothing better was found.", True)


def test_a_single_number_as_the_first_play_of_equate_is_reviewed(people, browser, capsys):
    """E22: a number alone is a play, forms no line and earns nothing."""
    users = [people.ada, people.ben]
    game = start_game(GameSettings("equate"), users=users, seed=bytes(32), now=timezone.now())
    rack = game.position.racks[game.turn]
    number = next(tile for tile in rack if tile.isdigit())
    for ply, text in ((1, f"10J {number}"), (2, "resign")):
        game.refresh_from_db()
        play_move(game_id=game.id, user=users[game.turn], ply=ply, text=text, now=timezone.now())
    call_command("review", game.id)
    assert "lost" in capsys.readouterr().out
    row = ReviewedMove.objects.get(ply=1)
    assert row.detail and row.loss > 0
    assert browser().get(f"/games/{game.id}/review/").status_code == 200
    said = words_of(browser().get(f"/games/{game.id}/?ply=0"))
    assert f"played {number} for 0." in said and "moved 10J" not in said


def test_the_command_leaves_a_ply_out_at_which_the_engine_fails(over, monkeypatch, capsys):
    game = over()

    def failing(question, text, milliseconds):
        raise ValueError("no engine")

    monkeypatch.setattr(worker, "review", failing)
    call_command("review", game.id)
    said = capsys.readouterr()
    assert said.out.startswith("Numerica: Ada ")
    assert Review.objects.get().done_at is not None
    assert "move 1 could not be reviewed: ValueError\n" in said.err


@pytest.mark.slow
def test_ones_own_misses_are_listed_for_oneself_without_the_answer(over, people, browser):
    game = over()
    make_all(the_first_moves)
    own = {p.user_id: p.seat for p in game.players.all()}
    for user in (people.ada, people.ben):
        page = browser(user).get("/misses/")
        found = re.findall(rf"/games/{game.id}/try/(\d+)/", page.content.decode())
        missed = ReviewedMove.objects.filter(loss__gt=0, seat=own[user.pk])
        assert sorted(map(int, found)) == sorted(missed.values_list("ply", flat=True))
        best = json.loads(missed.first().detail)["plays"][0][0]
        assert best not in page.content.decode()
    for user in (people.cleo, None):
        page = browser(user).get("/misses/")
        assert page.status_code == 200 and "/try/" not in page.content.decode()
    page = {
        user: browser(user).get("/@Ada/").content.decode()
        for user in (people.ada, people.cleo, None)
    }
    assert "/misses/" in page[people.ada].split("<main")[1]
    assert "/misses/" not in page[people.cleo].split("<main")[1]
    # every page of a signed-in user links to their own
    assert "/misses/" in page[people.cleo] and "/misses/" not in page[None]


def test_the_chart_tells_who_was_ahead_and_the_table_has_the_figures(over, browser):
    game = over()
    make_all(lambda *told: QUICK)
    page = browser().get(f"/games/{game.id}/review/")
    totals = [0, 0]
    leads = []
    for move in game.moves.all():
        totals[move.seat] += move.points
        leads.append(abs(totals[0] - totals[1]))
    found = re.findall(r'(?s)<td class="num lead">(.*?)</td>', page.content.decode())
    assert [int(re.sub(r"<span.*?</span>|<[^>]+>", "", cell)) for cell in found] == leads
    points = re.search(r'<polyline[^>]* points="([^"]+)"', page.content.decode())[1].split()
    assert len(points) in (game.ply + 1, game.ply + 2)


@pytest.mark.slow
def test_options_and_several_players_have_their_chart(people, browser):
    record = recorded_game("equate-three-advanced-left")
    users = [people.ada, people.ben, people.cleo]
    game = start_game(GameSettings("equate", options=record.headers["Options"]), users=users, seed=bytes.fromhex(record.headers["Seed"]), now=timezone.now())  # fmt: skip
    assert parse_options(game.options)["players"] == "3"
    play_record(game, users, len(record.moves), timezone.now(), record)
    make_all(lambda *told: QUICK | {"plays": []})
    page = browser().get(f"/games/{game.id}/review/").content.decode()
    assert page.count("<polyline") == 3 and WHOLE is not record
