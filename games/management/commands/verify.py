"""`manage.py verify`: replay every stored game and compare with what is stored, byte for byte."""

import sys
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand

from games.models import Game, canonical_json
from games.rules.base import Refusal, State
from games.rules.record import parse_options, play_line
from games.services import verdict_detail


class Command(BaseCommand):
    help = "Replay every stored game from its seed and moves; status 1 on any difference."

    def handle(self, *args: Any, **options: Any) -> None:
        count = faults = 0
        for game in Game.objects.order_by("started_at", "id").iterator():
            count += 1
            for difference in differences(game):
                faults += 1
                self.stdout.write(f"{game.id}: {difference}")
        self.stdout.write(f"{count} games, {faults} differences")
        if faults:
            sys.exit(1)


def differences(game: Game) -> Iterator[str]:
    """Everything in which the stored game is not what its seed and moves make of it."""
    state: State = game.rules.new(
        seed=bytes.fromhex(game.seed), options=parse_options(game.options)
    )
    expected_ply = 0
    for expected_ply, row in enumerate(game.moves.all(), start=1):
        if row.ply != expected_ply:
            yield f"ply {expected_ply} is missing, ply {row.ply} follows"
            return
        try:
            move = play_line(state, row.text)
        except Refusal as refusal:
            yield f"ply {row.ply}: {refusal.code}: {refusal}"
            return
        verdict = move.verdict
        replayed = (move.seat, verdict.text, verdict.points, canonical_json(verdict_detail(move)))
        if (row.seat, row.text, row.points, row.detail) != replayed:
            yield f"ply {row.ply}: the stored move differs"
        state = move.after
    yield from _snapshot_differences(game, state, expected_ply)


def _snapshot_differences(game: Game, state: State, ply: int) -> Iterator[str]:
    """The snapshot and its copies against the state that the moves lead to."""
    if canonical_json(state.to_json()) != game.state:
        yield "the stored state differs"
    termination = state.outcome.reason if state.outcome else ""
    copies = (game.ply, game.turn, game.termination, game.ended_at is not None)
    if copies != (ply, state.turn, termination, state.outcome is not None):
        yield "the stored ply, turn or ending differs"
    ranks = {
        seat: rank
        for rank, seats in enumerate(state.outcome.ranking if state.outcome else (), start=1)
        for seat in seats
    }
    players = list(game.players.all())
    if [player.seat for player in players] != list(range(state.seats)):
        yield "a seat has no player"
        return
    for player in players:
        if player.score != state.scores[player.seat]:
            yield f"seat {player.seat + 1}: the stored score differs"
        if player.rank != ranks.get(player.seat):
            yield f"seat {player.seat + 1}: the stored rank differs"
