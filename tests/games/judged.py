"""Games that were judged, as rows and as the site judges them, for tests of fair play."""

from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from games.models import FairPlay, Game, Player, Review, canonical_json
from games.review import EDITION
from games.rules import GAMES
from games.selectors import review_progress
from games.services.fair_play import look_at_fair_play
from games.services.reviews import store_reviewed_move

NOW = timezone.now()


def found(loss: int, *, plays=(["8F 1+1=2", 4],)) -> dict:
    """What a review finds of a move; without plays nothing could be laid."""
    said = {"exact": True, "plays": list(plays), "left": 0, "outs": [], "best": None}
    return {**said, "loss": loss, "kind": "other" if loss else "", "values": {}, "puzzle": ""}


def review_with(game: Game, find) -> None:
    """Review a game to its end; `find` says of each move what is found."""
    for move in review_progress.to_review(game.id):
        store_reviewed_move(
            game_id=game.id, ply=move.ply, seat=move.seat, found=find(move), now=NOW
        )


def over() -> tuple[str, str]:
    """The seed and the state of a game that somebody has given up at once."""
    state = GAMES["numerica"].new(seed=bytes(32), options={})
    return bytes(32).hex(), canonical_json(state.play(state.turn, "resign").after.to_json())


def judged(one: User, games: int, best: int, of: int, rating=125_000, key="numerica") -> None:
    """Finished games of somebody, with this many best plays in each; the other is not judged."""
    began, (seed, state) = Game.objects.count(), over()
    partner, _made = User.objects.get_or_create(username="Partner")
    made = [
        Game(
            id=f"judged{began + number}",
            key="numerica",
            rated=True,
            seed=seed,
            state=state,
            turn_began_at=NOW,
            started_at=NOW,
            changed_at=NOW,
            ended_at=NOW - timedelta(days=1),
        )
        for number in range(games)
    ]
    Game.objects.bulk_create(made)
    reviews = [
        Review(game=game, edition=EDITION, is_among_people=True, moves=0, asked_at=NOW, done_at=NOW)
        for game in made
    ]
    Review.objects.bulk_create(reviews)
    Player.objects.bulk_create(
        Player(game=game, user=user, seat=seat, rank=seat + 1, ended_at=game.ended_at)
        for game in made
        for seat, user in enumerate((one, partner))
    )
    FairPlay.objects.bulk_create(
        FairPlay(
            review_id=game.id,
            user=one,
            key=key,
            rating=rating,
            judged=of,
            best=best,
            lower=4_000,
            median=9_000,
            upper=20_000,
        )
        for game in made
    )


def crowd(people=20, games=10, best=5, of=10, **more) -> list[User]:
    """People who play as others do, each in this number of games."""
    known = User.objects.count()
    made = [User(username=f"other{known + number}", password="!") for number in range(people)]
    made = User.objects.bulk_create(made)
    for one in made:
        judged(one, games=games, best=best, of=of, **more)
    return made


def look_again(user: User) -> None:
    """Look at somebody's last game, as is done when its review is stored."""
    last = FairPlay.objects.filter(user=user).order_by("-id")[0]
    look_at_fair_play(game_id=last.review_id, now=NOW)


def stand_out(user: User, games: int = 10) -> None:
    """Let somebody play nothing but best plays, beside others who do not."""
    if not FairPlay.objects.exclude(user=user).exists():
        crowd()
    judged(user, games=games, best=10, of=10)
    look_again(user)
