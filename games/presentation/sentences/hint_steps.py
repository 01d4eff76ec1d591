"""Hints in the reader's language."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation.sentences.moves import line_place, move_line, where
from games.rules.messages import Json


def hints(play: Json, kind: str) -> list[str]:
    """All that can be told of a play, step by step; a line is told from its first tile on."""
    if "aim" in play:
        place = where(play["text"], play["detail"])
        begins = _("It moves the tile on %(square)s.") % {"square": play["square"]}
        return [_aim(play["aim"]), begins, _whole_move(place, play["aim"])]
    made = move_line(play["text"], play["detail"])
    place, way = _line_place(play)
    values = {"where": place, "way": way, "line": made}
    return [
        _worth(play["points"], kind),
        _("It begins at %(where)s, %(way)s.") % values,
        _("%(where)s, %(way)s: %(line)s.") % values,
    ]


def _worth(points: int, kind: str) -> str:
    if kind == "best":
        said = ngettext(
            "The best play found earns %(points)s point.",
            "The best play found earns %(points)s points.",
            points,
        )
    else:
        said = ngettext(
            "A play to find earns %(points)s point.",
            "A play to find earns %(points)s points.",
            points,
        )
    return said % {"points": points}


def _line_place(play: Json) -> tuple[str, str]:
    """Where the line of a play begins, its tiles of before among them, and how it runs."""
    names = next((run["squares"] for run in play["detail"]["runs"]), play["squares"])
    return line_place([*names, *names])


def _aim(aim: Json) -> str:
    """What a move of Numeria is for, without the move."""
    said = {
        "takes": _("A trope can be taken."),
        "prepares": _("The best move found prepares %(line)s."),
        "stops": _("The best move found stops %(line)s."),
        "keeps": _("After the best move found the other player can take no trope."),
    }.get(aim["kind"], _("Here is the best move found."))
    return said % _line_of(aim)


def _whole_move(place: str, aim: Json) -> str:
    """A move of Numeria, and what it is for."""
    said = {
        "takes": _("%(where)s takes %(line)s."),
        "prepares": _("%(where)s prepares %(line)s."),
        "stops": _("%(where)s stops %(line)s."),
        "keeps": _("%(where)s: after it the other player can take no trope."),
    }.get(aim["kind"], _("It is %(where)s."))
    return said % {"where": place, **_line_of(aim)}


def _line_of(aim: Json) -> dict[str, str]:
    return {"line": ", ".join(map(str, aim["numbers"]))}


def no_play_sentence(may_swap: bool) -> str:
    """What can be done where a search found nothing."""
    if may_swap:
        return _("No play was found. Swap tiles, or pass.")
    return _("No play was found. Pass.")


def nothing_to_lay(may_swap: bool) -> str:
    """What can be done where it is certain that there is nothing to lay."""
    if may_swap:
        return _("Nothing can be laid with these tiles: swap some.")
    return _("Nothing can be laid with these tiles: pass.")
