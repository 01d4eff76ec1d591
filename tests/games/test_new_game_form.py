"""The form of a new game: its options in words, what was chosen last, and what is refused."""

import re
from collections.abc import Mapping
from typing import ClassVar, Self

import pytest

from accounts.models import User
from games.catalogue import CATALOGUE
from games.models import Invitation
from games.rules import GAMES
from games.rules.messages import Message
from games.rules.options import Option, resolve_options
from games.rules.refusals import NotationError
from tests.rules.stubs import Race

from .helpers import all_rows, enter_game, words_of

pytestmark = pytest.mark.django_db

NEW = "/invitations/new/"


class Stages(Race):
    """A race whose options depend on each other."""

    key: ClassVar[str] = "stages"
    name: ClassVar[str] = "Stages"
    options: ClassVar[tuple[Option, ...]] = (
        Option("players", ("2", "3"), "3", "Players", {"2": "two players", "3": "three players"}),
        Option("set", ("standard", "junior"), "standard", "Tiles"),
        Option("stage", ("none", "1"), "none", "Stage", {"none": "all tiles", "1": "few tiles"}),
    )

    @classmethod
    def new(cls, *, seed: bytes, options: Mapping[str, str]) -> Self:
        values = resolve_options(cls.options, options)
        if values["set"] == "junior" and values["stage"] != "none":
            raise NotationError(Message("a stage goes with the standard tiles only"))
        return super().new(seed=seed, options={"players": values["players"]})


class Starter(Race):
    """A race in which one may decide who starts."""

    key: ClassVar[str] = "starter"
    options: ClassVar[tuple[Option, ...]] = (
        *Race.options,
        Option(
            name="starter",
            values=("random", "1"),
            default="random",
            label="Who begins",
            words={"1": "the inviter"},
            own_words={"1": "you"},
            help="The first move is worth little.",
            decides_start=True,
        ),
    )

    @classmethod
    def new(cls, *, seed: bytes, options: Mapping[str, str]) -> Self:
        values = resolve_options(cls.options, options)
        return super().new(seed=seed, options={"players": values["players"]})


@pytest.fixture(autouse=True)
def more_games(monkeypatch):
    enter_game(monkeypatch, "stages", Stages)
    enter_game(monkeypatch, "starter", Starter)


@pytest.fixture
def dov(db) -> User:
    return User.objects.create_user("Dov", "dov@example.org")


def settings(**said: str) -> dict[str, str]:
    return {"key": "stages", "to": "link", "time": "3d"} | said


def checked(response) -> dict[str, str]:
    """What is chosen in the form as it is shown."""
    page = response.content.decode()
    radios = re.findall(r'<input type="radio" name="(\w+)" value="([^"]*)"[^>]*\bchecked', page)
    time = re.search(r'<option value="(\d+[dm])"[^>]* selected', page)
    key = re.search(r'name="key" value="(\w+)"', page)
    rated = {"rated": "on"} if re.search(r'name="rated"[^>]*\bchecked', page) else {}
    return {**dict(radios), "time": time[1], "key": key[1], **rated}


# --- shown ---


def test_the_form_shows_the_options_of_one_game_in_words_with_the_usual_marked(browser):
    page = browser().get(NEW, {"key": "stages"})
    said = words_of(page)
    for words in (
        "Players two players three players (usual)",
        "Tiles standard (usual) Stage few tiles junior",
        "3 days a move (usual)",
    ):
        assert words in said
    assert checked(page) == {
        "key": "stages",
        "option_players": "3",
        "option_set": "standard",
        "to": "link",
        "time": "3d",
    }
    assert "few tiles" not in words_of(browser().get(NEW, {"key": "numerica"}))


def test_an_option_is_explained_and_speaks_to_whoever_decides(browser):
    client = browser()
    page = client.get(NEW, {"key": "starter"})
    assert "Who begins random (usual) you The first move is worth little." in words_of(page)
    (named,) = re.findall(r'aria-describedby="(\w+)">\s*<legend>Who begins', page.content.decode())
    assert f'id="{named}">The first move' in page.content.decode()
    made = client.post(NEW, settings(key="starter", option_starter="1"))["Location"]
    assert "Who begins the inviter" in words_of(client.get(made))


def test_the_games_are_links_that_keep_who_is_invited(browser):
    page = browser().get(NEW, {"key": "stages", "to": "name", "name": "Ben"}).content.decode()
    assert 'href="?key=numerica&amp;to=name&amp;name=Ben"' in page
    assert re.findall(r'<a href="\?key=(\w+)[^>]* aria-current="page"', page) == ["stages"]


def test_a_game_that_is_not_there_shows_the_first_one(browser):
    assert checked(browser().get(NEW, {"key": "chess"}))["key"] == next(iter(GAMES))


def test_several_names_are_asked_for_only_where_there_are_seats_for_them(browser):
    assert "people, by name" in words_of(browser().get(NEW, {"key": "stages"}))
    assert "one person, by name" in words_of(browser().get(NEW, {"key": "numerica"}))


def test_the_invitation_tells_every_option_in_words(people, browser):
    said = settings(option_players="2", option_stage="1")
    made = browser(people.ada).post(NEW, said)["Location"]
    assert "Players two players Tiles standard Stage few tiles Seats Ada free Time" in words_of(
        browser().get(made)
    )


@pytest.mark.parametrize(("game", "is_drawn"), [("stages", True), ("starter", False)])
def test_who_starts_is_drawn_by_lot_unless_the_game_lets_one_choose(game, is_drawn, browser, db):
    client = browser()
    said = words_of(client.get(client.post(NEW, settings(key=game))["Location"]))
    assert ("drawn by lot" in said) == is_drawn and ("Who begins random" in said) != is_drawn


# --- who first, then the rest in one line ---


def summary_of(page) -> str:
    return re.search(r"<summary>(?!.*<summary>)(.*?)</summary>", page.content.decode(), re.S)[1]


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("numerica", "3 days a move, casual"),
        ("equate", "Two players, standard set, 3 days a move, casual"),
        ("digifeud", "Two directions, signs +, − and ×, 3 days a move, casual"),
        ("numeria", "3 days a move, casual"),
    ],
)
def test_who_is_asked_first_and_all_else_is_folded_in_one_line(key, line, browser, db):
    page = browser().get(NEW, {"key": key})
    html = page.content.decode()
    assert summary_of(page) == line
    places = [
        html.index(mark)
        for mark in ('name="to"', 'name="name"', '<details class="set"', 'name="time"')
    ]
    assert places == sorted(places)
    option = html.find('name="option_')
    assert option == -1 or option > places[2]


def test_the_line_tells_what_was_chosen_last(people, browser):
    client = browser(people.ada)
    said = {"option_set": "standard stage=2", "option_players": "3", "rated": "on"}
    client.post(NEW, settings(key="equate", time="1d", **said))
    assert (
        summary_of(client.get(NEW)) == "Three players, standard set, stage 2, 1 day a move, rated"
    )


@pytest.mark.parametrize(
    "wrong",
    [
        {"reserve_days": "99999999999"},
        {"time": "5m", "increment": "99999999999999999999"},
        {"reserve_days": "9" * 5000},
        {"time": "99d"},
    ],
)
def test_a_time_that_cannot_be_chosen_is_refused_and_not_in_the_line(wrong, browser, db):
    page = browser().post(NEW, settings(key="numerica") | wrong)
    assert page.status_code == 422 and not Invitation.objects.exists()
    assert summary_of(page) == "Casual"


def test_a_stage_and_other_tiles_than_the_standard_are_one_choice(browser, db):
    page = browser().get(NEW, {"key": "equate"}).content.decode()
    choices = re.findall(r'<input type="radio" name="option_set" value="([^"]*)"', page)
    assert choices == [
        "standard",
        "standard stage=1",
        "standard stage=2",
        "standard stage=3",
        "junior",
        "advanced",
    ]
    assert "option_stage" not in page


def test_what_is_wrong_among_the_settings_is_not_folded_away(people, browser):
    client = browser(people.ada)
    for said in ({"time": "2d"}, {"option_set": "junior stage=1"}):
        answer = client.post(NEW, settings(**said))
        assert answer.status_code == 422
        assert re.search(r'<details class="set"[^>]* open>', answer.content.decode())


# --- stored ---


@pytest.mark.parametrize(
    ("said", "stored", "seats"),
    [
        ({}, "", 3),
        ({"option_players": "3", "option_set": "standard", "option_stage": "none"}, "", 3),
        ({"option_players": "2"}, "players=2", 2),
        ({"option_stage": "1", "option_players": "2"}, "players=2 stage=1", 2),
        ({"option_set": "standard stage=1"}, "stage=1", 3),
        ({"option_set": "standard stage=1", "option_players": "2"}, "players=2 stage=1", 2),
        ({"option_set": "junior"}, "set=junior", 3),
    ],
)
def test_options_are_stored_as_a_record_tells_them(said, stored, seats, people, browser):
    browser(people.ada).post(NEW, settings(**said))
    made = Invitation.objects.get()
    assert (made.key, made.options, made.seats.count()) == ("stages", stored, seats)


def test_several_people_are_named_with_commas_between(people, browser):
    client = browser(people.ada)
    client.post(NEW, settings(to="name", name=" ben ,CLEO,"))
    client.post(NEW, settings(to="name", name="Cleo"))
    invited = [
        [seat.user for seat in made.seats.all()]
        for made in Invitation.objects.order_by("created_at")
    ]
    assert invited == [[people.ada, people.ben, people.cleo], [people.ada, people.cleo, None]]


# --- refused ---


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"option_players": "5"}, "There is no option players=5 in this game."),
        ({"option_players": ""}, "There is no option players= in this game."),
        ({"option_colour": "red"}, "There is no option colour=red in this game."),
        ({"key": "numerica", "option_players": "2"}, "There is no option players=2 in this game."),
        (
            {"option_set": "junior", "option_stage": "1"},
            "A stage goes with the standard tiles only.",
        ),
        ({"key": "chess"}, "valid choice"),
        ({"to": "name", "name": "Ben, Zoe"}, "There is nobody called Zoe."),
        ({"to": "name", "name": "Ben, ben"}, "Name nobody twice"),
        ({"to": "name", "name": "Ben, Ada"}, "That is you."),
        ({"to": "name", "name": "Ben, Cleo, Dov"}, "seats for 2 other players."),
        ({"to": "name", "name": "Ben, Cleo", "option_players": "2"}, "a seat for 1 other player."),
        ({"option_set": "junior stage=1"}, "A stage goes with the standard tiles only."),
        ({"option_set": "standard stage"}, "."),
        ({"option_set": "standard stage=9"}, "."),
        ({"rated": "on", "to": "name", "name": "guest-k3x9ab"}, "guest-k3x9ab is a guest"),
        ({"to": "name", "name": " , ,"}, "Type the name"),
        ({"to": "name", "name": "Ben," * 30}, "at most 100"),
    ],
)
def test_what_is_wrong_is_said_at_the_form_and_nothing_is_made(said, words, people, dov, browser):
    client = browser(people.ada)
    User.objects.create_user("guest-k3x9ab", is_guest=True)
    before = all_rows()
    response = client.post(NEW, settings(**said))
    assert response.status_code == 422 and words in words_of(response)
    assert all_rows() == before


@pytest.mark.parametrize(
    ("said", "stored", "words"),
    [
        ({"time": "3d"}, "3d", "3 days a move;"),
        ({"time": "1d", "reserve_days": "1"}, "1d+1d", "1 day a move, 1 day in reserve;"),
        ({"time": "7d", "reserve_days": "5"}, "7d+5d", "7 days a move, 5 days in reserve;"),
        ({"time": "3m"}, "180+0", "3 minutes each;"),
        ({"time": "10m", "increment": "5"}, "600+5", "10 minutes each, 5 s more a move;"),
        # what belongs to the other kind of game is not heard
        ({"time": "25m", "reserve_days": "5"}, "1500+0", "25 minutes each;"),
        ({"time": "14d", "increment": "60"}, "14d", "14 days a move;"),
    ],
)
def test_the_time_is_stored_as_a_record_writes_it_and_told_in_words(
    said, stored, words, people, browser
):
    client = browser(people.ada)
    page = client.post(NEW, settings(**said), follow=True)
    assert Invitation.objects.get().time_control == stored
    assert words in words_of(page)


@pytest.mark.parametrize(
    "said",
    [
        {"time": "4m"},
        {"time": "2d"},
        {"time": "300+5"},
        {"time": "3d", "reserve_days": "6"},
        {"time": "3d", "reserve_days": "-1"},
        {"time": "5m", "increment": "61"},
        {"time": "5m", "increment": "1.5"},
    ],
)
def test_a_time_that_is_not_offered_is_refused_at_the_form(said, people, browser):
    answer = browser(people.ada).post(NEW, settings(**said))
    assert answer.status_code == 422 and "is not one of the available choices" in words_of(answer)
    assert not Invitation.objects.exists()


def test_a_refused_form_keeps_what_was_chosen(people, browser):
    said = settings(option_set="junior", option_stage="1", option_players="2", time="7d")
    shown = checked(browser(people.ada).post(NEW, said))
    assert shown == {
        "key": "stages",
        "option_players": "2",
        "to": "link",
        "time": "7d",
    }
    kept = settings(option_stage="1", option_players="2", to="everyone", time="7d")
    assert checked(browser(people.ada).post(NEW, kept)) == {
        "key": "stages",
        "option_players": "2",
        "option_set": "standard stage=1",
        "time": "7d",
    }


# --- remembered ---


@pytest.mark.parametrize("who", ["ada", None])
def test_the_form_remembers_the_last_choice_and_no_name(who, people, browser):
    client = browser(who and getattr(people, who))
    said = settings(option_stage="1", time="14d", to="name", name="Ben")
    client.post(NEW, said | ({"rated": "on"} if who else {}))
    page = client.get(NEW)
    assert checked(page) == {
        "key": "stages",
        "option_players": "3",
        "option_set": "standard stage=1",
        "to": "name",
        "time": "14d",
    } | ({"rated": "on"} if who else {})
    assert 'value="Ben"' not in page.content.decode()
    assert "ben" not in str(dict(client.session)).lower()


def test_choices_in_the_address_override_the_remembered_ones(people, browser):
    client = browser(people.ada)
    client.post(NEW, settings(option_players="2", time="14d"))
    page = client.get(NEW, {"key": "starter", "to": "anyone"})
    assert checked(page) == {
        "key": "starter",
        "option_players": "3",
        "option_starter": "random",
        "to": "anyone",
        "time": "14d",
    }


def test_a_game_that_is_gone_is_forgotten(people, browser, monkeypatch):
    client = browser(people.ada)
    client.post(NEW, settings(option_stage="1"))
    monkeypatch.delitem(CATALOGUE, "stages")
    page = client.get(NEW)
    assert page.status_code == 200 and checked(page)["key"] == next(iter(GAMES))


def test_what_was_refused_is_not_remembered(people, browser):
    client = browser(people.ada)
    client.post(NEW, settings(option_players="5"))
    assert checked(client.get(NEW))["key"] == next(iter(GAMES))
