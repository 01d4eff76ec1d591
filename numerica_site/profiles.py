"""A person's page: what joins ratings and games, as others may see it."""

from accounts import directory, moderation
from accounts.identicon import identicon
from accounts.models import User
from games.computers import roster
from games.selectors import friends, lists
from games.store import site_time
from games.store.queries import Reader
from numerica_site.page_models import (
    DrawnPlay,
    HistoryRow,
    ProfileList,
    ProfilePage,
    RatingHistory,
)
from ratings import selectors as ratings
from ratings.charts import rating_chart
from ratings.models import Highlight, RatingChange
from ratings.page_models import ProfileStanding

ROWS = 6  # changes in the table beside the chart


def profile(person: User, reader: Reader) -> ProfilePage:
    """Everything the page shows; a person sees all of their own."""
    is_own = reader.pk == person.pk
    shows_games = is_own or person.shows_games
    shows_history = is_own or person.shows_history
    is_other = isinstance(reader, User) and not is_own and not person.is_computer
    return ProfilePage(
        name=person.username,
        is_guest=person.is_guest,
        is_computer=person.is_computer,
        computer=roster.description_of(person.username) if person.is_computer else "",
        is_own=is_own,
        joined=person.date_joined,
        picture=identicon(person.username),
        shows_games=shows_games,
        shows_history=shows_history,
        lists=tuple(
            _list(person, standing, shows_games=shows_games, shows_history=shows_history)
            for standing in ratings.standings_of(person.pk)
        ),
        running=tuple(lists.games_shown_of(person, reader)) if shows_games else (),
        finished=tuple(lists.finished_games_of(person, reader, 10)) if shows_games else (),
        followers=directory.count_followers(person.pk),
        is_seen=is_other and person.pk in friends.seen_at_tables([person.pk]),
        may_be_invited=is_other and moderation.bar_of(person, site_time.now()) is None,
        standing=directory.standing_to(person.pk, reader.pk or 0) if is_other else None,
        met=tuple(friends.head_to_head(reader, person.pk)) if is_other else (),
    )


def _list(
    person: User, standing: ProfileStanding, *, shows_games: bool, shows_history: bool
) -> ProfileList:
    """A standing with its history, its best plays and its longest chains.

    They lead to their games only where the person shows those.
    """
    found = ratings.highlights_of(person.pk, standing.key)
    drawn = lists.plays_at([(one.game_id, one.ply) for one in found])
    plays = [
        (one.kind, _draw_play(one, drawn.get((one.game_id, one.ply), ()), leads_on=shows_games))
        for one in found
    ]
    return ProfileList(
        **vars(standing),
        history=_history(person, standing.key, leads_on=shows_games) if shows_history else None,
        plays=tuple(play for kind, play in plays if kind == Highlight.Kind.PLAY),
        chains=tuple(play for kind, play in plays if kind == Highlight.Kind.CHAIN),
    )


def _draw_play(found: Highlight, lines: lists.DrawnLines, *, leads_on: bool) -> DrawnPlay:
    game_id = found.game_id if leads_on else ""
    return DrawnPlay(value=found.value, game_id=game_id, ply=found.ply, lines=lines)


def _history(person: User, key: str, *, leads_on: bool) -> RatingHistory | None:
    """The chart of a rating and the table beside it; None before the first rated game."""
    changes = ratings.history_of(person.pk, key)
    if not changes:
        return None
    values = [changes[0].before, *(change.after for change in changes)]
    return RatingHistory(
        chart=rating_chart([ratings.format_rating(value) for value in values]),
        first=ratings.format_rating(values[0]),
        last=ratings.format_rating(values[-1]),
        rows=tuple(_history_row(change, leads_on=leads_on) for change in reversed(changes[-ROWS:])),
    )


def _history_row(change: RatingChange, *, leads_on: bool) -> HistoryRow:
    return HistoryRow(
        game_id=change.game_id if leads_on else "",
        when=change.changed_at,
        rating=ratings.format_rating(change.after),
        change=ratings.format_change(change),
        score=change.match_score,
    )
