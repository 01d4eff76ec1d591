"""A rematch is one press for each: it begins when all have pressed, and those who watch are told."""

import re
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from accounts.models import User
from games.models import Game, GameSettings, Invitation, InvitationSeat
from games.presentation.models.invitations import RematchView
from games.selectors import invitations
from games.services import aborts
from games.services.invitations import INVITATION_LASTS
from games.services.moves import play_move
from games.services.rematches import want_rematch
from games.services.start import start_game
from tests.rules.stubs import Race

from .beats import NOON
from .helpers import WHOLE, all_rows, enter_game, sentence_of, words_of
from .sockets import Socket

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ended(start) -> Game:
    return start(moves=len(WHOLE.moves), time_control="7d", rated=True)


@pytest.fixture
def race(people, monkeypatch) -> Game:
    """A finished race of Ada, Ben and Cleo."""
    enter_game(monkeypatch, "race", Race)
    users, now = [people.ada, people.ben, people.cleo], timezone.now()
    game = start_game(GameSettings("race", time_control="7d"), users=users, seed=bytes(32), now=now)
    game.ended_at = now
    game.save()
    return game


@pytest.fixture
def three_resigned(three, people) -> Game:
    """A game of Equate of Ada, Ben and Cleo, from which all but one have resigned."""
    for ply, user in enumerate((people.ben, people.cleo), 1):
        play_move(game_id=three.id, user=user, ply=ply, text="resign", now=NOON)
    return three


def press(game: Game, user: User) -> Game | None:
    return want_rematch(game_id=game.id, user=user, now=timezone.now())


def said_to(browser, user, game) -> str:
    return words_of(browser(user).get(f"/games/{game.id}/"))


@pytest.mark.slow
def test_the_second_press_starts_the_game_with_the_same_settings(ended, people, browser):
    table = f"/games/{ended.id}/"
    assert browser(people.ben).post(f"{table}rematch/")["Location"] == table
    assert "Ben wants a rematch." in said_to(browser, people.ada, ended)
    assert "You want a rematch. Waiting for Ada." in said_to(browser, people.ben, ended)
    assert "rematch" not in said_to(browser, people.cleo, ended)
    answer = browser(people.ada).post(f"{table}rematch/")
    begun = Game.objects.get(rematch_of=ended)
    assert answer["Location"] == f"/games/{begun.id}/"
    assert {player.user for player in begun.players.all()} == {people.ada, people.ben}
    assert begun.settings == ended.settings and (begun.rated, begun.time_control) == (True, "7d")


def test_who_presses_twice_makes_one_offer_and_then_one_game(ended, people):
    assert [press(ended, people.ben), press(ended, people.ben)] == [None, None]
    assert Invitation.objects.count() == 1
    begun = press(ended, people.ada)
    before = all_rows()
    assert [press(ended, user) for user in (people.ada, people.ben)] == [begun, begun]
    assert all_rows() == before


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("first", ["ada", "ben"])
def test_who_sat_second_sits_first_whoever_presses_first(start, people, first):
    ended = start(moves=len(WHOLE.moves), time_control="300+5")
    names = [first, "ben" if first == "ada" else "ada"]
    [_, begun] = [press(ended, getattr(people, name)) for name in names]
    assert [player.user for player in begun.players.all()] == [people.ben, people.ada]
    assert begun.clocks.control == ended.clocks.control


@pytest.mark.slow
def test_an_offer_of_another_game_of_the_same_two_is_no_rematch_of_this_one(start, people):
    first, second = start(moves=len(WHOLE.moves)), start(moves=len(WHOLE.moves))
    assert press(first, people.ada) is None and press(second, people.ben) is None
    assert Game.objects.filter(rematch_of__isnull=False).count() == 0


@pytest.mark.slow
def test_of_several_all_must_press(race, people):
    assert [press(race, user) for user in (people.ben, people.cleo, people.ben)] == [None] * 3
    offer = invitations.rematch(race.id, 0, people.ada, timezone.now()).offer
    assert (offer.wanted_by, offer.waits_for) == ("Ben, Cleo", "Ada")
    begun = press(race, people.ada)
    assert [player.user for player in begun.players.all()] == [people.ben, people.cleo, people.ada]


@pytest.mark.slow
def test_who_takes_the_offer_back_or_declines_comes_back_to_the_table(ended, people, browser):
    for user, what in ((people.ben, "cancel"), (people.ada, "decline")):
        press(ended, people.ben)
        made = Invitation.objects.latest("created_at")
        answer = browser(user).post(f"/invitations/{made.id}/{what}/")
        assert answer["Location"] == f"/games/{ended.id}/"
    assert "Ada does not want a rematch." in said_to(browser, people.ben, ended)
    assert "does not want" not in said_to(browser, people.ada, ended)
    press(ended, people.ada)
    assert press(ended, people.ben).rematch_of == ended, "a new offer can be made"


def test_an_offer_that_has_expired_is_made_anew(ended, people):
    now = timezone.now() - INVITATION_LASTS - timedelta(days=1)
    want_rematch(game_id=ended.id, user=people.ben, now=now)
    assert press(ended, people.ada) is None
    assert press(ended, people.ben) is not None


def test_where_somebody_has_left_the_seat_is_free(race, people):
    User.objects.filter(pk=people.cleo.pk).update(is_active=False)
    assert [press(race, user) for user in (people.ada, people.ben)] == [None, None]
    offer = invitations.rematch(race.id, 1, people.ben, timezone.now()).offer
    assert (offer.wants, offer.free) == (True, 1)


def test_where_an_account_is_closed_while_a_rematch_waits_the_seat_is_free(race, people, moderator):
    assert [press(race, user) for user in (people.ada, people.ben)] == [None, None]
    said = {"kind": "close", "reason": "1 + 1 = 3", "hours": "24"}
    assert moderator.post(f"/desk/{people.cleo.pk}/act/", said).status_code == 302
    offer = invitations.rematch(race.id, 1, people.ben, timezone.now()).offer
    assert (offer.waits_for, offer.free) == ("", 1)


@pytest.mark.slow
def test_those_who_want_a_rematch_of_several_are_told_who_does_not(three_resigned, people, browser):
    game = three_resigned
    press(game, people.ada)
    decline = f"/invitations/{Invitation.objects.get().id}/decline/"
    browser(people.ben).post(decline)
    said = said_to(browser, people.ada, game)
    assert "Ben is not taking part." in said and "Waiting for Cleo." in said
    assert "Ben is not taking part." in said_to(browser, people.cleo, game)
    assert "taking part" not in said_to(browser, people.ben, game)
    browser(people.cleo).post(decline)
    assert "Ben, Cleo are not taking part." in said_to(browser, people.ada, game)
    press(game, people.ben)
    said = said_to(browser, people.ada, game)
    assert "Cleo is not taking part." in said and "Ben is not" not in said


@pytest.mark.parametrize("who", ["cleo", None])
def test_only_the_players_may_ask(who, ended, people, browser):
    client = browser(who and getattr(people, who))
    before = all_rows()
    answer = client.post(f"/games/{ended.id}/rematch/")
    assert answer.status_code == 403 and sentence_of(answer)
    assert all_rows() == before


@pytest.mark.slow
def test_those_who_watch_are_shown_the_way_and_no_offer(ended, people, browser):
    press(ended, people.ben)
    assert invitations.rematch(ended.id, None, people.cleo, timezone.now()) == RematchView()
    begun = press(ended, people.ada)
    for reader in (people.cleo, None):
        html = browser(reader).get(f"/games/{ended.id}/?ply=3").content.decode()
        way = rf'They play on:\s+<a href="/games/{begun.id}/">watch the next game</a>'
        assert re.search(way, html)
    assert "The next game has begun." in said_to(browser, people.ada, ended)


@pytest.mark.slow
async def test_open_pages_are_told_and_only_the_players_are_taken_along(ended, people, browser):
    path = f"/ws/games/{ended.id}/?ply={ended.ply}"
    clients = [await sync_to_async(browser)(user) for user in (people.ada, people.ben, None)]
    ada, ben, stranger = [await Socket(path, client).open() for client in clients]
    await sync_to_async(press)(ended, people.ben)
    assert "Ben wants a rematch." in await heard_of(ada, "Ben wants")
    assert "Waiting for Ada." in await heard_of(ben, "Waiting")
    begun = await sync_to_async(press)(ended, people.ada)
    for page in (ada, ben):
        assert f'data-go="/games/{begun.id}/"' in await heard_of(page, "has begun")
    told = await heard_of(stranger, "They play on")
    assert "data-go" not in told and f'href="/games/{begun.id}/"' in told
    for page in (ada, ben, stranger):
        await page.disconnect()


@pytest.mark.slow
def test_of_a_rematch_that_was_called_off_the_table_says_so(ended, people, browser):
    press(ended, people.ben)
    begun = press(ended, people.ada)
    call_off(begun, people.ada)
    for reader in (people.ada, people.ben, people.cleo):
        html = browser(reader).get(f"/games/{ended.id}/").content.decode()
        told = rf'The next game was called off\.\s+<a href="/games/{begun.id}/">'
        assert re.search(told, html) and "has begun" not in html and "play on" not in html


@pytest.mark.slow
async def test_open_pages_hear_that_a_rematch_was_called_off_and_stay(ended, people, browser):
    await sync_to_async(press)(ended, people.ben)
    begun = await sync_to_async(press)(ended, people.ada)
    path = f"/ws/games/{ended.id}/?ply={ended.ply}"
    clients = [await sync_to_async(browser)(user) for user in (people.ada, None)]
    pages = [await Socket(path, client).open() for client in clients]
    for page, said in zip(pages, ("has begun", "They play on"), strict=True):
        await heard_of(page, said)
    await sync_to_async(call_off)(begun, people.ben)
    for page in pages:
        assert "data-go" not in await heard_of(page, "The next game was called off.")
        await page.disconnect()


def call_off(game: Game, user: User) -> None:
    ply = Game.objects.get(pk=game.pk).ply + 1
    aborts.call_off(game_id=game.id, user=user, ply=ply, now=timezone.now())


async def heard_of(page: Socket, said: str) -> str:
    while said not in (frame := await page.receive_from()):
        pass  # what is said before does not matter
    return frame


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("seconds", [0, 11])
async def test_a_page_that_is_opened_later_is_told_and_stays(seconds, ended, people, browser):
    """But for one that was on its way when it began, after the own press."""
    await sync_to_async(press)(ended, people.ben)
    begun = await sync_to_async(press)(ended, people.ada)
    then = timezone.now() - timedelta(seconds=seconds)
    await InvitationSeat.objects.aupdate(accepted_at=then)
    client = await sync_to_async(browser)(people.ben)
    page = await Socket(f"/ws/games/{ended.id}/?ply={ended.ply}", client).open()
    told = await heard_of(page, "has begun")
    assert ("data-go" in told) is (seconds == 0) and begun.id in told
    await page.disconnect()
    other = await Socket(f"/ws/games/{ended.id}/?ply={ended.ply}").open()
    assert "data-go" not in await heard_of(other, "They play on")
    await other.disconnect()
