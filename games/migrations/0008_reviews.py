"""Reviews of finished games, move by move; games that ended before are reviewed when asked for."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("games", "0007_hints")]

    operations = [
        migrations.CreateModel(
            "Review",
            [
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="review",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("edition", models.PositiveSmallIntegerField()),
                ("is_among_people", models.BooleanField()),
                ("moves", models.PositiveIntegerField()),
                ("asked_at", models.DateTimeField()),
                ("held_until", models.DateTimeField(null=True)),
                ("done_at", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["-is_among_people", "asked_at"],
                        condition=models.Q(("done_at", None)),
                        name="review_to_be_made",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            "ReviewedMove",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("ply", models.PositiveIntegerField()),
                ("seat", models.PositiveSmallIntegerField()),
                ("loss", models.PositiveIntegerField(default=0)),
                ("kind", models.CharField(blank=True, max_length=12)),
                ("puzzle", models.CharField(blank=True, max_length=12)),
                ("detail", models.TextField(blank=True)),
                (
                    "review",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reviewed",
                        to="games.review",
                    ),
                ),
            ],
            options={
                "ordering": ["ply"],
                "constraints": [
                    models.UniqueConstraint(fields=("review", "ply"), name="one_review_a_ply"),
                ],
            },
        ),
    ]
