"""Games and invitations may be private, unless they are rated or listed; those before are not."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("games", "0011_unrated_games")]

    operations = [
        migrations.AddField("game", "is_private", models.BooleanField(default=False)),
        migrations.AddField("invitation", "is_private", models.BooleanField(default=False)),
        migrations.AddConstraint(
            "game",
            models.CheckConstraint(
                condition=models.Q(is_private=False) | models.Q(rated=False),
                name="no_rated_game_is_private",
            ),
        ),
        migrations.AddConstraint(
            "invitation",
            models.CheckConstraint(
                condition=models.Q(is_private=False) | models.Q(rated=False, is_listed=False),
                name="no_rated_or_listed_invitation_is_private",
            ),
        ),
    ]
