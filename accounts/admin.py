"""People in the admin."""

from collections.abc import Iterable
from typing import Any

import allauth.mfa.admin
import allauth.usersessions.admin
from allauth.account.admin import EmailAddressAdmin
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts import services
from accounts.models import User
from accounts.notifications import tell_person


class PasswordForm(AdminPasswordChangeForm):
    """A new password for somebody, who is signed out by it."""

    def save(self, commit: bool = True) -> Any:
        user = super().save(commit)
        tell_person(user.pk)
        return user


@admin.register(User)
class PersonAdmin(UserAdmin):
    """Accounts are closed and renamed at the desk: there it is logged and told to the person."""

    list_display = ("username", "email", "is_guest", "is_staff", "is_active", "date_joined")
    list_filter = ("is_guest", "is_computer", "is_staff", "is_active")
    change_password_form = PasswordForm

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        fixed = () if obj is None else ("username", "is_active")
        return (*super().get_readonly_fields(request, obj), *fixed)

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        services.tell_names_changed(obj.pk)

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        user_id = obj.pk
        super().delete_model(request, obj)
        _tell_gone(user_id)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        user_ids = list(queryset.values_list("pk", flat=True))
        super().delete_queryset(request, queryset)
        for user_id in user_ids:
            _tell_gone(user_id)


# What libraries register shows secrets: of a second factor its key, of a session what opens it.
admin.site.unregister(allauth.mfa.admin.Authenticator)
admin.site.unregister(allauth.usersessions.admin.UserSession)


@admin.register(Authenticator)
class SecondFactorAdmin(admin.ModelAdmin):
    """Who has lost the device is freed of the second factor; its secret is shown to nobody."""

    list_display = fields = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Authenticator | None = None) -> bool:
        return False

    def delete_model(self, request: HttpRequest, obj: Authenticator) -> None:
        super().delete_model(request, obj)
        _free(obj.user_id)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Authenticator]) -> None:
        users = [found.user_id for found in queryset]
        super().delete_queryset(request, queryset)
        for user_id in users:
            _free(user_id)


def _free(user_id: int) -> None:
    """The device may be lost with a session in it, and with the recovery codes: they end too.

    Codes that stayed would open the next second factor as well.
    """
    left = Authenticator.objects.filter(user=user_id)
    if not left.exclude(type=Authenticator.Type.RECOVERY_CODES).exists():
        left.delete()
    services.end_sessions(user_id)


admin.site.unregister(EmailAddress)


@admin.register(EmailAddress)
class AddressAdmin(EmailAddressAdmin):
    """What is done about an address is logged with the person, and goes with the account."""

    def log_addition(self, request: HttpRequest, obj: EmailAddress, message: Any) -> Any:
        return self._log("added", request, [obj])

    def log_change(self, request: HttpRequest, obj: EmailAddress, message: Any) -> Any:
        fields = [name for one in message for name in one["changed"]["fields"]]
        return self._log("changed", request, [obj], fields=fields)

    def log_deletions(self, request: HttpRequest, queryset: Iterable[EmailAddress]) -> Any:
        return self._log("deleted", request, queryset)

    def _log(
        self, what: str, request: HttpRequest, addresses: Iterable[EmailAddress], **more: list[str]
    ) -> None:
        for one in addresses:
            named = {"name": "email address", "object": one.email}
            super().log_change(request, one.user, [{what: named | more}])


def _tell_gone(user_id: int) -> None:
    services.tell_names_changed(user_id)
    tell_person(user_id)
