"""What a first visit to a table weighs: the budgets, in bytes as gzip sends them."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command

from games.models import Game
from games.rules import GAMES
from numerica_site.static_files import without_comments
from tests.weight import files_imported, files_named, is_own_script, packed

WHOLE_VISIT = 100_000
OWN_SCRIPT = 22_000


def body_of(client, path: str) -> bytes:
    """A file as the site serves it; its static files lie where the finders say."""
    if not path.startswith("/static/"):
        return client.get(path).content
    name = path.removeprefix("/static/")
    return without_comments(name, with_parts(Path(finders.find(name)).read_bytes()))


def with_parts(body: bytes) -> bytes:
    """A style sheet with the parts that it imports; anything else as it is."""
    named = re.findall(rb'@import url\("([\w/-]+\.css)"\)', body)
    return body + b"".join(Path(finders.find(part.decode())).read_bytes() for part in named)


def weigh(client, address: str) -> None:
    page = client.get(address).content
    paths = files_named(page.decode())
    assert any(path.endswith(".css") for path in paths)
    bodies = {path: body_of(client, path) for path in paths}
    for path in filter(is_own_script, paths):
        assert set(files_imported(path, bodies[path].decode())) <= bodies.keys(), path
    weights = {path: packed(body) for path, body in bodies.items()}
    own = {path: size for path, size in weights.items() if is_own_script(path)}
    assert own and sum(own.values()) <= OWN_SCRIPT, own
    assert packed(page) + sum(weights.values()) <= WHOLE_VISIT, weights


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_a_first_visit_to_a_table_is_light(db, browser, key):
    call_command("seed_demo", verbosity=0)
    game = Game.objects.filter(key=key, ended_at=None).first()
    weigh(browser(game.players.get(seat=game.turn).user), f"/games/{game.id}/")


@pytest.mark.slow
def test_a_first_visit_to_a_review_is_light(db, browser):
    call_command("seed_demo", verbosity=0)
    game = Game.objects.exclude(ended_at=None).order_by("-ply").first()
    weigh(browser(), f"/games/{game.id}/review/")


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_a_first_visit_to_a_lesson_is_light(db, browser, key):
    weigh(browser(), f"/learn/{key}/1/")
