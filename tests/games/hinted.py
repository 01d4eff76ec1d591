"""Hints that a test asks for."""

from collections.abc import Callable

from django.utils import timezone

from accounts.names import COMPUTERS
from games.computers import process, worker
from games.engine.easy_plays import has_play
from games.models import Game, GameSettings
from games.rules import GAMES
from games.rules.record import parse_options
from games.services.computer_games import start_against_computers
from games.services.moves import play_move

from .helpers import JSON


def ask(client, game, kind="easy", ply=1, **headers):
    return client.post(f"/games/{game.id}/hint/", {"ply": ply, "kind": kind}, **(headers or JSON))


def told(client, game, kind="easy", ply=1):
    return ask(client, game, kind, ply).json()


def play(game, user, text):
    ply = Game.objects.get(pk=game.pk).ply + 1
    now = timezone.now()
    play_move(game_id=game.id, user=user, ply=ply, text=text, now=now)
    game.refresh_from_db()


def games_against(people) -> Callable[..., Game]:
    """Start a game of Ada's against a computer in which Ada begins."""

    def started(key="numerica", options="", turn=0) -> Game:
        rules, given = GAMES[key], parse_options(options)
        seeds = (bytes([number]) * 32 for number in range(256))
        wanted = (
            seed
            for seed in seeds
            if (state := rules.new(seed=seed, options=given)).turn == turn
            and (turn or key == "numeria" or has_play(state, 0, 0.2, least=1))
        )
        game = start_against_computers(
            GameSettings(key, options=options),
            user=people.ada,
            computers=[COMPUTERS[0]],
            now=timezone.now(),
            seed=next(wanted),
        )
        game.refresh_from_db()
        return game

    return started


def hints_asked(monkeypatch):
    """The engine in this process; what it was asked for."""
    kinds = []

    def seek_best(question):
        kinds.append("best")
        return worker.best_play(question, 1.0)

    def seek_easy(question):
        kinds.append("easy")
        return worker.easy_play(question, 1.0)

    monkeypatch.setattr(process, "best_play", seek_best)
    monkeypatch.setattr(process, "easy_play", seek_easy)
    return kinds
