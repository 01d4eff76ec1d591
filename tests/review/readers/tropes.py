"""The sentences about moves of Numeria, and whether they are true."""

from . import truth
from .reading import reads
from .truth import lines


def takers(known):
    return [text for text in known.state.legal_moves() if " x " in text]


@reads(r"A trope was there: (\d+) (\w\d)–(\w\d) takes ([\d, ]+)\.")
def of_trope(known, tile, start, end, numbers):
    texts = [text for text in takers(known) if text.startswith(f"{start}-{end} ")]
    verdicts = [known.state.check(known.seat, text) for text in texts]
    is_there = any(lines(each) == numbers and each.tile == tile for each in verdicts)
    return is_there and " x " not in known.text


@reads(r"A trope can be taken here\.")
def of_trope_left(known):
    return takers(known) and " x " not in known.text


@reads(
    r"After this the other player can take ([\d, ]+) \(.*\) by moving the (\d+) from (\w\d) to (\w\d)(, and wins)?\. There were moves that allow no trope\."
)
def of_handed(known, numbers, tile, start, end, wins):
    after = known.after
    texts = [text for text in after.legal_moves() if text.startswith(f"{start}-{end} x ")]
    verdicts = [after.check(after.turn, text) for text in texts]
    is_there = any(lines(each) == numbers and each.tile == tile for each in verdicts)
    is_last = after.scores[after.turn] == 2
    return is_there and bool(wins) == is_last and keeps_all(known)


def keeps_all(known):
    """Whether some move allows no trope."""
    return not all(truth.hands_over(known.state, text) for text in known.state.legal_moves())


@reads(r"No trope was missed, and none was handed over needlessly\.")
def of_nothing_lost(known):
    moves = list(known.state.legal_moves())
    mine = " x " in known.text
    if not mine and any(" x " in text for text in moves):
        return False
    if known.after.outcome is not None or not truth.hands_over(known.state, known.text):
        return True
    kept = (text for text in moves if (" x " in text) >= mine)
    if truth.loses(known.state, known.text):
        kept = iter(moves)
    return all(truth.hands_over(known.state, text) for text in kept)


@reads(
    r"A trope could be taken, but then the other player could have won at once\. None was handed over needlessly\."
)
def of_declined(known):
    texts = takers(known)
    all_lose = texts and all(truth.loses(known.state, text) for text in texts)
    none_given = not truth.hands_over(known.state, known.text) or not keeps_all(known)
    return all_lose and " x " not in known.text and none_given


@reads(r"Worth solving: one move takes a trope\.")
def of_one_trope(known):
    return len(takers(known)) == 1
