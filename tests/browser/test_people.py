"""People follow and block one another in real browsers, by keys alone too; open pages hear of it."""

from playwright.sync_api import expect

from accounts.models import Block, Follow, Note, User
from games.models import GameSettings, Invitation
from games.services.invitations import create_invitation
from games.store import site_time

from .axe import violations


def offer(user: User) -> Invitation:
    return create_invitation(
        GameSettings("numerica"), inviter=user, now=site_time.now(), is_listed=True
    )


def unfold(page, said: str) -> None:
    """Open a part of the page by the keys alone."""
    summary = page.locator("summary", has_text=said)
    summary.focus()
    page.keyboard.press("Enter")


def test_two_who_are_apart_lose_sight_of_each_other_without_a_reload(reader, people):
    hers, his = offer(people.ada), offer(people.ben)
    lobbies = {user: reader(user) for user in (people.ada, people.ben)}
    for user, own, other in ((people.ada, hers, his), (people.ben, his, hers)):
        lobbies[user].goto("/lobby/")
        expect(lobbies[user].locator("html")).to_have_attribute("data-live", "on")
        for made in (own, other):
            expect(lobbies[user].locator(f"#offer-{made.pk}")).to_be_visible()
    page = reader(people.ada, width=360, height=640)
    page.goto("/@Ben/")
    page.get_by_role("button", name="Follow Ben").press("Enter")
    expect(page.get_by_role("status")).to_have_text("You follow Ben.")
    assert Follow.objects.get().followed == people.ben
    unfold(page, "Private note")
    page.get_by_label("About Ben").fill("<b>not & nice</b>")
    page.get_by_role("button", name="Save").press("Enter")
    expect(page.get_by_label("About Ben")).to_have_value("<b>not & nice</b>")
    unfold(page, "Block Ben…")
    assert violations(page) == []
    page.get_by_role("button", name="Block Ben", exact=True).press("Enter")
    expect(page.get_by_role("button", name="Unblock")).to_be_visible()
    for user, own, other in ((people.ada, hers, his), (people.ben, his, hers)):
        expect(lobbies[user].locator(f"#offer-{other.pk}")).to_have_count(0)
        expect(lobbies[user].locator(f"#offer-{own.pk}")).to_be_visible()
    assert Block.objects.get().blocked == people.ben and not Follow.objects.exists()
    page.goto("/people/settings/")
    page.get_by_role("link", name="Blocked people").click()
    page.get_by_role("button", name="Unblock Ben").press("Enter")
    expect(page.get_by_role("main")).to_contain_text("You have blocked nobody")
    expect(lobbies[people.ben].locator(f"#offer-{hers.pk}")).to_be_visible()
    assert Note.objects.get().text == "<b>not & nice</b>"


def test_somebody_is_found_followed_and_invited(reader, people):
    page = reader(people.ada, width=360, height=640)
    page.goto("/people/")
    page.get_by_label("How the name begins").fill("BE")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Follow Ben").press("Enter")
    expect(page.get_by_role("button", name="Unfollow Ben")).to_be_visible()
    assert page.url.endswith("/people/?q=BE")
    page.get_by_role("link", name="Ben", exact=True).click()
    page.get_by_role("link", name="Invite to a game").click()
    expect(page.get_by_label("Name of the player")).to_have_value("Ben")
