"""People in the admin."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import services
from accounts.models import Notice, User
from accounts.notifications import tell_person


class PasswordForm(AdminPasswordChangeForm):
    """A new password for somebody, who is signed out by it."""

    def save(self, commit: bool = True) -> Any:
        user = super().save(commit)
        tell_person(user.pk)
        return user


@admin.register(User)
class PersonAdmin(UserAdmin):
    list_display = ("username", "email", "is_guest", "is_staff", "is_active", "date_joined")
    list_filter = ("is_guest", "is_computer", "is_staff", "is_active")
    change_password_form = PasswordForm
    actions = ("ban",)

    @admin.action(
        description=_("Ban: close the account, sign out everywhere"), permissions=["change"]
    )
    def ban(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Close the accounts that are chosen, at once and in every process."""
        services.ban(list(queryset.values_list("pk", flat=True)))

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        services.tell_names_changed(obj.pk)
        if change and not obj.is_active:
            services.end_sessions(obj.pk)

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        user_id = obj.pk
        super().delete_model(request, obj)
        _tell_gone(user_id)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        user_ids = list(queryset.values_list("pk", flat=True))
        super().delete_queryset(request, queryset)
        for user_id in user_ids:
            _tell_gone(user_id)


@admin.register(Notice)
class NoticeAdmin(admin.ModelAdmin):
    """What people were told, to be looked at and not to be changed."""

    list_display = ("recipient", "kind", "happened_at", "read_at")
    list_filter = ("kind",)
    list_select_related = ("recipient",)
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Notice | None = None) -> bool:
        return False


def _tell_gone(user_id: int) -> None:
    services.tell_names_changed(user_id)
    tell_person(user_id)
