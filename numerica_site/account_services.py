"""The service that joins the apps for one account: all its data, its end, a guest's games."""

from collections.abc import Iterable
from datetime import datetime

from accounts import (
    moderation,
    notice_choices,
    notices,
    outbox,
    pushes,
    relations,
    reports,
    signups,
)
from accounts import services as people
from accounts.exports import account_rows
from accounts.models import User
from games.selectors import exports
from games.services import chat, daily, learning, practice
from games.services.blocks import part_from_all
from games.services.departures import leave_games
from games.services.fair_play import forget_fair_play
from games.services.guest_games import take_seats
from games.services.invitations import forget_invitations
from games.services.retries import forget_tries
from games.store.transactions import writing
from ratings import selectors as ratings_kept
from ratings import services as ratings

ABOUT = (
    "Everything that Numerica knows about you. Times are UTC, ratings in hundredths of a point."
    " Seats are counted from 1; inside `view`, which is what your table shows, from 0."
)


def export_files(
    person: User, address: exports.Address, now: datetime
) -> Iterable[tuple[str, str]]:
    """The files of somebody's archive: each game's own, and `account.json` last."""
    lines = []
    for game in exports.own_games(person.pk, address):
        lines.append(game.line)
        yield game.path, game.text
    about = {
        "about": ABOUT,
        "exported_at": now,
        **account_rows(person),
        **ratings_kept.rows_about(person.pk),
        "invitations": exports.invitations_of(person.pk),
        "games": lines,
        "misses_tried": exports.tries_of(person.pk),
        "fair_play": exports.fair_play_of(person.pk),
        "fair_play_hints": exports.hints_about(person.pk),
        "steps_learned": exports.steps_of(person.pk),
        "daily_puzzles": exports.daily_of(person.pk),
        "practice": exports.practice_of(person.pk),
        "chat_lines": exports.lines_of(person.pk),
    }
    yield "account.json", exports.to_text(about)


def delete_account(person: User, now: datetime) -> None:
    """Delete the account at once: games stay, without the name; everything else goes.

    The row of the user stays too, empty, because games and the opponents' ratings hang on it.
    Locked in this order: the user, games, standings; nobody else locks the user's row.
    """
    with writing():
        locked = User.objects.select_for_update(no_key=True).get(pk=person.pk)
        forget_invitations(user=locked)
        forget_tries(user=locked)
        forget_fair_play(user=locked)
        learning.forget_steps(user=locked)
        daily.forget(user=locked)
        practice.forget(user=locked)
        chat.forget_lines(user=locked)
        leave_games(user=locked, now=now)
        ratings.forget_person(locked.pk)
        relations.forget(locked)
        reports.forget(locked)
        moderation.forget(locked)
        notices.forget(locked.pk)
        outbox.forget(locked.pk)
        notice_choices.forget(locked.pk)
        pushes.forget(locked.pk)
        signups.forget(locked)
        people.forget_person(locked, now)
        people.tell_names_changed(locked.pk)


def take_along(guest: User, user: User, now: datetime) -> int:
    """Move all that the guest has into the account, and end the guest; return how many games.

    If either account is gone meanwhile, nothing is moved and 0 is returned. At a table of
    both the guest resigns: that is done afterwards, because it locks games and standings of other
    people.
    """
    with writing():
        found = {person.pk: person for person in people.lock_people([guest.pk, user.pk])}
        if len(found) < 2 or not found[guest.pk].is_guest or found[user.pk].is_guest:
            return 0
        taken = take_seats(guest=found[guest.pk], user=found[user.pk])
        learning.take_steps(guest=found[guest.pk], user=found[user.pk])
        daily.take_along(guest=found[guest.pk], user=found[user.pk])
        practice.take_along(guest=found[guest.pk], user=found[user.pk], now=now)
        chat.take_lines(guest=found[guest.pk], user=found[user.pk])
        notices.take_along(guest.pk, user.pk, taken)
        pushes.forget(guest.pk)
        ratings.forget_person(guest.pk)
        relations.take_along(guest=found[guest.pk], user=found[user.pk])
        reports.take_along(guest=found[guest.pk], user=found[user.pk])
        reports.forget(found[guest.pk])
        moderation.take_along(guest=found[guest.pk], user=found[user.pk])
        signups.forget(found[guest.pk])
        people.forget_person(found[guest.pk], now)
        people.tell_names_changed(user.pk)
    leave_games(user=guest, now=now)
    part_from_all(user=user, now=now)
    return len(taken)
