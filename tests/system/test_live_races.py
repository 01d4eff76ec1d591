"""Flags that fall while something else happens, on both databases: the time is an argument."""

import pytest

from tests.faults import Figures
from tests.servers import Server
from tests.tiers import times

from .at_once import expect_verified, printed

pytestmark = [pytest.mark.system, pytest.mark.wider, pytest.mark.fault("F5")]

# Each game's flag is about to fall. At the same moment its player moves, by a line that gives half
# a second back; several look; and the opponent gives up.
MOVE_AND_FLAG = """
from datetime import timedelta
from accounts.models import User
from games.models import Game, GameSettings
from games.services.deadlines import flag_fallen, settle_overdue
from games.services.moves import play_move
from games.services.seeds import new_seed
from games.services.start import start_game
from games.store import site_time
from tests.system.at_once import REFUSALS, do_at_once

half, instant = timedelta(seconds=0.5), timedelta(microseconds=1)
users = [User.objects.create_user(name) for name in ("Ada", "Ben")]
seen = {}
for number in range(ROUNDS):
    game = start_game(
        GameSettings("numerica", time_control="180+2"), users=users, seed=new_seed(), now=site_time.now()
    )
    falls = game.deadline_at + half
    mover, other = (game.players.get(seat=seat).user for seat in (game.turn, 1 - game.turn))
    def post(user, text, now, **more):
        play_move(game_id=game.id, user=user, ply=1, text=text, now=now, **more)
    def move():
        post(mover, "pass", falls - instant, round_trip=half)
    def look():
        flag_fallen(game_id=game.id, now=falls)
    def resign():
        post(other, "resign", falls - instant)
    do_at_once([(move,), (look,), (look,), (settle_overdue, falls)] + [(resign,)] * (number % 2), REFUSALS)
    game.refresh_from_db()
    texts = tuple(game.moves.order_by("ply").values_list("text", flat=True))
    first = texts[0].split()[0]
    seen[first] = seen.get(first, 0) + 1
    expected = {"pass": (("pass",), ("pass", "resign")), "time": (("time",),), "resign": ((texts[0],),)}[first]
    if texts not in expected:
        print("WRONG", texts)
    if game.termination != ("" if texts[-1] == "pass" else texts[-1].split()[0]):
        print("OTHERWISE", texts, game.termination)
    Game.objects.filter(ended_at=None).delete()
print("DONE", *sorted(seen))
"""


@pytest.mark.long
def test_of_a_move_and_its_flag_at_once_exactly_one_counts(
    unserved: Server, figures: Figures
) -> None:
    done, *seen = printed(unserved, MOVE_AND_FLAG, figures.add("rounds", times(20, 25, 300)))
    assert done == "DONE" and {"pass", "time"} <= set(seen) <= {"pass", "resign", "time"}
    expect_verified(unserved)


# Three at a table: the first one's flag is late by more than the second one has left.
BOTH_FLAGS = """
from datetime import timedelta
from accounts.models import User
from games.models import Game, GameSettings, canonical_json
from games.services.deadlines import flag_fallen, settle_overdue
from games.services.seeds import new_seed
from games.services.start import start_game
from games.store import site_time
from tests.system.at_once import do_at_once

users = [User.objects.create_user(name) for name in ("Ada", "Ben", "Cleo")]
settings = GameSettings("equate", options="players=3", time_control="180+0")
for number in range(ROUNDS):
    game = start_game(settings, users=users, seed=new_seed(), now=site_time.now())
    first, second = game.turn, (game.turn + 1) % 3
    stored = game.clocks.stored
    stored["banks"][second] = 100
    Game.objects.filter(pk=game.pk).update(clock=canonical_json(stored))
    late = game.deadline_at + timedelta(seconds=0.8)
    do_at_once([(settle_overdue, late) for _ in range(4)] + [(look, ) for look in [lambda: flag_fallen(game_id=game.id, now=late)] * 4])
    game.refresh_from_db()
    if (game.ply, game.turn, game.deadline_at) != (1, second, late + timedelta(seconds=0.1)):
        print("WRONG", game.ply, game.turn, game.deadline_at - late)
    later = late + timedelta(seconds=0.6)
    do_at_once([(settle_overdue, later) for _ in range(4)])
    game.refresh_from_db()
    ranks = list(game.players.order_by("rank").values_list("seat", flat=True))
    if (game.termination, ranks) != ("time", [3 - first - second, second, first]):
        print("OTHERWISE", game.termination, ranks)
print("DONE")
"""


def test_both_flags_in_one_second_fall_one_after_the_other_whoever_looks(
    unserved: Server, figures: Figures
) -> None:
    assert printed(unserved, BOTH_FLAGS, figures.add("rounds", times(5, 8, 150))) == ["DONE"]
