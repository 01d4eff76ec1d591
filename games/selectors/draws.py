"""What anybody needs to make all draws of a game again."""

from games.models import Game, canonical_json
from games.store.queries import Shown


def fair(game: Game) -> Shown:
    """What the page tells of the draws: the commitment and, when the game is over, the seed.

    With the seed goes all that a browser needs to make the draws again, as the text of a JSON
    value (see `State.draws`).
    """
    told = {"commitment": game.commitment, "seed": None, "deals_first_play": game.deals_first_play}
    if game.ended_at is None:
        return told
    draws = canonical_json(game.position.draws())
    return told | {"seed": game.seed, "draws": draws}
