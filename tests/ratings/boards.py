"""Leaderboards as a test reads them."""

from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from ratings import selectors
from ratings.models import Standing
from ratings.selectors import Place

ADDRESS = "/leaderboard/numerica/"


def board(after: Place | None = None, reader: User | None = None, all_time: bool = False):
    return selectors.leaderboard(
        "numerica", timezone.now(), all_time=all_time, after=after, reader_id=reader and reader.pk
    )


def names(shown) -> list[str]:
    return [row.name for row in shown.rows]


def all_pages(**more) -> list[dict]:
    pages = [board(**more)]
    while pages[-1].next:
        pages.append(board(Place.read(pages[-1].next, "numerica"), **more))
    return pages


def crowd_of(db):
    """People with these ratings, in whole points, listed unless something else is said."""

    def made(*ratings: float, rated_games: int = 5, days: float = 1, **more) -> list[User]:
        first = User.objects.count()
        users = User.objects.bulk_create(
            User(username=f"Member{first + number}", password="!") for number in range(len(ratings))
        )
        Standing.objects.bulk_create(
            Standing(
                user=user,
                key="numerica",
                rating=round(rating * 100),
                rated_games=rated_games,
                games=rated_games,
                last_rated_at=timezone.now() - timedelta(days=days),
                **more,
            )
            for user, rating in zip(users, ratings, strict=True)
        )
        return users

    return made
