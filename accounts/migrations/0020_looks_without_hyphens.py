"""A hyphen between two letters hides no pair that looks like one: `Ber-n` looks like `Bern`, `Bem`."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db import migrations, models
from django.db.models.functions import Lower, Replace
from django.utils.crypto import get_random_string

LOOK_ALIKES = (("-", ""), ("_", ""), ("0", "o"), ("1", "l"), ("i", "l"), ("rn", "m"), ("vv", "w"))


def look() -> Lower | Replace:
    """How the name looks; what looks alike may be told otherwise one day, and this stays."""
    found: Lower | Replace = Lower(models.F("username"))
    for one, other in LOOK_ALIKES:
        found = Replace(found, models.Value(one), models.Value(other))
    return found


def like_an_earlier_one(guests: Iterable[tuple[int, str]]) -> Iterator[int]:
    """Of guests by id and look those whose name now looks like that of somebody before them."""
    taken = set[str]()
    for guest, name in guests:
        if name in taken:
            yield guest
        taken.add(name)


def part(apps: Any, schema_editor: Any) -> None:
    """Who came later is called by chance, as a guest who has chosen no name."""
    guests = apps.get_model("accounts", "User").objects.filter(is_guest=True)
    by_look = guests.annotate(look=look()).order_by("pk").values_list("pk", "look")
    for guest in list(like_an_earlier_one(by_look.iterator())):
        name = "guest-" + get_random_string(10, "abcdefghjkpqstuxyz23456789")
        guests.filter(pk=guest).update(username=name)


class Migration(migrations.Migration):

    dependencies = [("accounts", "0019_sealed_second_factors")]

    operations = [
        migrations.RemoveConstraint("user", "no_guest_looks_like_another"),
        migrations.RemoveIndex("user", "user_by_look"),
        migrations.RunPython(part, migrations.RunPython.noop),
        migrations.AddIndex("user", models.Index(look(), name="user_by_look")),
        migrations.AddConstraint(
            "user",
            models.UniqueConstraint(
                look(),
                condition=models.Q(is_guest=True),
                name="no_guest_looks_like_another",
            ),
        ),
    ]
