"""The one place where moves and endings are written: rows, snapshot, copies, then told."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from accounts.services import lock_people
from games import notifications
from games.counters import MOVES
from games.models import Game, PlayedMove, Player, canonical_json
from games.rules import clock
from games.rules.clock import Clocks
from games.rules.interface import Move, State
from games.rules.messages import gettext_noop
from games.rules.moves import Seat
from games.rules.record import is_choice, ply_taken_back
from games.rules.refusals import IllegalMove
from games.services import notices, outages
from games.services.endings import finish_game
from games.services.errors import NotAllowed
from games.store import draw_offers, hints, queries
from games.store.moves import move_row

_OF_A_TURN = ("turn", "turn_began_at", "clock", "deadline_at", "reminder_at")
_OF_A_MOVE = ("ply", "state", "changed_at", *_OF_A_TURN)
"""What a move changes of a game that goes on."""

NO_LAG = timedelta()

_NOT_A_PLAYER = gettext_noop("only the players of a game can move in it")


def begin_turn(game: Game, users: Sequence[User | None], now: datetime) -> None:
    """A turn begins: a person has until a deadline; a computer is called, and has none.

    By correspondence a person is reminded in time. Who plays against computers alone is looked
    after.
    """
    game.turn_began_at, game.deadline_at, game.reminder_at = now, None, None
    computers = [user is not None and user.is_computer for user in users]
    if game.turn is None:
        return
    if not computers[game.turn]:
        game.deadline_at = game.clocks.deadline(game.turn, now)
        game.reminder_at = game.clocks.reminder(game.turn, now)
    _call_computers(game, computers)


def _call_computers(game: Game, computers: Sequence[bool]) -> None:
    """Let the computer that is to move think, or one look for hints for who plays it alone."""
    if game.turn is not None and computers[game.turn]:
        notifications.notify_computer(game.id, game.ply)
    elif computers.count(False) == 1:
        notifications.notify_adviser(game.id, game.ply)


def lock_game(game_id: str) -> Game:
    """The game with its players, its row locked until the transaction ends; Game.DoesNotExist."""
    return games_for_update().get(pk=game_id)


def lock_players(game_id: str | None) -> None:
    """Hold the rows of all who play a game, for what is written about them: before the game's."""
    players = Player.objects.filter(game=game_id, user__isnull=False)
    lock_people(players.values_list("user", flat=True))


def games_for_update() -> QuerySet[Game]:
    return Game.objects.select_for_update().prefetch_related(queries.WITH_PLAYERS)


def seat_of(game: Game, user: User | None) -> Seat:
    """Where this user sits; raises NotAllowed, for a private game Game.DoesNotExist."""
    return player_of(game, user).seat


def player_of(game: Game, user: User | None) -> Player:
    """The player that this user is; raises NotAllowed, for a private game Game.DoesNotExist."""
    for player in game.players.all():
        if user is not None and player.user_id == user.pk:  # nobody sits in imported games
            return player
    if game.is_private:
        raise Game.DoesNotExist
    raise NotAllowed(403, _NOT_A_PLAYER)


def store_move(game: Game, move: Move, now: datetime, lag: timedelta = NO_LAG) -> PlayedMove:
    """Write a move or an ending, and the resignations that follow; the move as it is stored.

    `lag` is the part of its time that is given back.
    """
    return write_moves(game, with_resignations(move, abandoned_seats(game)), now, lag)


def abandoned_seats(game: Game) -> set[Seat]:
    """The seats whose users have left the site."""
    players = game.players.all()
    return {player.seat for player in players if player.user and not player.user.is_active}


def with_resignations(move: Move, gone: Collection[Seat]) -> list[Move]:
    """The move, and the resignations of those who are gone from the site and not from the game."""
    return [move, *resignations(move.after, gone)]


def resignations(state: State, gone: Collection[Seat]) -> list[Move]:
    moves: list[Move] = []
    for seat in sorted(gone):
        with suppress(IllegalMove):  # it has left before, or the game is over
            moves.append(state.play(seat, "resign"))
            state = moves[-1].after
    return moves


def write_moves(
    game: Game, moves: Sequence[Move], now: datetime, lag: timedelta = NO_LAG
) -> PlayedMove:
    """The one place where moves and endings are written: rows, snapshot, copies, then told.

    A move out of turn leaves the turn with the time that it has.
    """
    now = outages.after_what_was_given_back(game, now)
    after, before = moves[-1].after, notices.turn_of(game)
    is_turn_over = after.turn != game.turn or any(move.seat == game.turn for move in moves)
    rows = _store_rows(game, moves, now, lag if is_turn_over else None)
    game.ply = rows[-1].ply
    game.state = canonical_json(after.to_json())
    game.turn = after.turn
    game.changed_at = now
    _pass_turn_on(game, now, begins=is_turn_over)
    store_scores(game, after)
    if after.outcome is not None:
        finish_game(game, after, now)
    game.save(update_fields=None if game.ended_at is not None else _OF_A_MOVE)
    if is_turn_over or game.ended_at is not None:
        notices.tell_moved(game, before, now)
    _tell_written(game, len(rows))
    return rows[0]


def _store_rows(
    game: Game, moves: Sequence[Move], now: datetime, lag: timedelta | None
) -> list[PlayedMove]:
    """The rows of the moves, not the game's; with a `lag` the turn is over, and is timed."""
    rows = [move_row(game, game.ply + number, move, now) for number, move in enumerate(moves, 1)]
    rows[0].is_hinted = hints.was_hinted(game, rows[0])
    if lag is not None:
        _stop_clock(game, rows, now, lag)
    return PlayedMove.objects.bulk_create(rows)


def _pass_turn_on(game: Game, now: datetime, *, begins: bool) -> None:
    """The turn begins, or goes on where the move was out of turn; computers see what is new."""
    users = [player.user for player in game.players.all()]
    if begins:
        begin_turn(game, users, now)
    else:
        _call_computers(game, [user is not None and user.is_computer for user in users])


def _tell_written(game: Game, count: int) -> None:
    """Once it is committed, open pages are told, and `count` moves are counted."""
    transaction.on_commit(lambda: MOVES.labels(game.key).inc(count))
    notifications.tell_game_changed(game.id, game.ply)
    if game.termination == "aborted" and game.rematch_of_id is not None:
        notifications.tell_rematch_changed(game.rematch_of_id)


def _stop_clock(game: Game, rows: Sequence[PlayedMove], now: datetime, lag: timedelta) -> None:
    """The turn that ends is timed, and a person's taken from the bank; so is a takeback's gain."""
    used = clock.time_used(game.turn_began_at, now, lag)
    for row in rows:
        if row.seat == game.turn:
            row.milliseconds = clock.milliseconds(used)
            break
    if game.turn is not None and game.deadline_at is not None:
        gains = any(row.seat == game.turn and is_choice(row.text) for row in rows)
        _store_clocks(game, game.clocks.after_turn(game.turn, used, lag, gains=gains))
    for row in rows:
        if ply_taken_back(row.text) is not None:
            _store_clocks(game, game.clocks.after_takeback(row.seat))


def _store_clocks(game: Game, clocks: Clocks) -> None:
    game.clock = canonical_json(clocks.stored) if clocks.stored else ""


def store_scores(game: Game, state: State) -> None:
    """Scores are copies of the state's; what was offered or asked before the move is void."""
    for player in game.players.all():
        new = state.scores[player.seat], False, 0
        if (player.score, player.offers_draw, player.asks_time) != new:
            player.score, player.offers_draw, player.asks_time = new
            player.save(update_fields=["score", "offers_draw", "asks_time"])


def agree(
    game: Game, state: State, player: Player, asked: Collection[Seat], reason: str, now: datetime
) -> None:
    """Write an offer that is new; the last one of those asked that was missing ends the game."""
    if player.offers_draw:
        return
    player.offers_draw = True
    player.save(update_fields=["offers_draw"])
    offers = draw_offers.offers(game)
    if state.turn is not None and set(asked) <= set(offers):
        store_move(game, state.leave(state.turn, reason), now)
    else:
        notifications.tell_draw_offered(game.id, game.ply, draw_offers.made(game))
