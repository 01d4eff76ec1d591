"""A player may offer a draw, beside the state, until the next move."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("games", "0005_invitees_sit_on_seats")]

    operations = [
        migrations.AddField("player", "offers_draw", models.BooleanField(default=False)),
    ]
