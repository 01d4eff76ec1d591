"""Against gentle computers the first rack has a play; no game before was dealt that way."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("games", "0012_private_games")]

    operations = [
        migrations.AddField("game", "deals_first_play", models.BooleanField(default=False)),
    ]
