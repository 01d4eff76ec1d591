"""Figures for those who run the site: off by themselves, on a port of their own, and numbers only."""

import asyncio
import logging
import re
import sys
from urllib.request import urlopen

import psycopg
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import IntegrityError, connection
from django.test import Client
from django.utils import timezone

from games.counters import DRAWINGS, MOVES, SOCKETS
from games.engine.position_links import read_link
from games.live.fragments import live_fragment
from games.models import DeepReview, Review
from games.services.analyses import ask
from numerica_site import metrics, request_ids
from tests.games.helpers import ROOT, SEED
from tests.servers import Server, telling_figures
from tests.system.visitors import Visitor, raw_socket

FIGURES = [
    figure.describe()[0].name
    for figure in (
        *(MOVES, DRAWINGS, SOCKETS),
        *(metrics.SLOW_QUERIES, metrics.TASKS, request_ids.REQUESTS),
    )
]
ID = re.compile(r"[0-9a-f]{16}")


def counted(counter, *labels: str) -> float:
    """What this counter, or that of these labels, has counted in this process."""
    [metric] = (counter.labels(*labels) if labels else counter).collect()
    return next(sample.value for sample in metric.samples if sample.name.endswith("_total"))


def told(gauge) -> float:
    """What Prometheus would be told of it."""
    [metric] = gauge.collect()
    [sample] = metric.samples
    return sample.value


# --- names of requests ---


def test_an_answer_says_the_name_that_a_proxy_gave_the_request(client):
    answer = client.get("/healthz", headers={"X-Request-ID": "4bf92f3577b34da6-1"})
    assert answer["X-Request-ID"] == "4bf92f3577b34da6-1"


@pytest.mark.parametrize(
    "given", ["", "short", "a" * 65, "two words here", "line\nfeed-01", "٣٣٣٣٣٣٣٣", "<b>12345678"]
)
def test_a_malformed_name_of_a_request_is_replaced_and_never_logged(client, given):
    assert ID.fullmatch(request_ids.read_id(given))
    if "\n" not in given and given.isascii():
        assert ID.fullmatch(client.get("/healthz", headers={"X-Request-ID": given})["X-Request-ID"])


def test_each_request_has_a_name_of_its_own(client):
    assert client.get("/healthz")["X-Request-ID"] != client.get("/healthz")["X-Request-ID"]


def test_a_fault_is_logged_with_the_name_of_its_request(db, monkeypatch):
    """Also the line that Django writes after all middleware."""
    shown = []

    class Shown(logging.Handler):
        def emit(self, record):
            shown.append(self.format(record))

    handler = Shown()
    handler.setFormatter(request_ids.Line())
    monkeypatch.setattr("numerica_site.views.lists.games_to_watch", None)
    logging.getLogger("django.request").addHandler(handler)
    try:
        client = Client(raise_request_exception=False)
        assert client.get("/", headers={"X-Request-ID": "fault-of-home"}).status_code == 500
    finally:
        logging.getLogger("django.request").removeHandler(handler)
    assert "ERROR django.request fault-of-home: Internal Server Error: /" in shown[0]


def test_what_postgresql_quotes_of_a_row_is_not_logged():
    said = 'duplicate key breaks "one"\nDETAIL:  Key (email)=(ada@example.org\nx) already exists.'
    try:
        try:
            raise psycopg.errors.UniqueViolation(said)
        except psycopg.Error as fault:
            raise IntegrityError(*fault.args) from fault
    except IntegrityError:
        record = logging.LogRecord("a", logging.ERROR, "", 1, "it failed", (), sys.exc_info())
    line = request_ids.Line().format(record)
    assert line.count('duplicate key breaks "one"') == 2 and "Traceback" in line
    assert "DETAIL" not in line and "example.org" not in line and "x) already" not in line


# --- what is counted ---


@pytest.mark.django_db(transaction=True)
def test_moves_are_counted_when_they_are_stored(start):
    before = counted(MOVES, "numerica")
    start(moves=3)
    assert counted(MOVES, "numerica") == before + 3


def test_a_drawing_that_is_kept_is_counted_once(game):
    before = counted(DRAWINGS, "whole")
    for _ in range(3):
        live_fragment(game.id, game.ply, None, "whole")
    assert counted(DRAWINGS, "whole") == before + 1


def test_slow_queries_are_counted_and_told_without_their_values(db, monkeypatch, logged):
    monkeypatch.setattr(metrics, "SLOW", -1.0)
    before = counted(metrics.SLOW_QUERIES)
    with connection.execute_wrapper(metrics.time_query), connection.cursor() as cursor:
        cursor.execute("SELECT %s", ["a secret"])
    assert counted(metrics.SLOW_QUERIES) == before + 1
    [line] = [record.getMessage() for record in logged if "a query took" in record.getMessage()]
    assert "SELECT %s" in line and "secret" not in line


def test_all_that_a_computer_is_to_think_about_waits(game, people):
    nothing = dict.fromkeys(["moves", "analyses", "reviews", "deep_reviews"], 0)
    assert metrics.waiting() == nothing
    type(game).objects.update(deadline_at=None)
    assert metrics.waiting() == nothing | {"moves": 1}
    now = timezone.now()
    ask(read_link("numerica", {"rack": "1"}).state, user_id=people.ada.pk, now=now)
    assert metrics.waiting() == nothing | {"moves": 1, "analyses": 1}
    review = Review.objects.create(
        game=game, edition=1, is_among_people=True, moves=1, asked_at=now
    )
    assert metrics.waiting() == nothing | {"moves": 1, "analyses": 1, "reviews": 1}
    Review.objects.update(done_at=now)
    DeepReview.objects.create(review=review, edition=1, moves=1, asked_at=now)
    assert metrics.waiting() == nothing | {"moves": 1, "analyses": 1, "deep_reviews": 1}


async def test_tasks_of_the_loop_are_counted_when_it_is_asked():
    loop = asyncio.get_running_loop()
    metrics.count_tasks(loop)
    before = told(metrics.TASKS)
    waiting = [loop.create_task(asyncio.sleep(60)) for _ in range(3)]
    assert await loop.run_in_executor(None, told, metrics.TASKS) == before + 3
    for task in waiting:
        task.cancel()
    await asyncio.wait(waiting)
    assert told(metrics.TASKS) == before


# --- where it is told ---


@pytest.mark.parametrize("file", ["deploy/grafana-dashboard.json", "docs/observability.md"])
def test_dashboard_and_document_name_the_figures_that_there_are(file):
    named = set(re.findall(r"\bnumerica_[a-z_]+", (ROOT / file).read_text())) - {"numerica_site"}
    shown = {re.sub("_(total|bucket|count|sum)$", "", name) for name in named}
    assert shown == {*FIGURES, "numerica_waiting"}


def test_nobody_listens_where_nothing_is_asked_for():
    assert metrics.serve("") is None


@pytest.mark.parametrize("given", ["9100", ":9100", "localhost", "127.0.0.1:x", "127.0.0.1:65536"])
def test_what_is_no_host_and_port_for_prometheus_is_named(given):
    with pytest.raises(ImproperlyConfigured, match="NUMERICA_METRICS takes a host and a port"):
        metrics.serve(given)


@pytest.mark.parametrize("given", ["192.0.2.1:65535", "..:9100"])
def test_where_prometheus_cannot_be_answered_is_told(given):
    with pytest.raises(ImproperlyConfigured, match="NUMERICA_METRICS: nobody can be answered at"):
        metrics.serve(given)


@pytest.mark.parametrize("path", ["/metrics", "/metrics/"])
def test_the_site_itself_tells_no_figures(client, path, db):
    assert client.get(path).status_code == 404


@pytest.mark.slow
@pytest.mark.system
def test_prometheus_is_told_numbers_and_no_secret(tmp_path):
    with Server(tmp_path, **telling_figures()) as server:
        ada, ben = Visitor(server), Visitor(server)
        for player in (ada, ben):
            player.become_guest()
        game = ben.accept(ada.invite()).headers["Location"].split("/")[2]
        for player in (ada, ben):
            player.move(game, 1, "pass")
        watching = raw_socket(server, f"/ws/games/{game}/?ply=1")
        with urlopen(f"http://{server.environment['NUMERICA_METRICS']}/metrics") as answer:
            text = answer.read().decode()
        watching.close()
        for player in (ada, ben):
            player.leave()
    assert 'numerica_moves_total{game="numerica"} 1.0' in text
    assert "numerica_sockets 1.0" in text and 'numerica_waiting{work="reviews"} 0.0' in text
    assert 'numerica_request_seconds_count{view="games:move"}' in text
    assert game not in text and SEED not in text and "guest-" not in text
