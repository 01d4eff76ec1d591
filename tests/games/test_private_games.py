"""Private games: whatever of them is asked by whom, and that they are in no list of others."""

import html
import io
import re
import zipfile
from dataclasses import dataclass, replace
from itertools import product

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import create_guest, make_computers
from games import routing, urls
from games.models import Game, GameSettings, Invitation, ReviewedMove
from games.rules.record import Record
from games.selectors import private_games
from games.services.computer_games import start_against_computers
from games.services.errors import NotAllowed
from games.services.guest_games import take_seats
from games.services.invitations import create_invitation
from games.services.rematches import want_rematch
from games.services.start import start_game
from ratings.models import Highlight, Standing
from tests.tiers import but_for_certainty

from .helpers import HTMX, JSON, all_rows, play_record, recorded_game, sentence_of, words_of
from .sockets import Socket

pytestmark = pytest.mark.django_db

SHORT: Record = recorded_game("numerica-resign")
NOWHERE = "nosuchgame0000"


@dataclass(frozen=True)
class Asked:
    """A way to ask for a game: its address behind the name of the game, and what is posted."""

    path: str
    posted: dict[str, str] | None = None

    def by(self, client: Client, game_id: str, **headers):
        address = f"/games/{game_id}/{self.path}"
        if self.posted is None:
            return client.get(address, **headers)
        return client.post(address, self.posted, **headers)


WAYS = {
    "table": [Asked(""), Asked("?ply=1"), Asked("?ply=1&show=1"), Asked("?ply=nonsense")],
    "picture": [Asked("0.png"), Asked("999.png")],
    "move": [Asked("move/", {"ply": "1", "text": "pass"}), Asked("move/", {})],
    "draw": [Asked("draw/", {"ply": "1"})],
    "check": [Asked("check/", {"text": "pass"})],
    "live": [Asked("live/"), Asked("live/?ply=1")],
    "text": [Asked("text/"), Asked("text/?ply=x")],
    "record": [Asked("record/")],
    "rematch": [Asked("rematch/", {})],
    "next": [Asked("next/")],
    "hint": [Asked("hint/", {"ply": "1"})],
    "review": [Asked("review/")],
    "ask_for_review": [Asked("review/ask/", {})],
    "retry": [Asked("try/3/"), Asked("try/3/?text=pass")],
    "retry_move": [Asked("try/3/check/", {"text": "pass"})],
    "call_off": [Asked("call-off/", {"ply": "1"})],
    "take_back": [Asked("take-back/", {"move": "1"})],
    "play_on": [Asked("play-on/", {"computer": "Abacus", "from": "2"})],
}
"""Every address of a game by its name, and ways to ask there."""

EVERY_WAY = [way for ways in WAYS.values() for way in ways]


@pytest.fixture
def computers(db) -> None:
    make_computers()


def played(people, *, moves: int, now=None, **settings) -> Game:
    """Play the first `moves` moves of the short recorded game, by Ada and Ben."""
    now = now or timezone.now()
    users = [people.ada, people.ben]
    seed = bytes.fromhex(SHORT.headers["Seed"])
    game = start_game(
        GameSettings(**{"key": "numerica"} | settings), users=users, seed=seed, now=now
    )
    play_record(game, users, moves, now, SHORT)
    game.refresh_from_db()
    return game


@pytest.fixture(params=["just begun", "running", "over"])
def private(request, people, computers) -> Game:
    """A private game of Ada and Ben in each of its states."""
    moves = {"just begun": 0, "running": 4, "over": len(SHORT.moves)}[request.param]
    game = played(people, moves=moves, is_private=True)
    assert (game.ended_at is not None) == (request.param == "over")
    return game


@pytest.fixture
def over(people, computers) -> Game:
    return played(people, moves=len(SHORT.moves), is_private=True)


@pytest.fixture
def reviewed(over) -> Game:
    call_command("review", over.id, stdout=io.StringIO())
    return over


@pytest.fixture
def strangers(people, browser) -> dict[str, Client]:
    """Everybody who does not sit there, whatever they may do else."""
    staff = User.objects.create_user("Dov", is_staff=True, is_superuser=True)
    return {
        "nobody": browser(),
        "a guest": browser(create_guest()),
        "an account": browser(people.cleo),
        "the staff": browser(staff),
    }


def same_but_for_the_name(response, game_id: str) -> tuple:
    """All that an answer tells, with the name of the game and the form's token taken out."""
    said = response.content.decode(errors="replace").replace(game_id, "NAME")
    said = re.sub(r'(csrfmiddlewaretoken" value=")[^"]+', r"\1", said)
    headers = {name: value.replace(game_id, "NAME") for name, value in response.items()}
    del headers["X-Request-ID"]
    return response.status_code, headers, sorted(response.cookies), said


# --- the matrix: who asks, and where ---


def test_every_address_and_every_socket_of_a_game_is_in_the_matrix():
    of_games = {path.name for path in urls.urlpatterns if "game_id" in str(path.pattern)}
    assert of_games == set(WAYS)
    sockets = [str(path.pattern) for path in routing.websocket_urlpatterns]
    assert len([path for path in sockets if "game_id" in path]) == len(SOCKETS)


@pytest.mark.slow
@pytest.mark.parametrize(
    "headers", but_for_certainty([{}, JSON, HTMX], [{}]), ids=["page", "json", "htmx"]
)
def test_to_strangers_a_private_game_is_one_that_there_is_not(headers, private, strangers):
    before = all_rows()
    for way, (who, client) in product(EVERY_WAY, strangers.items()):
        missing = same_but_for_the_name(way.by(client, NOWHERE, **headers), NOWHERE)
        answer = same_but_for_the_name(way.by(client, private.id, **headers), private.id)
        assert answer == missing and answer[0] == 404, (way, who)
    assert all_rows() == before


@pytest.mark.slow
def test_its_players_are_answered_and_nothing_is_kept_on_the_way(private, people, browser):
    for way, user in product(EVERY_WAY, (people.ada, people.ben)):
        response = way.by(browser(user), private.id)
        is_none = "x" in way.path or "999" in way.path or "nonsense" in way.path
        if not is_none and "try/" not in way.path and "ply=1" not in way.path:
            assert response.status_code != 404, way
        if response.status_code < 400 or response.status_code == 409:
            assert response["Cache-Control"] == "private, no-store", way


@pytest.mark.slow
def test_a_review_is_its_players_too(reviewed, people, browser, strangers):
    assert ReviewedMove.objects.filter(review=reviewed.id).exists()
    for path in ("try/3/", "review/", "?ply=2&show=1", "record/"):
        for client in strangers.values():
            assert client.get(f"/games/{reviewed.id}/{path}").status_code == 404, path
        assert browser(people.ben).get(f"/games/{reviewed.id}/{path}").status_code == 200, path


def test_a_closed_account_at_the_table_leaves_it_private(over, people, browser, strangers):
    User.objects.filter(pk=people.ben.pk).update(is_active=False)
    assert strangers["an account"].get(f"/games/{over.id}/").status_code == 404
    assert browser(people.ada).get(f"/games/{over.id}/").status_code == 200


SOCKETS = ["/ws/games/{}/", "/ws/games/{}/review/"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("query", ["", "?page=home", "?ply=0"])
@pytest.mark.parametrize("path", SOCKETS)
async def test_the_sockets_of_a_private_game_are_closed_to_strangers(
    path, query, over, strangers, people, browser
):
    for client in strangers.values():
        told = [await _told(path.format(name) + query, client) for name in (over.id, NOWHERE)]
        assert told[0] == told[1] == {"type": "websocket.close", "code": 4404}
    client = await sync_to_async(browser)(people.ada)
    seen = await Socket(path.format(over.id) + query, client).open()
    assert await seen.receive_nothing() or await seen.receive_output()
    await seen.disconnect()


async def _told(path: str, client: Client) -> dict:
    """The first thing that a socket is told once it is open."""
    socket = await Socket(path, client).open()
    told = await socket.receive_output(timeout=20)
    return {name: value for name, value in told.items() if name in ("type", "code")}


# --- lists ---


LISTS = ["/", "/games/", "/games/archive/", "/games/archive/?player=Ada", "/@Ada/", "/@Ben/", "/sitemap.xml", "/leaderboard/numerica/?all=1"]  # fmt: skip


@pytest.mark.slow
def test_no_list_of_others_names_a_private_game(private, strangers):
    for client in strangers.values():
        for path in LISTS:
            assert private.id not in client.get(path).content.decode(), path


def test_ones_own_lists_have_it_and_say_that_it_is_private(private, people, browser):
    client = browser(people.ben)
    own = ["/", "/@Ben/"] + (["/games/archive/"] if private.ended_at else [])
    for path in own:
        page = client.get(path).content.decode()
        (row,) = re.findall(rf'(?s)<a class="gamerow" href="/games/{private.id}/".*?</a>', page)
        assert "private" in row
    assert private.id not in client.get("/games/").content.decode()


def test_a_private_game_is_never_the_one_on_the_first_page(private, browser, people):
    for user in (None, people.cleo, people.ada):
        assert browser(user).get("/").context["table"] is None


def test_it_counts_for_nothing_that_others_are_shown(over, people, browser):
    assert not Standing.objects.exists() and not Highlight.objects.exists()
    assert "No finished game yet" in words_of(browser().get("/@Ada/"))
    call_command("verify", "--ratings", stdout=io.StringIO())


def files(response) -> list[str]:
    return zipfile.ZipFile(io.BytesIO(response.getvalue())).namelist()


def test_its_record_is_in_the_files_of_its_players_alone(over, people, browser, strangers):
    open_game = played(people, moves=len(SHORT.moves))
    for client in [*strangers.values(), browser(people.ben)]:
        expected = {f"{open_game.id}.game"}
        if client.session.get("_auth_user_id") == str(people.ben.pk):
            expected.add(f"{over.id}.game")
        assert set(files(client.get("/@Ben/records/"))) == expected
    assert f"games/{over.id}.game" in files(browser(people.ada).post("/people/export/"))


def test_who_has_private_records_only_has_none_for_others(over, browser):
    assert browser().get("/@Ada/records/").status_code == 404


# --- what cannot be private ---

INVITED = {"key": "numerica", "to": "link", "days_per_move": "3", "private": "on"}


@pytest.mark.parametrize(
    ("path", "posted", "sentence"),
    [
        (
            "/invitations/new/",
            INVITED | {"rated": "on"},
            "A rated game cannot be private: choose one of the two.",
        ),
        (
            "/invitations/new/",
            INVITED | {"to": "anyone"},
            "An invitation to anyone cannot be private: choose one of the two.",
        ),
        (
            "/computer/",
            {"key": "numerica", "computers": "Abacus", "private": "on", "rated": "on"},
            "A rated game cannot be private: choose one of the two.",
        ),
    ],
)
def test_what_others_must_see_cannot_be_private(
    path, posted, sentence, people, browser, nothing_happens, computers
):
    ada = browser(people.ada)
    response = nothing_happens(lambda: ada.post(path, posted), 422)
    assert html.unescape(response.content.decode()).count(sentence) == 1


def test_services_refuse_private_games_that_are_rated_or_listed(people):
    now = timezone.now()
    made = {"inviter": people.ada, "now": now}
    private = GameSettings("numerica", is_private=True)
    users = [people.ada, people.ben]
    for refused in (
        lambda: create_invitation(replace(private, rated=True), **made),
        lambda: create_invitation(private, **made, is_listed=True),
        lambda: start_game(
            replace(private, rated=True),
            users=users,
            seed=bytes(32),
            now=now,
        ),
    ):
        with pytest.raises(NotAllowed) as denied:
            refused()
        assert denied.value.status == 422


def test_the_database_refuses_private_games_that_are_rated_or_listed(people, over):
    made = create_invitation(GameSettings("numerica"), inviter=people.ada, now=timezone.now())
    for rows, wrong in (
        (Game.objects.filter(pk=over.pk), {"rated": True}),
        (Invitation.objects.filter(pk=made.pk), {"is_private": True, "rated": True}),
        (Invitation.objects.filter(pk=made.pk), {"is_private": True, "is_listed": True}),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            rows.update(**wrong)


# --- how a game becomes private, and what comes of it ---


def invited(client: Client, **more) -> Invitation:
    response = client.post("/invitations/new/", INVITED | more)
    assert response.status_code == 302
    return Invitation.objects.get(pk=response.url.split("/")[2])


def test_an_invitation_by_link_to_a_private_game_is_for_whoever_has_the_link(people, browser):
    made = invited(browser(people.ada))
    page = words_of(browser().get(f"/invitations/{made.id}/"))
    assert "only the players see it" in page
    accepted = browser(people.ben).post(f"/invitations/{made.id}/accept/")
    game = Game.objects.get()
    assert accepted.url == f"/games/{game.id}/" and game.is_private
    after = browser(people.cleo).get(f"/invitations/{made.id}/").content.decode()
    assert game.id not in after


def test_the_table_says_that_it_is_private(private, people, browser):
    assert "Private: only the players see it." in words_of(
        browser(people.ada).get(f"/games/{private.id}/")
    )
    open_game = played(people, moves=0)
    assert "Private" not in words_of(browser().get(f"/games/{open_game.id}/"))


def test_a_rematch_of_a_private_game_is_private(over, people):
    now = timezone.now()
    assert want_rematch(game_id=over.id, user=people.ada, now=now) is None
    assert Invitation.objects.get().is_private
    begun = want_rematch(game_id=over.id, user=people.ben, now=now)
    assert begun is not None and begun.is_private


def test_an_open_offer_of_the_same_game_in_the_open_is_another_one(over, people):
    now = timezone.now()
    public = played(people, moves=len(SHORT.moves))
    for game in (public, over):
        assert want_rematch(game_id=game.id, user=people.ada, now=now) is None
    assert not Invitation.objects.get(rematch_of=public).is_private
    assert Invitation.objects.get(rematch_of=over).is_private


def test_against_computers_the_box_and_another_game_keep_it_private(people, browser, computers):
    ada = browser(people.ada)
    posted = {"key": "numerica", "computers": "Abacus", "private": "on"}
    assert ada.post("/computer/", posted).status_code == 302
    game = Game.objects.get()
    assert game.is_private
    Game.objects.update(ended_at=timezone.now(), turn=None)
    again = want_rematch(game_id=game.id, user=people.ada, now=timezone.now())
    assert again.is_private


def test_a_position_of_a_private_game_is_played_on_in_private(over, people, browser):
    response = browser(people.ada).post(
        f"/games/{over.id}/play-on/", {"computer": "Abacus", "from": "2"}
    )
    assert response.status_code == 302
    assert Game.objects.get(origin=over).is_private


def wish_for_privacy(user: User, browser) -> Client:
    client = browser(user)
    wishes = {"plays_privately": "on", "shows_games": "on", "shows_history": "on", "language": ""}
    assert client.post("/people/settings/", wishes).status_code == 302
    return client


def box(response, name: str) -> bool:
    """Whether this box is ticked."""
    (tag,) = re.findall(rf'<input type="checkbox" name="{name}"[^>]*>', response.content.decode())
    return " checked" in tag


def test_who_wishes_so_finds_the_box_ticked(people, browser, computers):
    ada = wish_for_privacy(people.ada, browser)
    for path in ("/invitations/new/", "/computer/"):
        page = ada.get(path)
        assert box(page, "private") and not box(page, "rated")
        assert not box(browser(people.ben).get(path), "private")
    assert not box(ada.get("/invitations/new/?to=anyone"), "private")


def test_who_wishes_so_plays_positions_on_in_private(people, browser, computers):
    open_game = played(people, moves=len(SHORT.moves))
    ada = wish_for_privacy(people.ada, browser)
    ada.post(f"/games/{open_game.id}/play-on/", {"computer": "Abacus", "from": "2"})
    assert Game.objects.get(origin=open_game).is_private


def test_a_guests_private_game_stays_private_and_theirs_in_an_account(people, browser, computers):
    guest = create_guest()
    game = start_against_computers(
        GameSettings("numerica", is_private=True),
        user=guest,
        computers=["Abacus"],
        now=timezone.now(),
    )
    take_seats(guest=guest, user=people.cleo)
    assert browser(people.cleo).get(f"/games/{game.id}/").status_code == 200
    assert browser(people.ada).get(f"/games/{game.id}/").status_code == 404


def test_every_query_agrees_on_what_a_reader_may_know(private, people):
    """What a reader may know is the same wherever it is asked."""
    for reader, may in ((people.ada, True), (people.cleo, False)):
        assert private_games.may_know(private.id, reader) is may
        assert (private in private_games.games_seen_by(reader)) is may


def test_a_refusal_is_a_sentence(private, browser):
    assert "no such page" in sentence_of(browser().get(f"/games/{private.id}/"))
