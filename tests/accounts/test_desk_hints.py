"""Hints of fair play on the desk: with the evidence, for the staff alone, put aside with a reason."""

import re

import pytest
from django.utils import timezone

from accounts.models import Action, Notice, User
from games.models import FairPlayHint, Game
from numerica_site import desk_hints
from tests.accounts.account_data import account_of
from tests.games.helpers import all_rows, words_of
from tests.games.judged import judged, look_again, stand_out

pytestmark = pytest.mark.django_db


def section_of(page: str) -> str:
    """The part of a page of the desk that holds the hints, as people read it."""
    part = re.search(r'(?s)<section aria-labelledby="hints">.*?</section>', page)
    return " ".join(re.sub(r"<[^>]+>", " ", part[0]).split()) if part else ""


def aside(client, hint: FairPlayHint, reason="7 + 8"):
    return client.post(f"/desk/hints/{hint.pk}/aside/", {"reason": reason})


@pytest.fixture
def hint(people) -> FairPlayHint:
    stand_out(people.ben)
    return FairPlayHint.objects.get()


def test_without_hints_the_desk_says_so(moderator):
    assert "Nobody stands out." in section_of(moderator.get("/desk/").content.decode())


@pytest.mark.parametrize("where", ["/desk/", "/desk/{}/"])
def test_a_hint_stands_with_its_evidence_and_is_called_no_verdict(where, hint, people, moderator):
    page = moderator.get(where.format(people.ben.pk)).content.decode()
    said = section_of(page)
    assert "100 of 100 plays of the last 10 games were the best ones: 100 %" in said
    assert "50 % in the middle, half of them from 50 to 50 %, nine in ten up to 50 %" in said
    assert "20 people in 200 rated games" in said and "rated 1200 to 1399" in said
    assert "10/10 4s 9s 20s" in said and "Numerica" in said and "By correspondence" in said
    assert "1 of 10 28 cases at most" in said
    assert "A hint is no verdict" in said and "Engine" in said
    assert f'href="/desk/{people.ben.pk}/"' in page
    assert len(re.findall('href="/games/judged[0-9]+/review/"', page)) == 10


def test_the_desk_speaks_german_about_hints(hint, moderator):
    said = section_of(moderator.get("/desk/", headers={"accept-language": "de"}).content.decode())
    assert "100 von 100 Zügen der letzten 10 Partien" in said and "kein Urteil" in said


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("who", ["ada", "ben", "stranger"])
def test_nobody_but_the_staff_learns_of_a_hint(who, hint, people, browser):
    client = browser(getattr(people, who, None))
    before = all_rows()
    refused = 302 if who == "stranger" else 404
    assert client.get("/desk/").status_code == client.get(f"/desk/{people.ben.pk}/").status_code
    assert client.get("/desk/").status_code == refused
    assert aside(client, hint).status_code == refused
    assert all_rows() == before
    for address in ("/@Ben/", "/", "/notices/", "/leaderboard/numerica/", "/transparency/"):
        assert "stands out" not in words_of(client.get(address))
        assert "int from numbers" not in words_of(client.get(address))


def test_a_hint_leads_to_no_game_that_runs(hint, game, people, moderator):
    page = moderator.get("/desk/").content.decode()
    assert game.id not in page and game.seed not in page
    running = Game.objects.filter(ended_at=None).values_list("pk", flat=True)
    assert game.id in running and not any(one in page for one in running)


@pytest.mark.slow
def test_a_hint_is_put_aside_with_a_reason_that_is_logged_and_nobody_is_told(
    hint, people, moderator, browser
):
    before = all_rows()
    assert aside(moderator, hint, reason=" ").status_code == 422
    assert aside(moderator, hint, reason="x" * 501).status_code == 422
    assert moderator.post("/desk/hints/99/aside/", {"reason": "1"}).status_code == 404
    assert moderator.get(f"/desk/hints/{hint.pk}/aside/").status_code == 405
    assert all_rows() == before
    assert aside(moderator, hint).status_code == 302
    action = Action.objects.get()
    logged = (action.kind, action.reason, action.person, action.moderator.username)
    assert logged == ("aside", "7 + 8", people.ben, "Mia")
    assert not Notice.objects.filter(recipient=people.ben).exists()
    page = moderator.get("/desk/").content.decode()
    assert "Nobody stands out." in page and "7 + 8" in page
    assert aside(moderator, hint).status_code == 409
    told = account_of(browser(people.ben))
    assert [one["reason"] for one in told["actions"]] == ["7 + 8"] and "Mia" not in str(told)
    assert told["fair_play_hints"][0]["is_open"] is False and len(told["fair_play"]) == 10


@pytest.mark.slow
def test_what_was_put_aside_comes_again_with_ten_more_games(hint, people, moderator):
    aside(moderator, hint)
    for games, is_open in ((9, False), (1, True)):
        stand_out(people.ben, games)
        hint.refresh_from_db()
        assert hint.is_open is is_open
    assert "200 of 200" in section_of(moderator.get("/desk/").content.decode())


def test_ten_more_games_of_an_ordinary_kind_bring_nothing_back(hint, people, moderator):
    aside(moderator, hint)
    judged(people.ben, games=30, best=5, of=10)
    look_again(people.ben)
    hint.refresh_from_db()
    assert not hint.is_open


@pytest.mark.slow
def test_putting_aside_is_undone(hint, people, moderator):
    aside(moderator, hint)
    action = Action.objects.get()
    answer = moderator.post(f"/desk/actions/{action.pk}/lift/", {"reason": "9 + 9"})
    assert answer.status_code == 302
    assert "100 of 100" in section_of(moderator.get(f"/desk/{people.ben.pk}/").content.decode())
    assert not Notice.objects.filter(recipient=people.ben).exists()
    page = words_of(moderator.get("/transparency/"))
    assert "Nothing was reported" in page, "nothing was done about anybody"


def test_a_hint_about_one_of_the_staff_is_put_aside_by_another(hint, people, moderator, browser):
    User.objects.filter(pk=people.ben.pk).update(is_staff=True)
    assert aside(moderator, hint).status_code == 302


def test_nobody_of_the_staff_puts_a_hint_about_oneself_aside(hint, mia, moderator):
    FairPlayHint.objects.update(user=mia)
    assert aside(moderator, hint).status_code == 403
    assert FairPlayHint.objects.get().is_open


def test_a_hint_about_the_reader_has_no_link_and_no_form_that_would_be_refused(
    hint, people, mia, moderator, monkeypatch
):
    page = moderator.get("/desk/").content.decode()
    assert f'"/desk/{people.ben.pk}/"' in page and "aside/" in page
    mine = desk_hints.open_hints()
    monkeypatch.setattr(mine[0].person, "pk", mia.pk)
    monkeypatch.setattr(desk_hints, "open_hints", lambda: mine)
    page = moderator.get("/desk/").content.decode()
    assert f'"/desk/{mia.pk}/"' not in page and "aside/" not in page


def test_a_hint_whose_games_were_annulled_is_shown_no_more(hint, people, moderator):
    Game.objects.filter(players__user=people.ben).update(annulled_at="2026-01-01T00:00Z")
    assert "Nobody stands out." in section_of(moderator.get("/desk/").content.decode())


def test_hints_that_stand_no_more_take_no_place_from_one_that_does(
    hint, people, moderator, monkeypatch
):
    monkeypatch.setattr(desk_hints, "MOST", 1)
    stand_out(people.cleo)
    Game.objects.filter(players__user=people.cleo).update(annulled_at="2026-01-01T00:00Z")
    FairPlayHint.objects.filter(user=people.cleo).update(found_at=timezone.now())
    said = section_of(moderator.get("/desk/").content.decode())
    assert "Ben" in said and "Cleo" not in said
