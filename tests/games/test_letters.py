"""What a mail says: in text, in HTML and as a picture; in its reader's language; nothing hidden."""

import re
from email.utils import parseaddr
from html.parser import HTMLParser
from io import StringIO
from types import SimpleNamespace

import pytest
from django.core import mail
from django.utils import timezone

from accounts.models import User
from games.management.commands.play import Command
from games.models import GameSettings
from games.services.invitations import create_invitation

from .canary import Canary
from .helpers import WHOLE
from .mailed import confirm, deliver, swap

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def confirmed(people):
    confirm(people.ada, people.ben)


def parts(message) -> dict[str, object]:
    """The parts of a mail as it is sent, by type."""
    return {part.get_content_type(): part for part in message.message().walk()}


def html_of(message) -> str:
    return parts(message)["text/html"].get_payload(decode=True).decode()


class Resources(HTMLParser):
    """What an HTML fetches by itself."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found += [value for name, value in attrs if name in ("src", "srcset", "background")]
        self.found += [dict(attrs)["href"]] if tag == "link" else []


@pytest.fixture
def turn(game, people):
    """The mail that tells Ben that it is his turn."""
    swap(game, people.ada)
    deliver()
    [message] = [one for one in mail.outbox if one.to == ["ben@example.org"]]
    return message


@pytest.mark.slow
def test_links_lead_to_where_the_site_was_told_to_be_served(game, people, settings):
    settings.HAS_SITE_URL = False
    served = SimpleNamespace(listening_addresses=[("127.0.0.1", 8123)])
    Command(stdout=StringIO())._say_address(served, "127.0.0.1")
    swap(game, people.ada)
    deliver()
    assert f"http://localhost:8123/games/{game.id}/" in mail.outbox[-1].body


def test_a_turn_is_told_with_its_game_its_link_and_who_plays(turn, game):
    assert turn.subject == "Numerica: It is your turn in Numerica against Ada."
    for text in (turn.body, html_of(turn)):
        assert "Hello Ben," in text and f"http://localhost:8000/games/{game.id}/" in text
        assert "It is your turn in Numerica against Ada." in text
        assert "Ada swapped 1 tile" in text


def test_the_board_comes_as_a_picture_with_words_and_in_text_as_rows(turn):
    picture = parts(turn)["image/png"]
    assert picture["Content-ID"] == "<board>" and 'src="cid:board"' in html_of(turn)
    assert picture.get_payload(decode=True).startswith(b"\x89PNG")
    words = re.search(r'alt="([^"]+)"', html_of(turn))[1]
    assert words == "The board of Numerica after move 1. Ada 0, Ben 0."
    assert "15 . . ." in turn.body and "A B C D" in turn.body


def test_nothing_is_fetched_from_anywhere(turn):
    assert Resources(html_of(turn)).found == ["cid:board"]


def test_a_mail_can_be_ended_by_one_press_and_says_that_a_machine_wrote_it(turn):
    said = turn.message()
    [link] = re.findall(r"<(http://localhost:8000/people/mails/\S+/)>", said["List-Unsubscribe"])
    assert said["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert said["Auto-Submitted"] == "auto-generated" and link in turn.body


def test_no_rack_is_in_a_mail_not_even_the_readers_own(people, start, monkeypatch):
    canary = Canary.of(WHOLE)
    canary.put_on(monkeypatch)
    game = start()
    state = game.position
    deliver()
    [message] = mail.outbox
    sent = message.message().as_bytes() + message.body.encode() + html_of(message).encode()
    assert canary.seen_in(sent) == set()
    assert state.racks[0] and game.seed.encode() not in sent


@pytest.mark.slow
def test_how_a_game_ended_is_told_with_result_and_rating(start, people):
    game = start(rated=True, moves=len(WHOLE.moves))
    assert game.ended_at is not None
    deliver()
    [told] = [one for one in mail.outbox if one.to == ["ada@example.org"]]
    assert "You won" in told.subject and "Your rating: 1216 (+16.00)" in told.subject
    assert f"/games/{game.id}/" in told.body and "image/png" in parts(told)


def test_an_invitation_leads_to_its_page_and_has_no_board(people):
    made = create_invitation(
        GameSettings("numerica"), inviter=people.ada, invitees=[people.ben], now=timezone.now()
    )
    deliver()
    [message] = mail.outbox
    assert f"http://localhost:8000/invitations/{made.id}/" in message.body
    assert "image/png" not in parts(message)


# --- languages ---


def test_a_mail_is_in_the_language_that_was_set(game, people):
    User.objects.filter(pk=people.ada.pk).update(language="de")
    deliver()
    [message] = mail.outbox
    assert message.subject == "Numerica: Du bist am Zug: Numerica gegen Ben."
    assert '<html lang="de">' in html_of(message)


@pytest.mark.slow
def test_where_none_was_set_it_is_that_of_the_last_page(game, people, browser):
    browser(people.ada).get("/about/", headers={"Accept-Language": "de"})
    deliver()
    assert mail.outbox[0].subject == "Numerica: Du bist am Zug: Numerica gegen Ben."
    browser(people.ada).get("/about/", headers={"Accept-Language": "en"})
    assert User.objects.get(pk=people.ada.pk).read_in == "en"


def test_a_page_in_the_sites_own_language_writes_nothing(
    people, browser, django_assert_num_queries
):
    client = browser(people.ada)
    client.get("/about/")
    with django_assert_num_queries(3):  # the session, the person, the bell
        client.get("/about/")


# --- hostile names ---


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("line_break", ["\r\n", "\n", "\r", "\u2028"])
def test_a_name_with_a_line_break_makes_no_header(game, people, line_break):
    evil = f"Eve{line_break}Bcc: eve@example.org{line_break}{line_break}<b>hi</b>"
    User.objects.filter(pk=people.ben.pk).update(username=evil)
    deliver()
    [message] = mail.outbox
    said = message.message()
    assert said["Bcc"] is None and message.recipients() == ["ada@example.org"]
    assert "Bcc: eve@example.org" in message.subject and "\n" not in message.subject
    assert "<b>hi" not in html_of(message) and "&lt;b&gt;hi" in html_of(message)


def test_the_sender_is_the_site(turn):
    assert parseaddr(turn.message()["From"])[0] == "Numerica"
