"""What the views of all games tell alike."""

from games.rules.interface import State
from games.rules.messages import Json
from games.rules.moves import Seat, outcome_to_json
from games.rules.tiles import pile_to_json


def common_view(state: State, seat: Seat | None) -> Json:
    """Return what `State.view` lists in every game; `state` is the position as `seat` knows it."""
    names = state.layout.names
    return {
        "game": state.key,
        "board": {names[square]: face for square, face in state.board.items()},
        "racks": [pile_to_json(rack) for rack in state.racks],
        "bags": state.stock.bag_sizes(),
        "unseen": state.unseen(seat),
        "turn": state.turn,
        "scores": list(state.scores),
        "outcome": outcome_to_json(state.outcome),
    }
