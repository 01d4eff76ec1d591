"""The keys of second factors are sealed where they lie open, and opened on the way back."""

from collections.abc import Callable
from typing import Any

from django.db import migrations

from accounts.sealing import Unreadable, is_sealed, seal, unseal

KEPT = ("secret", "seed")
"""What an app makes its codes from, and what the recovery codes are made from."""


def seal_all(apps: Any, _editor: Any) -> None:
    _each(apps, lambda text: text if is_sealed(text) else seal(text))


def open_all(apps: Any, _editor: Any) -> None:
    _each(apps, _opened)


def _opened(text: str) -> str:
    """What was sealed under a key that is gone opens for nobody, and stays as it is."""
    try:
        return unseal(text)
    except Unreadable:
        return text


def _each(apps: Any, change: Callable[[str], str]) -> None:
    for one in apps.get_model("mfa", "Authenticator").objects.all():
        one.data |= {name: change(one.data[name]) for name in KEPT if name in one.data}
        one.save(update_fields=["data"])


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0018_offered_puzzles"),
        ("mfa", "0003_authenticator_type_uniq"),
    ]

    operations = [migrations.RunPython(seal_all, open_all)]
