"""What anybody needs to make all draws of a game again."""

from dataclasses import replace

from games.models import Game, canonical_json
from games.presentation import script_sentences
from games.presentation.models.table import FairView


def fair(game: Game) -> FairView:
    """What the page tells of the draws: the commitment and, when the game is over, the seed.

    With the seed goes all that a browser needs to make the draws again, as the text of a JSON
    value (see `State.draws`), and what the check says. All that stands in attributes: a live update
    brings it when the game ends, and scripts in an update are dropped, even those that are data.
    """
    told = FairView(game.commitment, game.deals_first_play)
    if game.ended_at is None:
        return told
    return replace(
        told,
        seed=game.seed,
        draws=canonical_json(game.position.draws()),
        sentences=canonical_json(dict(script_sentences.of_fair_draws())),
    )
