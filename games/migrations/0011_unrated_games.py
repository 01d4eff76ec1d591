"""Why a rated game changed no rating; those before did."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("games", "0010_outages")]

    operations = [
        migrations.AddField(
            "game", "unrated_because", models.CharField(blank=True, default="", max_length=8)
        ),
    ]
