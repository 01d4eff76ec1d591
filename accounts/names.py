"""What a name may be: ASCII, 3 to 20 characters, unique whatever the case, none of the reserved."""

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

LONGEST_NAME = 20
GUEST_PREFIX = "guest-"
DELETED_PREFIX = "deleted-"
COMPUTERS = ("Pebble", "Tally", "Abacus", "Slate", "Sliderule", "Engine")
"""What the computers are called, the weakest first; each plays at the level of its name."""

RESERVED = frozenset(
    "accounts about admin administrator anonymous api archive computer digifeud equate everyone"
    " games guest guests help home host info invitations leaderboard login logout mail me mod"
    " moderator new nobody none null numeria numerica official opponent operator player robot root"
    " rules security settings signup spectator staff static stranger support system team undefined"
    " user webmaster you".split()
) | {name.lower() for name in COMPUTERS}


def not_reserved(name: str) -> None:
    """Names taken for the site itself, a guest, a computer or who left are not given away."""
    is_ours = name.lower().startswith((GUEST_PREFIX, DELETED_PREFIX))
    if is_ours or name.lower() in RESERVED:
        raise ValidationError(_("This name is reserved. Choose another."), code="reserved")


USERNAME_VALIDATORS = [
    RegexValidator(
        r"\A[A-Za-z0-9_-]{3,20}\Z",
        _("A name has 3 to 20 letters (a to z), digits, _ or -."),
        code="characters",
    ),
    not_reserved,
]
