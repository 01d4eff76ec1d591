"""The games app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """Every game has two lists of ratings: among people, of some games with a score beside the
        ratings, and against computers. Tables hear of new names.
        """
        from accounts.services import name_listeners
        from games.notifications import tell_names_changed
        from games.rules import GAMES
        from ratings.elo import match_score
        from ratings.lists import LISTS, RatingList, computer_list

        scored = {"digifeud": match_score}
        for key, rules in GAMES.items():
            LISTS[key] = RatingList(rules.name, scored.get(key))
        for key, rules in GAMES.items():
            LISTS[computer_list(key)] = RatingList(rules.name, against_computers=True)
        name_listeners.append(tell_names_changed)
