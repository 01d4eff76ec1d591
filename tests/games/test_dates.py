"""One way to write a day and a time, on every page, for people and for machines."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.formats import date_format

from accounts.models import User
from games.models import Game
from games.templatetags import instants

from .helpers import ROOT

WHEN = datetime(2026, 3, 2, 23, 5, 9, 99, tzinfo=UTC)
TIME = re.compile(r'<time datetime="([^"]*)"( data-local| data-clock)?>([^<]*)</time>')
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_no_template_has_a_way_of_its_own(template: Path):
    text = template.read_text()
    assert not re.search(r"\|\s*(date|time|naturaltime|naturalday|timesince|timeuntil)\b", text)


@pytest.mark.parametrize("code", [code for code, _name in settings.LANGUAGES])
def test_a_time_begins_as_a_day_and_has_the_month_in_full(code):
    with translation.override(code):
        month = date_format(WHEN, "F")
        (_, _, day), (at, _, moment) = (
            TIME.fullmatch(said).groups()
            for said in (instants.day(WHEN), instants.day_and_time(WHEN))
        )
    assert month in day and moment == f"{day}, 23:05 UTC"
    assert at == "2026-03-02T23:05:09+00:00"


def test_a_day_is_that_of_the_site_wherever_the_moment_was_taken():
    there = WHEN.astimezone(UTC) + timedelta(hours=1)
    assert TIME.fullmatch(instants.day(there)).groups() == ("2026-03-03", None, "3 March 2026")


@pytest.mark.django_db
def test_lists_profiles_and_tables_write_dates_with_the_month_in_full(start, people, browser):
    ended = start(moves=2)
    Game.objects.filter(pk=ended.pk).update(ended_at=WHEN, turn=None, deadline_at=None)
    running = start(moves=2)
    Game.objects.filter(pk=running.pk).update(deadline_at=WHEN + timedelta(days=9000))
    User.objects.filter(pk=people.ada.pk).update(date_joined=WHEN)
    said = {
        "/games/archive/": ("2026-03-02", None, "2 March 2026"),
        "/@Ada/": ("2026-03", None, "March 2026"),
        f"/games/{running.id}/": (
            "2050-10-22T23:05:09+00:00",
            " data-local",
            "22 October 2050, 23:05 UTC",
        ),
    }
    for path, time in said.items():
        page = browser().get(path).content.decode()
        assert time in [(at, kind or None, shown) for at, kind, shown in TIME.findall(page)], path
