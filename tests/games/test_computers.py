"""The computer at the table: its users, its games, its moves, and what its process is told."""

import asyncio
import json
import pickle
import re
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from accounts.names import COMPUTERS, not_reserved
from accounts.services import create_guest, forget_person, make_computers
from games.background import computer_moves, computer_player
from games.background.computer_moves import Turn, fallback_move
from games.background.computer_player import Computers
from games.computers import process, roster, turns, worker
from games.computers.process import Unanswered
from games.engine.levels import LEVELS
from games.models import Game, GameSettings
from games.rules import GAMES
from games.rules.record import parse_options
from games.rules.seating import seats_of
from games.services.computer_games import start_against_computers
from games.services.deadlines import settle_overdue
from games.services.departures import leave_games
from games.services.moves import play_move
from ratings import elo
from ratings.models import RatingChange, Standing

from . import canary
from .helpers import JSON, ROOT, words_of

pytestmark = pytest.mark.django_db(transaction=True)

SEED = bytes(range(32))
TABLES = [("numerica", 1, ""), ("equate", 1, ""), ("equate", 3, "players=4"), ("digifeud", 1, ""), ("numeria", 1, "")]  # fmt: skip


@pytest.fixture(autouse=True)
def made(db):
    make_computers()


@pytest.fixture
def against(people) -> Callable[..., Game]:
    """Start a game of Ada's against computers, from a seed with which they begin or do not."""

    def started(key="numerica", computers=1, options="", first=None, user=None, **more) -> Game:
        rules, given = GAMES[key], parse_options(options)
        seeds = (bytes([number]) * 32 for number in range(256))
        wanted = (
            seed for seed in seeds if (rules.new(seed=seed, options=given).turn or 0) == first
        )
        game = start_against_computers(
            GameSettings(key, options=options, **more),
            user=user or people.ada,
            computers=COMPUTERS[:computers],
            now=timezone.now(),
            seed=SEED if first is None else next(wanted),
        )
        game.refresh_from_db()
        return game

    return started


async def until(is_so: Callable[[], bool], seconds: float = 30) -> None:
    async with asyncio.timeout(seconds):
        while not await sync_to_async(is_so)():  # noqa: ASYNC110 -- rows set no event
            await asyncio.sleep(0.02)


@pytest.fixture
def play_on(monkeypatch):
    """Let computers move until something is so; turns that began before are found at once."""
    monkeypatch.setattr(computer_player, "RECOVER_AFTER", timedelta(0))
    monkeypatch.setattr(computer_player, "POLL_SECONDS", 0.05)

    async def moved(is_so, think=worker.move, moment=timedelta(0)) -> Computers:
        runner = Computers(think, moment)
        task = asyncio.create_task(runner.run())
        try:
            await until(is_so)
            await until(lambda: not runner.in_hand)
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        return runner

    return moved


def plies(game: Game) -> int:
    game.refresh_from_db()
    return game.ply


# --- who they are ---


def test_there_is_one_user_a_level_and_nobody_can_sign_in_to_it(client):
    make_computers()
    found = User.objects.filter(is_computer=True).order_by("pk")
    assert [user.username for user in found] == list(COMPUTERS) == list(roster.OPPONENTS)
    assert len(LEVELS) == 8 and [known.level for known in roster.OPPONENTS.values()] == [*range(8)]
    assert [user.username.lower() for user in found] == [level.key for level in LEVELS]
    for user in found:
        assert not user.has_usable_password() and user.email == "" and not user.is_guest
        client.post("/accounts/login/", {"login": user.username, "password": ""})
        assert "_auth_user_id" not in client.session
    assert [known.rating for known in roster.OPPONENTS.values()] == list(
        range(70_000, 150_000, 10_000)
    )


def test_preparing_the_database_makes_them_once(capsys):
    User.objects.filter(is_computer=True).delete()
    for _ in range(2):
        call_command("prepare_database")
    assert User.objects.filter(is_computer=True).count() == len(LEVELS)
    assert "from now on" not in capsys.readouterr().out


def test_a_person_with_the_name_of_a_computer_keeps_the_account_under_another(
    people, client, capsys
):
    """Signed in to with either name; the old one is the computer's, and nobody else takes the new."""
    User.objects.filter(username="Acorn").delete()
    ada = people.ada
    ada.username = "aCorn"
    ada.set_password("equations-are-fun")
    ada.save()
    for _ in range(2):
        call_command("prepare_database")
    ada.refresh_from_db()
    assert ada.username == "was-aCorn" and not ada.is_computer
    assert capsys.readouterr().out.count("was-aCorn") == 1
    assert User.objects.get(username="Acorn").is_computer
    for name in ("acorn", "WAS-acorn"):
        client.post("/accounts/login/", {"login": name, "password": "equations-are-fun"})
        assert client.session["_auth_user_id"] == str(ada.pk), name
        client.logout()
    with pytest.raises(ValidationError):
        not_reserved("was-Ben")


def test_a_computer_is_marked_on_its_page_and_can_be_played_from_it(browser):
    page = browser().get("/@Slate/")
    assert "the computer · fairly strong" in words_of(page)
    assert 'href="/computer/?computer=Slate"' in page.content.decode()
    assert "Invite to a game" not in page.content.decode()


def test_a_computer_cannot_be_invited(people, browser):
    form = {"key": "numerica", "to": "name", "name": "slate", "days_per_move": 3}
    page = browser(people.ada).post("/invitations/new/", form)
    assert page.status_code == 422 and "Computers are not invited" in words_of(page)


# --- how a game starts ---


def chosen_computers(page) -> list[str]:
    """The computers that the form shows as chosen."""
    return re.findall(r'name="(?:computers|more)" value="(\w+)"[^>]* checked', page)


def test_a_stranger_is_offered_the_gentlest_and_plays_after_one_form(browser):
    client = browser()
    home = client.get("/").content.decode()
    assert '<button class="btn go" formaction="/computer/">' in home
    page = client.get("/computer/?key=digifeud")
    assert page.status_code == 200 and page.context["form"].game == "digifeud"
    assert chosen_computers(page.content.decode()) == ["Acorn"]
    answer = client.post("/computer/", {"key": "digifeud", "computers": "Tally"})
    game = Game.objects.get()
    assert answer.headers["Location"] == f"/games/{game.id}/" and not game.rated
    guest, computer = [player.user for player in game.players.all()]
    assert guest.is_guest and computer.username == "Tally" and computer.is_computer
    again = client.get("/computer/")
    assert again.context["form"].game == "digifeud"
    assert chosen_computers(again.content.decode()) == ["Tally"]


def test_every_seat_that_is_left_gets_one_of_the_computers_chosen(people, browser):
    client = browser(people.ada)
    for chosen, players in ((["Tally"], 2), (["Pebble", "Engine"], 3), (list(COMPUTERS[:3]), 4)):
        form = {"key": "equate", "computers": chosen[0], "more": chosen[1:], "rated": "on"}
        assert client.post("/computer/", form | {"option_set": "junior"}).status_code == 302
        game = Game.objects.latest("started_at")
        assert [player.shown_name for player in game.players.all()] == ["Ada", *chosen]
        assert seats_of(game.rules, parse_options(game.options)) == players
        assert "set=junior" in game.options and game.rated
        assert chosen_computers(client.get("/computer/").content.decode()) == chosen
    assert chosen_computers(client.get("/computer/?key=numeria").content.decode()) == ["Acorn"]
    wished = client.get("/computer/?key=equate&computer=Slate").content.decode()
    assert chosen_computers(wished) == ["Slate"]


def test_what_is_rarely_changed_is_folded_until_it_is_changed(browser):
    client = browser()
    page = re.sub(r">\s+", ">", client.get("/computer/?key=equate").content.decode())
    folded = '<details class="set"><summary>'
    assert f"{folded}More opponents, up to 2<" in page
    assert f"{folded}Settings: Tiles, Stage for beginners<" in page
    form = {"key": "equate", "computers": "Tally", "more": "Slate", "option_stage": "1"}
    client.post("/computer/", form)
    assert client.get("/computer/").content.decode().count('<details class="set" open>') == 2
    assert '<details class="set"' not in client.get("/computer/?key=numerica").content.decode()


def test_the_form_says_what_is_true_of_this_game(browser):
    said = {key: words_of(browser().get(f"/computer/?key={key}")) for key in GAMES}
    assert {key for key in said if "points a turn" not in said[key]} == {"numeria"}
    assert "Who starts drawn by lot (usual) you your opponent" in said["digifeud"]
    assert "draw from two piles" in said["equate"] and "primes" in said["numeria"]


def measured_games(key):
    """The committed games between the levels, line by line."""
    lines = (ROOT / "benchmarks/levels.jsonl").read_text().splitlines()
    return [game for line in lines if (game := json.loads(line))["game"] == key]


def median_a_turn(games, side) -> str:
    """Of the points that it made in a turn of each of its games."""
    made = [
        2 * game["scores"][at] / game["plies"]
        for game in games
        for at, who in enumerate(("lower", "higher"))
        if game[who] == side
    ]
    return str(int(statistics.median(made) + 0.5))


def test_nothing_is_said_of_a_level_that_was_not_measured(browser):
    """Each level's games are counted again here; a figure may be off by two standard errors."""
    for key in GAMES:
        said, games = words_of(browser().get(f"/computer/?key={key}")), measured_games(key)
        for level in LEVELS:
            own = rf"{level.key.capitalize()} · {level.about} · (\d+) points a turn"
            told = re.findall(own, said)
            assert len(told) == (key != "numeria"), (key, level)
            for points in told:
                assert points == median_a_turn(games, level.key)
        beginner = [game for game in games if game["higher"] == "beginner"]
        won = sum(game["halves"] for game in beginner) * 50 / len(beginner)
        (imitated,) = re.findall(r"won (\d+) in 100 games against Acorn", said)
        assert abs(int(imitated) - won) <= 0.5
        a_turn = re.findall(r"each turn made about (\d+) points a turn", said)
        assert a_turn == ([median_a_turn(games, "beginner")] if key != "numeria" else [])
        shares = []
        for level in LEVELS[1:]:
            halves = [game["halves"] for game in games if game["higher"] == level.key]
            shares.append(50 * sum(halves) / len(halves))
        told = re.search(
            r"Measured in (\d+) games .* won (\d+) to (\d+) in .* off by (\d+) either way", said
        )
        count, low, high, off = map(int, told.groups())
        assert {len([g for g in games if g["higher"] == level.key]) for level in LEVELS[1:]} == {
            count
        }
        assert abs(low - min(shares)) <= 0.5 and abs(high - max(shares)) <= 0.5
        error = max((share * (100 - share) / count) ** 0.5 for share in shares)
        assert 2 * error <= off < 2 * error + 1
        assert not re.search("overlook|finds|nothing|two games of three", said)


@pytest.mark.parametrize(
    ("key", "chosen"),
    [("numerica", []), ("equate", COMPUTERS[:4]), ("equate", ["Ada"]), ("chess", ["x"])],
)  # fmt: skip
def test_an_invalid_choice_of_computers_is_refused_and_makes_no_guest(key, chosen, browser):
    before = User.objects.count()
    form = {"key": key, "computers": chosen[:1], "more": chosen[1:]}
    page = browser().post("/computer/", form)
    assert page.status_code == 422 and User.objects.count() == before and not Game.objects.exists()


def test_rated_is_for_registered_people(browser):
    page = browser().post("/computer/", {"key": "numerica", "computers": "Slate", "rated": "on"})
    assert page.status_code == 422 and not Game.objects.exists()


def test_the_same_computer_sits_once(browser):
    form = {"key": "equate", "computers": "Slate", "more": ["Tally", "Slate"]}
    page = browser().post("/computer/", form)
    assert page.status_code == 422 and not Game.objects.exists()
    assert "Choose each opponent only once." in words_of(page)
    assert chosen_computers(page.content.decode()) == ["Slate", "Tally", "Slate"]


# --- how it moves ---


@pytest.mark.slow
@pytest.mark.parametrize(("key", "count", "options"), TABLES)
async def test_computers_move_until_it_is_the_persons_turn(key, count, options, against, play_on):
    game = await sync_to_async(against)(key, count, options)

    def is_persons_turn() -> bool:
        game.refresh_from_db()
        return game.turn == 0 and game.ply > 0

    for _ in range(3):
        if await sync_to_async(is_persons_turn)() or game.turn == 0:
            text = worker.move(turns.question(game.position, 0), 5, 300)
            await sync_to_async(play_move)(
                game_id=game.id, user=await User.objects.aget(username="Ada"), ply=game.ply + 1,
                text=text, now=timezone.now(),
            )  # fmt: skip
        await play_on(is_persons_turn)
    moved = await sync_to_async(list)(game.moves.values_list("seat", flat=True))
    assert moved.count(1) >= 2 and set(moved) >= set(range(1, count + 1))
    await sync_to_async(call_command)("verify")


async def test_a_call_comes_with_the_commit_and_is_answered_after_a_moment(against, people):
    game = await sync_to_async(against)(first=0)
    runner = Computers(worker.move, timedelta(seconds=0.4))
    task = asyncio.create_task(runner.run())
    await asyncio.sleep(0)
    began = asyncio.get_running_loop().time()
    await sync_to_async(play_move)(
        game_id=game.id, user=people.ada, ply=1, text="pass", now=timezone.now()
    )
    await until(lambda: plies(game) == 2, seconds=computer_player.RECOVER_AFTER.total_seconds())
    assert asyncio.get_running_loop().time() - began >= 0.4
    await until(lambda: not runner.in_hand)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def seconds_to_answer(game: Game, takes: float) -> float:
    """Return how many seconds a computer takes to answer when it thinks for `takes` seconds."""
    runner = Computers(lambda question, level, milliseconds: time.sleep(takes) or "pass")
    task = asyncio.create_task(runner.run())
    await asyncio.sleep(0)
    began = time.monotonic()
    runner.call(Turn(game.id, 0))
    await until(lambda: plies(game) == 1)
    await until(lambda: not runner.in_hand)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    return time.monotonic() - began


@pytest.mark.slow
async def test_the_moment_of_an_answer_tells_nothing_of_how_long_it_was_thought(against):
    """A rack with two blanks takes all the time that is allowed, one without hardly any."""
    allowed = computer_moves.MAX_THINKING_MS / 1000
    took = {
        takes: min(
            [await seconds_to_answer(await sync_to_async(against)(first=1), takes) for _ in "12"]
        )
        for takes in (0, allowed)
    }
    assert took[allowed] < 1.15 * took[0], took
    assert computer_moves.MIN_DELAY.total_seconds() > allowed


async def test_a_turn_that_nobody_called_for_is_found_in_the_database(against, play_on):
    game = await sync_to_async(against)(first=1)
    long_ago = timezone.now() - timedelta(days=40)
    await Game.objects.aupdate(changed_at=long_ago)
    await play_on(lambda: plies(game) == 1)
    assert game.ended_at is None  # forty days are our fault, and cost the computer nothing


def test_a_computer_has_no_deadline_and_a_person_has_one(against, people):
    game = against(first=1)
    assert game.deadline_at is None and settle_overdue(timezone.now()) == 0
    assert turns.turns_of_computers(timezone.now(), 9) == [(game.id, 0)]
    slate = User.objects.get(username=COMPUTERS[0])
    play_move(game_id=game.id, user=slate, ply=1, text="pass", now=timezone.now())
    game.refresh_from_db()
    assert game.deadline_at - game.changed_at == timedelta(days=14)
    assert turns.turns_of_computers(timezone.now(), 9) == []
    call_command("verify")


async def test_four_at_once_get_their_share_and_many_less(against, people):
    told: list[int] = []

    def noting(question, level, milliseconds):
        told.append(milliseconds)
        return "pass"

    runner = Computers(noting, timedelta(0))
    games = [await sync_to_async(against)(first=1) for _ in range(20)]
    for game in games:
        runner.call(Turn(game.id, 0))
    task = asyncio.create_task(runner.run())
    await until(lambda: all(plies(game) == 1 for game in games))
    task.cancel()
    assert told[0] == computer_moves.SHARED_BUDGET_MS // 20 and told == sorted(told)
    assert max(told) == computer_moves.MAX_THINKING_MS and sum(told[-4:]) <= 4000


@pytest.mark.parametrize("fault", [RuntimeError("a 7 on the rack"), "8H 1=2", "nonsense", ""])
async def test_an_engine_that_fails_costs_a_pass_and_tells_no_tile(fault, against, play_on, logged):
    def failing(question, level, milliseconds):
        if isinstance(fault, str):
            return fault
        raise fault

    game = await sync_to_async(against)(first=1)
    await play_on(lambda: plies(game) == 1, failing)
    assert await sync_to_async(lambda: game.moves.get().text)() == "pass"
    said = [record.getMessage() for record in logged]
    assert any("engine" in line and game.id in line for line in said) and "7 on the" not in str(
        said
    )


async def test_a_process_that_is_lost_is_asked_again_some_times_and_then_a_pass_is_made(
    against, play_on
):
    asked = []

    def lost(question, level, milliseconds):
        asked.append(question)
        raise Unanswered

    game = await sync_to_async(against)(first=1)
    runner = await play_on(lambda: plies(game) == 1, lost)
    assert len(asked) == computer_moves.MAX_ATTEMPTS and not runner.faults and not runner.in_hand


async def test_two_servers_make_the_move_once(against):
    game = await sync_to_async(against)(first=1)
    servers = [Computers(worker.move, timedelta(0)) for _ in range(2)]
    tasks = [asyncio.create_task(server.run()) for server in servers]
    for server in servers:
        server.call(Turn(game.id, 0))
    await until(lambda: plies(game) >= 1)
    await until(lambda: not any(server.in_hand for server in servers))
    for task in tasks:
        task.cancel()
    assert await sync_to_async(plies)(game) == 1


@pytest.mark.parametrize("key", GAMES)
def test_the_fallback_move_is_legal_in_every_game(key):
    state = GAMES[key].new(seed=SEED, options={})
    question = turns.question(state, state.turn)
    assert state.play(state.turn, fallback_move(question)).after


# --- what leaves the server ---


@pytest.mark.parametrize(("key", "count", "options"), TABLES)
def test_the_process_is_sent_no_seed_no_bag_and_no_foreign_rack(key, count, options):
    state = GAMES[key].new(seed=SEED, options=parse_options(options))
    for seat in range(state.seats):
        question = turns.question(state, seat)
        sent = pickle.dumps((worker.move, question, 3, 1000))
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
    sent = pickle.dumps((worker.move, found.question, found.level, 1000))
    persons, own = (set(rack) - {"?"} for rack in game.position.racks)
    assert worn.seen_in(sent) == own and not own & persons
    assert game.seed.encode() not in sent


# --- the process ---


@pytest.fixture
def thinker():
    made = process.Thinker()
    yield made
    if made._pool is not None:
        made._pool.shutdown()


def test_the_engine_answers_from_a_process_that_knows_no_site(thinker):
    state = GAMES["numerica"].new(seed=SEED, options={})
    question = turns.question(state, state.turn)
    for level in range(6):
        text = thinker.ask(worker.move, question, level, 300)
        assert state.check(state.turn, text).text == text
    best = thinker.ask(worker.best_play, question, 300)
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


def test_what_the_engine_raises_is_passed_on_and_the_process_stays(thinker):
    first = thinker.pid
    with pytest.raises(RecursionError):
        thinker.ask(eval, "(_ for _ in ()).throw(RecursionError('deep'))")
    assert thinker.pid == first


# --- how it looks ---


def test_the_table_tells_who_is_a_computer_and_that_it_thinks(against, people, browser):
    game = against(first=1)
    page = browser(people.ada).get(f"/games/{game.id}/")
    html = page.content.decode()
    assert html.count('<small class="computer">computer</small>') == 1
    said = words_of(page)
    assert "Acorn computer 700 0 points thinking" in said and "Acorn is thinking." in said
    assert page.context["table"].players[0].deadline is None
    rows = browser(people.ada).get("/").content.decode()
    assert re.search(r'Acorn\s+<small class="computer">computer</small>', rows)


def test_the_first_page_shows_games_among_people_first(against, start, people, browser):
    among_people = start(moves=2, now=timezone.now() - timedelta(hours=1))
    game = against(first=0)
    play_move(game_id=game.id, user=people.ada, ply=1, text="pass", now=timezone.now())
    page = browser().get("/")
    assert page.context["table"].id == among_people.id
    assert [line.id for line in page.context["running"]] == [game.id]


def test_a_computer_is_offered_no_draw(against, people, browser):
    game = against("numeria", first=0)
    client = browser(people.ada)
    assert "Offer a draw" not in client.get(f"/games/{game.id}/").content.decode()
    answer = client.post(f"/games/{game.id}/draw/", {"ply": 1}, **JSON)
    assert answer.status_code == 422


def test_a_rematch_with_computers_starts_at_once(against, people, browser):
    game = against("equate", 2, "players=3", rated=True)
    client = browser(people.ada)
    assert client.post(f"/games/{game.id}/rematch/").status_code == 409
    finish(game)
    answer = client.post(f"/games/{game.id}/rematch/")
    again = Game.objects.latest("started_at")
    assert answer.headers["Location"] == f"/games/{again.id}/" != f"/games/{game.id}/"
    assert (again.options, again.rated, again.rematch_of) == (game.options, True, game)
    assert client.post(f"/games/{game.id}/rematch/")["Location"] == f"/games/{again.id}/"
    assert [player.shown_name for player in again.players.all()] == ["Ada", *COMPUTERS[:2]]


# --- nothing of it among people ---


def finish(game: Game) -> None:
    """End the game: the player on turn resigns, again and again."""
    while plies(game) < 9 and game.ended_at is None:
        mover = game.players.get(seat=game.turn).user
        play_move(game_id=game.id, user=mover, ply=game.ply + 1, text="resign", now=timezone.now())


def test_a_rated_game_moves_the_persons_rating_in_a_list_of_its_own(against, people, browser):
    game = against(first=1, rated=True)
    finish(game)
    standing = Standing.objects.get()
    assert (standing.user, standing.key, standing.wins) == (people.ada, "numerica:computer", 1)
    change = RatingChange.objects.get()
    assert (change.user, change.before, change.key) == (people.ada, 120_000, "numerica:computer")
    expected = elo.rate([120_000, 70_000], [1, 2])[0]
    assert (change.expected, change.after) == (expected.expected, expected.after)
    assert change.after == standing.rating > 120_000
    call_command("verify", "--ratings")
    page = words_of(browser(people.ada).get(f"/games/{game.id}/"))
    assert f"Ada +{(change.after - 120_000) / 100:.2f}, now" in page and "Acorn +" not in page
    profile = words_of(browser().get("/@Ada/"))
    assert "Numerica against the computer" in profile and "Numerica Games" not in profile
    assert "No finished game yet" in words_of(browser().get("/@Acorn/"))


def test_several_computers_count_each_by_its_own_number(against, people):
    game = against("equate", 3, "players=4", first=0, rated=True)
    finish(game)
    assert Standing.objects.get().losses == 1
    change = RatingChange.objects.get()
    ranks = [game.players.get(seat=seat).rank for seat in range(4)]
    (expected, *_) = elo.rate([120_000, 70_000, 80_000, 90_000], ranks)
    assert (change.before, change.after) == (expected.before, expected.after)
    call_command("verify", "--ratings")


def test_a_guests_game_is_counted_and_not_rated(against):
    guest = create_guest()
    finish(against(first=0, user=guest))
    standing = Standing.objects.get()
    assert (standing.user, standing.key, standing.games) == (guest, "numerica:computer", 1)
    assert standing.rated_games == 0 and not RatingChange.objects.exists()
    call_command("verify", "--ratings")


def test_a_person_who_leaves_the_site_leaves_games_against_computers(against, people):
    on_turn = against(first=0, rated=True)
    waiting = against("equate", 2, "players=3", first=1, rated=True)
    leave_games(user=people.ada, now=timezone.now())
    forget_person(people.ada, timezone.now())
    assert plies(on_turn) == 1 and on_turn.termination == "resign"
    assert RatingChange.objects.get().game == on_turn
    assert plies(waiting) == 1 and waiting.turn == 1 and waiting.deadline_at is None
    assert list(waiting.moves.values_list("text", flat=True)) == ["resign 1"]


# --- the process ---


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


def test_a_server_that_ends_waits_for_no_answer(thinker):
    thinker.ask(eval, "1")
    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(thinker.ask, eval, "__import__('time').sleep(60)")
        time.sleep(0.3)
        thinker.end()
        with pytest.raises(Unanswered):
            waiting.result(5)
    with pytest.raises(Unanswered):
        thinker.ask(eval, "1")


# --- what is said of a computer's swap ---


def test_a_computer_that_swaps_is_said_to_have_found_no_play_that_it_liked(
    against, people, browser
):
    """Of its tiles no more is told than before; of a person's swap there is nothing to explain."""
    game = against("numerica", first=1)
    for seat, said in ((1, True), (0, False)):
        game.refresh_from_db()
        tiles = "".join(game.position.racks[seat])[:3]
        play_move(
            game_id=game.id, user=game.players.get(seat=seat).user, ply=game.ply + 1,
            text=f"swap {tiles}", now=timezone.now(),
        )  # fmt: skip
        page = words_of(browser(people.ada).get(f"/games/{game.id}/"))
        name = COMPUTERS[0] if seat else "Ada"
        explained = f"{name} found no play that it liked and swapped 3 tiles."
        assert (explained in page) == said
        stranger = browser().get(f"/games/{game.id}/").content.decode()
        assert f"swapped 3 tiles: {tiles[0]}" not in stranger
    assert page.count("found no play that it liked") == 1  # in the row of the score sheet


@pytest.mark.slow
@pytest.mark.parametrize("key", ["numerica", "equate"])
def test_whoever_swaps_had_no_play_that_it_liked(key):
    """The strongest swaps only where there is none at all."""
    for number in range(40):
        state = GAMES[key].new(seed=bytes([number, 5]) * 16, options={})
        question = turns.question(state, state.turn)
        if worker.move(question, len(LEVELS) - 1, 2000).startswith("swap"):
            assert worker.best_play(question, 2000) is None
