"""What the chart of a review says: who was ahead by how much, after which move."""

from django.utils.translation import gettext as _


def chart_title(first: str, *, is_for_two: bool, counts_points: bool) -> str:
    """What the chart shows; of a game that counts no points, the number of tropes."""
    if not counts_points:
        return _("By how many tropes %(name)s was ahead") % {"name": first}
    if is_for_two:
        return _("By how many points %(name)s was ahead") % {"name": first}
    return _("By how many points each was ahead of all others")


def place_title(ply: int, leader: str, lead: int, *, is_end: bool) -> str:
    """The move of a place in the chart and who was ahead after it; nobody (`""`) where level."""
    ahead = (
        _("%(name)s ahead by %(lead)s") % {"name": leader, "lead": lead} if leader else _("level")
    )
    return f"{_place(ply, is_end=is_end)}: {ahead}"


def _place(ply: int, *, is_end: bool) -> str:
    if is_end:
        return _("The end")
    return _("Move %(ply)s") % {"ply": ply} if ply else _("Start")
