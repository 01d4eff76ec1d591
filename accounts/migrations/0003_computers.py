"""The computer plays as users of its own."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("accounts", "0002_imports_and_preferences")]

    operations = [
        migrations.AddField("user", "is_computer", models.BooleanField(default=False)),
    ]
