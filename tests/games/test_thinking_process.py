"""The process that thinks for computers, and what it is sent."""

import json
import os
import pickle
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial

import pytest

from accounts.services import make_computers
from games.computers import process, turns, worker
from games.computers.process import Ended, Unanswered
from games.models import Game
from games.rules import GAMES
from games.rules.record import parse_options
from tests.games.computer_games import SEED, TABLES, games_against

from . import canary

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def made(db):
    make_computers()


@pytest.fixture
def against(people) -> Callable[..., Game]:
    return games_against(people)


# --- what leaves the server ---


@pytest.mark.parametrize(("key", "count", "options"), TABLES)
def test_the_process_is_sent_no_seed_no_bag_and_no_foreign_rack(key, count, options):
    state = GAMES[key].new(seed=SEED, options=parse_options(options))
    for seat in range(state.seats):
        question = turns.question(state, seat)
        sent = pickle.dumps((worker.move, question, 3, 1.0))
        assert SEED.hex().encode() not in sent and SEED not in sent
        seen = question.position
        assert seen == state.seen_by(seat)
        stock = json.loads(question.state).get("stock")
        if stock is not None:
            assert stock["seed"] is None
            assert all(isinstance(pile, int) for pile, _ in stock["bags"])
            foreign = [rack for owner, rack in enumerate(stock["racks"]) if owner != seat]
            assert all(isinstance(pile, int) for rack in foreign for pile in rack)


def test_a_tile_of_somebody_else_shows_in_nothing_that_is_sent(against, monkeypatch):
    record = canary.RECORDS["numerica"]
    worn = canary.Canary.of(record)
    worn.put_on(monkeypatch)
    game = against(first=1)
    found = turns.turn_of_computer(game.id, 0)
    sent = pickle.dumps((worker.move, found.question, found.level, 1.0))
    persons, own = (set(rack) - {"?"} for rack in game.position.racks)
    assert worn.seen_in(sent) == own and not own & persons
    assert game.seed.encode() not in sent


# --- the process ---


@pytest.fixture
def thinker():
    made = process.Thinker()
    yield made
    made.end()


@pytest.mark.slow
def test_the_engine_answers_from_a_process_that_knows_no_site(thinker):
    state = GAMES["numerica"].new(seed=SEED, options={})
    question = turns.question(state, state.turn)
    for level in range(6):
        text = thinker.ask(worker.move, question, level, 0.3)
        assert state.check(state.turn, text).text == text
    best = thinker.ask(worker.best_play, question, 0.3)
    assert best is None or state.check(state.turn, best[0]).points == best[1]
    code = "','.join(name for name in __import__('sys').modules if name.startswith(('django', 'accounts')))"
    assert thinker.ask(eval, code) == ""


@pytest.mark.slow
def test_a_process_that_was_killed_is_replaced(thinker):
    first = thinker.pid
    with pytest.raises(Unanswered):
        thinker.ask(eval, "__import__('os')._exit(9)")
    assert thinker.ask(eval, "6 * 7") == 42 and thinker.pid != first


@pytest.mark.slow
def test_a_process_that_hangs_is_killed_and_replaced(thinker, monkeypatch):
    first = thinker.pid
    monkeypatch.setattr(process, "GRACE", 0.3)
    with pytest.raises(Unanswered):
        thinker.ask(eval, "__import__('time').sleep(60)")
    monkeypatch.undo()
    assert thinker.ask(eval, "6 * 7") == 42 and thinker.pid != first
    with pytest.raises(ProcessLookupError):
        for _ in range(200):
            thinker.ask(eval, f"__import__('os').kill({first}, 0)")


@pytest.mark.slow
def test_a_process_that_hangs_at_its_start_is_killed_and_replaced(thinker, monkeypatch):
    begin, begun = process._begin, []

    def noted_begin():
        pool, children = begin()
        begun.extend(children)
        return pool, children

    monkeypatch.setattr(process, "_begin", noted_begin)
    monkeypatch.setattr(worker, "begin", partial(time.sleep, 60))
    monkeypatch.setattr(process, "GRACE", 0.3)
    for _ in range(20):  # a busy machine may not have taken the question yet
        with pytest.raises(Unanswered):
            thinker.ask(eval, "6 * 7")
        begun[0].join(1)
        if not begun[0].is_alive():
            break
    assert not begun[0].is_alive()
    monkeypatch.undo()
    assert thinker.ask(eval, "6 * 7") == 42


def test_a_machine_without_room_for_a_process_leaves_a_question_unanswered(thinker, monkeypatch):
    def full() -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(process, "_begin", full)
    with pytest.raises(Unanswered):
        thinker.ask(eval, "6 * 7")
    monkeypatch.undo()
    assert thinker.ask(eval, "6 * 7") == 42


@pytest.mark.slow
def test_a_server_ends_though_its_process_died_at_its_start(thinker, monkeypatch):
    monkeypatch.setattr(worker, "begin", partial(os._exit, 9))
    with pytest.raises(BrokenProcessPool):
        _ = thinker.pid
    thinker.end()
    with pytest.raises(Unanswered):
        thinker.ask(eval, "1")


@pytest.mark.slow
def test_what_the_engine_raises_is_passed_on_and_the_process_stays(thinker):
    first = thinker.pid
    with pytest.raises(RecursionError):
        thinker.ask(eval, "(_ for _ in ()).throw(RecursionError('deep'))")
    assert thinker.pid == first


@pytest.mark.slow
def test_who_waits_only_a_moment_for_an_answer_leaves_the_process_at_work(thinker):
    first = thinker.pid
    with pytest.raises(Unanswered):
        thinker.ask_for(0.2, eval, "__import__('time').sleep(1)")
    assert thinker.ask(eval, "6 * 7") == 42 and thinker.pid == first


@pytest.mark.slow
def test_a_process_that_answers_nobody_is_replaced_though_nobody_waits_long(thinker, monkeypatch):
    first = thinker.pid
    monkeypatch.setattr(process, "GRACE", 0.5)
    for _ in range(3):
        with pytest.raises(Unanswered):
            thinker.ask_for(0.2, eval, "__import__('time').sleep(60)")
    monkeypatch.undo()
    assert thinker.ask(eval, "6 * 7") == 42 and thinker.pid != first


@pytest.mark.slow
def test_a_server_that_ends_waits_for_no_answer(thinker):
    thinker.ask(eval, "1")
    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(thinker.ask, eval, "__import__('time').sleep(60)")
        time.sleep(0.3)
        thinker.end()
        with pytest.raises(Ended):
            waiting.result(5)
    with pytest.raises(Ended):
        thinker.ask(eval, "1")
