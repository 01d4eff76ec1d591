"""What anybody needs to make all draws of a game again."""

from typing import cast

from games.models import Game
from games.rules.laying import LaidState
from games.selectors.reading import Shown


def fair(game: Game) -> Shown:
    """What the page tells of the draws: the commitment and, when the game is over, the seed.

    With the seed goes all that a browser needs to make the draws again: the tiles in the order
    of the bag, how many a rack holds, and what lay on the racks and in the bag at the end.
    """
    if game.ended_at is None:
        return {"commitment": game.commitment, "seed": None}
    rules = cast(type[LaidState], game.rules)
    end = game.position.view(None)
    return {
        "commitment": game.commitment,
        "seed": game.seed,
        "tiles": " ".join(f"{symbol}:{count}" for symbol, count in rules.tiles.counts.items()),
        "rack_size": rules.rack_size,
        "seats": len(end["racks"]),
        "racks": "|".join(" ".join(rack) for rack in end["racks"]),
        "bag": end["bag"],
    }
