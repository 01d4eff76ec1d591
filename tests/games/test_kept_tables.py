"""Tables of running games are kept, and show what they would show if they were read."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from accounts import services
from games.computers.roster import USUAL
from games.models import Game, GameSettings
from games.presentation.models.presence import HereView
from games.selectors import kept_tables, tables
from games.selectors.private_games import glance
from games.services.computer_games import start_against_computers
from games.services.draw_offers import offer_draw
from games.services.start import start_game
from games.store import site_time
from ratings.models import Standing

from .helpers import play_record, recorded_game

pytestmark = pytest.mark.django_db(transaction=True)

STRANGER = AnonymousUser()


def shown(game, reader=STRANGER):
    return kept_tables.table(glance(game.id, reader))


def expect_as_if_read(game, readers):
    """Shown twice, of which the second comes from memory, to everybody in both languages."""
    for reader in readers:
        for language in ("en", "de"):
            with translation.override(language):
                first, again = shown(game, reader), shown(game, reader)
                read = tables.table(game.id, first.seat)
                assert first.kept_as == again.kept_as is not None
                assert replace(first, kept_as=None) == replace(again, kept_as=None) == read


@pytest.fixture
def readers(people):
    return people.ada, people.ben, people.cleo, STRANGER


@pytest.fixture
def shown_before(game, readers):
    """What everybody has looked at once."""
    for reader in readers:
        shown(game, reader)


RECORDS = {
    "numerica": "numerica-out",
    "equate": "equate-two-passes",
    "digifeud": "digifeud-passes",
    "numeria": "numeria-strict-agreement",
}


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("name", sorted(RECORDS.values()))
def test_at_every_move_everybody_is_shown_what_they_would_be_if_it_were_read(name, people, readers):
    record, now = recorded_game(name), timezone.now()
    headers = record.headers
    settings = GameSettings(headers["Game"], options=headers.get("Options", ""))
    users = [people.ada, people.ben]
    game = start_game(settings, users=users, seed=bytes.fromhex(headers["Seed"]), now=now)
    numbers = set()
    for plies in range(min(8, len(record.moves) - 1)):
        play_record(game, users, plies, now, record)
        expect_as_if_read(game, readers)
        numbers.add(shown(game).kept_as)
    assert len(numbers) == plies + 1


def test_a_table_that_is_kept_costs_a_look_at_the_game_and_the_ratings(game, shown_before):
    with CaptureQueriesContext(connection) as seen:
        shown(game)
    assert ["games_game" in one["sql"] for one in seen.captured_queries] == [True, False]
    assert "ratings_standing" in seen.captured_queries[1]["sql"]


@pytest.mark.slow
def test_a_draw_that_is_offered_is_shown_at_once(start, people, readers):
    game = start(key="numeria")
    expect_as_if_read(game, readers)
    mover = (people.ada, people.ben)[game.turn]
    offer_draw(game_id=game.id, user=mover, ply=game.ply + 1, now=timezone.now())
    assert [offer.name for offer in shown(game).offers] == [mover.username]
    expect_as_if_read(game, readers)


def test_a_rating_that_changed_elsewhere_is_shown_at_once(game, people, readers, shown_before):
    Standing.objects.create(user=people.ben, key="numerica", rating=171_700, rated_games=9)
    assert [card.rating for card in shown(game).players] == [None, 1717]
    expect_as_if_read(game, readers)


@pytest.mark.slow
def test_the_time_that_is_left_runs(game, readers, monkeypatch, shown_before):
    before = shown(game).players[game.turn].time_left
    later = timezone.now() + timedelta(hours=30)
    monkeypatch.setattr(site_time, "now", lambda: later)
    assert "" != shown(game).players[game.turn].time_left != before
    expect_as_if_read(game, readers)


@pytest.mark.slow
def test_time_that_an_outage_gave_back_is_shown_at_once(game, readers, shown_before):
    given = game.deadline_at + timedelta(hours=1)
    Game.objects.filter(pk=game.pk).update(deadline_at=given)
    assert shown(game).players[game.turn].deadline == given
    expect_as_if_read(game, readers)


def test_how_many_watch_is_counted_each_time(game, monkeypatch, shown_before):
    monkeypatch.setattr(kept_tables, "here", lambda game_id: HereView(41))
    assert shown(game).here.viewers == 41


@pytest.mark.slow
def test_names_are_those_of_now(game, people, readers, shown_before):
    people.ada.username = "Adeline"
    people.ada.save()
    services.tell_names_changed(people.ada.pk)
    assert [card.name for card in shown(game).players] == ["Adeline", "Ben"]
    expect_as_if_read(game, readers)


def test_nobody_is_led_to_the_page_of_somebody_whose_account_was_closed(game, people, shown_before):
    assert [card.has_page for card in shown(game).players] == [True, True]
    services.ban([people.ben.pk])
    assert [card.has_page for card in shown(game).players] == [True, False]


def test_what_is_not_committed_is_kept_for_nobody(game, people, shown_before):
    class Fault(Exception):
        """What undoes the transaction."""

    with pytest.raises(Fault), transaction.atomic():
        game.players.filter(seat=1).update(offers_draw=True)
        assert [offer.name for offer in shown(game).offers] == ["Ben"]
        raise Fault
    assert not shown(game).offers


@pytest.mark.slow
def test_a_game_that_has_ended_and_one_with_hints_are_read(start, people):
    ended = start(moves=1_000)
    assert ended.ended_at is not None and shown(ended).kept_as is None
    services.make_computers()
    alone = start_against_computers(
        GameSettings("numerica"), user=people.ada, computers=[USUAL], now=timezone.now()
    )
    assert shown(alone, people.ada).has_hints
    assert shown(alone, people.ada).kept_as is None
    assert shown(alone).kept_as is not None


def test_nobody_is_shown_the_hand_of_another(game, people, readers):
    hands = [shown(game, reader).hand for reader in readers for _ in range(2)]
    tiles = [[tile.symbol for tile in hand.tiles] if hand else None for hand in hands]
    assert tiles[0] == tiles[1] != tiles[2] == tiles[3] and tiles[4:] == [None] * 4


def test_only_so_many_are_kept(game, readers, monkeypatch):
    monkeypatch.setattr(kept_tables.kept_here, "most", 2)
    numbers = [shown(game, reader).kept_as for reader in readers[:2] * 2]
    assert numbers[:2] == numbers[2:]
    shown(game)
    assert shown(game, readers[1]).kept_as == numbers[1]
    assert shown(game, readers[0]).kept_as != numbers[0]
