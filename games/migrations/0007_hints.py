"""Hints that a player took against the computer are counted, and the last one is kept."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("games", "0006_draws_offered")]

    operations = [
        migrations.AddField("player", "hints", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField("player", "hint", models.CharField(blank=True, max_length=300)),
    ]
