"""The polite phrases of the chat: stored by their keys, read in each reader's language."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PHRASES: dict[str, Promise] = {
    "hello": _("Hello!"),
    "luck": _("Good luck!"),
    "fun": _("Have fun!"),
    "nice": _("Nice move!"),
    "well": _("Well played!"),
    "game": _("Good game!"),
    "thanks": _("Thank you!"),
    "sorry": _("Sorry!"),
    "bye": _("I have to go. Bye!"),
}


def phrase(key: str) -> str:
    """The phrase in the language of the reader; `…` for a key that is not used any more."""
    return str(PHRASES.get(key, "…"))
