"""The rows of the app: games, invitations, reviews, fair play, daily puzzles, practice, chat."""

from games.models.analyses import Analysis
from games.models.chat import ChatLine, ChatRoom
from games.models.daily import DailyTry, SeenAnswer
from games.models.fair_play import FairPlay, FairPlayHint
from games.models.games import Game, PlayedMove, Player
from games.models.invitations import GRACE, Invitation, InvitationSeat
from games.models.learned import LearnedStep
from games.models.outages import Heartbeat, Outage
from games.models.practice import ExerciseRating, PracticeRating, PracticeRun, PracticeTry
from games.models.reviews import REPEATS, DeepReview, Review, ReviewedMove, TriedMiss, WeighedMove
from games.models.settings import USUAL_TIME, GameSettings
from games.models.values import canonical_json, unguessable_name
from games.models.work import WaitingWork

__all__ = [
    "GRACE",
    "REPEATS",
    "USUAL_TIME",
    "Analysis",
    "ChatLine",
    "ChatRoom",
    "DailyTry",
    "DeepReview",
    "ExerciseRating",
    "FairPlay",
    "FairPlayHint",
    "Game",
    "GameSettings",
    "Heartbeat",
    "Invitation",
    "InvitationSeat",
    "LearnedStep",
    "Outage",
    "PlayedMove",
    "Player",
    "PracticeRating",
    "PracticeRun",
    "PracticeTry",
    "Review",
    "ReviewedMove",
    "SeenAnswer",
    "TriedMiss",
    "WaitingWork",
    "WeighedMove",
    "canonical_json",
    "unguessable_name",
]
