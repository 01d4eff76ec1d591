"""The games app."""

from collections.abc import Mapping

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """The lists of ratings are entered; tables hear of new names."""
        from accounts.services import name_listeners
        from games.notifications import tell_names_changed

        self.enter_rating_lists()
        name_listeners.append(tell_names_changed)

    def enter_rating_lists(self) -> None:
        """Every game of the catalogue has three lists of ratings.

        Among people by correspondence and live, where in some games a score stands beside the
        ratings; and against computers.
        """
        from games.catalogue import Parts
        from games.rules import GAMES
        from ratings.lists import LISTS, MatchScore, RatingList, computer_list, live_list

        scores: Mapping[str, MatchScore] = Parts("match_score")
        for key, rules in GAMES.items():
            LISTS[key] = RatingList(rules.name, scores.get(key))
        for key, rules in GAMES.items():
            LISTS[live_list(key)] = RatingList(rules.name, scores.get(key), "live")
        for key, rules in GAMES.items():
            LISTS[computer_list(key)] = RatingList(rules.name, kind="computers")
