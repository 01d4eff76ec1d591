"""Every read: what a page may show of games and invitations, listed, never a Game or a State."""

from games.selectors.computers import (
    ComputerTurn,
    question,
    turn_of_computer,
    turns_of_computers,
)
from games.selectors.draws import fair
from games.selectors.guests import seats_counted
from games.selectors.hints import last_hint, may_take_hints, steps_in
from games.selectors.invitations import (
    WITH_SEATS,
    invitation,
    invitation_shown,
    open_invitations,
    own_invitations,
    rematch_offered,
)
from games.selectors.lists import (
    finished_games,
    finished_games_of,
    game_lines,
    games_of,
    games_to_watch,
    next_on_turn,
    plays_at,
    running_games,
)
from games.selectors.offers import current_version, offers, offers_shown
from games.selectors.progress import ToReview, review_progress, to_review
from games.selectors.reading import SEAT_MARKS, WITH_PLAYERS, Reader, Shown
from games.selectors.records import (
    began_elsewhere,
    has_ended,
    position_before,
    record,
    record_text,
    start_of,
)
from games.selectors.retries import Retry, misses_of, retry
from games.selectors.reviews import review
from games.selectors.tables import (
    earlier_table,
    is_overdue,
    judged_position,
    position,
    position_text,
    seat_of,
    table,
)

__all__ = [
    "SEAT_MARKS",
    "WITH_PLAYERS",
    "WITH_SEATS",
    "ComputerTurn",
    "Reader",
    "Retry",
    "Shown",
    "ToReview",
    "began_elsewhere",
    "current_version",
    "earlier_table",
    "fair",
    "finished_games",
    "finished_games_of",
    "game_lines",
    "games_of",
    "games_to_watch",
    "has_ended",
    "invitation",
    "invitation_shown",
    "is_overdue",
    "judged_position",
    "last_hint",
    "may_take_hints",
    "misses_of",
    "next_on_turn",
    "offers",
    "offers_shown",
    "open_invitations",
    "own_invitations",
    "plays_at",
    "position",
    "position_before",
    "position_text",
    "question",
    "record",
    "record_text",
    "rematch_offered",
    "retry",
    "review",
    "review_progress",
    "running_games",
    "seat_of",
    "seats_counted",
    "start_of",
    "steps_in",
    "table",
    "to_review",
    "turn_of_computer",
    "turns_of_computers",
]
