"""Against gentle computers nobody begins with tiles that make nothing."""

import json
from functools import cache

import pytest
from django.db import connection
from django.utils import timezone

from accounts.names import COMPUTERS
from accounts.services import make_computers
from games.computers import roster
from games.engine import best_moves
from games.models import Game, GameSettings
from games.rules import GAMES
from games.rules.tiles import commitment
from games.services import seeds
from games.services.computer_games import start_against_computers
from games.services.moves import play_move
from games.services.rematches import want_rematch
from tests.game_settings import split_settings

from .helpers import words_of

pytestmark = pytest.mark.django_db(transaction=True)

GENTLE = [name for name, known in roster.OPPONENTS.items() if known.is_gentle]
SAID = "random seeds were drawn until"


@pytest.fixture(autouse=True)
def made(db):
    make_computers()


@cache
def barren(key: str) -> bytes:
    """A seed with which the first seat can lay nothing that earns anything."""
    seeds = (bytes([number, 7]) * 16 for number in range(256))
    return next(seed for seed in seeds if not earns(GAMES[key].new(seed=seed, options={})))


def earns(state) -> bool:
    """Whether the first seat's rack has a play on the board as it is."""
    plays = best_moves(state, 0, 1).plays
    return bool(plays) and plays[0][1] > 0


def begun(people, key, computer=GENTLE[0], **more) -> Game:
    settings, others = split_settings({"key": key} | more)
    return start_against_computers(
        settings, user=people.ada, computers=[computer], now=timezone.now(), **others
    )


def test_the_gentle_levels_are_the_lowest_ones():
    assert GENTLE and GENTLE == list(COMPUTERS[: len(GENTLE)]) and len(GENTLE) < len(COMPUTERS)


@pytest.mark.parametrize("key", ["numerica", "equate"])
@pytest.mark.parametrize("computer", [GENTLE[0], GENTLE[-1]])
def test_the_first_rack_of_the_person_has_a_play_that_earns_points(
    key, computer, people, monkeypatch
):
    """It does not matter who begins; the first seeds are made to deal a bad rack each time."""
    drawn = iter([barren(key)] * 3 + [bytes([n, 9]) * 16 for n in range(99)])
    monkeypatch.setattr(seeds, "new_seed", lambda: next(drawn))
    game = begun(people, key, computer, rated=True)
    assert game.deals_first_play and bytes.fromhex(game.seed) != barren(key)
    state = GAMES[key].from_json(json.loads(Game.objects.get(pk=game.pk).state))
    assert earns(state)


def test_in_digifeud_chance_deals_hardly_ever_a_rack_without_a_play_and_it_is_looked_at(people):
    game = begun(people, "digifeud")
    assert game.deals_first_play and earns(game.position)


def test_stronger_computers_take_what_chance_deals(people, monkeypatch):
    seed = barren("numerica")
    monkeypatch.setattr("games.services.computer_games.new_seed", lambda: seed)
    game = begun(people, "numerica", COMPUTERS[-1])
    assert bytes.fromhex(game.seed) == seed and not game.deals_first_play


def test_with_a_strong_computer_among_gentle_ones_nothing_is_chosen(people):
    game = start_against_computers(
        GameSettings("equate", options="players=3"),
        user=people.ada,
        computers=[GENTLE[0], COMPUTERS[-1]],
        now=timezone.now(),
    )
    assert not game.deals_first_play


def test_numeria_has_no_racks_and_needs_no_other_seed(people):
    assert not begun(people, "numeria").deals_first_play


def test_a_rematch_is_dealt_in_the_same_way(people):
    game = begun(people, "numerica", seed=barren("numerica"))
    Game.objects.filter(pk=game.pk).update(ended_at=timezone.now())
    again = want_rematch(game_id=game.id, user=people.ada, now=timezone.now())
    assert again.deals_first_play


def test_nothing_is_held_while_seeds_are_drawn(people, monkeypatch):
    seen = []

    def drawn():
        seen.append(connection.in_atomic_block)
        return bytes([len(seen), 9]) * 16

    monkeypatch.setattr(seeds, "new_seed", drawn)
    begun(people, "numerica")
    assert seen and not any(seen)


@pytest.mark.slow
def test_the_page_says_how_the_seed_was_chosen_and_commits_to_the_one_that_was_kept(
    people, browser
):
    chosen, plain = begun(people, "numerica"), begun(people, "numerica", COMPUTERS[-1])
    for reader in (people.ada, None):
        page = browser(reader).get(f"/games/{chosen.id}/").content.decode()
        assert SAID in page and commitment(bytes.fromhex(chosen.seed)) in page
        assert SAID not in words_of(browser(reader).get(f"/games/{plain.id}/"))
    ply = Game.objects.get(pk=chosen.pk)
    if ply.turn != 0:
        mover = ply.players.get(seat=ply.turn).user
        play_move(game_id=ply.id, user=mover, ply=1, text="pass", now=timezone.now())
    now = Game.objects.get(pk=chosen.pk).ply + 1
    play_move(game_id=chosen.id, user=people.ada, ply=now, text="resign", now=timezone.now())
    assert SAID in browser().get(f"/games/{chosen.id}/").content.decode()


def test_where_no_such_seed_is_found_the_page_does_not_claim_it(people, browser, monkeypatch):
    monkeypatch.setattr(seeds, "has_play", lambda *args, **named: None)
    monkeypatch.setattr(seeds, "MOST_DRAWN", 3)
    game = begun(people, "numerica")
    assert not game.deals_first_play
    assert SAID not in browser().get(f"/games/{game.id}/").content.decode()
