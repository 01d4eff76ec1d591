"""Every list of games by an index, however many have ended."""

from django.db import migrations, models
from django.db.models.functions import Lower

RUNS = models.Q(ended_at__isnull=True)
ENDED = models.Q(ended_at__isnull=False)
USER = models.Q(user__isnull=False)
NO_USER = models.Q(user__isnull=True)


def index(name, *fields, condition=None):
    return models.Index(fields=fields, condition=condition, name=name)


class Migration(migrations.Migration):
    dependencies = [("games", "0018_copies_of_the_end")]

    operations = [
        migrations.RemoveIndex("game", "game_by_end_and_change"),
        migrations.AddIndex("game", index("running_game_by_change", "-changed_at", condition=RUNS)),
        migrations.AddIndex("game", index("game_by_end", "-ended_at", "-id", condition=ENDED)),
        migrations.AddIndex(
            "game", index("game_by_key", "key", "-ended_at", "-id", condition=ENDED)
        ),
        migrations.AddIndex(
            "game", index("game_by_ending", "termination", "-ended_at", "-id", condition=ENDED)
        ),
        migrations.AddIndex(
            "game",
            index(
                "game_by_key_and_ending",
                "key",
                "termination",
                "-ended_at",
                "-id",
                condition=ENDED,
            ),
        ),
        migrations.AddIndex("game", index("game_by_best_score", "-best_score", condition=ENDED)),
        migrations.AddIndex(
            "player", index("player_by_user_and_end", "user", "-ended_at", "-game", condition=USER)
        ),
        migrations.AddIndex(
            "player",
            models.Index(
                Lower("name"),
                models.F("ended_at").desc(),
                models.F("game").desc(),
                condition=NO_USER,
                name="player_by_imported_name",
            ),
        ),
    ]
