"""Chances on the page of a review: from a game's end through its moments to a miss tried again."""

import json
import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.background import tasks
from games.computers import worker
from games.models import Analysis, ReviewedMove
from games.presentation import sentences
from games.rules.moves import verdict_to_json
from games.selectors import review_progress
from games.services.deep_reviews import store_weighed_move
from games.services.reviews import store_reviewed_move
from games.store import history
from tests.browser.against import Table, begin
from tests.browser.table import PHONE, expect_ply
from tests.games.deepened import chances
from tests.games.reviewed import QUICK
from tests.played_games import played, recorded
from tests.prepared import prepared_folder
from tests.servers import Server
from tests.tiers import but_for_certainty

WIDE = {"width": 1440, "height": 900}


@pytest.fixture
def reviewed(people):
    """A game whose first moves are reviewed in points."""
    game = played(recorded("numerica-resign"), [people.ada, people.ben])
    for row in review_progress.to_review(game.id):
        found = worker.review(row.question, row.text, 5.0) if row.ply < 8 else QUICK
        store_reviewed_move(
            game_id=game.id, ply=row.ply, seat=row.seat, found=found, now=timezone.now()
        )
    game.refresh_from_db()
    return game


def weigh(game, upto=None):
    """Chances for the moves that lost points: the later, the more of the chance was lost."""
    lost = {row.ply: row for row in ReviewedMove.objects.filter(review=game.id, loss__gt=0)}
    for move in review_progress.to_weigh(game.id)[:upto]:
        row, found = lost.get(move.ply), chances((move.text, 0, 500, 0, False))
        if row is not None:
            best, points = json.loads(row.detail)["plays"][0]
            after = 690 - 10 * move.ply
            found = chances((best, points, 700, 0, False), (move.text, 0, after, 15, False), made=1)
        store_weighed_move(
            game_id=game.id,
            ply=move.ply,
            seat=move.seat,
            chances=found,
            luck=None,
            now=timezone.now(),
        )


@pytest.mark.parametrize("size", but_for_certainty([PHONE, WIDE], [PHONE]))
def test_from_the_end_of_a_game_through_its_moments_to_a_miss_tried_again_and_the_analysis_board(
    reader, people, reviewed, size
):
    weigh(reviewed)
    page = reader(people.ada, **size)
    page.goto(f"/games/{reviewed.id}/")
    page.get_by_role("link", name="Review: what was missed").click()
    moments = page.locator("#moments li")
    expect(moments).to_have_count(3)
    expect(moments.first).to_contain_text("± 1.5 %")
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    href = moments.first.locator("[data-moment]").get_attribute("href")
    ply = int(re.search(r"ply=(\d+)", href)[1])
    moments.first.get_by_role("link", name="See the answer").click()
    expect_ply(page, ply)
    expect(page.locator("#told .notice")).to_contain_text("The answer that ")
    expect(page.locator("#board .tile.shown").first).to_be_in_viewport()
    moments.first.locator("[data-moment]").click()
    expect(page.locator("#told")).to_contain_text("On the board instead:")
    expect(page.locator("#told")).to_contain_text("medium miss · Chance to win: ")
    page.locator("#told").get_by_role("link", name="Try it yourself").click()
    best = json.loads(ReviewedMove.objects.get(review=reviewed.id, ply=ply).detail)["plays"][0][0]
    page.locator("#move").fill(best)
    expect(page.locator("#verdict")).to_contain_text(
        "Chance to win: 70.0 %, and no move that was weighed has a better one."
    )
    page.get_by_role("link", name="Analyse this position").click()
    state = history.position_before(reviewed, ply)
    expect(page.get_by_role("heading", name="Analysis: Numerica")).to_be_visible()
    page.get_by_role("button", name="What are the moves worth?").click()
    expect(page.locator("#answer")).to_be_visible()
    tasks.analyse(Analysis.objects.get().name)  # what a worker does
    plays = page.locator(".plays tbody tr")
    first = json.loads(Analysis.objects.get().answer)["moves"][0]
    expect(plays.first.locator("td").first).to_have_text(str(first["points"]))
    words = sentences.move_line(best, verdict_to_json(state.check(state.turn, best), state.layout))
    expect(plays.filter(has_text=words)).not_to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]


def test_n_leads_through_the_moments_and_not_to_their_answers(reader, reviewed):
    weigh(reviewed)
    page = reader(**WIDE)
    page.goto(f"/games/{reviewed.id}/review/?ply=0")
    links = page.locator("[data-moment]").evaluate_all("all => all.map((each) => each.search)")
    plies = [int(re.search(r"ply=(\d+)", link)[1]) for link in links]
    page.locator("#board .sq").first.focus()
    page.evaluate("window.isSame = true")
    for key, ply in (("n", plies[0]), ("n", plies[1]), ("N", plies[0]), ("N", plies[2])):
        page.keyboard.press(key)
        expect_ply(page, ply)
        expect(page.locator("[aria-live] #told")).to_contain_text("On the board instead:")
        assert page.evaluate("window.isSame && Boolean(document.activeElement.closest('#board'))")
    page.go_back()
    expect_ply(page, plies[0])
    expect(page.locator("#told")).to_contain_text("On the board instead:")


def test_who_chooses_a_moment_by_key_is_taken_to_the_board_it_is_told_beside(reader, reviewed):
    weigh(reviewed)
    page = reader(**PHONE)
    page.goto(f"/games/{reviewed.id}/review/?ply=0")
    page.locator("[data-moment]").first.press("Enter")
    expect(page.locator("#told")).to_contain_text("On the board instead:")
    expect(page.get_by_role("group", name="The board and what is told of the move")).to_be_focused()
    expect(page.locator("#board")).to_be_in_viewport()


@pytest.mark.slow
def test_what_is_weighed_meanwhile_takes_the_place_of_what_was_there(browser, tmp_path_factory):
    """On a server that reviews: a reader stays at the position looked at, and nothing is loaded."""
    with Server(prepared_folder(tmp_path_factory.mktemp("site"))) as server:
        context = browser.new_context(base_url=server.origin)
        page = context.new_page()
        begin(page, "digifeud")
        table = Table(page, server, "digifeud")
        table.wait()
        for text in ("pass", "resign"):
            table.say(text)
            table.wait()
        page.get_by_role("link", name="Review: what was missed").click()
        expect(page.get_by_role("heading", name="In short")).to_be_visible()
        page.evaluate("window.isTheSame = true")
        expect(page.locator("#sheet th.chance")).to_have_count(1, timeout=60_000)
        expect(page.locator("#deep-progress")).to_have_count(0)
        assert page.evaluate("window.isTheSame")
        context.close()
