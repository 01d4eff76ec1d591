"""Trying again what was missed in a game, and reviews of an earlier edition."""

import json
import re

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.computers import worker
from games.models import Game, GameSettings, Review, ReviewedMove
from games.presentation import chance_text
from games.review import EDITION
from games.rules.record import parse_options
from games.selectors import review_progress
from games.services.deep_reviews import store_weighed_move
from games.services.moves import play_move
from games.services.start import start_game
from games.store import history
from tests.games.deepened import chances
from tests.games.reviewed import QUICK, finished_games, make_all, the_first_moves

from .helpers import JSON, WHOLE, play_record, recorded_game, words_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def over(people):
    return finished_games(people)


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


@pytest.mark.slow
def test_a_try_that_earns_most_and_wins_less_often_than_another_move_is_told_why_it_is_not_the_best(
    over, browser
):
    game = over()
    make_all(the_first_moves)
    row = ReviewedMove.objects.filter(loss__gt=0).exclude(kind="turn").first()
    best, most = json.loads(row.detail)["plays"][0]
    made = game.moves.get(ply=row.ply)
    weighed = chances((made.text, made.points, 700, 0, False), (best, most, 600, 5, False))
    for move in review_progress.to_weigh(game.id):
        store_weighed_move(
            game_id=game.id,
            ply=move.ply,
            seat=move.seat,
            chances=weighed if move.ply == row.ply else chances((move.text, 0, 500, 0, False)),
            luck=None,
            now=timezone.now(),
        )
    share, is_best = answer_to_try(browser(), game, row.ply, best)
    assert share.replace(chance_text.NO_BREAK, " ") == (
        "No play earns more. But another move that was weighed has a better chance to win,"
        " and that decides here: 70.0 % instead of 60.0 %."
    )
    assert not is_best


@pytest.mark.slow
@pytest.mark.parametrize(("lost", "is_solved"), [(10, False), (4, True)])
def test_a_small_miss_is_not_solved_by_the_move_that_it_is(over, browser, lost, is_solved):
    """What lost less than has a size is no miss of the chance to win."""
    game = over()
    make_all(the_first_moves)
    row = ReviewedMove.objects.filter(loss__gt=0).exclude(kind="turn").first()
    best, most = json.loads(row.detail)["plays"][0]
    made = game.moves.get(ply=row.ply)
    found = (best, most, 500, 0, False), (made.text, made.points, 500 - lost, 1, False)
    store_weighed_move(
        game_id=game.id,
        ply=row.ply,
        seat=row.seat,
        chances=chances(*found, made=1),
        luck=None,
        now=timezone.now(),
    )
    share, is_best = answer_to_try(browser(), game, row.ply, made.text)
    assert is_best == is_solved and ("which counts as no miss here" in share) == is_solved
    assert answer_to_try(browser(), game, row.ply, best)[1]


@pytest.mark.slow
def test_who_has_the_best_plays_shown_sees_the_one_that_wins_most_often_on_the_board(over, browser):
    game = over()
    make_all(the_first_moves)
    rows = ReviewedMove.objects.filter(loss__gt=0).exclude(kind="turn")
    row = next(row for row in rows if len(json.loads(row.detail)["plays"]) > 1)
    (best, most), (other, fewer), *_ = json.loads(row.detail)["plays"]
    address = f"/games/{game.id}/try/{row.ply}/"

    def shown():
        page = browser().get(address).content.decode()
        return re.search(rf"/games/{game.id}/\?ply={row.ply - 1}&amp;show=(\d+)", page)[1]

    assert shown() == "1", "while chances are not weighed, what earns most is the best"
    store_weighed_move(
        game_id=game.id,
        ply=row.ply,
        seat=row.seat,
        chances=chances((other, fewer, 700, 0, False), (best, most, 300, 5, False), made=1),
        luck=None,
        now=timezone.now(),
    )
    assert shown() == "2"


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


@pytest.mark.slow
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
    assert f"played {number} at 10J for 0." in said and "moved 10J" not in said


@pytest.mark.slow
def test_the_command_leaves_a_ply_out_at_which_the_engine_fails(over, monkeypatch, capsys):
    game = over()

    def failing(question, text, time_limit):
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


@pytest.mark.slow
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
    game = start_game(
        GameSettings("equate", options=record.headers["Options"]),
        users=users,
        seed=bytes.fromhex(record.headers["Seed"]),
        now=timezone.now(),
    )
    assert parse_options(game.options)["players"] == "3"
    play_record(game, users, len(record.moves), timezone.now(), record)
    make_all(lambda *told: QUICK | {"plays": []})
    page = browser().get(f"/games/{game.id}/review/").content.decode()
    assert page.count("<polyline") == 3 and WHOLE is not record
