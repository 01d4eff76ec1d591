from django.db import migrations
from django.db.models import F


def end_them(apps, schema_editor):
    """A review without a move to look at was never done, and kept others waiting."""
    waiting = apps.get_model("games", "Review").objects.filter(done_at=None, moves=0)
    waiting.update(done_at=F("asked_at"))


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0034_analyses"),
    ]

    operations = [
        migrations.RunPython(end_them, migrations.RunPython.noop, elidable=True),
    ]
