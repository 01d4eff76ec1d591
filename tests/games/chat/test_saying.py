"""Saying something: who, where, what, how often, and for how long it is kept."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.plain_text import cleaned, cleaned_line
from accounts.services import make_computers
from games.background.housekeeping import CHORES
from games.computers.roster import USUAL
from games.models import ChatLine, ChatRoom, Game, GameSettings
from games.presentation.chat_phrases import PHRASES
from games.services import chat as service
from games.services.computer_games import start_against_computers
from games.services.errors import NotAllowed
from games.store import chat
from numerica_site import account_services
from tests.games.beats import NOON
from tests.games.helpers import all_rows

from . import SAID_AT, SECOND, said, texts

pytestmark = pytest.mark.django_db


def refused(status: int, words: str, *args, **more) -> NotAllowed:
    """It is refused with these words, and nothing is stored."""
    before = all_rows()
    with pytest.raises(NotAllowed, match=words) as told:
        said(*args, **more)
    assert told.value.status == status and all_rows() == before
    return told.value


# --- where: who reads a room writes there ---

PLAYERS, SPECTATORS = "players", "spectators"


@pytest.mark.parametrize(
    ("who", "is_over", "rooms"),
    [
        ("ada", False, [PLAYERS]),
        ("ben", False, [PLAYERS]),
        ("cleo", False, [SPECTATORS]),
        ("guest", False, [SPECTATORS]),
        ("ada", True, [PLAYERS, SPECTATORS]),
        ("ben", True, [PLAYERS, SPECTATORS]),
        ("cleo", True, [SPECTATORS]),
        ("guest", True, [SPECTATORS]),
    ],
)
def test_players_talk_among_themselves_and_come_to_the_spectators_after_the_end(
    who, is_over, rooms, running, over, people
):
    game, user = over if is_over else running, getattr(people, who)
    for room in (PLAYERS, SPECTATORS):
        if room in rooms:
            assert said(game, user, room=room, phrase="luck").number == 1
        else:
            refused(403, "players", game, user, room=room, phrase="luck")


def test_who_is_not_signed_in_says_nothing(running):
    refused(403, "sign in or play as a guest", running, None, room=SPECTATORS, phrase="luck")


@pytest.mark.parametrize("room", ["", "kitchen", "players\0"])
def test_there_are_two_rooms_and_no_others(room, running, people):
    refused(422, "no such room", running, people.ada, room=room)


def test_at_a_private_table_the_players_talk_and_nobody_else_is_there(start, people):
    game = start(now=NOON, is_private=True)
    said(game, people.ada)
    refused(422, "no such room", game, people.ada, room=SPECTATORS)
    with pytest.raises(Game.DoesNotExist):
        said(game, people.cleo, room=SPECTATORS)


def test_nobody_talks_to_a_computer(people):
    make_computers()
    game = start_against_computers(
        GameSettings("numerica"), user=people.ada, computers=[USUAL], now=NOON, seed=bytes(32)
    )
    refused(422, "no such room", game, people.ada)
    said(game, people.cleo, room=SPECTATORS)


def test_a_week_after_the_end_nothing_more_is_said(over, people):
    end = over.ended_at + timedelta(days=7)
    said(over, people.ada, now=end)
    refused(409, "over for a week", over, people.ada, now=end + SECOND)


def test_who_has_left_the_site_says_nothing(running, people):
    User.objects.filter(pk=people.ada.pk).update(is_active=False)
    refused(409, "left the site", running, people.ada)


# --- what ---


def test_a_phrase_is_stored_as_its_key(running, people):
    line = said(running, people.ada, phrase="well")
    assert (line.phrase, line.text) == ("well", "")
    refused(422, "not one of the phrases", running, people.ada, phrase="Well played!")


def test_every_phrase_has_words_and_fits_its_column():
    assert tuple(PHRASES) == chat.PHRASES
    assert max(map(len, PHRASES)) <= ChatLine._meta.get_field("phrase").max_length


@pytest.mark.parametrize(("who", "words"), [("guest", "guests say"), ("dov", "a day old")])
def test_guests_and_accounts_of_today_say_phrases_only(who, words, running, people):
    user = getattr(people, who)
    refused(403, words, running, user, "Hello there", room=SPECTATORS)
    said(running, user, room=SPECTATORS, phrase="hello")


def test_an_account_that_is_a_day_old_has_words_of_its_own(running, people):
    day = NOON + timedelta(days=1)
    refused(403, "a day old", running, people.dov, room=SPECTATORS, now=day - SECOND)
    said(running, people.dov, "At last", SPECTATORS, day)
    assert texts(running, SPECTATORS) == ["At last"]


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  good \t game \r\n\r\n bye ", "good game bye"),
        ("\u202egnirts\u202c a\u2066b\u2069c\u200e\u200f\u061c", "gnirts abc"),
        ("a\0b\x07c\x1b[31md\x7f\x9be", "abc[31mde"),
        ("one\u2028two\u2029three\x85four\x0bfive", "one two three four five"),
        ("z\u200bero\ufeff w\u00adidth\u2060", "zero width"),
        ("e\u0301", "é"),
        ("\U000e0041tag\U000e007f", "tag"),
        ("\ue000\udead\U0010fffe!", "!"),
        ("Z" + "\u0335" * 40 + "o", "Z" + "\u0335" * 3 + "o"),
        ("👩\u200d👩\u200d👧 مي\u200cخواهم", "👩\u200d👩\u200d👧 مي\u200cخواهم"),
        (
            "<script>alert(1)</script> https://evil.example/",
            "<script>alert(1)</script> https://evil.example/",
        ),
    ],
)
def test_a_line_is_one_line_of_plain_text(typed, kept, running, people):
    assert said(running, people.ada, typed).text == kept
    assert cleaned_line(kept) == cleaned(kept) == kept


@pytest.mark.parametrize(
    "typed", [" ", "\n\t", "\u200d\u200c", "\u202e", "\u3164\u2800", "\u0301\u0301"]
)
def test_a_line_that_shows_nothing_is_not_said(typed, running, people):
    refused(422, "write something", running, people.ada, typed)


def test_a_line_has_five_hundred_characters_at_most(running, people):
    assert len(said(running, people.ada, "é" * 500 + " \n").text) == 500
    refused(422, "at most 500 characters; this one has 501", running, people.ada, "é" * 501)


# --- how often ---


@pytest.mark.slow
def test_somebody_says_five_lines_in_ten_seconds(running, people):
    for number in range(5):
        said(running, people.ada, f"{number}", now=SAID_AT + number * SECOND)
    later = SAID_AT + 5 * SECOND
    told = refused(429, "wait 5 seconds", running, people.ada, "more", now=later)
    assert told.seconds == 5
    told = refused(429, "wait 1 ", running, people.ada, now=SAID_AT + timedelta(seconds=9.5))
    assert told.seconds == 1
    said(running, people.ben, "others may")
    said(running, people.ada, "again", now=SAID_AT + 10 * SECOND)
    refused(429, "wait 1 ", running, people.ada, now=SAID_AT + 10 * SECOND)


@pytest.mark.slow
def test_the_limit_holds_for_all_tables_together(start, people):
    for number in range(5):
        said(start(now=NOON), people.ada, f"{number}")
    refused(429, "at most 5 lines", start(now=NOON), people.ada)


def test_a_press_that_comes_twice_is_one_line(running, over, people):
    first = said(running, people.ada, phrase="luck")
    assert said(running, people.ada, phrase="luck", now=SAID_AT + SECOND) == first
    said(running, people.ada, "Good luck!", now=SAID_AT + SECOND)
    said(running, people.ada, phrase="luck", now=SAID_AT + 2 * SECOND)
    said(over, people.ada, phrase="luck", now=SAID_AT + 2 * SECOND)
    said(running, people.ben, phrase="luck", now=SAID_AT + 2 * SECOND)
    assert texts(running) == ["luck", "Good luck!", "luck", "luck"] and texts(over) == ["luck"]


def test_the_same_words_in_both_rooms_are_two_lines(over, people):
    for room in (PLAYERS, SPECTATORS):
        assert said(over, people.ada, room=room, phrase="bye").room == room
    assert texts(over) == texts(over, SPECTATORS) == ["bye"]


def test_the_same_may_be_said_again_later(running, people):
    said(running, people.ada, phrase="nice")
    said(running, people.ada, phrase="nice", now=SAID_AT + 10 * SECOND)
    assert texts(running) == ["nice", "nice"]


# --- numbers, and how long it is kept ---


def test_lines_are_numbered_in_each_room_and_no_number_comes_twice(over, people):
    numbers = [said(over, user, f"{user}").number for user in (people.ada, people.ben)]
    assert numbers == [1, 2] and said(over, people.cleo, room=SPECTATORS).number == 1
    ChatLine.objects.filter(number=2).delete()
    assert said(over, people.ben, "on").number == 3
    assert ChatRoom.objects.get(game=over, room="players").last_number == 3


def test_lines_are_kept_for_ninety_days(running, people, monkeypatch):
    monkeypatch.setattr(service, "BATCH", 2)
    for number in range(4):
        said(running, people.ada, f"{number}", now=SAID_AT + number * SECOND)
    day = SAID_AT + timedelta(days=90)
    assert service.prune(day - SECOND) == 0
    assert service.prune(day + 2 * SECOND) == 2 and texts(running) == ["2", "3"]
    assert service.prune(day + 2 * SECOND) == 1 and service.prune(day + 2 * SECOND) == 0
    assert texts(running) == ["3"]


def test_lines_go_with_the_account_and_nobody_elses(running, people):
    said(running, people.ada, "mine")
    said(running, people.ben, "yours")
    account_services.delete_account(people.ada, SAID_AT)
    assert texts(running) == ["yours"]


def test_a_guest_who_takes_an_account_takes_the_lines_along(running, people):
    said(running, people.guest, room=SPECTATORS, phrase="luck")
    account_services.take_along(people.guest, people.cleo, SAID_AT)
    assert ChatLine.objects.get().author == people.cleo


def test_lines_that_were_kept_long_enough_are_among_the_chores(running, people):
    said(running, people.ada, "old")
    ChatLine.objects.update(said_at=NOON - timedelta(days=400))
    said(running, people.ben, "new", now=timezone.now())
    [pruning] = [chore for chore in CHORES if chore.do is service.prune]
    pruning.do(timezone.now())
    assert texts(running) == ["new"]
