"""What the pages of a review say once chances and luck are there."""

import json
import re
from decimal import Decimal
from statistics import variance

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from games.background.deep_reviewer import DeepReviewer, Seek
from games.models import DeepReview, ReviewedMove, WeighedMove
from games.presentation import sentences
from games.review import Luck
from games.rules import GAMES
from games.rules.refusals import Refusal
from games.selectors import review_chances, review_progress, reviews
from games.services.deep_reviews import store_weighed_move
from tests.games.deepened import as_good, chances, deepen_all, no_luck
from tests.games.reviewed import QUICK, finished_games, make_all, the_first_moves

from .helpers import HTMX, recorded_game, words_of
from .sockets import Socket

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def over(people):
    return finished_games(people)


@pytest.fixture
def reviewed(over):
    """A game whose first moves are reviewed in points."""

    def made(*told):
        game = over(*told)
        make_all(the_first_moves)
        return game

    return made


def by_ply(game, weighed, luck=None):
    """Weigh the game: `weighed` has what is found of some plies; the others were the best."""
    for move in review_progress.to_weigh(game.id):
        store_weighed_move(
            game_id=game.id,
            ply=move.ply,
            seat=move.seat,
            chances=weighed.get(move.ply, chances((move.text, 0, 500, 0, False))),
            luck=luck,
            now=timezone.now(),
        )


def lost_at(game, ply, best, made, margin=10, **more):
    """What was found of a move that lost this much, beside the best play in points."""
    text = game.moves.get(ply=ply).text
    plays = reviews.known_of(game).rows[ply].detail
    best_text, points = json_plays(plays)[0]
    return chances(
        (best_text, points, best, 0, False), (text, 0, made, margin, False), made=1, **more
    )


def json_plays(detail):
    return json.loads(detail)["plays"]


def page_of(browser, game, query=""):
    return browser().get(f"/games/{game.id}/review/{query}")


# --- what is lost is the sum of what the rows show ---


@pytest.mark.slow
def test_what_a_player_lost_is_exactly_the_sum_of_the_rows_shown(reviewed, browser):
    game = reviewed()
    missed = list(ReviewedMove.objects.filter(loss__gt=0))
    by_ply(
        game,
        {
            row.ply: lost_at(game, row.ply, 500 + 7 * number, 480 - 13 * number)
            for number, row in enumerate(missed)
        },
    )
    page = page_of(browser, game)
    html = page.content.decode()
    table = re.search(r'id="sheet".*?</table>', html, re.DOTALL)[0]
    points, chance = {}, {}
    for row in re.findall(r"<tr.*?</tr>", table, re.DOTALL)[1:]:
        name = re.search(r'<span class="vh">(\w+) ', row)[1]
        cells = re.findall(r'<td class="num[^"]*">(.*?)</td>', row, re.DOTALL)
        lost, lost_chance = cells[2].strip(), cells[3].strip().removesuffix("%").strip()
        points[name] = points.get(name, 0) + int(lost if lost.isdigit() else 0)
        is_told = lost_chance not in ("", "–")
        chance[name] = chance.get(name, Decimal(0)) + Decimal(lost_chance if is_told else 0)
    assert sum(chance.values()) > 0
    for name in points:
        part = re.search(rf"</i>{name}</h3>(.*?)</div>", html, re.DOTALL)[1]
        words = " ".join(re.sub(r"<[^>]*>", " ", part).split())
        told = re.match(r"(\d+) points? to misses, ([\d.]+) a move", words)
        assert int(told[1]) == points[name]
        assert Decimal(re.search(r"Chance to win lost: ([\d.]+) %", words)[1]) == chance[name]
        seat = next(player.seat for player in game.players.all() if player.shown_name == name)
        made = (move.text.split()[0] for move in game.moves.filter(seat=seat))
        moves = sum(first not in ("resign", "time", "agreement", "aborted") for first in made)
        a_move = (Decimal(points[name]) / moves).quantize(Decimal("0.1"), "ROUND_HALF_UP")
        assert Decimal(told[2]) == a_move


@pytest.mark.slow
def test_luck_is_told_beside_the_misses_and_where_it_is_explained(over, browser):
    game = over()
    make_all(lambda *told: QUICK)
    others = [23] * 12 + [24] * 4
    by_ply(game, {}, Luck(20, sum(others), 16, sum(worth**2 for worth in others)))
    html = page_of(browser, game).content.decode()
    seats = [WeighedMove.objects.filter(seat=seat).count() for seat in (0, 1)]
    for count in seats:
        lost = round(count * Decimal("3.25") + Decimal("0.001"))
        error = (count * variance(map(Decimal, others)) / 16).sqrt()
        assert (
            f"{lost} points to the bag (± {(2 * error).to_integral_value('ROUND_CEILING')})" in html
        )
    WeighedMove.objects.filter(ply=1).update(squares=None)  # of an earlier edition
    assert page_of(browser, game).content.decode().count("to the bag (±") == 1
    assert 'id="luck"' in html and "16 other hands" in html
    WeighedMove.objects.filter(ply=2).update(draws=8, others=8 * 23, squares=8 * 23**2)
    assert "with 8–16 other hands" in words_of(page_of(browser, game))


@pytest.mark.slow
def test_where_not_all_could_be_told_it_is_said_of_how_many_moves_and_draws_it_is(over, browser):
    game = over()
    make_all(lambda *told: QUICK)
    by_ply(game, {})
    words = words_of(page_of(browser, game))
    assert "moves weighed" not in words and "the bag" not in words.split("In short")[1][:400]
    last = WeighedMove.objects.filter(seat=0).last()
    WeighedMove.objects.update(worth=20, others=16 * 20, draws=16)
    WeighedMove.objects.filter(pk=last.pk).update(chances="", worth=None, draws=None)
    page = page_of(browser, game)
    count = WeighedMove.objects.filter(seat=0).count()
    words = words_of(page)
    assert words.count(" moves weighed") == len(re.findall(r"\d draws", words)) == 1
    assert f"({count - 1} of {count} moves weighed)" in words
    assert f"the bag gave and took nothing in {count - 1} of {count} draws" in words
    assert page.content.decode().count('<td class="num chance">–</td>') == 1


@pytest.mark.slow
def test_the_moments_are_by_points_where_many_moves_could_not_be_weighed(reviewed, browser):
    game = reviewed()
    missed = ReviewedMove.objects.filter(loss__gt=0)
    least = missed.order_by("loss").first()
    plies = [move.ply for move in review_progress.to_weigh(game.id)]
    unknown = dict.fromkeys(plies[::3])
    by_ply(game, unknown | {least.ply: lost_at(game, least.ply, 600, 580)})
    words = words_of(page_of(browser, game))
    assert "cost the most chance" not in words and "moves that lost most" in words
    most = missed.order_by("-loss").first()
    assert f"Move {most.ply}, " in words.split("moves that lost most")[1][:900]
    WeighedMove.objects.filter(chances="").update(
        chances=json.dumps(chances(("pass", 0, 500, 0, False)))
    )
    assert f"cost the most chance to win Move {least.ply}, " in words_of(page_of(browser, game))


@pytest.mark.slow
def test_of_numeria_nothing_is_said_of_racks_or_points(over, browser):
    game = over(recorded_game("numeria-tropes"))
    make_all(lambda *told: QUICK)
    deepen_all(as_good, no_luck)
    told = words_of(page_of(browser, game)).split("How large a miss is")[1]
    assert "± is two standard errors" in told
    assert not re.search(r"\brack|\bpoints?\b|imagined", told)


@pytest.mark.slow
def test_of_numeria_a_miss_is_explained_by_the_trope_and_not_by_the_better_move_alone(
    over, browser
):
    game = over(recorded_game("numeria-tropes"))
    make_all()
    row = ReviewedMove.objects.filter(loss__gt=0).exclude(kind="").first()
    text = game.moves.get(ply=row.ply).text
    best = next(move for move in json_plays(row.detail) if move[0] != text)
    found = chances((*best, 700, 0, False), (text, 0, 400, 20, False), made=1)
    by_ply(game, {row.ply: found})
    words = words_of(page_of(browser, game, f"?ply={row.ply}"))
    assert (row.ply, row.kind) == (3, "handed")
    assert "a trope handed over · After this the other player can take 23, 29, 31, 33 " in words
    assert " by moving the 33 from a4 to a6. There were moves that allow no trope." in words
    assert "has the better chance" not in words


@pytest.mark.slow
@pytest.mark.slow
def test_of_numeria_no_summary_says_that_no_miss_was_found_beside_one_that_it_counts(over, browser):
    game = over(recorded_game("numeria-tropes"))
    make_all(lambda *asked: QUICK)
    text = game.moves.get(ply=3).text
    by_ply(game, {3: chances(("a2-a3", 0, 600, 0, False), (text, 0, 400, 20, False), made=1)})
    short = words_of(page_of(browser, game)).split("In short Ada ")[1]
    ada, _name, ben = short.partition(" Ben ")
    assert ada.endswith("No miss was found.") and "misses by size" not in ada
    said = "1 large No trope was missed, and none was handed over needlessly."
    assert f"misses by size: {said}" in ben and "No miss was found." not in ben


def test_of_numeria_nothing_is_said_of_luck(over, browser):
    game = over(recorded_game("numeria-tropes"))
    make_all(lambda *told: QUICK)
    deepen_all(as_good, no_luck)
    words = words_of(page_of(browser, game))
    assert "the bag" not in words and DeepReview.objects.get().done_at is not None
    assert "Chance to win: 50.0 %" in words


# --- the sizes, and what is within the error ---


@pytest.mark.slow
def test_a_difference_within_the_error_has_no_size_and_is_told_with_how_far_it_may_be_off(
    reviewed, browser
):
    game = reviewed()
    row = ReviewedMove.objects.filter(loss__gt=0).first()
    by_ply(game, {row.ply: lost_at(game, row.ply, 560, 520, margin=57)})
    assert WeighedMove.objects.get(ply=row.ply).lost == 0
    page = page_of(browser, game, f"?ply={row.ply}")
    said = words_of(page)
    assert "within ± 5.7 %: it may be no more than chance" in said
    assert not re.search(r"(small|medium|large) miss", said.split("How a miss gets")[0])
    assert "Chance to win lost: 0.0 %" in said


@pytest.mark.slow
def test_a_miss_is_told_with_its_size_both_chances_and_the_error(reviewed, browser):
    game = reviewed()
    row = ReviewedMove.objects.filter(loss__gt=0).exclude(kind="turn").first()
    by_ply(game, {row.ply: lost_at(game, row.ply, 623, 541, margin=20)})
    said = words_of(page_of(browser, game, f"?ply={row.ply}"))
    assert "large miss · Chance to win: 54.1 % instead of 62.3 %, 8.2 % ± 2.0 % less." in said
    assert "small from" in said.lower() and "0.5 %" in said  # the thresholds
    assert f"The move that cost the most chance to win Move {row.ply}, " in said
    assert "−8.2 % ± 2.0 %" in said


@pytest.mark.slow
def test_a_swap_is_judged_and_a_swap_may_be_the_better_move(reviewed, browser):
    game = reviewed()
    swapped = next(move for move in game.moves.all() if move.text.startswith("swap "))
    played = ReviewedMove.objects.filter(loss__gt=0).exclude(kind="turn").first()
    ReviewedMove.objects.filter(pk=played.pk).update(loss=0, kind="")
    held = reviews.known_of(game).before(played.ply).racks[played.seat]
    by_ply(
        game,
        {
            swapped.ply: lost_at(game, swapped.ply, 600, 500),
            played.ply: chances(
                (f"swap {held[0]}", 0, 700, 0, False),
                (game.moves.get(ply=played.ply).text, 20, 600, 5, False),
                made=1,
            ),
        },
    )
    said = words_of(page_of(browser, game, f"?ply={swapped.ply}"))
    assert "large miss · Chance to win: 50.0 % instead of 60.0 %" in said
    told = re.sub(r"<[^>]*>", "", page_of(browser, game, f"?ply={played.ply}").content.decode())
    said = " ".join(told.split())
    assert "Nothing that earns more was found, but " in said and "a swap of " in said
    assert json.loads(reviews.known_of(game).rows[played.ply].detail)["exact"]
    assert "No play earns more. " in said


@pytest.mark.slow
def test_a_play_that_is_best_in_points_and_opens_more_is_explained_by_what_it_opened(
    reviewed, browser
):
    """The answer is a play that was not there before, and is not there after the better move."""
    game = reviewed()
    known = reviews.known_of(game)
    found = None
    for ply, row in known.rows.items():
        reply = reviews.reply_to(known, ply) if row.detail else None
        if reply is not None and reply.points >= 30 and game.moves.get(ply=ply).points:
            found = (ply, row, reply)
            break
    ply, row, reply = found
    row.loss, row.kind = 0, ""
    row.save()
    made = game.moves.get(ply=ply)
    by_ply(
        game,
        {
            ply: chances(
                ("pass", 0, 700, 0, False),
                (made.text, made.points, 600, 5, False),
                made=1,
                then=reply.points - 10,
            )
        },
    )
    other = game.players.exclude(seat=row.seat).get().shown_name
    said = words_of(page_of(browser, game, f"?ply={ply}"))
    before = known.before(ply)
    with pytest.raises(Refusal):
        before.check(1 - row.seat, reply.text)
    told = f"Nothing that earns more was found, but after it {other} had {reply.line} at"
    told += f" {reply.where} for {reply.points}, which was not there before or earned less;"
    assert f"{told} after a pass it would have been {reply.points - 10} at most." in said


@pytest.mark.slow
@pytest.mark.parametrize("spared", [9, 0, -40, None])
def test_an_answer_that_the_better_move_would_not_have_spared_explains_nothing(
    spared, reviewed, browser
):
    """The other could have earned as much after it, elsewhere; or nobody knows."""
    game = reviewed()
    known = reviews.known_of(game)
    ply, reply = next(
        (ply, reply)
        for ply, row in known.rows.items()
        if row.detail
        and (reply := reviews.reply_to(known, ply)) is not None
        and reply.points >= 30
        and game.moves.get(ply=ply).points
    )
    ReviewedMove.objects.filter(pk=known.rows[ply].pk).update(loss=0, kind="")
    made = game.moves.get(ply=ply)
    found = chances(
        ("pass", 0, 700, 0, False),
        (made.text, made.points, 600, 5, False),
        made=1,
        then=None if spared is None else reply.points - spared,
    )
    by_ply(game, {ply: found})
    said = words_of(page_of(browser, game, f"?ply={ply}"))
    assert "which was not there before" not in said and "at most." not in said


@pytest.mark.slow
def test_a_miss_of_few_points_that_opened_many_is_explained_by_what_it_opened(reviewed, browser):
    """Though the better move is the one that earns most: so few points do not tell it."""
    game = reviewed()
    known = reviews.known_of(game)
    ply, reply = next(
        (ply, reply)
        for ply, row in known.rows.items()
        if row.detail
        and (reply := reviews.reply_to(known, ply)) is not None
        and reply.points >= 30
        and game.moves.get(ply=ply).points
    )
    row, made = known.rows[ply], game.moves.get(ply=ply)
    detail = json.loads(row.detail)
    ReviewedMove.objects.filter(pk=row.pk).update(
        loss=1, kind="other", detail=json.dumps(detail | {"plays": [["pass", made.points + 1]]})
    )
    found = chances(
        ("pass", made.points + 1, 700, 0, False),
        (made.text, made.points, 600, 5, False),
        made=1,
        then=12,
    )
    by_ply(game, {ply: found})
    said = words_of(page_of(browser, game, f"?ply={ply}"))
    assert (
        f" had {reply.line} at {reply.where} for {reply.points}, which was not there before or"
        " earned less; after that play it would have been 12 at most." in said
    )


@pytest.mark.slow
def test_the_points_of_a_move_that_is_not_the_dearest_are_told_as_such(reviewed, browser):
    """The best chance has a play that earns less than another: both figures are on the page."""
    game = reviewed()
    row = next(
        row
        for row in ReviewedMove.objects.filter(loss__gt=30)
        if len(json_plays(row.detail)) > 1
        and 9 < json_plays(row.detail)[1][1] - game.moves.get(ply=row.ply).points < row.loss
    )
    made, second = game.moves.get(ply=row.ply), json_plays(row.detail)[1]
    found = chances((*second, 700, 0, False), (made.text, made.points, 690, 1, False), made=1)
    by_ply(game, {row.ply: found})
    said = words_of(page_of(browser, game, f"?ply={row.ply}"))
    more = second[1] - made.points
    assert (
        f"would have earned {more} points more, and of the moves that were weighed it has the best"
        " chance." in said
    )


@pytest.mark.slow
def test_a_proven_ending_says_proven(reviewed, browser):
    game = reviewed()
    row = ReviewedMove.objects.filter(loss__gt=0).first()
    text = game.moves.get(ply=row.ply).text
    best = json_plays(row.detail)[0]
    by_ply(
        game,
        {row.ply: chances((*best, 1000, 0, True), (text, 0, 0, 0, True), made=1)},
    )
    said = words_of(page_of(browser, game, f"?ply={row.ply}"))
    assert "Proven: the chance to win is 0.0 % instead of 100.0 %." in said
    assert "−100.0 % (proven)" in said


# --- the answer on the board, and the pages that are open ---


@pytest.mark.slow
def test_the_answer_is_shown_on_the_board_after_the_move(reviewed, browser):
    game = reviewed()
    known = reviews.known_of(game)
    links = re.findall(r"\?ply=(\d+)&amp;answer=1#at", page_of(browser, game).content.decode())
    assert links
    for ply in map(int, links):
        reply = reviews.reply_to(known, ply)
        page = page_of(browser, game, f"?ply={ply}&answer=1").content.decode()
        shown = set(re.findall(r'id="sq-(\w+)"[^>]*><span class="tile shown', page))
        state = known.after(ply)
        verdict = state.check(state.turn, reply.text)
        assert shown == {state.layout.name(at) for at in verdict.squares}
        assert verdict.points == reply.points
        assert f"The answer that {reply.name} had:" in " ".join(page.split())


@pytest.mark.slow
async def test_pages_that_are_open_are_told_how_far_it_is_and_then_ask_for_the_rest(over, browser):
    game = await sync_to_async(over)()
    await sync_to_async(make_all)(lambda *told: QUICK)
    client = await sync_to_async(browser)()
    page = (await sync_to_async(client.get)(f"/games/{game.id}/review/")).content.decode()
    assert "for=chances" in page and "data-weighed" not in page
    waiting = await Socket(f"/ws/games/{game.id}/review/?for=chances", client).open()
    assert any("0 moves of" in message for message in await waiting.until("deep-progress"))
    assert await DeepReviewer(Seek(as_good, no_luck)).make_next()
    heard = await waiting.until("data-weighed")
    assert not any("data-go" in message for message in heard)  # no page is left
    await waiting.disconnect()
    page = (await sync_to_async(client.get)(f"/games/{game.id}/review/")).content.decode()
    assert "ws-connect" not in page and "data-weighed" not in page


@pytest.mark.slow
def test_what_is_new_is_swapped_in_at_the_position_that_is_shown(over, browser):
    game = over()
    make_all(lambda *told: QUICK)
    deepen_all(as_good, no_luck)
    answer = browser().get(f"/games/{game.id}/review/?ply=2&whole=1", **HTMX)
    found = set(re.findall(r'id="([\w-]+)"[^>]*\shx-swap-oob', answer.content.decode()))
    assert found == {"live", "board", "steps", "told", "in-short", "sheet", "explained"}
    assert "<html" not in answer.content.decode() and "Move 2: " in words_of(answer)
    whole = browser().get(f"/games/{game.id}/review/?ply=2&whole=1")
    assert "<html" in whole.content.decode()  # who follows the address has the page


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_its_deep_review_in_german_too(key, over, browser):
    record = {
        "numerica": recorded_game("numerica-resign"),
        "equate": recorded_game("equate-stage-1"),
        "digifeud": recorded_game("digifeud-resign"),
        "numeria": recorded_game("numeria-tropes"),
    }[key]
    game = over(record)
    make_all(lambda *told: QUICK)
    deepen_all(as_good, no_luck)
    for language in ("en", "de"):
        headers = {"Accept-Language": language}
        page = browser().get(f"/games/{game.id}/review/?ply=2", headers=headers)
        assert page.status_code == 200 and "%(" not in words_of(page)
        assert ("Chance to win: 50.0 %" if language == "en" else "50,0 %") in words_of(page)


# --- the best on the board ---


@pytest.mark.slow
def test_of_equal_chances_the_play_that_earns_most_is_the_best_shown(reviewed):
    """What comes first among equal chances is no answer: it may be the move that was made."""
    game = reviewed()
    row = next(row for row in ReviewedMove.objects.filter(loss__gt=0) if json_plays(row.detail))
    made = game.moves.get(ply=row.ply).text
    best = json_plays(row.detail)[0]
    found = chances((made, 0, 1000, 0, False), (best[0], best[1], 1000, 0, False))
    by_ply(game, {row.ply: found})
    assert review_chances.best_number(reviews.known_of(game), row.ply) == 1


@pytest.mark.slow
def test_behind_the_best_in_points_others_are_listed_and_the_caption_says_so(reviewed, browser):
    game = reviewed()
    plays = ReviewedMove.objects.filter(loss__gt=0).exclude(kind="turn")
    row = next(row for row in plays if made_of(row) not in dict(json_plays(row.detail)))
    alone = words_of(browser().get(f"/games/{game.id}/?ply={row.ply - 1}"))
    assert "then others whose chance was weighed" not in alone and "earn most here" in alone
    by_ply(game, {row.ply: lost_at(game, row.ply, 600, 500)})
    page = words_of(browser().get(f"/games/{game.id}/?ply={row.ply - 1}"))
    assert "then others whose chance was weighed" in page


def made_of(row):
    """The move as it was made."""
    return row.review.game.moves.get(ply=row.ply).text


@pytest.mark.slow
def test_a_swap_that_would_have_been_best_is_listed_and_shown_in_words(reviewed, browser):
    game = reviewed()
    row = next(row for row in ReviewedMove.objects.order_by("ply") if json_plays(row.detail))
    rack = reviews.known_of(game).before(row.ply).stock.hands[row.seat]
    swap, made = f"swap {rack[0]}", game.moves.get(ply=row.ply).text
    found = chances((swap, 0, 600, 0, False), (made, 0, 500, 10, False), made=1)
    by_ply(game, {row.ply: found})
    told = f"a swap of {sentences.tiles(rack[:1])}"
    page = page_of(browser, game, f"?ply={row.ply}")
    number = len(json_plays(row.detail)) + 1
    assert f"?ply={row.ply}&amp;show={number}#at" in page.content.decode()
    shown = words_of(page_of(browser, game, f"?ply={row.ply}&show={number}"))
    assert f"Instead: {told}" in shown and "On the board instead" not in shown
    assert f"{told} 0 60.0 %" in words_of(browser().get(f"/games/{game.id}/?ply={row.ply - 1}"))


@pytest.mark.slow
def test_a_move_that_lost_some_of_the_chance_is_not_praised_as_the_best_find(reviewed):
    game = reviewed()
    praised = reviews.review(game.id).summary.best_find
    assert praised is not None
    made, other = game.moves.get(ply=praised.ply).text, "pass"
    found = chances((other, 0, 600, 0, False), (made, praised.made.points, 500, 10, False), made=1)
    by_ply(game, {praised.ply: found})
    after = reviews.review(game.id).summary.best_find
    assert after is None or after.ply != praised.ply
