"""Each sentence that a review may say of a move, and whether it is true."""

import re
from fractions import Fraction

from games.rules import arithmetic
from games.rules.notation import parse
from games.rules.placement import place_tiles

from . import truth
from .reading import NUMBER, reads
from .truth import listed


def shown_plays(known, said, where, points):
    """The legal plays of which it is said that they form these lines, the first there, for so much."""
    return [
        each
        for each in known.at_least(int(points))
        if each.points == int(points) and listed(each) == said and first_begins(each) == where
    ]


def first_begins(verdict):
    """Where the first line begins that pages tell of; a tile that moved has its way instead."""
    if verdict.tile:
        return truth.place(verdict)
    return truth.begins(truth.told_lines(verdict)[0])


def new_faces(known, verdict):
    play = parse(verdict.text, known.state.tiles.counts)
    return place_tiles(known.state.board, known.state.layout, play)


def plain(said):
    """A line without what its blanks stand for."""
    return re.sub(r" \(blanks?: .+\)$", "", said)


def listed_run(known, verdict, run):
    """A line of a play, and what the blanks stand for that are new in it."""
    new = new_faces(known, verdict)
    meant = [new[at][1:] for at in run.squares if new.get(at, "").startswith("?")]
    named = ", ".join(map(arithmetic.readable, meant))
    said = f" (blank{'s' * (len(meant) > 1)}: {named})" if meant else ""
    return arithmetic.readable(run.text) + said


PLAY = r"(.+) at (\S+)"


# --- what was missed ---


@reads(
    rf"Instead of a (pass|swap), {PLAY} would have earned {NUMBER}\.(?: What fresh tiles are worth later is not counted\.)?"
)
def of_turn(known, did, said, where, points):
    has_ended = known.after.outcome is not None
    return known.verdict.kind == did and not has_ended and shown_plays(known, said, where, points)


@reads(rf"This ended the game: {PLAY} would have earned {NUMBER}\.")
def of_last_turn(known, said, where, points):
    has_ended = known.after.outcome is not None
    return known.verdict.kind != "play" and has_ended and shown_plays(known, said, where, points)


@reads(rf"{PLAY} earns {NUMBER} and goes out: that gives {NUMBER} more for the tiles left over\.")
def of_going_out(known, said, where, points, left):
    plays = shown_plays(known, said, where, points)
    return any(known.goes_out(each.text) == int(left) for each in plays)


@reads(
    rf"The same symbols on the same squares earn {NUMBER} instead of {NUMBER} (with fewer blanks|with a blank on another of them): a blank earns nothing\."
)
def of_blank(known, points, made, how):
    mine = known.verdict
    same = [
        each
        for each in known.at(truth.place(mine), int(points))
        if truth.symbols_laid(each.text) == truth.symbols_laid(mine.text)
    ]
    fewer = [each.text.count("?") < mine.text.count("?") for each in same]
    return mine.points == int(made) and (any(fewer) if "fewer" in how else same and not all(fewer))


@reads(
    rf"With the same equation, (.+), the play at (\S+) earns {NUMBER} instead of {NUMBER} at (\S+)\."
)
def of_place(known, said, where, points, made, made_where):
    def has(verdict):
        return any(arithmetic.readable(run.text) == plain(said) for run in verdict.runs)

    def is_it(verdict):
        return any(listed_run(known, verdict, run) == said for run in verdict.runs)

    mine = known.verdict
    is_told = mine.points == int(made) and truth.place(mine) == made_where and has(mine)
    return is_told and any(is_it(each) for each in known.at(where, int(points)))


@reads(rf"{PLAY} earns {NUMBER}: (\S+) is (\S+) in lowest terms, so \+{NUMBER} for the fraction\.")
def of_reduced_fraction(known, said, where, points, unreduced, value, bonus):
    over, _, under = unreduced.replace("−", "-").partition("/")
    is_reduced = Fraction(int(over), int(under)) == fraction(value)
    return is_reduced and has_bonus(known, said, where, points, value, bonus)


@reads(
    rf"{PLAY} earns {NUMBER}: (?:its value|the value of (.+)) is (\S+), so \+{NUMBER} for the fraction\."
)
def of_fraction(known, said, where, points, line, value, bonus):
    return has_bonus(known, said, where, points, value, bonus, line or plain(said))


def fraction(said):
    return Fraction(said.replace("−", "-"))


def has_bonus(known, said, where, points, value, bonus, line=None):
    is_told = 20 * (fraction(value).denominator - 1) == int(bonus)
    return is_told and any(
        run.value == fraction(value) and (line is None or arithmetic.readable(run.text) == line)
        for each in shown_plays(known, said, where, points)
        for run in each.runs
    )


@reads(rf"{PLAY} lays all nine tiles and earns {NUMBER}, {NUMBER} of it for that\.")
def of_nine(known, said, where, points, bonus):
    promised = {"numerica": 50, "equate": 40}[known.state.key]
    plays = shown_plays(known, said, where, points)
    laid = [len(truth.tiles_of(each.text, known.state)) for each in plays]
    return int(bonus) == promised and 9 in laid and known.state.stock.count_held_by(known.seat) == 9


@reads(
    rf"{PLAY} makes (.+) longer, and all of it counts: {NUMBER}\.(?: The whole play earns {NUMBER}\.)?"
)
def of_extension(known, line, where, old, points, total):
    total = int(total or points)
    for each in known.at_least(total):
        for run in each.runs if each.points == total else ():
            is_it = listed_run(known, each, run) == line and run.points == int(points)
            is_there = is_it and truth.begins(run) == where
            if is_there and old in old_equations(known.state, run):
                return True
    return False


def old_equations(state, run):
    """The complete equations of the board that have become parts of this line."""
    parts, part = [], ""
    for at in (*run.squares, None):
        face = state.board.get(at)
        if face is not None:
            part += face.replace("?", "")
        else:
            parts.append(part)
            part = ""
    return [arithmetic.readable(each) for each in parts if "=" in each and is_complete(state, each)]


def is_complete(state, line):
    try:
        return state.judge(line)[0] == "complete"
    except arithmetic.Fault:
        return False


@reads(rf"The same tiles make {PLAY} for {NUMBER}\.")
def of_tiles(known, said, where, points):
    mine = sorted(truth.tiles_of(known.text, known.state))
    return any(
        sorted(truth.tiles_of(each.text, known.state)) == mine
        for each in shown_plays(known, said, where, points)
    )


@reads(rf"{PLAY} earns {NUMBER}, on premium squares {NUMBER} more than this move\.")
def of_premiums(known, said, where, points, more):
    mine = for_premiums(known, known.verdict)
    return any(
        for_premiums(known, each) == mine + int(more)
        for each in shown_plays(known, said, where, points)
    )


def for_premiums(known, verdict):
    new = new_faces(known, verdict)
    return sum(
        run.points - truth.plain_points(run, known.state, new) - bonus_for(known, run)
        for run in verdict.runs
        if run.kind == "complete"
    )


def bonus_for(known, run):
    return 20 * (run.value.denominator - 1) if known.state.key == "numerica" else 0


@reads(rf"{PLAY} earns {NUMBER}, on coloured squares {NUMBER} more than this move\.")
def of_colours(known, said, where, points, more):
    mine = known.verdict.points - outcome(known.verdict)
    return any(
        each.points - outcome(each) == mine + int(more)
        for each in shown_plays(known, said, where, points)
    )


def outcome(verdict):
    return int(verdict.runs[0].text.partition("=")[2])


@reads(rf"{PLAY} has a larger outcome and earns {NUMBER}\.")
def of_outcome(known, said, where, points):
    mine = outcome(known.verdict)
    return any(outcome(each) > mine for each in shown_plays(known, said, where, points))


@reads(rf"{PLAY} earns {NUMBER}\.")
def of_other(known, said, where, points):
    return shown_plays(known, said, where, points)


# --- beside the best ---


@reads(r"No play earns more\.")
def of_most(known):
    return not known.above(known.verdict.points, with_ending=False)


@reads(r"No play earns more, with what going out gives\.")
def of_most_with_ending(known):
    return known.left > 0 and not known.above(known.earned(known.verdict))


@reads(r"Nothing better was found\.|No play was found\.")
def of_search(known):
    return known.verdict is not None


@reads(r"There was no play\.")
def of_none(known):
    return not known.at_least(0)


@reads(rf"{NUMBER} points? less than the play that earns most\.")
def of_less(known, loss):
    most = known.verdict.points + int(loss)
    points = [each.points for each in known.above(most - 1, with_ending=False)]
    return points and max(points) == most


@reads(rf"{NUMBER} points? less than the play that earns most, with what going out gives\.")
def of_less_with_ending(known, loss):
    most = known.earned(known.verdict) + int(loss)
    earned = [known.earned(each) for each in known.above(most - 1)]
    return known.left and earned and max(earned) == most


@reads(rf"{NUMBER} points? less than the best play found\.")
def of_less_than_found(known, loss):
    most = known.earned(known.verdict) + int(loss)
    return any(known.earned(each) == most for each in known.above(most - 1))


@reads(rf"{NUMBER} % of the best: {NUMBER} points(, with what going out gives)?\.")
def of_share(known, percent, points, _):
    mine = known.earned(known.verdict)
    best = max(known.earned(each) for each in known.above(mine))
    return mine == int(points) and int(percent) == 100 * mine // best


@reads(rf"{NUMBER} % of the best play found: {NUMBER} points\.")
def of_share_found(known, percent, points):
    return known.earned(known.verdict) == int(points) and int(percent) < 100


# --- why it is worth solving ---


@reads(r"Worth solving: only one play earns points\.")
def of_only(known):
    above = known.above(0, with_ending=False)
    return len({truth.symbols_laid(each.text) for each in above}) == 1


@reads(r"Worth solving: one choice of tiles and squares is far ahead of all others\.")
def of_far(known):
    best = max(known.plays, key=known.earned)
    most = known.earned(best)
    limit = min(most - 20, most * 2 // 3)
    ahead = [each for each in known.above(limit) if known.earned(each) > limit]
    return {truth.choice(each) for each in ahead} == {truth.choice(best)}
