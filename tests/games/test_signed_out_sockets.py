"""A sign-in that ends, however and wherever, takes the person's open sockets with it."""

import asyncio
import re

import pytest
from allauth.account.models import EmailAddress
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts import services as people_services
from accounts.models import User
from games import notifications
from games.live import sockets
from games.live.hub import hub
from games.models import GameSettings
from games.services.invitations import accept_invitation, create_invitation
from games.services.seeds import new_seed
from games.services.start import start_game
from tests.second_factor import use_second_factor

from .helpers import WHOLE
from .sockets import PATIENCE, Socket, play, rack

pytestmark = pytest.mark.django_db(transaction=True)

FIRST, SECOND = WHOLE.moves[0].text, WHOLE.moves[1].text
OLD, NEW = "seven+eight=15", "nine+eight=17!"


@pytest.fixture
def ben(people) -> User:
    people.ben.set_password(OLD)
    people.ben.save()
    return people.ben


@pytest.fixture
def sign_in(ben):
    """Sign Ben in at one more browser, as he does it himself."""

    def signed_in() -> Client:
        client = Client()
        answer = client.post("/accounts/login/", {"login": "Ben", "password": OLD})
        assert answer.status_code == 302
        return client

    return signed_in


@pytest.fixture
def staff(moderator) -> Client:
    return moderator


@pytest.fixture
def paths(game, people, start):
    """Every kind of page that has a socket, for Ben."""
    now = timezone.now()
    over = start(moves=len(WHOLE.moves))
    made = create_invitation(
        GameSettings("numerica"), inviter=people.ada, invitees=[people.ben], now=now
    )
    other = start_game(
        GameSettings("numerica"), users=[people.ada, people.cleo], seed=new_seed(), now=now
    )
    return {
        "table": f"/ws/games/{game.id}/?ply=0",
        "first page": "/ws/tv/?page=home",
        "watched table": f"/ws/games/{other.id}/?ply=0",
        "review": f"/ws/games/{over.id}/review/",
        "invitation": f"/ws/invitations/{made.id}/",
    }


# --- every way in which a sign-in ends ---


def signs_out(ben, clients, staff):
    clients[0].post("/accounts/logout/")


def signs_out_in_the_admin(ben, clients, staff):
    User.objects.filter(pk=ben.pk).update(is_staff=True)
    use_second_factor(clients[0], ben)
    assert clients[0].post("/staff/logout/").status_code in (200, 302)


def signs_out_elsewhere(ben, clients, staff):
    assert clients[1].post("/accounts/sessions/").status_code == 302


def changes_the_password(ben, clients, staff):
    said = {"oldpassword": OLD, "password1": NEW, "password2": NEW}
    assert clients[1].post("/accounts/password/change/", said).status_code == 302


def resets_the_password(ben, clients, staff):
    stranger = Client()
    EmailAddress.objects.create(user=ben, email=ben.email, verified=True, primary=True)
    stranger.post("/accounts/password/reset/", {"email": ben.email})
    link = re.search(r"/accounts/password/reset/key/\S+", mail.outbox[-1].body)[0]
    page = stranger.get(link)
    said = {"password1": NEW, "password2": NEW}
    assert stranger.post(page["Location"], said).status_code == 302


def deletes_the_account(ben, clients, staff):
    assert clients[1].post("/people/delete/", {"password": OLD}).status_code == 302


def is_closed_at_the_desk(ben, clients, staff):
    said = {"kind": "close", "reason": "1 + 1 = 3", "hours": "24"}
    assert staff.post(f"/desk/{ben.pk}/act/", said).status_code == 302


def is_banned_by_the_service(ben, clients, staff):
    people_services.ban([ben.pk])


def gets_another_password_from_the_staff(ben, clients, staff):
    said = {"password1": NEW, "password2": NEW, "usable_password": "true"}
    address = f"/staff/accounts/user/{ben.pk}/password/"
    assert staff.post(address, said).status_code == 302


WAYS = [
    signs_out,
    signs_out_in_the_admin,
    signs_out_elsewhere,
    changes_the_password,
    resets_the_password,
    deletes_the_account,
    is_closed_at_the_desk,
    is_banned_by_the_service,
    gets_another_password_from_the_staff,
]
BANS = [is_closed_at_the_desk, is_banned_by_the_service]


@pytest.mark.slow
@pytest.mark.parametrize("ends", WAYS, ids=lambda way: way.__name__)
async def test_every_open_socket_of_the_person_is_closed_before_anything_more_is_shown(
    ends, ben, sign_in, staff, paths, people, browser
):
    """The first browser loses its sign-in in each of these ways; nobody moves meanwhile."""
    clients = [await sync_to_async(sign_in)() for _ in range(2)]
    ada = await sync_to_async(browser)(people.ada)
    own = {name: await Socket(path, clients[0]).open() for name, path in paths.items()}
    others = [await Socket(paths["table"], client).open() for client in (ada, None)]
    await sync_to_async(ends)(ben, clients, staff)
    codes = {name: await socket.closed() for name, socket in own.items()}
    assert codes == dict.fromkeys(paths, sockets.SIGNED_OUT)
    for socket in others:
        frames = await socket.everything()
        assert not any("websocket.close" in frame for frame in frames)
        await socket.disconnect()


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("ends", BANS, ids=lambda way: way.__name__)
def test_who_is_banned_is_signed_out_everywhere_and_cannot_sign_in(ends, ben, sign_in, staff):
    clients = [sign_in() for _ in range(2)]
    ends(ben, clients, staff)
    ben.refresh_from_db()
    assert not ben.is_active
    for client in clients:
        assert client.get("/people/settings/").status_code == 302
        assert not Session.objects.filter(pk=client.cookies["sessionid"].value).exists()
    again = Client()
    again.post("/accounts/login/", {"login": "Ben", "password": OLD})
    assert again.get("/people/settings/").status_code == 302


@pytest.mark.slow
async def test_signing_out_elsewhere_leaves_the_sockets_that_are_here(ben, sign_in, game, staff):
    clients = [await sync_to_async(sign_in)() for _ in range(2)]
    path = f"/ws/games/{game.id}/?ply=0"
    there, here = [await Socket(path, client).open() for client in clients]
    await sync_to_async(signs_out_elsewhere)(ben, clients, staff)
    assert await there.closed() == sockets.SIGNED_OUT
    await play(game, FIRST)
    assert rack(await here.shown())
    await here.disconnect()


async def test_a_guest_who_signs_out_takes_the_sockets_along(people, game, browser):
    client = await sync_to_async(browser)()
    await sync_to_async(client.post)("/people/guest/")
    page = await Socket(f"/ws/games/{game.id}/?ply=0", client).open()
    await sync_to_async(client.post)("/accounts/logout/")
    assert await page.closed() == sockets.SIGNED_OUT


async def test_a_new_secret_key_leaves_everybody_signed_in_at_their_open_pages(
    ben, sign_in, game, settings
):
    """The page comes back by itself after the restart; a guest who lost the session lost all."""
    client = await sync_to_async(sign_in)()
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another" * 10
    page = await Socket(f"/ws/games/{game.id}/?ply=0", client).open()
    await play(game, FIRST)
    assert rack(await page.shown())
    assert await Session.objects.acount() == 1
    await page.disconnect()


# --- where no message comes through ---


def is_banned_behind_our_back(ben: User) -> None:
    User.objects.filter(pk=ben.pk).update(is_active=False)


def has_another_password(ben: User) -> None:
    ben.set_password(NEW)
    ben.save()


def has_no_session(ben: User) -> None:
    Session.objects.all().delete()


def has_a_session_that_is_over(ben: User) -> None:
    Session.objects.update(expire_date=timezone.now())


BEHIND_OUR_BACK = [
    is_banned_behind_our_back,
    has_another_password,
    has_no_session,
    has_a_session_that_is_over,
]


@pytest.mark.parametrize("ends", BEHIND_OUR_BACK, ids=lambda way: way.__name__)
async def test_a_seat_is_shown_nothing_when_the_user_may_not_look_any_more(
    ends, ben, sign_in, game
):
    """The session's row alone says nothing: a ban and a password leave it where it is."""
    page = await Socket(f"/ws/games/{game.id}/?ply=0", await sync_to_async(sign_in)()).open()
    await sync_to_async(ends)(ben)
    await play(game, FIRST)
    frames = await page.until("websocket.close")
    assert str(sockets.SIGNED_OUT) in frames[-1]
    assert not any('id="live"' in frame or "data-tiles" in frame for frame in frames)


@pytest.mark.parametrize("ends", BEHIND_OUR_BACK, ids=lambda way: way.__name__)
async def test_an_invitation_is_not_told_to_who_may_not_look_any_more(
    ends, ben, sign_in, people, browser
):
    """It would say where the game is."""
    made = await sync_to_async(create_invitation)(
        GameSettings("numerica"), inviter=people.ada, invitees=[people.ben], now=timezone.now()
    )
    path = f"/ws/invitations/{made.id}/"
    page = await Socket(path, await sync_to_async(sign_in)()).open()
    await page.receive_from(timeout=PATIENCE)
    await sync_to_async(ends)(ben)
    group = notifications.invitation_group(made.id)
    await get_channel_layer().group_send(group, {"type": "invitation.changed", "group": group})
    *told, _close = await page.until("websocket.close")
    assert all('id="bell"' in one for one in told)  # what it was told when it came


@pytest.mark.slow
@pytest.mark.parametrize("name", ["table", "first page", "watched table", "review", "invitation"])
@pytest.mark.parametrize("ends", BEHIND_OUR_BACK, ids=lambda way: way.__name__)
async def test_the_heartbeat_closes_what_no_message_closed(
    ends, name, ben, sign_in, paths, monkeypatch
):
    monkeypatch.setattr(hub, "heartbeat", 0.2)
    page = await Socket(paths[name], await sync_to_async(sign_in)()).open()
    await sync_to_async(ends)(ben)
    assert await page.closed() == sockets.SIGNED_OUT


async def test_the_heartbeat_finds_what_an_invitations_page_was_not_told(
    people, browser, monkeypatch
):
    monkeypatch.setattr(hub, "heartbeat", 0.05)
    made = await sync_to_async(create_invitation)(
        GameSettings("numerica"), inviter=people.ada, now=timezone.now()
    )
    client = await sync_to_async(browser)(people.ada)
    page = await Socket(f"/ws/invitations/{made.id}/", client).open()
    await page.receive_from(timeout=PATIENCE)
    layer = get_channel_layer()
    layer.groups.clear()
    await sync_to_async(accept_invitation)(
        invitation_id=made.id, user=people.ben, now=timezone.now()
    )
    assert 'data-go="/games/' in await page.receive_from(timeout=PATIENCE)
    await page.disconnect()


@pytest.mark.slow
async def test_a_beat_that_fails_is_not_the_last(start, monkeypatch):
    """The channel layer may be away for a while, or the database."""
    monkeypatch.setattr(hub, "heartbeat", 0.05)
    game = await sync_to_async(start)(moves=1)
    page = await Socket(f"/ws/games/{game.id}/?ply=1").open()
    await page.watching("1 watching")
    layer = get_channel_layer()
    layer.groups = None  # joining a group now fails
    await asyncio.sleep(0.3)
    layer.groups = {}
    await play(game, SECOND)
    assert "data-ply" in await page.shown()
    await page.disconnect()
