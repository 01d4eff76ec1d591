"""What a person does at the table, done by a test."""

from playwright.sync_api import expect

from games.rules import GAMES
from games.rules.grid import move_on, square_name
from games.rules.notation import COVERED, Play, Swap, parse
from games.rules.numerica import TILES
from games.rules.tiles import is_blank, symbol_of

GLYPHS = {"-": "−", "*": "×", "/": "÷"}


def glyph(symbol):
    return GLYPHS.get(symbol, symbol)


def open_table(page, game):
    """Open the table and wait until its socket is there."""
    page.goto(f"/games/{game.id}/")
    expect(page.locator("html")).to_have_attribute("data-live", "on")


def new_tiles(play: Play):
    """The squares and faces that a play adds."""
    return [
        (square_name(move_on(play.start, play.step, place)), token)
        for place, token in enumerate(play.tokens)
        if token != COVERED
    ]


def rack_tile(page, face):
    """The first tile of this kind that lies on the rack."""
    if is_blank(face):
        return page.locator("#rack button.blank").first
    exact = page.locator("#rack button:not(.blank) b", has_text=glyph(face))
    return exact.first


def tap(page, text):
    """Lay the tiles of a play by tapping a tile, then its square."""
    for square, face in new_tiles(parse(text, TILES.counts)):
        rack_tile(page, face).click()
        page.locator(f"#sq-{square}").click()
        if is_blank(face):
            page.locator(f'#blank-dialog button[value="{symbol_of(face)}"]').click()


def type_on_board(page, text):
    """Lay the tiles of a play with the keyboard alone: cursor, direction, symbols."""
    play = parse(text, TILES.counts)
    placed = new_tiles(play)
    focus_square(page, placed[0][0])
    page.keyboard.press("Space")
    if play.step == (1, 0):
        page.keyboard.press("Space")
    for _, face in placed:
        page.keyboard.press(TILES_BLANK if is_blank(face) else face)
        if is_blank(face):
            page.keyboard.press(symbol_of(face))


TILES_BLANK = "?"


def focus_square(page, name):
    """Walk to a square with Tab and the arrow keys."""
    at = page.evaluate("document.activeElement.id")
    while not at.startswith("sq-"):
        page.keyboard.press("Tab")
        at = page.evaluate("document.activeElement.id")
    row, column = int(at[3:-1]), ord(at[-1])
    to_row, to_column = int(name[:-1]), ord(name[-1])
    for _ in range(abs(to_row - row)):
        page.keyboard.press("ArrowDown" if to_row > row else "ArrowUp")
    for _ in range(abs(to_column - column)):
        page.keyboard.press("ArrowRight" if to_column > column else "ArrowLeft")
    expect(page.locator(f"#sq-{name}")).to_be_focused()


def play_by_tapping(page, text, points):
    """Make a move as a person with a pointer does; the page must announce the points first."""
    if text.startswith("swap "):
        swap(page, parse(text, TILES.counts))
    elif text in ("pass", "resign"):
        page.locator("#more summary").click()
        page.locator(f"#{text}").click()
        page.locator(f'#{text}-dialog button[value="{text}"]').click()
    else:
        tap(page, text)
        expect(page.locator("#move")).to_have_value(text)
        expect(page.locator("#play-points")).to_have_text(f" · {points}")
        page.locator("#play").click()


def swap(page, move: Swap):
    page.locator("#swap").click()
    for tile in move.tiles:
        free = page.locator(f'#swap-rack button[value="{tile}"][aria-pressed="false"]')
        free.first.click()
    page.locator("#swap-go").click()


def scores(page):
    """The scores on the page by name."""
    return {
        player.get_attribute("aria-label"): int(player.locator(".score").inner_text().split()[0])
        for player in page.locator("#players .player").all()
    }


def rules_of(game):
    return GAMES[game.key]
