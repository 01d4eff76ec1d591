"""Every write to a game or an invitation: locked, checked, stored, committed, then told."""

from games.services.anyone import play_anyone
from games.services.computers import play_on, start_against_computers
from games.services.deadlines import overdue_games, settle_overdue
from games.services.denied import Denied, require_openness
from games.services.endings import call_off, take_back
from games.services.guests import take_seats
from games.services.hints import say_stuck, take_hint
from games.services.imports import import_game
from games.services.invitations import (
    INVITATION_LASTS,
    accept_invitation,
    cancel_invitation,
    create_invitation,
    decline_invitation,
    forget_invitations,
    require_open_to_newcomers,
)
from games.services.outages import BEAT, beat, may_settle, too_many_overdue
from games.services.play import (
    finish_game,
    flag_fallen,
    leave_games,
    offer_draw,
    play_move,
    settle_gone,
    start_game,
)
from games.services.rematches import want_rematch
from games.services.results import finished_game, results_of, verdict_detail
from games.services.reviews import (
    RUNNING,
    ask_for_review,
    hold_review,
    keep_reviewed,
    put_off_review,
)
from games.services.seeds import new_seed
from games.services.tries import forget_tries, keep_try

__all__ = [
    "BEAT",
    "INVITATION_LASTS",
    "RUNNING",
    "Denied",
    "accept_invitation",
    "ask_for_review",
    "beat",
    "call_off",
    "cancel_invitation",
    "create_invitation",
    "decline_invitation",
    "finish_game",
    "finished_game",
    "flag_fallen",
    "forget_invitations",
    "forget_tries",
    "hold_review",
    "import_game",
    "keep_reviewed",
    "keep_try",
    "leave_games",
    "may_settle",
    "new_seed",
    "offer_draw",
    "overdue_games",
    "play_anyone",
    "play_move",
    "play_on",
    "put_off_review",
    "require_open_to_newcomers",
    "require_openness",
    "results_of",
    "say_stuck",
    "settle_gone",
    "settle_overdue",
    "start_against_computers",
    "start_game",
    "take_back",
    "take_hint",
    "take_seats",
    "too_many_overdue",
    "verdict_detail",
    "want_rematch",
]
