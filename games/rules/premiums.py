"""Premium squares that several games have: their factors, and what people are told of them."""

from games.rules.grid import Premium
from games.rules.messages import gettext_noop

DOUBLE_EQUALITY = Premium(
    "2E",
    line_factor=2,
    name=gettext_noop("double equality"),
    meaning=gettext_noop("every equality laid across it counts double"),
    look="ochre",
)
TRIPLE_EQUALITY = Premium(
    "3E",
    line_factor=3,
    name=gettext_noop("triple equality"),
    meaning=gettext_noop("every equality laid across it counts triple"),
    look="red",
)


def double_tile(label: str, name: str) -> Premium:
    """Return a premium that doubles the points of a tile laid on it."""
    meaning = gettext_noop("a tile laid here counts double")
    return Premium(label, tile_factor=2, name=name, meaning=meaning, look="blue")


def triple_tile(label: str, name: str) -> Premium:
    """Return a premium that triples the points of a tile laid on it."""
    meaning = gettext_noop("a tile laid here counts triple")
    return Premium(label, tile_factor=3, name=name, meaning=meaning, look="violet")
