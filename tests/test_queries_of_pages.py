"""How much every page asks the database: bounded, for each reader."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from .every_page import every_page, sign_in
from .remembered import clear_process

pytestmark = [pytest.mark.django_db, pytest.mark.long]

MOST = 30
"""Queries of one page, which is more than any asks: one for each row of a list would be beyond it."""


def test_no_page_asks_more_than_a_few_queries():
    asked = {}
    for address, reader in every_page():
        client = Client()
        if reader is not None:
            sign_in(client, reader)
        clear_process()
        with CaptureQueriesContext(connection) as queries:
            client.get(address)
        asked[address] = max(len(queries), asked.get(address, 0))
    assert len(asked) > 80
    assert {address: count for address, count in asked.items() if count > MOST} == {}
