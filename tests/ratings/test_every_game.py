"""What each of the four games counts and rates, played through the services to every ending."""

import pytest
from django.core.management import call_command

from accounts.models import User
from games.models import Game, GameSettings
from games.rules import GAMES
from games.services.start import start_game
from ratings.elo import START_RATING, match_score
from ratings.models import Highlight, RatingChange, Standing

from .conftest import NOW, make_moves

pytestmark = pytest.mark.django_db


@pytest.fixture
def begin(people):
    """Start a rated game of this kind among the first `seats` people; all move twice."""
    dov = User.objects.create_user("Dov", "dov@example.org")
    everybody = [people.ada, people.ben, people.cleo, dov]

    def begun(key: str, options: str = "", seats: int = 2) -> Game:
        users, seed = everybody[:seats], bytes(range(32))
        game = start_game(
            GameSettings(key, options=options, rated=True), users=users, seed=seed, now=NOW
        )
        return make_moves(game, 2 * seats)

    return begun


def changes(game: Game) -> list[int]:
    """What the game did to the ratings, by seat, in hundredths."""
    steps = {change.user_id: change.after - change.before for change in game.rating_changes.all()}
    return [steps[player.user_id] for player in game.players.all() if steps]


def tallies(game: Game) -> list[tuple[int, int, int]]:
    """Wins, ties and losses, by seat."""
    found = {one.user_id: (one.wins, one.ties, one.losses) for one in Standing.objects.all()}
    return [found[player.user_id] for player in game.players.all()]


def verified() -> bool:
    call_command("verify", "--ratings")  # ends the process on any difference
    return True


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("how", ["resign", "time"])
def test_digifeud_rates_no_resignation_and_no_deadline(how, begin, end):
    """D9: the other wins, and neither score nor strength counts."""
    game = end(begin("digifeud", "starter=1"), how)
    assert game.termination == how and changes(game) == []
    assert tallies(game) == [(0, 0, 1), (1, 0, 0)]
    assert not Standing.objects.exclude(rating=START_RATING, total_score=0, rated_games=0).exists()
    assert verified()


def test_digifeud_earns_a_score_beside_the_strength(begin, end):
    """D10, when somebody has passed twice in a row."""
    game = end(begin("digifeud", "starter=1"), "passes")
    assert game.termination == "passes" and len(changes(game)) == 2
    for player in game.players.all():
        change = game.rating_changes.get(user=player.user)
        scored = match_score(player.score, START_RATING, START_RATING, change.result)
        assert change.match_score == scored > 0
        assert Standing.objects.get(user=player.user).total_score == scored
    assert verified()


@pytest.mark.slow
@pytest.mark.parametrize("key", sorted(set(GAMES) - {"digifeud"}))
def test_the_other_games_rate_a_resignation_and_score_nothing(key, begin, end):
    game = end(begin(key))
    assert sorted(changes(game)) == [-1600, 1600]
    assert set(game.rating_changes.values_list("match_score", flat=True)) == {None}
    assert verified()


@pytest.mark.parametrize(
    ("seats", "expected"),
    [(2, [-1600, 1600]), (3, [-1600, 0, 1600]), (4, [-1600, -533, 533, 1600])],
)
@pytest.mark.parametrize("how", ["resign", "time"])
def test_equate_rates_who_left_first_last_of_all(how, seats, expected, begin, end):
    """E20, E24: one after another leaves, until one is left, who has won."""
    begun = begin("equate", f"players={seats}", seats)
    first = begun.turn
    game = end(begun, how)
    in_order = [(first + step) % seats for step in range(seats)]
    assert [changes(game)[seat] for seat in in_order] == expected
    assert [tallies(game)[seat] for seat in in_order] == [(0, 0, 1)] * (seats - 1) + [(1, 0, 0)]
    assert verified()


def test_an_agreed_draw_in_numeria_is_a_rated_tie(begin):
    from games.services.writing import store_move

    game = begin("numeria")
    state = game.position
    store_move(game, state.leave(state.turn, "agreement"), NOW)
    assert game.termination == "agreement" and changes(game) == [0, 0]
    assert tallies(game) == [(0, 1, 0)] * 2 and verified()


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_a_game_called_off_counts_for_nobody(key, begin, end):
    game = end(begin(key), "aborted")
    assert game.termination == "aborted"
    assert not any(model.objects.exists() for model in (Standing, RatingChange, Highlight))


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_its_leaderboard_and_its_part_of_a_profile(key, begin, end, browser):
    end(begin(key))
    assert browser().get(f"/leaderboard/{key}/").status_code == 200
    (shown,) = browser().get("/@Ada/").context["person"].lists
    assert (shown.name, shown.games) == (GAMES[key].name, 1)
