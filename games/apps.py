"""The games app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """Every game has a leaderboard."""
        from games.rules import GAMES
        from ratings.views import LISTS

        LISTS.update({key: rules.name for key, rules in GAMES.items()})
