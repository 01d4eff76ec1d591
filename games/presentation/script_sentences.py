"""What the scripts of a page say: the sentences by the names under which the scripts know them.

A script fills places such as `%s` and `%own`; in the catalogues of texts each has two `%`.
"""

from collections.abc import Callable, Mapping
from functools import cache

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from games.catalogue import Parts
from games.rules.moves import Seat

Sentences = Mapping[str, str]


def of_table(key: str, seat: Seat | None) -> Sentences:
    """All that the scripts of a game's table say, to a player or to a stranger (None)."""
    return _of_table(key, seat is not None, get_language())


def of_board(key: str) -> Sentences:
    """What the scripts of a board say on which a draft is made, at a table or to try moves."""
    return _of_board(key, get_language())


def clear() -> None:
    """Drop the sentences that were collected: they are collected again."""
    _of_table.cache_clear()
    _of_board.cache_clear()


@cache
def _of_table(key: str, is_player: bool, _language: str | None) -> Sentences:
    return {**of_keys(), **of_ends(), **of_board(key)} if is_player else of_keys()


@cache
def _of_board(key: str, _language: str | None) -> Sentences:
    return {**of_turn(), **_OF_DRAFT.get(key, of_laying)()}


def of_keys() -> Sentences:
    """What `table/commands.js` and the clocks (`live/`) say: answers to letters, and low time."""
    return {
        "notNow": _("That is not possible now."),
        "noClock": _("No clock is running."),
        "noRack": _("Your rack is empty."),
        "noNext": _("No other game waits for you."),
        "noAnswer": _("The server did not answer. Try again."),
        "low": _("Less than an hour is left for your move."),
        "left60": _("One minute is left on your clock."),
        "left30": _("30 seconds are left on your clock."),
        "left20": _("20 seconds are left on your clock."),
        "left10": _("10 seconds are left on your clock."),
    }


def of_turn() -> Sentences:
    """What `table/turn.js`, `table/click_guard.js` and the drafts say at every table."""
    return {
        "drafted": _("not played yet"),
        "failed": _("The server did not answer. Your tiles stay where they are; try again."),
        "confirm": _("Press Enter once more to play it."),
        "fresh": _("Something has just changed here. Press once more."),
        "zoomed": _("Larger now: tap the square again."),
    }


def of_ends() -> Sentences:
    """What `table/consequence.js` says of the scores with which a pass or a swap ends the game."""
    return {
        "win": _("You would win %%own to %%other.") % (),
        "lose": _("You would lose %%own to %%other.") % (),
        "tie": _("It would be a tie, %%own to %%other.") % (),
    }


def of_laying() -> Sentences:
    """What `table/laying/` says: tiles that go from a rack to the board."""
    return {
        "line": _("Tiles must lie in one row or one column."),
        "gap": _("The tiles must form one line without a gap."),
        "home": _("A tile of yours came home: its square was taken."),
        "picked": _("Now choose its square."),
        "taken": _("That square is taken."),
        "edge": _("The line has come to the edge of the board."),
        "recalled": _("All your tiles are on the rack again."),
        "noWay": _("no square is chosen any more"),
        "lacking": _("You do not hold this tile: %%s.") % (),
        "noBlank": _("You have no blank."),
        "noMeaning": _("A blank cannot stand for this: %%s.") % (),
        "right": _("to the right"),
        "down": _("down"),
        "left": _("to the left"),
        "up": _("up"),
        "blank": _("blank"),
        "free": _("always at hand"),
        "bagHas": _("The bag has %%s tiles.") % (),
    }


def of_moving() -> Sentences:
    """What `table/moving/` says: tiles that slide and jump over the board."""
    return {
        "slide": _("%%s, slide to here") % (),
        "jump": _("%%s, jump to here") % (),
        "picked": _("%%s, picked") % (),
        "from": _("%%s, where it stands now") % (),
        "frozen": _("Your opponent moved the %%s last: you may not move it now.") % (),
        "stuck": _("The %%s can neither slide nor jump.") % (),
        "far": _("The %%s cannot go there.") % (),
        "gone": _("The move that you prepared is not possible any more."),
        "trope": _("trope"),
    }


_OF_DRAFT: Mapping[str, Callable[[], Sentences]] = Parts("draft_sentences")
"""What a game's own script of a draft says, where it brings one; else tiles are laid."""


def of_fair_draws() -> Sentences:
    """What `fair/check.js` says of the draws made again; `No` ends the name of what is wrong."""
    return {**_of_seed(), **_of_first_player(), **_of_moves(), **_of_whole_check()}


def _of_seed() -> Sentences:
    return {
        "seed": _("Commitment: it is the SHA-256 of the seed."),
        "seedNo": _("Commitment: the seed of the record is not the one that was committed to."),
        "unseededNo": _("Draws not checked: the record has no seed."),
        "namedNo": _("Commitment: the record names another one than this page."),
        "setup": _(
            "Set-up: every tile where the seed has it."
            " Deals before it with a ready trope: {before}."
        ),
        "setupNo": _("Set-up: the seed deals {found}, the game began with {shown}."),
        "setupNamedNo": _("Set-up: the record has another one than this page."),
    }


def _of_first_player() -> Sentences:
    return {
        "first": _("First player: {found}, as the seed says."),
        "firstNo": _("First player: the seed says {found}, the record says {said}."),
        "highest": _("First player: {found}, who drew the highest tile ({tiles})."),
        "chosen": _("First player: {found}, as the options of the game say."),
        "chosenNo": _("First player: the options of the game say {found}, the record says {said}."),
    }


def _of_moves() -> Sentences:
    return {
        "moves": _("{moves} of {moves} moves: every tile was on the mover’s rack."),
        "rackNo": _("Move {ply}, {name}: {lacking} was not on the rack, which held {held}."),
        "bagNo": _("Move {ply}, {name}: swapped {count}, and the bag held {bag}."),
        "textNo": _("Move {ply}: {text} is not a move."),
        "left": _("Tiles left: the {count} that this page shows."),
        "rackLeftNo": _("Tiles left to {name}: {found}, and this page shows {shown}."),
        "bagLeftNo": _("Tiles left in a bag: {found}, and this page shows {shown}."),
    }


def _of_whole_check() -> Sentences:
    return {
        "all": _("All is right: {count} draws, each as the seed has it."),
        "allNo": _(
            "Something is wrong: this record is not the game that was played with this seed."
        ),
        "recordNo": _("The game record could not be read. Try again."),
        "cryptoNo": _(
            "Your browser computes SHA-256 for pages over https or on localhost only, so it cannot"
            " check the draws here. With the game record, manage.py replay can."
        ),
        "times": pgettext("sign of times", "×"),
        "divided": pgettext("sign of division", "÷"),
    }
