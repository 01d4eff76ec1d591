"""Of what happens at the same moment everybody is told once, on both kinds of database."""

import pytest

from tests.faults import Figures
from tests.servers import Server
from tests.system.at_once import printed
from tests.tiers import times

pytestmark = [pytest.mark.system, pytest.mark.wider, pytest.mark.fault("F5")]

BEGIN = """
from collections import Counter
from datetime import timedelta
from django.utils import timezone
from accounts.models import Notice, User
from games.models import Game, GameSettings, Review
from games.services.invitations import create_invitation
from games.services.reminders import remind
from games.services.reviews import store_reviewed_move
from games.services.seeds import new_seed
from games.services.start import start_game
from tests.system.at_once import REFUSALS, accept, do_at_once, move

def people(name, count=2):
    return [User.objects.create_user(f"{name}{number}") for number in range(count)]

def start(name, ago=timedelta()):
    now = timezone.now() - ago
    return start_game(GameSettings("numerica"), users=people(name), seed=new_seed(), now=now)

def told(**what):
    return Counter(Notice.objects.filter(**what).values_list("kind", "recipient"))
"""

TURNS = (
    BEGIN
    + """
for turn in range(ROUNDS):
    game = start(f"t{turn}-")
    users = {player.seat: player.user_id for player in game.players.all()}
    do_at_once([(move, game, "pass")] * 4, REFUSALS)
    stored = Game.objects.get(pk=game.pk)
    unread = told(game=game, read_at=None)
    assert unread == {("turn", users[stored.turn]): 1}, unread
    do_at_once([(move, stored, "resign")] * 3 + [(move, stored, "pass")], REFUSALS)
    stored.refresh_from_db()
    ended = told(game=game, read_at=None)
    if stored.ended_at:
        assert ended == {("over", user): 1 for user in users.values()}, ended
print("DONE")
"""
)

REMINDERS = (
    BEGIN
    + """
for turn in range(ROUNDS):
    game = start(f"r{turn}-", timedelta(days=2, hours=8))
    now = timezone.now()
    do_at_once([(remind, now)] * 4)
    reminded = told(game=game, kind="time")
    assert list(reminded.values()) == [1], reminded
    assert Game.objects.get(pk=game.pk).reminder_at is None
    other = start(f"m{turn}-", timedelta(days=2, hours=8))
    do_at_once([(remind, now), (remind, now), (move, other, "pass")], REFUSALS)
    stored = Game.objects.get(pk=other.pk)
    mover = stored.players.exclude(seat=stored.turn).get().user_id
    assert not Notice.objects.filter(game=other, recipient=mover, read_at=None).exists()
print("DONE")
"""
)

INVITATIONS = (
    BEGIN
    + """
for turn in range(ROUNDS):
    users = people(f"i{turn}-", 3)
    invitation = create_invitation(
        GameSettings("numerica"), inviter=users[0], now=timezone.now()
    )
    do_at_once([(accept, invitation, user) for user in users[1:] for _ in range(3)], REFUSALS)
    accepted = told(invitation=invitation, kind="accepted")
    assert accepted == {("accepted", users[0].pk): 1}, accepted
print("DONE")
"""
)

REVIEWS = (
    BEGIN
    + """
def review(game, ply):
    store_reviewed_move(game_id=game.id, ply=ply, seat=0, found=None, now=timezone.now())

for turn in range(ROUNDS):
    game = start(f"v{turn}-")
    move(game, "pass")
    game.refresh_from_db()
    move(game, "resign")
    last = Review.objects.get(pk=game.pk).moves
    assert last
    do_at_once([(review, game, ply) for ply in range(1, last + 1) for _ in range(3)])
    ready = told(game=game, kind="reviewed")
    assert len(ready) == 2 and set(ready.values()) == {1}, ready
print("DONE")
"""
)


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(TURNS, id="turns"),
        pytest.param(REMINDERS, id="reminders", marks=pytest.mark.long),
        pytest.param(INVITATIONS, id="invitations", marks=pytest.mark.long),
        pytest.param(REVIEWS, id="reviews", marks=pytest.mark.long),
    ],
)
def test_each_is_told_once(unserved: Server, script: str, figures: Figures) -> None:
    assert printed(unserved, script, figures.add("rounds", times(3, 5, 60))) == ["DONE"]
