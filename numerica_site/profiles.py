"""A person's page: what joins ratings and games, as others may see it."""

from typing import Any

from accounts.identicon import identicon
from accounts.models import User
from games.computers import roster
from games.selectors import lists
from ratings import selectors as ratings
from ratings.charts import rating_chart

Shown = dict[str, Any]

ROWS = 6  # changes in the table beside the chart


def profile(person: User, reader: Any) -> Shown:
    """Everything the page shows; a person sees all of their own."""
    is_own = reader.pk == person.pk
    shows_games = is_own or person.shows_games
    shows_history = is_own or person.shows_history
    return {
        "name": person.username,
        "is_guest": person.is_guest,
        "is_computer": person.is_computer,
        "computer": roster.said_of(person.username) if person.is_computer else "",
        "is_own": is_own,
        "joined": person.date_joined,
        "picture": identicon(person.username),
        "shows_games": shows_games,
        "shows_history": shows_history,
        "lists": [
            {
                **standing,
                "history": _history(person, standing["key"]) if shows_history else None,
                **_highlights(person, standing["key"]),
            }
            for standing in ratings.standings_of(person.pk)
        ],
        "running": lists.games_shown_of(person, reader) if shows_games else [],
        "finished": lists.finished_games_of(person, reader, 10) if shows_games else [],
    }


def _history(person: User, key: str) -> Shown | None:
    """The chart of a rating and the table beside it; None before the first rated game."""
    changes = ratings.history_of(person.pk, key)
    if not changes:
        return None
    values = [changes[0].before, *(change.after for change in changes)]
    return {
        "chart": rating_chart([ratings.format_rating(value) for value in values]),
        "first": ratings.format_rating(values[0]),
        "last": ratings.format_rating(values[-1]),
        "rows": [
            {
                "game_id": change.game_id,
                "when": change.changed_at,
                "rating": ratings.format_rating(change.after),
                "change": ratings.format_change(change),
                "score": change.match_score,
            }
            for change in reversed(changes[-ROWS:])
        ],
    }


def _highlights(person: User, key: str) -> Shown:
    """Best plays and longest chains, drawn as tiles."""
    found = ratings.highlights_of(person.pk, key)
    drawn = lists.plays_at([(one.game_id, one.ply) for one in found])
    shown = [
        {
            "kind": one.kind,
            "value": one.value,
            "game_id": one.game_id,
            "ply": one.ply,
            "lines": drawn.get((one.game_id, one.ply), []),
        }
        for one in found
    ]
    return {
        "plays": [one for one in shown if one["kind"] == "play"],
        "chains": [one for one in shown if one["kind"] == "chain"],
    }
