"""Who may open what of people, of the desk and of what was done: a row for each address."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from django.test import Client
from django.utils import timezone

from accounts import moderation, relations, reports, unsubscribing
from accounts.models import User
from games.models import ChatLine, FairPlayHint
from games.store.chat import ROOMS
from tests.accounts.account_data import files_of
from tests.games.helpers import all_rows
from tests.rights import ROLES, browsers_of_roles, mails_of_others, statuses
from tests.routes import every_route

pytestmark = [pytest.mark.django_db, pytest.mark.fault("F10")]
NOW = timezone.now()

KINDS = {
    "stranger": 0,
    "guest": 1,
    "player": 3,
    "opponent": 2,
    "spectator": 3,
    "user": 3,
    "staff": 4,
    "moderator": 5,
}
"""Which of the answers each role gets: the opponent its own, for that is Ben, about whom something was done."""


Answers = tuple[int, int, int, int, int, int]
"""What a stranger is answered, a guest, Ben, other people, staff, and staff with a second factor."""


class Row(NamedTuple):
    """What each role is answered to a plain GET, and to a POST of nothing.

    302 leads away, to the sign-in at most; 404 says nothing; 405 takes no such request.
    """

    get: Answers
    post: Answers


def of(*answers: int) -> Answers:
    """The same for all, or one for strangers and one for who is signed in, or each by itself."""
    first, *others = answers
    if len(answers) < 3:
        others = [answers[-1]] * 5
    one, two, three, four, five = others
    return first, one, two, three, four, five


def desk(answer: int) -> Answers:
    """Of all only who has used the second factor is there."""
    return of(302, 404, 404, 404, 302, answer)


NOT_READ, NOT_POSTED = of(405), of(405)

ROWS = {
    "desk/": Row(desk(200), desk(405)),
    "desk/<int:pk>/": Row(desk(200), desk(405)),
    "desk/<int:pk>/act/": Row(desk(405), desk(422)),
    "desk/<int:pk>/answer/": Row(desk(405), desk(302)),
    "desk/actions/<int:pk>/lift/": Row(desk(405), desk(422)),
    "desk/appeals/<int:pk>/answer/": Row(desk(405), desk(422)),
    "desk/hints/<int:pk>/aside/": Row(desk(405), desk(422)),
    "actions/<str:token>/": Row(of(200), of(422)),
    "@<slug:name>/": Row(of(200), NOT_POSTED),
    "@<slug:name>/records/": Row(of(404), NOT_POSTED),  # Ben has finished no game
    "@<slug:name>/follow/": Row(NOT_READ, of(302, 403, 422, 302, 302, 302)),
    "@<slug:name>/unfollow/": Row(NOT_READ, of(302)),
    "@<slug:name>/block/": Row(NOT_READ, of(302, 302, 422, 302, 302, 302)),
    "@<slug:name>/unblock/": Row(NOT_READ, of(302)),
    "@<slug:name>/report/": Row(of(302, 200), of(302, 422)),
    "@<slug:name>/note/": Row(NOT_READ, of(302, 302, 422, 302, 302, 302)),
    "people/": Row(of(200), NOT_POSTED),
    "people/report/": Row(of(302, 200), NOT_POSTED),
    "people/following/": Row(of(302, 200), NOT_POSTED),
    "people/followers/": Row(of(302, 200), NOT_POSTED),
    "people/blocked/": Row(of(302, 200), NOT_POSTED),
    "people/data/": Row(of(302, 200), NOT_POSTED),
    "people/export/": Row(NOT_READ, of(302, 200)),
    "people/games/": Row(of(302), of(302)),
    "people/delete/": Row(of(302, 200), of(302, 422)),
    "people/guest/": Row(NOT_READ, of(302)),
    "people/name/": Row(of(302, 200, 302, 302, 302, 302), of(302, 422, 302, 302, 302, 302)),
    "people/keep/": Row(of(302, 200, 302, 302, 302, 302), of(302, 200, 302, 302, 302, 302)),
    "people/confirm/<str:key>/": Row(of(404), of(404)),
    "people/settings/": Row(of(302, 200), of(302, 200)),
    "people/settings/notices/": Row(of(302, 200), of(302, 422, 302, 302, 302, 302)),
    "people/mails/<str:token>/": Row(of(200), of(200)),
    "people/theme/": Row(NOT_READ, of(302)),
    "people/steps/": Row(NOT_READ, of(302)),
    "people/letters/": Row(NOT_READ, of(302)),
    "people/chat/": Row(NOT_READ, of(302)),
    "people/language/": Row(NOT_READ, of(302)),
}

SECRETS = {
    "note": "what Ada noted about Ben",
    "report": "what Cleo told about Ben",
    "lines": "what Ben had said then",
    "reason": "why Ben was warned",
    "appeal": "what Ben said against it",
    "blocked": "Blocked-by-Ben",
    "blocking": "Blocking-Ben",
    "followed": "Followed-by-Ben",
    "players": "what Ada said to Ben",
    "spectators": "what Cleo said about them",
}
"""What not everybody is to read: words, and names of people of whom pages tell no more."""

READ_AT = {
    "desk/": {"moderator": {"reason"}},
    "desk/<int:pk>/": {"moderator": {"report", "lines", "reason", "appeal"}},
    "actions/<str:token>/": dict.fromkeys(ROLES, {"reason", "appeal"}),  # who knows the address
    "@<slug:name>/": {"player": {"note"}},
    "@<slug:name>/report/": {
        "player": {"players"},
        "opponent": {"players"},
        **dict.fromkeys(("guest", "spectator", "user", "staff", "moderator"), {"spectators"}),
    },
    "people/following/": {"opponent": {"followed"}},
    "people/blocked/": {"opponent": {"blocked"}},
    "people/export/": {
        "player": {"note", "players"},
        "opponent": {"reason", "appeal", "blocked", "followed"},
        "spectator": {"report", "spectators"},
    },
}
"""Who reads which of them where; elsewhere nobody reads any."""


def routes() -> set[str]:
    """Every address of the site that is about people, the desk, or what was done."""
    return {one for one in every_route() if one.startswith(("desk/", "actions/", "@", "people/"))}


def test_every_address_has_a_row():
    assert routes() == set(ROWS)


@pytest.fixture
def clients(people, browser) -> dict[str, Client]:
    return browsers_of_roles(people, browser)


@pytest.fixture
def address(people, game, clients) -> Callable[[str], str]:
    """The address of a row, about Ben: one report is open, and one warning was appealed."""
    mia = User.objects.get(username="Mia")
    lines = [{"by": "Ben", "by_id": people.ben.pk, "said": SECRETS["lines"]}]
    told = {"reason": "name", "words": SECRETS["report"], "lines": lines}
    reports.report(reporter=people.cleo, about=people.ben, now=NOW, **told)
    action = moderation.warn(people.ben, mia, SECRETS["reason"], NOW)
    appeal = moderation.appeal(action=action, words=SECRETS["appeal"], now=NOW)
    hint = FairPlayHint.objects.create(user=people.ben, key="numerica", found_at=NOW, up_to=1)
    _stand_to_others(people)
    _talk(people, game)
    told = {
        "desk/hints/<int:pk>/": f"desk/hints/{hint.pk}/",
        "desk/actions/<int:pk>/": f"desk/actions/{action.pk}/",
        "desk/appeals/<int:pk>/": f"desk/appeals/{appeal.pk}/",
        "desk/<int:pk>/": f"desk/{people.ben.pk}/",
        "actions/<str:token>/": f"actions/{moderation.token_of(action)}/",
        "people/mails/<str:token>/": f"people/mails/{unsubscribing.token(people.ben.pk, 'turn')}/",
        "@<slug:name>/": "@Ben/",
        "<str:key>": "nothing",
    }

    def found(route: str) -> str:
        for before, after in told.items():
            route = route.replace(before, after)
        return f"/{route}?game={game.id}" if route.endswith("/report/") else f"/{route}"

    return found


def _stand_to_others(people) -> None:
    """Ada keeps a note about Ben, who has blocked somebody, is blocked, and follows somebody."""
    relations.write_note(writer=people.ada, about=people.ben, text=SECRETS["note"], now=NOW)
    blocked, blocking, followed = (
        User.objects.create_user(SECRETS[name]) for name in ("blocked", "blocking", "followed")
    )
    relations.block(blocker=people.ben, blocked=blocked, now=NOW)
    relations.block(blocker=blocking, blocked=people.ben, now=NOW)
    relations.follow(follower=people.ben, followed=followed, now=NOW)


def _talk(people, game) -> None:
    """Ada in the players' room of her game with Ben, and Cleo in the spectators'."""
    for room, author in zip(ROOMS, (people.ada, people.cleo), strict=True):
        line = {"author": author, "text": SECRETS[room], "number": 1, "said_at": NOW}
        ChatLine.objects.create(game=game, room=room, **line)


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("route", ROWS)
def test_each_role_is_answered_as_its_row_says_and_reads_nothing_of_others(
    route, clients, game, address, figures
):
    read = {role: set() for role in ROLES}
    for how, answers in zip(("get", "post"), ROWS[route], strict=True):
        _, told = statuses(how, address(route), clients)
        expected = [answers[KINDS[role]] for role in ROLES]
        figures.add("answers", len(told))
        assert [answer.status_code for answer in told] == expected, how
        for role, answer in zip(ROLES, told, strict=True):
            said = _all_said(answer)
            assert not mails_of_others(role, said), (how, role)
            assert game.seed not in said and "Traceback" not in said, (how, role)
            read[role] |= {name for name, words in SECRETS.items() if words in said}
    assert {role: names for role, names in read.items() if names} == READ_AT.get(route, {})


def _all_said(answer) -> str:
    """What stands on a page and where it leads, or in the files of an archive."""
    if answer.headers.get("Content-Type") == "application/zip":
        return " ".join(files_of(answer).values())
    return answer.content.decode() + answer.headers.get("Location", "")


@pytest.mark.parametrize("route", [one for one in ROWS if one.startswith("desk/")])
def test_who_is_not_at_the_desk_changes_nothing_there(route, clients, address):
    before = all_rows()
    for role in ROLES[:-1]:
        clients[role].post(address(route), {"kind": "warn", "reason": "1", "answer": "1"})
    assert all_rows() == before
