"""What somebody was told, page by page: few queries, however much there is."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from accounts import moderation
from accounts.models import Action, Follow, Notice, User
from games.models import Game, Player
from games.presentation import sentences, time_text
from games.presentation.models.notices import NoticeLine, NoticePage, Target
from games.presentation.sentences import notices as said
from games.rules import GAMES
from games.rules.messages import Json
from games.store.queries import WITH_PLAYERS
from ratings.models import RatingChange
from ratings.selectors import format_change, format_rating

PAGE = 30

_WITH_GAME = Prefetch(
    "game", Game.objects.defer("state", "seed", "initial_state").prefetch_related(WITH_PLAYERS)
)
"""Nothing secret is read: a sentence is made of names, results and times."""

Kind = Notice.Kind

_TARGETS: dict[str, Target] = {
    Kind.TURN: "table",
    Kind.TIME: "table",
    Kind.OVER: "table",
    Kind.REVIEWED: "review",
    Kind.REOPENED: "table",
    Kind.FOLLOWED: "profile",
    Kind.ANSWERED: "",
    Kind.ACTED: "action",
}
"""Where notices of a kind lead; the others, to the game that began, or to the invitation."""

_PAGES: dict[Target, str] = {
    "table": "games:table",
    "review": "games:review",
    "invitation": "games:invitation",
    "profile": "profile",
    "action": "action",
}
"""The names of these pages' addresses."""


@dataclass(frozen=True)
class Place:
    """Where a page starts: behind the notice of this moment and id."""

    happened_at: datetime
    notice_id: int

    @classmethod
    def read(cls, text: str) -> "Place | None":
        """Read what `str` wrote; None for nothing. Raises ValueError for anything else."""
        if not text:
            return None
        moment, _dash, number = text.partition("_")
        happened_at = parse_moment(moment)
        if not (number.isascii() and number.isdigit() and len(number) < 19):
            raise ValueError(text)
        return cls(happened_at, int(number))

    def __str__(self) -> str:
        return f"{write_moment(self.happened_at)}_{self.notice_id}"


def write_moment(moment: datetime) -> str:
    """A moment in an address or a form."""
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%fZ}"


def parse_moment(text: str) -> datetime:
    """The moment that was written so; raises ValueError."""
    moment = parse_datetime(text)
    if moment is None or timezone.is_naive(moment):
        raise ValueError(text)
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        raise ValueError(text) from None


def notice_page(person: User, after: Place | None) -> NoticePage:
    """A page of what this person was told, the newest first; turns that are over are left out."""
    found = list(_told(person, after)[: PAGE + 1])
    shown = found[:PAGE]
    following = Place(shown[-1].happened_at, shown[-1].pk) if len(found) > PAGE else None
    return NoticePage(
        lines=_lines(person, shown),
        next=str(following or ""),
        is_first_page=after is None,
    )


class UnreadLines(NamedTuple):
    """What somebody has not read: lines, the newest first, and how many more there are."""

    lines: tuple[NoticeLine, ...]
    more: int


def unread_lines(person: User, which: Q) -> UnreadLines:
    """These of the notices that this person has not read; as many lines as a page has."""
    unread = _told_away(person).filter(which, read_at=None)
    shown = list(unread[:PAGE])
    more = max(0, unread.count() - PAGE) if len(shown) == PAGE else 0
    return UnreadLines(_lines(person, shown), more)


def _lines(person: User, shown: Sequence[Notice]) -> tuple[NoticeLine, ...]:
    behind = _behind(person, shown)
    return tuple(_line(one, person, behind) for one in shown)


def address_of(line: NoticeLine) -> str:
    """The page that a line leads to; the list of notices where it leads nowhere."""
    if not line.target:
        return reverse("games:notices")
    return reverse(_PAGES[line.target], args=[line.name])


def line_of(person: User, notice_id: int) -> NoticeLine | None:
    """What this person is told by one notice; None where it is told no more."""
    found = _told_away(person).filter(id=notice_id).first()
    if found is None:
        return None
    return _line(found, person, _behind(person, [found]))


def _told(person: User, after: Place | None) -> QuerySet[Notice]:
    told = Notice.objects.filter(recipient=person)
    if after is not None:
        earlier = Q(happened_at__lt=after.happened_at) | Q(id__lt=after.notice_id)
        told = told.filter(earlier, happened_at__lte=after.happened_at)
    own_turn = Player.objects.filter(game=OuterRef("game"), user=person, seat=F("game__turn"))
    told = told.filter(~Q(kind__in=(Kind.TURN, Kind.TIME)) | Exists(own_turn))
    told = told.select_related("person", "invitation").prefetch_related(_WITH_GAME)
    return told.order_by("-happened_at", "-id")


def _told_away(person: User) -> QuerySet[Notice]:
    """What is told by mail or browser: of who follows, nothing where they do not any more."""
    still = Follow.objects.filter(follower=OuterRef("person"), followed=person)
    return _told(person, None).filter(~Q(kind=Kind.FOLLOWED) | Exists(still))


@dataclass(frozen=True)
class _Behind:
    """What stands behind some notices, read at once."""

    changes: dict[str, RatingChange]  # by game
    actions: dict[int, Action]


def _behind(person: User, shown: Sequence[Notice]) -> _Behind:
    ended = [one.game_id for one in shown if one.kind == Kind.OVER]
    acted = [_action_id(one) for one in shown if one.kind == Kind.ACTED]
    found = Action.objects.select_related("lifts", "appeal").in_bulk(acted) if acted else {}
    return _Behind(_changes(person, ended), found)


def _action_id(notice: Notice) -> int:
    return int(notice.subject.removeprefix("action:"))


def _changes(person: User, games: Collection[str | None]) -> dict[str, RatingChange]:
    """What finished games did to this person's rating, by game."""
    found = RatingChange.objects.filter(user=person, game__in=[one for one in games if one])
    return {change.game_id: change for change in found} if games else {}


def _line(notice: Notice, person: User, behind: _Behind) -> NoticeLine:
    target = _TARGETS.get(notice.kind, "table" if notice.game_id else "invitation")
    names = {
        "table": notice.game_id,
        "review": notice.game_id,
        "invitation": notice.invitation_id,
        "profile": _page_of(notice),
        "action": _token_of(notice),
    }
    return NoticeLine(
        text=_text(notice, person, behind),
        target=target if names.get(target) else "",
        name=names.get(target) or "",
        happened_at=notice.happened_at,
        is_read=notice.read_at is not None,
    )


def _token_of(notice: Notice) -> str:
    """What opens the page of what was done about its reader."""
    if notice.kind != Kind.ACTED:
        return ""
    return moderation.token_for(_action_id(notice))


def _name_of(notice: Notice) -> str:
    return notice.person.username if notice.person is not None else ""


def _page_of(notice: Notice) -> str:
    """Whose page it leads to; a closed account has none."""
    return _name_of(notice) if notice.person is not None and notice.person.is_active else ""


def _text(notice: Notice, person: User, behind: _Behind) -> str:
    if notice.kind in (Kind.TURN, Kind.TIME, Kind.OVER, Kind.REVIEWED, Kind.REOPENED):
        return _text_of_game(notice, person, behind.changes) if notice.game is not None else ""
    name = _name_of(notice)
    if notice.kind == Kind.FOLLOWED:
        return said.followed(name)
    if notice.kind == Kind.ACTED:
        return _text_of_action(behind.actions[_action_id(notice)])
    if notice.kind == Kind.ANSWERED or notice.invitation is None:
        return said.report_answered()
    game = GAMES[notice.invitation.key].name
    if notice.kind == Kind.INVITED:
        return said.invited(name, game)
    if notice.kind == Kind.REMATCH:
        return said.rematch_wanted(name, game)
    if notice.kind == Kind.DECLINED:
        return said.declined(name, game)
    return said.accepted(name, game, has_begun=notice.game_id is not None)


def _text_of_action(action: Action) -> str:
    """What was done and until when; or that an appeal was answered, which is told last."""
    if hasattr(action, "appeal") and action.appeal.answered_at:
        return said.appeal_answered()
    what = str((action.lifts or action).get_kind_display())
    return said.undone(what) if action.lifts else said.acted(what, action.until)


def _text_of_game(notice: Notice, person: User, changes: dict[str, RatingChange]) -> str:
    game = notice.game
    assert game is not None
    players = list(game.players.all())
    name = game.rules.name
    others = [player.shown_name for player in players if player.user_id != person.pk]
    if notice.kind == Kind.TURN:
        return said.turn(name, others)
    if notice.kind == Kind.TIME:
        return said.time_runs_out(name, others, time_text.time_until(game.deadline_at))
    if notice.kind == Kind.REVIEWED:
        return said.reviewed(name, others)
    if notice.kind == Kind.REOPENED:
        return said.reopened(name, others)
    change = changes.get(game.id)
    result = _result(game, players, person)
    if change is None:
        return said.over(name, others, result)
    return said.over(name, others, result, format_rating(change.after), format_change(change))


def _result(game: Game, players: Sequence[Player], person: User) -> str:
    """How it ended for this person, from the rows of the players."""
    ranks = sorted({player.rank for player in players if player.rank})
    outcome: Json = {
        "reason": game.termination,
        "ranking": [[one.seat for one in players if one.rank == rank] for rank in ranks],
    }
    seat = next((one.seat for one in players if one.user_id == person.pk), None)
    names, scores = [one.shown_name for one in players], [one.score for one in players]
    return sentences.result_headline(game.rules, names, outcome, scores, seat)
