"""The names that guests choose: marked, by the rules of names, never what somebody has."""

import re
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts import guests, signups
from accounts.models import User
from accounts.names import LOOK_ALIKES, look_expression, look_of
from accounts.services import create_guest
from games.models import GameSettings, Invitation
from games.services.invitations import accept_invitation, create_invitation
from games.services.moves import play_move
from games.services.start import start_game
from numerica_site.limits import LIMITS
from tests.accounts.names import BAD, GOOD
from tests.games.helpers import JSON, all_rows, is_a_sentence, words_of
from tests.games.nasty import NASTY
from tests.tiers import examples

pytestmark = pytest.mark.django_db

PAGE = "/people/name/"
WRONG = [name for name in NASTY if name.strip() and not re.fullmatch(r"[\w-]{3,20}", name, re.A)]


@pytest.fixture
def guest(db) -> User:
    return create_guest()


@pytest.fixture
def made(people) -> Invitation:
    return create_invitation(GameSettings("numerica"), inviter=people.ada, now=timezone.now())


def sign_up_waits(name: str) -> None:
    signups.begin(name=name, email="w@example.org", password="x", guest=None, now=timezone.now())


def fault_of(page: str) -> str:
    """The one sentence beside the field."""
    (said,) = page.partition('<ul class="errorlist"')[2].partition("<li>")[2:]
    return said.partition("</li>")[0]


def refused(client, name: str) -> str:
    """The sentence of a refusal at which nothing changes, apart from the count of tries."""
    before = all_rows()
    answer = client.post(PAGE, {"name": name})
    assert answer.status_code == 422 and all_rows() == before
    return fault_of(answer.content.decode())


# --- which names ---


@pytest.mark.parametrize("name", GOOD)
def test_a_name_that_an_account_may_have_a_guest_may_have_marked(name, guest, browser):
    client = browser(guest)
    assert client.post(PAGE, {"name": name}).status_code == 302
    guest.refresh_from_db()
    assert guest.username == f"guest-{name}" and guest.is_guest


@pytest.mark.parametrize("name", BAD)
def test_a_bad_name_is_refused_with_one_sentence(name, guest, browser):
    assert refused(browser(guest), name).endswith(".")


@pytest.mark.parametrize("name", ["Adm1n", "adm_in", "R0bot", "Eng1ne", "N0-body", "S1ate"])
def test_a_name_that_looks_like_one_of_ours_is_refused(name, guest, browser):
    assert "reserved" in refused(browser(guest), name)


@pytest.mark.parametrize("name", ["Lilian", "lilian", "LiIian", "L1l1an", "Li-lian", "_Lilian_"])
@pytest.mark.parametrize("who", ["an account", "a sign-up that waits", "another guest"])
def test_a_name_that_somebody_has_or_that_looks_like_one_is_refused(who, name, guest, browser):
    if who == "an account":
        User.objects.create_user("Lilian")
    elif who == "another guest":
        User.objects.create_user("guest-Lilian", is_guest=True)
    else:
        sign_up_waits("Lilian")
    said = refused(browser(guest), name)
    assert "Somebody has this name" in said and is_a_sentence(said)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *[("Bernd", "Bemd"), ("vvill", "will"), ("Z0e", "zOE")],
        *[("Ber-nd", "Bernd"), ("Bemd", "Ber_nd"), ("v-vill", "will")],
    ],
)
def test_pairs_that_look_alike_are_one_name(one, other, guest, browser):
    User.objects.create_user(one)
    assert "Somebody has this name" in refused(browser(guest), other)


@pytest.mark.wider
@given(st.text("rRnvVmw0oO1lIi-_e", max_size=20))
@examples(1000)
def test_what_a_name_looks_like_looks_like_nothing_else(name):
    assert look_of(look_of(name)) == look_of(name)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_of_guests_of_before_that_look_alike_now_the_later_is_called_by_chance():
    before = ("accounts", "0019_sealed_second_factors")
    executor = MigrationExecutor(connection)
    latest = executor.loader.graph.leaf_nodes()
    names = ["guest-Ber-nd", "guest-Bernd", "guest-Bemd0", "guest-ev-vi", "guest-Ewi"]
    try:
        executor.migrate([before])
        people = executor.loader.project_state([before]).apps.get_model("accounts", "User").objects
        for name in names:
            people.create(username=name, is_guest=True)
    finally:
        MigrationExecutor(connection).migrate(latest)
    kept = list(User.objects.order_by("pk").values_list("username", flat=True))[:5]
    assert kept[0] == names[0] and kept[2:4] == names[2:4]
    for new in (kept[1], kept[4]):
        assert new not in names and re.fullmatch("guest-[a-z2-9]{10}", new)


@pytest.mark.parametrize("name", [*GOOD, "Bern-1l0", "vvVV__", *(one for one, _ in LOOK_ALIKES)])
def test_the_database_finds_the_same_look(name):
    user = User.objects.create_user(name)
    found = User.objects.alias(look=look_expression("username")).filter(look=look_of(name))
    assert list(found) == [user]


def test_a_sign_up_that_has_expired_keeps_nothing(guest, browser):
    now = timezone.now() - timedelta(days=60)
    signups.begin(name="Zoe", email="z@example.org", password="x", guest=None, now=now)
    assert browser(guest).post(PAGE, {"name": "Zoe"}).status_code == 302


def test_the_name_that_a_guest_signs_up_with_is_kept_for_that_guest(guest, browser):
    now = timezone.now()
    signups.begin(name="Zoe", email="z@example.org", password="x", guest=guest, now=now)
    assert is_a_sentence(refused(browser(create_guest()), "Zoe"))
    assert browser(guest).post(PAGE, {"name": "Zoe"}).status_code == 302
    guest.refresh_from_db()
    assert guest.username == "guest-Zoe" and guest.is_guest


# --- whose, and for how long ---


@pytest.mark.slow
def test_the_name_stands_wherever_the_guest_does_and_ones_own_may_be_written_anew(
    guest, people, browser, django_capture_on_commit_callbacks
):
    game = start_game(
        GameSettings("numerica"), users=[people.ada, guest], seed=bytes(32), now=timezone.now()
    )
    mover = game.players.get(seat=game.turn).user
    play_move(game_id=game.id, user=mover, ply=1, text="pass", now=timezone.now())
    client = browser(guest)
    watching = browser()
    assert guest.username in words_of(watching.get(f"/games/{game.id}/"))
    for name in ("Zoe", "ZOE", "zo-e"):
        with django_capture_on_commit_callbacks(execute=True):
            assert client.post(PAGE, {"name": name})["Location"] == "/"
        for address in (f"/games/{game.id}/", f"/games/{game.id}/live/", "/games/"):
            assert f"guest-{name}" in words_of(watching.get(address)), address
            assert guest.username not in words_of(watching.get(address))
    assert watching.get("/@guest-zo-e/").status_code == 200


@pytest.mark.slow
def test_an_account_may_have_the_name_of_a_guest_who_may_sign_up_with_it_too(guest, browser):
    client = browser(guest)
    client.post(PAGE, {"name": "Zoe"})
    form = {"username": "Zoe", "email": "zoe@example.org", "password1": "seven+eight=15"}
    assert client.post("/people/keep/", form).status_code == 302
    guest.refresh_from_db()
    assert guest.username == "Zoe" and not guest.is_guest


@pytest.mark.slow
def test_a_guest_who_is_deleted_gives_the_name_back(guest, browser):
    client = browser(guest)
    client.post(PAGE, {"name": "Zoe"})
    assert client.post("/people/delete/", {"name": "guest-Zoe"}).status_code == 302
    assert browser(create_guest()).post(PAGE, {"name": "Zoe"}).status_code == 302


def test_only_guests_choose_a_name(people, browser):
    before = all_rows()
    ada, stranger = browser(people.ada), browser()
    for do in (ada.get, lambda address: ada.post(address, {"name": "Zoe"})):
        assert do(PAGE)["Location"] == "/people/settings/"
    for do in (stranger.get, lambda address: stranger.post(address, {"name": "Zoe"})):
        assert do(PAGE)["Location"] == "/accounts/login/?next=/people/name/"
    people.ada.refresh_from_db()
    assert people.ada.username == "Ada" and User.objects.count() == len(before["accounts.User"])


def test_who_has_become_an_account_meanwhile_keeps_that_name(guest):
    User.objects.filter(pk=guest.pk).update(is_guest=False, username="Zoe")
    with pytest.raises(ValidationError, match="Only guests"):
        guests.rename_guest(guest=guest, chosen="Yan", now=timezone.now())
    assert User.objects.get().username == "Zoe"


@pytest.mark.slow
def test_a_guest_chooses_at_most_twenty_names_an_hour(guest, browser, settings):
    settings.ACCOUNT_RATE_LIMITS = LIMITS
    client = browser(guest)
    for number in range(20):
        assert client.post(PAGE, {"name": f"Zoe{number}x"}).status_code == 302
    answer = client.post(PAGE, {"name": "Zoe"})
    assert answer.status_code == 429 and answer["Retry-After"] == "3600"


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("address", ["/", "/people/settings/"])
def test_a_guest_is_led_there_and_an_account_is_not(address, guest, people, browser):
    assert PAGE in browser(guest).get(address).content.decode()
    assert PAGE not in browser(people.ada).get(address).content.decode()


def test_the_archive_finds_the_longest_name(guest, people, browser):
    browser(guest).post(PAGE, {"name": "x" * 20})
    guest.refresh_from_db()
    now = timezone.now()
    game = start_game(GameSettings("numerica"), users=[people.ada, guest], seed=bytes(32), now=now)
    players = [people.ada, guest]
    for ply in (1, 2, 3):  # the third pass ends the game
        user = players[(game.turn + ply - 1) % 2]
        play_move(game_id=game.id, user=user, ply=ply, text="pass", now=now)
    page = browser().get("/games/archive/", {"player": guest.username})
    assert page.status_code == 200 and f"/games/{game.id}/" in page.content.decode()


# --- with a seat ---


def accept(client, made: Invitation, name: str):
    return client.post(f"/invitations/{made.id}/accept/", {"guest_name": name})


@pytest.mark.parametrize("is_new", [True, False])
def test_a_seat_is_taken_under_the_name(is_new, guest, made, browser):
    client = browser(None if is_new else guest)
    assert 'name="guest_name"' in client.get(f"/invitations/{made.id}/").content.decode()
    assert accept(client, made, " Zoe ").status_code == 302
    seated = made.seats.get(seat=1).user
    assert seated.username == "guest-Zoe" and seated.is_guest
    assert (seated == guest) != is_new


@pytest.mark.parametrize("is_new", [True, False])
@pytest.mark.parametrize(
    "name", ["Ada", "ada", "A-da", "Аda", "admin", "x", "<b>", "x" * 5000, *WRONG[::9]]
)
def test_a_wrong_name_takes_no_seat_and_makes_nobody(name, is_new, guest, made, browser):
    client = browser(None if is_new else guest)
    before = all_rows()
    answer = accept(client, made, name)
    assert answer.status_code == 422 and is_a_sentence(_said_of_the_field(answer))
    assert all_rows() == before


def _said_of_the_field(answer) -> str:
    return re.search(r'<ul class="errorlist" [^>]*><li>(.*?)</li>', answer.content.decode())[1]


@pytest.mark.parametrize("is_new", [True, False])
def test_a_wrong_name_is_mended_where_it_was_typed(is_new, guest, made, browser):
    client = browser(None if is_new else guest)
    page = accept(client, made, 'Ada "<b>').content.decode()
    assert 'value="Ada &quot;&lt;b&gt;"' in page and f"/invitations/{made.id}/accept/" in page
    assert 'aria-invalid="true"' in page and "Numerica" in page
    answer = client.post(f"/invitations/{made.id}/accept/", {"guest_name": "Ada"}, **JSON)
    assert answer.status_code == 422 and is_a_sentence(answer.json()["message"])


def test_without_a_name_one_is_made_up_or_kept(guest, made, browser):
    assert accept(browser(guest), made, "").status_code == 302
    assert made.seats.get(seat=1).user.username == guest.username


def test_a_seat_that_is_gone_changes_no_name(guest, made, people, browser):
    accept_invitation(invitation_id=made.id, user=people.ben, now=timezone.now())
    clients = [browser(guest), browser()]
    before = all_rows()
    for client in clients:
        assert accept(client, made, "Zoe").status_code == 409
    assert all_rows() == before


def test_an_account_on_a_page_of_a_guest_keeps_its_name(made, people, browser):
    assert accept(browser(people.ben), made, "Zoe").status_code == 302
    assert made.seats.get(seat=1).user.username == "Ben"


@pytest.mark.slow
def test_the_names_of_seats_are_counted_too(guest, browser, people, settings):
    settings.ACCOUNT_RATE_LIMITS = LIMITS
    made = create_invitation(
        GameSettings("equate", options="players=3"), inviter=people.ada, now=timezone.now()
    )
    client = browser(guest)
    for number in range(20):
        accept(client, made, f"Zoe{number}x")
    assert accept(client, made, "Zoe").status_code == 429
