"""`verify --ratings` agrees with what services store, and finds whatever was changed since."""

import pytest
from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand
from django.db import transaction
from django.db.models import F

from accounts.models import User
from benchmarks import make_history, stock
from games.models import Game, GameSettings, PlayedMove, Player
from games.rules import GAMES
from games.services.start import start_game
from ratings.models import Highlight, RatingChange, Standing
from tests.tiers import but_for_certainty

from ..games.helpers import MINUTE, WHOLE, all_rows
from .conftest import NOW

pytestmark = pytest.mark.django_db

HOUR = 60 * MINUTE


@pytest.fixture
def run(capsys):
    """Run a command; its status and the lines it prints."""

    def ran(*words: str | BaseCommand) -> tuple[int, list[str]]:
        capsys.readouterr()
        status = 0
        try:
            call_command(*words)
        except SystemExit as end:
            status = end.code
        return status, capsys.readouterr().out.splitlines()

    return ran


@pytest.fixture
def season(start, end, people) -> list[Game]:
    """Eight rated games in several endings, the whole recorded game, and games that rate nothing."""
    hows = ("resign", "time", "passes", "idle", "resign", "resign", "passes", "time")
    rated = [
        end(start(moves=4 + 2 * n, rated=True), how, NOW + n * 5 * HOUR)
        for n, how in enumerate(hows)
    ]
    rated.append(start(moves=len(WHOLE.moves), rated=True))
    end(start(moves=9))
    end(start(moves=3, rated=True), "aborted")
    start(moves=5, rated=True)
    imported = end(start(moves=0), "passes")
    # imported as the command does it: names only, and nothing counted
    for model in (Standing, Highlight):
        assert model.objects.exists()
    Player.objects.filter(game=imported).update(user=None, name="Somebody")
    Game.objects.filter(pk=imported.pk).update(is_imported=True)
    Standing.objects.update(games=F("games") - 1, ties=F("ties") - 1)
    return rated


@pytest.mark.slow
def test_ratings_made_anew_agree_with_what_services_store(season, run):
    assert run("verify", "--ratings") == (0, ["11 games, 0 differences"])
    assert run("verify")[0] == 0


@pytest.mark.slow
def test_scores_of_games_are_made_anew_too(scored, season, run):
    assert Standing.objects.filter(total_score__gt=0).count() == 2
    assert run("verify", "--ratings") == (0, ["11 games, 0 differences"])
    game = season[0]
    changes(game).update(match_score=F("match_score") + 1)
    standing().update(total_score=0)
    status, lines = run("verify", "--ratings")
    assert status == 1 and len(lines) == 3
    assert lines[0].startswith(f"{game.id}: Ada: rating change: match_score is ")
    assert lines[1].startswith("Ben: standing in numerica: total_score is 0, ")


@pytest.mark.slow
def test_checking_the_ratings_writes_nothing(season, run):
    Standing.objects.update(wins=99)
    before = all_rows()
    assert run("verify", "--ratings")[0] == 1
    assert all_rows() == before


def test_an_empty_site_has_no_difference(run):
    assert run("verify", "--ratings") == (0, ["0 games, 0 differences"])


def changes(game: Game, **more):
    return RatingChange.objects.filter(game=game, user__username="Ada", **more)


def standing():
    return Standing.objects.filter(user__username="Ben")


def extra_highlight(game: Game) -> None:
    user = User.objects.get(username="Ben")
    Highlight.objects.create(user=user, key="numerica", kind="play", value=1, game=game, ply=1)


def change_of_a_casual_game(game: Game) -> None:
    """A change that looks right, in a game that rates nothing."""
    casual = Game.objects.filter(rated=False, is_imported=False).get()
    changes(game).update(game=casual)


def extra_standing(game: Game) -> None:
    Standing.objects.create(user=User.objects.get(username="Cleo"), key="numerica")


TAMPERINGS = {
    "after": lambda game: changes(game).update(after=F("after") + 1),
    "before": lambda game: changes(game).update(before=F("before") - 1),
    "K": lambda game: changes(game).update(k=24),
    "the expectation": lambda game: changes(game).update(expected=F("expected") + 1),
    "the result": lambda game: changes(game).update(result=1),
    "the list": lambda game: changes(game).update(key="computer"),
    "the score of a game": lambda game: changes(game).update(match_score=12),
    "when": lambda game: changes(game).update(changed_at=NOW - MINUTE),
    "a missing change": lambda game: changes(game).delete(),
    "both changes missing": lambda game: RatingChange.objects.filter(game=game).delete(),
    "a change of a casual game": change_of_a_casual_game,
    "a change of a running game": lambda game: changes(game).update(
        game=Game.objects.get(ended_at=None)
    ),
    "a change of somebody else": lambda game: changes(game).update(
        user=User.objects.get(username="Cleo")
    ),
    "a game no longer rated": lambda game: Game.objects.filter(pk=game.pk).update(rated=False),
    "a casual game now rated": lambda game: Game.objects.filter(rated=False).update(rated=True),
    "a game now imported": lambda game: Game.objects.filter(pk=game.pk).update(is_imported=True),
    "the standing's rating": lambda game: standing().update(rating=F("rating") + 1),
    "the total score": lambda game: standing().update(total_score=F("total_score") + 1),
    "rated games": lambda game: standing().update(rated_games=F("rated_games") + 1),
    "the last rated game": lambda game: standing().update(last_rated_at=NOW + MINUTE),
    "games": lambda game: standing().update(games=F("games") + 1),
    "wins": lambda game: standing().update(wins=F("wins") + 1),
    "ties": lambda game: standing().update(ties=F("ties") + 1),
    "losses": lambda game: standing().update(losses=F("losses") + 1),
    "points": lambda game: standing().update(points=F("points") + 1),
    "the best score": lambda game: standing().update(best_score=F("best_score") + 1),
    "no best score": lambda game: standing().update(best_score=None),
    "bingos": lambda game: standing().update(bingos=F("bingos") + 1),
    "a missing standing": lambda game: standing().delete(),
    "a standing of nobody's games": extra_standing,
    "an extra highlight": extra_highlight,
    "a missing highlight": lambda game: Highlight.objects.first().delete(),
    "a highlight's value": lambda game: Highlight.objects.filter(
        pk=Highlight.objects.first().pk
    ).update(value=F("value") + 1),
    "a highlight twice": lambda game: Highlight.objects.bulk_create(
        [
            Highlight(
                **Highlight.objects.values("user_id", "key", "kind", "value", "game_id", "ply")[0]
            )
        ]
    ),
    "a player's score": lambda game: Player.objects.filter(game=game, seat=0).update(
        score=F("score") + 1
    ),
    "who won": lambda game: Player.objects.filter(game=game).update(rank=3 - F("rank")),
    "a move's points": lambda game: PlayedMove.objects.filter(
        pk=Highlight.objects.filter(kind="play").first().game.moves.first().pk
    ).update(points=999),
}


@pytest.mark.slow
@pytest.mark.parametrize("which", but_for_certainty([0, 8], [0]))
def test_whatever_was_tampered_with_is_found(which, season, run):
    for what, tamper in TAMPERINGS.items():
        with transaction.atomic():
            tamper(season[which])
            status, lines = run("verify", "--ratings")
            transaction.set_rollback(True)
        assert status == 1 and len(lines) >= 2, what
        assert f", {len(lines) - 1} differences" in lines[-1], what
    assert run("verify", "--ratings")[0] == 0


@pytest.mark.slow
def test_a_difference_names_the_game_or_the_person(season, run):
    game = season[3]
    changes(game).update(k=16)
    standing().update(wins=77)
    status, lines = run("verify", "--ratings")
    assert status == 1 and lines == [
        f"{game.id}: Ada: rating change: k is 16, the games make it 32",
        f"Ben: standing in numerica: wins is 77, the games make it {lines[1].split()[-1]}",
        "11 games, 2 differences",
    ]


@pytest.mark.slow
def test_a_deleted_account_keeps_its_changes_and_nothing_else(season, people, run):
    from numerica_site.account_services import delete_account

    delete_account(people.ada, NOW)
    assert run("verify", "--ratings")[0] == 0
    assert not Standing.objects.filter(user=people.ada).exists()
    Standing.objects.create(user=people.ada, key="numerica")
    assert run("verify", "--ratings")[0] == 1


@pytest.mark.slow
def test_ratings_follow_the_order_of_rating_not_of_ids_or_dates(start, end, people, run):
    """Games that ended by a clock that was wrong are counted in the order they were rated."""
    for number in range(6):
        end(
            start(moves=2 * number, rated=True),
            "resign" if number % 2 else "passes",
            NOW - number * MINUTE,
        )
    assert run("verify", "--ratings") == (0, ["6 games, 0 differences"])


# --- make_history ---


@pytest.fixture
def short(monkeypatch, tmp_path):
    """The demo's games, and what is cut of them: nobody has to play first."""
    monkeypatch.setattr(stock, "OF_EACH", 0)
    monkeypatch.setattr(stock, "KEPT", tmp_path / "var" / "stock.jsonl")


@pytest.mark.slow
def test_a_history_that_is_made_agrees_with_both_checks(short, run):
    status, lines = run(make_history.Command(), "--games=120", "--people=7")
    assert status == 0 and lines[0].startswith("7 people, 120 games, ")
    assert set(Game.objects.values_list("key", flat=True)) > {"numerica", "numeria"}
    assert Game.objects.count() == 120 and User.objects.count() == 7
    assert 60 < Game.objects.filter(rated=True).count() < 110
    assert RatingChange.objects.count() > 80 and Highlight.objects.exists()
    assert {"passes", "resign", "time"} <= set(Game.objects.values_list("termination", flat=True))
    assert run("verify") == (0, ["120 games, 0 differences"])
    assert run("verify", "--ratings") == (0, ["120 games, 0 differences"])


@pytest.mark.slow
def test_the_games_of_the_stock_are_played_once(short, monkeypatch):
    """And once more when the rules refuse what was kept, or there are too few."""
    monkeypatch.setattr(stock, "OF_EACH", 1)
    monkeypatch.setattr(stock, "GAMES", {"digifeud": GAMES["digifeud"]})
    first = stock.made_games()
    assert [game.moves for game in stock.kept_games()] == [game.moves for game in first]
    kept = stock.KEPT.read_text()
    for spoilt in (kept.replace("+", "-"), "", kept + kept):
        stock.KEPT.write_text(spoilt)
        assert stock.kept_games() == []


@pytest.mark.slow
def test_games_go_on_after_a_history(short, run, end):
    run(make_history.Command(), "--games=30", "--people=4")
    users = list(User.objects.order_by("pk")[:2])
    for _ in range(3):
        end(start_game(GameSettings("numerica", rated=True), users=users, seed=bytes(32), now=NOW))
    assert run("verify", "--ratings") == (0, ["33 games, 0 differences"])


def test_a_public_site_refuses_to_invent_a_history(settings, db):
    settings.IS_PRODUCTION = True
    before = all_rows()
    with pytest.raises(CommandError, match="public site"):
        call_command(make_history.Command(), "--games=1")
    assert all_rows() == before


@pytest.mark.parametrize("wrong", ["--games=0", "--games=-5", "--people=1", "--games=x"])
def test_a_history_of_nothing_is_refused(wrong, db):
    with pytest.raises(CommandError):
        call_command(make_history.Command(), wrong)
    assert not User.objects.exists()


@pytest.mark.slow
def test_a_history_is_made_once(short, run):
    run(make_history.Command(), "--games=3", "--people=2")
    before = all_rows()
    with pytest.raises(CommandError, match="already"):
        call_command(make_history.Command(), "--games=3", "--people=2")
    assert all_rows() == before
