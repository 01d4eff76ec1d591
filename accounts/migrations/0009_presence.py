"""Presence at the table, and names of those who watch: a guest's is not shown unasked."""

from django.db import migrations, models


def hide_names_of_guests(apps, schema_editor):
    guests = apps.get_model("accounts", "User").objects.filter(is_guest=True)
    guests.update(is_named_watching=False)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0008_computers_and_guests_by_index"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="is_named_watching",
            field=models.BooleanField(
                default=True, verbose_name="My name is shown at games that I watch"
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="shows_presence",
            field=models.BooleanField(
                default=True,
                verbose_name="Others see when I am at the table of a game that I play",
            ),
        ),
        migrations.RunPython(hide_names_of_guests, migrations.RunPython.noop),
    ]
