"""Hints are counted by plays, and moves remember them; until now each of three steps counted.

Of old counts nobody knows how many plays they were: at least one for every three steps begun. What
was told for a move not made yet is told anew.
"""

from django.db import migrations, models
from django.db.models import F


def count_plays(apps, schema_editor):
    players = apps.get_model("games", "Player").objects
    players.exclude(hint="").update(hint="")
    players.filter(hints__gt=0).update(hints=(F("hints") + 2) / 3)


class Migration(migrations.Migration):

    dependencies = [("games", "0013_first_plays")]

    operations = [
        migrations.AlterField("player", "hint", models.TextField(blank=True)),
        migrations.AddField("player", "stuck_at", models.PositiveIntegerField(default=0)),
        migrations.AddField("playedmove", "is_hinted", models.BooleanField(default=False)),
        migrations.RunPython(count_plays, migrations.RunPython.noop),
    ]
