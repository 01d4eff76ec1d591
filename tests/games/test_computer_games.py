"""Starting a game against computers, how it looks, and that it counts apart."""

import json
import re
import statistics
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from accounts.names import COMPUTERS, not_reserved
from accounts.services import create_guest, forget_person, make_computers
from games.computers import roster
from games.engine.levels import LEVELS
from games.models import Game
from games.rules import GAMES
from games.rules.record import parse_options
from games.rules.seating import seats_of
from games.services.departures import leave_games
from games.services.moves import play_move
from ratings import elo
from ratings.models import RatingChange, Standing
from tests.games.computer_games import games_against, plies

from .helpers import JSON, ROOT, words_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def made(db):
    make_computers()


@pytest.fixture
def against(people) -> Callable[..., Game]:
    return games_against(people)


# --- who they are ---


def test_there_is_one_user_a_level_and_nobody_can_sign_in_to_it(client):
    make_computers()
    found = User.objects.filter(is_computer=True).order_by("pk")
    assert [user.username for user in found] == list(COMPUTERS) == list(roster.OPPONENTS)
    assert len(LEVELS) == 9 and [known.level for known in roster.OPPONENTS.values()] == [*range(9)]
    assert [user.username.lower() for user in found] == [level.key for level in LEVELS]
    for user in found:
        assert not user.has_usable_password() and user.email == "" and not user.is_guest
        client.post("/accounts/login/", {"login": user.username, "password": ""})
        assert "_auth_user_id" not in client.session
    assert [known.rating for known in roster.OPPONENTS.values()] == list(
        range(70_000, 160_000, 10_000)
    )


def test_preparing_the_database_makes_them_once(capsys):
    User.objects.filter(is_computer=True).delete()
    for _ in range(2):
        call_command("prepare_database")
    assert User.objects.filter(is_computer=True).count() == len(LEVELS)
    assert "from now on" not in capsys.readouterr().out


@pytest.mark.parametrize(("days_ago", "is_told"), [(300, False), (390, True)])
def test_who_starts_the_site_is_told_when_the_puzzles_of_the_day_end(
    days_ago, is_told, settings, capsys
):
    settings.DAILY_BEGINS_ON = timezone.now().date() - timedelta(days=days_ago)
    call_command("prepare_database")
    last = settings.DAILY_BEGINS_ON + timedelta(days=399)  # 400 are kept with the source
    assert (f"The last puzzle of the day is that of {last}" in capsys.readouterr().out) is is_told


@pytest.mark.slow
def test_a_person_with_the_name_of_a_computer_keeps_the_account_under_another(
    people, client, capsys
):
    """Signed in to with either name; the old one is the computer's, and nobody else takes the new."""
    User.objects.filter(username="Acorn").delete()
    ada = people.ada
    ada.username = "aCorn"
    ada.set_password("equations-are-fun")
    ada.save()
    for _ in range(2):
        call_command("prepare_database")
    ada.refresh_from_db()
    assert ada.username == "was-aCorn" and not ada.is_computer
    assert capsys.readouterr().out.count("was-aCorn") == 1
    assert User.objects.get(username="Acorn").is_computer
    for name in ("acorn", "WAS-acorn"):
        client.post("/accounts/login/", {"login": name, "password": "equations-are-fun"})
        assert client.session["_auth_user_id"] == str(ada.pk), name
        client.logout()
    with pytest.raises(ValidationError):
        not_reserved("was-Ben")


def test_a_computer_is_marked_on_its_page_and_can_be_played_from_it(browser):
    page = browser().get("/@Slate/")
    assert "the computer · fairly strong" in words_of(page)
    assert 'href="/computer/?computer=Slate"' in page.content.decode()
    assert "Invite to a game" not in page.content.decode()


def test_a_computer_cannot_be_invited(people, browser):
    form = {"key": "numerica", "to": "name", "name": "slate", "time": "3d"}
    page = browser(people.ada).post("/invitations/new/", form)
    assert page.status_code == 422 and "Computers are not invited" in words_of(page)


# --- how a game starts ---


def chosen_computers(page) -> list[str]:
    """The computers that the form shows as chosen."""
    return re.findall(r'name="(?:computers|more)" value="(\w+)"[^>]* checked', page)


def test_a_stranger_is_offered_the_gentlest_and_plays_after_one_form(browser):
    client = browser()
    home = client.get("/").content.decode()
    assert '<button class="btn go" formaction="/computer/">' in home
    page = client.get("/computer/?key=digifeud")
    assert page.status_code == 200 and page.context["form"].game == "digifeud"
    assert chosen_computers(page.content.decode()) == ["Acorn"]
    answer = client.post("/computer/", {"key": "digifeud", "computers": "Tally"})
    game = Game.objects.get()
    assert answer.headers["Location"] == f"/games/{game.id}/" and not game.rated
    guest, computer = [player.user for player in game.players.all()]
    assert guest.is_guest and computer.username == "Tally" and computer.is_computer
    again = client.get("/computer/")
    assert again.context["form"].game == "digifeud"
    assert chosen_computers(again.content.decode()) == ["Tally"]


@pytest.mark.slow
def test_every_seat_that_is_left_gets_one_of_the_computers_chosen(people, browser):
    client = browser(people.ada)
    for chosen, players in ((["Tally"], 2), (["Pebble", "Engine"], 3), (list(COMPUTERS[:3]), 4)):
        form = {"key": "equate", "computers": chosen[0], "more": chosen[1:], "rated": "on"}
        assert client.post("/computer/", form | {"option_set": "junior"}).status_code == 302
        game = Game.objects.latest("started_at")
        assert [player.shown_name for player in game.players.all()] == ["Ada", *chosen]
        assert seats_of(game.rules, parse_options(game.options)) == players
        assert "set=junior" in game.options and game.rated
        assert chosen_computers(client.get("/computer/").content.decode()) == chosen
    assert chosen_computers(client.get("/computer/?key=numeria").content.decode()) == ["Acorn"]
    wished = client.get("/computer/?key=equate&computer=Slate").content.decode()
    assert chosen_computers(wished) == ["Slate"]


def test_settings_that_are_rarely_changed_are_folded_until_they_are_changed(browser):
    client = browser()
    page = re.sub(r">\s+", ">", client.get("/computer/?key=equate").content.decode())
    folded = '<details class="set"><summary>'
    assert f"{folded}More opponents, up to 2<" in page
    assert f"{folded}Settings: Tiles, Stage for beginners<" in page
    form = {"key": "equate", "computers": "Tally", "more": "Slate", "option_stage": "1"}
    client.post("/computer/", form)
    assert client.get("/computer/").content.decode().count('<details class="set" open>') == 2
    assert '<details class="set"' not in client.get("/computer/?key=numerica").content.decode()


def test_the_form_says_what_is_true_of_this_game(browser):
    said = {key: words_of(browser().get(f"/computer/?key={key}")) for key in GAMES}
    assert {key for key in said if "points a turn" not in said[key]} == {"numeria"}
    assert "Who starts drawn by lot (usual) you your opponent" in said["digifeud"]
    assert "draw from two piles" in said["equate"] and "primes" in said["numeria"]


def measured_games(key):
    """The committed games between the levels, line by line."""
    lines = (ROOT / "benchmarks/levels.jsonl").read_text().splitlines()
    return [game for line in lines if (game := json.loads(line))["game"] == key]


def median_a_turn(games, side) -> str:
    """Of the points that it made in a turn of each of its games."""
    made = [
        2 * game["scores"][at] / game["plies"]
        for game in games
        for at, who in enumerate(("lower", "higher"))
        if game[who] == side
    ]
    return str(int(statistics.median(made) + 0.5))


@pytest.mark.slow
def test_nothing_is_said_of_a_level_that_was_not_measured(browser):
    """Each level's games are counted again here; a figure may be off by two standard errors."""
    for key in GAMES:
        said, games = words_of(browser().get(f"/computer/?key={key}")), measured_games(key)
        for level in LEVELS:
            own = rf"{level.key.capitalize()} · {level.about} · (\d+) points a turn"
            told = re.findall(own, said)
            assert len(told) == (key != "numeria"), (key, level)
            for points in told:
                assert points == median_a_turn(games, level.key)
        beginner = [game for game in games if game["higher"] == "beginner"]
        won = sum(game["halves"] for game in beginner) * 50 / len(beginner)
        (imitated,) = re.findall(r"won (\d+) in 100 games against Acorn", said)
        assert abs(int(imitated) - won) <= 0.5
        a_turn = re.findall(r"each turn made about (\d+) points a turn", said)
        assert a_turn == ([median_a_turn(games, "beginner")] if key != "numeria" else [])
        shares = []
        for level in LEVELS[1:]:
            halves = [game["halves"] for game in games if game["higher"] == level.key]
            shares.append(50 * sum(halves) / len(halves))
        told = re.search(
            r"Measured in (\d+) games .* won (\d+) to (\d+) in .* off by (\d+) either way", said
        )
        count, low, high, off = map(int, told.groups())
        assert {len([g for g in games if g["higher"] == level.key]) for level in LEVELS[1:]} == {
            count
        }
        assert abs(low - min(shares)) <= 0.5 and abs(high - max(shares)) <= 0.5
        error = max((share * (100 - share) / count) ** 0.5 for share in shares)
        assert 2 * error <= off < 2 * error + 1
        assert not re.search("overlook|finds|nothing|two games of three", said)


@pytest.mark.parametrize(
    ("key", "chosen"),
    [("numerica", []), ("equate", COMPUTERS[:4]), ("equate", ["Ada"]), ("chess", ["x"])],
)
def test_an_invalid_choice_of_computers_is_refused_and_makes_no_guest(key, chosen, browser):
    before = User.objects.count()
    form = {"key": key, "computers": chosen[:1], "more": chosen[1:]}
    page = browser().post("/computer/", form)
    assert page.status_code == 422 and User.objects.count() == before and not Game.objects.exists()


def test_a_rated_game_against_computers_is_for_registered_people(browser):
    page = browser().post("/computer/", {"key": "numerica", "computers": "Slate", "rated": "on"})
    assert page.status_code == 422 and not Game.objects.exists()


def test_a_computer_sits_at_a_table_once(browser):
    form = {"key": "equate", "computers": "Slate", "more": ["Tally", "Slate"]}
    page = browser().post("/computer/", form)
    assert page.status_code == 422 and not Game.objects.exists()
    assert "Choose each opponent only once." in words_of(page)
    assert chosen_computers(page.content.decode()) == ["Slate", "Tally", "Slate"]


# --- how it looks ---


@pytest.mark.slow
def test_the_table_tells_who_is_a_computer_and_that_it_thinks(against, people, browser):
    game = against(first=1)
    page = browser(people.ada).get(f"/games/{game.id}/")
    html = page.content.decode()
    assert html.count('<small class="computer">computer</small>') == 1
    said = words_of(page)
    assert "Acorn computer 700 0 points thinking" in said and "Acorn is thinking." in said
    assert page.context["table"].players[0].deadline is None
    rows = browser(people.ada).get("/").content.decode()
    assert re.search(r'Acorn\s+<small class="computer">computer</small>', rows)


def test_the_first_page_shows_games_among_people_first(against, start, people, browser):
    """Of those in which somebody has moved of late."""
    among_people = start(moves=2, now=timezone.now() - timedelta(minutes=1))
    game = against(first=0)
    play_move(game_id=game.id, user=people.ada, ply=1, text="pass", now=timezone.now())
    page = browser().get("/")
    assert page.context["table"].id == among_people.id
    assert [line.id for line in page.context["running"]] == [game.id]


def test_a_computer_is_offered_no_draw(against, people, browser):
    game = against("numeria", first=0)
    client = browser(people.ada)
    assert "Offer a draw" not in client.get(f"/games/{game.id}/").content.decode()
    answer = client.post(f"/games/{game.id}/draw/", {"ply": 1}, **JSON)
    assert answer.status_code == 422


@pytest.mark.slow
def test_a_rematch_with_computers_starts_at_once(against, people, browser):
    game = against("equate", 2, "players=3", rated=True)
    client = browser(people.ada)
    assert client.post(f"/games/{game.id}/rematch/").status_code == 409
    finish(game)
    answer = client.post(f"/games/{game.id}/rematch/")
    again = Game.objects.latest("started_at")
    assert answer.headers["Location"] == f"/games/{again.id}/" != f"/games/{game.id}/"
    assert (again.options, again.rated, again.rematch_of) == (game.options, True, game)
    assert client.post(f"/games/{game.id}/rematch/")["Location"] == f"/games/{again.id}/"
    assert [player.shown_name for player in again.players.all()] == ["Ada", *COMPUTERS[:2]]


# --- nothing of it among people ---


def finish(game: Game) -> None:
    """End the game: the player on turn resigns, again and again."""
    while plies(game) < 9 and game.ended_at is None:
        mover = game.players.get(seat=game.turn).user
        play_move(game_id=game.id, user=mover, ply=game.ply + 1, text="resign", now=timezone.now())


@pytest.mark.slow
def test_a_rated_game_moves_the_persons_rating_in_a_list_of_its_own(against, people, browser):
    game = against(first=1, rated=True)
    finish(game)
    standing = Standing.objects.get()
    assert (standing.user, standing.key, standing.wins) == (people.ada, "numerica:computer", 1)
    change = RatingChange.objects.get()
    assert (change.user, change.before, change.key) == (people.ada, 120_000, "numerica:computer")
    expected = elo.rate([120_000, 70_000], [1, 2])[0]
    assert (change.expected, change.after) == (expected.expected, expected.after)
    assert change.after == standing.rating > 120_000
    call_command("verify", "--ratings")
    page = words_of(browser(people.ada).get(f"/games/{game.id}/"))
    assert f"Ada +{(change.after - 120_000) / 100:.2f}, now" in page and "Acorn +" not in page
    profile = words_of(browser().get("/@Ada/"))
    assert "Numerica against the computer" in profile and "Numerica Games" not in profile
    computers = words_of(browser().get("/@Acorn/"))
    assert "Last games" in computers and "Numerica against the computer" not in computers


def test_several_computers_count_each_by_its_own_number(against, people):
    game = against("equate", 3, "players=4", first=0, rated=True)
    finish(game)
    assert Standing.objects.get().losses == 1
    change = RatingChange.objects.get()
    ranks = [game.players.get(seat=seat).rank for seat in range(4)]
    (expected, *_) = elo.rate([120_000, 70_000, 80_000, 90_000], ranks)
    assert (change.before, change.after) == (expected.before, expected.after)
    call_command("verify", "--ratings")


def test_a_guests_game_is_counted_and_not_rated(against):
    guest = create_guest()
    finish(against(first=0, user=guest))
    standing = Standing.objects.get()
    assert (standing.user, standing.key, standing.games) == (guest, "numerica:computer", 1)
    assert standing.rated_games == 0 and not RatingChange.objects.exists()
    call_command("verify", "--ratings")


def test_a_person_who_leaves_the_site_leaves_games_against_computers(against, people):
    on_turn = against(first=0, rated=True)
    waiting = against("equate", 2, "players=3", first=1, rated=True)
    leave_games(user=people.ada, now=timezone.now())
    forget_person(people.ada, timezone.now())
    assert plies(on_turn) == 1 and on_turn.termination == "resign"
    assert RatingChange.objects.get().game == on_turn
    assert plies(waiting) == 1 and waiting.turn == 1 and waiting.deadline_at is None
    assert list(waiting.moves.values_list("text", flat=True)) == ["resign 1"]
