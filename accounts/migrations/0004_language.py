"""People say which language they are spoken to in."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("accounts", "0003_computers")]

    operations = [
        migrations.AddField(
            "user",
            "language",
            models.CharField("Language", blank=True, default="", max_length=10),
        ),
    ]
