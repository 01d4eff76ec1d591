"""Pages that move by themselves: the first page, television and the wall."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import Game
from games.selectors.choosing import STAYS
from tests.browser.positions import RECORDS, load
from tests.browser.sockets import breakable_socket


@pytest.fixture
def six():
    """A game of Numerica six plies before its end: its people and the moves that are left."""
    return load(RECORDS["numerica"])


def end(play_elsewhere, game, people):
    """Let the player on turn resign, so long ago that another game may take the place."""
    game.refresh_from_db()
    play_elsewhere(game, people[game.turn], "resign")


def grow_old(game):
    Game.objects.filter(pk=game.pk).update(ended_at=timezone.now() - STAYS)


def another_game(people=None, key="digifeud"):
    """One more game that runs, in which something has just moved."""
    return load(RECORDS[key], people=people)[0]


@pytest.mark.parametrize("path", ["/", "/tv/", "/tv/numerica/"])
def test_a_move_appears_and_after_the_end_the_next_game_without_reload(
    path, reader, play_elsewhere, six
):
    game, people, moves = six
    page = reader(width=360, height=640)
    page.goto(path)
    expect(page.locator("#live")).to_have_attribute("data-ply", str(game.ply))
    page.evaluate("window.wasHere = true")
    play_elsewhere(game, people[game.turn], moves[0].text)
    expect(page.locator("#live")).to_have_attribute("data-ply", str(game.ply + 1))
    expect(page.locator("#board .last").first).to_be_visible()
    end(play_elsewhere, game, people)
    expect(page.locator("#call")).to_contain_text("won by resignation")
    following = another_game(people, "numerica")
    grow_old(game)
    link = page.get_by_role("link", name="Watch this game")
    expect(link).to_have_attribute("href", f"/games/{following.id}/")
    expect(page.locator("#live")).to_have_attribute("data-ply", str(following.ply))
    assert page.evaluate("window.wasHere")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_game_of_another_kind_takes_the_place_with_its_board(reader, play_elsewhere, six):
    game, people, _moves = six
    page = reader()
    page.goto("/tv/")
    end(play_elsewhere, game, people)
    other = another_game(people)
    grow_old(game)
    expect(page.get_by_role("heading", name="Being played now Digifeud")).to_be_visible()
    expect(page.locator("#live")).to_have_attribute("data-ply", str(other.ply))
    play_elsewhere(other, *first_move(other))
    expect(page.locator("#live")).to_have_attribute("data-ply", str(other.ply + 1))


def first_move(game):
    game.refresh_from_db()
    return game.players.get(seat=game.turn).user, "pass"


def test_on_the_wall_a_move_appears_and_the_link_keeps_the_focus(reader, play_elsewhere, six):
    game, people, moves = six
    page = reader()
    page.goto("/games/")
    link = page.locator(f'.wall a[href="/games/{game.id}/"]')
    before = link.inner_html()
    link.focus()
    play_elsewhere(game, people[game.turn], moves[0].text)
    game.refresh_from_db()
    expect(link).to_contain_text(f"{people[game.turn].username} to move")
    assert link.inner_html() != before
    expect(link).to_be_focused()


def test_on_the_wall_an_ended_game_says_how_and_is_replaced_unless_it_is_held(
    reader, play_elsewhere, six
):
    game, people, _moves = six
    page = reader()
    page.goto("/games/")
    place = page.locator("#slot-0")
    end(play_elsewhere, game, people)
    expect(place).to_contain_text("won by resignation")
    place.hover()
    grow_old(game)
    others = {another_game(people).id for _ in range(2)}
    expect(page.locator("#slot-1")).to_be_visible()
    expect(place).to_contain_text("won by resignation")
    page.mouse.move(0, 0)
    expect(place.locator("a")).not_to_have_attribute("href", f"/games/{game.id}/")
    shown = {page.locator(f"#slot-{at}").get_attribute("data-game") for at in (0, 1)}
    assert shown == others


def test_after_a_lost_connection_every_board_of_the_wall_is_there_once(reader, play_elsewhere, six):
    _game, people, _moves = six
    page = reader()
    socket = breakable_socket(page, "**/ws/wall/**")
    page.goto("/games/")
    other = another_game(people)
    link = page.locator(f'#slot-1 a[href="/games/{other.id}/"]')
    expect(link).to_be_visible()
    socket["links"][-1].close(code=1012)
    play_elsewhere(other, *first_move(other))
    other.refresh_from_db()
    expect(link).to_contain_text(f"{people[other.turn].username} to move")
    assert page.locator("#slot-1").count() == 1


def test_the_first_board_takes_the_place_of_the_sentence_that_nothing_runs(reader):
    page = reader()
    page.goto("/games/")
    expect(page.locator("#slot-0")).to_contain_text("No game is running")
    game = another_game()
    expect(page.locator("#slot-0 a")).to_have_attribute("href", f"/games/{game.id}/")


def test_without_script_the_wall_and_television_are_pages_that_can_be_refreshed(reader, six):
    game, *_ = six
    page = reader(java_script_enabled=False)
    for path in ("/games/", "/tv/"):
        page.goto(path)
        page.wait_for_timeout(1000)  # so old a page may be
        page.get_by_role("link", name="Refresh").click()
        expect(page.locator(f'main a[href="/games/{game.id}/"]')).to_be_visible()
    page.goto("/games/")
    page.get_by_role("link", name="Numerica", exact=True).last.click()
    expect(page).to_have_url("/games/?game=numerica")
