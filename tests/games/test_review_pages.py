"""The pages of a review: progress, board, chart and list."""

import json
import re
from dataclasses import replace

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from games.background.reviewer import Reviewer
from games.models import Review, ReviewedMove
from games.review import EDITION, review_move
from games.rules import GAMES
from games.selectors import review_progress
from games.services.reviews import store_reviewed_move
from games.store import history
from tests.games.reviewed import QUICK, SHORT, finished_games, make_all, the_first_moves

from .helpers import HTMX, recorded_game, words_of
from .sockets import Socket

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def over(people):
    return finished_games(people)


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


@pytest.mark.slow
def test_a_game_that_ended_before_there_were_reviews_is_reviewed_when_asked_for(over, browser):
    game = over()
    Review.objects.all().delete()
    client = browser()
    page = client.get(f"/games/{game.id}/review/")
    assert "has not been reviewed" in words_of(page)
    assert client.post(f"/games/{game.id}/review/ask/").status_code == 302
    assert Review.objects.get().game_id == game.id


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_play_that_is_not_what_the_review_says_is_not_shown(over, browser):
    """Rules that changed since, or a row that was spoilt."""
    game = over()
    plays = [["8F 3+3=7", 13], ["pass", 5], ["nonsense", 1]]
    store_reviewed_move(
        game_id=game.id, ply=1, seat=0, found=QUICK | {"plays": plays}, now=timezone.now()
    )
    page = browser().get(f"/games/{game.id}/?ply=0&show=1")
    assert page.status_code == 200 and page.context["table"].judged.plays == ()


def rows_of(page) -> list[str]:
    """The rows of the list of moves, as they are read."""
    table = re.search(r'id="sheet".*?</table>', page.content.decode(), re.DOTALL)[0]
    return [words_of_html(row) for row in re.findall(r"<tr.*?</tr>", table, re.DOTALL)]


def words_of_html(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_page_that_is_there_gets_the_position_alone(over, browser):
    game = over()
    make_all(lambda *told: QUICK)
    answer = browser().get(f"/games/{game.id}/review/?ply=2", **HTMX)
    found = set(re.findall(r'id="([\w-]+)"[^>]*\shx-swap-oob', answer.content.decode()))
    assert found == {"live", "board", "steps", "told"} and "HX-Request" in answer["Vary"]
    assert "<html" not in answer.content.decode() and "Move 2: " in words_of(answer)


@pytest.mark.slow
def test_the_three_moves_that_lost_most_come_with_what_the_other_then_had(over, browser):
    game = over()
    make_all(the_first_moves)
    lost = sorted(ReviewedMove.objects.filter(loss__gt=0), key=lambda row: (-row.loss, row.ply))
    page = browser().get(f"/games/{game.id}/review/").content.decode()
    part = re.search(r'<ol[^>]*id="moments".*?</ol>', page, re.DOTALL)[0]
    plies = [int(ply) for ply in re.findall(r"\?ply=(\d+)&amp;show=1#at", part)]
    assert plies == sorted(row.ply for row in lost[:3]) and len(plies) == 3
    for item, ply in zip(part.split("<li>")[1:], plies, strict=True):
        row = next(row for row in lost if row.ply == ply)
        assert f"<b>−{row.loss}</b>" in item
        then = ReviewedMove.objects.filter(ply=ply + 1).exclude(detail="").first()
        plays = json.loads(then.detail)["plays"] if then else []
        best = plays[0][1] if plays else None
        told = re.search(r"Then (\w+) could earn (\d+)\.", " ".join(item.split()))
        assert (told and int(told[2])) == best
        if told:
            assert told[1] == game.players.get(seat=then.seat).shown_name


@pytest.mark.slow
def test_a_game_in_which_nothing_was_lost_has_no_such_list(over, browser):
    game = over()
    make_all(lambda *told: QUICK)
    assert 'id="moments"' not in browser().get(f"/games/{game.id}/review/").content.decode()


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize(
    ("moves", "said"),
    [
        (2, "Turning point: only the last move put {name} ahead."),
        (4, "Turning point: from move 2 on {name} was ahead to the end."),
    ],
)
def test_a_turning_point_is_told_otherwise_where_nothing_follows(moves, said, over, browser):
    """18 to 24 after two moves, and 18 to 47 after four."""
    *made, given_up = SHORT.moves
    game = over(replace(SHORT, moves=(*made[:moves], given_up)))
    make_all(lambda *told: QUICK)
    name = game.players.get(rank=1).shown_name
    page = words_of(browser().get(f"/games/{game.id}/review/"))
    assert said.format(name=name) in page
