"""Days a move become a time control; games know when their turn began, and moves what they took."""

from datetime import timedelta

from django.db import migrations, models
from django.db.models import F, Value
from django.db.models.functions import Cast, Concat

USUAL_TIME = "3d"


def _say_days(apps, schema_editor):
    """`3` becomes `3d`; an imported game never had a time that anybody agreed on."""
    days = Cast("days_per_move", models.CharField(max_length=8))
    for name in ("Game", "Invitation"):
        rows = apps.get_model("games", name).objects
        rows.update(time_control=Concat(days, Value("d")))
    apps.get_model("games", "Game").objects.filter(is_imported=True).update(time_control="")


def _find_beginnings(apps, schema_editor):
    """A turn began its days before its deadline, which an outage may have moved on."""
    games = apps.get_model("games", "Game").objects
    games.update(turn_began_at=F("changed_at"))
    running = games.exclude(deadline_at=None)
    for days in running.values_list("days_per_move", flat=True).distinct():
        began = F("deadline_at") - timedelta(days=days)
        running.filter(days_per_move=days).update(turn_began_at=began)


def _count_days(apps, schema_editor):
    """Back again: the days alone; what was in reserve is forgotten, a live game gets days."""
    for name in ("Game", "Invitation"):
        rows = apps.get_model("games", name).objects
        for said in rows.values_list("time_control", flat=True).distinct():
            days, mark, _reserve = (said or USUAL_TIME).partition("d")
            usual = USUAL_TIME.removesuffix("d")
            rows.filter(time_control=said).update(days_per_move=int(days if mark else usual))


class Migration(migrations.Migration):
    dependencies = [("games", "0020_keys_without_indexes_of_their_own")]

    operations = [
        migrations.AddField(
            "game", "time_control", models.CharField(blank=True, max_length=24, default="")
        ),
        migrations.AddField(
            "invitation", "time_control", models.CharField(max_length=24, default=USUAL_TIME)
        ),
        migrations.AddField("game", "clock", models.TextField(blank=True, default="")),
        migrations.AddField("game", "turn_began_at", models.DateTimeField(null=True)),
        migrations.AddField("playedmove", "milliseconds", models.PositiveBigIntegerField(null=True)),
        migrations.RunPython(_say_days, _count_days),
        migrations.RunPython(_find_beginnings, migrations.RunPython.noop),
        migrations.AlterField("game", "turn_began_at", models.DateTimeField()),
        migrations.AlterField(
            "game", "days_per_move", models.PositiveSmallIntegerField(default=3)
        ),
        migrations.AlterField(
            "invitation", "days_per_move", models.PositiveSmallIntegerField(default=3)
        ),
        migrations.RemoveField("game", "days_per_move"),
        migrations.RemoveField("invitation", "days_per_move"),
        migrations.AlterField(
            "game", "time_control", models.CharField(blank=True, max_length=24)
        ),
        migrations.AlterField("invitation", "time_control", models.CharField(max_length=24)),
    ]
