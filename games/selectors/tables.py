"""The table page and its live updates: everything they show, listed name by name."""

import json
from collections.abc import Sequence
from datetime import datetime
from functools import cache

from django.utils.translation import gettext as _

from games import boards, live, texts, words
from games.models import Game, Player
from games.opponents import OPPONENTS, USUAL
from games.rules.base import Json, Seat, State
from games.rules.record import parse_options
from games.selectors.draws import fair
from games.selectors.hints import hint_shown, may_take_hints
from games.selectors.offers import offers_shown
from games.selectors.progress import review_progress
from games.selectors.reading import SEAT_MARKS, Reader, Shown, game_with_all
from games.selectors.records import position_before, start_of
from games.selectors.reviews import lesson_at
from ratings.selectors import changes_of, ratings_of, shown_change, shown_rating


def seat_of(game_id: str, reader: Reader) -> Seat | None:
    """The seat a reader has in a game; None for a stranger."""
    if not reader.is_authenticated:
        return None
    seats = Player.objects.filter(game=game_id, user=reader.pk)
    return seats.values_list("seat", flat=True).first()


def is_overdue(game_id: str, now: datetime) -> bool:
    """Whether the deadline has passed and nobody has settled it yet."""
    return Game.objects.filter(pk=game_id, deadline_at__lte=now).exists()


def position(game_id: str) -> State:
    """The position of a game, for the referee; raises Game.DoesNotExist."""
    return judged_position(game_id)[1]


def judged_position(game_id: str) -> tuple[int, State]:
    """The ply and the position that a verdict is about; raises Game.DoesNotExist."""
    game = Game.objects.get(pk=game_id)
    return game.ply, game.position


def table(game_id: str, seat: Seat | None) -> Shown:
    """Everything the table page and its live updates show to a seat, or to a stranger (None).

    Raises Game.DoesNotExist. Five queries, and one more at a rated end, however long the game is.
    """
    game = game_with_all(game_id)
    return _table(game, game.position, game.ply, seat)


def earlier_table(
    game_id: str, seat: Seat | None, ply: int, show: int | None = None
) -> Shown | None:
    """The same as it was after `ply` moves, to look at; None when the game is not that long.

    Raises Game.DoesNotExist. While the game runs, racks of then are as secret as those of now.
    The hand is the one of now, and lies still. Of a finished game, `show` lays one of the best
    plays that the review found on the board, the first for 1.
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
    now = _view(game, game.position, seat)
    hand = boards.hand(game.position, now, seat)
    lesson = lesson_at(game, state, ply)
    return shown | {
        "is_replay": True,
        "hand": hand and _at_rest(hand),
        "lesson": lesson,
        "play_on": _play_on(game, state),
        **_with_play(state, shown, lesson, show),
    }


def _with_play(state: State, shown: Shown, lesson: Shown | None, number: int | None) -> Shown:
    """The board with one of the best plays on it; nothing where there is no such play."""
    play = next((one for one in (lesson or {}).get("plays", ()) if one["number"] == number), None)
    if play is None:
        return {}
    play["is_shown"] = True
    return {"rows": cache(lambda: boards.with_play(shown["rows"](), state, play))}


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
    return texts.of_position(state, parse_options(game.options), names, moves)


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
    last = moves[-1]["squares"] if moves else []
    reader = seat if ply == game.ply else None
    return boards.whole(state, view, seat, last) | {
        **_about(game, seat),
        "ply": ply,
        "next_ply": ply + 1,
        "turn": view["turn"],
        "is_over": view["outcome"] is not None,
        "is_replay": False,
        "steps": _steps(game, ply),
        "changed": _changed_squares(state, view, moves),
        "players": _players(game, state, view, moves, seat),
        "moves": sheet,
        "new_moves": moves[-1:],
        "last_move": moves[-1] if moves else None,
        "offers": offers_shown(game) if ply == game.ply else [],
        "bags": [words.BAGS[label] % {"count": count} for label, count in view["bags"].items()],
        "unseen": _unseen(view),
        "held_by_others": _held_by_others(view, names, seat),
        "status": _status(game, names, view, moves, reader),
        "call": _call(game, state, names, view, moves, reader),
        "hint": hint_shown(game, view, seat, ply),
        "result": _result(game, names, sheet),
        "text": cache(lambda: _text(game, state, ply)),
        "lesson": None,
    }


def _about(game: Game, seat: Seat | None) -> Shown:
    """What is so in every position of the game."""
    return {
        "id": game.id,
        "options": words.option_words(game.rules, parse_options(game.options)),
        "rated": game.rated,
        "is_imported": game.is_imported,
        "origin": _origin(game),
        "days_per_move": game.days_per_move,
        "seat": seat,
        "has_ended": game.ended_at is not None,
        "has_hints": may_take_hints(game, seat),
        "fair": fair(game),
        "review": review_progress(game.id) if game.ended_at is not None else None,
        "viewers": live.viewers(game.id),
    }


def _play_on(game: Game, state: State) -> Shown | None:
    """The computers against which a position of a finished game can be played on."""
    if game.ended_at is None or state.turn is None:
        return None
    return {"computers": list(OPPONENTS), "usual": USUAL}


def _origin(game: Game) -> Shown | None:
    """The position of another game from which this one began."""
    return {"id": game.origin_id, "ply": game.origin_ply} if game.start else None


def _steps(game: Game, ply: int) -> Shown:
    """The plies that the buttons of a replay lead to; None where there is nowhere to go."""
    return {
        "start": 0 if ply > 0 else None,
        "back": ply - 1 if ply > 0 else None,
        "next": ply + 1 if ply < game.ply - 1 else None,
        "end": game.ply if ply < game.ply else None,
        "last": game.ply,
    }


def _moves(game: Game, names: Sequence[str], seat: Seat | None, ply: int) -> list[Shown]:
    """The score sheet; what another seat swapped is told only when the game is over.

    Up to the ply shown: the rows are read after the snapshot, and a move may have come between.
    """
    totals = list(start_of(game).scores) if game.start else [0] * len(names)
    shown = []
    for move in game.moves.all()[:ply]:
        detail = json.loads(move.detail)
        totals[move.seat] += move.points
        is_open = game.ended_at is not None or move.seat == seat
        shown.append(
            {
                "ply": move.ply,
                "seat": move.seat,
                "mark": SEAT_MARKS[move.seat],
                "name": names[move.seat],
                "kind": detail["kind"],
                "takes": "tile" in detail and move.points > 0,
                "where": words.where(move.text, detail),
                "line": words.move_line(move.text, detail, is_open),
                "written": words.written(move.text, detail, is_open),
                "labels": words.labels(detail),
                "how": words.how_points_came(game.rules, detail),
                "said": words.said_of_move(
                    names[move.seat], move.text, detail, move.points, is_open
                ),
                "points": move.points,
                "total": totals[move.seat],
                "squares": detail["squares"],
            }
        )
    return shown


def _changed_squares(state: State, view: Json, moves: Sequence[Shown]) -> list[Shown]:
    """The squares that the last move changed, and those of the move before, marked no more."""
    names = {name for move in moves[-2:] for name in move["squares"]} | _locked(view)
    return boards.squares(state, view, names, moves[-1]["squares"] if moves else [])


def _locked(view: Json) -> set[str]:
    """The square of the tile that may not move, which a pass leaves where it was before."""
    return {view["frozen"]} if view.get("frozen") else set()


def _players(
    game: Game, state: State, view: Json, moves: Sequence[Shown], seat: Seat | None
) -> list[Shown]:
    """Who plays, in the order of the turns; on a player's own page the player comes last."""
    shown = []
    left = view.get("left", [])
    user_ids = [player.user_id for player in game.players.all() if player.user_id is not None]
    ratings = ratings_of(user_ids, game.list_key)
    for player in game.players.all():
        last = next((move for move in reversed(moves) if move["seat"] == player.seat), None)
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
                "time_left": words.time_until(deadline),
                "last": last,
                "rack": boards.rack(state, rack) if view["outcome"] and rack else [],
                "shows_rack": game.ended_at is not None and bool(view["unseen"]),
                "taken": _taken(view, player.seat),
            }
        )
    first = 0 if seat is None else seat + 1
    return shown[first:] + shown[:first]


def _fixed_rating(player: Player) -> int | None:
    """What a computer's rating is agreed to be; None for people."""
    known = OPPONENTS.get(player.shown_name) if player.is_computer else None
    return shown_rating(known.rating) if known is not None else None


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
            "name": words.translated({"id": trope["name"], "values": trope["values"]}),
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
    """What a screen reader says when it has time: the last move, and for whom everybody waits."""
    said = [moves[-1]["said"]] if moves else []
    if view["turn"] is not None and view["turn"] != seat:
        is_thinking = game.computer_to_move is not None and len(moves) == game.ply
        waits = _("%(name)s is thinking.") if is_thinking else _("%(name)s to move.")
        said.append(waits % {"name": names[view["turn"]]})
    return " ".join(said)


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
        ended = words.result_headline(type(state), names, view["outcome"], view["scores"])
        return ended + "."
    if view["turn"] != seat:
        return ""
    has_begun = bool(game.start) or any(move["kind"] == "play" for move in moves)
    return _("Your turn.") + ("" if has_begun else " " + words.sentence(state.opening))


def _result(game: Game, names: list[str], moves: Sequence[Shown]) -> Shown | None:
    """How the game ended, whichever of its positions is looked at."""
    if game.ended_at is None:
        return None
    view = game.position.view(None)
    outcome = view["outcome"]
    return {
        "headline": words.result_headline(game.rules, names, outcome, view["scores"]),
        "ending": words.ending(game.rules, outcome, moves[-1]["name"]),
        "adjustments": words.adjustments(names, outcome),
        "hints": [
            words.hints_taken(player.shown_name, player.hints)
            for player in game.players.all()
            if player.hints
        ],
        "unrated_because": game.unrated_because,
        "ratings": [
            {
                "name": change.user.username,
                "change": shown_change(change),
                "rating": shown_rating(change.after),
                "match_score": change.match_score,
            }
            for change in (changes_of(game.id) if game.rated else ())
        ],
    }
