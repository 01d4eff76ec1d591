"""The style: small sheets, every rule in a layer, none that no page needs."""

import re

import pytest
from django.test import Client

from .every_page import every_page, sign_in
from .games.helpers import ROOT

STATIC = ROOT / "static"
SHEETS = sorted(STATIC.glob("*.css"))  # what pages link
PARTS = sorted((STATIC / "css").glob("*.css"))  # what sheets are made of
BASE = STATIC / "site.css"

LINES, COLUMNS = 300, 120
LOOKS_INSIDE = 26
"""`:has()` in all sheets together: other state is said by classes and attributes of the page, but
for regions that stay so that they are heard, and of which the inside alone is sent."""
SHEETS_OF_A_TABLE = 3

_COMMENT = re.compile(r"(?s)/\*.*?\*/")
_IMPORT = re.compile(r'@import url\("([\w/-]+\.css)"\) layer\(([\w-]+)\);')
_ORDER = re.compile(r"@layer ([\w, -]+);")
_LINK = re.compile(r'<link rel="stylesheet" href="/static/([\w/.-]+\.css)">')


def rules_of(path) -> str:
    """A sheet without its comments."""
    return _COMMENT.sub("", path.read_text())


def imports_of(path) -> list[tuple[str, str]]:
    """The parts of a sheet, each with its layer."""
    return _IMPORT.findall(rules_of(path))


def order_of_layers() -> list[str]:
    return ", ".join(_ORDER.findall(rules_of(BASE))).split(", ")


@pytest.mark.parametrize("path", [*SHEETS, *PARTS], ids=lambda path: path.name)
def test_a_sheet_can_be_read(path):
    lines = path.read_text().splitlines()
    assert len(lines) <= LINES
    assert not [line for line in lines if len(line) > COLUMNS]


def test_few_rules_look_inside_an_element_for_its_state():
    assert sum(rules_of(path).count(":has(") for path in PARTS) <= LOOKS_INSIDE


def test_every_rule_stands_in_a_layer():
    for sheet in SHEETS:
        assert not _ORDER.sub("", _IMPORT.sub("", rules_of(sheet))).strip(), sheet
    for part in PARTS:
        assert "@import" not in rules_of(part) and "@layer" not in rules_of(part), part


def test_the_order_of_layers_is_said_once_and_knows_every_layer():
    orders = {sheet.name for sheet in SHEETS if _ORDER.search(rules_of(sheet))}
    assert orders == {BASE.name}
    used = {layer for sheet in SHEETS for _, layer in imports_of(sheet)}
    order = order_of_layers()
    assert set(order) == used and len(order) == len(used)


def test_every_part_belongs_to_a_sheet():
    imported = {name for sheet in SHEETS for name, _ in imports_of(sheet)}
    assert imported == {f"css/{part.name}" for part in PARTS}


def sheets_of(client: Client, address: str) -> list[str]:
    """The sheets that a page links, in their order."""
    return _LINK.findall(client.get(address).content.decode())


@pytest.fixture
def linked(db) -> dict[tuple[str, str], list[str]]:
    """The sheets of every kind of page, by its address and who reads it."""
    found = {}
    for address, user in every_page():
        client = Client()
        if user:
            sign_in(client, user)
        found[address, str(user)] = sheets_of(client, address)
    return found


def is_table(address: str) -> bool:
    """Whether an address is that of a table, or of the page on which its chat stands alone."""
    return bool(re.fullmatch(r"/games/\w+/(chat/|\?.*)?", address)) and "archive" not in address


@pytest.mark.slow
def test_pages_fetch_the_sheets_they_need_and_no_others(linked):
    assert {name for names in linked.values() for name in names} == {path.name for path in SHEETS}
    for (address, _), names in linked.items():
        assert names[0] == BASE.name, address
        assert ("table.css" in names) == is_table(address), address
        assert len(names) == len(set(names)) <= SHEETS_OF_A_TABLE, address
