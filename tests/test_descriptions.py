"""What the fields of a page are described by stands on the page."""

import re

import pytest

from tests.every_page import every_page, sign_in

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def described_by_nothing(html: str) -> list[str]:
    """The ids that something on the page is described or labelled by, and nothing has."""
    ids = set(re.findall(r'\sid="([^"]+)"', html))
    named = re.findall(r'\saria-(?:describedby|labelledby)="([^"]+)"', html)
    return [each for names in named for each in names.split() if each not in ids]


def test_whatever_describes_a_field_is_on_its_page(browser):
    readers, found = {}, {}
    for address, user in every_page():
        if user not in readers:
            readers[user] = browser()
            if user is not None:
                sign_in(readers[user], user)
        page = readers[user].get(address).content.decode()
        if lacking := described_by_nothing(page):
            found[address] = lacking
    assert not found, found


def test_after_a_faulty_sign_up_each_field_is_described_by_its_fault(browser):
    page = browser().post("/accounts/signup/", {"username": "a", "password1": "1"})
    html = page.content.decode()
    assert 'aria-invalid="true"' in html and not described_by_nothing(html)


def focused(html: str) -> list[str]:
    """The elements of a page that ask for the focus."""
    return [tag for tag in re.findall(r"<[^>]+>", html) if re.search(r"\sautofocus\b", tag)]


def test_after_a_faulty_sign_up_the_first_faulty_field_has_the_focus(browser):
    said = {"username": "Ada", "email": "nobody", "password1": "1"}
    (field,) = focused(browser().post("/accounts/signup/", said).content.decode())
    assert 'name="email"' in field
    assert not focused(browser().get("/accounts/signup/").content.decode())


def test_after_a_refused_sign_in_its_reason_has_the_focus(browser):
    said = {"login": "nobody", "password": "wrong"}
    (reason,) = focused(browser().post("/accounts/login/", said).content.decode())
    assert 'role="alert"' in reason
