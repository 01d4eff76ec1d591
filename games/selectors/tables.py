"""The table page and its live updates: everything they show, listed name by name."""

import json
from collections.abc import Sequence
from datetime import datetime
from functools import cache

from django.utils.translation import gettext as _

from games import boards, live, words
from games.models import Game, Player
from games.rules.base import Json, Seat, State
from games.rules.record import parse_options, play_line
from games.selectors.draws import fair
from games.selectors.reading import SEAT_MARKS, Reader, Shown, game_with_all
from ratings.selectors import changes_of, ratings_of, shown_change, shown_rating


def seat_of(game_id: str, reader: Reader) -> Seat | None:
    """The seat a reader has in a game; None for a stranger."""
    if not reader.is_authenticated:
        return None
    seats = Player.objects.filter(game=game_id, user=reader.pk)
    return seats.values_list("seat", flat=True).first()


def current_ply(game_id: str) -> int | None:
    """How many moves the game has; None when there is no such game."""
    return Game.objects.filter(pk=game_id).values_list("ply", flat=True).first()


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
    state: State = game.rules.new(
        seed=bytes.fromhex(game.seed), options=parse_options(game.options)
    )
    for move in game.moves.all()[:ply]:
        state = play_line(state, move.text).after
    shown = _table(game, state, ply, seat)
    if game.ended_at is not None:
        for player in shown["players"]:
            own = state.view(player["seat"])["racks"][player["seat"]]
            player["rack"] = boards.rack(game.rules, own)
    return shown | {"is_replay": True, "hand": None}


def _table(game: Game, state: State, ply: int, seat: Seat | None) -> Shown:
    view = state.view(seat)
    names = [player.shown_name for player in game.players.all()]
    moves = _moves(game, names, seat, ply)
    last = moves[-1]["squares"] if moves else []
    return {
        "id": game.id,
        "key": game.key,
        "name": game.rules.name,
        "board_template": f"games/{game.key}/_board.html",
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
        "rows": cache(lambda: boards.rows(game.rules, view, last)),  # only some fragments ask
        "changed": _changed_squares(game, view, moves),
        "margins": boards.margins(game.rules),
        "players": _players(game, view, moves, seat),
        "moves": moves,
        "new_moves": moves[-1:],
        "last_move": moves[-1] if moves else None,
        "bag": view["bag"],
        "unseen": _unseen(view),
        "held_by_others": _held_by_others(view, names, seat),
        "hand": _hand(game, view, seat),
        "status": _status(game, view, names, moves, seat if ply == game.ply else None),
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
                "where": move.text.split(" ")[0] if detail["kind"] == "play" else "",
                "line": words.move_line(move.text, detail, is_open),
                "how": words.how_points_came(detail),
                "said": words.said_of_move(
                    names[move.seat], move.text, detail, move.points, is_open
                ),
                "points": move.points,
                "total": totals[move.seat],
                "squares": detail["squares"],
            }
        )
    return shown


def _changed_squares(game: Game, view: Json, moves: Sequence[Shown]) -> list[Shown]:
    """The squares that the last move covered, and those of the move before, marked no more."""
    names = {name for move in moves[-2:] for name in move["squares"]}
    return boards.squares(game.rules, view, names, moves[-1]["squares"] if moves else [])


def _players(game: Game, view: Json, moves: Sequence[Shown], seat: Seat | None) -> list[Shown]:
    """Who plays, opponents first on a player's own page."""
    shown = []
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
                "score": view["scores"][player.seat],
                "deadline": game.deadline_at if is_turn and len(moves) == game.ply else None,
                "last": last,
                "rack": boards.rack(game.rules, rack) if view["outcome"] and rack else [],
            }
        )
    return sorted(shown, key=lambda player: player["is_you"])


def _unseen(view: Json) -> list[Shown]:
    return [
        {"glyph": boards.tile(symbol, 0)["glyph"], "word": words.spoken(symbol), "count": count}
        for symbol, count in view["unseen"].items()
    ]


def _held_by_others(view: Json, names: Sequence[str], seat: Seat | None) -> list[Shown]:
    """How many tiles each of the others holds."""
    return [
        {"name": name, "count": rack if isinstance(rack, int) else len(rack)}
        for other, (name, rack) in enumerate(zip(names, view["racks"], strict=True))
        if other != seat
    ]


def _hand(game: Game, view: Json, seat: Seat | None) -> Shown | None:
    """A player's own tiles and what the player may do now; None for a stranger."""
    if seat is None:
        return None
    tiles = view["racks"][seat]
    return {
        "seat": seat,
        "tiles": boards.rack(game.rules, tiles),
        "actions": view["actions"],
        "symbols": [boards.tile(symbol, 0) for symbol in view["unseen"] if symbol != "?"],
    }


def _status(
    game: Game, view: Json, names: Sequence[str], moves: Sequence[Shown], seat: Seat | None
) -> str:
    """The one sentence a screen reader hears when something happened."""
    said = [moves[-1]["said"]] if moves else []
    if view["turn"] is not None and view["turn"] == seat:
        said.append(_("Your turn."))
        if not view["board"]:
            said.append(words.sentence(game.rules.opening))
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
        "ending": words.ending(names, outcome, moves[-1]["name"]),
        "adjustments": [
            words.adjustment(names[seat], points)
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
