"""What reviews of finished games say, for pages; of a running game, nothing."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache

from games.models import Game, PlayedMove, Player, ReviewedMove
from games.presentation import boards, lessons, sentences
from games.review import CHOICES, Line, summed_up
from games.rules.base import Json, Refusal, Seat, State, Verdict, verdict_to_json
from games.rules.record import standing, taken_back_by
from games.selectors.review_progress import review_progress
from games.store.history import position_before, running_totals, start_of, steps
from games.store.queries import SEAT_MARKS, Shown, game_with_all
from ratings.charts import column_chart

LABEL_ABOVE, LABEL_HEIGHT = 8, 20  # in the units of the chart

# --- one position ---


def lesson_at(game: Game, state: State, ply: int) -> Shown | None:
    """What was there in the position after `ply` moves, and what was made of it.

    None while the game runs, and where nothing is known of the next move.
    """
    if game.ended_at is None:
        return None
    row = ReviewedMove.objects.filter(review=game.id, ply=ply + 1).exclude(detail="").first()
    move = next((move for move in game.moves.all() if move.ply == ply + 1), None)
    if row is None or move is None:
        return None
    return _lesson(game, state, row, move)


def _lesson(game: Game, state: State, row: ReviewedMove, move: PlayedMove) -> Shown:
    detail, made = json.loads(row.detail), _made(game, move)
    return {
        **_told(game, row, detail, made),
        "ply": move.ply,
        "at": move.ply - 1,
        "made": made,
        "plays": [
            _play(state, row.seat, verdict, number) | {"for_ending": _for_ending(detail, number)}
            for number, verdict in still_legal(state, row.seat, detail["plays"])
        ],
        "caption": lessons.caption(game.key, detail["exact"]),
    }


def still_legal(
    state: State, seat: Seat, plays: Sequence[tuple[str, int]]
) -> Iterator[tuple[int, Verdict]]:
    """The plays that the referee takes today with the points that the review gives them."""
    for number, (text, points) in enumerate(plays, 1):
        with suppress(Refusal):
            verdict = state.check(seat, text)
            if verdict.points == points:
                yield number, verdict


def _play(state: State, seat: Seat, verdict: Verdict, number: int) -> Shown:
    """One of the best plays, for the list and for the board."""
    detail = verdict_to_json(verdict, state.layout)
    return {
        "number": number,
        "where": sentences.where(verdict.text, detail),
        "line": sentences.equations(detail),
        "how": sentences.how_points_came(type(state), detail),
        "labels": sentences.labels(detail),
        "points": verdict.points,
        "is_shown": False,
        **_on_board(state, seat, verdict),
    }


def _on_board(state: State, seat: Seat, verdict: Verdict) -> Shown:
    """What a play does to the board: faces by square, squares it leaves, others to be lit."""
    names = [state.layout.name(square) for square in verdict.squares]
    if verdict.tile:
        return {"faces": {names[1]: verdict.tile}, "left": names[:1], "lit": names[2:]}
    before = state.view(None)["board"]
    after = state.play(seat, verdict.text).after.view(None)["board"]
    new = {name: face for name, face in after.items() if before.get(name) != face}
    return {"faces": new, "left": [], "lit": []}


def _made(game: Game, move: PlayedMove) -> Shown:
    detail = json.loads(move.detail)
    name = next(p.shown_name for p in game.players.all() if p.seat == move.seat)
    return {
        "name": name,
        "mark": SEAT_MARKS[move.seat],
        "kind": detail["kind"],
        "where": sentences.where(move.text, detail),
        "line": sentences.move_line(move.text, detail),
        "points": move.points,
        "is_hinted": move.is_hinted,
        "said": sentences.said_of_move(name, move.text, detail, move.points),
    }


def _told(game: Game, row: ReviewedMove, detail: Json, made: Shown) -> Shown:
    """What is said of a move: how it stands beside the best, and what was missed.

    Nothing stands beside an ending that is no choice of a play.
    """
    plays, is_choice = detail["plays"], made["kind"] in CHOICES
    told = {
        "loss": row.loss,
        "kind": lessons.kind_told(row.kind, detail["values"]),
        "best": plays[0][1] if plays and is_choice else None,
        "for_ending": _for_ending(detail, 1) if is_choice else 0,
        "puzzle": lessons.PUZZLES.get(row.puzzle, "") if is_choice else "",
        "is_exact": detail["exact"],
        "is_most": detail["exact"] and not row.loss and not detail.get("left"),
        "verdict": "",
        "lesson": "",
    }
    if is_choice:
        told["verdict"] = lessons.verdict(game.key, row.loss, detail, row.kind)
    if row.kind:
        text, points = plays[0]
        told["lesson"] = lessons.lesson(
            row.kind, detail["values"], detail["best"], text, points, made
        )
    return told


def _for_ending(detail: Json, number: int) -> int:
    """What the play of this number, counted from 1, gains by going out."""
    outs = detail.get("outs", [])[number - 1 : number]
    return int(detail["left"]) if any(outs) else 0


def with_play(state: State, shown: Shown, lesson: Shown | None, number: int | None) -> Shown:
    """The board with one of the best plays on it; nothing where there is no such play."""
    play = _play_numbered(lesson, number)
    if play is None:
        return {}
    play["is_shown"] = True
    return {"rows": cache(lambda: boards.with_play(shown["rows"](), state, play))}


def _play_numbered(lesson: Shown | None, number: int | None) -> Shown | None:
    return next((one for one in (lesson or {}).get("plays", ()) if one["number"] == number), None)


# --- the whole game ---


def review(game_id: str, ply: int | None = None, show: int | None = None) -> Shown:
    """The review page of a finished game; raises Game.DoesNotExist, also for one that runs.

    It shows the position after `ply` moves, or the last one; none where the game is not that long.
    """
    game = _over(game_id)
    rows = {row.ply: row for row in ReviewedMove.objects.filter(review=game_id)}
    stands = set(standing(move.text for move in game.moves.all()))
    moves = [
        _row(game, rows.get(move.ply), move, is_undone=_is_undone(move, stands))
        for move in game.moves.all()
    ]
    progress = review_progress(game_id)
    is_done = progress is not None and progress["is_done"]
    return {
        "id": game_id,
        "name": game.rules.name,
        "goal": game.rules.phrases.goal,
        "players": [_named(player) for player in game.players.all()],
        "progress": progress,
        "moves": _with_leads(game, moves),
        "kinds": lessons.kinds(game.key),
        "measure": lessons.measure(game.key),
        "summary": _summary(game, moves, rows) if is_done else None,
        "chart": _chart(game),
        "position": _position(game, ply, show),
    }


def _is_undone(move: PlayedMove, stands: Collection[int]) -> bool:
    """Whether a move was taken back; the line that takes one back never stands itself."""
    return move.ply not in stands and taken_back_by(move.text) is None


def position_reviewed(game_id: str, ply: int | None, show: int | None) -> Shown | None:
    """The position alone that the review page shows; None where the game is not that long."""
    return _position(_over(game_id), ply, show)


def _over(game_id: str) -> Game:
    game = game_with_all(game_id)
    if game.ended_at is None:
        raise Game.DoesNotExist
    return game


def _position(game: Game, ply: int | None, show: int | None) -> Shown | None:
    """The board after so many moves, and what is said of the last of them.

    With `show` it is the board before that move, and one of the best plays on it.
    """
    moves = list(game.moves.all())
    ply = len(moves) if ply is None else ply
    if ply > len(moves):
        return None
    row = ReviewedMove.objects.filter(review=game.id, ply=ply).first()
    told = _numbered(game, row, moves, ply) if ply else None
    return {
        **_board(game, ply, moves[ply - 1] if ply else None, show if ply else None),
        "id": game.id,
        "ply": ply,
        "goal": game.rules.phrases.goal,
        "steps": steps(game, ply),
        "told": told,
    }


def _numbered(game: Game, row: ReviewedMove | None, moves: Sequence[PlayedMove], ply: int) -> Shown:
    move, stands = moves[ply - 1], set(standing(move.text for move in moves))
    return _row(game, row, move, is_undone=_is_undone(move, stands))


def _board(game: Game, ply: int, move: PlayedMove | None, show: int | None) -> Shown:
    before = position_before(game, ply) if move is not None and show else None
    lesson = lesson_at(game, before, ply - 1) if before is not None else None
    play = _play_numbered(lesson, show)
    if before is not None and play is not None:
        shown = boards.whole(before, before.view(None), None, [])
        return shown | {"play": play} | with_play(before, shown, lesson, show)
    state = position_before(game, ply + 1)
    squares = json.loads(move.detail)["squares"] if move is not None else []
    return boards.whole(state, state.view(None), None, squares) | {"play": None}


def _named(player: Player) -> Shown:
    return {"name": player.shown_name, "mark": SEAT_MARKS[player.seat], "score": player.score}


def _row(game: Game, row: ReviewedMove | None, move: PlayedMove, *, is_undone: bool) -> Shown:
    """A move in the table of the review; with nothing but itself where it is not reviewed."""
    made = _made(game, move)
    shown = {"ply": move.ply, "at": move.ply - 1, "seat": move.seat, "made": made}
    shown |= {"is_undone": is_undone, "is_judged": made["kind"] in CHOICES and not is_undone}
    if row is None or not row.detail:
        return shown | {"is_reviewed": False}
    return shown | _told(game, row, json.loads(row.detail), made) | {"is_reviewed": True}


def _totals(game: Game) -> list[list[int]]:
    """The scores at the start, after each move, and at the end if the ending changed them."""
    totals = [list(start_of(game).scores), *running_totals(game, list(game.moves.all()))]
    final = [player.score for player in game.players.all()]
    return totals if totals[-1] == final else [*totals, final]


def _with_leads(game: Game, moves: Sequence[Shown]) -> list[Shown]:
    """Each move with who leads after it, and by how much."""
    return [move | lead for move, lead in zip(moves, _leads(game)[1:], strict=False)]


def _leads(game: Game) -> list[Shown]:
    """Who leads by how much at the start, after each move, and at the end if that changed it."""
    players = [_named(player) for player in game.players.all()]
    shown = []
    for scores in _totals(game):
        best, second = sorted(scores, reverse=True)[:2]
        leader = players[scores.index(best)] if best > second else None
        shown.append({"leader": leader, "lead": best - second})
    return shown


def _chart(game: Game) -> Shown | None:
    """By how much each player is ahead of the best of the others; of two, the first alone."""
    totals = _totals(game)
    seats = range(len(totals[0]))
    ahead = [
        [scores[seat] - max(scores[other] for other in seats if other != seat) for scores in totals]
        for seat in seats
    ]
    shown = ahead if len(ahead) > 2 else ahead[:1]
    names = [_named(player) for player in game.players.all()]
    chart = column_chart(shown)
    lines = zip(chart["curves"], names, strict=False)
    return chart | {
        "curves": _labelled([curve | player for curve, player in lines], chart["height"]),
        "first": names[0]["name"],
        "second": names[1]["name"],
        "is_for_two": len(names) == 2,
        "columns": _columns(game),
    }


def _columns(game: Game) -> list[Shown]:
    """The places of the chart, each with the ply it leads to; what the end changed is the last."""
    return [
        {"ply": min(place, game.ply), "is_end": place > game.ply} | lead
        for place, lead in enumerate(_leads(game))
    ]


def _labelled(curves: list[Shown], height: int) -> list[Shown]:
    """The curves with the heights of their names: above their ends, apart, and inside."""
    by_end = sorted(curves, key=lambda one: one["last"][1])
    free = 0
    for curve in by_end:
        curve["label_y"] = free = max(curve["last"][1] - LABEL_ABOVE, free + LABEL_HEIGHT)
    free = height - LABEL_ABOVE
    for curve in reversed(by_end):
        curve["label_y"] = min(curve["label_y"], free)
        free = curve["label_y"] - LABEL_HEIGHT
    return curves


def _summary(game: Game, moves: Sequence[Shown], rows: Mapping[int, ReviewedMove]) -> Shown:
    """What the game comes to: what everybody lost and how, the best find, the turning point."""
    players = list(game.players.all())
    winners = [player.seat for player in players if player.rank == 1]
    stands = set(standing(move.text for move in game.moves.all()))
    found = summed_up(
        [_line(move, rows.get(move["ply"])) for move in moves if move["ply"] in stands],
        len(players),
        winners[0] if len(winners) == 1 else None,
        [player.score for player in players],
    )
    by_ply = {move["ply"]: move for move in moves}
    turning = by_ply.get(found.turning_point or 0)
    return {
        "players": [
            _named(player)
            | {
                "lost": sum(found.lost[player.seat].values()),
                "misses": sum(found.misses[player.seat].values()),
                "hinted": sum(
                    move["made"]["is_hinted"] for move in moves if move["seat"] == player.seat
                ),
                "kinds": [
                    {
                        "name": lessons.KINDS[kind],
                        "lost": lost,
                        "times": found.misses[player.seat][kind],
                    }
                    for kind, lost in found.lost[player.seat].most_common()
                ],
            }
            for player in players
        ],
        "best_find": by_ply.get(found.best_find or 0),
        "turning_point": turning and turning | {"winner": players[winners[0]].shown_name},
        "puzzles": [move for move in moves if move.get("puzzle")],
    }


def _line(move: Shown, row: ReviewedMove | None) -> Line:
    made = move["made"]
    is_best = move["is_reviewed"] and move["is_most"] and not made["is_hinted"]
    return Line(
        ply=move["ply"],
        seat=move["seat"],
        points=made["points"],
        is_play=made["kind"] == "play",
        loss=row.loss if row is not None else 0,
        kind=row.kind if row is not None else "",
        is_best=is_best,
    )
