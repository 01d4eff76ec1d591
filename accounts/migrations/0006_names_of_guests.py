"""Guests may choose a name: longer by its mark, and like no other guest's."""

from django.db import migrations, models
from django.db.models.functions import Lower, Replace

LOOK_ALIKES = (("0", "o"), ("1", "l"), ("i", "l"), ("rn", "m"), ("vv", "w"), ("-", ""), ("_", ""))


def look() -> Lower | Replace:
    """How the name looks; what looks alike may be told otherwise one day, and this stays."""
    found: Lower | Replace = Lower(models.F("username"))
    for one, other in LOOK_ALIKES:
        found = Replace(found, models.Value(one), models.Value(other))
    return found


class Migration(migrations.Migration):

    dependencies = [("accounts", "0005_pending_signups")]

    operations = [
        migrations.AlterField(
            "user",
            "username",
            models.CharField(max_length=26, unique=True, verbose_name="name"),
        ),
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
