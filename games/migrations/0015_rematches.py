"""A rematch knows the game that it follows; those before do not."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("games", "0014_hints_of_two_kinds")]

    operations = [
        migrations.AddField(
            "game",
            "rematch_of",
            models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="rematch",
                to="games.game",
            ),
        ),
        migrations.AddField(
            "invitation",
            "rematch_of",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="rematch_offers",
                to="games.game",
            ),
        ),
    ]
