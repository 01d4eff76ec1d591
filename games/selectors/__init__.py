"""Every read: what a page may show of games and invitations, listed, never a Game or a State."""

from games.selectors.draws import fair
from games.selectors.invitations import (
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
    plays_at,
    running_games,
)
from games.selectors.reading import SEAT_MARKS, WITH_PLAYERS, Reader, Shown
from games.selectors.records import record, record_text
from games.selectors.tables import current_ply, earlier_table, is_overdue, position, seat_of, table

__all__ = [
    "SEAT_MARKS",
    "WITH_PLAYERS",
    "Reader",
    "Shown",
    "current_ply",
    "earlier_table",
    "fair",
    "finished_games",
    "finished_games_of",
    "game_lines",
    "games_of",
    "games_to_watch",
    "invitation",
    "invitation_shown",
    "is_overdue",
    "open_invitations",
    "own_invitations",
    "plays_at",
    "position",
    "record",
    "record_text",
    "rematch_offered",
    "running_games",
    "seat_of",
    "table",
]
