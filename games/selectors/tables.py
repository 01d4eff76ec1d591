"""The table page and its live updates: everything they show, listed name by name."""

import json
from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from games import boards, live, words
from games.models import Game, Player
from games.rules.base import Json, Seat, State
from games.rules.record import parse_options
from games.selectors.draws import fair
from games.selectors.offers import offers_shown
from games.selectors.reading import SEAT_MARKS, Reader, Shown, game_with_all
from games.selectors.records import position_before
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
    return Game.objects.get(pk=game_id).position


def table(game_id: str, seat: Seat | None) -> Shown:
    """Everything the table page and its live updates show to a seat, or to a stranger (None).

    Raises Game.DoesNotExist. Five queries, and one more at a rated end, however long the game is.
    """
    game = game_with_all(game_id)
    return _table(game, game.position, game.ply, seat)


def earlier_table(game_id: str, seat: Seat | None, ply: int) -> Shown | None:
    """The same as it was after `ply` moves, to look at; None when the game is not that long.

    Raises Game.DoesNotExist. While the game runs, racks of then are as secret as those of now.
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
    return shown | {"is_replay": True, "hand": None}


def _table(game: Game, state: State, ply: int, seat: Seat | None) -> Shown:
    view = state.view(seat)
    names = [player.shown_name for player in game.players.all()]
    moves = _moves(game, names, seat, ply)
    last = moves[-1]["squares"] if moves else []
    given = parse_options(game.options)
    return boards.whole(state, view, seat, last) | {
        "id": game.id,
        "options": words.option_words(game.rules, given),
        "ply": ply,
        "next_ply": ply + 1,
        "rated": game.rated,
        "is_imported": game.is_imported,
        "days_per_move": game.days_per_move,
        "seat": seat,
        "turn": view["turn"],
        "is_over": view["outcome"] is not None,
        "is_replay": False,
        "steps": _steps(game, ply),
        "changed": _changed_squares(state, view, moves),
        "players": _players(game, state, view, moves, seat),
        "moves": moves,
        "new_moves": moves[-1:],
        "last_move": moves[-1] if moves else None,
        "offers": offers_shown(game) if ply == game.ply else [],
        "bags": [words.BAGS[label] % {"count": count} for label, count in view["bags"].items()],
        "unseen": _unseen(view),
        "held_by_others": _held_by_others(view, names, seat),
        "status": _status(state, view, names, moves, seat if ply == game.ply else None),
        "result": _result(game, view, names, moves),
        "fair": fair(game),
        "viewers": live.viewers(game.id),
    }


def _steps(game: Game, ply: int) -> Shown:
    """The plies that the buttons of a replay lead to; None where there is nowhere to go."""
    return {
        "start": 0 if ply > 0 else None,
        "back": ply - 1 if ply > 0 else None,
        "next": ply + 1 if ply < game.ply else None,
        "end": game.ply if ply < game.ply else None,
        "last": game.ply,
    }


def _moves(game: Game, names: Sequence[str], seat: Seat | None, ply: int) -> list[Shown]:
    """The score sheet; what another seat swapped is told only when the game is over.

    Up to the ply shown: the rows are read after the snapshot, and a move may have come between.
    """
    totals = [0] * len(names)
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
                "where": words.where(move.text, detail),
                "line": words.move_line(move.text, detail, is_open),
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
    ratings = ratings_of(user_ids, game.key)
    for player in game.players.all():
        last = next((move for move in reversed(moves) if move["seat"] == player.seat), None)
        is_turn = view["turn"] == player.seat
        rack = view["racks"][player.seat]
        shown.append(
            {
                "seat": player.seat,
                "mark": SEAT_MARKS[player.seat],
                "name": player.shown_name,
                "has_page": player.user is not None and player.user.is_active,
                "rating": ratings.get(player.user_id or 0),
                "is_you": player.seat == seat,
                "is_turn": is_turn,
                "has_left": player.seat in left,
                "turns_away": _turns_away(view, player.seat),
                "score": view["scores"][player.seat],
                "deadline": game.deadline_at if is_turn and len(moves) == game.ply else None,
                "last": last,
                "rack": boards.rack(state, rack) if view["outcome"] and rack else [],
                "taken": _taken(view, player.seat),
            }
        )
    first = 0 if seat is None else seat + 1
    return shown[first:] + shown[:first]


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
    state: State, view: Json, names: Sequence[str], moves: Sequence[Shown], seat: Seat | None
) -> str:
    """The one sentence a screen reader hears when something happened."""
    said = [moves[-1]["said"]] if moves else []
    if view["turn"] is not None and view["turn"] == seat:
        said.append(_("Your turn."))
        if not any(move["kind"] == "play" for move in moves):
            said.append(words.sentence(state.opening))
    elif view["turn"] is not None:
        said.append(_("%(name)s to move.") % {"name": names[view["turn"]]})
    else:
        said.append(words.result_headline(list(names), view["outcome"], view["scores"]) + ".")
    return " ".join(said)


def _result(game: Game, view: Json, names: list[str], moves: Sequence[Shown]) -> Shown | None:
    """How the game ended."""
    outcome = view["outcome"]
    if outcome is None:
        return None
    return {
        "headline": words.result_headline(names, outcome, view["scores"]),
        "ending": words.ending(game.rules, outcome, moves[-1]["name"]),
        "adjustments": [
            words.adjustment(names[seat], points, outcome["reason"])
            for seat, points in enumerate(outcome["adjustments"])
            if points
        ],
        "ratings": [
            {
                "name": change.user.username,
                "change": shown_change(change),
                "rating": shown_rating(change.after),
            }
            for change in (changes_of(game.id) if game.rated else ())
        ],
    }
