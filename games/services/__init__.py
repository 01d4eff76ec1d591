"""Every write to a game or an invitation: locked, checked, stored, committed, then told."""

from games.services.computers import play_computers_again, play_on, start_against_computers
from games.services.deadlines import overdue_games, settle_overdue
from games.services.denied import Denied
from games.services.guests import take_seats
from games.services.hints import take_hint
from games.services.imports import import_game
from games.services.invitations import (
    INVITATION_LASTS,
    accept_invitation,
    cancel_invitation,
    create_invitation,
    decline_invitation,
    forget_invitations,
    offer_rematch,
    require_open_to_newcomers,
)
from games.services.outages import BEAT, beat, may_settle, too_many_overdue
from games.services.play import (
    finish_game,
    flag_fallen,
    leave_games,
    new_seed,
    offer_draw,
    play_move,
    start_game,
)
from games.services.results import finished_game, results_of, verdict_detail
from games.services.reviews import (
    RUNNING,
    ask_for_review,
    hold_review,
    keep_reviewed,
    put_off_review,
)

__all__ = [
    "BEAT",
    "INVITATION_LASTS",
    "RUNNING",
    "Denied",
    "accept_invitation",
    "ask_for_review",
    "beat",
    "cancel_invitation",
    "create_invitation",
    "decline_invitation",
    "finish_game",
    "finished_game",
    "flag_fallen",
    "forget_invitations",
    "hold_review",
    "import_game",
    "keep_reviewed",
    "leave_games",
    "may_settle",
    "new_seed",
    "offer_draw",
    "offer_rematch",
    "overdue_games",
    "play_computers_again",
    "play_move",
    "play_on",
    "put_off_review",
    "require_open_to_newcomers",
    "results_of",
    "settle_overdue",
    "start_against_computers",
    "start_game",
    "take_hint",
    "take_seats",
    "too_many_overdue",
    "verdict_detail",
]
