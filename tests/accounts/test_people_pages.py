"""Pages about other people: who may do what, what is typed, and lists that go on by key."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import relations
from accounts.directory import PAGE
from accounts.models import Block, Follow, Note, User
from accounts.services import create_guest, make_computers
from numerica_site.limits import LIMITS
from tests.games.helpers import is_a_sentence, sentence_of, words_of

pytestmark = pytest.mark.django_db
NOW = timezone.now()
XSS = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</textarea><b>x",
    "{{ user }}",
]

OWN_LISTS = ["/people/following/", "/people/followers/", "/people/blocked/"]
ACTS = ["follow", "unfollow", "block", "unblock", "note"]


def act(client, what: str, name: str = "Ben", **more):
    return client.post(f"/@{name}/{what}/", more)


# --- who may do what ---


@pytest.mark.parametrize("address", OWN_LISTS)
def test_lists_of_ones_own_are_for_who_is_signed_in(address, people, browser):
    assert browser().get(address)["Location"].startswith("/accounts/login/")
    assert browser(people.ada).get(address).status_code == 200
    assert browser(create_guest()).get(address).status_code == 200


@pytest.mark.parametrize("what", ACTS)
def test_a_stranger_does_nothing_and_is_asked_to_sign_in(what, people, browser, nothing_happens):
    asked = nothing_happens(lambda: act(browser(), what, text="x"), 302)
    assert asked["Location"] == "/accounts/login/?next=/%40Ben/"


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("what", ACTS)
def test_there_is_nothing_to_do_about_nobody_by_a_link_or_without_a_token(
    what, people, browser, nothing_happens
):
    ada = browser(people.ada)
    nothing_happens(lambda: act(ada, what, "Nobody"), 404)
    nothing_happens(lambda: ada.get(f"/@Ben/{what}/"), 405)
    strict = browser(people.ada, enforce_csrf_checks=True)
    nothing_happens(lambda: act(strict, what), 403)


@pytest.mark.slow
def test_a_press_follows_and_another_one_ends_it(people, browser):
    ada = browser(people.ada)
    assert act(ada, "follow", "bEN")["Location"] == "/@Ben/"
    assert "You follow Ben." in words_of(ada.get("/@Ben/")) and Follow.objects.count() == 1
    assert act(ada, "unfollow", next="/people/following/")["Location"] == "/people/following/"
    assert act(ada, "unfollow", next="//evil.example/")["Location"] == "/"
    assert not Follow.objects.exists()


@pytest.mark.slow
def test_the_blocked_are_told_nothing_and_cannot_follow(people, browser, nothing_happens):
    ada, ben = browser(people.ada), browser(people.ben)
    before = words_of(ben.get("/@Ada/"))
    act(ada, "block")
    assert words_of(ben.get("/@Ada/")) == before
    for address in ("/people/blocked/", "/people/followers/", "/"):
        assert "Ada" not in words_of(ben.get(address)), address
    said = sentence_of(nothing_happens(lambda: act(ben, "follow", "Ada"), 403))
    assert is_a_sentence(said) and "block" not in said
    page = words_of(ada.get("/people/blocked/"))
    assert "Ben" in page and "Unblock" in page
    act(ada, "unblock")
    assert not Block.objects.exists() and "You have blocked nobody" in words_of(
        ada.get("/people/blocked/")
    )


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("what, status", [("follow", 422), ("block", 422), ("note", 422)])
def test_oneself_and_computers_are_refused_in_words(what, status, people, browser, nothing_happens):
    make_computers()
    ada = browser(people.ada)
    for name in ("Ada", "Acorn"):
        response = nothing_happens(lambda name=name: act(ada, what, name, text="x"), status)
        assert is_a_sentence(sentence_of(response))


@pytest.mark.slow
def test_a_computers_page_and_ones_own_offer_none_of_it(people, browser):
    make_computers()
    for name in ("Ada", "Acorn"):
        html = browser(people.ada).get(f"/@{name}/").content.decode()
        assert not any(f"/@{name}/{what}/" in html for what in ACTS)
    assert "/@Ben/follow/" not in browser().get("/@Ben/").content.decode()


# --- notes ---


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("text", XSS)
def test_a_note_is_shown_as_it_was_typed_to_its_writer_alone(text, people, browser):
    ada = browser(people.ada)
    assert act(ada, "note", text=text).status_code == 302
    html = ada.get("/@Ben/").content.decode()
    shown = re.search(r"(?s)<textarea[^>]*>\n?(.*?)</textarea>", html)[1]
    assert "<" not in shown and text not in html.replace(shown, "")
    assert Note.objects.get().text == text
    for reader in (None, people.ben, people.cleo):
        for address in ("/@Ben/", "/@Ada/", "/people/blocked/"):
            assert text not in browser(reader).get(address, follow=True).content.decode()
            assert shown not in browser(reader).get(address, follow=True).content.decode()


def test_a_note_that_is_too_long_is_refused_in_words(people, browser, nothing_happens):
    ada = browser(people.ada)
    response = nothing_happens(lambda: act(ada, "note", text="a" * 501), 422)
    assert "501" in sentence_of(response) and is_a_sentence(sentence_of(response))


def test_a_note_without_text_is_deleted(people, browser):
    ada = browser(people.ada)
    act(ada, "note", text="x")
    act(ada, "note", text="  ")
    assert not Note.objects.exists() and "Your note is deleted." in words_of(ada.get("/@Ben/"))


# --- people by name ---


def found(client, query: str) -> list[str]:
    html = client.get(f"/people/{query}").content.decode()
    return re.findall(r'<p>\s*<a href="/@([^"]+)/"', html)


def test_people_are_found_by_how_their_names_begin_whatever_the_case(people, browser):
    for name in ("adam", "ADALBERT", "ad_a", "ad-b", "ad0", "Bada", "ade"):
        User.objects.create_user(name)
    assert found(browser(), "?q=AD") == ["ad-b", "ad0", "ad_a", "Ada", "ADALBERT", "adam", "ade"]
    assert found(browser(), "?q=aDa") == ["Ada", "ADALBERT", "adam"]
    assert found(browser(), "?q=ad_") == ["ad_a"] and found(browser(), "?q=adb") == []


def test_guests_computers_and_closed_accounts_are_not_found(people, browser):
    make_computers()
    create_guest("guest-Ann")
    User.objects.create_user("Anna", is_active=False)
    User.objects.create_user("Annb")
    assert found(browser(), "?q=an") == ["Annb"]
    assert found(browser(), "?q=acorn") == found(browser(), "?q=guest") == []


def test_a_search_offers_to_unblock_whom_one_has_blocked_and_nothing_that_is_refused(
    people, browser
):
    relations.block(blocker=people.ada, blocked=people.ben, now=NOW)
    found = {
        one: browser(one).get("/people/?q=be").content.decode() for one in (people.ada, people.cleo)
    }
    assert 'action="/@Ben/unblock/"' in found[people.ada]
    assert not re.search("/@Ben/follow/|name=Ben", found[people.ada])
    assert 'action="/@Ben/follow/"' in found[people.cleo]
    assert "/@Ben/unblock/" not in found[people.cleo]


@pytest.mark.slow
def test_a_search_goes_on_by_name(people, browser):
    names = [f"zed{number:03}" for number in range(PAGE * 2 + 3)]
    User.objects.bulk_create(User(username=name) for name in names)
    client, seen, query = browser(people.ada), [], "?q=ze"
    while query:
        html = client.get(f"/people/{query}").content.decode()
        seen += found(client, query)
        link = re.search(r'href="(\?q=ze&amp;after=[^"]+)"', html)
        query = link and link[1].replace("&amp;", "&")
    assert seen == names
    assert "This page is empty" in words_of(client.get("/people/?q=ze&after=zed999"))


@pytest.mark.parametrize(
    "query", ["?q=a%00", "?q=%25", "?q=é", "?q=" + "a" * 21, "?q=a+b", "?q=a&after=%00", "?q=<b>"]
)
def test_what_no_name_begins_with_is_refused_beside_the_field(query, people, browser):
    response = browser().get(f"/people/{query}")
    assert response.status_code == 422 and "A name has letters" in words_of(response)


@pytest.mark.parametrize("typed", XSS)
def test_what_is_searched_for_runs_nowhere(typed, people, browser):
    html = browser().get("/people/", {"q": typed}).content.decode()
    assert "<script>alert" not in html and "<img src=x" not in html and "</textarea>" not in html


def test_a_search_without_letters_says_what_to_do(people, browser):
    assert "Two or three letters" in words_of(browser().get("/people/"))
    assert "Type fewer letters" in words_of(browser().get("/people/?q=qqq"))


# --- lists of one's own ---


@pytest.mark.slow
def test_thousands_of_followers_are_paged_by_key_at_the_same_cost(people, browser):
    fans = [User(username=f"fan{number:04}") for number in range(2000)]
    User.objects.bulk_create(fans)
    fans = list(User.objects.filter(username__startswith="fan").order_by("pk"))
    Follow.objects.bulk_create(
        Follow(follower=fan, followed=people.ada, created_at=NOW) for fan in fans
    )
    ada, seen, query, costs = browser(people.ada), [], "", set()
    for _ in range(3):
        with CaptureQueriesContext(connection) as asked:
            html = ada.get(f"/people/followers/{query}").content.decode()
        costs.add(len(asked))
        seen += re.findall(r'<p>\s*<a href="/@([^"]+)/"', html)
        query = re.search(r'href="(\?after=\d+)"', html)[1]
    assert seen == [fan.username for fan in reversed(fans)][: PAGE * 3]
    assert len(costs) == 1 and "2000" in html
    assert "2000 followers" in words_of(browser().get("/@Ada/"))


@pytest.mark.parametrize("address", OWN_LISTS)
@pytest.mark.parametrize("after", ["x", "-1", "1" * 19, "٣", "1.5", "%00"])
def test_no_such_page_of_a_list_is_refused_in_words(address, after, people, browser):
    response = browser(people.ada).get(f"{address}?after={after}")
    assert response.status_code == 422 and is_a_sentence(sentence_of(response))


def test_every_list_that_is_empty_says_what_to_do(people, browser):
    ada = browser(people.ada)
    for address in OWN_LISTS:
        assert 'class="empty"' in ada.get(address).content.decode()
        assert "This page is empty" in words_of(ada.get(f"{address}?after=1"))


def test_closed_accounts_are_in_no_list(people, browser):
    relations.follow(follower=people.ada, followed=people.ben, now=NOW)
    relations.follow(follower=people.cleo, followed=people.ada, now=NOW)
    User.objects.exclude(pk=people.ada.pk).update(is_active=False)
    assert "You follow nobody yet" in words_of(browser(people.ada).get("/people/following/"))
    assert "Nobody follows you yet" in words_of(browser(people.ada).get("/people/followers/"))


def test_as_many_are_counted_as_are_listed_where_an_account_is_closed(people, browser):
    for other in (people.ben, people.cleo):
        relations.follow(follower=people.ada, followed=other, now=NOW)
        relations.follow(follower=other, followed=people.ada, now=NOW)
    User.objects.filter(pk=people.cleo.pk).update(is_active=False)
    page = words_of(browser(people.ada).get("/people/followers/"))
    assert "Following 1" in page and "Followers 1" in page
    assert "1 follower " in words_of(browser().get("/@Ada/"))


def test_what_is_told_of_a_closed_account_leads_to_no_page_that_is_not_there(people, browser):
    relations.follow(follower=people.cleo, followed=people.ada, now=NOW)
    ada = browser(people.ada)
    assert 'href="/@Cleo/"' in ada.get("/notices/").content.decode()
    User.objects.filter(pk=people.cleo.pk).update(is_active=False)
    page = ada.get("/notices/")
    assert "Cleo follows you now." in words_of(page)
    assert 'href="/@Cleo/"' not in page.content.decode()


# --- limits ---


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("what, most", [("follow", 60), ("block", 60), ("note", 60)])
def test_nobody_does_it_for_ever(what, most, people, browser, settings):
    settings.ACCOUNT_RATE_LIMITS = LIMITS
    ada = browser(people.ada)
    assert {act(ada, what, text="x").status_code for _ in range(most)} == {302}
    refused = act(ada, what, text="x")
    assert refused.status_code == 429 and refused["Retry-After"] == "3600"
    assert act(browser(people.ben), what, "Cleo", text="x").status_code == 302


@pytest.mark.slow
def test_names_cannot_be_tried_for_ever(people, browser, settings):
    settings.ACCOUNT_RATE_LIMITS = LIMITS
    client = browser()
    assert {client.get("/people/?q=a").status_code for _ in range(60)} == {200}
    refused = client.get("/people/?q=a")
    assert refused.status_code == 429 and refused["Retry-After"] == "60"


@pytest.mark.parametrize(("came_from", "leads_to"), [("/@Ben/", "/@Ben/"), ("", "/@Ben/follow/")])
def test_who_is_refused_can_choose_another_language_there(came_from, leads_to, people, browser):
    act(browser(people.ben), "block", "Ada")
    page = f"http://testserver{came_from}" if came_from else ""
    refused = browser(people.ada).post("/@Ben/follow/", headers={"Referer": page})
    assert refused.status_code == 403
    ways = re.findall(r'name="next" value="([^"]*)"', refused.content.decode())
    assert set(ways) == {leads_to}
