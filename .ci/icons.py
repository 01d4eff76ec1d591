"""Redraws the icons in static/icons from their SVG, with the Chromium of the browser tests."""

import shutil
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

STATIC = Path(__file__).resolve().parents[1] / "static"

ICONS = [
    ("icon.svg", "icon-192.png", 192),
    ("icon.svg", "icon-512.png", 512),
    ("icon-full.svg", "maskable-512.png", 512),
    ("icon-full.svg", "apple-180.png", 180),
]


def draw(browser: Browser, source: str, target: str, side: int) -> None:
    page = browser.new_page(viewport={"width": side, "height": side})
    svg = (STATIC / source).read_text()
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{svg}")
    page.screenshot(path=STATIC / "icons" / target, omit_background=True)
    page.close()


with sync_playwright() as playwright:
    chromium = playwright.chromium.launch(
        executable_path=shutil.which("chromium"), args=["--no-sandbox"]
    )
    for icon in ICONS:
        draw(chromium, *icon)
