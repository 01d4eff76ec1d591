"""What others than readers ask the site for: browsers that install it, searchers, link previews."""

from datetime import timedelta
from functools import cache

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_safe

from accounts.view_lanes import served_in
from games.daily.series import SERIES
from games.practice.exercises import has_exercises
from games.presentation import preview_image, rules_pages
from games.rules import GAMES
from games.store import site_time

PAPER = "#f4f0e5"  # as in the stylesheet; the pages themselves name the dark one too
KEPT = "public, max-age=86400"

PRIVATE = ("accounts", "actions", "people", "invitations")
"""Parts of the site that are of no use to who searches the web; of the staff's none is told."""


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """What a browser needs to know to install the site as an application."""
    told = {
        "id": "/",
        "name": "Numerica",
        "short_name": "Numerica",
        "lang": get_language(),
        "description": _("Board games played with numbers."),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": [
            {"src": static("icon.svg"), "sizes": "any", "type": "image/svg+xml"},
            _icon("icons/icon-192.png", 192),
            _icon("icons/icon-512.png", 512),
            _icon("icons/maskable-512.png", 512) | {"purpose": "maskable"},
        ],
    }
    headers = {"Cache-Control": KEPT}
    return JsonResponse(told, content_type="application/manifest+json", headers=headers)


def _icon(name: str, side: int) -> dict[str, str]:
    return {"src": static(name), "sizes": f"{side}x{side}", "type": "image/png"}


@served_in("slow")
@conditional_page
@require_safe
def picture(request: HttpRequest) -> HttpResponse:
    """All the boards in one picture, which other sites show beside a link."""
    return HttpResponse(
        _boards(get_language()), content_type="image/png", headers={"Cache-Control": KEPT}
    )


@cache
def _boards(_language: str | None) -> bytes:
    """Drawn once for each language: not all write the same signs."""
    return preview_image.of_boards([rules_pages.try_board(key) for key in GAMES])


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Where programs look for an icon that do not read pages."""
    return redirect(static("icons/icon-192.png"))


@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """Whom to tell of a hole in this site (RFC 9116); half a year from the day it is read."""
    about = request.build_absolute_uri(reverse("about"))
    contact = settings.CONTACT_EMAIL
    expires = (site_time.now() + timedelta(days=180)).replace(microsecond=0)
    lines = [
        f"Contact: mailto:{contact}" if contact else f"Contact: {about}#contact",
        f"Expires: {expires.isoformat().replace('+00:00', 'Z')}",
        f"Preferred-Languages: {', '.join(code for code, _name in settings.LANGUAGES)}",
        f"Canonical: {request.build_absolute_uri(request.path)}",
        f"Policy: {about}#source",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What searchers should leave alone, and where the list of pages is."""
    lines = [
        "User-agent: *",
        *[f"Disallow: /{part}/" for part in PRIVATE],
        f"Sitemap: {request.build_absolute_uri(reverse('sitemap'))}",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain")


class Pages(Sitemap):
    """The pages that are worth finding: none that is about one person or one game."""

    def items(self) -> list[str]:
        every = [
            *(
                "home",
                "about",
                "conduct",
                "privacy",
                "transparency",
                "games:all_rules",
                "games:lessons",
                "games:lobby",
                "games:dailies",
                "games:practices",
                "games:analyses",
            ),
            *("games:watch", "games:tv", "games:archive"),
        ]
        each = {
            "games:rules": GAMES,
            "games:daily": [key for key in GAMES if key in SERIES],
            "games:practice": [key for key in GAMES if has_exercises(key)],
            "ratings:leaderboard": GAMES,
        }
        return [reverse(name) for name in every] + [
            reverse(name, args=[key]) for name, keys in each.items() for key in keys
        ]

    def location(self, item: str) -> str:
        return item
