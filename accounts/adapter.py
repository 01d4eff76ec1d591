"""How allauth makes users here: a guest who signs up keeps user, games and session."""

from ipaddress import IPv6Address, ip_address
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest

from accounts.models import User
from accounts.telling import tell_person


class AccountAdapter(DefaultAccountAdapter):
    def get_client_ip(self, request: HttpRequest) -> str:
        """An IPv4 address is one, however a socket for both kinds writes it: `::ffff:192.0.2.7`.

        Limits count IPv6 by its network, and all of IPv4 would be in one.
        """
        address = super().get_client_ip(request)
        parsed = ip_address(address)
        mapped = parsed.ipv4_mapped if isinstance(parsed, IPv6Address) else None
        return str(mapped or address)

    def set_password(self, user: User, password: str) -> None:
        """The password alone is written: the rest of the row may have changed meanwhile.

        Every session of the old password ends, and its open sockets are told.
        """
        user.set_password(password)
        if user.pk is None:
            user.save()
        else:
            user.save(update_fields=["password"])
            tell_person(user.pk)

    def new_user(self, request: HttpRequest) -> Any:
        """The guest at hand, or a new user."""
        user = getattr(request, "user", None)
        if isinstance(user, User) and user.is_guest:
            return user
        return super().new_user(request)

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        user.is_guest = False
        saved: User = super().save_user(request, user, form, commit)
        return saved
