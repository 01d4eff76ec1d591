"""What anybody needs to make all draws of a game again."""

from dataclasses import replace

from games.models import Game, canonical_json
from games.presentation.models.table import FairView


def fair(game: Game) -> FairView:
    """What the page tells of the draws: the commitment and, when the game is over, the seed.

    With the seed goes all that a browser needs to make the draws again, as the text of a JSON
    value (see `State.draws`).
    """
    told = FairView(game.commitment, game.deals_first_play)
    if game.ended_at is None:
        return told
    return replace(told, seed=game.seed, draws=canonical_json(game.position.draws()))
