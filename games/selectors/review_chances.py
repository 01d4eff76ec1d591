"""What a review says of the chances to win: beside the best move, and why; and of the answer."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from games.engine.leaves import learned_value
from games.models import Game, ReviewedMove, WeighedMove
from games.presentation import boards, review_text, sentences
from games.presentation.models.reviews import Chances, Judgement, Reply
from games.review import Luck, chance_lost, draw_after, size_of
from games.rules.interface import State
from games.rules.messages import Json
from games.rules.moves import Seat, Verdict, verdict_to_json
from games.rules.record import Course
from games.rules.refusals import Refusal
from games.store.history import course_of

J = TypeVar("J", bound=Judgement)


@dataclass(frozen=True)
class Known:
    """A finished game with all that its review found, by ply; played again only if need be."""

    game: Game
    rows: Mapping[int, ReviewedMove]
    weighed: Mapping[int, WeighedMove]

    @cached_property
    def course(self) -> Course:
        """The game from its start."""
        return course_of(self.game)

    def before(self, ply: int) -> State:
        """The position in which the move with this number was made."""
        return self.course.before[ply - 1]

    def after(self, ply: int) -> State:
        """The position after it."""
        return self.course.before[ply] if ply < len(self.course.before) else self.course.state

    def weighed_at(self, ply: int) -> Json | None:
        """What was found of the chances of this move; None where nothing was."""
        row = self.weighed.get(ply)
        if row is None or not row.chances:
            return None
        found: Json = json.loads(row.chances)
        return found


def known_of(game: Game) -> Known:
    """All that the review of a finished game found."""
    return Known(
        game,
        {row.ply: row for row in ReviewedMove.objects.filter(review=game.id)},
        {row.ply: row for row in WeighedMove.objects.filter(deep=game.id)},
    )


# --- the chances of one move ---


def chances_of(known: Known, ply: int) -> Chances | None:
    """How the move with this number stands beside the best; None where that is not known."""
    found, row = known.weighed_at(ply), known.rows.get(ply)
    if found is None or row is None:
        return None
    lost = chance_lost(found)
    size = size_of(lost, row.loss if known.game.rules.counts_points else None)
    return review_text.chances(lost, size)


def _better_in_words(known: Known, ply: int, found: Json) -> str:
    state, text = known.before(ply), found["moves"][0][0]
    verdict = _legal(state, known.weighed[ply].seat, text)
    if not verdict:
        return str(text)
    return review_text.move_in_words(text, verdict_to_json(verdict, state.layout))


def best_number(known: Known, ply: int) -> int:
    """The place of the best move in the list of this position, from 1; 0 for none."""
    row = known.rows.get(ply)
    if row is None or not row.detail:
        return 0
    return best_of(json.loads(row.detail), known.weighed_at(ply))


def best_of(detail: Json, found: Json | None) -> int:
    """The same by what a review keeps of a move, and what was found of its chances.

    It is the one with the best chance where the move that was made has a smaller one beyond doubt,
    else the one that earns most: of moves with the same chance any may come first.
    """
    texts = [text for text, _, _ in plays_known(detail, found)]
    best = texts[0] if texts else ""
    if found is not None and chance_lost(found).counted:
        best = found["moves"][0][0]
    return texts.index(best) + 1 if best in texts else 0


def plays_known(detail: Json, found: Json | None) -> list[tuple[str, int, int | None]]:
    """The best plays in points, then other moves that were weighed: text, points, chance to win.

    `detail` is what a review keeps of a move, `found` what was found of the chances. A chance is
    in thousandths; None where it was not weighed.
    """
    weighed = found["moves"] if found is not None else []
    wins = {text: win for text, _, win, *_ in weighed}
    plays = [(text, points, wins.get(text)) for text, points in detail["plays"]]
    known = {text for text, *_ in plays}
    return plays + [(text, points, win) for text, points, win, *_ in weighed if text not in known]


# --- why ---


def with_chances(judgement: J, known: Known, ply: int) -> J:
    """The same with the chances of the move with this number, and why they are smaller.

    Where the best move is the one that earns most, the sentence on what was missed says it, and the
    facts follow it.
    """
    facts, beside = why(known, ply), is_best_alike(known, ply)
    missed = " ".join(filter(None, [judgement.missed, facts])) if beside else judgement.missed
    chances = chances_of(known, ply)
    return replace(judgement, chances=chances, missed=missed, why="" if beside else facts)


def reply_to(known: Known, ply: int) -> Reply | None:
    """What the next player could answer to this move, with the tiles held then; None for nothing.

    It is the play that earned most; the answer that proves the loss, where that is proven.
    """
    state, row = known.after(ply), known.rows.get(ply)
    if state.turn is None or row is None or state.turn == row.seat:
        return None
    for text in _answers(known, ply):
        verdict = _legal(state, state.turn, text)
        if verdict is not None and verdict.kind == "play" and verdict.points > 0:
            return _reply(known.game, state, state.turn, verdict)
    return None


def _answers(known: Known, ply: int) -> list[str]:
    """The answers to look at, the first of them first."""
    found, then = known.weighed_at(ply), known.rows.get(ply + 1)
    expected = found["line"][:1] if found is not None else []
    plays = json.loads(then.detail)["plays"] if then is not None and then.detail else []
    best = [text for text, _ in plays[:1]]
    is_proven = found is not None and chance_lost(found).is_proven
    return [*expected, *best] if is_proven else [*best, *expected]


def _reply(game: Game, state: State, seat: Seat, verdict: Verdict) -> Reply:
    detail = verdict_to_json(verdict, state.layout)
    return Reply(
        name=next(player.shown_name for player in game.players.all() if player.seat == seat),
        text=verdict.text,
        where=sentences.where(verdict.text, detail),
        line=sentences.listed_line(verdict.text, detail),
        points=verdict.points,
        on_board=boards.play_on_board(state, seat, verdict),
    )


def why(known: Known, ply: int) -> str:
    """Why the chance to win was smaller after this move than after the best one: facts.

    Empty where nothing was lost, and where the miss itself says it: in a game that is not about
    points, and where the best move is the one that earns most and the points tell it all.
    """
    found, row = known.weighed_at(ply), known.rows.get(ply)
    if found is None or row is None or not chance_lost(found).counted:
        return ""
    if row.kind and not known.game.rules.counts_points:
        return ""
    before = known.before(ply)
    (best, points, *_), (made, earned, *_) = found["moves"][0], found["moves"][found["made"]]
    reply = reply_to(known, ply) if known.game.rules.counts_points else None
    left, better_left = _left(before, row.seat, made), _left(before, row.seat, best)
    tells = _keeps_less(before, left, better_left)
    facts = review_text.Why(
        better=_better_in_words(known, ply, found),
        more=points - earned,
        loss=row.loss,
        is_told=is_best_alike(known, ply),
        reply=reply,
        then=found.get("then"),
        is_opened=reply is not None and not _is_there(before, known.after(ply).turn, reply),
        left=left if tells else None,
        better_left=better_left if tells else None,
        earns_most=not row.loss and made.partition(" ")[0] not in ("swap", "pass"),
    )
    return review_text.why(facts)


def is_best_alike(known: Known, ply: int) -> bool:
    """Whether the move with the best chance is the one that earns most, and that was not made."""
    found, row = known.weighed_at(ply), known.rows.get(ply)
    if found is None or row is None or not row.loss:
        return False
    plays = json.loads(row.detail)["plays"]
    return bool(plays) and bool(plays[0][0] == found["moves"][0][0])


def _left(state: State, seat: Seat, text: str) -> list[str] | None:
    """The tiles that a move leaves on the rack; None where nothing is drawn any more."""
    if not state.has_racks or state.stock.are_bags_empty():
        return None
    draw = draw_after(state, seat, text)
    return None if draw is None else draw.leave


def _keeps_less(state: State, left: list[str] | None, better: list[str] | None) -> bool:
    """Whether these tiles are known to be worth less to go on with than the others."""
    if left is None or better is None:
        return False
    return learned_value(state, left) < learned_value(state, better)


def _is_there(state: State, seat: Seat | None, reply: Reply) -> bool:
    """Whether this seat could make the same play here, for as many points."""
    verdict = _legal(state, seat, reply.text) if seat is not None else None
    return verdict is not None and verdict.points >= reply.points


def _legal(state: State, seat: Seat, text: str) -> Verdict | None:
    """The verdict on a move that the rules accept today; None for another."""
    try:
        return state.check(seat, text)
    except Refusal:
        return None


# --- luck ---


def luck_of(known: Known, seat: Seat) -> list[Luck]:
    """The luck of each draw of a seat that was told."""
    own = (row for row in known.weighed.values() if row.seat == seat)
    return [luck for luck in map(_luck, own) if luck is not None]


def _luck(row: WeighedMove) -> Luck | None:
    if row.worth is None or row.others is None or row.draws is None:
        return None
    return Luck(row.worth, row.others, row.draws, row.squares)
