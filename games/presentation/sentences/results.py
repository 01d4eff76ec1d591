"""How a game ended, in the reader's language."""

from collections.abc import Sequence

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation.sentences.words import number
from games.rules.interface import State
from games.rules.messages import Json
from games.rules.moves import Seat


def result_headline(
    rules: type[State],
    names: Sequence[str],
    outcome: Json,
    scores: Sequence[int],
    reader: Seat | None = None,
) -> str:
    """Return who won, or that nobody did; to the player on seat `reader` in the second person."""
    ranking = outcome["ranking"]
    if not ranking:
        return _("The game was called off")
    if len(ranking) == 1:
        return _tie(rules, scores[0])
    if reader is None:
        return _who_won(names, outcome, scores)
    if len(ranking[0]) > 1 and reader in ranking[0]:
        return _own_tie([names[seat] for seat in ranking[0] if seat != reader], scores[reader])
    return _own_result(names, outcome, scores, reader)


def _who_won(names: Sequence[str], outcome: Json, scores: Sequence[int]) -> str:
    """The winner with all scores; of several who tie before others, their names."""
    winner, *tied = outcome["ranking"][0]
    if tied:
        return _tied([names[seat] for seat in (winner, *tied)], scores[winner])
    values = {"name": names[winner]} | _scores(scores, winner)
    if len(set(scores)) == 1:
        return _won_at_a_tie(names[winner], outcome["reason"])
    if outcome["reason"] == "resign":
        return _("%(name)s won by resignation (%(score)s to %(others)s)") % values
    if outcome["reason"] == "time":
        return _("%(name)s won on time (%(score)s to %(others)s)") % values
    return _("%(name)s won, %(score)s to %(others)s") % values


def _won_at_a_tie(name: str, reason: str) -> str:
    """Who won although the scores are equal: they would read as a tie."""
    if reason == "resign":
        return _("%(name)s won by resignation") % {"name": name}
    if reason == "time":
        return _("%(name)s won on time") % {"name": name}
    return _("%(name)s won") % {"name": name}


def _scores(scores: Sequence[int], seat: Seat) -> dict[str, str]:
    """A seat's score and those of the others, as they stand in a sentence."""
    others = [number(score) for other, score in enumerate(scores) if other != seat]
    return {"score": number(scores[seat]), "others": ", ".join(others)}


def _own_result(names: Sequence[str], outcome: Json, scores: Sequence[int], reader: Seat) -> str:
    """How it ended for this seat: `You won, 1,273 to 456`; of three or more, its place."""
    ranking, has_won = outcome["ranking"], reader == outcome["ranking"][0][0]
    if len(scores) == 2 and outcome["reason"] in ("resign", "time"):
        winner, loser = (names[seats[0]] for seats in ranking)
        return _departure_sentence(winner, loser, outcome["reason"], has_won)
    if has_won and len(set(scores)) == 1:
        return _("You won")
    if has_won:
        return _("You won, %(score)s to %(others)s") % _scores(scores, reader)
    if len(scores) == 2:
        return _("You lost, %(score)s to %(others)s") % _scores(scores, reader)
    place = 1 + sum(len(seats) for seats in ranking[: _rank(ranking, reader)])
    values = {"place": place, "count": len(scores), "who": _who_won(names, outcome, scores)}
    return _("Place %(place)s of %(count)s: %(who)s") % values


def _rank(ranking: Sequence[Sequence[Seat]], seat: Seat) -> int:
    """How many ranks stand before this seat's."""
    return next(rank for rank, seats in enumerate(ranking) if seat in seats)


def _departure_sentence(winner: str, loser: str, reason: str, has_won: bool) -> str:
    """A game for two that one of them left, told to the other or to the one who left."""
    if has_won and reason == "resign":
        return _("%(name)s resigned: you won") % {"name": loser}
    if has_won:
        return _("%(name)s ran out of time: you won") % {"name": loser}
    if reason == "resign":
        return _("You resigned: %(name)s won") % {"name": winner}
    return _("Your time ran out: you lost")


def _tie(rules: type[State], score: int) -> str:
    """A tie in what the game counts: points, or steps to its goal."""
    if not rules.counts_points:
        values = {"score": score, "goal": _(rules.phrases.goal)}
        return _("A tie at %(score)s %(goal)s") % values
    said = ngettext("A tie at %(score)s point", "A tie at %(score)s points", score)
    return said % {"score": number(score)}


def _tied(names: Sequence[str], score: int) -> str:
    """Who of several tied before the others."""
    said = ngettext(
        "%(names)s tied at %(score)s point", "%(names)s tied at %(score)s points", score
    )
    return said % {"names": get_text_list(list(names), _("and")), "score": number(score)}


def _own_tie(others: Sequence[str], score: int) -> str:
    """The same to one of those who tied."""
    said = ngettext(
        "You tied with %(names)s at %(score)s point",
        "You tied with %(names)s at %(score)s points",
        score,
    )
    return said % {"names": get_text_list(list(others), _("and")), "score": number(score)}


def ending(rules: type[State], outcome: Json, mover: str, *, is_own: bool) -> str:
    """Why the game ended, in a sentence; `is_own` to whom made the last move."""
    reason = outcome["reason"]
    if (told := rules.phrases.endings.get(reason)) is not None:
        return _((is_own and told.own) or told.sentence) % {"name": mover}
    return {
        "resign": _("You resigned.") if is_own else _("%(name)s resigned.") % {"name": mover},
        "time": _("Your time ran out.")
        if is_own
        else _("%(name)s ran out of time.") % {"name": mover},
        "agreement": _("Both players agreed to a draw."),
        "aborted": _("It counts for nobody."),
    }.get(reason, "")


def adjustments(names: Sequence[str], outcome: Json, reader: Seat | None = None) -> list[str]:
    """What the ending gave or took, in a sentence for each seat concerned."""
    return [
        _own_adjustment(points, outcome["reason"])
        if seat == reader
        else _adjustment(names[seat], points, outcome["reason"])
        for seat, points in enumerate(outcome["adjustments"])
        if points
    ]


def _adjustment(name: str, points: int, reason: str) -> str:
    """What the ending gave or took."""
    values = {"name": name, "points": abs(points)}
    if reason in ("resign", "time") and points > 0:
        return _("%(name)s gains %(points)s for leaving the game.") % values
    if reason in ("resign", "time"):
        return _("%(name)s loses %(points)s for leaving the game.") % values
    if points > 0:
        return _("%(name)s gains %(points)s for the tiles left over.") % values
    return _("%(name)s loses %(points)s for the tiles left over.") % values


def _own_adjustment(points: int, reason: str) -> str:
    """The same to whom it concerns."""
    values = {"points": abs(points)}
    if reason in ("resign", "time") and points > 0:
        return _("You gain %(points)s for leaving the game.") % values
    if reason in ("resign", "time"):
        return _("You lose %(points)s for leaving the game.") % values
    if points > 0:
        return _("You gain %(points)s for the tiles left over.") % values
    return _("You lose %(points)s for the tiles left over.") % values


def hint_count_text(name: str, count: int, *, is_own: bool) -> str:
    """How often a player was helped."""
    if is_own:
        return ngettext("You took %(count)s hint.", "You took %(count)s hints.", count) % {
            "count": count
        }
    said = ngettext("%(name)s took %(count)s hint.", "%(name)s took %(count)s hints.", count)
    return said % {"name": name, "count": count}
