"""Games to watch, one or many at a time, and games that are over."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.responses import error_response
from games.forms.archive import ArchiveForm
from games.rules import GAMES
from games.selectors import lists, programme, screens, walls
from games.selectors.archive import ArchiveSearch, find_games
from games.selectors.archive_walks import Place
from games.selectors.choosing import ALL, CHANNELS
from games.store import site_time


@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """A wall of running games, of one kind or all, and the last ones that ended."""
    key = request.GET.get("game", ALL)
    if key not in CHANNELS:
        return _no_such_game(request)
    context = {
        "key": key,
        "kinds": [(kind, rules.name) for kind, rules in GAMES.items()],
        "followed": lists.followed_games(request.user),
        "boards": screens.wall(key, site_time.now()),
        "ended": lists.finished_games(20, key),
    }
    return render(request, "games/lists/watch.html", context)


@require_safe
def television(request: HttpRequest, key: str = ALL) -> HttpResponse:
    """A running game of a kind, or of any, and the next one when it is over."""
    if key not in CHANNELS:
        return _no_such_game(request)
    now = site_time.now()
    shown = programme.programme(now)
    context = {
        "key": key,
        "channels": walls.channels(shown, key),
        "runs": shown.runs,
        "table": screens.table_on_air(key, now),
    }
    return render(request, "games/lists/tv.html", context)


def _no_such_game(request: HttpRequest) -> HttpResponse:
    return error_response(request, 404, _("There is no such game."))


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """Finished games, searched and paged."""
    form = ArchiveForm(request.GET)
    try:
        after = Place.read(request.GET.get("after", ""))
    except ValueError:
        return error_response(request, 422, _("There is no such page of the archive."))
    if not form.is_valid():
        return render(request, "games/lists/archive.html", {"form": form}, status=422)
    asked = {name: value for name, value in request.GET.items() if name in form.fields and value}
    context = {
        "form": form,
        "found": find_games(ArchiveSearch(**form.cleaned_data), after, request.user),
        "query": urlencode(asked),
    }
    return render(request, "games/lists/archive.html", context)
