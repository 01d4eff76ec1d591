"""Pressing keys at a table, and reading what it says to them."""

from playwright.sync_api import expect


def press(page, keys):
    """Press keys one after the other, on whatever has the focus."""
    for key in keys.split():
        page.keyboard.press(key)


def square(page, name):
    return page.locator(f"#sq-{name}")


def expect_said(page, words):
    expect(page.locator("#note")).to_have_text(words)


def expect_walks(page, ways):
    """Each key leads to a square, which then is the only stop of Tab on the board."""
    for key, name in ways:
        page.keyboard.press(key)
        expect(square(page, name)).to_be_focused()
    expect(page.locator('#board .sq[tabindex="0"]')).to_have_count(1)


def expect_typed(page, text):
    expect(page.locator("#move")).to_have_value(text)


def expect_no_question(page):
    expect(page.locator("dialog[open]")).to_have_count(0)


def keep_region(page, name):
    """Remember a live region, which has to be there before it speaks."""
    region = page.locator(f"#{name}:is([aria-live], [role=status])")
    region.evaluate("region => { window.region = region; }")


def is_region_kept(page):
    """Whether the region of before is the one that holds the words now."""
    return page.evaluate("region.isConnected && region.textContent.trim() !== ''")
