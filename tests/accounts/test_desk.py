"""Reports, what the staff do about people, appeals: what the services and the pages promise."""

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.core.exceptions import ObjectDoesNotExist
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import moderation, reports
from accounts.guests import new_guest
from accounts.models import Action, Appeal, Mail, Notice, Report, User
from accounts.relations import Refused
from accounts.services import create_guest
from accounts.signups import begin as begin_signup
from games.models import ChatLine
from games.services.chat import say
from games.services.errors import NotAllowed
from numerica_site import desk, desk_pages
from numerica_site.account_services import delete_account, take_along
from numerica_site.limits import LIMITS
from tests.accounts.account_data import PASSWORD, account_of, sign_in
from tests.games.helpers import WHOLE, all_rows, is_a_sentence, sentence_of, words_of
from tests.second_factor import give_second_factor

pytestmark = pytest.mark.django_db
NOW = timezone.now()
DAY = timedelta(days=1)


def told(one: User, other: User, reason="words", words="1 + 2", **more) -> Report:
    return reports.report(reporter=one, about=other, reason=reason, words=words, now=NOW, **more)


def act(client: Client, person: User, kind: str, **more):
    said = {"kind": kind, "reason": "Because <b>1 + 1 = 2</b>", "hours": "24", **more}
    return client.post(f"/desk/{person.pk}/act/", said)


def lift(client: Client, action: Action):
    return client.post(f"/desk/actions/{action.pk}/lift/", {"reason": "A mistake"})


# --- reports ---


def test_an_open_report_of_the_same_two_grows_and_a_closed_one_does_not(people, mia):
    first = told(people.ada, people.ben)
    assert told(people.ada, people.ben) == first and first.entries.count() == 1
    assert told(people.ada, people.ben, words="3 + 4") == first and first.entries.count() == 2
    assert told(people.cleo, people.ben) != first
    assert reports.close_reports(about=people.ben, moderator=mia, now=NOW) == 2
    assert told(people.ada, people.ben) != first


@pytest.mark.parametrize(
    ("reason", "words", "status"),
    [("nothing", "", 422), ("words", "x" * 501, 422), ("other", " \u202e ", 422)],
)
def test_a_report_without_reason_or_too_long_is_refused(reason, words, status, people):
    with pytest.raises(Refused) as refused:
        told(people.ada, people.ben, reason=reason, words=words)
    assert refused.value.status == status and not Report.objects.exists()


def test_nobody_reports_oneself(people):
    with pytest.raises(Refused):
        told(people.ada, people.ada)


def test_a_report_keeps_what_was_said_when_the_lines_are_gone_and_hidden(game, people, browser):
    User.objects.update(date_joined=NOW - 2 * DAY)
    ben = User.objects.get(pk=people.ben.pk)
    say(game_id=game.id, user=ben, room="players", text="<i>seven</i>", now=NOW)
    ada = browser(people.ada)
    ada.post("/@Ben/block/")
    assert "/@Ben/report/" in ada.get(f"/people/report/?game={game.id}").content.decode()
    assert "&lt;i&gt;seven" in ada.get(f"/@Ben/report/?game={game.id}").content.decode()
    said = {"reason": "words", "words": "", "game": game.id}
    assert ada.post("/@Ben/report/", said).status_code == 302
    ChatLine.objects.all().delete()
    entry = Report.objects.get().entries.get()
    assert '"said":"<i>seven</i>"' in entry.lines and entry.game_id == game.id


def test_who_may_not_know_of_a_game_reports_nothing_from_it(start, people, browser):
    private = start(is_private=True)
    cleo = browser(people.cleo)
    before = all_rows()
    assert cleo.get(f"/people/report/?game={private.id}").status_code == 404
    said = {"reason": "words", "game": private.id}
    assert cleo.post("/@Ben/report/", said).status_code == 404
    assert all_rows() == before


@pytest.mark.slow
def test_reports_have_brakes(people, browser, settings):
    settings.ACCOUNT_RATE_LIMITS = LIMITS
    ada = browser(people.ada)
    answers = [ada.post("/@Ben/report/", {"reason": "name", "words": str(n)}) for n in range(11)]
    assert [one.status_code for one in answers] == [302] * 10 + [429]
    assert int(answers[-1]["Retry-After"]) > 0


@pytest.mark.slow
def test_new_guests_of_one_network_have_the_same_brake(people, browser, settings):
    settings.ACCOUNT_RATE_LIMITS = LIMITS | {"guest_report": "4/h/key,6/d/key"}
    said = {"reason": "name", "words": ""}
    sent = [browser(create_guest()).post("/@Ben/report/", said) for _ in range(5)]
    assert [one.status_code for one in sent] == [302] * 4 + [429]
    assert int(sent[-1]["Retry-After"]) > 0 and is_a_sentence(sentence_of(sent[-1]))
    elsewhere = browser(create_guest(), REMOTE_ADDR="192.0.2.7")
    for client in (browser(people.ada), elsewhere):
        assert client.post("/@Ben/report/", said).status_code == 302


def test_a_true_report_stays_in_sight_however_many_guests_report(people, mia, moderator):
    told(people.ada, people.ben)
    later = NOW + timedelta(hours=1)
    guest = create_guest()
    others = [User(username=f"Person{number}") for number in range(desk.MOST + 9)]
    for other in User.objects.bulk_create(others):
        report = Report(reporter=guest, about=other, opened_at=later, changed_at=later)
        report.save()
    first = moderator.get("/desk/").content.decode()
    assert first.index(">Ben<") < first.index(">Person")
    assert f"{desk.MOST + 10} people are reported in all" in first
    second = moderator.get(f"/desk/?from={desk.MOST}").content.decode()
    names = re.findall(r">(Person\d+|Ben)<", first + second)
    assert len(names) == len(set(names)) == desk.MOST + 10
    assert "Further reports" in first and "Further reports" not in second
    assert "by guests alone" in first and first.index("by guests alone") > first.index(">Ben<")


def test_who_was_reported_by_a_guest_and_an_account_is_among_the_first(people, mia):
    told(create_guest(), people.cleo)
    told(people.ada, people.ben)
    told(create_guest(), people.ben)
    rows = desk.reported_people(mia).people
    assert [(one.name, one.count, one.is_by_guests) for one in rows] == [
        ("Ben", 2, False),
        ("Cleo", 1, True),
    ]


@pytest.mark.parametrize(("name", "status"), [("Cl-eo", 409), ("M0derator", 422), ("B-en", 302)])
def test_the_staff_give_no_name_that_looks_like_anothers(name, status, people, moderator):
    assert act(moderator, people.ben, "rename", name=name).status_code == status


def test_strangers_are_led_to_sign_in_and_return(people, browser):
    answer = browser().get("/@Ben/report/")
    assert answer.status_code == 302 and "next=/%40Ben/report/" in answer["Location"].replace(
        "/@", "/%40"
    )


# --- what is done ---


def test_every_action_needs_a_reason_is_told_and_answers_the_reports(people, mia, moderator):
    told(people.ada, people.ben)
    before = all_rows()
    assert act(moderator, people.ben, "warn", reason=" ").status_code == 422
    assert act(moderator, people.ben, "mute", hours="-1").status_code == 422
    assert act(moderator, people.ben, "explode").status_code == 422
    assert all_rows() == before
    assert act(moderator, people.ben, "warn").status_code == 302
    assert Notice.objects.get(recipient=people.ada).kind == "answered"
    assert Notice.objects.get(recipient=people.ben).kind == "acted"
    assert Report.objects.get().closed_by == mia


@pytest.mark.slow
def test_the_person_reads_the_reason_and_can_appeal_once(people, moderator, browser):
    act(moderator, people.ben, "warn")
    ben = browser(people.ben)
    page = ben.get("/notices/").content.decode()
    address = re.search(r'href="(/actions/[^"]+)"', page)[1]
    shown = browser().get(address).content.decode()
    assert "Because &lt;b&gt;1 + 1 = 2&lt;/b&gt;" in shown and "Mia" not in shown
    assert ben.post(address, {"words": ""}).status_code == 422
    assert ben.post(address, {"words": "x" * 501}).status_code == 422
    assert ben.post(address, {"words": "3 + 3"}).status_code == 302
    assert ben.post(address, {"words": "4 + 4"}).status_code == 409
    appeal = Appeal.objects.get()
    desk_page = moderator.get("/desk/")
    assert "Ben" in words_of(desk_page) and "No appeal waits" not in words_of(desk_page)
    answer = f"/desk/appeals/{appeal.pk}/answer/"
    assert moderator.post(answer, {"answer": ""}).status_code == 422
    assert moderator.post(answer, {"answer": "5 + 5"}).status_code == 302
    assert moderator.post(answer, {"answer": "6 + 6"}).status_code == 409
    assert "5 + 5" in ben.get(address).content.decode()
    assert "No appeal waits for an answer." in words_of(moderator.get("/desk/"))
    assert ben.get("/actions/1:forged/").status_code == 404


def test_who_has_appealed_is_told_of_the_answer(people, mia):
    action = moderation.warn(people.ben, mia, "x", NOW)
    appeal = moderation.appeal(action=action, words="3 + 3", now=NOW)
    Notice.objects.update(read_at=NOW)
    moderation.answer_appeal(found=appeal, moderator=mia, answer="5 + 5", now=NOW + DAY)
    assert Notice.objects.get(recipient=people.ben).read_at is None


def test_the_desk_leads_nobody_to_an_appeal_of_their_own(people, mia, moderator):
    action = moderation.warn(people.ben, mia, "x", NOW)
    moderation.appeal(action=action, words="3 + 3", now=NOW)
    Action.objects.update(person=mia)
    assert moderator.get(f"/desk/{mia.pk}/").status_code == 404
    assert "No appeal waits for an answer." in words_of(moderator.get("/desk/"))


def test_the_desk_names_the_reader_without_a_link_to_a_page_that_is_closed_to_them(
    people, mia, moderator
):
    moderation.warn(people.ben, mia, "x", NOW)
    Action.objects.update(person=mia, moderator=people.ada)
    told(mia, people.ben)
    for address in ("/desk/", f"/desk/{people.ben.pk}/"):
        page = moderator.get(address).content.decode()
        assert f'"/desk/{mia.pk}/"' not in page and "<span>Mia</span>" in page


def test_an_appeal_is_answered_however_much_was_done_since(people, mia, moderator):
    first, appealed = (moderation.warn(people.ben, mia, reason, NOW) for reason in "xy")
    moderation.appeal(action=appealed, words="3 + 3", now=NOW)
    later = [Action(person=people.ben, moderator=mia, kind="warn", reason="z", made_at=NOW)]
    Action.objects.bulk_create(later * desk.MOST)
    actions = desk.file_of(people.ben).actions
    assert appealed in actions and first not in actions and len(actions) == desk.MOST + 1
    page = moderator.get(f"/desk/{people.ben.pk}/").content.decode()
    assert f"/desk/appeals/{Appeal.objects.get().pk}/answer/" in page


def test_nothing_is_said_against_what_is_undone_already(people, mia, browser):
    action = moderation.warn(people.ben, mia, "x", NOW)
    moderation.lift(action, mia, "y", NOW)
    answer = browser(people.ben).post(
        f"/actions/{moderation.token_of(action)}/", {"words": "3 + 3"}
    )
    assert answer.status_code == 409 and not Appeal.objects.exists()


def test_who_is_silenced_says_nothing_until_it_is_lifted_or_over(game, people, mia):
    for_a_day = moderation.mute(people.ben, mia, "x", NOW, NOW + DAY)
    for_an_hour = moderation.mute(people.ben, mia, "y", NOW, NOW + DAY / 24)

    def speaks(now) -> bool:
        try:
            say(game_id=game.id, user=people.ben, room="players", phrase="hello", now=now)
        except NotAllowed as refused:
            assert refused.status == 403
            return False
        return True

    assert not speaks(NOW)
    moderation.lift(for_a_day, mia, "z", NOW)
    assert not speaks(NOW), "the other one still holds"
    moderation.lift(for_an_hour, mia, "z", NOW)
    assert speaks(NOW)
    moderation.mute(people.ben, mia, "x", NOW, NOW + DAY)
    assert not speaks(NOW + DAY / 2) and speaks(NOW + DAY)


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("kind", ["suspend", "close"])
def test_who_is_suspended_or_closed_is_signed_out_told_why_and_may_appeal(kind, people, moderator):
    people.ben.set_password(PASSWORD)
    people.ben.save()
    ben = Client()
    assert sign_in(ben, "Ben")
    assert act(moderator, people.ben, kind).status_code == 302
    assert ben.get("/people/settings/").status_code == 302
    answer = ben.post("/accounts/login/", {"login": "Ben", "password": PASSWORD})
    page = answer.content.decode()
    assert answer.status_code == 403 and "Because &lt;b&gt;1 + 1" in page
    address = re.search(r'href="(/actions/[^"]+)"', page)[1]
    assert Client().post(address, {"words": "3 + 3"}).status_code == 302
    wrong = Client().post("/accounts/login/", {"login": "Ben", "password": "wrong"})
    assert "Because" not in wrong.content.decode()
    assert lift(moderator, Action.objects.get(kind=kind)).status_code == 302
    assert sign_in(Client(), "Ben")


def test_of_what_bars_somebody_the_longest_is_told(people, mia):
    for reason, days in (("x", 2), ("y", 1)):
        moderation.suspend(people.ben, mia, reason, NOW, NOW + days * DAY)
    assert moderation.bar_of(people.ben, NOW).reason == "x"
    moderation.close(people.ben, mia, "z", NOW)
    assert moderation.bar_of(people.ben, NOW).reason == "z"


def test_a_suspension_ends_by_itself(people, mia):
    moderation.suspend(people.ben, mia, "x", NOW, NOW + DAY)
    assert moderation.bar_of(people.ben, NOW + DAY / 2)
    assert not moderation.bar_of(people.ben, NOW + DAY)


@pytest.mark.slow
def test_a_name_is_replaced_and_given_back_if_it_is_free(people, moderator):
    assert act(moderator, people.ben, "rename", name="Ada").status_code == 409
    assert act(moderator, people.ben, "rename", name="a b").status_code == 422
    assert act(moderator, people.ben, "rename", name="Better").status_code == 302
    assert moderator.get("/@Better/").status_code == 200
    assert lift(moderator, Action.objects.get()).status_code == 302
    assert User.objects.get(pk=people.ben.pk).username == "Ben"
    assert act(moderator, people.ben, "rename", name="Third").status_code == 302
    User.objects.create_user("Ben")
    before = all_rows()
    assert lift(moderator, Action.objects.order_by("-id")[0]).status_code == 409
    assert all_rows() == before


@pytest.mark.parametrize("is_guest", [False, True])
def test_a_new_name_that_is_pressed_twice_is_given_and_told_once(is_guest, people, moderator):
    person = new_guest("Rude", NOW) if is_guest else people.ben
    before = person.username
    assert act(moderator, person, "rename", name="Better").status_code == 302
    refused = act(moderator, person, "rename", name="Better")
    assert refused.status_code == 409 and is_a_sentence(sentence_of(refused))
    assert Notice.objects.filter(recipient=person).count() == 1
    assert lift(moderator, Action.objects.get()).status_code == 302
    person.refresh_from_db()
    assert person.username == before


def test_a_name_that_a_sign_up_keeps_meanwhile_is_not_given_back(people, moderator):
    assert act(moderator, people.ben, "rename", name="Number-1").status_code == 302
    begin_signup(name="Ben", email="b@example.org", password="x", guest=None, now=timezone.now())
    refused = lift(moderator, Action.objects.get())
    assert refused.status_code == 409 and is_a_sentence(sentence_of(refused))
    people.ben.refresh_from_db()
    assert people.ben.username == "Number-1"


def test_a_guest_keeps_the_mark_of_guests_under_another_name(people, moderator):
    guest = new_guest("Rude", NOW)
    for typed, name in (("Polite", "guest-Polite"), ("guest-Kind", "guest-Kind")):
        assert act(moderator, guest, "rename", name=typed).status_code == 302
        guest.refresh_from_db()
        assert guest.username == name
    new_guest("Zoe", NOW)
    assert act(moderator, guest, "rename", name="Zoe").status_code == 409
    assert act(moderator, guest, "rename", name="a b").status_code == 422


def test_a_guest_is_not_suspended_for_nobody_could_sign_in_to_it_again(moderator):
    guest = create_guest()
    assert act(moderator, guest, "suspend").status_code == 422
    assert not Action.objects.exists()


@pytest.mark.slow
def test_no_account_is_given_the_name_that_its_guest_had(people, moderator):
    guest = new_guest("Rude", NOW)
    act(moderator, guest, "rename", name="Polite")
    take_along(guest, people.cleo, NOW)
    before = all_rows()
    assert lift(moderator, Action.objects.get()).status_code == 409
    assert all_rows() == before


def test_another_time_or_the_same_after_it_was_undone_is_no_second_press(people, moderator):
    for hours in ("1", "1", "720"):
        act(moderator, people.ben, "mute", hours=hours)
    short, long = Action.objects.order_by("id")
    assert long.until - long.made_at == 30 * DAY
    for one in (short, long):
        lift(moderator, one)
    assert moderation.mute_of(people.ben, timezone.now()) is None
    act(moderator, people.ben, "mute", hours="720")
    assert moderation.mute_of(people.ben, timezone.now()) is not None


def test_what_was_told_of_a_guest_stays_when_the_guest_becomes_part_of_an_account(people):
    guest = new_guest("Rude", NOW)
    of_account = told(people.ada, people.cleo, reason="name", words="account")
    told(people.ada, guest, words="guest")
    told(guest, people.ben, words="by the guest")
    told(people.cleo, people.ben, words="by the account")
    take_along(guest, people.cleo, NOW)
    assert {one.words for one in of_account.entries.all()} == {"account", "guest"}
    [mine] = Report.objects.filter(reporter=people.cleo, about=people.ben)
    assert {one.words for one in mine.entries.all()} == {"by the guest", "by the account"}


def test_what_a_guest_and_the_account_told_of_each_other_is_told_of_nobody(people):
    guest = create_guest()
    told(guest, people.ada)
    told(people.ada, guest)
    take_along(guest, people.ada, NOW)
    assert not Report.objects.exists()


def test_who_is_just_deleted_is_not_given_a_name_back(people, mia, moderator, monkeypatch):
    """The undoing waits for the deletion, and sees what became of it."""
    action = moderation.rename(people.ben, mia, "offends", NOW, "Benjamin")
    held = desk_pages.hold_person

    def held_after_the_deletion(pk, game_id):
        delete_account(User.objects.get(pk=pk), NOW)
        return held(pk, game_id)

    monkeypatch.setattr(desk_pages, "hold_person", held_after_the_deletion)
    answer = lift(moderator, action)
    assert answer.status_code == 409 and "There is nobody of this name." in sentence_of(answer)


@pytest.mark.parametrize("kind", ["warn", "annul"])
def test_nothing_is_done_about_nobody(kind, moderator):
    said = {"kind": kind, "reason": "1", "hours": "24", "game": "x"}
    assert moderator.post("/desk/999999/act/", said).status_code == 404


def test_closing_many_reports_asks_as_often_as_closing_one(people, mia):
    counts = []
    for number in (1, 9):
        for one in range(number):
            told(User.objects.create_user(f"r{number}-{one}"), people.ben)
        with CaptureQueriesContext(connection) as asked:
            assert reports.close_reports(about=people.ben, moderator=mia, now=NOW) == number
        counts.append(len(asked))
    assert counts[0] == counts[1], counts


@pytest.mark.slow
def test_nothing_is_done_about_the_staff_and_nothing_is_undone_twice(people, mia, moderator):
    assert act(moderator, mia, "warn").status_code == 403
    User.objects.filter(pk=people.cleo.pk).update(is_staff=True)
    assert act(moderator, people.cleo, "close").status_code == 403
    act(moderator, people.ben, "warn")
    first = Action.objects.get()
    assert lift(moderator, first).status_code == 302
    assert lift(moderator, first).status_code == 409
    assert lift(moderator, Action.objects.get(kind="lift")).status_code == 422


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("who", ["ada", "stranger"])
def test_the_desk_is_for_the_staff_alone(who, people, mia, moderator, browser):
    act(moderator, people.ben, "warn")
    action = Action.objects.get()
    moderation.appeal(action=action, words="1", now=NOW)
    client = browser(people.ada) if who == "ada" else browser()
    before = all_rows()
    expected = 404 if who == "ada" else 302
    for address in ("/desk/", f"/desk/{people.ben.pk}/"):
        assert client.get(address).status_code == expected
    for address in (
        f"/desk/{people.ben.pk}/act/",
        f"/desk/{people.ben.pk}/answer/",
        f"/desk/actions/{action.pk}/lift/",
        f"/desk/appeals/{Appeal.objects.get().pk}/answer/",
    ):
        assert client.post(address, {"reason": "1", "answer": "1"}).status_code == expected
    assert all_rows() == before


# --- what is kept, and what is shown ---


def test_an_archive_tells_own_reports_and_what_was_done_and_no_more(people, moderator, browser):
    told(people.ada, people.ben)
    act(moderator, people.ben, "warn")
    ada, ben = account_of(browser(people.ada)), account_of(browser(people.ben))
    assert [one["words"] for one in ada["reports"]] == ["1 + 2"] and ada["actions"] == []
    assert ben["reports"] == [] and [one["kind"] for one in ben["actions"]] == ["warn"]
    assert "Mia" not in str(ben) and "Ada" not in str(ben)


@pytest.mark.slow
def test_the_log_of_a_deleted_account_keeps_no_name(people, moderator):
    told(people.ada, people.ben)
    act(moderator, people.ben, "warn", reason="Ben did it")
    act(moderator, people.ben, "rename", name="Better", reason="Ben is no name")
    delete_account(User.objects.get(pk=people.ben.pk), NOW)
    assert [(one.kind, one.reason, one.detail) for one in Action.objects.order_by("id")] == [
        ("warn", "", ""), ("rename", "", "")
    ]  # fmt: skip
    assert not Report.objects.exists()
    before = all_rows()
    assert lift(moderator, Action.objects.get(kind="rename")).status_code == 409
    assert act(moderator, people.ben, "close").status_code == 409
    assert all_rows() == before
    with pytest.raises(ObjectDoesNotExist):
        User.objects.get(username__in=["Ben", "Better"])


@pytest.mark.slow
def test_the_log_of_the_administration_keeps_no_address_of_a_deleted_account(people, moderator):
    User.objects.filter(username="Mia").update(is_superuser=True)
    pages = "/staff/account/emailaddress/"
    typed = {"user": people.ben.pk, "email": "benjamin@example.org"}
    assert moderator.post(f"{pages}add/", typed).status_code == 302
    [address] = EmailAddress.objects.filter(user=people.ben)
    confirmed = typed | {"verified": "on"}
    assert moderator.post(f"{pages}{address.pk}/change/", confirmed).status_code == 302
    assert moderator.post(f"{pages}{address.pk}/delete/", {"post": "yes"}).status_code == 302
    done = [str(entry) for entry in LogEntry.objects.order_by("id")]
    assert len(done) == 3 and all("benjamin@" in one and "Ben" in one for one in done)
    delete_account(User.objects.get(pk=people.ben.pk), NOW)
    assert len(LogEntry.objects.all()) == 3
    assert not any("enjamin" in str(one) or "Ben" in str(one) for one in LogEntry.objects.all())


def test_who_has_deleted_the_account_is_told_no_more_of_a_game_that_is_annulled(
    start, people, moderator
):
    game = start(moves=len(WHOLE.moves), rated=True)
    delete_account(people.ben, NOW)
    before = Mail.objects.count()
    done = act(moderator, people.ben, "annul", game=game.id)
    assert "told to the person" not in words_of(moderator.get(done["Location"]))
    undone = lift(moderator, Action.objects.get())
    assert "told to the person" not in words_of(moderator.get(undone["Location"]))
    assert Action.objects.filter(person=people.ben).count() == 2
    assert not Notice.objects.filter(recipient=people.ben).exists()
    assert Mail.objects.count() == before


def test_lines_of_who_deletes_the_account_leave_the_reports_of_others(people):
    lines = [
        {"by": one.username, "by_id": one.pk, "said": "1"} for one in (people.ben, people.cleo)
    ]
    told(people.ada, people.ben, lines=lines)
    delete_account(people.cleo, NOW)
    kept = Report.objects.get().entries.get().lines
    assert "Cleo" not in kept and "Ben" in kept


def test_transparency_counts_what_happened(people, moderator, browser):
    assert "Nothing was reported" in browser().get("/transparency/").content.decode()
    told(people.ada, people.ben)
    told(people.cleo, people.ben)
    act(moderator, people.ben, "warn")
    told(people.cleo, people.ben)
    lift(moderator, Action.objects.get())
    page = re.sub(r"\s+", " ", browser().get("/transparency/").content.decode())
    page = re.sub(r"<[^>]*>", "", page)
    page = re.sub(r"\s+", " ", page)
    assert "What How many Answered Reports 3 2 Warning 1 " in page
    assert "Undone 1 " in page and "Suspension 0 " in page and "Ben" not in page


@pytest.mark.slow
def test_appeals_of_who_is_gone_are_counted_on_and_wait_for_no_answer(people, moderator, browser):
    for reason in ("Ben shouted", "Ben again"):
        act(moderator, people.ben, "warn", reason=reason)
    first, second = Action.objects.order_by("id")
    for action in (first, second):
        moderation.appeal(action=action, words="It was Ben Franklin", now=NOW)
    answered, waiting = first.appeal, second.appeal
    moderator.post(f"/desk/appeals/{answered.pk}/answer/", {"answer": "No, Ben"})
    counted = words_of(browser().get("/transparency/"))
    delete_account(User.objects.get(pk=people.ben.pk), NOW)
    assert words_of(browser().get("/transparency/")) == counted
    assert not any("Ben" in one.words + one.answer for one in Appeal.objects.all())
    assert "No appeal waits for an answer" in words_of(moderator.get("/desk/"))
    page = moderator.get(f"/desk/{people.ben.pk}/").content.decode()
    assert f"/desk/appeals/{waiting.pk}" not in page
    late = moderator.post(f"/desk/appeals/{waiting.pk}/answer/", {"answer": "Yes"})
    assert late.status_code == 404 and not Notice.objects.filter(recipient=people.ben).exists()


@pytest.mark.slow
def test_reports_are_counted_on_when_the_accounts_go(people, moderator, browser):
    told(people.ada, people.ben)
    act(moderator, people.ben, "warn")
    told(people.cleo, people.ben)
    told(people.ben, people.cleo)
    told(people.cleo, people.ada)
    counted = words_of(browser().get("/transparency/"))
    assert "Reports 4 1 " in counted
    for gone in (people.ben, people.cleo):
        delete_account(User.objects.get(pk=gone.pk), NOW)
        assert words_of(browser().get("/transparency/")) == counted
    assert not Report.objects.exists()


# --- names and accounts that are gone ---


def test_a_guest_keeps_the_name_that_the_staff_gave_until_it_is_undone(moderator, browser, db):
    guest = new_guest("Nasty", NOW)
    own = browser(guest)
    assert act(moderator, guest, "rename", name="Calm").status_code == 302
    refused = own.post("/people/name/", {"name": "Nasty"})
    guest.refresh_from_db()
    assert refused.status_code == 422 and guest.username == "guest-Calm"
    assert "The staff gave you this name" in words_of(refused)
    lift(moderator, Action.objects.get())
    assert own.post("/people/name/", {"name": "Other"}).status_code == 302


def test_no_name_that_a_sign_up_keeps_is_given(moderator, people, browser, settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    wanted = {"username": "Zoe", "email": "zoe@example.org", "password1": PASSWORD}
    browser().post("/accounts/signup/", wanted)
    assert act(moderator, people.ben, "rename", name="Zoe").status_code == 409


def test_no_name_is_given_back_that_looks_like_anothers_by_now(moderator, people):
    User.objects.filter(pk=people.ben.pk).update(username="Lulu1")
    act(moderator, people.ben, "rename", name="Harmless")
    User.objects.create_user("LuluI")
    refused = lift(moderator, Action.objects.get(lifts=None))
    assert refused.status_code == 409 and "looks like it" in sentence_of(refused)
    assert User.objects.get(pk=people.ben.pk).username == "Harmless"


@pytest.mark.slow
def test_who_is_gone_says_nothing_any_more(moderator, people, browser):
    act(moderator, people.ben, "warn")
    action = Action.objects.get()
    address = f"/actions/{moderation.token_of(action)}/"
    assert browser().get(address).status_code == 200
    delete_account(people.ben, NOW)
    assert browser().get(address).status_code == 404
    assert browser().post(address, {"words": "It was Ben Franklin"}).status_code == 404
    with pytest.raises(Refused):  # looked up before the account was deleted
        moderation.appeal(action=action, words="It was Ben Franklin", now=NOW)
    assert not Appeal.objects.exists()


@pytest.mark.slow
def test_who_is_suspended_and_has_a_second_factor_is_told_after_it(moderator, people, browser):
    people.ben.set_password(PASSWORD)
    people.ben.save()
    give_second_factor(people.ben)
    act(moderator, people.ben, "suspend")
    client = browser()
    answer = client.post("/accounts/login/", {"login": "Ben", "password": PASSWORD})
    assert answer["Location"].startswith("/accounts/2fa/authenticate/")
