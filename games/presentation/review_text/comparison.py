"""How a move or a try stands beside the best, in a sentence."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation.review_text.misses import allowed_trope_text
from games.review import TROPE_ALLOWED, Miss, kinds_of
from games.rules.messages import Json


def verdict(key: str, loss: int, detail: Json, kind: str) -> str:
    """How a move stands beside the best, in a sentence; empty where the miss itself says it.

    `detail` is what a review keeps of the move.
    """
    if TROPE_ALLOWED in kinds_of(key):
        return "" if loss else no_loss_comment(detail["values"])
    if not detail["plays"]:
        return _("There was no play.") if detail["exact"] else _("No play was found.")
    if kind == "turn" and detail["values"].get("has_ended"):
        return ""  # what the ending gave or took is beside the points
    if loss:
        return _less(loss, detail["exact"], is_ending=bool(detail.get("left")))
    return none_better(detail)


def caption(key: str, *, is_exact: bool, has_others: bool) -> str:
    """What stands over the list of plays; it may have others behind the best in points."""
    if TROPE_ALLOWED in kinds_of(key):
        return _("Moves to look at; choose one to see it on the board")
    if is_exact and has_others:
        return _(
            "First the plays that earn most here, those of the same symbols on the same squares"
            " for the same points once, with blanks where they cost least; then others whose chance"
            " was weighed. Choose one to see it on the board"
        )
    if is_exact:
        return _(
            "The plays that earn most here, those of the same symbols on the same squares for the"
            " same points once, with blanks where they cost least; choose one to see it on the"
            " board"
        )
    return _("The best plays found here; choose one to see it on the board")


def measure(key: str) -> str:
    """What moves are put beside, in sentences."""
    if TROPE_ALLOWED in kinds_of(key):
        return _("Every move is put beside all the others that could have been made.")
    return _(
        "Every move is put beside the play that earns most with the same rack in the same "
        "position; the difference is what it lost. Plays that earn as much are no miss. A play "
        "that goes out earns what that gives as well, where nobody has left the game. What an "
        "ending by turns without a play gives or takes is not counted."
    )


def _less(loss: int, is_exact: bool, is_ending: bool) -> str:
    if not is_exact:
        said = ngettext(
            "%(loss)s point less than the best play found.",
            "%(loss)s points less than the best play found.",
            loss,
        )
    elif is_ending:
        said = ngettext(
            "%(loss)s point less than the play that earns most, with what going out gives.",
            "%(loss)s points less than the play that earns most, with what going out gives.",
            loss,
        )
    else:
        said = ngettext(
            "%(loss)s point less than the play that earns most.",
            "%(loss)s points less than the play that earns most.",
            loss,
        )
    return said % {"loss": loss}


def none_better(detail: Json) -> str:
    """What is certain of a move beside which nothing is to be said."""
    if not detail["exact"]:
        return _("Nothing better was found.")
    if detail.get("left"):
        return _("No play earns more, with what going out gives.")
    return _("No play earns more.")


def trope_try_comment(missed: Miss | None) -> str:
    """What is said of a try in Numeria, without the trope that it left."""
    if missed is None or not missed.loss:
        return no_loss_comment(missed.values if missed else {})
    if missed.kind == TROPE_ALLOWED:
        return allowed_trope_text(missed.values)
    return _("A trope can be taken here.")


def no_loss_comment(values: Json) -> str:
    """The same in Numeria."""
    if values.get("is_declined"):
        return _(
            "A trope could be taken, but then the other player could have won at once. None was "
            "handed over needlessly."
        )
    return _("No trope was missed, and none was handed over needlessly.")


def share(earned: int, best: int, detail: Json) -> str:
    """A try that earns less than the best, beside it, in a sentence."""
    values = {"percent": max(0, earned) * 100 // best, "points": earned}
    if not detail["exact"]:
        said = ngettext(
            "%(percent)s %% of the best play found: %(points)s point.",
            "%(percent)s %% of the best play found: %(points)s points.",
            earned,
        )
    elif detail.get("left"):
        said = ngettext(
            "%(percent)s %% of the best: %(points)s point, with what going out gives.",
            "%(percent)s %% of the best: %(points)s points, with what going out gives.",
            earned,
        )
    else:
        said = ngettext(
            "%(percent)s %% of the best: %(points)s point.",
            "%(percent)s %% of the best: %(points)s points.",
            earned,
        )
    return said % values
