"""Telling open pages that something changed: who is told, and that they are told only that."""

from collections.abc import Callable

from django.db import transaction

from accounts.notifications import tell_after_commit
from accounts.notifications import use_event_loop as use_event_loop
from accounts.shared_counts import SharedCount
from games.models import Player

watching = SharedCount("viewers")
"""Spectators by game; the players and the first page are not counted."""

computer_listeners: list[Callable[[str, int], None]] = []
"""Called in the thread of the commit; the order is of no importance."""


person_listeners: list[Callable[[str, int], None]] = []
"""The same, for turns of people who play against computers alone."""


def game_group(game_id: str) -> str:
    """The channel group of everybody who has this game open."""
    return f"game.{game_id}"


def review_group(game_id: str) -> str:
    """The channel group of everybody who waits for the review of this game."""
    return f"review.{game_id}"


def invitation_group(invitation_id: str) -> str:
    """The channel group of everybody who has this invitation open."""
    return f"invitation.{invitation_id}"


def channel_group(key: str) -> str:
    """The channel group of everybody who watches what is shown of a kind of game, or of all."""
    return f"tv.{key}"


def wall_group() -> str:
    """The channel group of everybody who has a wall of boards open."""
    return "wall"


LOBBY = "lobby"
"""The channel group of everybody who has the lobby open."""


def tell_game_changed(game_id: str, ply: int) -> None:
    """After the commit, tell the game's pages its new ply: never a tile, never a fragment."""
    tell_after_commit(game_group(game_id), {"type": "game.changed", "ply": ply})


def tell_reopened(game_id: str) -> None:
    """After the commit, let the game's pages go back: its ending was taken back."""
    tell_after_commit(game_group(game_id), {"type": "game.reopened"})


def tell_draw_offered(game_id: str, ply: int, offers: int) -> None:
    """After the commit, tell the game's pages what was offered or asked for at this ply."""
    message = {"type": "game.draw_offered", "ply": ply, "offers": offers}
    tell_after_commit(game_group(game_id), message)


def tell_time_given_back(game_id: str, outages: int) -> None:
    """After the commit, tell the game's pages to show the clocks again, after `outages` in all."""
    tell_after_commit(game_group(game_id), {"type": "game.times", "outages": outages})


def tell_stuck(game_id: str, seat: int) -> None:
    """After the commit, tell the pages of this seat to look at what is said to it."""
    tell_after_commit(game_group(game_id), {"type": "game.stuck", "seat": seat})


def tell_rematch_changed(game_id: str) -> None:
    """After the commit, tell the game's pages what has become of its rematch, or of an offer."""
    tell_after_commit(game_group(game_id), {"type": "game.rematch"})


def tell_names_changed(user_id: int) -> None:
    """After the commit, tell the pages of this person's running games to look at the names."""
    seats = Player.objects.filter(user=user_id, game__ended_at=None)
    for game_id in seats.values_list("game_id", flat=True):
        tell_after_commit(game_group(game_id), {"type": "game.names"})


def tell_said(game_id: str) -> None:
    """After the commit, let the game's pages look what was said there, as far as they may read."""
    tell_after_commit(game_group(game_id), {"type": "game.said"})


def tell_reviewed(game_id: str, moves: int) -> None:
    """After the commit, tell the pages of a finished game how many of its moves are reviewed."""
    for group in (game_group(game_id), review_group(game_id)):
        tell_after_commit(group, {"type": "game.reviewed", "moves": moves})


def tell_weighed(game_id: str, moves: int) -> None:
    """After the commit, tell who reads the review of a game how many of its moves are weighed."""
    tell_after_commit(review_group(game_id), {"type": "game.reviewed", "moves": moves})


def tell_invitation_changed(invitation_id: str) -> None:
    """After the commit, tell who looks at the invitation that a seat or its status changed."""
    tell_after_commit(invitation_group(invitation_id), {"type": "invitation.changed"})


def tell_lobby_changed() -> None:
    """After the commit, tell the lobby's pages that an offer to anyone came, changed or went."""
    tell_after_commit(LOBBY, {"type": "lobby.changed"})


def notify_computer(game_id: str, ply: int) -> None:
    """After the commit, call this process's computer listeners: one is to move at this ply.

    Where there is none, the games are found in the database a little later.
    """

    _call(computer_listeners, game_id, ply)


def notify_adviser(game_id: str, ply: int) -> None:
    """After the commit, call this process's advisers: a person is to move at this ply."""
    _call(person_listeners, game_id, ply)


def _call(listeners: list[Callable[[str, int], None]], game_id: str, ply: int) -> None:
    def call() -> None:
        for listener in listeners:
            listener(game_id, ply)

    transaction.on_commit(call, robust=True)


def viewers(game_id: str) -> int:
    """How many spectators have this game open, in all processes."""
    return watching.total(game_id)
