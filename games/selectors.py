"""Every read: what a page may show of games and invitations, listed, never a Game or a State."""

import json
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any, cast

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from games import boards, live, words
from games.models import Game, Invitation, PlayedMove, Player
from games.rules.base import Json, Seat, Square, State
from games.rules.grid import square_named
from games.rules.laying import LaidState
from games.rules.record import format_record, parse_options, play_line, result_text
from ratings.selectors import changes_of, ratings_of, shown_change, shown_rating

Shown = dict[str, Any]
Reader = User | AnonymousUser

SEAT_MARKS = ("", "b", "c", "d")  # a ring, a disc, a diamond … in the stylesheet
WITH_PLAYERS = Prefetch("players", Player.objects.select_related("user"))


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

    Raises Game.DoesNotExist. Four queries, however long the game is.
    """
    game = _game_with_all(game_id)
    return _table(game, game.position, game.ply, seat)


def earlier_table(game_id: str, seat: Seat | None, ply: int) -> Shown | None:
    """The same as it was after `ply` moves, to look at; None when the game is not that long.

    Raises Game.DoesNotExist. While the game runs, racks of then are as secret as those of now.
    """
    game = _game_with_all(game_id)
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


def _game_with_all(game_id: str) -> Game:
    return Game.objects.prefetch_related(WITH_PLAYERS, "moves").get(pk=game_id)


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


# --- records ---


def record(game_id: str, url: str) -> str | None:
    """The record of a finished game; None while it runs. Raises Game.DoesNotExist."""
    return record_text(_game_with_all(game_id), url)


def record_text(game: Game, url: str) -> str | None:
    """The same of a game at hand, its players, their users and its moves fetched before."""
    state = game.position
    if state.outcome is None or game.ended_at is None:
        return None
    start = game.rules.new(seed=bytes.fromhex(game.seed), options=parse_options(game.options))
    headers = {
        "Game": game.key,
        "Options": game.options,
        "Site": url,
        "Date": f"{game.ended_at:%Y.%m.%d}",
        **{f"Player{player.seat + 1}": player.shown_name for player in game.players.all()},
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
    running = game_lines(Game.objects.filter(players__user=user.pk, ended_at=None), limit)
    return sorted(running, key=lambda row: (row["turn_name"] != user.username, row["deadline"]))


def finished_games_of(user: Reader, limit: int = 5) -> list[Shown]:
    """A person's last finished games, newest first."""
    if not user.is_authenticated:
        return []
    ended = Game.objects.filter(players__user=user.pk, ended_at__isnull=False)
    return game_lines(ended.order_by("-ended_at"), limit)


def running_games(limit: int = 20) -> list[Shown]:
    """Games to watch, those with the newest moves first."""
    return game_lines(Game.objects.filter(ended_at=None).order_by("-changed_at"), limit)


def games_to_watch(reader: Reader, limit: int) -> list[Shown]:
    """Running games of other people, those on whose board there is something to see."""
    running = Game.objects.filter(ended_at=None, ply__gt=0).order_by("-changed_at")
    if reader.is_authenticated:
        running = running.exclude(players__user=reader.pk)
    return game_lines(running, limit)


def finished_games(limit: int = 20) -> list[Shown]:
    """Games that ended, newest first."""
    return game_lines(Game.objects.filter(ended_at__isnull=False).order_by("-ended_at"), limit)


def game_lines(games: QuerySet[Game], limit: int) -> list[Shown]:
    """One line a game: who plays, the scores, whose turn it is."""
    return [_line(game) for game in games.prefetch_related(WITH_PLAYERS)[:limit]]


def _line(game: Game) -> Shown:
    players = [
        {
            "name": player.shown_name,
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
        "is_imported": game.is_imported,
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
    shown = [invitation_shown(invitation, reader, now) for invitation in found[:limit]]
    return sorted(shown, key=lambda row: not row["is_named"])


def own_invitations(reader: Reader, now: datetime, limit: int = 20) -> list[Shown]:
    """Invitations sent and not answered yet."""
    if not reader.is_authenticated:
        return []
    found = _still_open(now).filter(inviter=reader.pk)
    return [invitation_shown(invitation, reader, now) for invitation in found[:limit]]


def rematch_offered(game_id: str, reader: Reader, now: datetime) -> Shown | None:
    """The open invitation that somebody of this game's table sent to this reader."""
    if not reader.is_authenticated:
        return None
    found = _still_open(now).filter(invitee=reader.pk, inviter__seats__game=game_id).first()
    return {"id": found.id, "inviter": found.inviter.username} if found is not None else None


def _still_open(now: datetime) -> QuerySet[Invitation]:
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
        "status": found.status,
        "is_open": is_open,
        "is_expired": found.status == Invitation.Status.OPEN and not is_open,
        "is_own": is_own,
        "is_named": found.invitee_id is not None and found.invitee_id == reader.pk,
        "is_for_somebody_else": is_open and not is_own and not is_addressee,
        "may_accept": is_open and not is_own and is_addressee,
        "needs_account": found.rated and getattr(reader, "is_guest", True),
        "game_id": found.game_id if found.game_id and _may_enter(found, reader) else None,
    }


def _may_enter(found: Invitation, reader: Reader) -> bool:
    """Whether the invitation leads this reader to the game's table: to the players it does."""
    return found.game_id is not None and seat_of(found.game_id, reader) is not None


# --- people ---


def plays_at(places: Sequence[tuple[str, int]]) -> dict[tuple[str, int], list[list[Shown]]]:
    """The scoring lines of some moves, drawn as tiles, by game and ply; one query for all."""
    wanted = Q(pk__in=[])
    for game_id, ply in places:
        wanted |= Q(game=game_id, ply=ply)
    return {
        (move.game_id, move.ply): [
            [boards.tile(symbol, 0) for symbol in run["text"]]
            for run in json.loads(move.detail)["runs"]
            if run["kind"] == "complete"
        ]
        for move in PlayedMove.objects.filter(wanted)
    }


# --- fair draws ---


def fair(game: Game) -> Shown:
    """What the page tells of the draws: the commitment and, when the game is over, the seed.

    With the seed goes all that a browser needs to make the draws again: the tiles in the order
    of the bag, how many a rack holds, and what lay on the racks and in the bag at the end.
    """
    if game.ended_at is None:
        return {"commitment": game.commitment, "seed": None}
    rules = cast(type[LaidState], game.rules)
    end = game.position.view(None)
    return {
        "commitment": game.commitment,
        "seed": game.seed,
        "tiles": " ".join(f"{symbol}:{count}" for symbol, count in rules.tiles.counts.items()),
        "rack_size": rules.rack_size,
        "seats": len(end["racks"]),
        "racks": "|".join(" ".join(rack) for rack in end["racks"]),
        "bag": end["bag"],
    }
