"""Squares and tiles as HTML: whatever stands on them is escaped, and each is drawn once."""

import html
import re
from dataclasses import replace

import pytest
from django.utils import translation

from games.presentation import boards, drawing
from games.presentation.models.board import SquareView
from games.rules import GAMES

HOSTILE = "<script>\"'&</script>"
STATES = [rules.new(seed=bytes(32), options={}) for rules in GAMES.values()]


def squares(state) -> list[SquareView]:
    return [square for row in boards.rows(state, state.view(None)) for square in row]


@pytest.mark.parametrize("draw", [drawing.square_button, drawing.square_swapped, drawing.face])
def test_whatever_stands_on_a_square_is_escaped(draw):
    tile = replace(boards.tile("3", 1), glyph=HOSTILE, exponent=HOSTILE, look=HOSTILE)
    square = SquareView(name=HOSTILE, tile=tile, premium=HOSTILE, look=HOSTILE, label=HOSTILE)
    drawn = draw(tile if draw is drawing.face else square)
    assert "<script>" not in drawn and html.escape(HOSTILE) in drawn


def test_a_kind_of_tile_and_a_cell_are_escaped():
    tile = replace(boards.tile("3", 1), glyph=HOSTILE, word=HOSTILE)
    square = SquareView(name="1A", tile=None, premium=HOSTILE, look="", label="")
    for drawn in (drawing.kind(tile), drawing.plain_rows([(HOSTILE, [square])])):
        assert "<script>" not in drawn and drawn.count(html.escape(HOSTILE)) == 2


@pytest.mark.parametrize("state", STATES, ids=list(GAMES))
def test_a_board_has_each_square_once_with_its_words(state):
    drawn = drawing.grid(boards.rows(state, state.view(None)))
    named = re.findall(r'id="sq-(\w+)" tabindex="-1" aria-label="([^"]+)"', drawn)
    assert named == [(one.name, html.escape(one.label)) for one in squares(state)]


@pytest.mark.parametrize("state", STATES, ids=list(GAMES))
def test_squares_and_kinds_speak_the_language_of_the_reader(state):
    for _again in range(2):
        told = []
        for language in ("en", "de"):
            with translation.override(language):
                told.append([one.label for one in squares(state) if one.tile is None])
        assert not {*told[0]} & {*told[1]}
    with translation.override("de"):
        assert "<i>Blanko</i>" in drawing.kind(boards.tile("?"))
    assert "<i>blank</i>" in drawing.kind(boards.tile("?"))
