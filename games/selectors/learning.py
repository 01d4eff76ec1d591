"""What people have learned, and whether they have played at all."""

from games.models import LearnedStep, Player


def steps_of(user_id: int) -> dict[str, set[str]]:
    """The names of the steps that somebody has done, by the game."""
    found: dict[str, set[str]] = {}
    for key, step in LearnedStep.objects.filter(user=user_id).values_list("key", "step"):
        found.setdefault(key, set()).add(step)
    return found


def has_played(user_id: int) -> bool:
    """Whether somebody has sat at a table."""
    return Player.objects.filter(user=user_id).exists()
