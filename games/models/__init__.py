"""The rows of the app: games, invitations, reviews, outages."""

from games.models.games import Game, PlayedMove, Player
from games.models.invitations import Invitation, InvitationSeat
from games.models.outages import Heartbeat, Outage
from games.models.reviews import Review, ReviewedMove, TriedMiss
from games.models.settings import GameSettings
from games.models.values import canonical_json, unguessable_name

__all__ = [
    "Game",
    "GameSettings",
    "Heartbeat",
    "Invitation",
    "InvitationSeat",
    "Outage",
    "PlayedMove",
    "Player",
    "Review",
    "ReviewedMove",
    "TriedMiss",
    "canonical_json",
    "unguessable_name",
]
