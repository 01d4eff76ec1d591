"""What every page needs to know about its reader's wishes."""

from django.http import HttpRequest

THEMES = ("auto", "light", "dark")
THEME_COOKIE = "theme"


def appearance(request: HttpRequest) -> dict[str, str]:
    """The theme, known before the first byte is painted, and the one that comes next."""
    theme = request.COOKIES.get(THEME_COOKIE, "auto")
    theme = theme if theme in THEMES else "auto"
    following = THEMES[(THEMES.index(theme) + 1) % len(THEMES)]
    return {"theme": theme, "next_theme": following}
