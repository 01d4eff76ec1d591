"""Offers of a draw, made by a test."""

from dataclasses import replace

from django.utils import timezone

from games.models import Game
from games.rules import numerica
from games.rules.interface import Move
from games.rules.moves import Outcome, Verdict
from games.services.moves import play_move
from tests.games.helpers import WHOLE

FIRST = WHOLE.moves[0].text
NOW = timezone.now()


class Friendly(numerica.State):
    """Numerica as if its players could agree to a draw."""

    ends_by_agreement = True

    def view(self, seat):
        view = super().view(seat)
        can_offer = seat is not None and self.outcome is None
        return {**view, "actions": {**view["actions"], "draw": can_offer}}

    def leave(self, seat, reason):
        if reason != "agreement":
            return super().leave(seat, reason)
        after = replace(self, turn=None, outcome=Outcome(((0, 1),), reason, (0, 0)))
        return Move(seat, Verdict(reason, reason), after)


def move(game: Game, text: str) -> None:
    game.refresh_from_db()
    user = game.players.get(seat=game.turn).user
    play_move(game_id=game.id, user=user, ply=game.ply + 1, text=text, now=NOW)
