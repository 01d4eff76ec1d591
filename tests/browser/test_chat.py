"""Talking at a table: two players and a spectator, by mouse, keys and phone."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts import relations
from accounts.models import User
from games.models import ChatLine, ChatRoom, GameSettings
from games.services.start import start_game
from tests.browser import table
from tests.browser.axe import violations
from tests.browser.keys import press
from tests.browser.positions import SEED
from tests.browser.sockets import breakable_socket


@pytest.fixture
def people():
    made = [
        User.objects.create_user(name, f"{name}@example.org") for name in ("Ada", "Ben", "Cleo")
    ]
    User.objects.update(date_joined=timezone.now() - timedelta(days=2))
    return made


@pytest.fixture
def game(people):
    return start_game(GameSettings("numerica"), users=people[:2], seed=SEED, now=timezone.now())


def opened(page, game):
    table.open_table(page, game)
    return page


def open_chat(page):
    page.locator("#chat > summary").click()
    expect(page.locator("#chat .talk").first).to_be_visible()
    return page.locator("#chat .lines").first


def write(page, words, room="players"):
    page.locator(f"#words-{room}").fill(words)
    page.locator(f"#words-{room}").press("Enter")


def lines(page, room="players"):
    return page.locator(f"#chat-{room} li bdi")


def test_c_opens_the_chat_where_nothing_has_the_focus_and_writes_where_a_field_has(
    reader, people, game
):
    page = opened(reader(people[0]), game)
    page.locator("#move").fill("")
    page.locator("#move").press("c")
    expect(page.locator("#move")).to_have_value("c")
    expect(page.locator("#chat .talk")).to_have_count(0)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("c")
    expect(page.locator("#chat .talk").first).to_be_visible()


def test_players_talk_and_who_watches_does_not_hear_it(reader, people, game):
    ada, ben, cleo = [opened(reader(person), game) for person in people]
    for page in (ada, ben, cleo):
        open_chat(page)
    write(ada, "<b>Hello</b> Ben https://example.org/")
    for page in (ada, ben):
        expect(lines(page)).to_have_text(["<b>Hello</b> Ben https://example.org/"])
        expect(page.locator("#chat-players a[href*=example]")).to_have_count(0)
    expect(ada.locator("#words-players")).to_have_value("")
    table.press(ben.get_by_role("button", name="Good luck!"))
    expect(lines(ada)).to_have_text(["<b>Hello</b> Ben https://example.org/", "Good luck!"])
    write(cleo, "Who wins?", "spectators")
    expect(lines(cleo, "spectators")).to_have_text(["Who wins?"])
    expect(cleo.locator("#chat-players")).to_have_count(0)
    expect(ada.locator("#chat-spectators")).to_have_count(0)
    table.post_move(ada.context.request, game, "resign", 1)
    for page in (ada, ben):
        expect(lines(page, "spectators")).to_have_text(["Who wins?"])
        expect(lines(page)).to_have_count(2)
    expect(cleo.locator("#chat-players")).to_have_count(0)


def test_a_closed_chat_counts_what_is_unread_and_remembers_what_was_read(reader, people, game):
    ada, ben = [opened(reader(person), game) for person in people[:2]]
    count = ben.locator("#chat-count")
    expect(count).to_be_empty()
    open_chat(ada)
    for number in (1, 2):
        write(ada, f"line {number}")
        expect(count).to_have_text(f"{number} unread")
    opened(ben, game)
    expect(count).to_have_text("2 unread")
    open_chat(ben)
    expect(count).to_be_empty()
    expect(lines(ben)).to_have_text(["line 1", "line 2"])
    opened(ben, game)
    ben.locator("#chat > summary").click()
    expect(lines(ben)).to_have_count(2)
    expect(count).to_be_empty()


def test_on_a_phone_the_head_of_the_page_says_what_is_unread_and_leads_to_the_start_of_the_chat(
    reader, people, game
):
    ada, ben = opened(reader(people[0]), game), opened(reader(people[1], **table.PHONE), game)
    mark = ben.get_by_role("link", name="Chat: 1 unread")
    open_chat(ada)
    for number in (1, 2):
        write(ada, f"line {number}")
        expect(mark).to_be_in_viewport(ratio=0.9)
        mark.tap()
        expect(lines(ben)).to_have_count(number)
        for part in ("#chat > summary", "#chat .lines"):
            expect(ben.locator(part)).to_be_in_viewport(ratio=1)
        expect(mark).to_be_hidden()
        ben.evaluate("scrollTo(0, 0)")  # it is open, and is seen no more
    assert violations(ben) == []


def test_words_of_who_is_blocked_are_not_counted(reader, people, game):
    ada, ben, cleo = people
    relations.block(blocker=cleo, blocked=ben, now=timezone.now())
    for number, author in enumerate((ada, ben, ada, ben), start=1):
        words = {"author": author, "room": "spectators", "text": f"{number}", "number": number}
        ChatLine.objects.create(game=game, said_at=timezone.now(), **words)
    ChatRoom.objects.create(game=game, room="spectators", last_number=4)
    page = opened(reader(cleo), game)
    count = page.locator("#chat-count")
    expect(count).to_have_text("2 unread")
    open_chat(page)
    expect(lines(page, "spectators")).to_have_text(["1", "3"])
    expect(count).to_be_empty()
    opened(page, game)
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    expect(count).to_be_empty()


def test_what_was_missed_while_the_line_was_down_comes_when_it_is_back(reader, people, game):
    ada, ben = reader(people[0]), reader(people[1])
    socket = breakable_socket(ben)
    for page in (ada, ben):
        opened(page, game)
        open_chat(page)
    write(ada, "one")
    expect(lines(ben)).to_have_text(["one"])
    socket["is_deaf"] = True
    for number, words in enumerate(("two", "three"), start=2):
        write(ada, words)
        expect(lines(ada)).to_have_count(number)
    expect(lines(ben)).to_have_count(1)
    socket["is_deaf"] = False
    write(ada, "four")
    expect(lines(ben)).to_have_text(["one", "two", "three", "four"])
    socket["links"][-1].close(code=1012)
    write(ada, "five")
    expect(lines(ben)).to_have_text(["one", "two", "three", "four", "five"])


def test_who_talks_too_fast_is_told_and_keeps_what_was_typed(reader, people, game):
    ada = opened(reader(people[0]), game)
    open_chat(ada)
    for number in range(1, 6):
        write(ada, f"{number}")
        expect(lines(ada)).to_have_count(number)
    write(ada, "six")
    expect(ada.locator("#said-players")).to_contain_text("At most 5 lines in 10 seconds")
    expect(ada.locator("#words-players")).to_have_value("six")
    expect(lines(ada)).to_have_count(5)


NOTE_CHANGES = """list => {
    window.changes = [];
    new MutationObserver((all) => changes.push(...all)).observe(list, { childList: true, subtree: true, characterData: true });
}"""


def test_what_was_said_is_not_written_anew_each_second(reader, people, game):
    """It is a log: what changes in it is read out."""
    ada = reader(people[0])
    ada.clock.install()
    opened(ada, game)
    open_chat(ada)
    write(ada, "one")
    time = ada.locator("#chat-players time[data-local]")
    expect(time).not_to_contain_text("UTC")
    ada.clock.run_for(1100)
    ada.locator("#chat-players").evaluate(NOTE_CHANGES)
    ada.clock.run_for(5000)
    assert ada.evaluate("changes.length") == 0
    write(ada, "two")
    expect(lines(ada)).to_have_text(["one", "two"])
    assert ada.evaluate("changes.length") > 0


def test_c_opens_the_chat_and_escape_leads_back_to_the_board(reader, people, game):
    ada = opened(reader(people[0]), game)
    ada.locator("#board .sq").first.focus()
    press(ada, "c")
    expect(ada.locator("#words-players")).to_be_focused()
    ada.keyboard.type("cc ? e 1")
    expect(ada.locator("#words-players")).to_have_value("cc ? e 1")
    expect(ada.locator("#move")).to_have_value("")
    press(ada, "Enter")
    expect(lines(ada)).to_have_text(["cc ? e 1"])
    assert violations(ada) == []
    press(ada, "Escape")
    expect(ada.locator('#board .sq[tabindex="0"]')).to_be_focused()
    expect(ada.locator("#chat")).not_to_have_attribute("open", "")
    press(ada, "?")
    expect(ada.locator("#keys-dialog")).to_contain_text("open the chat")


def test_a_chat_that_was_pressed_open_is_used_at_once_and_escape_leads_back_to_it(
    reader, people, game
):
    """What is refused on the board because it has only just come is about moves, not about words."""
    ada = opened(reader(people[0]), game)
    ada.locator("#chat summary").click()
    ada.locator("#chat .phrases button").first.click()
    expect(lines(ada)).to_have_count(1)
    ada.keyboard.press("Escape")
    expect(ada.locator("#chat summary")).to_be_focused()
    expect(ada.locator("#chat")).not_to_have_attribute("open", "")


@pytest.mark.parametrize("where", ["this table", "everywhere"])
def test_the_chat_is_put_away_and_comes_back(reader, people, game, where):
    names = {"this table": "Hide the chat of this table", "everywhere": "Switch all chat off"}
    back = {"this table": "Show it", "everywhere": "Switch it on"}
    ada, ben = [opened(reader(person), game) for person in people[:2]]
    for page in (ada, ben):
        open_chat(page)
    table.press(ben.get_by_role("button", name=names[where]))
    expect(ben.locator("#chat .talk")).to_have_count(0)
    write(ada, "Are you there?")
    expect(lines(ada)).to_have_count(1)
    opened(ben, game)
    expect(ben.locator("#chat-count")).to_be_empty()
    ben.locator("#chat > summary").click()
    table.press(ben.get_by_role("button", name=back[where]))
    expect(lines(ben)).to_have_text(["Are you there?"])


def test_a_guest_presses_phrases_and_reads_why_there_is_no_more(reader, people, game):
    guest = User.objects.create_user("guest-zoe", is_guest=True)
    page = opened(reader(guest, **table.PHONE), game)
    open_chat(page)
    expect(page.locator("#chat")).to_contain_text("Guests say these phrases only.")
    expect(page.locator("#chat input[name=text]")).to_have_count(0)
    table.press(page.get_by_role("button", name="Good game!"))
    expect(lines(page, "spectators")).to_have_text(["Good game!"])


@pytest.mark.parametrize("size", [(360, 640), (640, 360), (768, 1024), (1440, 900)])
def test_the_chat_never_covers_the_board(reader, people, game, size):
    width, height = size
    ada = opened(reader(people[0], width, height), game)
    before = ada.locator("#board").bounding_box()
    for number in range(1, 4):
        ChatLine.objects.create(
            game=game,
            room="players",
            number=number,
            author=people[1],
            text="long " * 90,
            said_at=timezone.now(),
        )
    open_chat(ada)
    expect(lines(ada)).to_have_count(3)
    ada.evaluate("scrollTo(0, 0)")
    assert ada.locator("#board").bounding_box() == before
    covered = ada.evaluate(
        """() => [...document.querySelectorAll("#board .sq")].filter((square) => {
            const { x, y, width, height } = square.getBoundingClientRect();
            const top = document.elementFromPoint(x + width / 2, y + height / 2);
            return top?.closest("#chat");
        }).length"""
    )
    assert covered == 0
    assert ada.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_without_script_the_chat_has_a_page_of_its_own(reader, people, game):
    ada = reader(people[0], java_script_enabled=False)
    ada.goto(f"/games/{game.id}/")
    ada.locator("#chat > summary").click()
    ada.get_by_role("link", name="The chat on a page of its own").click()
    ada.locator("#words-players").fill("Hello")
    ada.get_by_role("button", name="Send").click()
    expect(lines(ada)).to_have_text(["Hello"])
    ada.get_by_role("button", name="Good luck!").click()
    expect(lines(ada)).to_have_text(["Hello", "Good luck!"])
    ada.get_by_role("link", name="To the table").click()
    expect(ada.locator("#board")).to_be_visible()


def test_a_line_that_could_not_be_sent_is_told_beside_its_field_and_stays_there(
    reader, people, game
):
    ada = opened(reader(people[0]), game)
    open_chat(ada)
    ada.context.set_offline(True)
    write(ada, "one")
    expect(ada.locator("#said-players")).to_contain_text("Not sent")
    expect(ada.locator("#words-players")).to_have_value("one")
    ada.context.set_offline(False)
    ada.problems.clear()  # the console says that the line was cut
    ada.locator("#words-players").press("Enter")
    expect(lines(ada)).to_have_text(["one"])
    expect(ada.locator("#said-players")).to_be_empty()


def test_words_that_are_being_typed_stay_when_a_room_opens(reader, people, game):
    """The spectators' room opens to the players at the end of their game."""
    ada, cleo = opened(reader(people[0]), game), opened(reader(people[2]), game)
    for page in (ada, cleo):
        open_chat(page)
    ada.locator("#words-players").press_sequentially("Good ga")
    table.post_move(reader(people[1]).request, game, "resign", 1)
    write(cleo, "a fine game", "spectators")
    expect(lines(ada, "spectators")).to_have_count(1)
    expect(ada.locator("#words-players")).to_be_focused()
    ada.keyboard.type("me")
    expect(ada.locator("#words-players")).to_have_value("Good game")
