"""Firefox and WebKit, driven as WebDriver has it: each person has a browser of their own."""

import json
import os
import re
import shutil
import subprocess
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from glob import glob
from tempfile import TemporaryDirectory
from typing import Any, Self

from games.presentation import sentences
from games.rules.notation import Swap, parse
from games.rules.tiles import is_blank, symbol_of, tile_of
from tests.browser import table
from tests.servers import NotHere, free_port, wait_until

MINIBROWSER = "/usr/lib/*/webkit2gtk-4*/MiniBrowser"
PATIENCE = 30  # seconds until a page shows what it must
PRESSES = 6  # of Play, before something is wrong
SCREEN = (1366, 900)  # pixels of the screen on which WebKit is shown


class Page:
    """What one person does in one browser; `driver` is Marionette's or Selenium's."""

    def __init__(self, driver: Any, goto: Callable[[str], None]) -> None:
        self.driver, self.goto = driver, goto

    def open_as(self, address: str, cookie: dict[str, str] | None) -> None:
        """Open a table with the session of somebody, or a stranger's, and wait for its socket."""
        self.goto(address)
        self.driver.delete_all_cookies()
        if cookie is not None:
            self.driver.add_cookie(cookie)
        self.goto(address)
        self.until("document.documentElement.dataset.live === 'on'")

    def run(self, expression: str) -> Any:
        return self.driver.execute_script(f"return {expression}")

    def until(self, expression: str, seconds: float = PATIENCE) -> None:
        wait_until(lambda: self.run(expression), expression, seconds)

    def press(self, selector: str) -> None:
        """Press an element as soon as it is there and takes it."""
        self._press(f"document.querySelector({json.dumps(selector)})")

    def _press(self, found: str) -> None:
        self.until(f"!document.querySelector('[data-fresh]') && {found}?.checkVisibility()")
        self.driver.execute_script(f"{found}.scrollIntoView({{ block: 'center' }})")
        self.run(found).click()

    def press_rack_tile(self, face: str) -> None:
        """The first tile of this kind that lies on the rack."""
        said = json.dumps(f"^{re.escape(sentences.spoken(tile_of(face)))}(,|$)")
        name = "(button.ariaLabel ?? button.textContent).trim()"
        buttons = "[...document.querySelectorAll('#rack button')]"
        self._press(f"{buttons}.find((button) => new RegExp({said}).test({name}))")

    def text(self, selector: str) -> str:
        return self.run(f"document.querySelector({json.dumps(selector)}).innerText.trim()")

    # --- moves ---

    def move(self, text: str) -> None:
        """Make a move of any game by presses alone."""
        if text == "pass":
            for part in ("#more summary", "#pass", '#pass-dialog button[value="pass"]'):
                self.press(part)
        elif text.startswith("swap "):
            self._swap(parse(text, table.TILES))
        elif found := re.match("([a-h][1-8])-([a-h][1-8])", text):
            for square in found.groups():
                self.press(f"#sq-{square}")
            self._send()
        else:
            self._lay(text)

    def _swap(self, move: Swap) -> None:
        self.press("#swap")
        for tile in move.tiles:
            self.press(f"#swap-rack {table.unchosen(tile)}")
        self.press("#swap-go")

    def _lay(self, text: str) -> None:
        for square, face in table.new_tiles(parse(text, table.TILES)):
            self.press_rack_tile(face)
            self.press(f"#sq-{square}")
            if is_blank(face):
                self.press(f'#blank-dialog button[value="{symbol_of(face)}"]')
        self._send()

    def _send(self, ply: str = "document.querySelector('#live').dataset.ply") -> None:
        """Press Play, and once more where the page took the press for a slip."""
        self.until("document.querySelector('#verdict [data-ok=\"1\"]')")
        before = self.run(ply)
        for _ in range(PRESSES):
            self.press("#play")
            with suppress(TimeoutError):
                return self.until(f"{ply} !== '{before}'", PATIENCE / PRESSES)
        raise TimeoutError("Play was pressed, and no move was made")


class Browsers:
    """Three of one kind, for two players and somebody who watches; NotHere where it is missing."""

    def __init__(self, one: Callable[[], Any]) -> None:
        self.one, self.stack = one, ExitStack()
        self.pages: list[Page] = []

    def __enter__(self) -> Self:
        try:
            self.pages = [self.stack.enter_context(self.one()) for _ in range(3)]
        except BaseException:
            self.stack.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stack.close()

    def alive(self) -> list[Page]:
        """The three pages; where one of the browsers has gone all three begin again."""
        try:
            for page in self.pages:
                page.run("document.readyState")
        except Exception:  # each driver has faults of its own
            with suppress(Exception):
                self.stack.close()
            self.stack = ExitStack()
            self.__enter__()
        return self.pages


def firefox() -> Browsers:
    """Firefox, by Mozilla's own driver."""
    return Browsers(_one_firefox)


@contextmanager
def _one_firefox() -> Iterator[Page]:
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        raise NotHere("Firefox is not installed")
    with warnings.catch_warnings(), TemporaryDirectory() as logs:
        warnings.simplefilter("ignore")  # of the packages that it stands on
        from marionette_driver.marionette import Marionette

        where = {"host": "127.0.0.1", "port": free_port(), "bin": program, "gecko_log": logs}
        driver = Marionette(**where, headless=True)
        driver.start_session()
        yield Page(driver, driver.navigate)
        driver.quit()
        driver.cleanup()


def webkit() -> Browsers:
    """WebKit's own little browser, by Selenium, on a screen that nobody sees."""
    return Browsers(_one_webkit)


@contextmanager
def _one_webkit() -> Iterator[Page]:
    from selenium import webdriver

    program, browser = shutil.which("WebKitWebDriver"), glob(MINIBROWSER)
    if program is None or not browser:
        raise NotHere("WebKitWebDriver with its MiniBrowser is not installed")
    with _screen() as display:
        options = webdriver.WebKitGTKOptions()
        options.binary_location = browser[0]
        options.add_argument("--automation")
        environment = os.environ | {"DISPLAY": display}
        service = webdriver.WebKitGTKService(program, env=environment)
        driver = webdriver.WebKitGTK(options=options, service=service)
        try:
            yield Page(driver, driver.get)
        finally:
            driver.quit()


@contextmanager
def _screen() -> Iterator[str]:
    """A display in memory; NotHere where none can be had."""
    if shutil.which("Xvfb") is None:
        raise NotHere("Xvfb is not installed")
    size = "x".join(map(str, (*SCREEN, 24)))
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", size, "-nolisten", "tcp"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as screen:
        try:
            yield f":{int(screen.stdout.readline())}"
        finally:
            screen.terminate()
