"""Claims of an absence, the move of who came back, and more time, all at the same moment."""

import pytest

from tests.faults import Figures
from tests.servers import Server
from tests.system.at_once import expect_verified, printed
from tests.tiers import times

pytestmark = [pytest.mark.system, pytest.mark.wider, pytest.mark.fault("F5")]

BEGIN = """
import asyncio
from datetime import timedelta
from django.utils import timezone
from accounts.models import User
from games.models import Game, GameSettings, Player
from games.services.absences import claim
from games.services.more_time import ask_for_time, give_time
from games.services.seeds import new_seed
from games.services.start import start_game
from games.store import presence
from games.store.presence import Seated
from tests.system.at_once import REFUSALS, do_at_once, move

async def sit(game, *seats):
    for seat in seats:
        presence.players.come(game.id, Seated(seat, True, True))

def start(name, ago):
    users = [User.objects.create_user(f"{name}{number}") for number in range(2)]
    settings = GameSettings("numerica", time_control="300+0")
    now = timezone.now() - timedelta(seconds=ago)
    return start_game(settings, users=users, seed=new_seed(), now=now)

def user_of(game, is_on_turn):
    return game.players.get(seat=game.turn if is_on_turn else 1 - game.turn).user

def do(service, game, user):
    service(game_id=game.id, user=user, ply=1, now=timezone.now())

def claims(game, user, by):
    claim(game_id=game.id, user=user, ply=1, by=by, now=timezone.now())
"""

CLAIMS = (
    BEGIN
    + """
for turn in range(ROUNDS):
    game = start(f"c{turn}-", 60)
    asyncio.run(sit(game, 1 - game.turn))
    presence.keep_absence(game.id, game.turn, timezone.now() - timedelta(seconds=50))
    jobs = [(claims, game, user_of(game, False), by) for by in ("time", "aborted", "time")]
    do_at_once([*jobs, (move, game, "pass"), (move, game, "resign")], REFUSALS)
    rows = list(game.moves.values_list("ply", "text"))
    stored = Game.objects.get(pk=game.pk)
    made = [text for _, text in rows]
    assert made in (["time"], ["aborted"], ["pass"], ["resign"], ["pass", "resign"]), rows
    ending = "" if made == ["pass"] else made[-1]
    assert stored.termination == ending, (rows, stored.termination)
    assert (stored.ended_at is None) == (ending == "")
print("DONE")
"""
)

AWAY = (
    BEGIN
    + """
for turn in range(ROUNDS):
    game = start(f"a{turn}-", 60)
    for seat in range(2):
        presence.keep_absence(game.id, seat, timezone.now() - timedelta(seconds=50))
    users = [user_of(game, is_on_turn) for is_on_turn in (True, False)]
    do_at_once([(claims, game, user, "time") for user in users for _ in range(3)], REFUSALS)
    assert not game.moves.exists()
print("DONE")
"""
)

MORE = (
    BEGIN
    + """
for turn in range(ROUNDS):
    game = start(f"m{turn}-", 0)
    players = [user_of(game, is_on_turn) for is_on_turn in (True, False)]
    do_at_once([(do, ask_for_time, game, user) for user in players * 2], REFUSALS)
    [asking] = Player.objects.filter(game=game, asks_time=Player.ASKS)
    do_at_once([(do, give_time, game, user) for user in players * 3], REFUSALS)
    stored = Game.objects.get(pk=game.pk)
    banks = sorted(bank.seconds for bank in stored.clocks.banks)
    assert banks == [300, 360], banks
    assert stored.clocks.banks[asking.seat].seconds == 360
    assert stored.deadline_at == stored.clocks.deadline(stored.turn, stored.turn_began_at)
print("DONE")
"""
)


@pytest.mark.long
@pytest.mark.parametrize("race", [CLAIMS, AWAY, MORE], ids=["claims", "both away", "more time"])
def test_of_what_is_done_at_once_in_a_live_game_one_thing_counts(
    unserved: Server, race: str, figures: Figures
) -> None:
    assert printed(unserved, race, figures.add("rounds", times(4, 6, 40))) == ["DONE"]
    expect_verified(unserved)
