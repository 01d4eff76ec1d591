"""What the banks of time are by the moves that were made: the clocks, played again."""

from collections.abc import Iterable
from datetime import timedelta

from games.models import Game, PlayedMove
from games.rules.clock import Clocks
from games.rules.record import is_choice, ply_taken_back
from games.services.more_time import MORE


def clocks_after(game: Game, moves: Iterable[PlayedMove]) -> Clocks:
    """The clocks after the first moves of a game, without the lag that was given back.

    What a turn took is stored without that lag and without the time that the site was away: so
    this is exact. Time that was asked for counts from the start.
    """
    players = list(game.players.all())
    clocks = Clocks.start(game.clocks.control, len(players))
    people = {player.seat for player in players if not player.is_computer}
    for player in players:
        if player.times_given:
            clocks = clocks.with_more(player.seat, player.times_given * MORE)
    for move in moves:
        if move.milliseconds is not None and move.seat in people:
            used = timedelta(milliseconds=move.milliseconds)
            clocks = clocks.after_turn(move.seat, used, gains=is_choice(move.text))
        if ply_taken_back(move.text) is not None:
            clocks = clocks.after_takeback(move.seat)
    return clocks
