"""Every write to a game or an invitation: locked, checked, stored, committed, then told."""

import json
import logging
import re
import secrets
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from django.db import OperationalError
from django.db.models import Q

from accounts.models import User
from games import live
from games.models import Game, Invitation, PlayedMove, Player, canonical_json
from games.rules import GAMES, clock
from games.rules.base import (
    IllegalMove,
    Json,
    Message,
    Move,
    Outcome,
    Seat,
    State,
    gettext_noop,
)
from games.rules.grid import square_name
from games.rules.record import Record, RecordError, Replay, parse_options
from games.transactions import writing
from ratings import services as ratings

log = logging.getLogger(__name__)

INVITATION_LASTS = timedelta(days=14)
LONGEST_IMPORTED_NAME = 40

_STALE = gettext_noop("the board has changed since; look again, nothing was played")
_OUT_OF_TIME = gettext_noop("the time for this move has run out; the game is over")
_NOT_A_PLAYER = gettext_noop("only the players of a game can move in it")
_ANSWERED = gettext_noop("this invitation is closed: it was %(answer)s")
_TAKEN = gettext_noop("%(name)s has accepted this invitation already")
_EXPIRED = gettext_noop("this invitation has expired")
_NOT_OVER = gettext_noop("this game is not over yet")
_OWN = gettext_noop("this is your own invitation; send its link to somebody else")
_NOT_YOURS = gettext_noop("this invitation is meant for somebody else")
_LEFT = gettext_noop("your opponent has left the site")
_NO_SEED = gettext_noop("the header Seed is missing; only a record with its seed can be stored")
_UNFINISHED = gettext_noop("this game is not over; only finished games can be stored")
_ACCOUNTS_ONLY = gettext_noop("rated games are for registered players; sign up, then accept")


class Denied(Exception):
    """A write that is not done for this person, or not any more. Nothing has changed."""

    def __init__(self, status: int, template: str, **values: object) -> None:
        self.status = status
        self.message = Message(template, values)
        super().__init__(str(self.message))


def new_seed() -> bytes:
    """32 bytes that nobody can guess: the seed of a game."""
    return secrets.token_bytes(32)


# --- games ---


def start_game(
    *,
    key: str,
    users: Sequence[User],
    seed: bytes,
    now: datetime,
    options: str = "",
    rated: bool = False,
    days_per_move: int = clock.DEFAULT_DAYS,
) -> Game:
    """Seat the users in order and deal; who starts and every draw follow from the seed.

    Raises Denied for a rated game with a guest.
    """
    if rated and any(user.is_guest for user in users):
        raise Denied(403, _ACCOUNTS_ONLY)
    state = GAMES[key].new(seed=seed, options=parse_options(options))
    with writing():
        game = Game.objects.create(
            key=key,
            options=options,
            rated=rated,
            days_per_move=days_per_move,
            seed=seed.hex(),
            state=canonical_json(state.to_json()),
            turn=state.turn,
            deadline_at=clock.deadline(now, days_per_move),
            started_at=now,
            changed_at=now,
        )
        Player.objects.bulk_create(
            Player(game=game, user=user, seat=seat) for seat, user in enumerate(users)
        )
    return game


def play_move(*, game_id: str, user: User | None, ply: int, text: str, now: datetime) -> PlayedMove:
    """Make a move: `ply` is the number it shall have, `now` when it reached the server.

    The same move posted again gets the stored answer again. Raises Game.DoesNotExist, Denied
    (not a player), and a Refusal: `stale` for a position that is no more, `game-over` after the
    deadline, or whatever the rules say. Opponent and spectators are told after the commit.
    """
    with writing():
        game = _locked(game_id)
        seat = _seat_of(game, user)
        canonical = game.rules.canonical(text)
        if ply <= game.ply:
            stored = game.moves.filter(ply=ply, seat=seat, text=canonical).first()
            if stored is not None:
                return stored
        state = game.position
        fell = _flag(game, state, now)
        if not fell:
            if state.outcome is None and ply != game.ply + 1:
                raise IllegalMove("stale", Message(_STALE))
            return _store(game, state, state.play(seat, text), now)
    raise IllegalMove("game-over", Message(_OUT_OF_TIME))


def flag_fallen(*, game_id: str, now: datetime) -> bool:
    """End the game if its deadline has passed; whether it did so now."""
    with writing():
        game = _locked(game_id)
        return _flag(game, game.position, now)


def overdue_games(now: datetime, limit: int = 50) -> list[str]:
    """Games whose deadline has passed: a plain read, so that an idle tick takes no lock."""
    due = Game.objects.filter(deadline_at__lte=now).order_by("deadline_at")
    return list(due.values_list("id", flat=True)[:limit])


def settle_overdue(now: datetime) -> int:
    """End every game whose deadline has passed; how many did. One that is broken stops no other."""
    ended = 0
    for game_id in overdue_games(now):
        try:
            ended += flag_fallen(game_id=game_id, now=now)
        except OperationalError:  # the database is away: for all of them
            raise
        except Exception:
            log.exception("the deadline of game %s could not be settled", game_id)
    return ended


def _locked(game_id: str) -> Game:
    """The game, its row locked until the transaction ends; raises Game.DoesNotExist."""
    return Game.objects.select_for_update().get(pk=game_id)


def _seat_of(game: Game, user: User | None) -> Seat:
    seats = game.players.filter(user=user, user__isnull=False)  # nobody sits in imported games
    seat = seats.values_list("seat", flat=True).first()
    if seat is None:
        raise Denied(403, _NOT_A_PLAYER)
    return seat


def _flag(game: Game, state: State, now: datetime) -> bool:
    """The one test of a deadline under the lock."""
    if state.turn is None or not clock.has_fallen(game.deadline_at, now):
        return False
    _store(game, state, state.leave(state.turn, "time"), now)
    return True


def _store(game: Game, before: State, move: Move, now: datetime) -> PlayedMove:
    """The one place where a move or an ending is written: row, snapshot, copies, then told."""
    after = move.after
    played = _played(game, game.ply + 1, move, now)
    played.save()
    game.ply = played.ply
    game.state = canonical_json(after.to_json())
    game.turn = after.turn
    game.changed_at = now
    game.deadline_at = clock.deadline(now, game.days_per_move)
    _store_scores(game, before.scores, after.scores)
    if after.outcome is not None:
        finish_game(game, after, now)
    game.save()
    live.tell_game_changed(game.id, game.ply)
    return played


def _store_scores(game: Game, before: tuple[int, ...], after: tuple[int, ...]) -> None:
    for seat, score in enumerate(after):
        if score != before[seat]:
            game.players.filter(seat=seat).update(score=score)


def leave_games(*, user: User, now: datetime) -> list[str]:
    """End every running game of somebody who goes for good; the names of the games.

    Where it is their turn they resign, which counts like any resignation. A record knows no
    resignation out of turn, so on the opponent's turn the game is called off and counts for
    nobody. All games and then all standings are locked in order before the first one ends.
    """
    with writing():
        own = Player.objects.filter(user=user).values("game")
        games = Game.objects.select_for_update().filter(pk__in=own, ended_at=None)
        endings = [_leaving(game, _seat_of(game, user), now) for game in games.order_by("pk")]
        _lock_standings(endings)
        for game, before, move in endings:
            _store(game, before, move, now)
    return [game.id for game, _, _ in endings]


def _leaving(game: Game, seat: Seat, now: datetime) -> tuple[Game, State, Move]:
    """How the game ends when this seat leaves: a deadline that has passed comes first."""
    state, turn = game.position, game.turn or 0
    if clock.has_fallen(game.deadline_at, now):
        return game, state, state.leave(turn, "time")
    return game, state, state.leave(turn, "resign" if turn == seat else "aborted")


def _lock_standings(endings: Sequence[tuple[Game, State, Move]]) -> None:
    """Lock what the endings of several games will change, as each of them alone would."""
    people: dict[str, set[int]] = {}
    for game, _, move in endings:
        if move.after.outcome is not None and move.after.outcome.ranking:
            seated = game.players.filter(user__isnull=False)
            people.setdefault(game.key, set()).update(seated.values_list("user_id", flat=True))
    for key in sorted(people):
        ratings.locked_standings(key, list(people[key]))


def finish_game(game: Game, state: State, now: datetime) -> None:
    """Everything that an ending brings, whichever ending it is, in the ending's transaction."""
    outcome = state.outcome
    if outcome is None:
        return
    game.ended_at = now
    game.deadline_at = None
    game.termination = outcome.reason
    for rank, seats in enumerate(outcome.ranking, start=1):
        game.players.filter(seat__in=seats).update(rank=rank)
    if outcome.ranking and not game.is_imported:
        ratings.record_results(game=finished_game(game, outcome))


def finished_game(game: Game, outcome: Outcome) -> ratings.FinishedGame:
    """What ratings are told of a game that has ended, from its rows."""
    return ratings.FinishedGame(
        id=game.id,
        key=game.key,
        results=results_of(game.players.all(), game.moves.all()),
        is_rated=game.rated and outcome.rated,
        ended_at=game.ended_at or game.changed_at,
    )


def results_of(players: Iterable[Player], moves: Iterable[PlayedMove]) -> list[ratings.Result]:
    """How everybody did in a finished game, from its players' and its moves' rows."""
    told = [(move.seat, move.ply, move.points, json.loads(move.detail)) for move in moves]
    return [_result_of(player, told) for player in players]


def _result_of(player: Player, moves: Sequence[tuple[Seat, int, int, Json]]) -> ratings.Result:
    own = [(ply, points, detail) for seat, ply, points, detail in moves if seat == player.seat]
    return ratings.Result(
        user_id=player.user_id or 0,
        rank=player.rank or 0,
        score=player.score,
        bingos=sum(detail["bonus"] > 0 for _, _, detail in own),
        plays=_best((points, ply) for ply, points, _ in own if points > 0),
        chains=_best((_most_sides(detail), ply) for ply, _, detail in own if detail["runs"]),
    )


def _most_sides(detail: Json) -> int:
    """The sides of the longest complete equality of a play."""
    complete = [run["text"] for run in detail["runs"] if run["kind"] == "complete"]
    return max((text.count("=") + 1 for text in complete), default=0)


def _best(found: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The highest values, the earliest of equal ones."""
    return sorted(found, key=lambda one: (-one[0], one[1]))[:3]


def verdict_detail(move: Move) -> Json:
    """A verdict as it is stored beside its move, for the score sheet."""
    verdict = move.verdict
    return {
        "kind": verdict.kind,
        "squares": [square_name(square) for square in verdict.squares],
        "bonus": verdict.bonus,
        "runs": [
            {
                "text": run.text,
                "kind": run.kind,
                "squares": [square_name(square) for square in run.squares],
                "tile_points": run.tile_points,
                "factor": run.factor,
                "bonus": run.bonus,
                "points": run.points,
            }
            for run in verdict.runs
        ],
    }


# --- games played elsewhere ---


def import_game(*, replayed: Replay, now: datetime) -> tuple[Game, bool]:
    """Store a record that was played again as a finished game; and whether it was new here.

    It has names and no users: it counts for no rating and no tally. A game of the same seed and
    moves is here already. Raises RecordError for a record that is bad, not over, or without seed.
    """
    record, state = _importable(replayed)
    with writing():
        known = _game_like(state.key, record.headers["Seed"].lower(), replayed.moves)
        if known is not None:
            return known, False
        return _store_import(record, state, replayed.moves, _date_of(record, now)), True


def _importable(replayed: Replay) -> tuple[Record, State]:
    record, state = replayed.record, replayed.state
    if replayed.fault is not None:
        raise replayed.fault
    if record is None or state is None or "Seed" not in record.headers:
        raise RecordError(1, IllegalMove("header", Message(_NO_SEED)))
    if state.outcome is None:
        line = record.moves[-1].line if record.moves else 1
        raise RecordError(line, IllegalMove("header", Message(_UNFINISHED)))
    return record, state


def _game_like(key: str, seed: str, moves: Sequence[Move]) -> Game | None:
    """A finished game of this seed and these moves; a running one's seed is nobody's to know."""
    texts = [move.verdict.text for move in moves]
    same = Game.objects.filter(key=key, seed=seed, ply=len(texts), ended_at__isnull=False)
    for game in same.order_by("started_at", "pk"):
        if list(game.moves.values_list("text", flat=True)) == texts:
            return game
    return None


def _date_of(record: Record, now: datetime) -> datetime:
    """The day the record names, if it is one and has come; else now."""
    found = re.fullmatch(r"([1-9]\d{3})[.-](\d\d)[.-](\d\d)", record.headers.get("Date", ""), re.A)
    try:
        year, month, day = map(int, found.groups()) if found else (0, 0, 0)
        return min(datetime(year, month, day, tzinfo=UTC), now)
    except ValueError:
        return now


def _store_import(record: Record, state: State, moves: Sequence[Move], when: datetime) -> Game:
    game = Game.objects.create(
        key=state.key,
        options=" ".join(record.headers.get("Options", "").split()),
        days_per_move=clock.DEFAULT_DAYS,
        seed=record.headers["Seed"].lower(),
        state=canonical_json(state.to_json()),
        ply=len(moves),
        started_at=when,
        changed_at=when,
        is_imported=True,
    )
    Player.objects.bulk_create(
        Player(game=game, seat=seat, name=_name_of(record, seat), score=score)
        for seat, score in enumerate(state.scores)
    )
    PlayedMove.objects.bulk_create(
        _played(game, ply, move, when) for ply, move in enumerate(moves, start=1)
    )
    finish_game(game, state, when)
    game.save()
    return game


def _name_of(record: Record, seat: Seat) -> str:
    """The player's name as the record has it, without what cannot be seen."""
    said = record.headers.get(f"Player{seat + 1}", "")
    seen = "".join(letter for letter in " ".join(said.split()) if letter.isprintable())
    return seen[:LONGEST_IMPORTED_NAME].strip() or f"Player {seat + 1}"


def _played(game: Game, ply: int, move: Move, when: datetime) -> PlayedMove:
    """A move as it is stored."""
    return PlayedMove(
        game=game,
        ply=ply,
        seat=move.seat,
        text=move.verdict.text,
        points=move.verdict.points,
        detail=canonical_json(verdict_detail(move)),
        played_at=when,
    )


# --- invitations ---


def create_invitation(
    *,
    key: str,
    inviter: User,
    now: datetime,
    options: str = "",
    invitee: User | None = None,
    is_listed: bool = False,
    rated: bool = False,
    days_per_move: int = clock.DEFAULT_DAYS,
) -> Invitation:
    """Offer a game by link, to one person, or to anyone."""
    return Invitation.objects.create(
        key=key,
        options=options,
        inviter=inviter,
        invitee=invitee,
        is_listed=is_listed,
        rated=rated,
        days_per_move=days_per_move,
        created_at=now,
        expires_at=now + INVITATION_LASTS,
    )


def accept_invitation(
    *, invitation_id: str, user: User, now: datetime, seed: bytes | None = None
) -> Game:
    """Start the game that was offered; of two who accept at once one gets it.

    Who accepted it may ask again and gets the same game. Raises Invitation.DoesNotExist, Denied.
    """
    with writing():
        invitation = _locked_invitation(invitation_id)
        if invitation.game is not None and invitation.game.players.filter(user=user).exists():
            return invitation.game
        _require_acceptable(invitation, user, now)
        game = start_game(
            key=invitation.key,
            users=[invitation.inviter, user],
            seed=seed or new_seed(),
            now=now,
            options=invitation.options,
            rated=invitation.rated,
            days_per_move=invitation.days_per_move,
        )
        invitation.game = game
        _close(invitation, Invitation.Status.ACCEPTED)
    return game


def require_open_to_newcomers(*, invitation_id: str, now: datetime) -> None:
    """Raise Denied where a stranger could not accept, so that no guest is made for nothing."""
    _require_acceptable(Invitation.objects.get(pk=invitation_id), None, now)


def offer_rematch(*, game_id: str, user: User | None, now: datetime) -> Invitation:
    """Invite the opponent of a finished game to another; an open offer between the two is found.

    The game's lock makes two offers at once meet, and a second click find the first one's.
    """
    with writing():
        game = _locked(game_id)
        _seat_of(game, user)
        if game.ended_at is None or user is None:
            raise Denied(409, _NOT_OVER)
        opponent = game.players.exclude(user=user).select_related("user").get().user
        if opponent is None or not opponent.is_active:
            raise Denied(409, _LEFT)
        both = [user, opponent]
        offered = Invitation.objects.filter(
            inviter__in=both, invitee__in=both, status=Invitation.Status.OPEN, expires_at__gt=now
        )
        live.tell_rematch_offered(game.id)
        return offered.first() or create_invitation(
            key=game.key,
            inviter=user,
            now=now,
            options=game.options,
            invitee=opponent,
            rated=game.rated,
            days_per_move=game.days_per_move,
        )


def decline_invitation(*, invitation_id: str, user: User | None, now: datetime) -> None:
    """Say no to an invitation that names you; raises Denied."""
    with writing():
        invitation = _locked_invitation(invitation_id)
        if user is None or invitation.invitee_id != user.pk:
            raise Denied(403, _NOT_YOURS)
        _require_open(invitation, now)
        _close(invitation, Invitation.Status.DECLINED)


def cancel_invitation(*, invitation_id: str, user: User | None, now: datetime) -> None:
    """Take your own invitation back; raises Denied."""
    with writing():
        invitation = _locked_invitation(invitation_id)
        if user is None or invitation.inviter_id != user.pk:
            raise Denied(403, _NOT_YOURS)
        _require_open(invitation, now)
        _close(invitation, Invitation.Status.CANCELLED)


def forget_invitations(*, user: User) -> None:
    """Drop the invitations of and to somebody who goes for good; those that led to games stay."""
    with writing():
        theirs = Invitation.objects.filter(Q(inviter=user) | Q(invitee=user), game=None)
        names = list(theirs.values_list("pk", flat=True))
        theirs.delete()
        for name in names:
            live.tell_invitation_changed(name)


def _locked_invitation(invitation_id: str) -> Invitation:
    return Invitation.objects.select_for_update().get(pk=invitation_id)


def _require_open(invitation: Invitation, now: datetime) -> None:
    if invitation.status == Invitation.Status.ACCEPTED and invitation.game is not None:
        taker = invitation.game.players.exclude(user=invitation.inviter).get()
        raise Denied(409, _TAKEN, name=taker.shown_name)
    if invitation.status != Invitation.Status.OPEN:
        raise Denied(409, _ANSWERED, answer=invitation.get_status_display())
    if invitation.expires_at <= now:
        raise Denied(409, _EXPIRED)


def _require_acceptable(invitation: Invitation, user: User | None, now: datetime) -> None:
    """Whether this user may accept; None is a newcomer, who would become a guest."""
    if user is not None and invitation.inviter_id == user.pk:
        raise Denied(403, _OWN)
    if invitation.invitee_id is not None and (user is None or invitation.invitee_id != user.pk):
        raise Denied(403, _NOT_YOURS)
    _require_open(invitation, now)
    if invitation.rated and (user is None or user.is_guest):
        raise Denied(403, _ACCOUNTS_ONLY)


def _close(invitation: Invitation, status: Invitation.Status) -> None:
    invitation.status = status
    invitation.save()
    live.tell_invitation_changed(invitation.id)
