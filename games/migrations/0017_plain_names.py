"""Columns whose names misled: what ends in `_at` is a time, and a ply is none."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0016_tried_misses")]

    operations = [
        migrations.RenameField("game", "start", "initial_state"),
        migrations.RenameField("player", "hints", "hints_taken"),
        migrations.RenameField("player", "hint", "last_hint"),
        migrations.RenameField("player", "stuck_at", "stuck_ply"),
    ]
