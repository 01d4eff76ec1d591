"""Games that begin from a position of another game; those before begin where the seed says."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("games", "0008_reviews")]

    operations = [
        migrations.AddField("game", "start", models.TextField(blank=True, default="")),
        migrations.AddField(
            "game",
            "origin",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, to="games.game"
            ),
        ),
        migrations.AddField("game", "origin_ply", models.PositiveIntegerField(default=0)),
    ]
