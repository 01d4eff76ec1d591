"""What is said of an invitation: to whom it goes, what was settled, what has become of it."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.presentation import time_text

CLOSED = {
    "open": gettext_lazy("This invitation has expired."),
    "declined": gettext_lazy("%(name)s declined."),
    "cancelled": gettext_lazy("This invitation was withdrawn."),
    "accepted": gettext_lazy("This invitation was accepted; the game has started."),
}
"""Why nobody can accept an invitation any more, by its status."""


def title(game: str, inviter: str) -> str:
    """The title of its page for others, also where a link to it is shown."""
    return _("%(name)s’s invitation to %(game)s") % {"name": inviter, "game": game}


def heading(game: str, inviter: str, *, is_own: bool) -> str:
    """The heading of its page, for the inviter or the invited."""
    if is_own:
        return _("Your invitation to %(game)s") % {"game": game}
    return _("%(name)s invites you to %(game)s") % {"name": inviter, "game": game}


def heading_of_search() -> str:
    """The heading of the page of who looks for somebody at one press."""
    return _("Looking for an opponent")


def heading_for_others(game: str, kept_for: str) -> str:
    """The heading of its page for a reader who is not invited."""
    return _("An invitation for %(name)s to %(game)s") % {"name": kept_for, "game": game}


def closed_reason(status: str, kept_for: str) -> str:
    """Why nobody can accept it any more."""
    return CLOSED[status] % {"name": kept_for}


def is_gone(inviter: str) -> str:
    """Why nobody can accept an offer that ended with its page."""
    return _("%(name)s is not there any more.") % {"name": inviter}


def for_somebody_else(kept_for: str, *, is_larger: bool) -> str:
    """Why this reader cannot accept it."""
    if is_larger:
        said = _("No seat is free; what is left is kept for %(name)s.")
    else:
        said = _("This invitation is for %(name)s.")
    return said % {"name": kept_for}


def recipient_text(kept_for: str, *, is_listed: bool) -> str:
    """Whom an invitation of the reader's own goes to."""
    if kept_for:
        return _("to %(name)s") % {"name": kept_for}
    return _("to anyone") if is_listed else _("by link")


def sender_text(inviter: str) -> str:
    """Whom an invitation comes from."""
    return _("from %(name)s") % {"name": inviter}


def terms(time_control: str, *, rated: bool, is_quick: bool = False) -> list[str]:
    """What was settled: whether it counts, and the time."""
    counts = _("rated") if rated else _("casual")
    if is_quick:
        counts = _("rated if both have accounts")
    return [counts, time_text.time_control(time_control)]


def free_seats(free: int, seats: int) -> str:
    """How many seats can still be taken by anybody."""
    said = ngettext("%(free)s of %(all)s seats is free", "%(free)s of %(all)s seats are free", free)
    return said % {"free": free, "all": seats}


def more_invitations(more: int) -> str:
    """How many other invitations the same person has open."""
    return _("%(n)s more when this one is answered") % {"n": more}


def seat(name: str, *, is_taken: bool, is_you: bool) -> str:
    """Who sits on a seat, or for whom it is kept."""
    if is_taken:
        return " ".join([name, _("(you)")]) if is_you else name
    if is_you:
        return _("kept for you")
    return _("kept for %(name)s") % {"name": name} if name else _("free")


def how_to_send(*, is_listed: bool, is_larger: bool) -> str:
    """What the inviter does with the link."""
    if is_listed:
        return _("It is listed on the first page; you can also send this link")
    if is_larger:
        return _("Send this link to your friends")
    return _("Send this link to your friend")


def how_to_send_seek() -> str:
    """The same, where the offer ends with its page."""
    return _("It is listed in the lobby while this page is open; you can also send this link")


def when_somebody_is_met() -> str:
    """What the page of a search at one press waits for."""
    return _(
        "Somebody near your strength comes first; every five seconds the search reaches further."
        " As soon as you meet, this page takes you to the game."
    )


def when_it_starts(kept_for: str, *, is_larger: bool) -> str:
    """What the page waits for."""
    if is_larger:
        return _("This page takes you to the game as soon as the last seat is taken.")
    if kept_for:
        said = _("This page takes you to the game as soon as %(name)s accepts.")
        return said % {"name": kept_for}
    return _("This page takes you to the game as soon as somebody accepts.")


def accept_button(*, is_larger: bool) -> str:
    """What stands on the button of somebody who is signed in."""
    return _("Take a seat") if is_larger else _("Accept and play")


def guest_button(*, is_larger: bool) -> str:
    """What stands on the button of a newcomer."""
    return _("Take a seat as a guest") if is_larger else _("Accept and play as a guest")
