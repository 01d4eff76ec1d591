"""Moves of Numeria on a page, as a test makes them."""

from playwright.sync_api import expect


def squares_of(text):
    """Where a move starts and ends."""
    start, end = text.split(" ")[0].split("-")
    return start, end


def focus_square(page, name):
    """Walk to a square with Tab and the arrow keys."""
    at = page.evaluate("document.activeElement.id")
    while not at.startswith("sq-"):
        page.keyboard.press("Tab")
        at = page.evaluate("document.activeElement.id")
    across, up = ord(name[0]) - ord(at[3]), int(name[1]) - int(at[4])
    for _ in range(abs(across)):
        page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
    for _ in range(abs(up)):
        page.keyboard.press("ArrowUp" if up > 0 else "ArrowDown")
    expect(page.locator(f"#sq-{name}")).to_be_focused()
