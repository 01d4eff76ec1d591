"""What a review says of one move, and of the position in which it was made."""

import json
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress

from games.models import Game, PlayedMove, ReviewedMove
from games.presentation import lessons, sentences
from games.presentation.models.retries import PlayOnBoard
from games.presentation.models.reviews import BestPlay, Judgement, Lesson, MoveMade, ReviewRow
from games.review import CHOICES
from games.rules.interface import State
from games.rules.messages import Json
from games.rules.moves import Seat, Verdict, verdict_to_json
from games.rules.record import ply_taken_back, standing_plies
from games.rules.refusals import Refusal
from games.store.queries import SEAT_MARKS

# --- one position ---


def lesson_at(game: Game, state: State, ply: int, show: int | None = None) -> Lesson | None:
    """What was there in the position after `ply` moves, and what was made of it.

    `show` is the number of the play that the page has on its board, from 1. None while the game
    runs, and where nothing is known of the next move.
    """
    if game.ended_at is None:
        return None
    row = ReviewedMove.objects.filter(review=game.id, ply=ply + 1).exclude(detail="").first()
    move = next((move for move in game.moves.all() if move.ply == ply + 1), None)
    if row is None or move is None:
        return None
    detail, made = json.loads(row.detail), _describe_move(game, move)
    return Lesson(
        **vars(_judgement(game, row, detail, made)),
        ply=move.ply,
        made=made,
        plays=tuple(_best_plays(state, row.seat, detail, show)),
        caption=lessons.caption(game.key, detail["exact"]),
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


def _best_plays(state: State, seat: Seat, found: Json, show: int | None) -> Iterator[BestPlay]:
    """The plays that the review found, for the list and for the board."""
    for number, verdict in still_legal(state, seat, found["plays"]):
        detail = verdict_to_json(verdict, state.layout)
        yield BestPlay(
            number=number,
            where=sentences.where(verdict.text, detail),
            line=sentences.equations(detail),
            how=sentences.how_points_came(type(state), detail),
            labels=sentences.labels(detail),
            points=verdict.points,
            for_ending=_for_ending(found, number),
            on_board=on_board(state, seat, verdict),
            is_shown=number == show,
        )


def on_board(state: State, seat: Seat, verdict: Verdict) -> PlayOnBoard:
    """What a legal play that was not made does to the board."""
    if verdict.moved is not None:
        start, end = map(state.layout.name, verdict.moved)
        names = tuple(map(state.layout.name, verdict.squares))
        lit = tuple(name for name in names if name not in (start, end))
        return PlayOnBoard(faces={end: verdict.tile}, emptied=(start,), lit=lit)
    after = state.play(seat, verdict.text).after.board
    changed = {at: face for at, face in after.items() if state.board.get(at) != face}
    new = {state.layout.name(square): face for square, face in changed.items()}
    return PlayOnBoard(faces=new, emptied=(), lit=())


def _for_ending(detail: Json, number: int) -> int:
    """What the play of this number, counted from 1, gains by going out."""
    outs = detail.get("outs", [])[number - 1 : number]
    return int(detail["left"]) if any(outs) else 0


# --- one move ---


def review_row(
    game: Game, row: ReviewedMove | None, move: PlayedMove, stands: Collection[int]
) -> ReviewRow:
    """A move in the table of the review; `stands` are the plies that were not taken back."""
    made, is_undone = _describe_move(game, move), _is_undone(move, stands)
    is_reviewed = row is not None and bool(row.detail)
    judgement = Judgement()
    if row is not None and is_reviewed:
        judgement = _judgement(game, row, json.loads(row.detail), made)
    return ReviewRow(
        **vars(judgement),
        ply=move.ply,
        seat=move.seat,
        made=made,
        is_undone=is_undone,
        is_judged=made.kind in CHOICES and not is_undone,
        is_reviewed=is_reviewed,
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
        line=sentences.move_line(move.text, detail),
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
        kind=lessons.miss_label(row.kind, detail["values"]),
        best=plays[0][1] if plays and is_choice else None,
        for_ending=_for_ending(detail, 1) if is_choice else 0,
        puzzle=str(lessons.PUZZLES.get(row.puzzle, "")) if is_choice else "",
        is_most=detail["exact"] and not row.loss and not detail.get("left"),
        verdict=lessons.verdict(game.key, row.loss, detail, row.kind) if is_choice else "",
        lesson=_lesson(row.kind, detail, made) if row.kind else "",
    )


def _lesson(kind: str, detail: Json, made: MoveMade) -> str:
    text, points = detail["plays"][0]
    return lessons.lesson(kind, detail["values"], detail["best"], text, points, made)
