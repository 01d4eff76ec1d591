"""The accounts app, and the administration, which is for the staff with a second factor."""

from django.apps import AppConfig
from django.contrib.admin import apps as administration


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from accounts import session_memory  # noqa: F401  # it listens to who signs in


class StaffConfig(administration.AdminConfig):
    default = False
    default_site = "accounts.staff.StaffSite"
