"""How a finished game is told: to those who played in the second person, to others in the third."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone, translation

from games.models import Game, GameSettings, PlayedMove, Player
from games.presentation import sentences
from games.presentation.models.result import PersonalBest
from games.rules import GAMES
from games.selectors import tables
from games.services.moves import play_move
from games.services.start import start_game
from ratings.models import Highlight

from .helpers import WHOLE, words_of

pytestmark = pytest.mark.django_db

BEN_LEFT = [[0], [1]]


@pytest.mark.parametrize(
    ("reason", "reader", "said"),
    [
        ("out", 0, "You won, 1,273 to 456"),
        ("out", 1, "You lost, 456 to 1,273"),
        ("out", None, "Ada won, 1,273 to 456"),
        ("resign", 0, "Ben resigned: you won"),
        ("resign", 1, "You resigned: Ada won"),
        ("resign", None, "Ada won by resignation (1,273 to 456)"),
        ("time", 0, "Ben ran out of time: you won"),
        ("time", 1, "Your time ran out: you lost"),
    ],
)
def test_who_played_is_told_in_the_second_person(reason, reader, said):
    outcome = {"ranking": BEN_LEFT, "reason": reason}
    told = sentences.result_headline(
        GAMES["numerica"], ["Ada", "Ben"], outcome, [1273, 456], reader
    )
    assert told == said


@pytest.mark.parametrize(
    ("reader", "said"),
    [
        (1, "You won, 90 to 50, 70, 50"),
        (2, "Place 2 of 4: Ben won, 90 to 50, 70, 50"),
        (3, "Place 3 of 4: Ben won, 90 to 50, 70, 50"),
    ],
)
def test_of_several_each_is_told_the_own_place(reader, said):
    outcome = {"ranking": [[1], [2], [0, 3]], "reason": "out"}
    names = ["Ada", "Ben", "Cleo", "Dov"]
    told = sentences.result_headline(GAMES["equate"], names, outcome, [50, 90, 70, 50], reader)
    assert told == said


@pytest.mark.parametrize(
    ("reader", "said"),
    [
        (0, "You tied with Ben at 100 points"),
        (1, "You tied with Ada at 100 points"),
        (2, "Place 3 of 3: Ada and Ben tied at 100 points"),
        (None, "Ada and Ben tied at 100 points"),
    ],
)
def test_of_a_tie_before_others_it_is_told_who_tied(reader, said):
    outcome = {"ranking": [[0, 1], [2]], "reason": "out"}
    names = ["Ada", "Ben", "Cleo"]
    told = sentences.result_headline(GAMES["equate"], names, outcome, [100, 100, 50], reader)
    assert told == said


def test_the_last_of_three_who_is_left_before_anybody_has_points_won():
    outcome = {"ranking": [[2], [1], [0]], "reason": "resign"}
    names, told = ["Ada", "Ben", "Cleo"], []
    for reader in (0, 1, 2):
        told.append(sentences.result_headline(GAMES["equate"], names, outcome, [0, 0, 0], reader))
    assert told == [
        "Place 3 of 3: Cleo won by resignation",
        "Place 2 of 3: Cleo won by resignation",
        "You won",
    ]


@pytest.mark.parametrize(
    ("reason", "said"),
    [("time", "Ada won on time"), ("resign", "Ada won by resignation"), ("tropes", "Ada won")],
)
def test_who_won_although_the_scores_are_equal_is_told_without_them(reason, said):
    outcome = {"ranking": BEN_LEFT, "reason": reason}
    told = sentences.result_headline(GAMES["numeria"], ["Ada", "Ben"], outcome, [0, 0])
    assert told == said


def test_a_tie_and_a_game_that_was_called_off_are_told_to_all_alike():
    tie, none = {"ranking": [[0, 1]], "reason": "out"}, {"ranking": [], "reason": "aborted"}
    for reader in (0, 1, None):
        told = [
            sentences.result_headline(
                GAMES["numerica"], ["Ada", "Ben"], outcome, [1273] * 2, reader
            )
            for outcome in (tie, none)
        ]
        assert told == ["A tie at 1,273 points", "The game was called off"]


def test_thousands_are_grouped_as_the_language_does():
    with translation.override("de"):
        assert sentences.number(1273) == "1.273"


def test_what_the_ending_took_is_told_in_the_second_person():
    outcome = {"adjustments": [-3, 5], "reason": "out"}
    assert sentences.adjustments(["Ada", "Ben"], outcome, 0) == [
        "You lose 3 for the tiles left over.",
        "Ben gains 5 for the tiles left over.",
    ]


@pytest.mark.parametrize(("score", "own", "other"), [(0, "gain", "gains"), (5, "lose", "loses")])
def test_who_leaves_digifeud_ends_with_one_point_and_is_told_what_that_gave_or_took(
    score, own, other
):
    state = GAMES["digifeud"].new(seed=bytes(32), options={})
    ended = replace(state, scores=(score, 3)).leave(0, "resign").after
    outcome = {"adjustments": list(ended.outcome.adjustments), "reason": "resign"}
    points = abs(1 - score)
    assert ended.scores == (1, 3)
    assert sentences.adjustments(["Ada", "Ben"], outcome, 0) == [
        f"You {own} {points} for leaving the game."
    ]
    assert sentences.adjustments(["Ada", "Ben"], outcome) == [
        f"Ada {other} {points} for leaving the game."
    ]


@pytest.mark.parametrize(
    ("text", "kind", "said"),
    [
        ("8D ?3=6-3", "play", "You played 3 = 6 − 3 at 8D for 13. The blank is 3."),
        ("swap 3+", "swap", "You swapped 2 tiles: 3 +."),
        ("pass", "pass", "You passed."),
        ("resign", "resign", "You resigned."),
        ("time", "time", "Your time ran out."),
        ("takeback 4", "takeback", "You took move 4 back."),
        ("aborted", "aborted", "The game was called off."),
    ],
)
def test_who_moved_is_told_so_in_the_second_person(text, kind, said):
    runs = [{"kind": "complete", "text": "3=6-3", "squares": ["8D", "8E", "8F", "8G", "8H"]}]
    assert sentences.own_move_sentence(text, {"kind": kind, "runs": runs}, 13) == said


@pytest.mark.parametrize(
    ("key", "reason", "own", "other"),
    [
        ("numerica", "out", "You played your last tile.", "Ada played their last tile."),
        ("equate", "out", "You played your last tile.", "Ada played their last tile."),
        (
            "digifeud",
            "out",
            "You played your last number tile.",
            "Ada played their last number tile.",
        ),
        ("digifeud", "passes", "You passed twice in a row.", "Ada passed twice in a row."),
        ("numeria", "tropes", "You took the third trope.", "Ada took the third trope."),
        ("equate", "resign", "You resigned.", "Ada resigned."),
        ("equate", "time", "Your time ran out.", "Ada ran out of time."),
        (
            "numerica",
            "passes",
            "Three passes in a row ended the game.",
            "Three passes in a row ended the game.",
        ),
    ],
)
def test_who_made_the_last_move_is_told_so_in_the_second_person(key, reason, own, other):
    outcome = {"reason": reason}
    assert sentences.ending(GAMES[key], outcome, "Ada", is_own=True) == own
    assert sentences.ending(GAMES[key], outcome, "Ada", is_own=False) == other


@pytest.fixture
def ended(start) -> Game:
    return start(moves=len(WHOLE.moves))


@pytest.mark.slow
def test_the_last_move_is_told_to_each_reader_as_is_due(start, people, browser):
    game = start(moves=1)
    mover = game.moves.get(ply=1).seat
    own, other = (browser(user) for user in (people.ada, people.ben)[:: -1 if mover else 1])
    table = f"/games/{game.id}/"
    name = [people.ada, people.ben][mover].username
    assert "You played " in words_of(own.get(table))
    assert "You were to move." in words_of(own.get(f"{table}?ply=0"))
    for reader in (other, browser(people.cleo), browser()):
        said = words_of(reader.get(table))
        assert f"{name} played " in said and "You played" not in said
        assert f"{name} was to move." in words_of(reader.get(f"{table}?ply=0"))


@pytest.mark.slow
def test_the_page_of_a_finished_game_speaks_to_its_reader(ended, people, browser):
    winner, loser = (player.user for player in ended.players.order_by("rank"))
    assert "You won, " in words_of(browser(winner).get(f"/games/{ended.id}/"))
    assert "You lost, " in words_of(browser(loser).get(f"/games/{ended.id}/"))
    for reader in (people.cleo, None):
        said = words_of(browser(reader).get(f"/games/{ended.id}/"))
        assert f"{winner.username} won, " in said and "You " not in said


def result(game, seat=None):
    return tables.table(game.id, seat).result


def most(game, *seats):
    return max(move.points for move in game.moves.all() if move.seat in seats)


@pytest.mark.slow
def test_the_best_play_is_named_and_marked(ended, browser, people):
    assert result(ended).best.points == most(ended, 0, 1)
    for seat in (0, 1):
        best = result(ended, seat).best
        assert best.points == most(ended, seat) and best.is_own
        html = browser([people.ada, people.ben][seat]).get(f"/games/{ended.id}/").content.decode()
        marked = re.findall(r'id="sq-(\w+)"[^>]*><span class="tile[^"]* best[" ]', html)
        assert sorted(marked) == sorted(best.squares)
        assert html.count("★") == 2, "in the result, and in the row of the score sheet"
        assert "Your best play" in html


def test_the_best_play_is_marked_only_where_the_end_is_looked_at(ended, browser):
    html = browser().get(f"/games/{ended.id}/?ply=3").content.decode()
    assert '<span class="tile best' not in html and ", of the best play" not in html


def test_hints_are_not_praised(ended):
    PlayedMove.objects.filter(game=ended, seat=0).update(is_hinted=True)
    assert result(ended, 0).best is None
    assert result(ended).best.points == most(ended, 1)


def test_numeria_counts_no_points_and_names_no_best_play(people):
    now = timezone.now()
    game = start_game(
        GameSettings("numeria"), users=[people.ada, people.ben], seed=bytes(32), now=now
    )
    mover = [people.ada, people.ben][game.turn]
    play_move(game_id=game.id, user=mover, ply=1, text="resign", now=now)
    assert result(game).best is None


@pytest.mark.slow
def test_a_personal_best_is_said_only_where_it_is_one(start, people):
    first = start(moves=len(WHOLE.moves))
    assert result(first, 0).personal_best is None, "there is nothing to compare with"
    second = start(moves=len(WHOLE.moves))
    assert result(second, 0).personal_best == PersonalBest(score=False, play=False), "as good"
    Player.objects.filter(game=first, seat=0).update(score=0)
    assert result(second, 0).personal_best.score
    first.highlights.filter(user=people.ada).update(value=2)
    assert result(second, 0).personal_best == PersonalBest(score=True, play=True)
    assert result(second).personal_best is None, "a stranger is praised for nothing"
    Game.objects.filter(pk=first.pk).update(is_imported=True)
    assert result(second, 0).personal_best is None, "what does not count is no game to surpass"


def test_a_best_play_is_said_of_a_game_that_has_all_plays_to_remember(start, people):
    first = start(moves=len(WHOLE.moves))
    first.highlights.filter(user=people.ada).update(value=2)
    second = start(moves=len(WHOLE.moves))
    remembered = Highlight.objects.filter(user=people.ada, kind=Highlight.Kind.PLAY)
    assert set(remembered.values_list("game", flat=True)) == {second.pk}, "and none of the first"
    assert result(second, 0).personal_best.play
    remembered.update(value=most(second, 0))
    assert not result(second, 0).personal_best.play, "one as good may have been dropped"


@pytest.mark.parametrize(
    "counts_not", [{"is_private": True, "rated": False}, {"annulled_at": timezone.now()}]
)
def test_a_game_that_does_not_count_is_no_game_to_surpass(counts_not, start):
    first, second = (start(moves=len(WHOLE.moves)) for _ in range(2))
    Game.objects.filter(pk=first.pk).update(**counts_not)
    assert result(second, 0).personal_best is None


def test_a_new_game_of_another_kind_is_compared_with_its_own_kind(start):
    start(moves=len(WHOLE.moves))
    game = start(moves=len(WHOLE.moves))
    Game.objects.exclude(pk=game.pk).update(key="equate", ended_at=game.ended_at - timedelta(1))
    assert result(game, 0).personal_best is None
