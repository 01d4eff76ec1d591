"""Games to watch and games that are over."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.responses import error_response
from games.forms.archive import ArchiveForm
from games.selectors import lists
from games.selectors.archive import ArchiveSearch, find_games
from games.selectors.archive_walks import Place


@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """Running games to watch, and the last ones that ended."""
    context = {"running": lists.running_games(40), "ended": lists.finished_games(20)}
    return render(request, "games/lists/watch.html", context)


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
