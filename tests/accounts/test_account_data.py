"""Taking everything along, and going for good: what is in the archive, what stays and what goes."""

import io
import json
import re
import zipfile
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from channels.layers import get_channel_layer
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.forms import SettingsForm
from accounts.models import User
from games.live import fragments
from games.models import Game, GameSettings, Invitation, Player
from games.rules.record import replay
from games.selectors import exports
from games.services.departures import leave_games
from games.services.errors import NotAllowed
from games.services.invitations import accept_invitation, create_invitation, decline_invitation
from games.services.moves import play_move
from games.services.start import start_game
from games.services.writing import store_move
from numerica_site.account_services import delete_account
from ratings.models import Highlight, RatingChange, Standing
from tests.games.canary import Canary
from tests.games.helpers import (
    ROOT,
    SEED,
    WHOLE,
    all_rows,
    demo_record,
    is_a_sentence,
    sentence_of,
    words_of,
)

pytestmark = pytest.mark.django_db

PASSWORD = "seven+eight=15"
PAGES = ["/people/data/", "/people/delete/"]
DELETED = re.compile(r"deleted-[a-z2-9]{6}")


@pytest.fixture
def ada(people) -> User:
    """Ada with a password and a confirmed address."""
    people.ada.set_password(PASSWORD)
    people.ada.save()
    EmailAddress.objects.create(
        user=people.ada, email="ada@example.org", primary=True, verified=True
    )
    return people.ada


@pytest.fixture
def guest(db) -> User:
    user = User(username="guest-k3x9ab", is_guest=True)
    user.set_unusable_password()
    user.save()
    return user


def files_of(response) -> dict[str, str]:
    """The files of the archive that was answered."""
    assert response.status_code == 200 and response["Content-Type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(response.getvalue())) as archive:
        assert archive.testzip() is None and len(set(archive.namelist())) == len(archive.namelist())
        return {name: archive.read(name).decode() for name in archive.namelist()}


def export_of(client) -> dict[str, str]:
    return files_of(client.post("/people/export/"))


def account_of(client) -> dict:
    return json.loads(export_of(client)["account.json"])


def sign_in(client, login="Ada", password=PASSWORD) -> bool:
    client.post("/accounts/login/", {"login": login, "password": password})
    return "_auth_user_id" in client.session


# --- the export ---


@pytest.mark.slow
def test_the_archive_is_named_after_its_owner_and_kept_by_nobody(people, browser):
    response = browser(people.ada).post("/people/export/")
    assert response["Content-Disposition"] == 'attachment; filename="numerica-Ada.zip"'
    assert "no-store" in response["Cache-Control"]


def test_the_archive_of_somebody_new_holds_the_account_alone(guest, browser):
    files = export_of(browser(guest))
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


RECORD = demo_record("ada-ben.game")  # swaps of both, passes, a blank


@pytest.mark.slow
def test_no_archive_of_a_running_game_holds_what_is_anothers(people, browser, monkeypatch):
    canary = Canary.of(RECORD)
    canary.put_on(monkeypatch)
    seed, users = bytes.fromhex(RECORD.headers["Seed"]), [people.ada, people.ben]
    game = start_game(GameSettings("numerica"), users=users, seed=seed, now=timezone.now())
    clients, held = [browser(user) for user in users], [set(), set()]
    swaps = 0
    for line in RECORD.moves:
        state = game.position
        for seat, client in enumerate(clients):
            held[seat] |= set(state.racks[seat])
            files = export_of(client)
            text = "".join(files.values())
            told = json.loads(files[f"running/{game.id}.json"])
            unseen = told["view"].pop("unseen")  # every kind of tile, counted together
            board = set(state.board.values())
            elsewhere = set(canary.symbol) - board - set(state.racks[seat])
            assert {face for face in canary.symbol if unseen[face]} == elsewhere
            assert (
                told["view"].pop("stands_for") == list(unseen)[:-1]
            )  # as in every game of the kind
            files[f"running/{game.id}.json"] = json.dumps(told)
            shown = canary.seen_in("".join(files.values()).encode())
            assert shown <= held[seat] | board and set(state.racks[seat]) - {"?"} <= shown
            assert (
                game.seed not in text
                and game.state not in text
                and '"stock"' not in text
                and '"bags": [' not in text
            )
            swaps += '"swapped"' in text
        said = canary.translated(line.text, state.racks[game.turn])
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
    }


def test_everybody_gets_their_own_only(start, ada, people, browser):
    start(moves=5)
    said = "".join(export_of(browser(people.cleo)).values())
    assert "Ada" not in said and "Ben" not in said and "ada@example.org" not in said
    for name in ("user", "name", "id", "to"):
        response = browser(people.cleo).post(f"/people/export/?{name}=Ada", {name: "Ada"})
        assert response["Content-Disposition"].endswith('"numerica-Cleo.zip"')
    assert browser(people.cleo).post("/people/export/Ada/").status_code == 404


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


# --- the records of a person ---


def test_all_records_of_a_person_come_as_one_file_for_everybody(start, people, browser):
    now = timezone.now()
    ended = [start(moves=len(WHOLE.moves), now=now - timedelta(days=days)) for days in (3, 1, 2)]
    start(moves=3)
    for client in (browser(), browser(people.cleo), browser(people.ada)):
        response = client.get("/@ada/records/")
        assert response["Content-Disposition"] == 'attachment; filename="numerica-Ada-records.zip"'
        files = files_of(response)
        assert list(files) == [f"{ended[n].id}.game" for n in (1, 2, 0)]
        assert all(replay(text).fault is None for text in files.values())
    assert files == files_of(browser().get("/@Ben/records/"))


def test_only_the_last_games_come_where_there_are_too_many(start, people, browser, monkeypatch):
    now = timezone.now()
    ended = [start(moves=len(WHOLE.moves), now=now - timedelta(days=days)) for days in (3, 1, 2)]
    monkeypatch.setattr(exports, "MOST_RECORDS", 2)
    assert list(files_of(browser().get("/@Ada/records/"))) == [
        f"{ended[n].id}.game" for n in (1, 2)
    ]


def test_imported_games_are_nobodys_records(people, browser):
    call_command("import_record", str(ROOT / "tests/records/whole-game.game"))
    assert browser().get("/@Ada/records/").status_code == 404


@pytest.mark.parametrize(
    ("name", "said"),
    [("Nobody", "There is nobody of this name."), ("Cleo", "Cleo has not finished a game yet."),
     ("-", "There is nobody of this name."), ("x" * 3000, "There is nobody of this name.")],
)  # fmt: skip
def test_no_such_person_and_no_game_are_told_in_a_sentence(
    name, said, start, browser, nothing_happens
):
    start(moves=3)
    assert sentence_of(nothing_happens(lambda: browser().get(f"/@{name}/records/"), 404)) == said


def test_who_does_not_list_games_keeps_the_records_together_to_themselves(start, people, browser):
    start(moves=len(WHOLE.moves))
    User.objects.filter(pk=people.ada.pk).update(shows_games=False)
    response = browser(people.ben).get("/@Ada/records/")
    assert (
        response.status_code == 403
        and sentence_of(response) == "Ada does not list games for others."
    )
    assert len(files_of(browser(people.ada).get("/@Ada/records/"))) == 1


def test_records_take_no_post(start, people, browser, nothing_happens):
    client = browser(people.ada)
    nothing_happens(lambda: client.post("/@Ada/records/"), 405)


# --- the pages ---


@pytest.mark.parametrize("address", PAGES)
def test_the_pages_open_for_their_owner_alone(address, ada, guest, browser, nothing_happens):
    for user in (ada, guest):
        html = browser(user).get(address).content.decode()
        assert len(re.findall("<h1[ >]", html)) == 1 and 'class="page form"' in html
    response = nothing_happens(lambda: browser().get(address), 302)
    assert response["Location"] == f"/accounts/login/?next={address}"
    client = browser(ada)
    nothing_happens(lambda: client.put(address), 405)


@pytest.mark.parametrize("who", ["ada", "guest"])
def test_every_page_leads_there(who, ada, guest, browser):
    html = browser({"ada": ada, "guest": guest}[who]).get("/").content.decode()
    assert html.count('href="/people/data/"') == 2  # the wide menu and that of the phone
    page = browser(ada).get("/people/data/").content.decode()
    assert 'action="/people/export/"' in page and 'href="/people/delete/"' in page


def test_a_stranger_is_not_offered_an_export(browser, db):
    assert "/people/data/" not in browser().get("/").content.decode()


def test_the_page_says_how_many_games_are_left(start, people, browser):
    start(moves=3)
    start(moves=len(WHOLE.moves))
    client = browser(people.ada)
    assert "You leave your running game." in words_of(client.get("/people/delete/"))
    start(moves=2)
    assert "You leave your 2 running games." in words_of(client.get("/people/delete/"))
    assert "running game" not in words_of(browser(people.cleo).get("/people/delete/"))


# --- deletion: the proof ---


@pytest.mark.parametrize(
    "said", ["", "wrong", PASSWORD.upper(), f" {PASSWORD}", PASSWORD + "\0", "Ada", "x" * 5000]
)
def test_a_wrong_password_deletes_nothing(said, start, ada, browser, nothing_happens):
    start(moves=3)
    client = browser(ada)
    response = nothing_happens(lambda: client.post("/people/delete/", {"password": said}), 422)
    html = response.content.decode()
    assert 'class="field wrong"' in html and "errorlist" in html and "Delete this account" in html
    if said in ("wrong", "Ada"):
        assert "This is not your password. Nothing was deleted." in html
    assert said not in html or said in ("", "Ada") or "wrong" in said
    assert client.get("/people/data/").status_code == 200


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"name": ""},
        {"name": "guest-k3x9a"},
        {"name": "ok"},
        {"password": ""},
        {"password": "!"},
    ],
)
def test_a_guest_types_the_name(said, guest, browser, nothing_happens):
    client = browser(guest)
    response = nothing_happens(lambda: client.post("/people/delete/", said), 422)
    assert "guest-k3x9ab" in words_of(response)
    assert client.post("/people/delete/", {"name": " Guest-K3x9ab "}).status_code == 302
    guest.refresh_from_db()
    assert DELETED.fullmatch(guest.username) and not guest.is_active and not guest.is_guest


def test_a_name_does_not_replace_a_password(ada, browser, nothing_happens):
    client = browser(ada)
    nothing_happens(lambda: client.post("/people/delete/", {"name": "Ada"}), 422)


def test_a_stranger_and_a_forged_form_delete_nothing(ada, browser, nothing_happens):
    nothing_happens(lambda: browser().post("/people/delete/", {"password": PASSWORD}), 302)
    client = type(browser())(enforce_csrf_checks=True)
    client.force_login(ada)
    nothing_happens(lambda: client.post("/people/delete/", {"password": PASSWORD}), 403)
    nothing_happens(lambda: client.get("/people/delete/", {"password": PASSWORD}), 200)


def test_passwords_cannot_be_tried_for_ever(ada, browser, settings):
    settings.ACCOUNT_RATE_LIMITS = settings._LIMITS
    client = browser(ada)
    statuses = [client.post("/people/delete/", {"password": "wrong"}).status_code for _ in range(6)]
    assert statuses == [422] * 5 + [429]


def test_archives_cannot_be_asked_for_for_ever(start, people, browser, settings):
    start(moves=len(WHOLE.moves))
    settings.ACCOUNT_RATE_LIMITS = settings._LIMITS
    client = browser(people.ada)
    assert [browser().get("/@Ada/records/").status_code for _ in range(6)] == [200] * 5 + [429]
    assert [client.post("/people/export/").status_code for _ in range(11)] == [200] * 10 + [429]


# --- deletion: what is gone ---


def delete(client):
    response = client.post("/people/delete/", {"password": PASSWORD})
    assert response.status_code == 302 and response["Location"] == "/"
    return response


def test_deletion_says_farewell_and_signs_out(ada, browser):
    client = browser(ada)
    delete(client)
    page = client.get("/")
    assert "Your account is deleted." in words_of(page) and "Sign in" in words_of(page)
    assert "_auth_user_id" not in client.session


def everything() -> str:
    """Every value of every row, as text."""
    return repr(all_rows())


def test_no_trace_of_the_person_is_left(ada, people, start, browser):
    User.objects.filter(pk=ada.pk).update(first_name="Augusta", last_name="Lovelace", is_staff=True)
    clients = [browser(), browser()]
    assert all(sign_in(client) for client in clients)
    keys = set(Session.objects.values_list("pk", flat=True))
    start(moves=len(WHOLE.moves), rated=True)
    start(moves=3)
    now = timezone.now()
    create_invitation(GameSettings("numerica"), inviter=ada, now=now, is_listed=True)
    create_invitation(GameSettings("numerica"), inviter=people.ben, invitees=[ada], now=now)
    delete(clients[0])
    ada.refresh_from_db()
    assert DELETED.fullmatch(ada.username)
    assert (ada.email, ada.first_name, ada.last_name, ada.last_login) == ("", "", "", None)
    assert not (
        ada.is_active or ada.is_staff or ada.is_superuser or ada.shows_games or ada.shows_history
    )
    assert not ada.has_usable_password() and ada.date_joined >= now
    for model in (EmailAddress, UserSession, Standing, Highlight):
        assert not model.objects.filter(user=ada).exists()
    assert not keys & set(Session.objects.values_list("pk", flat=True))
    assert not Invitation.objects.exists()
    left = everything()
    assert not any(trace in left for trace in ("'Ada'", "ada@example.org", "Augusta", "Lovelace"))


def test_what_is_not_theirs_stays(ada, people, start, browser):
    start(moves=len(WHOLE.moves), rated=True)
    EmailAddress.objects.create(
        user=people.ben, email="ben@example.org", primary=True, verified=True
    )
    create_invitation(
        GameSettings("numerica"), inviter=people.ben, now=timezone.now(), is_listed=True
    )
    other, client = browser(people.ben), browser(ada)
    before = all_rows()
    delete(client)
    after = all_rows()
    untouched = {
        "games.Game",
        "games.Player",
        "games.PlayedMove",
        "games.Invitation",
        "ratings.RatingChange",
    }
    assert {name: after[name] for name in untouched} == {name: before[name] for name in untouched}
    for name in ("account.EmailAddress", "ratings.Standing", "ratings.Highlight"):
        gone = [row for row in before[name] if row not in after[name]]
        assert all(str(ada.pk) in map(str, row) for row in gone)
    assert Standing.objects.get().user == people.ben and RatingChange.objects.count() == 2
    assert other.get("/people/data/").status_code == 200
    people.ben.refresh_from_db()
    assert people.ben.username == "Ben"


@pytest.mark.slow
def test_the_deleted_cannot_sign_in_or_get_a_new_password(ada, browser):
    here, there = browser(), browser()
    assert sign_in(here) and sign_in(there)
    delete(here)
    ada.refresh_from_db()
    assert "_auth_user_id" not in there.session and there.get("/people/data/").status_code == 302
    for login in ("Ada", "ada@example.org", ada.username):
        for password in (PASSWORD, ada.password, ""):
            assert not sign_in(browser(), login, password)
    browser().post("/accounts/password/reset/", {"email": "ada@example.org"})
    assert mail.outbox == []


def test_a_session_that_the_site_did_not_note_ends_too(ada, browser):
    stray, client = browser(ada), browser()
    UserSession.objects.all().delete()
    assert sign_in(client)
    delete(client)
    assert stray.get("/people/data/").status_code == 302


def test_the_name_is_free_again_and_that_of_the_deleted_is_not(ada, start, browser):
    game = start(moves=len(WHOLE.moves))
    delete(browser(ada))
    form = {"username": "Ada", "email": "ada@example.org", "password1": PASSWORD}
    assert browser().post("/accounts/signup/", form).status_code == 302
    new = User.objects.get(username="Ada")
    assert (
        new.pk != ada.pk
        and not new.seats.exists()
        and not Standing.objects.filter(user=new).exists()
    )
    assert "Ada" not in words_of(browser().get(f"/games/{game.id}/"))
    for name in ("deleted-k3x9ab", "Deleted-1", "DELETED-", "deleted-abc"):
        response = browser().post(
            "/accounts/signup/", form | {"username": name, "email": "x@example.org"}
        )
        assert response.status_code == 200 and "reserved" in words_of(response)


# --- deletion: the games ---


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


def test_on_their_own_turn_they_resign_and_it_counts(ada, people, start, browser):
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


def test_on_the_opponents_turn_they_resign_at_once_as_well(ada, people, start, browser):
    game = start(moves=5, rated=True)
    assert game.players.get(seat=game.turn).user == people.ben
    delete(browser(ada))
    game.refresh_from_db()
    assert (game.termination, game.ply) == ("resign", 6) and game.ended_at
    assert RatingChange.objects.filter(game=game).count() == 2
    assert Standing.objects.get().user == people.ben
    call_command("verify", "--ratings")
    assert replay(browser().get(f"/games/{game.id}/record/").content).fault is None


def test_a_deadline_that_has_passed_comes_first(ada, people, start):
    game = start(moves=1)
    leave_games(user=ada, now=game.deadline_at + timedelta(seconds=1))
    game.refresh_from_db()
    assert game.termination == "time" and game.players.get(user=ada).rank == 1  # it was Ben's turn


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
def test_opponents_are_told(ada, people, start, monkeypatch):
    game, sent = start(moves=2), []

    async def note(group, message):
        sent.append((group, message))

    monkeypatch.setattr(get_channel_layer(), "group_send", note)
    delete_account(ada, timezone.now())
    group = f"game.{game.id}"
    assert (group, {"type": "game.changed", "ply": 3, "group": group}) in sent


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
    form = {"key": "numerica", "to": "name", "name": ada.username, "days_per_move": 3}
    assert client.post("/invitations/new/", form).status_code == 422
    assert client.get(f"/invitations/{offered.id}/").status_code == 404
    assert client.post(f"/invitations/{offered.id}/accept/").status_code == 404
    assert not Invitation.objects.exists()


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


def test_deleting_an_account_twice_changes_nothing_more(ada, start):
    start(moves=3)
    delete_account(ada, timezone.now())
    rows = {name: found for name, found in all_rows().items() if name != "accounts.User"}
    delete_account(ada, timezone.now())
    assert {name: found for name, found in all_rows().items() if name != "accounts.User"} == rows
    assert Player.objects.filter(user=ada).exists()


def test_both_players_may_go(ada, people, start, browser):
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
def test_nothing_is_written_for_whoever_has_gone_meanwhile(ada, people, write):
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
