"""What becomes of the games of a player who deletes an account, and of what happens meanwhile."""

from datetime import timedelta

import pytest
from channels.layers import get_channel_layer
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from accounts.forms import SettingsForm
from accounts.models import User
from games.live import fragments
from games.models import Game, GameSettings, Invitation, Player
from games.rules.record import replay
from games.services.departures import leave_games
from games.services.errors import NotAllowed
from games.services.invitations import accept_invitation, create_invitation
from games.services.start import start_game
from numerica_site.account_services import delete_account
from ratings.models import RatingChange, Standing
from ratings.services import lock_standings_of
from tests.accounts.account_data import DELETED, delete, files_of
from tests.games.helpers import (
    SEED,
    WHOLE,
    all_rows,
    sentence_of,
    words_of,
)

pytestmark = pytest.mark.django_db


# --- deletion: the games ---


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)  # what was rendered is forgotten after the commit
def test_old_games_and_their_records_lose_the_name_at_once(ada, start, browser):
    game = start(moves=len(WHOLE.moves), rated=True)
    stranger, address = browser(), f"/games/{game.id}/"
    assert "Ada" in stranger.get(address + "live/").content.decode()  # now it is rendered and kept
    assert "Ada" in fragments.live_fragment(game.id, game.ply, 1, "change")
    delete(browser(ada))
    ada.refresh_from_db()
    for part in ("", "live/", "record/"):
        html = stranger.get(address + part).content.decode()
        assert "Ada" not in html and (ada.username in html) and "453" in html
    assert "Ada" not in fragments.live_fragment(game.id, game.ply, 1, "change")
    assert "Ada" not in "".join(files_of(stranger.get("/@Ben/records/")).values())
    assert (
        stranger.get("/@Ada/").status_code == stranger.get(f"/@{ada.username}/").status_code == 404
    )
    assert stranger.get(f"/@{ada.username}/records/").status_code == 404
    assert "Ada" not in stranger.get("/games/").content.decode()
    call_command("verify", "--ratings")


@pytest.mark.slow
def test_deleting_an_account_on_turn_resigns_the_game_and_it_counts(ada, people, start, browser):
    game = start(moves=4, rated=True)
    assert game.players.get(seat=game.turn).user == ada
    delete(browser(ada))
    game.refresh_from_db()
    assert (
        (game.termination, game.ply) == ("resign", 5) and game.ended_at and game.deadline_at is None
    )
    assert game.players.get(user=people.ben).rank == 1
    assert Standing.objects.get(user=people.ben).wins == 1
    assert RatingChange.objects.filter(game=game).count() == 2
    call_command("verify", "--ratings")


def test_deleting_an_account_on_the_opponents_turn_resigns_the_game_at_once_as_well(
    ada, people, start, browser
):
    game = start(moves=5, rated=True)
    assert game.players.get(seat=game.turn).user == people.ben
    delete(browser(ada))
    game.refresh_from_db()
    assert (game.termination, game.ply) == ("resign", 6) and game.ended_at
    assert RatingChange.objects.filter(game=game).count() == 2
    assert Standing.objects.get().user == people.ben
    call_command("verify", "--ratings")
    assert replay(browser().get(f"/games/{game.id}/record/").content).fault is None


@pytest.mark.slow
def test_a_game_that_ends_after_its_player_has_left_is_rated_from_the_last_rating(
    ada, start, browser
):
    for _ in range(2):
        start(moves=len(WHOLE.moves), rated=True)
    delete(browser(ada))
    first, last = RatingChange.objects.filter(user=ada).order_by("id")
    assert first.after != last.after and not Standing.objects.filter(user=ada).exists()
    with transaction.atomic():
        assert lock_standings_of("numerica", [ada.pk])[ada.pk].rating == last.after


def test_a_private_game_that_is_left_brings_no_standing(ada, people, start):
    game = start(moves=4, is_private=True)
    leave_games(user=ada, now=timezone.now())
    game.refresh_from_db()
    assert game.termination == "resign" and not Standing.objects.exists()
    call_command("verify", "--ratings")


def test_a_deadline_that_has_passed_comes_before_the_deletion(ada, people, start):
    game = start(moves=1)
    leave_games(user=ada, now=game.deadline_at + timedelta(seconds=1))
    game.refresh_from_db()
    assert game.termination == "time" and game.players.get(user=ada).rank == 1  # it was Ben's turn


@pytest.mark.slow
def test_leaving_ends_all_of_ones_own_running_games_and_no_other(ada, people, start):
    ended = start(moves=len(WHOLE.moves))
    mine = {start(moves=n).id for n in range(4)}
    others = start_game(
        GameSettings("numerica"),
        users=[people.ben, people.cleo],
        seed=bytes.fromhex(SEED),
        now=timezone.now(),
    )
    before = Game.objects.filter(pk=ended.pk).values().get()
    assert set(leave_games(user=ada, now=timezone.now())) == mine
    running = Game.objects.filter(ended_at=None).values_list("pk", flat=True)
    assert set(running) == {others.id}
    assert Game.objects.filter(pk=ended.pk).values().get() == before
    assert leave_games(user=ada, now=timezone.now()) == []
    call_command("verify", "--ratings")


@pytest.mark.django_db(transaction=True)
def test_opponents_are_told_that_an_account_was_deleted(ada, people, start, monkeypatch):
    game, sent = start(moves=2), []

    async def note(group, message):
        sent.append((group, message))

    monkeypatch.setattr(get_channel_layer(), "group_send", note)
    delete_account(ada, timezone.now())
    group = f"game.{game.id}"
    assert (group, {"type": "game.changed", "ply": 3, "group": group}) in sent


@pytest.mark.slow
def test_nobody_can_invite_the_deleted(ada, people, start, browser):
    game = start(moves=len(WHOLE.moves))
    offered = create_invitation(
        GameSettings("numerica"), inviter=ada, invitees=[people.ben], now=timezone.now()
    )
    delete(browser(ada))
    ada.refresh_from_db()
    client = browser(people.ben)
    response = client.post(f"/games/{game.id}/rematch/")
    assert (
        response.status_code == 409 and sentence_of(response) == "Your opponent has left the site."
    )
    form = {"key": "numerica", "to": "name", "name": ada.username, "time": "3d"}
    assert client.post("/invitations/new/", form).status_code == 422
    assert client.get(f"/invitations/{offered.id}/").status_code == 404
    assert client.post(f"/invitations/{offered.id}/accept/").status_code == 404
    assert not Invitation.objects.exists()


@pytest.mark.slow
def test_an_invitation_that_led_to_a_game_stays_with_it(ada, people, browser):
    offered = create_invitation(GameSettings("numerica"), inviter=ada, now=timezone.now())
    game = accept_invitation(invitation_id=offered.id, user=people.ben, now=timezone.now())
    delete(browser(ada))
    assert Invitation.objects.get().game == game
    assert DELETED.search(words_of(browser(people.ben).get(f"/invitations/{offered.id}/")))


def test_a_fault_on_the_way_deletes_nothing(ada, start, monkeypatch):
    start(moves=3)
    before = all_rows()

    def fail(*_, **__):
        raise RuntimeError("the disk is full")

    monkeypatch.setattr("accounts.services.forget_person", fail)
    with pytest.raises(RuntimeError):
        delete_account(ada, timezone.now())
    assert all_rows() == before


@pytest.mark.slow
def test_deleting_an_account_twice_changes_nothing_more(ada, start):
    start(moves=3)
    delete_account(ada, timezone.now())
    rows = {name: found for name, found in all_rows().items() if name != "accounts.User"}
    delete_account(ada, timezone.now())
    assert {name: found for name, found in all_rows().items() if name != "accounts.User"} == rows
    assert Player.objects.filter(user=ada).exists()


@pytest.mark.slow
def test_both_players_of_a_game_may_delete_their_accounts(ada, people, start, browser):
    game = start(moves=len(WHOLE.moves), rated=True)
    for user in (ada, people.ben):
        delete_account(user, timezone.now())
    page = browser().get(f"/games/{game.id}/")
    assert len(set(DELETED.findall(words_of(page)))) == 2
    call_command("verify", "--ratings")


# --- while the account goes ---


@pytest.mark.parametrize(
    "write",
    [
        lambda ada, ben: create_invitation(
            GameSettings("numerica"), inviter=ada, now=timezone.now()
        ),
        lambda ada, ben: create_invitation(
            GameSettings("numerica"), inviter=ben, invitees=[ada], now=timezone.now()
        ),
        lambda ada, ben: start_game(
            GameSettings("numerica"), users=[ben, ada], seed=bytes(32), now=timezone.now()
        ),
    ],
    ids=["invites", "is invited", "is seated"],
)
def test_nothing_is_written_for_an_account_that_was_deleted_meanwhile(ada, people, write):
    stale = User.objects.get(pk=ada.pk)  # as a request that is under way knows her
    delete_account(ada, timezone.now())
    with pytest.raises(NotAllowed):
        write(stale, people.ben)
    assert not Game.objects.exists() and not Invitation.objects.exists()


def test_settings_sent_while_the_account_goes_bring_nothing_back(ada, browser, monkeypatch):
    client = browser(ada)
    honest = SettingsForm.is_valid

    def slowly(form):
        answer = honest(form)
        delete_account(ada, timezone.now())
        return answer

    monkeypatch.setattr(SettingsForm, "is_valid", slowly)
    client.post("/people/settings/", {"shows_games": "on"})
    ada.refresh_from_db()
    assert ada.username.startswith("deleted-") and not ada.is_active and ada.email == ""
