"""All records of a person in one file."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from games.models import Game
from games.rules.record import replay
from games.selectors import exports
from tests.accounts.account_data import files_of
from tests.games.helpers import (
    ROOT,
    WHOLE,
    sentence_of,
)

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_all_records_of_a_person_come_as_one_file_for_everybody(start, people, browser):
    now = timezone.now()
    ended = [start(moves=len(WHOLE.moves), now=now - timedelta(days=days)) for days in (3, 1, 2)]
    start(moves=3)
    for client in (browser(), browser(people.cleo), browser(people.ada)):
        response = client.get("/@ada/records/")
        assert response["Content-Disposition"] == 'attachment; filename="numerica-Ada-records.zip"'
        files = files_of(response)
        assert list(files) == [f"{ended[n].id}.game" for n in (1, 2, 0)]
        assert all(replay(text).fault is None for text in files.values())
    assert files == files_of(browser().get("/@Ben/records/"))


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("path", ["/@Ada/records/", "/people/export/"])
def test_one_file_at_a_time_is_packed_for_one_asker(path, start, people, browser, settings):
    settings.LIMITS_ARE_ON = True
    start(moves=len(WHOLE.moves))

    def ask(client):
        return client.get(path) if "records" in path else client.post(path)

    ada, ben = browser(people.ada), browser(people.ben)
    on_its_way = ask(ada)
    refused = ask(ada)
    assert refused.status_code == 429 and int(refused["Retry-After"]) > 0
    assert "on its way to you already" in sentence_of(refused)
    assert files_of(ask(ben)), "others are not asked to wait"
    assert files_of(on_its_way)
    assert files_of(ask(ada)) and files_of(ask(ada))


@pytest.mark.slow
def test_strangers_of_one_network_are_one_asker_of_files(start, people, browser, settings):
    settings.LIMITS_ARE_ON = True
    start(moves=len(WHOLE.moves))
    where = [{"REMOTE_ADDR": address} for address in ("2001:db8:1::1", "2001:db8:1:2::1", "::2")]
    answers = [browser(**one).get("/@Ada/records/") for one in where]
    assert [answer.status_code for answer in answers] == [200, 429, 200]
    guests = [browser(REMOTE_ADDR="2001:db8:1::1") for _ in "12"]
    for guest in guests:
        guest.post("/people/guest/")
    answers = [guest.get("/@Ada/records/") for guest in guests]
    assert [answer.status_code for answer in answers] == [200, 429], "so are its guests"
    assert browser().get("/@Nobody/records/").status_code == 404
    assert browser().get("/@Ada/records/").status_code == 200, "a refusal is no file on its way"


@pytest.mark.slow
def test_only_the_last_games_come_where_there_are_too_many(start, people, browser, monkeypatch):
    now = timezone.now()
    ended = [start(moves=len(WHOLE.moves), now=now - timedelta(days=days)) for days in (3, 1, 2)]
    monkeypatch.setattr(exports, "MOST_RECORDS", 2)
    assert list(files_of(browser().get("/@Ada/records/"))) == [
        f"{ended[n].id}.game" for n in (1, 2)
    ]


def test_imported_games_are_nobodys_records(people, browser):
    call_command("import_record", str(ROOT / "tests/records/whole-game.game"))
    assert browser().get("/@Ada/records/").status_code == 404


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Nobody", "There is nobody of this name."),
        ("Cleo", "There is no record of a game of Cleo."),
        ("-", "There is nobody of this name."),
        ("x" * 3000, "There is nobody of this name."),
    ],
)
def test_no_such_person_and_no_game_are_told_in_a_sentence(
    name, said, start, browser, nothing_happens
):
    start(moves=3)
    assert sentence_of(nothing_happens(lambda: browser().get(f"/@{name}/records/"), 404)) == said


def test_who_finished_only_games_without_a_record_is_not_said_to_have_finished_none(start, browser):
    """What began in the middle of another game has none."""
    over = start(moves=len(WHOLE.moves))
    Game.objects.filter(pk=over.pk).update(initial_state=start().state)
    answer = browser().get("/@Ada/records/")
    assert answer.status_code == 404
    assert sentence_of(answer) == "There is no record of a game of Ada."


@pytest.mark.slow
def test_who_does_not_list_games_keeps_the_records_together_to_themselves(start, people, browser):
    start(moves=len(WHOLE.moves))
    User.objects.filter(pk=people.ada.pk).update(shows_games=False)
    response = browser(people.ben).get("/@Ada/records/")
    assert (
        response.status_code == 403
        and sentence_of(response) == "Ada does not list games for others."
    )
    assert len(files_of(browser(people.ada).get("/@Ada/records/"))) == 1


def test_records_take_no_post(start, people, browser, nothing_happens):
    client = browser(people.ada)
    nothing_happens(lambda: client.post("/@Ada/records/"), 405)
