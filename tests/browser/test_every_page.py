"""Every page for everyone: no barrier that axe finds, nothing wider than the window, no stranger."""

import json
import re
from itertools import cycle
from urllib.parse import urlsplit

import pytest
from django.urls import get_resolver, resolve
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.every_page import every_page
from tests.tiers import some_of

WIDE, PHONE = (1440, 900), (360, 640)
SIZES = some_of([(320, 640)], [(320, 640), PHONE, (640, 360), (768, 1024), WIDE])
PARTS = 5  # of the pages, each of them a minute
CONTRAST = {"runOnly": ["color-contrast"]}
LOOKED_AT_BY_AXE = some_of(
    [(PHONE, "light", {})],
    [(PHONE, "light", {}), (WIDE, "dark", CONTRAST)],
)


@pytest.fixture
def pages(db):
    return every_page()


def own_table(pages):
    """The running game as its player on turn sees it."""
    return next((address, user) for address, user in pages if user and "/games/" in address)


class Visitor:
    """Everybody's browsers, one each, in which the pages are looked at."""

    def __init__(self, reader, has_script=True):
        self.reader, self.has_script, self.browsers, self.asked = reader, has_script, {}, set()

    def open(self, address, user):
        """The page as this user sees it, wide and light."""
        if user not in self.browsers:
            self.browsers[user] = page = self.reader(user)
            page.on("request", self._ask)
            if not self.has_script:
                page.route(re.compile(r"\.(js|css)$"), without_script)
        page = self.browsers[user]
        page.emulate_media(color_scheme="light")
        page.set_viewport_size({"width": 1440, "height": 900})
        page.goto(address)
        return page

    def _ask(self, request):
        self.asked.add(urlsplit(request.url).netloc)


def barriers(page):
    """What axe finds on a page: all of it on a phone, contrast of the other theme when wide."""
    found = {}
    for (width, height), scheme, rules in LOOKED_AT_BY_AXE:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        found[width, scheme] = violations(page, **rules)
    return {where: what for where, what in found.items() if what}


@pytest.mark.wider
@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_is_for_everyone(part, reader, pages, live):
    visitor = Visitor(reader)
    for address, user in pages[part::PARTS]:
        page = visitor.open(address, user)
        found = barriers(page)
        assert not found, f"{address} for {user}: {json.dumps(list(found.items()), indent=1)}"
        assert page.locator("h1").count() == 1, address
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, f"{address} for {user} is {wide} px wide in {width}"
    assert visitor.asked == {urlsplit(live).netloc}


def without_script(route):
    """Give the page no script, and the stylesheet's rules for that case: axe itself needs script."""
    if urlsplit(route.request.url).path.endswith(".js"):
        route.fulfill(body="", content_type="text/javascript")
        return
    answer = route.fetch()
    rules = answer.text().replace("(scripting: none)", "(width >= 0)")
    route.fulfill(response=answer, body=rules.replace("(scripting: enabled)", "(width < 0)"))


@pytest.mark.long
@pytest.mark.parametrize("part", range(2))
def test_pages_are_for_everyone_without_script(part, reader, pages):
    visitor = Visitor(reader, has_script=False)
    drawn = [each for each in pages if "/games/" in each[0] or "/rules/" in each[0]]
    for address, user in drawn[part::2]:
        page = visitor.open(address, user)
        assert not page.evaluate("'htmx' in window")
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        found = violations(page)
        assert found == [], f"{address} for {user}: {json.dumps(found, indent=1)}"


def test_a_players_phone_shows_all_that_is_needed_without_scrolling(reader, pages):
    address, user = own_table(pages)
    page = reader(user, width=360, height=640)
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    for part in ("#players", "#board", "#status", "#rack", "#play", "#swap"):
        box = page.locator(part).bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 640, part
        assert box["x"] >= 0 and box["x"] + box["width"] <= 360, part
    square = page.locator("#sq-8H").bounding_box()
    assert square["width"] >= 24 and square["height"] >= 24


NO_PAGES = set(
    "analyse_game set_position ask_position play_position move say hide_chat read_notices draw check next now steps letters ask_for_review play_on retry_move daily_check daily_try daily_answer daily_feed next_exercise begin_run next_question exercise_check exercise_try exercise_show run_answer answer find live text record rematch hint call_off take_back try_move accept decline cancel quick computer_instead claim follow unfollow block unblock note more_time guest theme language export records health readiness subscribe push_worker desk_act desk_answer_appeal desk_answer_reports desk_lift desk_put_aside mfa_authenticate mfa_download_recovery_codes"
    " try_step put_lessons_away manifest picture sitemap leaderboards account_confirm_email account_confirm_login_code account_set_password".split()
)
"""Addresses that are posted to, hand out a file, lead on to a page, or need a letter first."""


def test_every_kind_of_page_is_among_these(pages):
    """A new address stands in `NO_PAGES`, or its page is looked at by all these tests."""
    resolver = get_resolver()
    namespaces = [
        resolver,
        *(inner for _, inner in resolver.namespace_dict.values() if inner.app_name != "admin"),
    ]
    names = {name for each in namespaces for name in each.reverse_dict if isinstance(name, str)}
    seen = {
        resolve(urlsplit(address).path).url_name
        for address, _ in pages
        if address != "/no/such/page/"
    }
    assert names - seen == NO_PAGES


SHIFTS = """new Promise((done) => {
  const moved = [];
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries()) moved.push(...sources.map(({ node }) => node?.outerHTML?.slice(0, 160) ?? ""));
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(moved), 100);
})"""
SLOW = {"offline": False, "latency": 20, "downloadThroughput": 80_000, "uploadThroughput": 80_000}


@pytest.mark.long
def test_nothing_moves_while_a_page_arrives_on_a_slow_line(reader, pages):
    tables = [(address, user) for address, user in pages if user and "/games/" in address]
    others = [("/", None), own_table(pages), next(page for page in pages if "/@" in page[0])]
    sizes = cycle([PHONE, WIDE, (768, 1024)])
    looked_at = [*tables, *others]
    for (address, user), (width, height) in zip(looked_at, sizes, strict=False):
        page = reader(user, width, height)
        page.goto(address)  # style and scripts are known from then on
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", SLOW)
        page.goto(address)
        assert page.evaluate(SHIFTS) == [], (address, width)


def test_dialogs_have_no_barrier_and_give_the_focus_back(reader, pages):
    address, user = own_table(pages)
    page = reader(user)
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    page.locator("#swap").click()
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("#swap-dialog")).to_be_hidden()
    expect(page.locator("#swap")).to_be_focused()


def test_the_theme_can_be_set_by_hand_and_is_remembered(reader):
    page = reader(None, color_scheme="light")
    page.goto("/")
    page.get_by_label("Light or dark").click()
    page.get_by_role("button", name="Dark", exact=True).click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.goto("/rules/numerica/")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.parametrize("address", ["/rules/numerica/", "/lobby/", "/about/"])
def test_a_menu_closes_by_escape_and_by_a_click_elsewhere_on_every_page(reader, address):
    page = reader(None)
    page.goto(address)
    opener, choice = page.get_by_label("Light or dark"), page.get_by_role("button", name="Dark")
    opener.press("Enter")
    expect(choice).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(choice).to_be_hidden()
    expect(opener).to_be_focused()
    opener.click()
    expect(choice).to_be_visible()
    page.locator("h1").first.click()
    expect(choice).to_be_hidden()
    opener.click()
    page.get_by_label("Language", exact=False).locator("visible=true").first.click()
    expect(choice).to_be_hidden()
