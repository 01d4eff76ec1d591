"""What a review says of one move, and of the position in which it was made."""

import json
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress

from games.models import Game, PlayedMove, ReviewedMove
from games.presentation import boards, chance_text, review_text, sentences
from games.presentation.models.reviews import (
    BestPlay,
    JudgedPosition,
    Judgement,
    MoveMade,
    ReviewRow,
)
from games.review import CHOICES
from games.rules.interface import State
from games.rules.messages import Json
from games.rules.moves import Seat, Verdict, verdict_to_json
from games.rules.record import ply_taken_back, standing_plies
from games.rules.refusals import Refusal
from games.selectors.review_chances import (
    Known,
    best_number,
    known_of,
    plays_known,
    with_chances,
)
from games.store.queries import SEAT_MARKS

# --- one position ---


def judged_at(game: Game, state: State, ply: int, show: int | None = None) -> JudgedPosition | None:
    """What was there in the position after `ply` moves, and what was made of it.

    `show` is the number of the play that the page has on its board, from 1. None while the game
    runs, and where nothing is known of the next move.
    """
    if game.ended_at is None:
        return None
    known = known_of(game)
    row = known.rows.get(ply + 1)
    move = next((move for move in game.moves.all() if move.ply == ply + 1), None)
    if row is None or not row.detail or move is None:
        return None
    detail, made = json.loads(row.detail), _describe_move(game, move)
    judgement = with_chances(_judgement(game, row, detail, made), known, move.ply)
    plays = plays_known(detail, known.weighed_at(move.ply))
    return JudgedPosition(
        **vars(judgement),
        ply=move.ply,
        made=made,
        plays=tuple(_best_plays(state, row.seat, detail, plays, show)),
        caption=review_text.caption(
            game.key, is_exact=detail["exact"], has_others=len(plays) > len(detail["plays"])
        ),
    )


def still_legal(
    state: State, seat: Seat, plays: Sequence[tuple[str, int]]
) -> Iterator[tuple[int, Verdict]]:
    """The plays that the referee takes today with the points that the review gives them."""
    for number, (text, points) in enumerate(plays, 1):
        with suppress(Refusal):
            verdict = state.check(seat, text)
            if verdict.points == points:
                yield number, verdict


def _best_plays(
    state: State,
    seat: Seat,
    found: Json,
    plays: Sequence[tuple[str, int, int | None]],
    show: int | None,
) -> Iterator[BestPlay]:
    """The plays that the review found, with their chances, for the list and for the board."""
    for number, verdict in still_legal(state, seat, [each[:2] for each in plays]):
        win = plays[number - 1][2]
        detail = verdict_to_json(verdict, state.layout)
        yield BestPlay(
            number=number,
            where=sentences.where(verdict.text, detail),
            line=_line(verdict.text, detail),
            how=sentences.how_points_came(type(state), detail),
            labels=sentences.labels(detail),
            points=verdict.points,
            for_ending=_for_ending(found, number),
            chance="" if win is None else chance_text.percent(win),
            on_board=boards.play_on_board(state, seat, verdict),
            is_shown=number == show,
        )


def _line(text: str, detail: Json) -> str:
    """The lines of a play; another move in words."""
    if detail["kind"] == "play":
        return sentences.listed_line(text, detail)
    return review_text.move_in_words(text, detail)


def _for_ending(detail: Json, number: int) -> int:
    """What the play of this number, counted from 1, gains by going out."""
    outs = detail.get("outs", [])[number - 1 : number]
    return int(detail["left"]) if any(outs) else 0


# --- one move ---


def review_row(known: Known, move: PlayedMove, stands: Collection[int]) -> ReviewRow:
    """A move in the table of the review; `stands` are the plies that were not taken back."""
    game, row = known.game, known.rows.get(move.ply)
    made, is_undone = _describe_move(game, move), _is_undone(move, stands)
    is_reviewed = row is not None and bool(row.detail)
    judgement = Judgement()
    if row is not None and is_reviewed:
        judgement = _judgement(game, row, json.loads(row.detail), made)
        judgement = with_chances(judgement, known, move.ply)
    return ReviewRow(
        **vars(judgement),
        ply=move.ply,
        seat=move.seat,
        made=made,
        is_undone=is_undone,
        is_judged=made.kind in CHOICES and not is_undone,
        is_reviewed=is_reviewed,
        is_unweighed=move.ply in known.weighed and judgement.chances is None,
        best_number=best_number(known, move.ply),
    )


def plies_standing(game: Game) -> set[int]:
    """The plies of the moves that were not taken back."""
    return set(standing_plies(move.text for move in game.moves.all()))


def _is_undone(move: PlayedMove, stands: Collection[int]) -> bool:
    """Whether a move was taken back; the line that takes one back never stands itself."""
    return move.ply not in stands and ply_taken_back(move.text) is None


def _describe_move(game: Game, move: PlayedMove) -> MoveMade:
    detail = json.loads(move.detail)
    name = next(p.shown_name for p in game.players.all() if p.seat == move.seat)
    return MoveMade(
        name=name,
        mark=SEAT_MARKS[move.seat],
        kind=detail["kind"],
        where=sentences.where(move.text, detail),
        line=sentences.listed_line(move.text, detail),
        points=move.points,
        is_hinted=move.is_hinted,
        said=sentences.move_sentence(name, move.text, detail, move.points),
    )


def _judgement(game: Game, row: ReviewedMove, detail: Json, made: MoveMade) -> Judgement:
    """How a move stands beside the best, and what was missed.

    Nothing stands beside an ending that is no choice of a play.
    """
    plays, is_choice = detail["plays"], made.kind in CHOICES
    return Judgement(
        loss=row.loss,
        kind=review_text.miss_label(row.kind, detail["values"]),
        best=plays[0][1] if plays and is_choice else None,
        for_ending=_for_ending(detail, 1) if is_choice else 0,
        puzzle=str(review_text.PUZZLES.get(row.puzzle, "")) if is_choice else "",
        is_most=detail["exact"] and not row.loss and not detail.get("left"),
        verdict=review_text.verdict(game.key, row.loss, detail, row.kind) if is_choice else "",
        missed=_missed(row.kind, detail, made) if row.kind else "",
    )


def _missed(kind: str, detail: Json, made: MoveMade) -> str:
    text, points = detail["plays"][0]
    return review_text.missed(kind, detail["values"], detail["best"], text, points, made)
