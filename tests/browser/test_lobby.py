"""The lobby in real browsers: strangers meet at one press, and nothing moves under anybody's pointer."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from accounts.services import make_computers
from games.models import Game, GameSettings, Invitation
from games.services.invitations import create_invitation
from tests.browser import table
from tests.tiers import but_for_certainty

from .axe import violations

SIZES = [(360, 640), (1440, 900)]


def press_with_keys(page, name, tag="button"):
    """Go to a button by Tab alone, and press it."""
    for _ in range(60):
        page.keyboard.press("Tab")
        said = page.evaluate("[document.activeElement.localName, document.activeElement.innerText]")
        if said == [tag, name]:
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"Tab does not reach {name}")


def is_live(page):
    expect(page.locator("html")).to_have_attribute("data-live", "on")


@pytest.mark.parametrize(("width", "height"), but_for_certainty(SIZES, SIZES[:1]))
def test_two_strangers_meet_from_the_first_page_by_one_press_each(reader, width, height):
    pages = [reader(width=width, height=height) for _ in range(2)]
    for page in pages:
        page.goto("/")
        page.locator("label", has_text="Digifeud").click()
        press_with_keys(page, "3+2")
        page.wait_for_url(lambda address: "/invitations/" in address or "/games/" in address)
        if page is pages[0]:
            expect(page.get_by_role("heading", level=1)).to_have_text("Looking for an opponent")
            is_live(page)
    for page in pages:
        page.wait_for_url("**/games/*/")
    game = Game.objects.get()
    assert (game.key, game.time_control, game.rated) == ("digifeud", "180+2", False)
    assert game.players.count() == 2


@pytest.mark.parametrize(("width", "height"), but_for_certainty(SIZES, SIZES[:1]))
def test_whom_nobody_meets_is_offered_a_computer_after_twenty_seconds(reader, width, height):
    make_computers()
    page = reader(width=width, height=height)
    page.clock.install()
    page.goto("/lobby/")
    page.get_by_role("button", name="Numeria, 10+5").click()
    page.wait_for_url("**/invitations/*/")
    offer = page.get_by_role("button", name="Play Acorn")
    stop = page.get_by_role("button", name="Stop looking").bounding_box()
    page.clock.fast_forward(19_000)
    expect(offer).to_be_hidden()
    page.clock.fast_forward(2_000)
    expect(offer).to_be_visible()
    assert page.get_by_role("button", name="Stop looking").bounding_box() == stop
    assert violations(page) == []
    press_with_keys(page, "Play Acorn")
    page.wait_for_url("**/games/*/")
    game = Game.objects.get()
    assert game.time_control == "600+5"
    assert {player.shown_name for player in game.players.all()} > {"Acorn"}


def test_an_offer_comes_at_once_and_what_goes_keeps_its_place_while_somebody_is_there(reader):
    makers = [reader() for _ in range(2)]
    page = reader(width=1440, height=900)
    page.goto("/lobby/")
    is_live(page)
    expect(page.get_by_text("Nobody waits here just now")).to_be_visible()
    for maker in makers:
        maker.goto("/lobby/")
        maker.get_by_role("button", name="Equate, 25+10").click() if maker is makers[
            0
        ] else maker.get_by_role("button", name="Numerica, 25+10").click()
        maker.wait_for_url("**/invitations/*/")
        expect(page.locator("#seeks .offer")).to_have_count(makers.index(maker) + 1)
    expect(page.get_by_text("Nobody waits here just now")).to_be_hidden()
    second = page.get_by_role("button", name="Play Numerica with")
    second.hover()
    before = second.bounding_box()
    makers[0].get_by_role("button", name="Stop looking").click()
    expect(page.locator(".offer.gone")).to_contain_text("no longer open")
    page.wait_for_timeout(2_500)
    assert second.bounding_box() == before
    assert violations(page) == []
    page.mouse.move(5, 5)
    expect(page.locator("#seeks .offer")).to_have_count(1)
    _offered_while_somebody_is_below(page, reader)
    second.click()
    page.wait_for_url("**/games/*/")
    makers[1].wait_for_url("**/games/*/")


def _offered_while_somebody_is_below(page, reader):
    """What comes above waits until the pointer has left what it would push down."""
    maker = reader()
    maker.goto("/lobby/")
    maker.get_by_role("button", name="Numeria, 3 days").click()
    below = page.get_by_role("button", name="Play Numeria with")
    below.hover()
    before = below.bounding_box()
    maker.goto("/lobby/")
    maker.get_by_role("button", name="Digifeud, 3+2").click()
    expect(page.locator("#seeks .offer")).to_have_count(2)
    page.wait_for_timeout(table.A_WHILE)
    assert below.bounding_box() == before
    page.mouse.move(5, 5)
    expect(page.get_by_role("button", name="Play Digifeud with")).to_be_visible()


PRESS = """
  (id) => {
    window.taken = [];
    document.addEventListener("numerica:shown", () => {
      const button = document.querySelector(`#offer-${id} button`);
      const said = { bubbles: true, cancelable: true };
      const keep = (event) => event.preventDefault();
      let isTaken = false;
      button.addEventListener("click", (event) => { isTaken = true; keep(event); }, { once: true });
      button.dispatchEvent(new PointerEvent("pointerdown", { ...said, pointerType: "touch" }));
      button.dispatchEvent(new MouseEvent("click", { ...said, detail: 1 }));
      button.replaceWith(button.cloneNode(true));
      window.taken.push(isTaken);
    }, { once: true });
  }
"""
"""A finger comes down on this offer's button in the moment in which something is shown."""


def test_nothing_moves_under_a_finger_and_what_did_move_takes_no_press_at_once(reader):
    makers = [reader() for _ in range(3)]
    offers = ("Equate, 25+10", "Numerica, 25+10", "Numeria, 3 days")
    for maker, pressed in zip(makers, offers, strict=True):
        maker.goto("/lobby/")
        maker.get_by_role("button", name=pressed).click()
        maker.wait_for_url("**/invitations/*/")
    below = Invitation.objects.get(time_control="3d")
    page = reader(width=360, height=640, has_touch=True, is_mobile=True)
    page.goto("/lobby/")
    is_live(page)
    second, lower = page.locator("#seeks .offer").nth(1), page.locator(f"#offer-{below.id}")
    lower.scroll_into_view_if_needed()
    page.wait_for_timeout(500)
    before = second.bounding_box()
    makers[0].get_by_role("button", name="Stop looking").click()
    expect(page.locator(".offer.gone")).to_have_count(1)
    page.wait_for_timeout(2_500)
    assert second.bounding_box() == before
    before = lower.bounding_box()
    makers[0].goto("/lobby/")
    page.evaluate(PRESS, below.id)
    makers[0].get_by_role("button", name="Digifeud, 3+2").click()
    expect(page.locator("#seeks .offer")).to_have_count(3)
    page.evaluate("""new Promise((done) => {
        const look = () => window.taken.length ? done() : requestAnimationFrame(look);
        look();
    })""")
    assert lower.bounding_box() != before and page.evaluate("window.taken") == [False]
    page.evaluate(
        "dispatchEvent(new TouchEvent('touchmove'))"
    )  # a finger that moves aims at nothing
    expect(page.locator(".offer.gone")).to_have_count(0)
    page.wait_for_timeout(1_000)
    lower.get_by_role("button").tap()
    page.wait_for_url("**/games/*/")


def test_the_lists_are_filtered_at_once_and_what_comes_later_too(reader):
    now = timezone.now()
    ada, ben = (User.objects.create_user(name) for name in ("Ada", "Ben"))
    create_invitation(GameSettings("numeria"), inviter=ada, now=now, is_listed=True)
    page = reader(width=360, height=640, color_scheme="dark")
    page.goto("/lobby/")
    is_live(page)
    page.get_by_label("Game").select_option("Equate")
    expect(page.locator("#offers .offer")).to_be_hidden()
    assert page.url.endswith("?key=equate")
    maker = reader(ben)
    maker.goto("/lobby/")
    for name in ("Numerica, 3 days", "Equate, 3 days"):
        maker.get_by_role("button", name=name).click()
        maker.wait_for_url("**/invitations/*/")
        maker.goto("/lobby/")
    expect(page.get_by_role("button", name="Play Equate with Ben")).to_be_visible()
    assert page.locator("#offers .offer:visible").count() == 1
    expect(maker.locator("#offers .mine").first).to_contain_text("yours")
    expect(maker.get_by_role("button", name="Play Numeria with Ada")).to_be_visible()
    page.reload()
    assert page.locator("#offers .offer:visible").count() == 1
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_without_script_a_seat_is_taken_and_the_page_that_waits_goes_on(reader):
    pages = [reader(java_script_enabled=False) for _ in range(2)]
    for page in pages:
        page.goto("/lobby/")
    pages[0].get_by_role("button", name="Numerica, 3+2").click()
    pages[0].wait_for_url("**/invitations/*/")
    pages[1].reload()
    pages[1].get_by_role("button", name="Play Numerica with").click()
    pages[1].wait_for_url("**/games/*/")
    pages[0].wait_for_url("**/games/*/")
    assert Invitation.objects.get().game is not None
