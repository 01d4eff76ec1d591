"""The page of privacy: it tells of every table, every column and every cookie that there is."""

import re
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.utils.html import escape

from accounts import context, devices
from games.views import lessons, lookups
from numerica_site.privacy import ABOUT_NOBODY, ABOUT_PEOPLE, COOKIES
from tests.servers import ROOT

ALL = [*(one.columns for one in ABOUT_PEOPLE), ABOUT_NOBODY]
PREFIX = "__Host-"


def told():
    """The columns the page stands for, by table; no table is told of twice."""
    tables = [table for columns in ALL for table in columns]
    assert len(tables) == len(set(tables))
    return {table: set(names.split()) for columns in ALL for table, names in columns.items()}


def stored():
    """The columns that there are."""
    return {
        model._meta.label: {
            field.name for field in [*model._meta.concrete_fields, *model._meta.local_many_to_many]
        }
        for model in apps.get_models(include_auto_created=True)
    }


def test_every_column_of_every_table_is_told():
    assert told() == stored()


def test_tables_that_hold_nothing_of_people_lead_to_nobody():
    for table in ABOUT_NOBODY:
        related = {field.related_model for field in apps.get_model(table)._meta.fields}
        assert apps.get_model("accounts.User") not in related


def test_each_kind_is_on_the_page_with_who_sees_it_and_how_long_it_stays(client, db):
    page = re.sub(r"\s+", " ", client.get("/privacy/").content.decode())
    for one in ABOUT_PEOPLE:
        for sentence in (one.heading, one.what, one.seen_by, one.how_long):
            assert escape(str(sentence)) in page


def test_every_cookie_that_is_set_is_told():
    """By the settings, and by what else sets one."""
    own = {settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME}
    own = {name.removeprefix(PREFIX) for name in own}
    own |= {context.THEME_COOKIE, context.STEPS_COOKIE, context.LETTERS_COOKIE, devices.COOKIE}
    own |= {context.CHAT_COOKIE, lookups.HIDDEN_CHATS, lessons.LEARNED, lessons.PUT_AWAY}
    assert {cookie.name for cookie in COOKIES} == own | {"messages"}


def test_nothing_else_sets_a_cookie():
    """Each place is known to the test above; a new one has to be told of on the page."""
    places = {
        str(path.relative_to(ROOT))
        for app in ("accounts", "games", "numerica_site", "ratings")
        for path in Path(ROOT, app).rglob("*.py")
        if "set_cookie(" in path.read_text("utf-8")
    }
    assert places == {
        "accounts/devices.py",
        "accounts/languages.py",
        "accounts/views.py",
        "games/views/lookups.py",
    }


@pytest.mark.parametrize("address", ["/conduct/", "/privacy/"])
def test_every_page_leads_there(client, db, address):
    for page in ("/", "/about/", "/rules/", "/lobby/", "/accounts/login/", "/no/such/page/"):
        assert f'href="{address}"' in client.get(page).content.decode()
