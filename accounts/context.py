"""What every page needs to know about its reader's wishes."""

from django.http import HttpRequest

THEMES = ("auto", "light", "dark")
THEME_COOKIE = "theme"


def appearance(request: HttpRequest) -> dict[str, str]:
    """The theme, known before the first byte is painted."""
    theme = request.COOKIES.get(THEME_COOKIE, "auto")
    return {"theme": theme if theme in THEMES else "auto"}
