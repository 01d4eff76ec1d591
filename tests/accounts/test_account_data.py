"""What the site knows about somebody, for download."""

import json
from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import Game, GameSettings
from games.rules.record import replay
from games.selectors import exports
from games.services.departures import leave_games
from games.services.invitations import create_invitation, decline_invitation
from games.services.moves import play_move
from games.services.start import start_game
from games.services.writing import store_move
from ratings.models import Highlight, RatingChange, Standing
from tests.accounts.account_data import account_of, export_of, sign_in
from tests.games.canary import Canary
from tests.games.helpers import (
    WHOLE,
    demo_record,
    is_a_sentence,
    sentence_of,
)

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_the_archive_is_named_after_its_owner_and_kept_by_nobody(people, browser):
    response = browser(people.ada).post("/people/export/")
    assert response["Content-Disposition"] == 'attachment; filename="numerica-Ada.zip"'
    assert "no-store" in response["Cache-Control"]


def test_the_archive_of_somebody_new_holds_the_account_alone(guest_user, browser):
    files = export_of(browser(guest_user))
    assert set(files) == {"account.json"}
    said = json.loads(files["account.json"])
    assert said["account"]["name"] == "guest-k3x9ab" and said["account"]["is_guest"]
    assert (
        said["games"] == said["standings"] == said["invitations"] == said["email_addresses"] == []
    )


def test_the_archive_holds_every_field_of_the_account_but_the_secrets(ada, browser):
    said = account_of(browser(ada))
    told = set(said["account"]) | set(said["preferences"])
    fields = {
        field.name
        for field in User._meta.get_fields()
        if not field.auto_created and not field.is_relation
    }
    kept_back = {"password", "is_active", "is_superuser", "is_computer"}
    assert told == (fields - kept_back - {"username"}) | {"name"}
    assert said["email_addresses"] == [
        {"email": "ada@example.org", "verified": True, "primary": True}
    ]


def test_sessions_are_told_without_their_keys(ada, browser):
    clients = [browser(), browser()]
    assert all(sign_in(client) for client in clients)
    files = export_of(clients[0])
    sessions = json.loads(files["account.json"])["sessions"]
    assert len(sessions) == 2 and {session["ip"] for session in sessions} == {"127.0.0.1"}
    text = "".join(files.values())
    assert not any(session.session_key in text for session in UserSession.objects.all())
    assert ada.password not in text and "argon2" not in text


def test_ratings_come_with_all_their_inputs(start, people, browser):
    game = start(moves=len(WHOLE.moves), rated=True)
    said = account_of(browser(people.ada))
    (standing,), (change,) = said["standings"], said["rating_changes"]
    assert (standing["key"], standing["rating"], standing["wins"]) == ("numerica", 121600, 1)
    inputs = {
        name: change[name] for name in ("game_id", "before", "k", "expected", "result", "after")
    }
    assert inputs == {
        "game_id": game.id,
        "before": 120000,
        "k": 32,
        "expected": 5000,
        "result": 2,
        "after": 121600,
    }
    assert said["highlights"] and {one["user_id"] for one in said["highlights"]} == {people.ada.pk}
    kept = {"standings": Standing, "rating_changes": RatingChange, "highlights": Highlight}
    for name, model in kept.items():
        columns = {field.attname for field in model._meta.concrete_fields}
        assert set(said[name][0]) == columns, f"not every column of {name} is told"


@pytest.mark.slow
def test_a_finished_game_comes_as_its_record(start, people, browser):
    game = start(moves=len(WHOLE.moves))
    for user, seat, others in ((people.ada, 1, "Ben"), (people.ben, 2, "Ada")):
        client = browser(user)
        files = export_of(client)
        assert set(files) == {"account.json", f"games/{game.id}.game"}
        assert (
            files[f"games/{game.id}.game"]
            == client.get(f"/games/{game.id}/record/").content.decode()
        )
        (line,) = json.loads(files["account.json"])["games"]
        assert (line["id"], line["seat"], line["result"], line["termination"]) == (
            game.id,
            seat,
            "1-2",
            "out",
        )
        assert [(p["seat"], p["name"], p["score"]) for p in line["players"]] == [
            (1, "Ada", 453),
            (2, "Ben", 353),
        ]
        own = [(move.ply, move.text) for move in WHOLE.moves if (move.ply + seat) % 2 == 0]
        assert [(move["ply"], move["move"]) for move in line["own_moves"]] == own
        assert others in files["account.json"]


def test_an_aborted_game_comes_too(start, people, browser):
    game = start(moves=1)
    state = game.position
    store_move(game, state.leave(state.turn, "aborted"), timezone.now())
    record = export_of(browser(people.ada))[f"games/{game.id}.game"]
    assert '[Result "*"]' in record and replay(record).fault is None


def test_invitations_sent_and_received_come_and_no_others(people, browser):
    now = timezone.now()
    made = [
        create_invitation(
            GameSettings("numerica"),
            inviter=inviter,
            invitees=invitees,
            now=now + timedelta(seconds=n),
        )
        for n, (inviter, *invitees) in enumerate(
            [
                (people.ada, people.ben),
                (people.ben, people.ada),
                (people.ada,),
                (people.ben, people.cleo),
            ]
        )
    ]
    decline_invitation(invitation_id=made[1].id, user=people.ada, now=now)
    told = account_of(browser(people.ada))["invitations"]
    shown = [
        (one["id"], one["was"], one["from"], one["seats"][1]["name"], one["status"]) for one in told
    ]
    assert shown == [
        (made[0].id, "sent", "Ada", "Ben", "open"),
        (made[1].id, "received", "Ben", "Ada", "declined"),
        (made[2].id, "sent", "Ada", None, "open"),
    ]


def test_a_running_game_comes_as_its_owner_sees_it(start, people, browser):
    game = start(moves=5)
    files = export_of(browser(people.ben))
    assert set(files) == {"account.json", f"running/{game.id}.json"}
    told = json.loads(files[f"running/{game.id}.json"])
    assert told["view"] == json.loads(json.dumps(game.position.view(1)))
    assert told["seat"] == 2 and told["commitment"] == game.commitment and told["ply"] == 5
    assert [move["move"] for move in told["moves"]] == [move.text for move in WHOLE.moves[:5]]


def test_a_running_game_comes_with_its_clocks(start, people, browser):
    game = start(moves=5, time_control="300+5")
    files = export_of(browser(people.ben))
    told = json.loads(files[f"running/{game.id}.json"])
    stored = Game.objects.get(pk=game.pk)
    banks = [bank // timedelta(milliseconds=1) for bank in stored.clocks.banks]
    assert (told["time_control"], told["banks"]) == ("300+5", banks)
    taken = list(game.moves.values_list("milliseconds", flat=True))
    assert [move["milliseconds"] for move in told["moves"]] == taken


RECORD = demo_record("ada-ben.game")  # swaps of both, passes, a blank


SECRETS = ['"stock"', '"bags": [']
"""What stands in a stored State, and in no archive."""


def require_own_tiles_alone(files, game, seat, canary, held) -> None:
    """The archive of this seat shows its own tiles, past and present, and no other hidden one."""
    name, state, text = f"running/{game.id}.json", game.position, "".join(files.values())
    told = json.loads(files[name])
    unseen = told["view"].pop("unseen")  # every kind of tile, counted together
    board, rack = set(state.board.values()), set(state.racks[seat])
    assert {face for face in canary.symbol if unseen[face]} == set(canary.symbol) - board - rack
    assert told["view"].pop("stands_for") == list(unseen)[:-1]  # as in every game of the kind
    shown = canary.seen_in("".join((files | {name: json.dumps(told)}).values()).encode())
    assert shown <= held | board and rack - {"?"} <= shown
    assert not [secret for secret in (game.seed, game.state, *SECRETS) if secret in text]


@pytest.mark.slow
def test_no_archive_of_a_running_game_holds_what_is_anothers(people, browser, monkeypatch):
    canary = Canary.of(RECORD)
    canary.put_on(monkeypatch)
    seed, users = bytes.fromhex(RECORD.headers["Seed"]), [people.ada, people.ben]
    game = start_game(GameSettings("numerica"), users=users, seed=seed, now=timezone.now())
    clients, held = [browser(user) for user in users], [set(), set()]
    swaps = 0
    for line in RECORD.moves:
        for seat, client in enumerate(clients):
            held[seat] |= set(game.position.racks[seat])
            files = export_of(client)
            require_own_tiles_alone(files, game, seat, canary, held[seat])
            swaps += '"swapped"' in "".join(files.values())
        said = canary.translated(line.text, game.position.racks[game.turn])
        play_move(
            game_id=game.id, user=users[game.turn], ply=line.ply, text=said, now=timezone.now()
        )
        game.refresh_from_db()
        if game.ended_at is not None:
            break
    assert swaps and game.termination == "passes"


def test_own_swaps_are_told_and_anothers_are_counted(people, browser, start):
    game = start()
    mover, other = (people.ada, people.ben) if game.turn == 0 else (people.ben, people.ada)
    text = "swap " + "".join(tile for tile in game.position.racks[game.turn][:3])
    play_move(game_id=game.id, user=mover, ply=1, text=text, now=timezone.now())
    (own,), (told,) = (
        json.loads(export_of(browser(user))[f"running/{game.id}.json"])["moves"]
        for user in (mover, other)
    )
    assert own["move"] == text and told == {
        "ply": 1,
        "seat": game.turn + 1,
        "swapped": 3,
        "points": 0,
        "milliseconds": own["milliseconds"],
    }


def test_everybody_gets_only_the_archive_of_their_own(start, ada, people, browser):
    start(moves=5)
    said = "".join(export_of(browser(people.cleo)).values())
    assert "Ada" not in said and "Ben" not in said and "ada@example.org" not in said
    for name in ("user", "name", "id", "to"):
        response = browser(people.cleo).post(f"/people/export/?{name}=Ada", {name: "Ada"})
        assert response["Content-Disposition"].endswith('"numerica-Cleo.zip"')
    assert browser(people.cleo).post("/people/export/Ada/").status_code == 404


@pytest.mark.slow
def test_the_export_takes_a_post_of_somebody_signed_in(people, browser, nothing_happens):
    client = browser(people.ada)
    for do in ("get", "put", "delete", "patch"):
        response = nothing_happens(lambda do=do: getattr(client, do)("/people/export/"), 405)
        assert response["Allow"] == "POST" and is_a_sentence(sentence_of(response))
    response = nothing_happens(lambda: browser().post("/people/export/"), 302)
    assert response["Location"] == "/accounts/login/?next=/people/data/"
    client = type(browser())(enforce_csrf_checks=True)
    client.force_login(people.ada)
    assert client.post("/people/export/").status_code == 403


def cost(do) -> int:
    with CaptureQueriesContext(connection) as seen:
        do()
    return len(seen)


@pytest.mark.slow
def test_an_export_costs_as_many_queries_for_many_games_as_for_few(
    start, people, browser, monkeypatch
):
    client = browser(people.ada)
    for moves in (3, len(WHOLE.moves)):
        start(moves=moves)
    addresses = {
        "all": lambda: client.post("/people/export/").getvalue(),
        "records": lambda: client.get("/@Ada/records/").getvalue(),
    }
    few = {name: cost(do) for name, do in addresses.items()}
    for _ in range(6):
        start(moves=3)
        start(moves=2)
        leave_games(user=people.ada, now=timezone.now())
    assert {name: cost(do) for name, do in addresses.items()} == few
    monkeypatch.setattr(exports, "BATCH", 4)
    assert len(export_of(client)) == 1 + Game.objects.count() == 15
    assert (
        cost(addresses["all"]) == few["all"] + 3 * 3
    )  # games, players and moves of each batch more
