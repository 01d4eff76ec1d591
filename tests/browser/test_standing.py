"""A rated game counts: both ratings, the chart, the leaderboard and the archive say so."""

from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.models import Game, GameSettings
from games.services.moves import play_move
from games.services.seeds import new_seed
from games.services.start import start_game
from tests.ratings.conftest import swap_twice_each

ENOUGH = 4  # rated games before the one that is played here; five are needed to be listed


def resigned_game(first, second, now):
    """Play a rated game in which the player who starts resigns as soon as it counts."""
    game = start_game(
        GameSettings("numerica", rated=True), users=[first, second], seed=new_seed(), now=now
    )
    swap_twice_each(game, now)
    mover = (first, second)[game.turn]
    play_move(game_id=game.id, user=mover, ply=5, text="resign", now=now)


def test_a_rated_game_to_resignation_counts_everywhere(reader):
    ada, ben = (User.objects.create_user(name, f"{name}@example.org") for name in ("Ada", "Ben"))
    other = User.objects.create_user("Cleo", "cleo@example.org")
    for day in range(ENOUGH):
        for person in (ada, ben):
            resigned_game(person, other, timezone.now() - timedelta(days=day + 1))
    before = {user.username: user.standings.get().rating for user in (ada, ben)}
    pages = {"Ada": reader(ada), "Ben": reader(ben, width=360, height=640)}
    invite(pages["Ada"], pages["Ben"])
    game = Game.objects.get(ended_at=None)
    swap_twice_each(game, timezone.now())
    for page in pages.values():
        page.reload()
        expect(page.locator("html")).to_have_attribute("data-live", "on")
    names = ["Ada", "Ben"]
    loser, winner = names[game.turn], names[1 - game.turn]
    pages[loser].locator("#more summary").click()
    pages[loser].locator("#resign").click()
    pages[loser].locator('#resign-dialog button[value="resign"]').click()
    expect(pages[winner].locator("#result h2")).to_have_text(f"{loser} resigned: you won")

    expected = expected_changes(before[winner], before[loser])
    for name, change in zip((winner, loser), expected, strict=True):
        now = (before[name] + change + 50) // 100  # half up, as people round
        shown = f"{change / 100:+.2f}".replace("-", "−")
        expect(pages[name].locator("#result")).to_contain_text(f"{name} {shown}, now {now}")
        see_profile(pages[name], name, shown, now)
        see_leaderboard(pages[name], name, now)
    see_archive(pages["Ben"], game)


def expected_changes(winner, loser):
    """N14 for a win, in hundredths, computed here by itself; both play with K 32."""
    expectation = 1 / (1 + 10 ** ((loser - winner) / 40_000))
    return round(3200 * (1 - expectation)), round(3200 * (expectation - 1))


def invite(host, guest):
    host.goto("/invitations/new/?to=name&name=ben")
    host.locator("details.set summary").click()
    host.get_by_label("Rated").check()
    host.get_by_role("button", name="Invite").click()
    expect(host.locator("html")).to_have_attribute("data-live", "on")
    guest.goto("/")
    guest.get_by_text("for you").click()
    guest.get_by_role("button", name="Accept and play").click()
    for page in (host, guest):
        page.wait_for_url("**/games/*/")
        expect(page.locator("html")).to_have_attribute("data-live", "on")


def see_profile(page, name, change, rating):
    page.goto(f"/@{name}/")
    row = page.locator(".history tbody tr").first
    expect(row).to_contain_text(change)
    expect(row).to_contain_text(str(rating))
    chart = page.get_by_role("img", name="Rating in Numerica")
    expect(chart).to_contain_text(f"to {rating};")
    assert len(chart.locator("polyline").get_attribute("points").split()) == ENOUGH + 2


def see_leaderboard(page, name, rating):
    page.goto("/leaderboard/numerica/")
    own = page.locator("tr.me")
    expect(own).to_contain_text(name)
    expect(own.locator("td").nth(1)).to_have_text(str(rating))


def see_archive(page, game):
    page.goto("/games/archive/")
    page.get_by_label("Player").fill("ada")
    page.get_by_label("Ended by").select_option("resign")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".gamerow").first).to_have_attribute("href", f"/games/{game.id}/")
    expect(page.locator(".gamerow")).to_have_count(ENOUGH + 1)


def test_a_finished_game_is_stepped_through_with_the_keys(reader):
    ada, ben = (User.objects.create_user(name, f"{name}@example.org") for name in ("Ada", "Ben"))
    game = start_game(
        GameSettings("numerica"), users=[ada, ben], seed=bytes(32), now=timezone.now()
    )
    for ply, text in enumerate(["pass", "pass", "pass"], start=1):
        mover = (ada, ben)[(game.turn + ply - 1) % 2]
        play_move(game_id=game.id, user=mover, ply=ply, text=text, now=timezone.now())
    page = reader()
    page.goto(f"/games/{game.id}/")
    for key, ply in (("ArrowLeft", "2"), ("ArrowLeft", "1"), ("Home", "0"), ("ArrowRight", "1")):
        page.keyboard.press(key)
        expect(page.locator("#live")).to_have_attribute("data-ply", ply)
        assert page.url.endswith(f"?ply={ply}")
    page.keyboard.press("End")
    expect(page.locator("#result h2")).to_have_text("A tie at 0 points")
