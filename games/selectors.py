"""Every read: what a page may show of games and invitations, listed, never a Game or a State."""

import json
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch, Q
from django.utils.translation import gettext as _

from accounts.models import User
from games import boards, live, words
from games.models import Game, Invitation, Player
from games.rules.base import Json, Seat, Square, State
from games.rules.grid import square_named
from games.rules.record import format_record, parse_options, result_text

Shown = dict[str, Any]
Reader = User | AnonymousUser

SEAT_MARKS = ("", "b", "c", "d")  # a ring, a disc, a diamond … in the stylesheet
_WITH_PLAYERS = Prefetch("players", Player.objects.select_related("user"))


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

    Raises Game.DoesNotExist. Three queries, however long the game is.
    """
    game = Game.objects.prefetch_related(_WITH_PLAYERS, "moves").get(pk=game_id)
    view = game.position.view(seat)
    names = [player.user.username for player in game.players.all()]
    moves = _moves(game, names, seat, is_over=view["outcome"] is not None)
    last = moves[-1]["squares"] if moves else []
    return {
        "id": game.id,
        "key": game.key,
        "name": game.rules.name,
        "board_template": f"games/{game.key}/_board.html",
        "ply": game.ply,
        "next_ply": game.ply + 1,
        "rated": game.rated,
        "days_per_move": game.days_per_move,
        "seat": seat,
        "turn": view["turn"],
        "is_over": view["outcome"] is not None,
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
        "status": _status(view, names, moves, seat),
        "result": _result(game, view, names, moves),
        "commitment": game.commitment,
        "viewers": live.viewers(game.id),
    }


def _moves(game: Game, names: Sequence[str], seat: Seat | None, is_over: bool) -> list[Shown]:
    """The score sheet; what another seat swapped is told only when the game is over.

    Up to the ply of the snapshot: the rows are read after it, and a move may have come between.
    """
    totals = [0] * len(names)
    shown = []
    for move in game.moves.all()[: game.ply]:
        detail = json.loads(move.detail)
        totals[move.seat] += move.points
        is_open = is_over or move.seat == seat
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
    for player in game.players.all():
        last = next((move for move in reversed(moves) if move["seat"] == player.seat), None)
        is_turn = view["turn"] == player.seat
        rack = view["racks"][player.seat]
        shown.append(
            {
                "seat": player.seat,
                "mark": SEAT_MARKS[player.seat],
                "name": player.user.username,
                "is_you": player.seat == seat,
                "is_turn": is_turn,
                "score": view["scores"][player.seat],
                "deadline": game.deadline_at if is_turn else None,
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
        "passes": view["passes"],
        "scores": view["scores"],
        "symbols": [boards.tile(symbol, 0) for symbol in view["unseen"] if symbol != "?"],
    }


def _status(view: Json, names: Sequence[str], moves: Sequence[Shown], seat: Seat | None) -> str:
    """The one sentence a screen reader hears when something happened."""
    said = [moves[-1]["said"]] if moves else []
    if view["turn"] is not None and view["turn"] == seat:
        said.append(_("Your turn."))
    elif view["turn"] is not None:
        said.append(_("%(name)s to move.") % {"name": names[view["turn"]]})
    else:
        said.append(words.result_headline(list(names), view["outcome"], view["scores"]) + ".")
    return " ".join(said)


def _result(game: Game, view: Json, names: list[str], moves: Sequence[Shown]) -> Shown | None:
    """How the game ended, and the seed, which is public from now on."""
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
        "seed": game.seed,
    }


# --- records ---


def record(game_id: str, url: str) -> str | None:
    """The record of a finished game; None while it runs. Raises Game.DoesNotExist."""
    game = Game.objects.prefetch_related(_WITH_PLAYERS, "moves").get(pk=game_id)
    state = game.position
    if state.outcome is None or game.ended_at is None:
        return None
    start = game.rules.new(seed=bytes.fromhex(game.seed), options=parse_options(game.options))
    headers = {
        "Game": game.key,
        "Options": game.options,
        "Site": url,
        "Date": f"{game.ended_at:%Y.%m.%d}",
        **{f"Player{player.seat + 1}": player.user.username for player in game.players.all()},
        "First": str((start.turn or 0) + 1),
        "Seed": game.seed,
        "Commitment": game.commitment,
        "Result": result_text(state.outcome),
        "Scores": " ".join(str(score) for score in state.scores),
        "Termination": state.outcome.reason,
    }
    return format_record(headers, [(move.text, move.points) for move in game.moves.all()])


# --- lists ---


def games_of(user: Reader, limit: int = 20) -> list[Shown]:
    """A person's running games, those on turn first, the most urgent first."""
    if not user.is_authenticated:
        return []
    running = _listed(Game.objects.filter(players__user=user.pk, ended_at=None), limit)
    return sorted(running, key=lambda row: (row["turn_name"] != user.username, row["deadline"]))


def finished_games_of(user: Reader, limit: int = 5) -> list[Shown]:
    """A person's last finished games, newest first."""
    if not user.is_authenticated:
        return []
    ended = Game.objects.filter(players__user=user.pk, ended_at__isnull=False)
    return _listed(ended.order_by("-ended_at"), limit)


def running_games(limit: int = 20) -> list[Shown]:
    """Games to watch, those with the newest moves first."""
    return _listed(Game.objects.filter(ended_at=None).order_by("-changed_at"), limit)


def finished_games(limit: int = 20) -> list[Shown]:
    """Games that ended, newest first."""
    return _listed(Game.objects.filter(ended_at__isnull=False).order_by("-ended_at"), limit)


def _listed(games: Any, limit: int) -> list[Shown]:
    """One line a game: who plays, the scores, whose turn it is."""
    return [_line(game) for game in games.prefetch_related(_WITH_PLAYERS)[:limit]]


def _line(game: Game) -> Shown:
    players = [
        {
            "name": player.user.username,
            "score": player.score,
            "is_turn": player.seat == game.turn,
            "mark": SEAT_MARKS[player.seat],
            "rank": player.rank,
        }
        for player in game.players.all()
    ]
    return {
        "id": game.id,
        "name": game.rules.name,
        "key": game.key,
        "ply": game.ply,
        "rated": game.rated,
        "players": players,
        "turn_name": next((player["name"] for player in players if player["is_turn"]), ""),
        "deadline": game.deadline_at,
        "ended_at": game.ended_at,
        "mini": _covered(game),
    }


def _covered(game: Game) -> list[Square]:
    """The covered squares, for a board the size of a stamp."""
    return [square_named(name) for name in game.position.view(None)["board"]]


def open_invitations(reader: Reader, now: datetime, limit: int = 20) -> list[Shown]:
    """Invitations to anyone, and those to this reader; one's own are not listed."""
    theirs = Q(is_listed=True)
    if reader.is_authenticated:
        theirs |= Q(invitee=reader.pk)
    found = _still_open(now).filter(theirs)
    if reader.is_authenticated:
        found = found.exclude(inviter=reader.pk)
    return [invitation_shown(invitation, reader, now) for invitation in found[:limit]]


def own_invitations(reader: Reader, now: datetime, limit: int = 20) -> list[Shown]:
    """Invitations sent and not answered yet."""
    if not reader.is_authenticated:
        return []
    found = _still_open(now).filter(inviter=reader.pk)
    return [invitation_shown(invitation, reader, now) for invitation in found[:limit]]


def _still_open(now: datetime) -> Any:
    return (
        Invitation.objects.filter(status=Invitation.Status.OPEN, expires_at__gt=now)
        .select_related("inviter", "invitee", "game")
        .order_by("-created_at")
    )


def invitation(invitation_id: str, reader: Reader, now: datetime) -> Shown:
    """One invitation with every setting; raises Invitation.DoesNotExist."""
    found = Invitation.objects.select_related("inviter", "invitee", "game").get(pk=invitation_id)
    return invitation_shown(found, reader, now)


def invitation_shown(found: Invitation, reader: Reader, now: datetime) -> Shown:
    """What a page may show of an invitation, and what this reader may do with it."""
    is_open = found.status == Invitation.Status.OPEN and found.expires_at > now
    is_own = found.inviter_id == reader.pk
    is_addressee = found.invitee_id in (None, reader.pk)
    return {
        "id": found.id,
        "key": found.key,
        "name": found.rules.name,
        "inviter": found.inviter.username,
        "invitee": found.invitee.username if found.invitee else "",
        "is_listed": found.is_listed,
        "rated": found.rated,
        "days_per_move": found.days_per_move,
        "expires_at": found.expires_at,
        "status": found.get_status_display(),
        "is_open": is_open,
        "is_expired": found.status == Invitation.Status.OPEN and not is_open,
        "is_own": is_own,
        "is_named": found.invitee_id is not None and found.invitee_id == reader.pk,
        "may_accept": is_open and not is_own and is_addressee,
        "needs_account": found.rated and getattr(reader, "is_guest", True),
        "game_id": found.game_id if found.game_id and _may_enter(found, reader) else None,
    }


def _may_enter(found: Invitation, reader: Reader) -> bool:
    """Whether the invitation leads this reader to the game's table: to the players it does."""
    return found.game_id is not None and seat_of(found.game_id, reader) is not None
