"""Games against the computer begin here."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts.guests import sign_in_guest
from accounts.limits import limited
from accounts.readers import current_user
from games.computers import roster
from games.forms.base import game_key, initial_values
from games.forms.computer import ComputerForm
from games.rules.messages import Json
from games.services.computer_games import start_against_computers
from games.store import site_time
from games.views import lessons
from games.views.lookups import tells_denied

LAST_COMPUTER_GAME = "last_computer_game"  # in the session: what the form was filled in with


@require_http_methods(["GET", "HEAD", "POST"])
def computer(request: HttpRequest) -> HttpResponse:
    """Choose a game and the computers to play against, and play; a newcomer plays as a guest."""
    reader = current_user(request)
    if request.method != "POST":
        game, values = _first_values(request)
        form = ComputerForm(person=reader, game=game, initial=values)
        return _form_page(request, form)
    form = ComputerForm(request.POST, game=game_key(request.POST.get("key")), person=reader)
    if not form.is_valid():
        return _form_page(request, form, status=422)
    return _start_against_computers(request, form)


def _form_page(request: HttpRequest, form: ComputerForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "offers_lesson": lessons.is_offered(request, form.game)}
    return render(request, "games/invitation/computer.html", context, status=status)


def _first_values(request: HttpRequest) -> tuple[str, Json]:
    """The game of the form and its values: as the address wishes, else as chosen last."""
    last = request.session.get(LAST_COMPUTER_GAME, {})
    game = game_key(request.GET.get("key"), last.get("key"))
    values = {"computers": [roster.GENTLEST], **initial_values(last, game)}
    if request.GET.get("computer") in roster.OPPONENTS:
        values.update(computers=[request.GET["computer"]], more=[])
    return game, values


@limited("guest", newcomers_only=True)
@limited("computer")
@tells_denied
def _start_against_computers(request: HttpRequest, form: ComputerForm) -> HttpResponse:
    game = start_against_computers(
        form.settings(),
        user=sign_in_guest(request),
        computers=form.cleaned_data["computers"],
        now=site_time.now(),
    )
    request.session[LAST_COMPUTER_GAME] = form.to_remember()
    return redirect("games:table", game.id)
