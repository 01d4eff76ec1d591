"""A game that ended wrongly goes on: its ending is taken back, with all that it brought; undone,
it is as it was.
"""

import json
import logging
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from itertools import takewhile

from django.db import Error
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts import moderation
from accounts import notices as all_notices
from accounts.models import Action, Notice, User
from accounts.relations import Refused
from accounts.services import tell_names_changed
from games import notifications
from games.models import Game, Invitation, PlayedMove, Player, Review, canonical_json
from games.rules.interface import State
from games.rules.record import is_choice, ply_taken_back
from games.services import notices
from games.services.annulments import count_again, finished, has_ranking, uncount
from games.services.endings import store_ending
from games.services.invitations import cancel_invitation
from games.services.played_clocks import clocks_after
from games.services.writing import begin_turn, lock_game, lock_players, store_scores
from games.store import history
from games.store.invitations import open_rematch
from games.store.moves import move_row
from games.store.transactions import writing

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Ending:
    """What was taken back, kept with the action that did it: enough to put it back as it was.

    `entries` are the lines of the record with what their turns took, `ratings` the ids of the
    changes by user, `ply` is where the game goes on. `times_given` is by seat; those of before it
    was kept have none.
    """

    game_id: str
    ply: int
    entries: Sequence[tuple[str, int | None]]
    ended_at: str
    clock: str
    turn_began_at: str
    unrated_because: str
    ratings: dict[str, int]
    times_given: Sequence[int] = ()

    @property
    def text(self) -> str:
        """As it is stored."""
        return canonical_json(asdict(self))


# --- reopening ---


def reopen_game(
    *, game_id: str, person: User, moderator: User, reason: str, now: datetime
) -> Action:
    """Let a game go on from before its ending, as if that had not been.

    Clocks, ratings and tallies are as before; the turn begins again now. Only an ending without a
    move of the board can be taken back: a resignation, the time, an agreement, a game called off.
    Those who play are locked first, then an offer to play once more, the game's row, and all
    standings that change. Raises Refused, Game.DoesNotExist, also for a private game: the staff
    know of none.
    """
    with writing():
        game = _locked(game_id)
        if game.is_private:
            raise Game.DoesNotExist
        return _reopen(game, person, moderator, reason, now)


def _locked(game_id: str) -> Game:
    """The game's row; before it those of who plays, and of the offer to play it once more."""
    lock_players(game_id)
    _lock_rematch(game_id)
    return lock_game(game_id)


def _lock_rematch(game_id: str) -> None:
    """Hold the open offers to play this game once more."""
    found = Invitation.objects.filter(rematch_of=game_id, status=Invitation.Status.OPEN)
    list(found.select_for_update().order_by("pk"))


def games_ended_by(closing: Action) -> list[str]:
    """The games that ended because this account was closed: it gave up, or its time ran out.

    None as long as it is in force; what ends after it was undone is the person's own doing.
    """
    lift = Action.objects.filter(lifts=closing).first()
    if lift is None:
        return []
    closed = closing.made_at, lift.made_at
    seats = Player.objects.filter(user=closing.person_id, ended_at__range=closed)
    found = Game.objects.filter(pk__in=seats.values("game"), termination__in=("resign", "time"))
    own = dict(seats.values_list("game", "seat"))
    return [
        game.pk
        for game in found.order_by("pk")
        if any(row.seat == own[game.pk] for row in _rows_of_ending(game))
    ]


def reopen_ended_by(
    *, closing: Action, moderator: User, reason: str, now: datetime
) -> tuple[int, list[str]]:
    """Let the games go on that a closing ended which is undone; how many, and why others do not.

    Each in a transaction of its own: several at once could wait for others in another order. One
    that fails keeps no other from going on, and can be tried again.
    """
    reopened, refusals = 0, []
    for game_id in games_ended_by(closing):
        try:
            with writing():
                _reopen(_locked(game_id), closing.person, moderator, reason, now)
            reopened += 1
        except Refused as refused:
            refusals.append(refused.sentence)
        except Error as fault:
            log.warning("game %s could not go on: %s", game_id, fault)
            refusals.append(_("The site was busy: try it once more."))
    return reopened, refusals


def _reopen(game: Game, person: User, moderator: User, reason: str, now: datetime) -> Action:
    _require_reopenable(game, person, moderator)
    rows = _rows_of_ending(game)
    if not rows:
        raise Refused(409, _("This game came to its end on the board: that stays."))
    counted = finished(game) if has_ranking(game) else None
    kept = _ending_of(game, rows)
    _take_back(game, rows, now)
    ids = uncount(counted) if counted is not None else {}
    kept = replace(kept, ratings={str(user): pk for user, pk in ids.items()})
    action = moderation.log(
        person=person,
        moderator=moderator,
        kind=Action.Kind.REOPEN,
        reason=reason,
        now=now,
        detail=kept.text,
        game_id=None if game.is_private else game.pk,
    )
    _withdraw(game, now)
    _tell(game, person, now)
    return action


def _require_reopenable(game: Game, person: User, moderator: User) -> None:
    _require_unconcerned(moderator, game)
    users = [player.user for player in game.players.all() if player.user is not None]
    if person not in users:
        raise Refused(422, _("%(name)s did not play this game.") % {"name": person.username})
    if game.ended_at is None:
        raise Refused(409, _("This game is not over."))
    if game.annulled_at is not None:
        raise Refused(409, _("This game is annulled: undo that first."))
    for user in users:
        if not user.is_active:
            said = _("The account of %(name)s is closed: nobody could move there.")
            raise Refused(409, said % {"name": user.username})
    if Game.objects.filter(rematch_of=game, ended_at=None).exists():
        raise Refused(409, _("They play the rematch of this game already."))


def _rows_of_ending(game: Game) -> list[PlayedMove]:
    """The entries that ended the game without a move of the board; none where one ended it.

    Who resigned before, at a table of several, has left and stays so.
    """
    last = game.moves.order_by("-ply")
    rows = takewhile(lambda row: row.played_at == game.ended_at and _is_ending(row), last)
    return list(rows)[::-1]


def _is_ending(row: PlayedMove) -> bool:
    return not is_choice(row.text) and ply_taken_back(row.text) is None


def _ending_of(game: Game, rows: Sequence[PlayedMove]) -> Ending:
    assert game.ended_at is not None
    return Ending(
        game_id=game.pk,
        ply=rows[0].ply - 1,
        entries=[(row.text, row.milliseconds) for row in rows],
        ended_at=game.ended_at.isoformat(),
        clock=game.clock,
        turn_began_at=game.turn_began_at.isoformat(),
        unrated_because=game.unrated_because,
        ratings={},
        times_given=[player.times_given for player in game.players.all()],
    )


def _take_back(game: Game, rows: Collection[PlayedMove], now: datetime) -> None:
    """The rows as they were before the ending, but for the turn, which begins now."""
    moves = list(game.moves.all())[: -len(rows)]
    state = history.course_of(game, len(moves)).state
    clocks = replace(clocks_after(game, moves), lag=game.clocks.lag)
    PlayedMove.objects.filter(pk__in=[row.pk for row in rows]).delete()
    game.clock = canonical_json(clocks.stored) if clocks.stored else ""
    game.ended_at = game.best_score = None
    game.termination = game.unrated_because = ""
    _store_position(game, state, len(moves), now)
    begin_turn(game, [player.user for player in game.players.all()], now)
    game.save()
    Player.objects.filter(game=game).update(rank=None, ended_at=None)


def _store_position(game: Game, state: State, ply: int, now: datetime) -> None:
    game.ply, game.turn, game.changed_at = ply, state.turn, now
    game.state = canonical_json(state.to_json())
    store_scores(game, state)


def _withdraw(game: Game, now: datetime) -> None:
    """What followed from the end is not so any more: the review, the offer to play once more."""
    Review.objects.filter(pk=game.pk).delete()
    offered = open_rematch(game.pk, now)
    if offered is not None:
        cancel_invitation(invitation_id=offered.pk, user=offered.inviter, now=now)
    subjects = [f"end.{game.pk}", f"review.{game.pk}"]
    all_notices.withdraw(Q(recipient__in=_people(game), subject__in=subjects))


def _require_unconcerned(moderator: User, game: Game) -> None:
    """Raise Refused for one of the staff who played this game."""
    if any(player.user_id == moderator.pk for player in game.players.all()):
        raise Refused(403, _("You sat in this game: another of the staff has to decide."))


def _tell(game: Game, person: User, now: datetime) -> None:
    """Tell the other players; this person learns of it by the action.

    Nothing that was drawn before is shown.
    """
    others = [user for user in _people(game) if user != person]
    told = [_reopened(game, user, now) for user in others]
    all_notices.write(told, renews=True)
    notices.tell_moved(game, notices.Turn(None), now)
    tell_names_changed(person.pk)
    notifications.tell_reopened(game.pk)


def _reopened(game: Game, user: User, now: datetime) -> Notice:
    return Notice(
        recipient=user,
        kind=Notice.Kind.REOPENED,
        subject=f"reopened.{game.pk}",
        game=game,
        happened_at=now,
    )


def _people(game: Game) -> list[User]:
    users = [player.user for player in game.players.all()]
    return [user for user in users if user is not None and not user.is_computer]


# --- undone ---


def end_again(*, action: Action, moderator: User, reason: str, now: datetime) -> Action:
    """Put the ending back that a reopening took, if nobody has moved since. Raises Refused."""
    with writing():
        kept = _kept(action)
        game = lock_game(kept.game_id)
        _require_unconcerned(moderator, game)
        if game.ended_at is not None or game.ply != kept.ply:
            raise Refused(409, _("The game has gone on since: what was played stays."))
        lifted = moderation.lift(action, moderator, reason, now)
        before = notices.turn_of(game)
        _put_back(game, kept, now)
        if has_ranking(game):
            count_again(game, {int(user): pk for user, pk in kept.ratings.items()})
        all_notices.withdraw(Q(recipient__in=_people(game), subject=f"reopened.{game.pk}"))
        notices.tell_moved(game, before, now)
        tell_names_changed(action.person_id)
        notifications.tell_game_changed(game.pk, game.ply)
        notifications.tell_said(game.pk)
    return lifted


def _kept(action: Action) -> Ending:
    if not action.detail:
        raise Refused(409, _("How this game ended is kept no more."))
    return Ending(**json.loads(action.detail))


def _put_back(game: Game, kept: Ending, now: datetime) -> None:
    """The rows as the ending wrote them, but for `changed_at`; the review is made again."""
    ended_at = datetime.fromisoformat(kept.ended_at)
    course = history.course_of(game)
    for ply, (text, milliseconds) in enumerate(kept.entries, start=game.ply + 1):
        row = move_row(game, ply, course.play(text), ended_at)
        row.milliseconds = milliseconds
        row.save()
    _store_position(game, course.state, game.ply + len(kept.entries), now)
    game.clock, game.unrated_because = kept.clock, kept.unrated_because
    game.turn_began_at = datetime.fromisoformat(kept.turn_began_at)
    _store_times_given(game, kept.times_given)
    store_ending(game, course.state, ended_at)
    game.save()


def _store_times_given(game: Game, times_given: Sequence[int]) -> None:
    """How often each seat has got more time. Where that was not kept, it stays."""
    for player, count in zip(game.players.all(), times_given, strict=False):
        player.times_given = count
        player.save(update_fields=["times_given"])
