"""The games app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """Every game has a list of ratings; of some, a game earns a score beside them."""
        from games.rules import GAMES
        from ratings.elo import match_score
        from ratings.lists import LISTS, RatingList

        scored = {"digifeud": match_score}
        for key, rules in GAMES.items():
            LISTS[key] = RatingList(rules.name, scored.get(key))
