"""What a page would sound, noted instead of heard."""

from playwright.sync_api import Page, expect

_STUB = """(() => {
    window.tones = [];
    const node = () => ({ connect: (next) => next, frequency: {}, stop() {}, start() {},
        gain: { setValueAtTime(loudness) { window.loudness = loudness; }, exponentialRampToValueAtTime() {} } });
    window.AudioContext = class {
        constructor() { document.documentElement.dataset.hears = ""; }
        currentTime = 0;
        destination = node();
        createGain() { return node(); }
        createOscillator() {
            const tone = node();
            tone.start = () => window.tones.push(tone.frequency.value);
            return tone;
        }
    };
})()"""
"""Instead of sounds, the pitches that were begun."""

OWN, OTHER, END, LOW = [392], [523, 659], [523, 659, 784], [880, 880]

_UP_TO_NOW = """() => new Promise(done => setTimeout(() => done(window.tones.splice(0)), 200))"""
"""What was heard up to now, with all that follows at once."""


def note_sounds(page: Page) -> None:
    """Note what this page begins to sound, from its next load on."""
    page.add_init_script(_STUB)


def heard(page: Page) -> list[int]:
    """The pitches, in hertz, that the page began since it was loaded or this was last asked."""
    return page.evaluate(_UP_TO_NOW)


def allow_sounds(page: Page) -> None:
    """Make the gesture without which a browser lets no page be heard."""
    page.keyboard.press("Tab")
    expect(page.locator("[data-hears]")).to_have_count(1)
