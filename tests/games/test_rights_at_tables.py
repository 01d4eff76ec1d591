"""Who may do what at tables and everywhere else: a row for each address, eight roles."""

import json
from collections.abc import Iterable, Iterator

import pytest
from asgiref.sync import sync_to_async
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.services import make_computers
from games import routing
from games.models import ChatLine, Game, GameSettings
from games.services.invitations import create_invitation
from games.services.retries import keep_try
from games.store.chat import ROOMS
from tests.every_page import asked_of
from tests.rights import ROLES, Row, browsers_of_roles, mails_of_others, statuses
from tests.routes import every_route

from .helpers import HTMX, JSON
from .judged import review_with
from .reviewed import QUICK, finished_games, remembered_review
from .sockets import Socket, rack

pytestmark = [pytest.mark.django_db, pytest.mark.fault("F10")]

ELSEWHERE = ("desk/", "actions/", "@", "people/", "accounts/", "staff/", "^static", "static/")
"""What of the site has rows in tests/accounts/, or is a file."""


ROWS = {
    "": Row("200", "405"),
    ".well-known/security.txt": Row("200", "405"),
    "about/": Row("200", "405"),
    "computer/": Row("200", "422"),
    "conduct/": Row("200", "405"),
    "analysis/": Row("200", "405"),
    "analysis/<slug:key>/": Row("403 403 200 200 200 200 200 200", "405"),
    "analysis/<slug:key>/ask/": Row("405", "403 403 403 403 422 422 422 422"),
    "analysis/<slug:key>/play/": Row("405", "403 403 403 403 422 422 422 422"),
    "analysis/<slug:key>/set/": Row("405", "403 403 302 302 302 302 302 302"),
    "daily/": Row("200", "405"),
    "daily/<slug:key>/": Row("200", "405"),
    "daily/<slug:key>/<int:day>/": Row("200", "405"),
    "daily/<slug:key>/<int:day>/answer/": Row("405", "302"),
    "daily/<slug:key>/<int:day>/check/": Row("405", "200"),
    "daily/<slug:key>/<int:day>/sheet/": Row("200", "405"),
    "daily/<slug:key>/<int:day>/try/": Row("405", "422"),
    "daily/<slug:key>/days/": Row("200", "405"),
    "daily/<slug:key>/feed/": Row("200", "405"),
    "favicon.ico": Row("302", "405"),
    "games/": Row("200", "405"),
    "games/<slug:game_id>/": Row("200", "405"),
    "games/<slug:game_id>/<int:ply>.png": Row("200", "405"),
    "games/<slug:game_id>/analyse/": Row("409", "405"),
    "games/<slug:game_id>/call-off/": Row("405", "403 403 409 409 403 403 403 403"),
    "games/<slug:game_id>/chat/": Row("200", "405"),
    "games/<slug:game_id>/chat/hide/": Row("405", "302"),
    "games/<slug:game_id>/chat/say/": Row("405", "403"),
    "games/<slug:game_id>/check/": Row("405", "403 403 200 200 403 403 403 403"),
    "games/<slug:game_id>/claim/": Row("405", "403 403 422 422 403 403 403 403"),
    "games/<slug:game_id>/draw/": Row("405", "403 403 422 422 403 403 403 403"),
    "games/<slug:game_id>/hint/": Row("405", "403"),
    "games/<slug:game_id>/live/": Row("200", "405"),
    "games/<slug:game_id>/more-time/": Row("405", "403 403 422 422 403 403 403 403"),
    "games/<slug:game_id>/move/": Row("405", "403 403 422 422 403 403 403 403"),
    "games/<slug:game_id>/next/": Row("302", "405"),
    "games/<slug:game_id>/play-on/": Row("405", "409"),
    "games/<slug:game_id>/record/": Row("409", "405"),
    "games/<slug:game_id>/rematch/": Row("405", "403 403 409 409 403 403 403 403"),
    "games/<slug:game_id>/review/": Row("409", "405"),
    "games/<slug:game_id>/review/ask/": Row("405", "409"),
    "games/<slug:game_id>/take-back/": Row("405", "403"),
    "games/<slug:game_id>/text/": Row("200", "405"),
    "games/<slug:game_id>/try/<int:ply>/": Row("404", "405"),
    "games/<slug:game_id>/try/<int:ply>/check/": Row("405", "404"),
    "games/archive/": Row("200", "405"),
    "healthz": Row("200", "405"),
    "invitations/<slug:invitation_id>/": Row("200", "405"),
    "invitations/<slug:invitation_id>/accept/": Row("405", "302 302 403 302 302 302 302 302"),
    "invitations/<slug:invitation_id>/cancel/": Row("405", "403 403 302 403 403 403 403 403"),
    "invitations/<slug:invitation_id>/computer/": Row("405", "404 403 302 403 403 403 403 403"),
    "invitations/<slug:invitation_id>/decline/": Row("405", "403"),
    "invitations/anyone/": Row("200", "422"),
    "invitations/new/": Row("200", "422"),
    "leaderboard/": Row("302", "405"),
    "leaderboard/<str:key>/": Row("200", "405"),
    "learn/": Row("200", "405"),
    "learn/<slug:key>/": Row("302", "405"),
    "learn/<slug:key>/<int:number>/": Row("200", "302"),
    "learn/<slug:key>/<int:number>/check/": Row("405", "200"),
    "learn/put-away/": Row("405", "302"),
    "lobby/": Row("200", "405"),
    "lobby/quick/": Row("405", "422"),
    "manifest.webmanifest": Row("200", "405"),
    "misses/": Row("200", "405"),
    "notices/": Row("302 200 200 200 200 200 200 200", "405"),
    "notices/push/": Row("405", "302 422 422 422 422 422 422 422"),
    "notices/push/end/": Row("405", "302 204 204 204 204 204 204 204"),
    "notices/read/": Row("405", "302 422 422 422 422 422 422 422"),
    "now/": Row("200", "405"),
    "picture.png": Row("200", "405"),
    "practice/": Row("200", "405"),
    "practice/<practised:key>/": Row("200", "405"),
    "practice/<practised:key>/<slug:name>/": Row("200", "405"),
    "practice/<practised:key>/<slug:name>/<slug:asked>/": Row("200", "405"),
    "practice/<practised:key>/<slug:name>/<slug:asked>/answer/": Row("405", "422"),
    "practice/<practised:key>/<slug:name>/<slug:asked>/find/": Row(
        "405", "403 422 422 422 422 422 422 422"
    ),
    "practice/<practised:key>/<slug:name>/check/": Row("405", "200"),
    "practice/<practised:key>/<slug:name>/run/": Row("405", "403 422 422 422 422 422 422 422"),
    "practice/<practised:key>/<slug:name>/show/": Row("405", "302"),
    "practice/<practised:key>/<slug:name>/try/": Row("405", "422"),
    "practice/<practised:key>/ask/<slug:asked>/": Row("302", "405"),
    "practice/<practised:key>/next/": Row("302", "405"),
    "practice/<practised:key>/run/": Row("200", "405"),
    "practice/<practised:key>/run/begin/": Row("405", "302"),
    "privacy/": Row("200", "405"),
    "push-worker.js": Row("200", "405"),
    "readyz": Row("200", "405"),
    "robots.txt": Row("200", "405"),
    "rules/": Row("200", "405"),
    "rules/<slug:key>/": Row("200", "405"),
    "rules/<slug:key>/board/": Row("200", "405"),
    "rules/<slug:key>/try/": Row("405", "200"),
    "sitemap.xml": Row("200", "200"),
    "transparency/": Row("200", "405"),
    "tv/": Row("200", "405"),
    "tv/<slug:key>/": Row("200", "405"),
}  # fmt: skip

OVER = {
    "games/<slug:game_id>/analyse/": Row("302", "405"),
    "games/<slug:game_id>/claim/": Row("405", "403 403 409 409 403 403 403 403"),
    "games/<slug:game_id>/draw/": Row("405", "403 403 409 409 403 403 403 403"),
    "games/<slug:game_id>/more-time/": Row("405", "403 403 409 409 403 403 403 403"),
    "games/<slug:game_id>/play-on/": Row("405", "422"),
    "games/<slug:game_id>/record/": Row("200", "405"),
    "games/<slug:game_id>/rematch/": Row("405", "403 403 302 302 403 403 403 403"),
    "games/<slug:game_id>/review/": Row("200", "405"),
    "games/<slug:game_id>/review/ask/": Row("405", "302"),
    "games/<slug:game_id>/try/<int:ply>/": Row("200", "405"),
    "games/<slug:game_id>/try/<int:ply>/check/": Row("405", "200"),
}
"""What is answered otherwise at a game that is over and reviewed."""

PLAYERS = ("player", "opponent")
SAID = {"players": "what Ada said to Ben", "spectators": "what Cleo said about them"}
"""In the rooms of a table."""
MISSED = 2  # the ply of a miss of Ada's
TRIED = "You have tried this and not solved it yet."


def routes() -> set[str]:
    """Every address of the site that has no row elsewhere."""
    return {one for one in every_route() if not one.startswith(ELSEWHERE)}


@pytest.fixture
def clients(people, browser) -> dict[str, Client]:
    return browsers_of_roles(people, browser)


@pytest.fixture
def samples(game, people) -> dict[str, str]:
    """What stands for the parts of an address: Ada's game with Ben, and her offers to anybody."""
    make_computers()
    now, live = timezone.now(), GameSettings("numerica", time_control="300+5")
    made = create_invitation(GameSettings("numerica"), inviter=people.ada, now=now)
    seek = create_invitation(live, inviter=people.ada, now=now, is_listed=True)
    talk(people, game)
    return {
        "<slug:invitation_id>/computer/": f"{seek.id}/computer/",
        "<slug:game_id>": game.id,
        "<slug:invitation_id>": made.id,
        "<slug:key>": "numerica",
        "<str:key>": "numerica",
        "<practised:key>": "numerica",
        "<slug:name>": asked_of("numerica", "bingo"),
        "<slug:asked>": "bingo",
        "<int:ply>": "0",
        "<int:day>": "1",
        "<int:number>": "1",
    }


def talk(people, game: Game) -> None:
    """Ada in the players' room, and Cleo in the spectators'."""
    for room, author in zip(ROOMS, (people.ada, people.cleo), strict=True):
        line = {"author": author, "text": SAID[room], "number": 1, "said_at": timezone.now()}
        ChatLine.objects.create(game=game, room=room, **line)


@pytest.fixture
def over(people) -> Game:
    """Another game of Ada's with Ben that was reviewed; she has tried her miss again, in vain."""
    played = finished_games(people)()
    review_with(played, lambda move: _found(move) if move.ply == MISSED else QUICK)
    tried = {"game_id": played.id, "ply": MISSED, "seat": 0}
    keep_try(user=people.ada, is_solved=False, now=timezone.now(), **tried)
    talk(people, played)
    return played


def _found(move) -> dict:
    return remembered_review(move.question, move.text)


def address(route: str, samples: dict[str, str]) -> str:
    for part, value in samples.items():
        route = route.replace(part, value)
    return f"/{route}"


Cells = list[tuple[str, object]]
"""Whom what was answered."""


def walk(
    routes: Iterable[str], samples: dict[str, str], clients: dict[str, Client]
) -> Iterator[tuple[str, Row, Cells]]:
    """What each role is answered at each address."""
    for route in sorted(routes):
        path = address(route, samples)
        got, answers = statuses("get", path, clients)
        posted, more = statuses("post", path, clients)
        yield route, Row(got, posted), [*zip(ROLES * 2, answers + more, strict=True)]


def expect_nothing_that_is_others(role: str, answer, game: Game, *, is_table: bool) -> None:
    """No foreign rack at a table (a puzzle has one for all), no seed, no address of a mail, no trace of a fault."""
    if answer.streaming:
        return
    body = answer.content.decode(errors="replace")
    hands = game.position.stock.hands
    own = {"player": list(hands[0]), "opponent": list(hands[1])}.get(role)
    for tiles in (rack(body), _told_in_json(answer)):
        assert not is_table or tiles is None or sorted(tiles) == sorted(own or []), role
    assert game.seed not in body and "Traceback" not in body
    assert not mails_of_others("", body), role


def _told_in_json(answer) -> list[str] | None:
    if "json" not in answer.headers.get("Content-Type", "") or not answer.content:
        return None
    told = json.loads(answer.content)
    return told.get("rack") if isinstance(told, dict) else None


def read_in(cells: Cells) -> set[tuple[str, str]]:
    """Who reads which of the words that are not for everybody."""
    words = {**SAID, "tried": TRIED}
    return {
        (role, name)
        for role, answer in cells
        for name, said in words.items()
        if not answer.streaming and said in answer.content.decode(errors="replace")
    }


def test_every_address_has_a_row():
    assert routes() == set(ROWS)


@pytest.mark.slow
def test_each_role_is_answered_as_its_row_says_and_gets_nothing_of_others(
    clients, samples, game, figures
):
    found, read = {}, set()
    for route, row, cells in walk(routes(), samples, clients):
        found[route] = row
        figures.add("answers", len(cells))
        read |= read_in(cells)
        is_table = "game_id" in route or route in ("", "games/", "tv/")
        for role, answer in cells:
            expect_nothing_that_is_others(role, answer, game, is_table=is_table)
    assert {route: row for route, row in found.items() if ROWS.get(route) != row} == {}
    assert read == {(role, "players" if role in PLAYERS else "spectators") for role in ROLES}


@pytest.mark.slow
def test_each_role_is_answered_as_its_row_says_at_a_game_that_was_reviewed(
    clients, samples, game, over, figures
):
    found, read = {}, set()
    at_tables = [route for route in routes() if "game_id" in route]
    expected = {route: ROWS[route] for route in at_tables} | OVER
    samples |= {"<slug:game_id>": over.id, "<int:ply>": str(MISSED)}
    for route, row, cells in walk(at_tables, samples, clients):
        found[route] = row
        figures.add("answers", len(cells))
        read |= read_in(cells)
        for role, answer in cells:
            expect_nothing_that_is_others(role, answer, game, is_table=False)
    assert {route: row for route, row in found.items() if expected[route] != row} == {}
    told = {(role, "players") for role in PLAYERS} | {(role, "spectators") for role in ROLES}
    assert read == told | {("player", "tried")}


@pytest.mark.slow
@pytest.mark.parametrize("headers", [HTMX, JSON], ids=["htmx", "json"])
def test_programs_and_fragments_are_told_nothing_more(headers, clients, samples, game):
    for route in sorted(one for one in routes() if "game_id" in one):
        for how in ("get", "post"):
            _, answers = statuses(how, address(route, samples), clients, **headers)
            for role, answer in zip(ROLES, answers, strict=True):
                expect_nothing_that_is_others(role, answer, game, is_table=True)


MOVES = {
    "pass": "403 403 302 409 403 403 403 403",
    "resign": "403 403 302 302 403 403 403 403",
    "swap 3": "403 403 302 409 403 403 403 403",
}


@pytest.mark.slow
@pytest.mark.parametrize("text", MOVES)
def test_moves_are_the_players_alone(text, clients, game):
    before = game.moves.count()
    told = []
    for role, client in clients.items():
        with transaction.atomic():
            answer = client.post(f"/games/{game.id}/move/", {"text": text, "ply": "1"})
            told.append(str(answer.status_code))
            is_made = game.moves.count() > before
            assert is_made == (answer.status_code == 302), role
            transaction.set_rollback(True)
    assert " ".join(told) == MOVES[text]


SOCKETS = {
    r"^ws/games/(?P<game_id>[A-Za-z0-9]{1,20})/\Z": ("/ws/games/{game}/", "open"),
    r"^ws/games/(?P<game_id>[A-Za-z0-9]{1,20})/review/\Z": ("/ws/games/{game}/review/", "4404"),
    r"^ws/invitations/(?P<invitation_id>[A-Za-z0-9]{1,20})/\Z": (
        "/ws/invitations/{offer}/",
        "open",
    ),
    r"^ws/lobby/\Z": ("/ws/lobby/", "open"),
    r"^ws/tv/(?:(?P<key>[A-Za-z0-9]{1,20})/)?\Z": ("/ws/tv/", "open"),
    r"^ws/wall/(?:(?P<key>[A-Za-z0-9]{1,20})/)?\Z": ("/ws/wall/", "open"),
    "": ("/ws/nothing/", "4404"),
}
"""An address of each socket, and whether it stays open; for all roles the same."""


def test_every_socket_has_a_row():
    assert {str(one.pattern) for one in routing.websocket_urlpatterns} == set(SOCKETS)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
async def test_sockets_tell_each_role_its_own_tiles_and_take_no_moves(clients, samples, game):
    names = {"game": game.id, "offer": samples["<slug:invitation_id>"]}
    hands = await sync_to_async(lambda: game.position.stock.hands)()
    own = {"player": list(hands[0]), "opponent": list(hands[1])}
    for path, expected in SOCKETS.values():
        for role, client in clients.items():
            socket = await Socket(path.format(**names), client).open()
            if expected != "open":
                assert await socket.closed() == int(expected), (path, role)
                continue
            if path == "/ws/games/{game}/":
                frames = await socket.until('id="watchers"')
                tiles = [rack(frame) for frame in frames if rack(frame) is not None]
                assert tiles == ([own[role]] if role in own else []), role
            await socket.send_to(text_data='{"ply":1,"text":"pass"}')
            assert await socket.closed() in (1003, 1008, 4400), (path, role)
    assert await game.moves.acount() == 0


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
async def test_the_socket_of_a_review_is_open_to_each_role_and_takes_nothing(clients, over):
    for role, client in clients.items():
        socket = await Socket(f"/ws/games/{over.id}/review/", client).open()
        await socket.send_to(text_data='{"ply":1,"text":"pass"}')
        assert await socket.closed() in (1003, 1008, 4400), role
