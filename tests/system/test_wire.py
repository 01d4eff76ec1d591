"""What a first visit weighs on the wire, counted on a server of `manage.py play`, and a second."""

import gzip
import re
from collections.abc import Iterator

import pytest

from games.rules import GAMES
from tests.prepared import prepared_folder
from tests.servers import Server
from tests.weight import files_imported, files_imported_later, files_named, is_own_script

from .players import two_guests
from .visitors import Answer, Visitor

pytestmark = pytest.mark.system

WHOLE_VISIT = 100_000  # bytes, heads of answers included
OWN_SCRIPT = 22_500  # bytes without heads
MANIFEST = "/manifest.webmanifest"
LATER = re.compile(r'data-[a-z-]+="(/static/[^"]+)"')
"""What a page loads when it is needed: another icon."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(prepared_folder(tmp_path_factory.mktemp("site"))) as started:
        yield started


@pytest.fixture(scope="module")
def players(server: Server) -> Iterator[tuple[Visitor, Visitor]]:
    guests = two_guests(server)
    yield guests
    for guest in guests:
        guest.leave()


def tables(players: tuple[Visitor, Visitor]) -> Iterator[str]:
    """The address of a table of each game, where both sit."""
    for key in GAMES:
        said = {"to": "link", "key": key, "time": "3d"}
        invitation = players[0].post("/invitations/new/", **said).headers["Location"]
        yield players[1].accept(invitation).headers["Location"]


def fetch(visitor: Visitor, address: str) -> Answer:
    """As a browser asks."""
    answer = visitor.get(address, **{"Accept-Encoding": "gzip, deflate"})
    assert answer.status == 200, address
    return answer


def text_of(answer: Answer) -> str:
    assert answer.headers["Content-Encoding"] == "gzip"
    return gzip.decompress(answer.body).decode()


def on_the_wire(answer: Answer) -> int:
    """Bytes of an answer, with its head."""
    return len(f"HTTP/1.1 200 OK\r\n{answer.headers}".encode()) + len(answer.body)


def visit(visitor: Visitor, address: str) -> dict[str, Answer]:
    """A page, and each file that it names."""
    page = fetch(visitor, address)
    names = files_named(text_of(page))
    assert any(name.endswith(".css") for name in names)
    files = {name: fetch(visitor, name) for name in names}
    for name in filter(is_own_script, names):
        assert set(files_imported(name, text_of(files[name]))) <= files.keys(), name
    return {address: page} | files


def later_scripts(visitor: Visitor, names: list[str]) -> set[str]:
    """The scripts that these ask for when they are needed, and what those import."""
    found: set[str] = set()
    wanted = [name for name in names if is_own_script(name)]
    while wanted:
        name = wanted.pop()
        text = text_of(fetch(visitor, name))
        new = {*files_imported(name, text), *files_imported_later(name, text)} - found
        found |= new
        wanted += new
    return found - set(names)


def test_first_visits_are_light_on_the_wire(server, players):
    """What the README states."""
    with Visitor(server) as stranger:
        visits = [visit(stranger, address) for address in ("/", "/rules/equate/")]
        for table in tables(players):
            visits += [visit(players[0], table), visit(stranger, table)]
    for answers in visits:
        weights = {path: on_the_wire(answer) for path, answer in answers.items()}
        own = [len(answer.body) for path, answer in answers.items() if is_own_script(path)]
        assert sum(weights.values()) <= WHOLE_VISIT, weights
        assert sum(own) <= OWN_SCRIPT, own


def test_a_second_visit_asks_for_no_file_again(server, players):
    """Each is named by its content and kept for good, also what is loaded later."""
    for table in tables(players):
        page = text_of(fetch(players[0], table))
        named = files_named(page)
        later = later_scripts(players[0], named)
        assert any("commands" in name for name in later)
        for name in {*named, *LATER.findall(page), *later} - {MANIFEST}:
            kept = fetch(players[0], name).headers["Cache-Control"]
            assert "immutable" in kept and "max-age=315360000" in kept, name


def test_a_server_that_starts_again_names_the_same_files(server):
    with Visitor(server) as visitor:
        before = files_named(text_of(fetch(visitor, "/")))
        server.stop()
        server.start()
        assert files_named(text_of(fetch(visitor, "/"))) == before


def test_a_browser_that_accepts_no_compression_gets_none(server):
    with Visitor(server) as visitor:
        for name in ["/", *files_named(visitor.get("/").text)]:
            answer = visitor.get(name, **{"Accept-Encoding": "identity"})
            assert "Content-Encoding" not in answer.headers, name
            may_be_packed = name != MANIFEST  # that is shorter than what is compressed
            assert ("Accept-Encoding" in answer.headers["Vary"]) == may_be_packed, name
