"""Indexes that others begin with: less to write with each move, and less to keep of each game."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class DropIndexOfKey(migrations.AlterField):
    """The field as it is now, without an index; no table is written anew, however large it is."""

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        model = from_state.apps.get_model(app_label, self.model_name)
        column = model._meta.get_field(self.name).column
        for index in schema_editor._constraint_names(model, [column], index=True, unique=False):
            schema_editor.execute(f"DROP INDEX {schema_editor.quote_name(index)}")

    def database_backwards(self, *told):
        super().database_forwards(*told)  # as Django does it, which makes the index again


def key_to(model, **more):
    return models.ForeignKey(to=model, db_index=False, **more)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0019_indexes_of_the_end"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        DropIndexOfKey(
            "player",
            "user",
            key_to(
                settings.AUTH_USER_MODEL,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="seats",
            ),
        ),
        DropIndexOfKey(
            "player",
            "game",
            key_to(
                "games.game", on_delete=django.db.models.deletion.CASCADE, related_name="players"
            ),
        ),
        DropIndexOfKey(
            "playedmove",
            "game",
            key_to("games.game", on_delete=django.db.models.deletion.CASCADE, related_name="moves"),
        ),
    ]
