"""What a name may be: ASCII, 3 to 20 characters, unique whatever the case, none of the reserved."""

from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db.models import F, Value
from django.db.models.functions import Lower, Replace
from django.utils.translation import gettext_lazy as _

LONGEST_NAME = 20
GUEST_PREFIX = "guest-"
DELETED_PREFIX = "deleted-"
WAS_PREFIX = "was-"
"""Before the name of a person whose name has become a computer's."""

LONGEST_USERNAME = len(GUEST_PREFIX) + LONGEST_NAME
"""A guest has a name of any length behind the prefix."""

COMPUTERS = (
    *("Acorn", "Button", "Pebble", "Tally", "Abacus", "Slate", "Sliderule"),
    *("Engine", "Mainframe"),
)
"""What the computers are called, the weakest first; each plays at the level of its name."""

RESERVED = frozenset(
    "accounts about admin administrator anonymous api archive computer digifeud equate everyone"
    " games guest guests help home host info invitations leaderboard lobby login logout mail me mod"
    " moderator new nobody none null numeria numerica official opponent operator player robot root"
    " rules security settings signup spectator staff static stranger support system team undefined"
    " user webmaster you".split()
) | {name.lower() for name in COMPUTERS}


def not_reserved(name: str) -> None:
    """Names taken for the site itself, a guest, a computer or who left are not given away."""
    is_ours = name.lower().startswith((GUEST_PREFIX, DELETED_PREFIX, WAS_PREFIX))
    if is_ours or name.lower() in RESERVED:
        raise ValidationError(_("This name is reserved. Choose another."), code="reserved")


LOOK_ALIKES = (("-", ""), ("_", ""), ("0", "o"), ("1", "l"), ("i", "l"), ("rn", "m"), ("vv", "w"))
"""What is hard to tell apart in a name of small letters, in the order in which it is replaced.

Pairs come last: what stood between two letters is gone by then, and no pair comes about after it.
"""


def look_of(name: str) -> str:
    """What two names have in common that look alike.

    >>> look_of("Ada-1") == look_of("adaI"), look_of("Ber-n") == look_of("Bern") == look_of("bem")
    (True, True)
    """
    look = name.lower()
    for one, other in LOOK_ALIKES:
        look = look.replace(one, other)
    return look


def look_expression(column: str) -> Lower | Replace:
    """The same, as the database finds it."""
    look: Lower | Replace = Lower(F(column))
    for one, other in LOOK_ALIKES:
        look = Replace(look, Value(one), Value(other))
    return look


def not_like_ours(name: str) -> None:
    """Names that look as if they were reserved are nobody's: `M0derator` writes for no staff."""
    if look_of(name) in map(look_of, RESERVED):
        raise ValidationError(_("This name is reserved. Choose another."), code="reserved")


TAKEN = _("Somebody has this name or one that looks like it. Choose another.")

USERNAME_VALIDATORS: list[Callable[[str], None]] = [
    RegexValidator(
        r"\A[A-Za-z0-9_-]{3,20}\Z",
        _("A name has 3 to 20 letters (a to z), digits, _ or -."),
        code="characters",
    ),
    not_reserved,
    not_like_ours,
]
