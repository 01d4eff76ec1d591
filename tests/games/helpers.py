"""Records to play, rows to compare, and what a page says: used by the tests of the web part."""

import html
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction
from django.test import Client

from accounts.models import User
from games.catalogue import CATALOGUE, GameEntry
from games.models import Game
from games.rules.interface import State
from games.rules.record import Course, MoveEntry, Record, parse
from games.services.writing import write_moves

ROOT = Path(__file__).resolve().parents[2]
WHOLE = parse((ROOT / "tests/records/whole-game.game").read_text())
SEED = WHOLE.headers["Seed"]
MINUTE = timedelta(minutes=1)


def demo_record(name: str) -> Record:
    """One of the games that the demo plays."""
    return parse((ROOT / "games/demo" / name).read_text())


def recorded_game(name: str) -> Record:
    """One of the games that guard the rules."""
    return parse((ROOT / "tests/rules/playthroughs" / f"{name}.game").read_text())


def play_record(
    game: Game, users: Sequence[User], moves: int, now: datetime, record: Record = WHOLE
) -> None:
    """Make the next moves of a record, up to this many in all."""
    make_at_once(game, record.moves[game.ply : moves], now)


def make_at_once(game: Game, lines: Sequence[MoveEntry], now: datetime) -> None:
    """Make the next moves of a record, written in one go as each of them alone would be."""
    course = Course(game.position)
    made = [course.play(line.text) for line in lines]
    if made:
        with transaction.atomic():
            write_moves(Game.objects.get(pk=game.pk), made, now)
    game.refresh_from_db()


def all_rows() -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table, to prove that nothing changed."""
    return {
        model._meta.label: list(model._base_manager.order_by("pk").values_list())
        for model in apps.get_models()
    }


def post_move(client: Client, game: Game, text: str, ply: int | None = None, **more: Any):
    """Post a move as the page's form does."""
    said = {"text": text, "ply": game.ply + 1 if ply is None else ply}
    return client.post(f"/games/{game.id}/move/", said, **more)


def words_of(response: Any) -> str:
    """What a person reads on the page: no tags, no scripts, single spaces."""
    page = re.sub(r"(?s)<(script|style|noscript|head)\b.*?</\1>", " ", response.content.decode())
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def sentence_of(response: Any) -> str:
    """The one sentence of a page that says what is wrong."""
    found = re.search(r"</h1>\s*<p>(.*?)</p>", response.content.decode())
    return found[1] if found else ""


def is_a_sentence(said: str) -> bool:
    """Readable: it ends, it is not long, and no programmer's word is in it."""
    said = html.unescape(said)
    assert said.endswith((".", "?")) and 10 < len(said) < 200, said
    assert not any(word in said for word in ("None", "Error", "{", "<", "%("))
    return True


JSON = {"HTTP_ACCEPT": "application/json"}
HTMX = {"HTTP_HX_REQUEST": "true"}


def enter_game(monkeypatch: pytest.MonkeyPatch, key: str, rules: type[State]) -> None:
    """Enter the rules of an invented game into the catalogue, or other rules of one that is there."""
    path = f"{rules.__module__}:{rules.__qualname__}"
    entry = CATALOGUE.get(key, GameEntry(rules=path))
    monkeypatch.setitem(CATALOGUE, key, replace(entry, rules=path))
