"""The staff do something while it changes what they do it about: nobody waits in a ring."""

import pytest

from tests.servers import Server
from tests.system.at_once import printed

pytestmark = [pytest.mark.system, pytest.mark.wider, pytest.mark.fault("F5"), pytest.mark.long]

BEGIN = """
import threading, time
from datetime import timedelta
from django.core.management import call_command
from django.db import connection
from django.utils import timezone
from accounts.models import Action, User
from games.models import Game, GameSettings, Invitation, Review
from games.services import invitations, reviews
from games.services.annulments import annul_game, count_game_again
from games.services.moves import play_move
from games.services.rematches import want_rematch
from games.services.reopenings import reopen_game
from games.services.seeds import new_seed
from games.services.start import start_game
from games.services.writing import write_moves
from games.store.transactions import writing
from numerica_site import account_services, desk_pages
from ratings import services as ratings
from ratings.models import RatingChange, Standing

NOW = timezone.now()
ada, ben, xen = (User.objects.create_user(name) for name in ("ada", "ben", "xen"))
mia = User.objects.create_superuser("mia")
by_mia = {"moderator": mia, "reason": "1", "now": NOW}

def game_of(*users, days=3, is_over=True):
    now = NOW - timedelta(days=days)
    game = start_game(GameSettings("numerica", rated=True), users=users, seed=new_seed(), now=now)
    moves, state = [], game.position
    for _ in range(4):
        moves.append(state.play(state.turn, f"swap {state.racks[state.turn][0]}"))
        state = moves[-1].after
    with writing():
        write_moves(game, moves, now)
    game = Game.objects.get(pk=game.pk)
    if is_over:
        resign(game)
    return Game.objects.get(pk=game.pk)

def resign(game):
    mover = game.players.get(seat=game.turn).user
    play_move(game_id=game.pk, user=mover, ply=game.ply + 1, text="resign", now=game.changed_at)

def slowly(module, name):
    "What the module calls by this name takes a while, with all that is held."
    was = getattr(module, name)
    def slow(*told, **named):
        time.sleep(1.5)
        return was(*told, **named)
    setattr(module, name, slow)

def both(first, second):
    "The second begins while the first is at what is slow; neither may fail."
    faults = []
    def do(after, job):
        time.sleep(after)
        try:
            job()
        except Exception as fault:
            faults.append(fault)
        finally:
            connection.close()
    threads = [threading.Thread(target=do, args=told) for told in ((0, first), (0.5, second))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults, faults
"""

RATINGS = """
old, other = game_of(ada, ben), game_of(ada, xen, days=1, is_over=False)
def ends():
    with writing():
        resign(other)
        time.sleep(1.5)
both(ends, lambda: annul_game(game_id=old.pk, person=ben, **by_mia))
for user in (ada, xen):
    last = RatingChange.objects.filter(user=user).order_by("-id").first()
    assert Standing.objects.get(user=user).rating == last.after, user
call_command("verify", ratings=True, stdout=__import__("io").StringIO())
print("DONE")
"""

ANNULMENT = """
game_of(ada, ben, days=4)
game = game_of(ada, ben)
Review.objects.filter(pk=game.pk).update(done_at=NOW)
action = annul_game(game_id=game.pk, person=ada, **by_mia)
slowly(ratings, "forget_person")
both(
    lambda: account_services.delete_account(ben, NOW),
    lambda: count_game_again(action=action, **by_mia),
)
assert not Standing.objects.filter(user=ben).exists()
print("DONE")
"""

REMATCH = """
game = game_of(ada, ben)
want_rematch(game_id=game.pk, user=ada, now=NOW)
offer = Invitation.objects.get(rematch_of=game)
slowly(invitations, "start_game")
faults = []
def reopens():
    try:
        reopen_game(game_id=game.pk, person=ada, **by_mia)
    except desk_pages.Refused as refused:
        faults.append(refused.sentence)
both(lambda: invitations.accept_invitation(invitation_id=offer.pk, user=ben, now=NOW), reopens)
assert faults == ["They play the rematch of this game already."], faults
print("DONE")
"""

REVIEW = """
game = game_of(ada, ben)
last = Review.objects.get(pk=game.pk).moves
def found(ply):
    reviews.store_reviewed_move(game_id=game.pk, ply=ply, seat=0, found=None, now=NOW)
for ply in range(1, last):
    found(ply)
slowly(reviews, "keep_fair_play")
def reopens():
    with writing():
        reopen_game(game_id=game.pk, person=desk_pages.hold_person(ada.pk, game.pk), **by_mia)
both(lambda: found(last), reopens)
assert not Review.objects.exists() and Game.objects.get(pk=game.pk).ended_at is None
print("DONE")
"""


@pytest.mark.parametrize(
    "script",
    [RATINGS, ANNULMENT, REMATCH, REVIEW],
    ids=["a game ends", "an account goes", "a rematch begins", "a review is done"],
)
def test_what_the_staff_do_and_what_happens_meanwhile_both_come_to_their_end(
    script: str, unserved: Server
) -> None:
    """In turns: what is stored is as if one had come after the other."""
    assert printed(unserved, BEGIN + script, 1) == ["DONE"]
