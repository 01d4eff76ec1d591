"""The table page and its live updates: everything they show, listed name by name."""

import json
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from functools import cache

from django.utils.translation import gettext as _

from games.computers.roster import OPPONENTS, USUAL
from games.models import Game, Player
from games.presentation import boards, plain_text, script_sentences, sentences
from games.presentation.page_models import Lesson
from games.rules.interface import State
from games.rules.messages import Json
from games.rules.moves import Seat
from games.rules.record import parse_options, standing_plies
from games.selectors.bests import best_play, personal_best
from games.selectors.draws import fair
from games.selectors.hints import hint_shown, hinted_squares
from games.selectors.review_moves import lesson_at
from games.selectors.review_progress import review_progress
from games.store import notifications, site_time
from games.store.draw_offers import offers_shown
from games.store.hints import may_take_hints
from games.store.history import position_before, running_totals, steps
from games.store.permissions import last_own_move, may_take_back, way_to_call_off
from games.store.queries import SEAT_MARKS, Reader, Shown, game_with_all
from ratings.selectors import changes_of, format_change, format_rating, ratings_of


def seat_of(game_id: str, reader: Reader) -> Seat | None:
    """The seat a reader has in a game; None for a stranger."""
    if not reader.is_authenticated:
        return None
    seats = Player.objects.filter(game=game_id, user=reader.pk)
    return seats.values_list("seat", flat=True).first()


def position(game_id: str) -> State:
    """The position of a game, for the referee; raises Game.DoesNotExist."""
    return judged_position(game_id)[1]


def judged_position(game_id: str) -> tuple[int, State]:
    """The ply and the position that a verdict is about; raises Game.DoesNotExist."""
    game = Game.objects.get(pk=game_id)
    return game.ply, game.position


def table(game_id: str, seat: Seat | None) -> Shown:
    """Everything the table page and its live updates show to a seat, or to a stranger (None).

    Raises Game.DoesNotExist. Five queries, one more at a rated end and two for what a player's
    best was, however long the game is.
    """
    game = game_with_all(game_id)
    return _table(game, game.position, game.ply, seat)


def replay_table(
    game_id: str, seat: Seat | None, ply: int, show: int | None = None
) -> Shown | None:
    """The same as it was after `ply` moves, to look at; None when the game is not that long.

    Raises Game.DoesNotExist. While the game runs, racks of then are as secret as those of now.
    The hand is the one of now, of a finished game that of then, and lies still. Of a finished
    game, `show` lays one of the best plays that the review found on the board, the first for 1.
    """
    game = game_with_all(game_id)
    if ply > game.ply:
        return None
    state = position_before(game, ply + 1)
    shown = _table(game, state, ply, seat)
    if game.ended_at is not None:
        for player in shown["players"]:
            own = state.view(player["seat"])["racks"][player["seat"]]
            player["rack"] = boards.rack(state, own)
    held = state if game.ended_at is not None else game.position
    hand = boards.hand(held, _view(game, held, seat), seat)
    lesson = lesson_at(game, state, ply, show)
    return shown | {
        "is_replay": True,
        "hand": hand and _at_rest(hand),
        "lesson": lesson,
        "play_on": _play_on(game, state),
        **_with_play(state, shown, lesson),
    }


def _with_play(state: State, shown: Shown, lesson: Lesson | None) -> Shown:
    """The board with the play of the lesson on it that is to be shown; nothing without one."""
    if lesson is None or lesson.shown is None:
        return {}
    return {"rows": boards.with_play(shown["rows"](), state, lesson.shown.on_board)}


def _at_rest(hand: Shown) -> Shown:
    """A hand that can do nothing; whether draws may be offered is a matter of the whole game."""
    actions = hand["actions"]
    still = {name: may if name == "draw" else 0 for name, may in actions.items()}
    return hand | {"actions": still, "moves": {}}


def position_text(game_id: str, ply: int | None) -> str | None:
    """The game as plain text after `ply` moves, or now; None when the game is not that long.

    The same for everybody: nothing that is hidden from strangers. Raises Game.DoesNotExist.
    """
    game = game_with_all(game_id)
    if ply is None or ply == game.ply:
        return _text(game, game.position, game.ply)
    return _text(game, position_before(game, ply + 1), ply) if ply < game.ply else None


def _text(game: Game, state: State, ply: int) -> str:
    names = [player.shown_name for player in game.players.all()]
    moves = _moves(game, names, None, ply)
    return plain_text.of_position(state, parse_options(game.options), names, moves)


def _view(game: Game, state: State, seat: Seat | None) -> Json:
    """What a seat may see; a computer agrees to no draw."""
    view = state.view(seat)
    if game.list_key != game.key:
        view["actions"].pop("draw", None)
    return view


def _table(game: Game, state: State, ply: int, seat: Seat | None) -> Shown:
    view = _view(game, state, seat)
    names = [player.shown_name for player in game.players.all()]
    sheet = _moves(game, names, seat, game.ply)
    moves = sheet[:ply]
    last = _squares_of_last(moves)
    reader = seat if ply == game.ply else None
    hint = hint_shown(game, view, seat, ply)
    told = hinted_squares(game, reader, [ply, ply + 1])
    result = _result(game, names, sheet, seat)
    best = result["best"] if result is not None else None
    shown = _lit(boards.whole(state, view, seat, last), hint)
    return shown | {
        **_about(game, seat),
        "ply": ply,
        "next_ply": ply + 1,
        "turn": view["turn"],
        "is_over": view["outcome"] is not None,
        "is_replay": False,
        "steps": steps(game, ply),
        "is_taken_back": bool(moves) and moves[-1]["kind"] == "takeback",
        **_ways_out(game, state, seat, ply),
        "rows": cache(lambda: boards.with_best(shown["rows"](), _best_now(best, view))),
        "changed": _changed_squares(state, view, moves, told, _best_now(best, view)),
        "hinted": cache(lambda: _hinted_squares(state, view, last, hint, told)),
        "players": _players(game, state, view, moves, seat),
        "moves": sheet,
        "new_moves": moves[-1:],
        "last_move": moves[-1] if moves else None,
        "offers": offers_shown(game) if ply == game.ply else [],
        "bags": [sentences.BAGS[label] % {"count": count} for label, count in view["bags"].items()],
        "unseen": _unseen(view),
        "held_by_others": _held_by_others(view, names, seat),
        "status": _status(game, names, view, moves, seat),
        "call": _call(game, state, names, view, moves, reader),
        "hint": hint,
        "result": result,
        "best_ply": best["ply"] if best is not None else None,
        "text": cache(lambda: _text(game, state, ply)),
        "lesson": None,
        "sentences": script_sentences.of_table(game.key, seat),
    }


def _ways_out(game: Game, state: State, seat: Seat | None, ply: int) -> Shown:
    """How this player can end the game early, and what can be taken back; now, and no earlier."""
    if seat is None or ply != game.ply or state.outcome is not None:
        return {"call_off": "", "take_back": None}
    own = last_own_move(game, seat) if may_take_back(game, seat) else None
    return {"call_off": way_to_call_off(game, state, seat), "take_back": own}


def _squares_of_last(moves: Sequence[Shown]) -> list[str]:
    """The squares of the last move that stands: those are marked."""
    plies = standing_plies(move["text"] for move in moves)
    return list(moves[plies[-1] - 1]["squares"]) if plies else []


def _about(game: Game, seat: Seat | None) -> Shown:
    """What is so in every position of the game."""
    return {
        "id": game.id,
        "options": sentences.option_words(game.rules, parse_options(game.options)),
        "rated": game.rated,
        "is_private": game.is_private,
        "is_imported": game.is_imported,
        "origin": _origin(game),
        "days_per_move": game.days_per_move,
        "seat": seat,
        "has_ended": game.ended_at is not None,
        "has_hints": may_take_hints(game, seat),
        "fair": fair(game),
        "review": review_progress(game.id) if game.ended_at is not None else None,
        "viewers": notifications.viewers(game.id),
    }


def _play_on(game: Game, state: State) -> Shown | None:
    """The computers against which a position of a finished game can be played on."""
    if game.ended_at is None or state.turn is None:
        return None
    return {"computers": list(OPPONENTS), "usual": USUAL}


def _origin(game: Game) -> Shown | None:
    """The position of another game from which this one began."""
    return {"id": game.origin_id, "ply": game.origin_ply} if game.start else None


def _moves(game: Game, names: Sequence[str], seat: Seat | None, ply: int) -> list[Shown]:
    """The score sheet; what another seat swapped is told only when the game is over.

    Up to the ply shown: the rows are read after the snapshot, and a move may have come between.
    """
    rows = list(game.moves.all()[:ply])
    stands = set(standing_plies(move.text for move in rows))
    computers = {player.seat for player in game.players.all() if player.is_computer}
    shown = []
    for move, totals in zip(rows, running_totals(game, rows), strict=True):
        detail = json.loads(move.detail)
        is_own = move.seat == seat
        is_open = game.ended_at is not None or is_own
        is_computer = move.seat in computers
        why = sentences.why_swapped() if is_computer and detail["kind"] == "swap" else ""
        shown.append(
            {
                "ply": move.ply,
                "seat": move.seat,
                "mark": SEAT_MARKS[move.seat],
                "name": names[move.seat],
                "kind": detail["kind"],
                "text": move.text,
                "is_undone": move.ply not in stands and detail["kind"] != "takeback",
                "is_hinted": move.is_hinted,
                "takes": "tile" in detail and move.points > 0,
                "where": sentences.where(move.text, detail),
                "line": sentences.move_line(move.text, detail, is_open),
                "written": sentences.written(move.text, detail, is_open),
                "labels": sentences.labels(detail),
                "how": why or sentences.how_points_came(game.rules, detail),
                "said": sentences.said_to_mover(move.text, detail, move.points)
                if is_own
                else sentences.said_of_move(
                    names[move.seat], move.text, detail, move.points, is_open, is_computer
                ),
                "points": move.points,
                "total": totals[move.seat],
                "squares": detail["squares"],
            }
        )
    return shown


def _lit(board: Shown, hint: Shown | None) -> Shown:
    """The board with the squares lit that a hint is about."""
    names = hint["squares"] if hint is not None else []
    if not names:
        return board
    plain = board["rows"]
    return board | {"rows": cache(lambda: [boards.with_hint(row, names) for row in plain()])}


def _hinted_squares(
    state: State, view: Json, last: Sequence[str], hint: Shown | None, told: Collection[str]
) -> list[Shown]:
    """The squares of all plays told of, each lit if it is what the hint is about now."""
    names = hint["squares"] if hint is not None else []
    return boards.with_hint(boards.squares(state, view, told, last), names)


def _changed_squares(
    state: State, view: Json, moves: Sequence[Shown], told: Collection[str], best: Collection[str]
) -> list[Shown]:
    """The squares that the last move changed, and those of the move before, marked no more.

    And those of hints, lit no more, and of the best play.
    """
    names = {name for move in moves[-2:] for name in move["squares"]} | _locked(view)
    names |= {*told, *best, *_squares_of_last(moves[:-1])}
    changed = boards.squares(state, view, names, _squares_of_last(moves))
    return boards.with_best([changed], best)[0]


def _best_now(best: Shown | None, view: Json) -> Collection[str]:
    """The squares of the best play of a finished game, while its end is looked at."""
    return best["squares"] if best is not None and view["outcome"] is not None else ()


def _locked(view: Json) -> set[str]:
    """The square of the tile that may not move, which a pass leaves where it was before."""
    return {view["frozen"]} if view.get("frozen") else set()


def _players(
    game: Game, state: State, view: Json, moves: Sequence[Shown], seat: Seat | None
) -> list[Shown]:
    """Who plays, in the order of the turns; on a player's own page the player comes last."""
    shown = []
    left = view.get("left", [])
    stands = set(standing_plies(move["text"] for move in moves))
    told = [move for move in reversed(moves) if move["ply"] in stands or move["kind"] == "takeback"]
    user_ids = [player.user_id for player in game.players.all() if player.user_id is not None]
    ratings = ratings_of(user_ids, game.list_key)
    for player in game.players.all():
        last = next((move for move in told if move["seat"] == player.seat), None)
        is_turn = view["turn"] == player.seat
        rack = view["racks"][player.seat]
        deadline = game.deadline_at if is_turn and len(moves) == game.ply else None
        shown.append(
            {
                "seat": player.seat,
                "mark": SEAT_MARKS[player.seat],
                "name": player.shown_name,
                "has_page": player.user is not None and player.user.is_active,
                "is_computer": player.is_computer,
                "rating": _fixed_rating(player) or ratings.get(player.user_id or 0),
                "is_you": player.seat == seat,
                "is_turn": is_turn,
                "has_left": player.seat in left,
                "turns_away": _turns_away(view, player.seat),
                "score": view["scores"][player.seat],
                "deadline": deadline,
                "time_left": sentences.time_until(deadline) if _is_pressing(game, deadline) else "",
                "last": last,
                "rack": boards.rack(state, rack) if view["outcome"] and rack else [],
                "shows_rack": game.ended_at is not None and bool(view["unseen"]),
                "taken": _taken(view, player.seat),
            }
        )
    first = 0 if seat is None else seat + 1
    return shown[first:] + shown[:first]


def _is_pressing(game: Game, deadline: datetime | None) -> bool:
    """Whether a clock is to be seen: somebody waits, or hardly a day is left."""
    if deadline is None:
        return False
    return game.list_key == game.key or deadline - site_time.now() < timedelta(days=1)


def _fixed_rating(player: Player) -> int | None:
    """What a computer's rating is agreed to be; None for people."""
    known = OPPONENTS.get(player.shown_name) if player.is_computer else None
    return format_rating(known.rating) if known is not None else None


def _turns_away(view: Json, seat: Seat) -> int | None:
    """How many turns of others come before this seat's; told where more than two still play."""
    left, seats = view.get("left", []), len(view["scores"])
    if view["turn"] is None or seat in left or seats - len(left) < 3:
        return None
    coming = [(view["turn"] + steps) % seats for steps in range(seats)]
    return [other for other in coming if other not in left].index(seat)


def _taken(view: Json, seat: Seat) -> list[Shown]:
    """Tropes that a seat has taken, drawn as tiles with the names of their patterns."""
    return [
        {
            "tiles": [boards.tile(str(number)) for number in trope["numbers"]],
            "name": sentences.translated({"id": trope["name"], "values": trope["values"]}),
        }
        for trope in (view["taken"][seat] if "taken" in view else [])
    ]


def _unseen(view: Json) -> list[Shown]:
    return [
        {"tile": boards.tile(symbol), "count": count} for symbol, count in view["unseen"].items()
    ]


def _held_by_others(view: Json, names: Sequence[str], seat: Seat | None) -> list[Shown]:
    """How many tiles each of the others holds."""
    return [
        {"name": name, "count": rack if isinstance(rack, int) else len(rack)}
        for other, (name, rack) in enumerate(zip(names, view["racks"], strict=True))
        if other != seat
    ]


def _status(
    game: Game, names: Sequence[str], view: Json, moves: Sequence[Shown], seat: Seat | None
) -> str:
    """What a screen reader says when it has time: the last move, and for whom everybody waits.

    How the game ended without a move is said by the call.
    """
    said = [moves[-1]["said"]] if moves and not _is_end(moves[-1], view) else []
    if view["turn"] is not None and view["turn"] != seat:
        said.append(_waits(game, len(moves)) % {"name": names[view["turn"]]})
    elif view["turn"] is not None and len(moves) < game.ply:
        said.append(_("You were to move."))
    return " ".join(said)


def _is_end(move: Shown, view: Json) -> bool:
    return view["turn"] is None and move["kind"] in ("resign", "time", "agreement", "aborted")


def _waits(game: Game, ply: int) -> str:
    """For whom everybody waits, or waited when the game was at this ply."""
    if ply < game.ply:
        return _("%(name)s was to move.")
    is_thinking = game.computer_to_move is not None
    return _("%(name)s is thinking.") if is_thinking else _("%(name)s to move.")


def _call(
    game: Game,
    state: State,
    names: list[str],
    view: Json,
    moves: Sequence[Shown],
    seat: Seat | None,
) -> str:
    """What a screen reader says at once: that it is the reader's turn, or how the game ended."""
    if view["turn"] is None:
        ended = sentences.result_headline(type(state), names, view["outcome"], view["scores"], seat)
        return ended + "."
    if view["turn"] != seat:
        return ""
    has_begun = (
        bool(game.start) or bool(view["board"]) and any(move["kind"] == "play" for move in moves)
    )
    return _("Your turn.") + ("" if has_begun else " " + sentences.sentence(state.first_move_hint))


def _result(
    game: Game, names: list[str], moves: Sequence[Shown], seat: Seat | None
) -> Shown | None:
    """How the game ended, whichever of its positions is looked at."""
    if game.ended_at is None:
        return None
    view = game.position.view(None)
    outcome = view["outcome"]
    best = best_play(game, moves, seat)
    is_helped = any(move["is_hinted"] for move in moves if move["seat"] == seat)
    return {
        "headline": sentences.result_headline(game.rules, names, outcome, view["scores"], seat),
        "ending": _ending(game, outcome, moves[-1], seat),
        "adjustments": sentences.adjustments(names, outcome, seat),
        "best": best,
        "is_helped": is_helped,
        "personal_best": personal_best(game, best, seat),
        "hints": [
            sentences.hints_taken(player.shown_name, player.hints, is_own=player.seat == seat)
            for player in game.players.all()
            if player.hints
        ],
        "unrated_because": game.unrated_because,
        "ratings": [
            {
                "name": change.user.username,
                "change": format_change(change),
                "rating": format_rating(change.after),
                "match_score": change.match_score,
            }
            for change in (changes_of(game.id) if game.rated else ())
        ],
    }


def _ending(game: Game, outcome: Json, last: Shown, seat: Seat | None) -> str:
    """Why it ended; of a game for two that somebody left, the player's headline says it."""
    is_said = seat is not None and len(game.players.all()) == 2
    if is_said and outcome["reason"] in ("resign", "time"):
        return ""
    return sentences.ending(game.rules, outcome, last["name"])
