"""What a hint tells, and what becomes of moves made with one."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.utils import timezone

from accounts.services import make_computers
from games.computers import process, turns, worker
from games.engine.easy_plays import easiest_play
from games.engine.numeria import Aim, aim_of, candidate_moves
from games.models import Game, PlayedMove, Player
from games.presentation import sentences
from games.presentation.sentences import pretty
from games.rules import GAMES
from games.selectors import review_progress
from games.services.reviews import store_reviewed_move
from games.services.takebacks import take_back
from ratings.models import Highlight
from tests.games.hinted import games_against, hints_asked, play, told
from tests.rules.plays import legal_plays

from .helpers import words_of

pytestmark = pytest.mark.django_db(transaction=True)

GAMES_WITH_RACKS = [
    ("numerica", ""),
    ("equate", ""),
    ("digifeud", ""),
    ("digifeud", "directions=4"),
]
WAYS = {"to the right": (0, 1), "down": (1, 0), "to the left": (0, -1), "up": (-1, 0)}


@pytest.fixture(autouse=True)
def made(db):
    make_computers()


@pytest.fixture
def against(people) -> Callable[..., Game]:
    return games_against(people)


@pytest.fixture
def asked(monkeypatch):
    return hints_asked(monkeypatch)


# --- what is told ---


@pytest.mark.slow
@pytest.mark.parametrize(("key", "options"), GAMES_WITH_RACKS)
def test_an_easy_play_is_told_first_and_the_best_one_is_another_press(
    key, options, against, people, browser, asked
):
    """Place, way and line are those that the score sheet has when the play was made."""
    game = against(key, options)
    client = browser(people.ada)
    for kind, worth in (("easy", "A play to find"), ("best", "The best play found")):
        steps = [told(client, game, kind) for _ in range(4)]
        text = steps[-1]["lay"]
        verdict = game.position.check(0, text)
        lines = steps[-1]["lines"]
        assert lines[0].startswith(f"{worth} earns {verdict.points} point")
        assert [len(step["lines"]) for step in steps][-2:] == [3, 3]
        assert [step["is_more"] for step in steps][-2:] == [False, False]
        place, way = re.fullmatch(r"It begins at (\w+<?), ([a-z ]+)\.", lines[1]).groups()
        assert text.split(" ")[0] == place and lines[2].startswith(f"{place}, {way}: ")
        line = next(run.text for run in verdict.runs)
        assert key == "equate" or pretty(line) in lines[2]
    assert asked == ["easy", "best"]
    play(game, people.ada, text)
    assert words_of(client.get(f"/games/{game.id}/")).count(place)


@pytest.mark.slow
def test_the_way_that_is_told_is_the_way_the_squares_run(against, people, browser, asked):
    game = against("digifeud", "directions=4")
    state = game.position
    for text in list(legal_plays(state, 0, max_tiles=4))[::60]:
        process.best_play = lambda question, text=text: (text, state.check(0, text).points)
        Player.objects.filter(game=game).update(last_hint="")
        lines = [told(browser(people.ada), game, "best") for _ in range(3)][-1]["lines"]
        way = WAYS[re.search(r", ([a-z ]+): ", lines[2])[1]]
        squares = [state.layout.parse_square(name) for name in _in_order(text)]
        step = squares[1][0] - squares[0][0], squares[1][1] - squares[0][1]
        assert step == way, text


def _in_order(text):
    place = text.split(" ")[0]
    name, back = place.rstrip("<"), place.endswith("<")
    row, column = re.search(r"\d+", name)[0], re.search("[A-Z]", name)[0]
    by = -1 if back else 1
    if name[0].isalpha():
        return [f"{row}{column}", f"{int(row) + by}{column}"]
    return [f"{row}{column}", f"{row}{chr(ord(column) + by)}"]


@pytest.mark.slow
def test_the_steps_of_one_play_are_one_hint(against, people, browser, asked):
    game = against("numerica")
    client = browser(people.ada)
    taken = [told(client, game)["taken"] for _ in range(4)]
    assert taken == [1, 1, 1, 1]
    easy = told(client, game)["lay"]
    best = [told(client, game, "best") for _ in range(3)][-1]
    assert best["taken"] == (1 if best["lay"] == easy else 2)
    play(game, people.ada, "resign")
    said = "Ada took 1 hint." if best["taken"] == 1 else "Ada took 2 hints."
    assert said in words_of(browser().get(f"/games/{game.id}/"))


def test_an_easy_play_that_is_the_best_one_is_one_hint_and_told_as_the_best(
    against, people, browser, monkeypatch
):
    game = against("numerica")
    found = worker.best_play(turns.question(game.position, 0), 1.0)
    for name in ("easy_play", "best_play"):
        monkeypatch.setattr(process, name, lambda question: found)
    client = browser(people.ada)
    told(client, game)
    told(client, game)
    best = told(client, game, "best")
    assert best["taken"] == 1 and best["lines"][0].startswith("The best play found earns")
    assert len(best["lines"]) == 2 and best["is_more"]
    assert told(client, game, "best")["lay"] == found[0]


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize(("key", "options"), GAMES_WITH_RACKS[:3])
def test_an_easy_play_is_a_short_sum_of_small_numbers_and_the_best_of_these(key, options, against):
    """Beside every small play that the rules' own enumerator finds."""
    game = against(key, options)
    state = game.position
    text, points = easiest_play(state, 0)
    verdict = state.check(0, text)
    assert points == verdict.points > 0 and is_short_sum(verdict)
    small = [state.check(0, other) for other in legal_plays(state, 0, max_tiles=3)]
    assert points >= max((other.points for other in small if is_short_sum(other)), default=0)


def is_short_sum(verdict):
    """Whether it is one line of seven symbols with no number above 20, made without a blank."""
    if len(verdict.runs) != 1 or "?" in verdict.text:
        return False
    line = verdict.runs[0].text
    return len(line) <= 7 and all(int(number) <= 20 for number in re.findall("[0-9]+", line))


def test_where_only_plays_with_blanks_earn_points_the_best_is_the_easy_one(against):
    game = against("numerica")
    state = game.position
    stock = replace(state.stock, racks=(((*"?=7+2",),), *state.stock.racks[1:]))
    text, _ = worker.easy_play(turns.question(replace(state, stock=stock), 0), 1.0)
    assert "?" in text


# --- Numeria ---


@pytest.mark.slow
def test_in_numeria_a_hint_says_what_the_move_is_for_and_never_points(
    against, people, browser, asked
):
    game = against("numeria")
    client = browser(people.ada)
    for _ in range(3):
        hint = told(client, game, ply=game.ply + 1)
    move = hint["lay"]
    start, end = re.match("([a-h][1-8])-([a-h][1-8])", move).groups()
    assert not any("point" in line for line in hint["lines"]) and not hint["has_best"]
    assert hint["lines"][1] == f"It moves the tile on {start}."
    assert f"{start}–{end}" in hint["lines"][2]
    aim = aim_of(game.position, 0, move)
    line = ", ".join(map(str, aim.numbers))
    assert all(line in hint["lines"][step] for step in ((2,) if aim.kind == "takes" else (0, 2)))


@pytest.mark.slow
def test_what_a_move_of_numeria_is_for_is_true():
    """Beside the moves that the rules list: what it takes, what the other can take after it."""
    seen = set()
    for number in range(3):
        state = GAMES["numeria"].new(seed=bytes([number]) * 32, options={})
        for _ in range(12):
            ways = sorted(candidate_moves(state, state.turn), key=lambda way: -way.points)
            best, _ = worker.best_play(turns.question(state, state.turn), 1.0)
            for text in [best, *(way.text for way in [*ways[:1], *ways[::97]])]:
                aim = aim_of(state, state.turn, text)
                seen.add(aim.kind)
                _require_true(aim, state.play(state.turn, text))
            state = state.play(state.turn, best if state.turn == 0 else ways[-1].text).after
            if state.turn is None:
                break
    assert {"takes", "prepares", "stops"} <= seen


@pytest.mark.slow
def test_a_quiet_move_that_ends_the_game_is_for_nothing():
    state = GAMES["numeria"].new(seed=bytes(32), options={})
    ways = [way for way in candidate_moves(state, state.turn) if not way.points]
    texts = [way.text for way in ways if aim_of(state, state.turn, way.text).kind == "prepares"]
    last = replace(state, scoreless_turns=99)
    assert last.play(last.turn, texts[0]).after.outcome is not None
    assert aim_of(last, last.turn, texts[0]) == Aim("")


def _require_true(aim, move):
    after = move.after
    takes = []
    if after.turn is not None:
        checks = [after.check(after.turn, text) for text in after.legal_moves() if text != "pass"]
        takes = [run.text for check in checks for run in check.runs if check.points]
    line = ",".join(map(str, aim.numbers))
    if aim.kind == "takes":
        assert move.verdict.points == 1 and line == move.verdict.runs[0].text
    else:
        assert move.verdict.points == 0
    if aim.kind == "keeps":
        assert not takes
    if aim.kind in ("prepares", "stops"):
        assert aim.numbers in after.tropes


# --- moves made with a hint are not one's own ---


@pytest.mark.slow
def test_a_move_after_a_hint_is_remembered_as_hinted_and_no_play_to_remember(
    against, people, browser, asked
):
    game = against("numerica")
    text, _ = worker.best_play(turns.question(game.position, 0), 1.0)
    told(browser(people.ada), game)
    play(game, people.ada, text)
    play(game, game.players.get(seat=1).user, "pass")
    play(game, people.ada, "pass")
    play(game, game.players.get(seat=1).user, "resign")
    moves = PlayedMove.objects.filter(game=game, seat=0)
    assert list(moves.values_list("is_hinted", flat=True)) == [True, False]
    assert not Highlight.objects.filter(user=people.ada).exists()


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("takes_back", [True, False])
def test_to_resign_is_never_made_with_a_hint(takes_back, against, people, browser, asked):
    game = against("numerica")
    text, _ = worker.best_play(turns.question(game.position, 0), 1.0)
    told(browser(people.ada), game, "best")
    if takes_back:
        play(game, people.ada, text)
        take_back(game_id=game.id, user=people.ada, ply=1, now=timezone.now())
    play(game, people.ada, "resign")
    assert not game.moves.get(text="resign").is_hinted


def test_the_same_move_without_a_hint_is_remembered(against, people):
    game = against("numerica")
    text, _ = worker.best_play(turns.question(game.position, 0), 1.0)
    play(game, people.ada, text)
    play(game, game.players.get(seat=1).user, "resign")
    assert Highlight.objects.filter(user=people.ada, kind="play").exists()


def test_a_play_that_was_told_is_hinted_when_it_is_made_a_turn_later(
    against, people, browser, asked
):
    game = against("numerica")
    text, _ = worker.best_play(turns.question(game.position, 0), 1.0)
    told(browser(people.ada), game, "best")
    play(game, people.ada, "pass")
    play(game, game.players.get(seat=1).user, "pass")
    play(game, people.ada, text)
    play(game, game.players.get(seat=1).user, "resign")
    assert game.moves.get(text=text).is_hinted
    assert not Highlight.objects.filter(user=people.ada, kind="play").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lines", "is_hinted"),
    [
        ("swap, takeback 1", False),
        ("hint, swap, takeback 1", True),
        ("swap, swap, hint, takeback 1", True),
        ("swap, swap, hint, swap, takeback 3, takeback 1", True),
        ("hint, swap, takeback 1, swap, swap, takeback 3", True),
        ("hint, swap, swap, swap, takeback 3, takeback 1", True),
    ],
)
def test_a_hint_before_a_move_was_taken_back_is_one_for_what_is_played_instead(
    lines, is_hinted, against, people, browser, asked
):
    game, now = against("numerica"), timezone.now()
    text, _ = worker.best_play(turns.question(game.position, 0), 1.0)
    for line in lines.split(", "):
        if line == "hint":
            told(browser(people.ada), game, "best", game.ply + 1)
        elif line == "swap":
            tile = game.position.racks[game.turn][0]
            play(game, game.players.get(seat=game.turn).user, f"swap {tile}")
        else:
            take_back(game_id=game.id, user=people.ada, ply=int(line.split()[1]), now=now)
        game.refresh_from_db()
    play(game, people.ada, text)
    play(game, game.players.get(seat=1).user, "resign")
    assert game.moves.get(text=text).is_hinted is is_hinted
    assert Highlight.objects.filter(user=people.ada, kind="play").exists() is not is_hinted


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("with_hint", [True, False])
def test_a_review_says_that_there_was_a_hint_and_finds_nothing_great_in_it(
    against, people, browser, asked, with_hint
):
    game = against("numerica")
    text, _ = worker.best_play(turns.question(game.position, 0), 3.0)
    if with_hint:
        told(browser(people.ada), game, "best")
    play(game, people.ada, text)
    play(game, game.players.get(seat=1).user, "resign")
    for move in review_progress.to_review(game.id):
        found = worker.review(move.question, move.text, 3.0)
        store_reviewed_move(
            game_id=game.id, ply=move.ply, seat=move.seat, found=found, now=timezone.now()
        )
    page = words_of(browser().get(f"/games/{game.id}/review/"))
    assert ("with a hint" in page) == with_hint
    assert ("Best find: Ada" in page) == (not with_hint)
    assert ("1 move was made with a hint." in page) == with_hint
    lesson = words_of(browser().get(f"/games/{game.id}/?ply=0"))
    assert ("Made with a hint." in lesson) == with_hint


def test_a_line_is_told_from_its_first_tile_on():
    """Also where that tile lies there already, and where one tile alone lengthens a line down."""
    squares = ["8H", "9H", "10H", "11H", "12H"]
    detail = {
        "kind": "play",
        "squares": ["11H"],
        "runs": [{"text": "3=3+0", "kind": "complete", "squares": squares, "points": 9}],
    }
    play = {"text": "11H +", "points": 9, "square": "8H", "squares": ["11H"], "detail": detail}
    _, begins, whole = sentences.hints(play, "easy")
    assert begins == "It begins at H8, down." and whole.startswith("H8, down: 3 = 3 + 0")
