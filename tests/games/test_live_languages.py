"""Two people look at the same game at the same moment, each in their own language."""

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone, translation

from accounts.models import User
from games.live import fragments
from games.models import GameSettings
from games.services.invitations import create_invitation, decline_invitation

from .helpers import WHOLE
from .sockets import Socket, play, squares

pytestmark = pytest.mark.django_db(transaction=True)

FIRST = WHOLE.moves[0].text


async def test_spectators_of_one_game_get_their_own_words_and_signs_live(game, people, browser):
    cleo = await sync_to_async(browser)(people.cleo)
    guest = browser()
    guest.cookies["language"] = "de"
    path = f"/ws/games/{game.id}/?ply=0"
    english = await Socket(path, language=b"en").open()
    german = await Socket(path, language=b"de-DE,de;q=0.9,en;q=0.8").open()
    chosen = await Socket(path, cleo, language=b"en").open()
    with_cookie = await Socket(path, guest, language=b"en").open()
    old_page = await Socket(f"{path}&lang=en", guest, language=b"de").open()
    pages = (english, german, chosen, with_cookie, old_page)
    await play(game, FIRST)
    frames = [await page.shown() for page in pages]
    assert [squares(frame) for frame in frames] == [squares(frames[0])] * 5
    assert frames[0] == frames[2] == frames[4] != frames[1] == frames[3]
    assert "to move" in frames[0] and "am Zug" not in frames[0]
    assert "am Zug" in frames[1] and "to move" not in frames[1]
    for page in pages:
        await page.disconnect()


async def test_an_account_has_its_language_on_a_socket_too(game, people, browser):
    await sync_to_async(User.objects.filter(pk=people.cleo.pk).update)(language="de")
    cleo = await sync_to_async(browser)(people.cleo)
    page = await Socket(f"/ws/games/{game.id}/?ply=0", cleo, language=b"en").open()
    await page.watching("1 schaut zu")
    await play(game, FIRST)
    assert "am Zug" in await page.shown()
    await page.disconnect()


async def test_invitations_and_rematches_are_told_in_the_readers_language(people, browser):
    invitation = await sync_to_async(create_invitation)(
        GameSettings("numerica"), inviter=people.ada, invitees=[people.ben], now=timezone.now()
    )
    path = f"/ws/invitations/{invitation.id}/"
    pages = [await Socket(path, language=language).open() for language in (b"de", b"en")]
    for page in pages:
        await page.receive_from(timeout=20)
    await sync_to_async(decline_invitation)(
        invitation_id=invitation.id, user=people.ben, now=timezone.now()
    )
    german, english = [await page.receive_from(timeout=20) for page in pages]
    assert "abgelehnt" in german and "declined" in english
    for page in pages:
        await page.disconnect()


def test_a_fragment_is_kept_for_each_language(start):
    game = start(moves=3)
    shown = {}
    for _again in range(2):
        for language in ("en", "de"):
            with translation.override(language):
                frame = fragments.live_fragment(game.id, 3, None, "whole")
            assert shown.setdefault(language, frame) == frame
    assert shown["en"] != shown["de"] and fragments.kept() == 2
