"""The lobby without script: what is open, as it is asked for; one press for a seat, or for a computer."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services import make_computers
from games.computers.roster import nearest_to
from games.models import Game, GameSettings, Invitation, InvitationSeat
from games.selectors.lobby import MOST_LISTED, lobby
from games.services.computer_games import start_against_computers
from games.services.errors import NotAllowed
from games.services.invitations import create_invitation
from games.services.quick_pairing import press_quick
from games.services.seeks import play_computer_instead, waiting_for
from ratings.models import Standing

from .helpers import is_a_sentence, sentence_of, words_of

pytestmark = pytest.mark.django_db


def offered(user: User, key: str = "numerica", ago: int = 0, **settings) -> Invitation:
    now = timezone.now() - timedelta(seconds=ago)
    return create_invitation(GameSettings(key, **settings), inviter=user, now=now, is_listed=True)


def shown(page) -> list[str]:
    """The offers that are shown, in their order."""
    rows = re.findall(r'<li\s+id="offer-(\w+)"([^>]*)>', page.content.decode())
    return [name for name, said in rows if " hidden" not in said]


@pytest.fixture
def computers(db) -> None:
    make_computers()


def rate(user: User, rating: int, key: str = "numerica") -> None:
    Standing.objects.create(user=user, key=f"{key}:live", rating=rating * 100, rated_games=9)


# --- what is open ---


def test_seeks_and_offers_are_listed_the_oldest_first_with_all_that_matters(people, browser):
    rate(people.ada, 1312, "equate")
    for user, key, rating in ((people.ada, "equate", 90000), (people.ben, "numeria", 145000)):
        Standing.objects.create(user=user, key=key, rating=rating, rated_games=1)
    days = offered(people.ben, "numeria", 5)
    larger = offered(people.ada, "equate", 3, options="players=3", time_control="600+5")
    blitz = offered(people.cleo, time_control="180+2", rated=True)
    page = browser(people.ben).get("/lobby/")
    assert shown(page) == [larger.id, blitz.id, days.id]
    said = words_of(page)
    assert (
        "Ada 1312 rapid · 10 minutes each, 5 s more a move · casual · 2 of 3 seats are free" in said
    )
    assert "Cleo no rating yet blitz · 3 minutes each, 2 s more a move · rated" in said
    assert "Ben 1450 3 days a move · casual yours" in said


def test_a_seek_whose_page_has_gone_is_not_listed(people):
    offered(people.ada, ago=20, time_control="180+2")
    here = offered(people.ben, ago=19, time_control="180+2")
    found = lobby(timezone.now(), is_registered=True)
    assert [row.id for row in found.seeks] == [here.id]


def test_what_is_full_by_link_or_of_somebody_barred_is_not_listed(people):
    offered(people.ada, time_control="180+2")
    User.objects.filter(pk=people.ada.pk).update(is_active=False)
    create_invitation(GameSettings("numerica"), inviter=people.ben, now=timezone.now())
    kept = {"inviter": people.ben, "invitees": [people.cleo], "is_listed": True}
    create_invitation(GameSettings("numerica"), now=timezone.now(), **kept)
    assert not lobby(timezone.now(), is_registered=True).rows


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("", "equate blitz days"),
        ("?key=equate", "equate"),
        ("?speed=blitz", "blitz"),
        ("?speed=days&key=numerica", "days"),
        ("?band=high", "equate"),
        ("?band=none", "blitz days"),
        ("?band=low", ""),
    ],
)
def test_the_lists_are_filtered_by_the_address(asked, found, people, browser):
    rate(people.ada, 1300, "equate")
    made = {
        "equate": offered(people.ada, "equate", 9, time_control="600+5"),
        "blitz": offered(people.ben, ago=3, time_control="180+2"),
        "days": offered(people.cleo),
    }
    page = browser().get(f"/lobby/{asked}")
    assert shown(page) == [made[name].id for name in found.split()]
    assert ("Nobody waits here just now" in words_of(page)) and page.status_code == 200


def test_a_filter_that_is_none_is_told_and_shows_everything(people, browser):
    made = offered(people.ada)
    page = browser().get("/lobby/?key=chess&speed=warp")
    assert page.status_code == 422 and shown(page) == [made.id]


def test_the_lobby_is_read_in_two_queries_however_much_is_open(people, django_assert_num_queries):
    for number in range(8):
        offered(User.objects.create_user(f"Player{number}"), time_control="180+2")
    with django_assert_num_queries(2):
        lobby(timezone.now(), is_registered=False)


def test_one_press_sits_a_newcomer_down(people, browser):
    made = offered(people.ada, time_control="180+2")
    answer = browser().post(f"/invitations/{made.id}/accept/")
    game = Game.objects.get()
    assert answer["Location"] == f"/games/{game.id}/" and game.time_control == "180+2"


@pytest.mark.slow
def test_who_comes_too_late_is_told_so_and_nothing_changes(people, browser, nothing_happens):
    made = offered(people.ada, ago=30, time_control="180+2")
    client = browser(people.ben)
    refused = nothing_happens(lambda: client.post(f"/invitations/{made.id}/accept/"), 409)
    assert "Ada is not there any more" in sentence_of(refused)
    assert is_a_sentence(sentence_of(refused))
    assert "Ada is not there any more" in words_of(client.get(f"/invitations/{made.id}/"))


# --- one press for a game and a time ---


def test_a_newcomer_presses_and_waits_as_a_guest(browser, db):
    client = browser()
    answer = client.post("/lobby/quick/", {"key": "equate", "time": "600+5"})
    made = Invitation.objects.get()
    assert answer["Location"] == f"/invitations/{made.id}/" and made.inviter.is_guest
    assert (made.key, made.time_control, made.is_quick) == ("equate", "600+5", True)
    said = words_of(client.get(answer["Location"]))
    assert "Looking for an opponent" in said and "Stop looking" in said


def test_a_button_of_the_first_page_names_the_time_in_the_address(browser, db):
    page = browser().get("/").content.decode()
    assert 'formaction="/lobby/quick/?time=180%2B2"' in page
    browser().post("/lobby/quick/?time=180%2B2", {"key": "numeria"})
    assert Invitation.objects.get().time_control == "180+2"


def test_by_correspondence_the_press_is_that_of_play_anyone(people, browser):
    open_offer = offered(people.ada, "digifeud")
    answer = browser(people.ben).post("/lobby/quick/", {"key": "digifeud", "time": "3d"})
    assert answer["Location"] == f"/games/{Game.objects.get(invitation=open_offer).id}/"


def test_play_anyone_takes_no_seek(people, browser):
    offered(people.ada, time_control="180+2")
    browser(people.ben).post("/invitations/anyone/", {"key": "numerica"})
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    "said",
    [{}, {"key": "chess", "time": "180+2"}, {"key": "numerica"}, {"key": "numerica", "time": "1+1"},
     {"key": "numerica", "time": "7d"}, {"key": "numerica", "time": "²+2"}],
)  # fmt: skip
def test_another_game_or_time_is_refused_and_makes_no_guest(said, browser, db, nothing_happens):
    refused = nothing_happens(lambda: browser().post("/lobby/quick/", said), 422)
    assert is_a_sentence(sentence_of(refused))


# --- the page that waits, without script ---


def test_to_look_at_ones_own_seek_keeps_it_and_to_look_at_anothers_does_not(people, browser):
    made = offered(people.ada, ago=15, time_control="180+2")
    browser(people.ben).get(f"/invitations/{made.id}/")
    assert Invitation.objects.get().is_left(timezone.now() + timedelta(seconds=6))
    page = browser(people.ada).get(f"/invitations/{made.id}/")
    assert not Invitation.objects.get().is_left(timezone.now() + timedelta(seconds=6))
    refresh = f'<meta http-equiv="refresh" content="5; url=/invitations/{made.id}/?waits=1">'
    assert refresh in page.content.decode()


def test_who_waits_sees_for_how_long_and_how_far_ratings_may_lie_apart_by_now(people, browser):
    ada = browser(people.ada)
    seek = ada.post("/lobby/quick/", {"key": "numerica", "time": "180+2"})["Location"]
    assert "You have waited for 0:00 . The ratings can now be up to 150 points" in words_of(
        ada.get(seek)
    )
    begun = timezone.now() - timedelta(seconds=72)
    Invitation.objects.update(created_at=begun)
    page = words_of(ada.get(seek))
    assert "You have waited for 1:10 . The ratings can now be up to 850 points apart." in page
    assert "Seats" not in page and "Strict primes" not in page
    other = words_of(browser(people.ben).get(seek))
    assert "You have waited" not in other and "Seats" in other


def test_the_lobby_says_first_how_many_offers_are_open(people, browser):
    assert "No offer is open yet" in words_of(browser().get("/lobby/"))
    offered(people.ada)
    offered(people.ben)
    page = words_of(browser().get("/lobby/"))
    assert page.index("2 offers are open") < page.index("Who waits")


@pytest.mark.slow
def test_a_page_that_waits_without_script_goes_on_to_the_game(people, browser):
    client = browser(people.ada)
    seek = client.post("/lobby/quick/", {"key": "numerica", "time": "180+2"})["Location"]
    assert client.get(f"{seek}?waits=1").status_code == 200
    met = press_quick(key="numerica", time="180+2", user=people.ben, now=timezone.now())
    assert client.get(f"{seek}?waits=1")["Location"] == f"/games/{met.game_id}/"
    assert client.get(seek).status_code == 302  # it may have been on its way when that began
    Game.objects.update(started_at=timezone.now() - timedelta(seconds=11))
    assert client.get(seek).status_code == 200  # who comes back to it stays


def test_to_stop_looking_leads_back_to_the_lobby(people, browser):
    client = browser(people.ada)
    seek = client.post("/lobby/quick/", {"key": "numerica", "time": "180+2"})["Location"]
    assert client.post(f"{seek}cancel/")["Location"] == "/lobby/"
    assert "To the lobby" in words_of(client.get(seek))


@pytest.mark.slow
def test_however_many_seek_one_game_the_filter_still_finds_the_others(people):
    rare = offered(people.ada, "equate", 9, time_control="600+5")
    common = offered(people.ben, time_control="300+5")
    seats = list(common.seats.values("seat", "user", "accepted_at"))
    for number in range(MOST_LISTED):
        common.inviter = User.objects.create_user(f"Seeker{number}")
        common.pk = f"{number:020}"
        common.save(force_insert=True)
        InvitationSeat.objects.bulk_create(
            InvitationSeat(
                invitation=common,
                seat=each["seat"],
                user_id=each["user"],
                accepted_at=each["accepted_at"],
            )
            for each in seats
        )
    shown_seeks = lobby(timezone.now(), is_registered=True).seeks
    assert [row.id for row in shown_seeks if row.key == "equate"] == [rare.id]
    assert len(shown_seeks) == MOST_LISTED + 1


# --- a computer instead ---


def test_a_computer_is_offered_after_twenty_seconds(people):
    now = timezone.now()
    seek = press_quick(key="numerica", time="180+2", user=people.ada, now=now)
    offers = [
        waiting_for(seek.id, people.ada, now + timedelta(seconds=waited)) for waited in (0, 15, 21)
    ]
    assert [offer.after for offer in offers] == [20_000, 5_000, 0]
    assert offers[0].names == ["Acorn"]
    assert waiting_for(seek.id, people.ben, now) is None


def test_it_is_the_one_nearest_by_rating_and_one_for_each_seat(people):
    rate(people.ada, 1080, "equate")
    larger = offered(people.ada, "equate", options="players=3", time_control="600+5")
    assert waiting_for(larger.id, people.ada, timezone.now()).names == ["Abacus", "Tally"]


@pytest.mark.parametrize("known_from", ["numerica", "numerica:computer"])
def test_who_has_no_live_rating_is_known_from_the_other_lists(known_from, people):
    """By days first: what somebody makes against people tells more than against computers."""
    Standing.objects.create(user=people.ada, key=known_from, rating=1080_00, rated_games=9)
    seek = press_quick(key="numerica", time="180+2", user=people.ada, now=timezone.now())
    assert waiting_for(seek.id, people.ada, timezone.now()).names == ["Abacus"]
    Standing.objects.update_or_create(
        user=people.ada, key="numerica", defaults={"rating": 1500_00, "rated_games": 9}
    )
    assert waiting_for(seek.id, people.ada, timezone.now()).names == nearest_to(1500)


def test_who_chooses_it_has_the_same_clock_and_seeks_no_longer(people, browser, computers):
    client = browser(people.ada)
    seek = client.post("/lobby/quick/", {"key": "numerica", "time": "180+2"})["Location"]
    answers = [client.post(f"{seek}computer/") for _ in range(2)]
    game = Game.objects.get()
    assert [answer["Location"] for answer in answers] == [f"/games/{game.id}/"] * 2
    assert (game.time_control, game.rated) == ("180+2", False)
    assert [player.user.username for player in game.players.all()] == ["Ada", "Acorn"]
    assert Invitation.objects.get().status == Invitation.Status.CANCELLED
    later = press_quick(key="numerica", time="180+2", user=people.ben, now=timezone.now())
    assert later.inviter == people.ben


def test_who_chooses_it_plays_casually_though_people_were_sought_for_a_rated_game(
    people, computers
):
    seek = offered(people.ada, rated=True, time_control="600+5")
    game = play_computer_instead(invitation_id=seek.id, user=people.ada, now=timezone.now())
    assert seek.rated and not game.rated


def test_who_chooses_it_leaves_what_else_was_sought(people, computers):
    now = timezone.now()
    first = press_quick(key="numerica", time="180+2", user=people.ada, now=now)
    second = press_quick(key="equate", time="180+2", user=people.ada, now=now)
    game = play_computer_instead(invitation_id=first.id, user=people.ada, now=now)
    second.refresh_from_db()
    assert second.status == Invitation.Status.CANCELLED
    again = play_computer_instead(invitation_id=first.id, user=people.ada, now=now)
    assert again == game and Game.objects.count() == 1


def test_who_met_somebody_in_another_tab_begins_no_second_live_game_there(people, computers):
    now = timezone.now()
    left = press_quick(key="numerica", time="180+2", user=people.ada, now=now)
    press_quick(key="equate", time="180+2", user=people.ada, now=now)
    met = press_quick(key="equate", time="180+2", user=people.ben, now=now)
    with pytest.raises(NotAllowed, match="withdrawn"):
        play_computer_instead(invitation_id=left.id, user=people.ada, now=now)
    assert list(Game.objects.all()) == [met.game]


@pytest.mark.slow
def test_who_sat_down_at_a_larger_table_is_not_led_to_the_game_against_computers(
    people, browser, computers
):
    ada, ben = browser(people.ada), browser(people.ben)
    ada.post(
        "/invitations/new/",
        {"key": "equate", "to": "anyone", "time": "5m", "increment": "5", "option_players": "3"},
    )
    seek = Invitation.objects.get()
    address = f"/invitations/{seek.id}/"
    ben.post(f"{address}accept/")
    ada.post(f"{address}computer/")
    game = Game.objects.get()
    assert [player.user.is_computer for player in game.players.all()] == [False, True, True]
    assert ada.get(address, {"waits": 1})["Location"] == f"/games/{game.id}/"
    page = ben.get(address, {"waits": 1})
    assert page.status_code == 200 and game.id not in page.content.decode()
    assert "This invitation was withdrawn." in words_of(page)
    assert ben.post(f"{address}accept/").status_code == 409


def test_a_live_game_against_a_computer_keeps_its_clock(people, computers):
    settings = GameSettings("numerica", time_control="300+5")
    game = start_against_computers(
        settings, user=people.ada, computers=["Acorn"], now=timezone.now()
    )
    assert game.time_control == "300+5"


def test_whom_somebody_met_meanwhile_has_that_game(people, computers):
    seek = press_quick(key="numerica", time="180+2", user=people.ada, now=timezone.now())
    met = press_quick(key="numerica", time="180+2", user=people.ben, now=timezone.now())
    game = play_computer_instead(invitation_id=seek.id, user=people.ada, now=timezone.now())
    assert game == met.game and Game.objects.count() == 1


@pytest.mark.slow
def test_nobody_ends_the_seek_of_another(people, browser, computers, nothing_happens):
    seek = press_quick(key="numerica", time="180+2", user=people.ada, now=timezone.now())
    for client, status in ((browser(people.ben), 403), (browser(), 404)):
        nothing_happens(lambda c=client: c.post(f"/invitations/{seek.id}/computer/"), status)


def test_an_offer_by_correspondence_has_no_computer(people, browser, computers, nothing_happens):
    made = offered(people.ada)
    client = browser(people.ada)
    nothing_happens(lambda: client.post(f"/invitations/{made.id}/computer/"), 404)
    assert "computer here" not in words_of(client.get(f"/invitations/{made.id}/"))
