"""What the accounts app stores about a person, for the archive that the person may take along."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession

from accounts import signups
from accounts.models import User


def account_rows(person: User) -> dict[str, Any]:
    """Return the person's rows field by field, without session keys and password hashes."""
    addresses = EmailAddress.objects.filter(user=person).order_by("id")
    sessions = UserSession.objects.filter(user=person).order_by("created_at")
    return {
        "account": {
            "name": person.username,
            "first_name": person.first_name,
            "last_name": person.last_name,
            "email": person.email,
            "is_guest": person.is_guest,
            "is_staff": person.is_staff,
            "date_joined": person.date_joined,
            "last_login": person.last_login,
        },
        "preferences": {
            "shows_games": person.shows_games,
            "shows_history": person.shows_history,
            "plays_privately": person.plays_privately,
            "refuses_guests": person.refuses_guests,
            "language": person.language,
        },
        "email_addresses": list(addresses.values("email", "verified", "primary")),
        "sign_ups": signups.waiting_of(person),
        "sessions": list(sessions.values("created_at", "last_seen_at", "ip", "user_agent")),
    }
