"""Every legal play of a small rack, found by trying: what the search is measured against."""

from games.rules.grid import ACROSS
from games.rules.move_generator import plays_up_to
from games.rules.notation import Play
from games.rules.refusals import Refusal
from games.rules.tiles import BLANK


def all_plays(state, seat=0):
    """Every play with its points; in Equate those worth nothing only where no play is worth more."""
    rack = state.racks[seat]
    texts = {*plays_up_to(state, seat, len(rack) + len(state.free)), *single_tiles(state, seat)}
    plays = {text: state.check(seat, text).points for text in texts}
    if state.free and any(plays.values()):
        plays = {text: points for text, points in plays.items() if points}
    return list(plays.items())


def single_tiles(state, seat):
    """Every play of one tile: each tile of the hand on each square that has a place for it."""
    rack = state.racks[seat]
    faces = {*rack, *state.free} - {BLANK}
    if BLANK in rack:
        faces |= {BLANK + face for face in state.tiles.counts if face not in (BLANK, *state.free)}
    for square in state.layout.squares():
        if square in state.board or not state.has_place([square]):
            continue
        for face in faces:
            text = str(Play(square, ACROSS, (face,)))
            try:
                yield state.check(seat, text).text
            except Refusal:
                continue
