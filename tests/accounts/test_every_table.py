"""Every table of the site: what the export tells of it, and what is left when an account goes."""

from datetime import timedelta
from typing import NamedTuple

import pytest
from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db.models import Q
from django.utils import timezone

from accounts import notice_choices, relations, reports
from accounts.models import Action, Appeal, PendingSignup, User
from games.models import (
    ChatLine,
    ChatRoom,
    DailyTry,
    DeepReview,
    FairPlay,
    FairPlayHint,
    GameSettings,
    LearnedStep,
    PracticeRating,
    PracticeRun,
    PracticeTry,
    Review,
    ReviewedMove,
    SeenAnswer,
    TriedMiss,
    WeighedMove,
)
from games.services.invitations import create_invitation
from numerica_site.privacy import ABOUT_NOBODY
from ratings.glicko import Strength
from ratings.models import Highlight
from tests.accounts.account_data import account_of, delete, sign_in
from tests.games.helpers import WHOLE
from tests.push_service import new_browser

pytestmark = pytest.mark.django_db


class Table(NamedTuple):
    """How rows lead to a person, what of the export tells of them, and whether they are left."""

    ways: str
    told: str  # empty where nothing is told
    is_left: bool = False


GAME = "game__players__user"
TABLES = {
    "accounts.User": Table("pk", "account", is_left=True),
    "accounts.User_groups": Table("user", ""),  # rights, of staff
    "accounts.User_user_permissions": Table("user", ""),
    "accounts.PendingSignup": Table("guest", "sign_ups"),
    "accounts.Follow": Table("follower followed", "following"),
    "accounts.Block": Table("blocker blocked", "blocked"),
    "accounts.Note": Table("writer about", "notes"),
    "accounts.Notice": Table("recipient person", "notices"),
    "accounts.Report": Table("reporter about closed_by", "reports"),
    "accounts.ReportEntry": Table("report__reporter report__about", "reports"),
    "accounts.Action": Table("person moderator", "actions", is_left=True),  # without its words
    "accounts.Appeal": Table("action__person answered_by", "actions", is_left=True),  # likewise
    "mfa.Authenticator": Table("user", "second_factors"),
    "accounts.NoticeChoice": Table("user", "notice_choices"),
    "accounts.Mail": Table("recipient", "mails"),
    "accounts.PushSubscription": Table("user", "push_subscriptions"),
    "accounts.PushMessage": Table("subscription__user", "push_messages"),
    "account.EmailAddress": Table("user", "email_addresses"),
    "account.EmailConfirmation": Table("email_address__user", ""),  # the key of a letter
    "sessions.Session": Table("session_key__in", ""),  # told of by the next
    "usersessions.UserSession": Table("user", "sessions"),
    "games.Game": Table("players__user", "games", is_left=True),
    "games.Player": Table("user", "games", is_left=True),
    "games.PlayedMove": Table(GAME, "games", is_left=True),
    "games.Invitation": Table("inviter", "invitations"),
    "games.InvitationSeat": Table("user invitation__inviter", "invitations"),
    "games.Review": Table(GAME, "", is_left=True),  # of a game; everybody reads it
    "games.ReviewedMove": Table(f"review__{GAME}", "", is_left=True),
    "games.DeepReview": Table(f"review__{GAME}", "", is_left=True),
    "games.WeighedMove": Table(f"deep__review__{GAME}", "", is_left=True),
    "games.TriedMiss": Table("user", "misses_tried"),
    "games.FairPlay": Table("user", "fair_play"),
    "games.FairPlayHint": Table("user", "fair_play_hints"),
    "games.LearnedStep": Table("user", "steps_learned"),
    "games.DailyTry": Table("user", "daily_puzzles"),
    "games.SeenAnswer": Table("user", "daily_puzzles"),
    "games.PracticeRating": Table("user", "practice"),
    "games.PracticeTry": Table("user", "practice"),
    "games.PracticeRun": Table("user", "practice"),
    "games.ChatRoom": Table(GAME, "", is_left=True),  # how many lines there were
    "games.ChatLine": Table("author", "chat_lines"),
    "ratings.Standing": Table("user", "standings"),
    "ratings.RatingChange": Table("user", "rating_changes", is_left=True),
    "ratings.Highlight": Table("user", "highlights"),
    "admin.LogEntry": Table("user", "", is_left=True),  # what staff did stays known
}
"""Who adds a table says here what becomes of it, and gives it a row in `everything_of`."""


def everything_of(ada, people, start) -> None:
    """Rows of Ada in every table but those of the session and the browser."""
    now, game = timezone.now(), start(moves=len(WHOLE.moves), rated=True)
    address = EmailAddress.objects.get(user=ada)
    EmailConfirmation.objects.create(email_address=address, key="x", sent=now)
    User.objects.filter(pk=ada.pk).update(is_staff=True)
    ada.groups.add(Group.objects.create(name="staff"))
    kind = ContentType.objects.get_for_model(User)
    right = Permission.objects.create(content_type=kind, codename="x", name="x")
    ada.user_permissions.add(right)
    LogEntry.objects.create(user=ada, object_repr="x", action_flag=CHANGE)
    PendingSignup.objects.create(
        name="Zoe", email="z@example.org", guest=ada, created_at=now, expires_at=now + timedelta(1)
    )
    relations.follow(follower=ada, followed=people.ben, now=now)
    relations.follow(follower=people.ben, followed=ada, now=now)
    relations.block(blocker=ada, blocked=people.cleo, now=now)
    relations.write_note(writer=ada, about=people.ben, text="quick", now=now)
    create_invitation(GameSettings("numerica"), inviter=ada, now=now)
    create_invitation(GameSettings("numerica"), inviter=people.ben, invitees=[ada], now=now)
    reports.report(reporter=ada, about=people.ben, reason="help", words="quick", now=now)
    action = Action.objects.create(
        person=ada, moderator=people.ben, kind="warn", reason="rude", made_at=now
    )
    Appeal.objects.create(action=action, words="no", made_at=now)
    Authenticator.objects.create(user=ada, type=Authenticator.Type.TOTP, data={})
    notice_choices.choose(ada.pk, {("turn", "email"): False})
    review, _made = Review.objects.get_or_create(game=game, defaults={"moves": 1, "asked_at": now})
    ReviewedMove.objects.create(review=review, ply=1, seat=0)
    deep, _made = DeepReview.objects.get_or_create(
        review=review, defaults={"edition": 1, "moves": 1, "asked_at": now}
    )
    WeighedMove.objects.create(deep=deep, ply=1, seat=0)
    TriedMiss.objects.create(game=game, ply=1, user=ada, tried_at=now)
    FairPlay.objects.create(review=review, user=ada, key="numerica", rating=1, judged=9, best=3)
    FairPlayHint.objects.create(user=ada, key="numerica", found_at=now, up_to=1)
    LearnedStep.objects.create(user=ada, key="numerica", step="equals", learned_at=now)
    DailyTry.objects.create(user=ada, series="numerica", day=1, number=1, move="x", points=1, percent=1, is_in_time=True, tried_at=now)  # fmt: skip
    SeenAnswer.objects.create(user=ada, series="numerica", day=1, seen_at=now)
    PracticeRating.objects.create(user=ada, key="numerica", changed_at=now, **vars(Strength()))
    PracticeTry.objects.create(user=ada, key="numerica", exercise="x", theme="bingo", is_solved=True, rating=1, tried_at=now)  # fmt: skip
    PracticeRun.objects.create(user=ada, key="numerica", exercises="x", begun_at=now)
    ChatRoom.objects.create(game=game, room="players", last_number=1)
    ChatLine.objects.create(game=game, room="players", number=1, author=ada, text="hi", said_at=now)
    Highlight.objects.get_or_create(user=ada, key="numerica", kind="move", defaults={"value": 9, "game": game, "ply": 1})  # fmt: skip


def rows_of(label: str, ada: User, keys: set[str]) -> int:
    """How many rows of a table lead to Ada, or are sessions of these keys."""
    found = Q()
    for way in TABLES[label].ways.split():
        found |= Q(**{way: keys if way == "session_key__in" else ada.pk})
    return apps.get_model(label)._base_manager.filter(found).count()


def test_what_becomes_of_every_table_is_known():
    labels = {model._meta.label for model in apps.get_models(include_auto_created=True)}
    assert TABLES.keys() | ABOUT_NOBODY.keys() == labels
    assert not TABLES.keys() & ABOUT_NOBODY.keys()


@pytest.mark.parametrize("label", TABLES)
def test_every_column_that_names_a_person_is_looked_at(label):
    columns = apps.get_model(label)._meta.concrete_fields
    named = {column.name for column in columns if column.related_model is User}
    assert named <= set(TABLES[label].ways.split())


@pytest.mark.slow
def test_the_export_tells_of_every_table_and_of_the_deleted_nothing_is_left_but_what_must_be(
    ada, people, start, browser
):
    client = browser()
    assert sign_in(client)
    client.post("/notices/push/", new_browser("https://push.example.org/x").told)
    keys = set(Session.objects.values_list("pk", flat=True))
    everything_of(ada, people, start)
    before = {label: rows_of(label, ada, keys) for label in TABLES}
    assert [label for label, count in before.items() if not count] == []
    told = account_of(client)
    assert [label for label, (_, key, _) in TABLES.items() if key and not told[key]] == []
    assert told.keys() - {key for _, key, _ in TABLES.values()} == {
        "about", "exported_at", "preferences", "followers",
    }  # fmt: skip
    delete(client)
    after = {label: rows_of(label, ada, keys) for label in TABLES}
    assert after == {label: before[label] if TABLES[label].is_left else 0 for label in TABLES}
