"""Who follows whom, who has blocked whom, private notes; people are found by how names begin."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import accounts.models

_ID = models.BigAutoField(
    auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
)


def _person(name, *, is_indexed=False):
    return models.ForeignKey(
        db_index=is_indexed,
        on_delete=django.db.models.deletion.CASCADE,
        related_name=name,
        to=settings.AUTH_USER_MODEL,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0010_chat_switch"),
    ]

    operations = [
        migrations.CreateModel(
            name="Follow",
            fields=[
                ("id", _ID),
                ("created_at", models.DateTimeField()),
                ("follower", _person("following")),
                ("followed", _person("followers")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("follower", "followed"), name="one_follow_a_pair"
                    ),
                ],
                "indexes": [
                    models.Index(fields=["follower", "-id"], name="follow_by_follower"),
                    models.Index(fields=["followed", "-id"], name="follow_by_followed"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Block",
            fields=[
                ("id", _ID),
                ("created_at", models.DateTimeField()),
                ("blocker", _person("blocks")),
                ("blocked", _person("blocked_by", is_indexed=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("blocker", "blocked"), name="one_block_a_pair"
                    ),
                ],
                "indexes": [models.Index(fields=["blocker", "-id"], name="block_by_blocker")],
            },
        ),
        migrations.CreateModel(
            name="Note",
            fields=[
                ("id", _ID),
                ("text", models.CharField(max_length=500)),
                ("changed_at", models.DateTimeField()),
                ("writer", _person("notes")),
                ("about", _person("notes_of_others", is_indexed=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("writer", "about"), name="one_note_a_pair"),
                ],
            },
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(
                accounts.models.SmallName("username"),
                condition=models.Q(
                    ("is_active", True), ("is_computer", False), ("is_guest", False)
                ),
                name="person_by_name",
            ),
        ),
    ]
