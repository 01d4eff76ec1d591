"""The desk is fair to whom it is about and to those who work at it: nobody decides about oneself."""

import pytest
from django.test import Client
from django.utils import timezone

from accounts import moderation, reports
from accounts.models import Action, Report, User
from accounts.relations import Refused
from games.services.annulments import annul_game
from tests.games.helpers import WHOLE, all_rows

pytestmark = pytest.mark.django_db
NOW = timezone.now()


@pytest.fixture
def mia(moderator: Client) -> User:
    return User.objects.get(username="Mia")


def told(one: User, other: User, words="1 + 2", **more) -> Report:
    return reports.report(reporter=one, about=other, reason="words", words=words, now=NOW, **more)


def act(client: Client, person: User, kind: str, **more):
    said = {"kind": kind, "reason": "1 + 1 = 2", "hours": "24", **more}
    return client.post(f"/desk/{person.pk}/act/", said)


# --- about oneself ---


def test_nobody_of_the_staff_sees_or_answers_reports_about_oneself(people, mia, moderator):
    told(people.ada, mia)
    told(people.ada, people.ben)
    desk = moderator.get("/desk/").content.decode()
    assert f"/desk/{people.ben.pk}/" in desk and f"/desk/{mia.pk}/" not in desk
    before = all_rows()
    assert moderator.get(f"/desk/{mia.pk}/").status_code == 404
    assert moderator.post(f"/desk/{mia.pk}/answer/").status_code == 404
    assert act(moderator, mia, "warn").status_code == 403
    assert all_rows() == before


def test_nobody_of_the_staff_answers_an_appeal_of_oneself(people, mia):
    action = moderation.warn(people.ben, mia, "1", NOW)
    appeal = moderation.appeal(action=action, words="2", now=NOW)
    with pytest.raises(Refused):
        moderation.answer_appeal(found=appeal, moderator=people.ben, answer="3", now=NOW)


def test_nobody_of_the_staff_annuls_a_game_of_oneself(people, start):
    game = start(moves=len(WHOLE.moves), rated=True)
    with pytest.raises(Refused) as refused:
        annul_game(game_id=game.id, person=people.ben, moderator=people.ada, reason="1", now=NOW)
    assert refused.value.status == 403 and not Action.objects.exists()


# --- the admin is no way round the desk ---


def test_the_administration_closes_nobody_and_gives_nobody_a_name(people, moderator):
    listed = moderator.get("/staff/accounts/user/").content.decode()
    assert 'value="ban"' not in listed
    address = f"/staff/accounts/user/{people.ben.pk}/change/"
    fields = moderator.get(address).context["adminform"].form.fields
    assert not {"username", "is_active"} & set(fields) and "is_staff" in fields
    moderator.post("/staff/accounts/user/", {"action": "ban", "_selected_action": [people.ben.pk]})
    assert User.objects.get(pk=people.ben.pk).is_active


def test_the_administration_shows_nobody_what_others_were_told(people, moderator):
    assert moderator.get("/staff/accounts/notice/").status_code == 404
