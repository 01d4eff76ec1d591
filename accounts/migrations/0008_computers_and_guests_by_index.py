"""Who is a computer or a guest, without a look at everybody."""

from django.db import migrations, models

RARE = {"computers": "is_computer", "guests": "is_guest"}


class Migration(migrations.Migration):
    dependencies = [("accounts", "0007_private_games")]

    operations = [
        migrations.AddIndex(
            "user", models.Index(fields=["id"], condition=models.Q((column, True)), name=name)
        )
        for name, column in RARE.items()
    ]
