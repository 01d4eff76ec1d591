"""A guest who signs in is asked whether the guest's games come along, and one press takes them."""

import io
import json
import zipfile

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.models import Note, User
from accounts.relations import are_apart, block, write_note
from accounts.services import create_guest, make_computers
from games.models import Game, GameSettings, Invitation, LearnedStep, PracticeRun, SeenAnswer
from games.services.computer_games import start_against_computers
from games.services.invitations import accept_invitation, create_invitation
from games.services.learning import keep_steps
from games.services.moves import play_move
from games.services.start import start_game
from numerica_site.account_services import take_along
from ratings.models import Standing
from tests.accounts.account_data import PASSWORD, signed_in
from tests.games.helpers import SEED, WHOLE, all_rows, play_record, words_of

pytestmark = pytest.mark.django_db

TAKE, LEAVE = {"take": ""}, {"leave": ""}
PAGE = "/people/games/"


def play(*users: User, moves: int = 0, key: str = "numerica", **more) -> Game:
    """Start a game from the whole recorded game's seed, and play its first `moves` moves."""
    now = timezone.now()
    game = start_game(GameSettings(key, **more), users=users, seed=bytes.fromhex(SEED), now=now)
    play_record(game, users, moves, now)
    game.refresh_from_db()
    return game


def sign_in(client, login="Zoe", **more):
    return client.post("/accounts/login/", {"login": login, "password": PASSWORD, **more})


def seats_of(user: User) -> set[str]:
    return set(user.seats.values_list("game_id", flat=True))


def verified() -> str:
    """Return what the commands print that recompute everything; they fail on a difference."""
    said = io.StringIO()
    for words in (["verify"], ["verify", "--ratings"]):
        call_command(*words, stdout=said)
    return said.getvalue()


# --- signing in ---


@pytest.mark.slow
def test_a_guest_can_sign_in_and_is_asked(guest, zoe, people):
    before = signed_in(guest)
    game = play(before, people.ada)
    assert guest.get("/accounts/login/").status_code == 200
    answer = sign_in(guest, next=f"/games/{game.id}/")
    assert answer.status_code == 302 and answer["Location"].startswith(PAGE)
    assert signed_in(guest) == zoe and seats_of(before) == {game.id}
    said = words_of(guest.get(answer["Location"]))
    assert f"Until now you were {before.username}, now you are Zoe." in said
    assert "1 running game" in said and "finished" not in said.split("?")[1].split("Taken")[0]
    assert f'value="/games/{game.id}/"' in guest.get(answer["Location"]).content.decode()
    assert "Take your guest games along" in words_of(guest.get("/"))


def learn(guest: User, other: User) -> None:
    keep_steps(user=guest, key="numerica", names=["lay"], now=timezone.now())


def practise(guest: User, other: User) -> None:
    now = timezone.now()
    PracticeRun.objects.create(user=guest, key="numerica", begun_at=now, solved=1)


def try_the_puzzle(guest: User, other: User) -> None:
    SeenAnswer.objects.create(user=guest, series="numerica", day=1, seen_at=timezone.now())


def note(guest: User, other: User) -> None:
    write_note(writer=guest, about=other, text="1 + 2", now=timezone.now())


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize(
    ("do", "said", "model"),
    [
        (learn, "What you have learned", LearnedStep),
        (practise, "What you practise", PracticeRun),
        (try_the_puzzle, "Your tries at the puzzles of the days", SeenAnswer),
        (note, "your notes", Note),
    ],
)
def test_a_guest_who_played_no_game_takes_along_what_there_is_besides(
    do, said, model, guest, zoe, people
):
    do(signed_in(guest), people.ada)
    asked = sign_in(guest)["Location"]
    assert said in words_of(guest.get(asked))
    page = guest.post(PAGE, TAKE, follow=True)
    assert "0 games" not in words_of(page)
    owner = "writer" if model is Note else "user"
    assert model.objects.filter(**{owner: zoe}).exists()


def test_a_guest_is_not_told_by_the_question_that_somebody_has_blocked_them(guest, zoe, people):
    before = signed_in(guest)
    block(blocker=people.ada, blocked=before, now=timezone.now())
    learn(before, people.ada)
    asked = sign_in(guest)["Location"]
    said = words_of(guest.get(asked))
    assert "What you have learned" in said and "block" not in said
    guest.post(PAGE, TAKE)
    assert are_apart([people.ada.pk, zoe.pk])


def test_what_others_have_written_down_about_the_guest_is_about_the_account(guest, zoe, people):
    before = signed_in(guest)
    play(before, people.ada)
    for writer, about, text in (
        (people.ada, before, "fast"),
        (people.ben, before, "slow"),
        (people.ben, zoe, "kept"),
    ):
        write_note(writer=writer, about=about, text=text, now=timezone.now())
    sign_in(guest)
    guest.post(PAGE, TAKE)
    kept = Note.objects.filter(about=zoe).values_list("writer__username", "text")
    assert set(kept) == {("Ada", "fast"), ("Ben", "kept")}


def test_a_guest_with_a_wrong_password_stays_the_guest(guest, zoe, people):
    before = signed_in(guest)
    game = play(before, people.ada)
    answer = guest.post("/accounts/login/", {"login": "Zoe", "password": "wrong"})
    assert answer.status_code == 200 and signed_in(guest) == before
    assert seats_of(before) == {game.id}


def test_a_guest_without_games_is_not_asked_to_take_any_along(guest, zoe):
    answer = sign_in(guest, next="/rules/")
    assert guest.get(answer["Location"])["Location"] == "/rules/"
    assert "Take your games" not in words_of(guest.get("/"))


def test_somebody_who_was_no_guest_is_not_asked_to_take_games_along(browser, zoe):
    client = browser()
    assert sign_in(client, next="/rules/")["Location"] == "/rules/"
    before = all_rows()
    for answer in (client.get(PAGE), client.post(PAGE, TAKE)):
        assert answer["Location"] == "/"
    assert {k: v for k, v in all_rows().items() if "essions" not in k} == {
        k: v for k, v in before.items() if "essions" not in k
    }


def test_a_guest_and_a_stranger_take_nothing(guest, browser, people):
    game = play(signed_in(guest), people.ada)
    assert guest.post(PAGE, TAKE)["Location"] == "/"
    assert browser().post(PAGE, TAKE)["Location"].startswith("/accounts/login/")
    assert seats_of(signed_in(guest)) == {game.id}


def test_games_go_to_no_other_guest(guest, people):
    game = play(signed_in(guest), people.ada)
    assert take_along(signed_in(guest), create_guest("guest-other"), timezone.now()) == 0
    assert seats_of(signed_in(guest)) == {game.id}


# --- taking along ---


@pytest.mark.slow
def test_one_press_takes_every_game_along_and_ends_the_guest(guest, browser, zoe, people):
    before = signed_in(guest)
    running = play(before, people.ada, moves=4)
    finished = play(people.ben, before, moves=len(WHOLE.moves))
    sign_in(guest)
    answer = guest.post(PAGE, TAKE | {"next": f"/games/{running.id}/"})
    assert answer["Location"] == f"/games/{running.id}/"
    assert "2 games of the guest are yours now." in words_of(guest.get(answer["Location"]))
    assert seats_of(zoe) == {running.id, finished.id}
    before.refresh_from_db()
    assert not before.is_active and not before.is_guest and before.username.startswith("deleted-")
    for reader in (guest, browser()):
        for game in (running, finished):
            said = words_of(reader.get(f"/games/{game.id}/"))
            assert "Zoe" in said and "guest-" not in said and "deleted-" not in said
    play_record(running, [zoe, people.ada], 6, timezone.now())
    assert guest.post(PAGE, TAKE)["Location"] == "/"


@pytest.mark.slow
def test_tallies_and_plays_to_remember_come_along_exactly(guest, zoe, people):
    before = signed_in(guest)
    for users in ((before, people.ada), (people.ada, before), (zoe, people.ben)):
        play(*users, moves=len(WHOLE.moves))
    play(zoe, people.ben, moves=len(WHOLE.moves), rated=True)
    sign_in(guest)
    guest.post(PAGE, TAKE)
    standing = Standing.objects.get(user=zoe)
    assert (standing.games, standing.wins, standing.losses) == (4, 3, 1)
    assert (standing.points, standing.best_score) == (453 * 3 + 353, 453)
    assert not Standing.objects.filter(user=before).exists()
    assert verified().count(", 0 differences") == 2


@pytest.mark.slow
def test_a_game_against_a_computer_comes_along_with_its_tally(guest, zoe):
    make_computers()
    before, now = signed_in(guest), timezone.now()
    game = start_against_computers(
        GameSettings("numerica"), user=before, computers=["Pebble"], now=now, seed=bytes(32)
    )
    if game.computer_to_move is not None:
        play_move(game_id=game.id, user=game.computer_to_move, ply=1, text="pass", now=now)
        game.refresh_from_db()
    play_move(game_id=game.id, user=before, ply=game.ply + 1, text="resign", now=now)
    sign_in(guest)
    guest.post(PAGE, TAKE)
    assert seats_of(zoe) == {game.id}
    assert Standing.objects.get(user=zoe, key="numerica:computer").losses == 1
    assert verified().count(", 0 differences") == 2


def test_a_game_that_is_annulled_comes_along_and_counts_for_nothing(guest, zoe, people):
    game = play(signed_in(guest), people.ada, moves=len(WHOLE.moves))
    Game.objects.filter(pk=game.pk).update(annulled_at=timezone.now())
    sign_in(guest)
    guest.post(PAGE, TAKE)
    assert seats_of(zoe) == {game.id} and not Standing.objects.filter(user=zoe).exists()


@pytest.mark.slow
def test_a_table_of_both_stays_and_the_guest_resigns_there(guest, zoe, people):
    before = signed_in(guest)
    both = play(before, zoe)
    ended = play(before, zoe, moves=len(WHOLE.moves))
    alone = play(before, people.ada)
    answer = sign_in(guest)
    said = words_of(guest.get(answer["Location"]))
    assert "2 games cannot come along: Zoe sits at their tables too" in said
    guest.post(PAGE, TAKE)
    assert seats_of(zoe) == {both.id, ended.id, alone.id}
    assert seats_of(before) == {both.id, ended.id}
    both.refresh_from_db()
    assert both.termination == "resign" and both.players.get(user=zoe).rank == 1
    assert Standing.objects.get(user=zoe).games == 2
    assert verified().count(", 0 differences") == 2


@pytest.mark.slow
def test_an_open_invitation_comes_along_and_one_of_both_is_undone(guest, zoe, people):
    before, now = signed_in(guest), timezone.now()
    sent = create_invitation(GameSettings("numerica"), inviter=before, now=now, is_listed=True)
    got = create_invitation(
        GameSettings("numerica"), inviter=people.ada, invitees=[before], now=now
    )
    both = create_invitation(GameSettings("numerica"), inviter=before, invitees=[zoe], now=now)
    sign_in(guest)
    guest.post(PAGE, TAKE)
    assert not Invitation.objects.filter(pk=both.pk).exists()
    sent.refresh_from_db()
    assert sent.inviter == zoe and sent.seats.get(seat=0).user == zoe
    game = accept_invitation(invitation_id=got.id, user=zoe, now=now)
    assert seats_of(zoe) == {game.id}
    begun = accept_invitation(invitation_id=sent.id, user=people.ben, now=now)
    assert {player.user for player in begun.players.all()} == {zoe, people.ben}


def test_games_left_behind_are_not_asked_about_again(guest, zoe, people):
    before = signed_in(guest)
    game = play(before, people.ada)
    sign_in(guest)
    guest.post(PAGE, LEAVE)
    assert seats_of(before) == {game.id} and seats_of(zoe) == set()
    assert guest.post(PAGE, TAKE)["Location"] == "/" and seats_of(before) == {game.id}
    before.refresh_from_db()
    assert before.is_guest and before.is_active


@pytest.mark.slow
def test_the_next_person_of_this_browser_takes_nothing(guest, zoe, people):
    before = signed_in(guest)
    game = play(before, people.ada)
    sign_in(guest)
    guest.post("/accounts/logout/")
    User.objects.create_user("Yan", "yan@example.org", PASSWORD)
    sign_in(guest, "Yan")
    guest.post(PAGE, TAKE)
    assert seats_of(before) == {game.id}


def test_the_guests_other_sessions_end(guest, browser, zoe, people):
    before = signed_in(guest)
    play(before, people.ada)
    other = browser(before)
    sign_in(guest)
    guest.post(PAGE, TAKE)
    assert other.get("/people/settings/")["Location"].startswith("/accounts/login/")


@pytest.mark.slow
def test_only_the_new_owner_sees_the_rack_that_came_along(guest, browser, zoe, people):
    before = signed_in(guest)
    game = play(before, people.ada)
    rack = game.position.racks[0]
    sign_in(guest)
    guest.post(PAGE, TAKE)
    for reader, sees in ((guest, True), (browser(people.ada), False), (browser(), False)):
        html = reader.get(f"/games/{game.id}/").content.decode()
        assert (f'data-tiles="{" ".join(rack)} "' in html) == sees


@pytest.mark.slow
def test_the_export_has_the_games_that_came_along(guest, zoe, people):
    game = play(signed_in(guest), people.ada)
    sign_in(guest)
    guest.post(PAGE, TAKE)
    with zipfile.ZipFile(io.BytesIO(guest.post("/people/export/").getvalue())) as archive:
        told = json.loads(archive.read("account.json"))["games"]
    assert [one["id"] for one in told] == [game.id]
