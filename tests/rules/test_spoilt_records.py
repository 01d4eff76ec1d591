"""Records that were spoilt: whatever stands in them, a fault is told with its line and code."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import GAMES
from games.rules.record import ENDING_WORDS, RecordError, parse, replay, replay_to_json
from tests.games.nasty import BAD_MOVES, NASTY
from tests.tiers import examples

from .playthroughs import records

CODES = frozenset(
    """notation header score not-your-turn game-over not-on-rack off-board occupied gap direction
    centre not-connected stage malformed division-by-zero not-whole two-equals negative unequal
    repeated no-equality bag-too-small empty-square frozen-tile unreachable not-a-trope
    must-choose""".split()
)
ENDINGS = (*ENDING_WORDS, "resign", "pass")  # these are lines of a record
FEW = examples(20)

every_game = pytest.mark.parametrize("key", GAMES)


def texts_of(key: str) -> list[str]:
    """The recorded games of this kind."""
    texts = [path.read_text() for path in records()]
    return [text for text in texts if parse(text).headers["Game"] == key]


def unseeded(text: str) -> str:
    """The same without its seed; where that tells the set-up, with it."""
    setup = replay(text).state.initial_position
    lines = [line for line in text.splitlines() if not line.startswith(("[Seed", "[Setup"))]
    return "\n".join([f'[Setup "{setup}"]', *lines] if setup else lines) + "\n"


def require_told(text: str | bytes) -> None:
    """A replay raises nothing, and what is wrong has a line of the file, a code and words."""
    result = replay(text)
    json.dumps(replay_to_json("x", result))
    if result.fault is None:
        return
    assert isinstance(result.fault, RecordError)
    lines = text.count("\n") + 1 if isinstance(text, str) else text.count(b"\n") + 1
    assert 1 <= result.fault.line_number <= lines
    assert result.fault.refusal.code in CODES and str(result.fault.refusal)


@pytest.mark.slow
@every_game
def test_a_bad_move_in_a_record_is_told_at_its_line(key):
    """As the first move all of them; in the middle those that are made for the game."""
    own = [text for text, _ in BAD_MOVES.get(key, [])]
    whole = texts_of(key)[0]
    middle = parse(whole).moves[-1].ply // 2
    for text in (whole, unseeded(whole)):
        for ply, moves in ((1, own + NASTY), (middle, own)):
            for move in moves:
                if move.strip().lower() not in ENDINGS:
                    require_refused(text.splitlines(), ply, move)


def require_refused(lines: list[str], ply: int, move: str) -> None:
    """The record stops at the line that has this move instead of its own."""
    place = lines.index("") + ply
    result = replay("\n".join([*lines[:place], f"{ply} {move} +0", *lines[place + 1 :]]))
    if len(result.moves) >= ply:  # legal after all: in the middle, or where no rack is known
        assert result.moves[ply - 1].verdict.text == move
        return
    assert place < result.fault.line_number <= place + 1 + move.count("\n"), move
    assert result.fault.refusal.code in CODES and str(result.fault.refusal)


@pytest.mark.slow(cases="all")
@every_game
@pytest.mark.wider
@FEW
@given(data=st.data())
def test_a_record_with_changed_characters_raises_no_other_error(key, data):
    text = data.draw(st.sampled_from(texts_of(key)))
    text = unseeded(text) if data.draw(st.booleans()) else text
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        typed = data.draw(
            st.text(max_size=3) | st.text("0123456789+-*/=?.[]^<>ABCabcxh \n", max_size=4)
        )
        text = text[:at] + typed + text[at + data.draw(st.integers(0, 3)) :]
    require_told(text)


@every_game
@pytest.mark.wider
@FEW
@given(data=st.data())
def test_a_record_with_shuffled_lines_raises_no_other_error(key, data):
    text = data.draw(st.sampled_from(texts_of(key)))
    lines = (unseeded(text) if data.draw(st.booleans()) else text).splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        at, to = (data.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        how = data.draw(st.sampled_from(["lost", "doubled", "exchanged", "moves made again"]))
        if how == "lost" and len(lines) > 2:
            del lines[at]
        elif how == "doubled":
            lines.insert(to, lines[at])
        elif how == "exchanged":
            lines[at], lines[to] = lines[to], lines[at]
        else:
            lines[at] = lines[at].split(" ")[0] + " " + lines[to].partition(" ")[2]
    require_told("\n".join(lines) + "\n")


@pytest.mark.slow(cases="all")
@every_game
@pytest.mark.wider
@FEW
@given(data=st.data())
def test_a_record_with_changed_bytes_raises_no_other_error(key, data):
    spoilt = bytearray(data.draw(st.sampled_from(texts_of(key))).encode())
    for _ in range(data.draw(st.integers(1, 3))):
        spoilt[data.draw(st.integers(0, len(spoilt) - 1))] = data.draw(st.integers(0, 255))
    require_told(bytes(spoilt))


@pytest.mark.slow
@every_game
@pytest.mark.wider
@FEW
@given(data=st.data())
def test_headers_of_another_game_raise_no_other_error(key, data):
    """Its moves under the name, the options, the seed or the set-up of another one."""
    text = data.draw(st.sampled_from(texts_of(key)))
    other = data.draw(st.sampled_from([text for game in GAMES for text in texts_of(game)]))
    names = data.draw(st.sets(st.sampled_from(["Game", "Options", "First", "Seed", "Setup"])))
    theirs = parse(unseeded(other)).headers | parse(other).headers
    lines = [f'[{name} "{theirs[name]}"]' for name in sorted(names) if name in theirs] + [
        line for line in text.splitlines() if not line.startswith(tuple(f"[{n} " for n in names))
    ]
    require_told("\n".join(lines) + "\n")


@every_game
def test_the_records_that_are_spoilt_were_good(key):
    for text in texts_of(key):
        assert replay(text).fault is None and replay(unseeded(text)).fault is None
