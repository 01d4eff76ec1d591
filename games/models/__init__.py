"""The rows of the app: games, invitations, reviews, outages, what is said, daily puzzles."""

from games.models.chat import ChatLine, ChatRoom
from games.models.daily import DailyTry, SeenAnswer
from games.models.games import Game, PlayedMove, Player
from games.models.invitations import GRACE, Invitation, InvitationSeat
from games.models.outages import Heartbeat, Outage
from games.models.reviews import Review, ReviewedMove, TriedMiss
from games.models.settings import USUAL_TIME, GameSettings
from games.models.values import canonical_json, unguessable_name

__all__ = [
    "GRACE",
    "USUAL_TIME",
    "ChatLine",
    "ChatRoom",
    "DailyTry",
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
    "SeenAnswer",
    "TriedMiss",
    "canonical_json",
    "unguessable_name",
]
