"""People may wish that their new games are private at first; nobody has wished it so far."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("accounts", "0006_names_of_guests")]

    operations = [
        migrations.AddField(
            "user",
            "plays_privately",
            models.BooleanField("My new games are private by default", default=False),
        ),
    ]
