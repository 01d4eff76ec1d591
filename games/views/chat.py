"""The chat at a table: reading it, saying something, hiding it."""

from dataclasses import asdict

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.context import reads_chat
from accounts.limits import limited
from accounts.readers import current_user
from accounts.responses import error_response, wants_json
from games.live.chat import news_fragment
from games.presentation import sentences
from games.presentation.chat_phrases import phrase
from games.presentation.models.chat import ChatLineView, ChatNews
from games.selectors import chat as selector
from games.services import chat as service
from games.services.errors import NotAllowed
from games.store import site_time
from games.store.chat import ROOMS
from games.views.lookups import (
    game_or_404,
    hides_chat,
    parse_whole_number,
    remember_hidden_chat,
)


@require_safe
@game_or_404
def chat(request: HttpRequest, game_id: str) -> HttpResponse:
    """All rooms that the reader sees; with `room` what was said there, after the line `after`."""
    if "room" not in request.GET:
        return _rooms(request, game_id)
    room, after = request.GET["room"], parse_whole_number(request.GET.get("after", ""))
    news = selector.news(game_id, room, request.user, after, site_time.now())
    if news is None:
        status = 403 if room in ROOMS else 404
        return error_response(request, status, _("There is no such room for you at this table."))
    if wants_json(request):
        lines = [_as_json(line) for line in news.lines]
        return JsonResponse({"ok": True, "last": news.last, "lines": lines})
    return HttpResponse(news_fragment([news]))


def _as_json(line: ChatLineView) -> dict[str, object]:
    told = asdict(line) | {"text": phrase(line.phrase) if line.phrase else line.text}
    return {name: told[name] for name in ("number", "name", "phrase", "text", "said_at")}


def _rooms(request: HttpRequest, game_id: str, status: int = 200, **refused: str) -> HttpResponse:
    """The rooms: on a page of their own, for a page of the table that zone."""
    context: dict[str, object] = {"id": game_id, **refused}
    context["is_off"] = not reads_chat(request)
    context["is_hidden"] = hides_chat(request, game_id)
    if not (context["is_off"] or context["is_hidden"]):
        context["chat"] = selector.chat_view(game_id, request.user, site_time.now())
    is_zone = request.headers.get("HX-Request")
    template = "games/chat/_rooms.html" if is_zone else "games/chat/page.html"
    return render(request, template, context, status=status)


@require_POST
@limited("chat")
@game_or_404
def say(request: HttpRequest, game_id: str) -> HttpResponse:
    """Say a `phrase` or the `text` in a `room`; a page of the table gets what is new `after`."""
    posted = {name: request.POST.get(name, "") for name in ("room", "phrase", "text")}
    try:
        line = service.say(
            game_id=game_id, user=current_user(request), now=site_time.now(), **posted
        )
    except NotAllowed as denied:
        return _denied(request, game_id, denied, posted)
    if wants_json(request):
        return JsonResponse({"ok": True, "number": line.number})
    if request.headers.get("HX-Request"):
        return HttpResponse(news_fragment(_news_after(request, game_id, line.room)))
    return redirect("games:chat", game_id)


def _news_after(request: HttpRequest, game_id: str, room: str) -> list[ChatNews]:
    after = parse_whole_number(request.POST.get("after", ""))
    news = selector.news(game_id, room, request.user, after, site_time.now())
    return [news] if news is not None else []


def _denied(
    request: HttpRequest, game_id: str, denied: NotAllowed, posted: dict[str, str]
) -> HttpResponse:
    """Why nothing was said; what was typed stays."""
    sentence = sentences.sentence(denied.message)
    if wants_json(request) or request.headers.get("HX-Request"):
        response = error_response(request, denied.status, sentence)
    else:
        refused = {"refusal": sentence, "typed": posted["text"], "typed_in": posted["room"]}
        response = _rooms(request, game_id, denied.status, **refused)
    if isinstance(denied, service.TooOften):
        response["Retry-After"] = str(denied.seconds)
    return response


@require_POST
@game_or_404
def hide(request: HttpRequest, game_id: str) -> HttpResponse:
    """Hide the chat of this one table in this browser, or show it again (`hide` is `off`)."""
    is_hidden = request.POST.get("hide") != "off"
    response = redirect("games:chat", game_id)
    remember_hidden_chat(request, response, game_id, is_hidden=is_hidden)
    return response
