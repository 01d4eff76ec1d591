"""Mails of a test: who can be mailed, whose turn it is, and a round of the postman."""

from datetime import timedelta

from allauth.account.models import EmailAddress
from django.utils import timezone

from games.background.postman import deliver_due
from games.services.moves import play_move

SOON = timedelta(minutes=2)
"""When a mail goes that was written now."""


def confirm(*people) -> None:
    """These have confirmed the addresses of their accounts."""
    for person in people:
        EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)


def deliver(now=None) -> bool:
    """What is due by then is sent; whether the mail server could be reached."""
    moment = now or timezone.now() + SOON
    return deliver_due(lambda: moment)


def move(game, user, text="pass", now=None):
    game.refresh_from_db()
    now = now or timezone.now()
    return play_move(game_id=game.id, user=user, ply=game.ply + 1, text=text, now=now)


def swap(game, user):
    """The player on turn swaps a tile: a game may have many of these."""
    game.refresh_from_db()
    return move(game, user, f"swap {game.position.racks[game.turn][0]}")
