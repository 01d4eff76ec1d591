"""The end of a game, copied to where it is searched for: its time to its players, the best score."""

from django.db import migrations, models


def copy_ends(apps, schema_editor):
    """Two statements for all games that have ended: the database does it by itself."""
    Game, Player = apps.get_model("games", "Game"), apps.get_model("games", "Player")
    seats = Player.objects.filter(game=models.OuterRef("pk")).order_by("-score")
    ended = Game.objects.filter(ended_at__isnull=False)
    ended.update(best_score=models.Subquery(seats.values("score")[:1]))
    game = Game.objects.filter(pk=models.OuterRef("game"))
    Player.objects.update(ended_at=models.Subquery(game.values("ended_at")))


class Migration(migrations.Migration):
    dependencies = [("games", "0017_plain_names")]

    operations = [
        migrations.AddField("game", "best_score", models.IntegerField(null=True)),
        migrations.AddField("player", "ended_at", models.DateTimeField(null=True)),
        migrations.RunPython(copy_ends, migrations.RunPython.noop, elidable=True),
    ]
