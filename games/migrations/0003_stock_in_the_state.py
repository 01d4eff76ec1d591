"""Bags, racks and the seed move into one part of the stored state, the stock."""

import json
from itertools import islice

from django.db import migrations

BATCH = 500  # games in memory at a time


def written(data):
    """The one way in which states are stored, so that equal states are equal bytes."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def with_stock(state):
    """One bag and one pile a seat, each in a list: a game may have several."""
    seed, bag, drawn, racks = (state.pop(name) for name in ("seed", "bag", "drawn", "racks"))
    stock = {"seed": seed, "bags": [[bag, drawn]], "racks": [[pile] for pile in racks]}
    return {"stock": stock, **state}


def without_stock(state):
    stock = state.pop("stock")
    [[bag, drawn]] = stock["bags"]
    racks = [pile for [pile] in stock["racks"]]
    return {"seed": stock["seed"], "bag": bag, "drawn": drawn, "racks": racks, **state}


def rewrite(apps, change):
    """Every stored state of Numerica, the only game until now, changed in this way."""
    games = apps.get_model("games", "Game").objects
    stored = games.filter(key="numerica").only("state").order_by("pk").iterator(chunk_size=BATCH)
    while batch := list(islice(stored, BATCH)):
        for game in batch:
            game.state = written(change(json.loads(game.state)))
        games.bulk_update(batch, ["state"])


def forwards(apps, schema_editor):
    rewrite(apps, with_stock)


def backwards(apps, schema_editor):
    rewrite(apps, without_stock)


class Migration(migrations.Migration):

    dependencies = [("games", "0002_imports_and_preferences")]

    operations = [migrations.RunPython(forwards, backwards)]
