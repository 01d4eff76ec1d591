"""A position of a finished game is played on against the computer, with another seed."""

import json

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from accounts.services import make_computers
from games.computers import turns, worker
from games.models import Game, GameSettings, canonical_json
from games.rules import GAMES
from games.selectors import exports, tables
from games.services import computer_games
from games.services.errors import NotAllowed
from games.services.moves import play_move
from games.services.start import start_game
from games.store import history
from ratings.models import Standing

from .helpers import MINUTE, demo_record, play_record, recorded_game, words_of

pytestmark = pytest.mark.django_db(transaction=True)

RECORDS = {
    "numerica": recorded_game("numerica-resign"),
    "equate": recorded_game("equate-three-advanced-left"),
    "digifeud": recorded_game("digifeud-resign"),
    "numeria": demo_record("cleo-dov-numeria.game"),
}


@pytest.fixture
def over(people):
    """A recorded game, played to its end by Ada, Ben and as many more as it takes."""
    make_computers()

    def played(key: str) -> Game:
        record = RECORDS[key]
        users = [people.ada, people.ben, people.cleo][: len(record.headers["Scores"].split())]
        now = timezone.now() - 90 * MINUTE
        game = start_game(
            GameSettings(key, options=record.headers["Options"]),
            users=users,
            seed=bytes.fromhex(record.headers["Seed"]),
            now=now,
        )
        play_record(game, users, len(record.moves), now, record)
        return Game.objects.get(pk=game.pk)

    return played


def play_on(game, user, ply=5, **more):
    more = {"computer": "Abacus", "now": timezone.now(), "seed": bytes(32)} | more
    return computer_games.play_on(game_id=game.id, ply=ply, user=user, **more)


def let_all_move(game, until):
    """Make moves that the engine likes up to ply `until`; then the player on turn resigns."""
    while game.ended_at is None:
        state = game.position
        user = game.players.get(seat=state.turn).user
        question = turns.question(state, state.turn)
        text = worker.move(question, 2, 0.2) if game.ply < until else "resign"
        play_move(game_id=game.id, user=user, ply=game.ply + 1, text=text, now=timezone.now())
        game.refresh_from_db()


@pytest.mark.parametrize("key", GAMES)
def test_the_same_position_is_played_on_with_another_seed(key, over, people):
    origin = over(key)
    game = play_on(origin, people.cleo)
    before, start = history.position_before(origin, 6), game.position
    assert start.seen_by(None) == before.seen_by(None)
    assert [start.seen_by(seat) for seat in range(start.seats)] == [
        before.seen_by(seat) for seat in range(before.seats)
    ]
    assert start.stock.seed == bytes(32) != before.stock.seed
    assert game.players.get(user=people.cleo).seat == before.turn == game.turn
    others = [p.user.username for p in game.players.exclude(user=people.cleo)]
    assert others[0] == "Abacus" and len(set(others)) == start.seats - 1
    assert [p.score for p in game.players.all()] == list(before.scores)
    assert not game.rated and not game.is_counted


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_a_game_played_on_is_like_any_other_but_counts_for_nobody(key, over, people, browser):
    origin = over(key)
    call_command("verify")
    standings = list(Standing.objects.order_by("pk").values_list())
    game = play_on(origin, people.cleo)
    let_all_move(game, until=4)
    assert list(Standing.objects.order_by("pk").values_list()) == standings
    call_command("verify")
    call_command("verify", "--ratings")
    # its scores go on from those of the position
    state = history.position_before(game, game.ply + 1)
    assert canonical_json(state.to_json()) == game.state
    sheet = tables.table(game.id, None).moves
    totals = dict(enumerate(game.rules.from_json(json.loads(game.initial_state)).scores))
    totals |= {move.seat: move.total for move in sheet}
    adjustments = game.position.outcome.adjustments
    assert [totals[p.seat] + adjustments[p.seat] for p in game.players.all()] == [
        p.score for p in game.players.all()
    ]
    # it has a review and no record, and says where it began
    call_command("review", game.id)
    client = browser(people.cleo)
    page = client.get(f"/games/{game.id}/")
    assert "from a position" in words_of(page) and "Check all draws" not in words_of(page)
    assert f"/games/{origin.id}/?ply=5" in page.content.decode()
    assert client.get(f"/games/{game.id}/record/").status_code == 409
    assert client.get(f"/games/{game.id}/?ply=0").status_code == 200
    own = [one.path for one in exports.own_games(people.cleo.pk, str)]
    assert f"positions/{game.id}.json" in own


def test_draws_follow_from_the_new_seed(over, people):
    origin = over("numerica")
    games = [play_on(origin, people.cleo, ply=0, seed=bytes([n]) * 32) for n in (1, 2)]
    racks = []
    for game in games:
        rack = game.position.stock.hands[game.turn]
        play_move(
            game_id=game.id,
            user=people.cleo,
            ply=1,
            text="swap " + "".join(rack),
            now=timezone.now(),
        )
        game.refresh_from_db()
        racks.append(game.position.stock.hands[1 - game.turn])
    assert racks[0] != racks[1]


@pytest.mark.slow
def test_a_finished_game_is_played_on_from_every_position_but_the_last_and_a_running_one_from_none(
    over, start, people, browser
):
    origin, running = over("digifeud"), start(6)
    client = browser(people.cleo)

    def post(game, ply, computer="Slate"):
        return client.post(f"/games/{game.id}/play-on/", {"from": ply, "computer": computer})

    count = Game.objects.count()
    for ply in (0, 3, 6):
        assert post(running, ply).status_code == 409
    with pytest.raises(NotAllowed):
        play_on(running, people.cleo, ply=3)
    assert post(origin, origin.ply).status_code == 409
    assert post(origin, origin.ply + 5).status_code == 409
    assert post(origin, 2, "Ada").status_code == 422
    assert Game.objects.count() == count
    assert post(origin, origin.ply - 1).status_code == 302
    for ply in (0, 2, origin.ply - 1):
        assert "Play on from here" in words_of(client.get(f"/games/{origin.id}/?ply={ply}"))
    for address in (f"/games/{origin.id}/", f"/games/{running.id}/", f"/games/{running.id}/?ply=2"):
        assert "Play on from here" not in words_of(client.get(address))


def test_a_stranger_plays_on_as_a_guest(over, browser):
    origin = over("digifeud")
    client = browser()
    answer = client.post(f"/games/{origin.id}/play-on/", {"from": 2, "computer": "Slate"})
    assert answer.status_code == 302
    game = Game.objects.get(origin=origin)
    assert answer.headers["Location"] == f"/games/{game.id}/"
    guest = game.players.get(seat=game.turn).user
    assert guest.is_guest and User.objects.filter(is_guest=True).count() == 1
