"""Messages in a browser: turned on by a press, shown by the worker, led to their page, turned off.

The push service of the browser's maker cannot be reached from here: what it would hand out stands
in for it, and what it would pass on is handed to the worker by the browser's own tools. A Chromium
without windows lets nobody show messages: the answer of its reader, and its screen, are stood in for.
"""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts import pushes
from accounts.models import PushSubscription
from games.background.pushes import Pushes
from games.models import GameSettings
from games.services.start import start_game
from tests.browser.axe import violations
from tests.browser.positions import SEED
from tests.push_service import new_browser

ENDPOINT = "https://push.example.org/chromium"

HANDED_OUT = """
(({ endpoint, p256dh, auth }) => {
  let given = JSON.parse(localStorage.getItem("given"));
  const keep = (one) => { given = one; localStorage.setItem("given", JSON.stringify(one)); };
  const subscription = () => given && {
    endpoint, toJSON: () => ({ endpoint, keys: { p256dh, auth } }), unsubscribe: async () => keep(null),
  };
  PushManager.prototype.subscribe = async (options) => { keep(options.applicationServerKey); return subscription(); };
  PushManager.prototype.getSubscription = async () => subscription();
})"""

ASKED = """(() => {
  let answered = localStorage.getItem("answered") ?? "%s";
  Object.defineProperty(Notification, "permission", { get: () => answered });
  Notification.requestPermission = async () => {
    answered = "%s";
    localStorage.setItem("answered", answered);
    return answered;
  };
})()"""


def until(page, ask):
    """What is asked for as soon as there is any; meanwhile the page and its browser are heard."""
    for _ in range(100):
        if found := ask():
            return found
        page.wait_for_timeout(50)
    raise AssertionError("nothing came within five seconds")


@pytest.fixture
def page_of(reader):
    """Somebody's page, in a browser that may be asked whether it shows messages."""

    def opened(user, asked="granted", answer="granted", **options):
        page = reader(user, **options)
        page.add_init_script(f"{HANDED_OUT}({new_browser(ENDPOINT).told})")
        page.add_init_script(ASKED % (asked, answer))
        return page

    return opened


@pytest.fixture
def adas(page_of, pair):
    return page_of(pair[0])


def begin(pair):
    now = timezone.now() - timedelta(hours=1)
    return start_game(GameSettings("numerica"), users=pair, seed=SEED, now=now)


def part(page):
    return page.get_by_role("region", name="Messages in this browser")


def says(page, words):
    expect(part(page).locator("p:visible")).to_contain_text(words)


def turn_on(page):
    page.goto("/notices/")
    page.get_by_role("button", name="Turn on messages").click()
    says(page, "On: this browser tells you what happens")


def letter_of(now):
    """What is sent for a notice, as the browser will decrypt it."""
    letters = []
    sender = Pushes(deliver=letters.append)
    assert sender.send(now) == 1
    while sender.is_busy:
        sender.send(now)
    return letters[0]


SCREEN = """() => {
  const screen = self.screen = [];
  registration.showNotification = async (title, { body, tag, data }) => { screen.push({ title, body, tag, data }); };
  clients.openWindow = async (page) => { screen.push(page); };
}"""

PRESSED = """async (data) => {
  const pressed = new Event("notificationclick");
  pressed.notification = { data, close: () => screen.push("closed") };
  pressed.waitUntil = (work) => { self.opening = work; };
  dispatchEvent(pressed);
  await self.opening;
}"""


def test_a_message_reaches_a_real_worker_which_shows_it_and_opens_its_page(adas, pair, live):
    turn_on(adas)
    game = begin(pair)
    letter = letter_of(timezone.now())
    assert letter.endpoint == ENDPOINT
    devtools, told = adas.context.new_cdp_session(adas), {}

    def keep(news):
        told.update({one["scopeURL"]: one for one in news["registrations"]})

    devtools.on("ServiceWorker.workerRegistrationUpdated", keep)
    devtools.send("ServiceWorker.enable")
    until(adas, lambda: told)
    assert list(told) == [f"{live}/notices/"]
    [worker] = adas.context.service_workers
    assert worker.url == f"{live}/push-worker.js"
    worker.evaluate(SCREEN)
    number = told[f"{live}/notices/"]["registrationId"]
    message = {"origin": live, "registrationId": number, "data": letter.text}
    devtools.send("ServiceWorker.deliverPushMessage", message)
    screen = until(adas, lambda: worker.evaluate("screen"))
    data, page = {"url": f"/games/{game.id}/"}, f"{live}/games/{game.id}/"
    body = "It is your turn in Numerica against Ben."
    assert screen == [
        {"title": "Numerica", "body": body, "tag": f"turn.{game.id}", "data": data},
    ]
    worker.evaluate(PRESSED, data)
    assert worker.evaluate("screen.slice(1)") == ["closed", page]
    worker.evaluate(PRESSED, {"url": "https://elsewhere.example/"})
    assert worker.evaluate("screen.slice(3)") == ["closed"]


def test_it_is_turned_on_and_off_and_said_in_words_after_a_reload_too(adas, pair):
    adas.goto("/notices/")
    says(adas, "Off: this browser tells you nothing")
    turn_on(adas)
    expect(adas.get_by_role("button", name="Turn off messages")).to_be_focused()
    adas.reload()
    says(adas, "On: this browser tells you what happens")
    assert violations(adas) == []
    assert pushes.endpoints_of(pair[0].pk) == [ENDPOINT]
    adas.get_by_role("button", name="Turn off messages").press("Enter")
    says(adas, "Off: this browser tells you nothing")
    assert not PushSubscription.objects.exists()


def test_what_the_server_has_forgotten_is_off_and_can_be_turned_on_again(adas, pair):
    turn_on(adas)
    PushSubscription.objects.all().delete()
    turn_on(adas)
    assert pushes.endpoints_of(pair[0].pk) == [ENDPOINT]


@pytest.mark.parametrize("answer, words", [("granted", "On:"), ("denied", "Refused:"), ("default", "It will ask you")])  # fmt: skip
def test_the_reader_is_asked_and_the_answer_is_said_in_words(answer, words, page_of, pair):
    page = page_of(pair[0], "default", answer, width=360)
    page.goto("/notices/")
    says(page, "It will ask you whether it may.")
    page.get_by_role("button", name="Turn on messages").click()
    says(page, words)
    expect(page.get_by_role("button", name="Turn on")).to_have_count(int(answer == "default"))
    assert PushSubscription.objects.exists() == (answer == "granted")


def test_a_push_service_that_is_not_reached_is_said_in_words(reader, pair):
    page = reader(pair[0])
    page.add_init_script(ASKED % ("granted", "granted"))
    page.goto("/notices/")
    page.get_by_role("button", name="Turn on messages").click()
    says(page, "That did not work")
    expect(page.get_by_role("button", name="Turn on messages")).to_be_enabled()
    page.problems.clear()  # Chromium's own line: it serves nobody in a private window
    assert not PushSubscription.objects.exists()


def test_without_script_nothing_of_it_is_shown(reader, pair):
    page = reader(pair[0], java_script_enabled=False)
    page.goto("/notices/")
    expect(page.get_by_role("heading", name="Notices", exact=True)).to_be_visible()
    expect(page.locator("#push")).to_be_hidden()
