"""Saying something at a table, and forgetting what was said."""

import math
from datetime import datetime, timedelta

from accounts import moderation
from accounts.models import User
from accounts.plain_text import cleaned_line
from games import notifications
from games.models import ChatLine, ChatRoom, Game
from games.rules.messages import gettext_noop
from games.services.errors import NotAllowed, lock_active_users
from games.store import chat
from games.store.queries import game_with_players
from games.store.transactions import writing

BATCH = 1000  # lines that are deleted at once: nobody waits long for them

_SIGN_IN = gettext_noop("sign in or play as a guest to say something here")
_PLAYERS_ONLY = gettext_noop("only the players of this game talk in this room")
_AFTER_THE_END = gettext_noop("players come to the spectators' room when the game is over")
_NO_ROOM = gettext_noop("this game has no such room to talk in")
_CLOSED = gettext_noop("the game has been over for a week: nothing more is said at this table")
_NO_SUCH_PHRASE = gettext_noop("this is not one of the phrases that can be said")
_NOTHING = gettext_noop("write something first; nothing was said")
_TOO_LONG = gettext_noop("a line has at most %(most)s characters; this one has %(count)s")
_GUESTS = gettext_noop(
    "guests say the ready phrases only: words of your own are for accounts a day old"
)
_NEWCOMERS = gettext_noop(
    "words of your own are for accounts a day old; until then the ready phrases are yours"
)
_MUTED = gettext_noop("you say nothing at tables until %(until)s (UTC); your notices tell you why")
_SLOWLY = gettext_noop("at most %(most)s lines in %(within)s seconds: wait %(seconds)s seconds")


class TooOften(NotAllowed):
    """Somebody has said enough for now, and may go on in `seconds`."""

    def __init__(self, seconds: int) -> None:
        within = int(chat.WITHIN.total_seconds())
        super().__init__(429, _SLOWLY, most=chat.MOST, within=within, seconds=seconds)
        self.seconds = seconds


def say(
    *, game_id: str, user: User | None, room: str, phrase: str = "", text: str = "", now: datetime
) -> ChatLine:
    """Say a phrase, or own words, in a room of a table, and tell its pages.

    The same words of the same person again, while they still are the person's last of these
    seconds, are one line: a press counts once. Locks the person's row, which makes the limit exact,
    then the room's, which numbers its lines. Raises Game.DoesNotExist, NotAllowed, TooOften.
    """
    if user is None:
        raise NotAllowed(403, _SIGN_IN)
    words = _words(user, phrase, text, now)
    with writing():
        lock_active_users([user])
        _require_voice(user, now)
        _require_room(game_with_players(game_id), user, room, now)
        own = ChatLine.objects.filter(author=user, said_at__gt=now - chat.WITHIN)
        lately = list(own.order_by("-said_at", "-pk")[: chat.MOST])
        line = ChatLine(game_id=game_id, room=room, author=user, said_at=now, **words)
        if lately and _is_repeated(lately[0], line):
            return lately[0]
        if len(lately) == chat.MOST:
            raise TooOften(_seconds_until(lately[-1].said_at + chat.WITHIN, now))
        line.number = _next_number(game_id, room)
        line.save(force_insert=True)
        notifications.tell_said(game_id)
        return line


def _require_voice(user: User, now: datetime) -> None:
    """Raise NotAllowed for who was silenced by the staff."""
    muted = moderation.mute_of(user, now)
    if muted is not None and muted.until is not None:
        raise NotAllowed(403, _MUTED, until=f"{muted.until:%Y-%m-%d %H:%M}")


def _words(user: User, phrase: str, text: str, now: datetime) -> dict[str, str]:
    """What is stored of it; raises NotAllowed."""
    if phrase:
        if phrase not in chat.PHRASES:
            raise NotAllowed(422, _NO_SUCH_PHRASE)
        return {"phrase": phrase}
    if chat.says_phrases_only(user, now):
        raise NotAllowed(403, _GUESTS if user.is_guest else _NEWCOMERS)
    kept = cleaned_line(text)
    if not kept:
        raise NotAllowed(422, _NOTHING)
    if len(kept) > ChatLine.LONGEST:
        raise NotAllowed(422, _TOO_LONG, most=ChatLine.LONGEST, count=len(kept))
    return {"text": kept}


def _require_room(game: Game, user: User, room: str, now: datetime) -> None:
    """Raise NotAllowed where this person may not say anything now, and DoesNotExist as for all."""
    is_player = any(player.user_id == user.pk for player in game.players.all())
    if game.is_private and not is_player:
        raise Game.DoesNotExist
    if room not in chat.rooms_of(game, now):
        raise NotAllowed(422, _NO_ROOM)
    if room not in chat.rooms_read(is_player=is_player, has_ended=game.ended_at is not None):
        raise NotAllowed(403, _AFTER_THE_END if is_player else _PLAYERS_ONLY)
    if not chat.is_open(game, now):
        raise NotAllowed(409, _CLOSED)


def _is_repeated(last: ChatLine, line: ChatLine) -> bool:
    """Whether somebody pressed twice."""
    kept = [(one.game_id, one.room, one.phrase, one.text) for one in (last, line)]
    return kept[0] == kept[1]


def _seconds_until(then: datetime, now: datetime) -> int:
    return max(1, math.ceil((then - now) / timedelta(seconds=1)))


def _next_number(game_id: str, room: str) -> int:
    """The number of the next line; of two who ask at once one waits until the other is done."""
    found = ChatRoom.objects.select_for_update().filter(game=game_id, room=room)
    if not found.exists():
        ChatRoom.objects.bulk_create([ChatRoom(game_id=game_id, room=room)], ignore_conflicts=True)
    row = found.get()
    row.last_number += 1
    row.save(update_fields=["last_number"])
    return row.last_number


def forget_lines(*, user: User) -> None:
    """Delete all that somebody has said who goes."""
    ChatLine.objects.filter(author=user).delete()


def take_lines(*, guest: User, user: User) -> None:
    """What the guest has said is the user's from now on."""
    ChatLine.objects.filter(author=guest).update(author=user)


def prune(now: datetime) -> int:
    """Delete some of the lines that have been kept long enough; how many, at most `BATCH`."""
    old = ChatLine.objects.filter(said_at__lte=now - chat.KEPT_FOR)
    found = list(old.order_by("said_at").values_list("pk", flat=True)[:BATCH])
    if found:
        with writing():
            ChatLine.objects.filter(pk__in=found).delete()
    return len(found)
