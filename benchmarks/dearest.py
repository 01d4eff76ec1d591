"""The dearest requests of each role: processor, memory and queries of every address of the site.

`python -m benchmarks --dearest` asks for all of them in one process, each as if nobody had asked
before, with twenty recorded games of the same people beside the demo. What the process that thinks
does is not counted: it does one thing at a time, by limits of its own.
"""

import re
import time
import tracemalloc
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import product

from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models import User
from accounts.services import create_guest
from benchmarks.report import shown
from games.engine import best_moves
from games.models import Game, GameSettings, Invitation
from games.practice.exercises import exercises
from games.rules import GAMES
from games.rules.record import parse
from games.services.start import start_game
from numerica_site.limits import LIMITS
from tests.every_page import SET_UP, every_page, sign_in
from tests.games.helpers import make_at_once
from tests.played_games import RECORDS
from tests.remembered import clear_process

ROLES = ("stranger", "guest", "player", "opponent", "spectator", "user", "staff", "moderator")
EACH = 5  # recorded games of each kind, beside the demo
DEAREST = 5  # of each role
AGAIN = 3  # times those are measured, and the least counts
LITTLE = 20.0  # ms of processor, below which what strangers ask is not asked by others
DENIED = (302, 401, 403)  # what strangers are answered where others may do more
MUCH = 200.0  # ms of processor that nobody may ask for again and again
MORE = 5  # times beyond what the share of a stranger pays for

LIBRARIES = ("staff/", "^static", "static/", "^media", "benchmarks/")


@dataclass(frozen=True, order=True)
class Cost:
    """What one request took: milliseconds of processor, queries, and bytes at the most."""

    processor: float
    queries: int
    memory: int
    status: int
    what: str

    def row(self, role: str) -> str:
        memory = f"{shown(self.memory / 1e6)} MB"
        cells = (role, self.what, f"{shown(self.processor)} ms", str(self.queries), memory)
        return f"| {' | '.join((*cells, str(self.status)))} |"


@dataclass(frozen=True)
class Request:
    """A request as anybody may send it; `route` names it in the report."""

    how: str
    route: str
    address: str
    said: dict[str, str]

    @property
    def what(self) -> str:
        return f"`{self.how.upper()} /{self.route}`"


def routes() -> Iterator[str]:
    """Every address of the site but those of the staff's library and of files."""

    def walk(resolver: URLResolver, before: str) -> Iterator[str]:
        for one in resolver.url_patterns:
            route = before + str(one.pattern)
            if isinstance(one, URLPattern):
                yield route
            else:
                yield from walk(one, route)

    return (route for route in walk(get_resolver(), "") if not route.startswith(LIBRARIES))


class Site:
    """A site of ordinary size, a browser of each role, and all that can be asked of it."""

    def __init__(self) -> None:
        call_command("prepare_database", verbosity=0)
        self.pages = every_page()
        _play_games()
        self.running = Game.objects.get(ended_at=None, key="numerica")
        ended = Game.objects.exclude(ended_at=None)
        self.finished = [ended.filter(key=key).latest("ended_at") for key in GAMES]
        self.clients = self._clients()

    def _clients(self) -> dict[str, Client]:
        seats = {player.seat: player.user for player in self.running.players.all()}
        turn = self.running.turn or 0
        people = {
            "guest": create_guest(),
            "player": seats[turn],
            "opponent": seats[1 - turn],
            "spectator": User.objects.create_user("Wim"),
            "user": User.objects.get(username="Xia"),
            "staff": User.objects.create_superuser("Noa", "noa@example.org"),
            "moderator": User.objects.get(username="Mia"),
        }
        people["moderator"].second_factor = True
        clients = {role: Client(HTTP_HOST="localhost") for role in ROLES}
        for role, user in people.items():
            sign_in(clients[role], user)
        return clients

    def requests(self) -> list[Request]:
        """Each address read and posted to, with all that its page could say."""
        found = {}
        for route in routes():
            for address, key in self._addresses(route):
                for how in ("get", "post"):
                    said = self._said(key) if how == "post" else {}
                    found[how, address] = Request(how, route, address, said)
        for address, _ in self.pages:
            route = re.sub(r"[A-Za-z0-9]{14}", "<game_id>", address.lstrip("/"))
            found.setdefault(("get", address), Request("get", route, address, {}))
        return list(found.values())

    def _addresses(self, route: str) -> Iterator[tuple[str, str]]:
        invitation = Invitation.objects.filter(status="open").latest("created_at")
        exercise = {key: next(iter(exercises(key))) for key in GAMES}
        games = [self.running, *self.finished] if "game_id" in route else [self.running]
        keys = list(GAMES) if "<slug:key>" in route or "<str:key>" in route else ["numerica"]
        for game, key in product(games, keys):
            told = {
                "<slug:game_id>": game.id,
                "<int:ply>": str(max(1, game.ply // 2)),
                "<slug:invitation_id>": invitation.id,
                "<slug:key>": key,
                "<str:key>": key,
                "<slug:asked>": "bingo",
                "<slug:name>": exercise[key] if "practice" in route else "Xia",
                "<int:pk>": str(self.running.players.all()[0].user_id),
            }
            address = route
            for part, value in told.items():
                address = address.replace(part, value)
            yield "/" + re.sub(r"<\w+:\w+>", "1", address).strip("^$"), key

    def _said(self, key: str) -> dict[str, str]:
        state = self.running.position
        turn = state.turn or 0
        best = best_moves(state.seen_by(turn), turn, 1).plays
        text = best[0][0] if key == "numerica" and best else "pass"
        more = {name: str(value) for name, value in SET_UP[key].items()}
        return {"text": text, "ply": str(self.running.ply + 1), "key": key, "kind": "easy", **more}


def _play_games() -> None:
    """Recorded games of two people, from their first move to their last."""
    people = [User.objects.create_user(name) for name in ("Xia", "Yul")]
    now = datetime.now(UTC) - timedelta(days=1)
    for path in RECORDS.values():
        record = parse(path.read_text())
        options, seed = record.headers.get("Options", ""), bytes.fromhex(record.headers["Seed"])
        for _ in range(EACH):
            chosen = GameSettings(record.headers["Game"], options=options, rated=True)
            game = start_game(chosen, users=people, seed=seed, now=now)
            make_at_once(game, record.moves, now)


def measured(client: Client, request: Request, *, with_memory: bool = False) -> Cost:
    """Ask as if nobody had asked before; what was written is taken back."""
    clear_process()
    connection.queries_log.clear()  # which keeps no more than the last thousands
    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        if with_memory:
            tracemalloc.start()
        begun = time.process_time()
        answer = getattr(client, request.how)(request.address, request.said)
        if answer.streaming:
            b"".join(answer.streaming_content)
        spent = 1000 * (time.process_time() - begun)
        peak = tracemalloc.get_traced_memory()[1] if with_memory else 0
        tracemalloc.stop()
        transaction.set_rollback(True)
    return Cost(spent, len(queries), peak, answer.status_code, request.what)


def dearest_of(
    client: Client, requests: list[Request]
) -> tuple[list[tuple[Cost, Request]], list[Request]]:
    """The dearest, the first of them the dearest of all; and of each address the dearest form."""
    once = sorted(((measured(client, each), each) for each in requests), key=_by_cost, reverse=True)
    forms: dict[str, tuple[Cost, Request]] = {}
    for cost, each in once:
        forms.setdefault(each.what, (cost, each))
    chosen = []
    for _, each in list(forms.values())[: DEAREST + 2]:
        least = min(measured(client, each) for _ in range(AGAIN))
        memory = measured(client, each, with_memory=True).memory
        cost = Cost(least.processor, least.queries, memory, least.status, each.what)
        chosen.append((cost, each))
    open_to_others = [
        each
        for cost, each in forms.values()
        if cost.status in DENIED or (cost.status < 400 and cost.processor > LITTLE)
    ]
    return sorted(chosen, key=_by_cost, reverse=True)[:DEAREST], open_to_others


def _by_cost(found: tuple[Cost, Request]) -> float:
    return found[0].processor


def is_limited(request: Request, cost: Cost) -> bool:
    """Whether a stranger who asks for nothing else is refused in the end."""
    stranger = Client(HTTP_HOST="localhost")
    share = 20.0  # seconds of processor: numerica_site.processor_shares.BURST
    times = int(1000 * share / cost.processor) + MORE
    with override_settings(LIMITS_ARE_ON=True, ACCOUNT_RATE_LIMITS=LIMITS):
        for _ in range(times):
            with transaction.atomic():
                answer = getattr(stranger, request.how)(request.address, request.said)
                transaction.set_rollback(True)
            if answer.status_code == 429:
                return True
    return False


def report() -> tuple[str, bool]:
    """The dearest of each role as a table, and whether a stranger can repeat nothing dear."""
    site = Site()
    requests = site.requests()
    rows = [
        "| Who | What | Processor | Queries | Memory, at most | Status |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    dear: dict[str, tuple[Cost, Request]] = {}
    requests_left = requests
    for role, client in site.clients.items():
        found, left = dearest_of(client, requests_left)
        rows += [cost.row(role) for cost, _ in found]
        print("\n".join(rows[-DEAREST:]), flush=True)  # it takes minutes: what is known is told
        if role == "stranger":
            requests_left = left
            dear = {cost.what: (cost, each) for cost, each in found if cost.processor > MUCH}
    free = [what for what, (cost, each) in dear.items() if not is_limited(each, cost)]
    said = (
        f"{len(requests)} requests of strangers, and of {len(ROLES) - 1} other roles those that"
        f" strangers may not or that took more than {LITTLE:.0f} ms; {EACH} recorded games of each"
        " kind beside the demo."
        f"\n\nOver {MUCH:.0f} ms for a stranger: {', '.join(dear) or 'none'};"
        f" of these without a limit: {', '.join(free) or 'none'}."
    )
    return f"{said}\n\n" + "\n".join(rows), not free
