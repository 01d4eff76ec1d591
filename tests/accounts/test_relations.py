"""Following, blocking and private notes: what the services promise."""

import pytest
from django.core import mail
from django.utils import timezone

from accounts import notice_choices, notices, relations
from accounts.models import Block, Follow, Note, Notice, User
from accounts.plain_text import cleaned
from accounts.relations import Refused
from accounts.services import create_guest, make_computers
from numerica_site.account_services import delete_account, take_along
from tests.accounts.account_data import account_of
from tests.games.helpers import all_rows
from tests.games.mailed import confirm, deliver

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def follow(one: User, other: User) -> bool:
    return relations.follow(follower=one, followed=other, now=NOW)


def block(one: User, other: User) -> bool:
    return relations.block(blocker=one, blocked=other, now=NOW)


def note(one: User, other: User, text: str) -> str:
    return relations.write_note(writer=one, about=other, text=text, now=NOW)


def refused(status: int, do, *arguments) -> str:
    """The sentence with which it is refused; nothing has changed."""
    before = all_rows()
    with pytest.raises(Refused) as said:
        do(*arguments)
    assert said.value.status == status and all_rows() == before
    return said.value.sentence


def test_a_follow_is_new_once_and_ends_when_it_is_taken_back(people):
    assert follow(people.ada, people.ben) and not follow(people.ada, people.ben)
    assert [(one.follower, one.followed) for one in Follow.objects.all()] == [
        (people.ada, people.ben)
    ]
    relations.unfollow(follower=people.ada, followed=people.ben)
    relations.unfollow(follower=people.ada, followed=people.ben)
    assert not Follow.objects.exists()


@pytest.mark.slow
def test_who_is_followed_is_told_once_and_has_read_it_on_the_page_of_who_follows(people, browser):
    for _ in range(2):
        follow(people.ada, people.ben)
        relations.unfollow(follower=people.ada, followed=people.ben)
    [told] = Notice.objects.all()
    assert (told.recipient, told.kind, told.person) == (people.ben, "followed", people.ada)
    client = browser(people.ben)
    client.get("/@Cleo/")
    assert Notice.objects.get().read_at is None
    assert "Ada follows you now." in client.get("/notices/").content.decode()
    client.get("/@Ada/")
    assert Notice.objects.get().read_at is not None


def test_a_block_undoes_the_follows_of_both_and_of_nobody_else(people):
    ada, ben, cleo = people.ada, people.ben, people.cleo
    for one, other in ((ada, ben), (ben, ada), (cleo, ben), (ada, cleo)):
        follow(one, other)
    assert block(ada, ben) and not block(ada, ben)
    left = {(one.follower, one.followed) for one in Follow.objects.all()}
    assert left == {(cleo, ben), (ada, cleo)}


@pytest.mark.parametrize("blocker, blocked", [("ada", "ben"), ("ben", "ada")])
def test_who_was_followed_and_is_apart_by_now_is_mailed_nothing_of_it(blocker, blocked, people):
    confirm(people.ben)
    notice_choices.choose(people.ben.pk, {(Notice.Kind.FOLLOWED, "email"): True})
    follow(people.ada, people.ben)
    follow(people.cleo, people.ben)
    block(getattr(people, blocker), getattr(people, blocked))
    assert notices.count_unread([people.ben.pk]) == {people.ben.pk: 1}
    assert deliver()
    assert [letter.subject for letter in mail.outbox] == ["Numerica: Cleo follows you now."]


def test_who_is_followed_no_more_before_the_mail_goes_is_mailed_nothing_of_it(people):
    confirm(people.ben)
    notice_choices.choose(people.ben.pk, {(Notice.Kind.FOLLOWED, "email"): True})
    follow(people.ada, people.ben)
    follow(people.cleo, people.ben)
    relations.unfollow(follower=people.ada, followed=people.ben)
    assert deliver()
    assert [letter.subject for letter in mail.outbox] == ["Numerica: Cleo follows you now."]


def test_who_is_followed_again_before_the_mail_goes_is_mailed_once(people):
    confirm(people.ben)
    notice_choices.choose(people.ben.pk, {(Notice.Kind.FOLLOWED, "email"): True})
    follow(people.ada, people.ben)
    relations.unfollow(follower=people.ada, followed=people.ben)
    follow(people.ada, people.ben)
    assert deliver()
    assert [letter.subject for letter in mail.outbox] == ["Numerica: Ada follows you now."]


@pytest.mark.parametrize("blocker, follower", [("ada", "ben"), ("ada", "ada")])
def test_neither_of_two_apart_can_follow_the_other(blocker, follower, people):
    block(people.ada, people.ben)
    one = getattr(people, follower)
    other = people.ben if one == people.ada else people.ada
    said = refused(403, follow, one, other)
    assert "block" not in said


def test_two_who_blocked_each_other_stay_apart_until_both_undo_it(people):
    block(people.ada, people.ben)
    block(people.ben, people.ada)
    relations.unblock(blocker=people.ada, blocked=people.ben)
    assert relations.are_apart([people.ada.pk, people.ben.pk])
    assert relations.apart_from(people.ada.pk) == {people.ben.pk}
    relations.unblock(blocker=people.ben, blocked=people.ada)
    assert not relations.are_apart([people.ada.pk, people.ben.pk])


@pytest.mark.parametrize("do", [follow, block])
def test_nobody_does_it_to_oneself_or_to_a_computer(do, people):
    make_computers()
    refused(422, do, people.ada, people.ada)
    refused(422, do, people.ada, User.objects.get(username="Acorn"))


def test_guests_neither_follow_nor_are_followed_and_may_block(people):
    guest = create_guest()
    refused(403, follow, guest, people.ada)
    refused(422, follow, people.ada, guest)
    assert block(guest, people.ada) and block(people.ben, guest)


@pytest.mark.slow
def test_who_has_left_is_followed_and_blocked_no_more(people):
    User.objects.filter(pk=people.ben.pk).update(is_active=False)
    for do in (follow, block):
        assert "left" in refused(409, do, people.ada, people.ben)


@pytest.mark.slow
def test_nobody_does_it_to_more_people_than_the_most(people, monkeypatch):
    monkeypatch.setattr(relations, "MOST", 1)
    for do, what in (follow, "people"), (block, "people"), (lambda *two: note(*two, "x"), "notes"):
        do(people.ada, people.ben)
        assert f"1 {what} are the most" in refused(409, do, people.ada, people.cleo)
        relations.forget(people.ada)
    note(people.ada, people.ben, "x")
    assert note(people.ada, people.ben, "y") == "y"  # its place is there already


# --- notes ---


def test_a_note_is_replaced_and_without_text_it_is_gone(people):
    note(people.ada, people.ben, "plays fast")
    note(people.ada, people.ben, "plays very fast")
    note(people.ben, people.ada, "slow")
    assert Note.objects.get(writer=people.ada).text == "plays very fast"
    assert note(people.ada, people.ben, " \u202e\n ") == ""
    assert [one.text for one in Note.objects.all()] == ["slow"]


def test_a_note_may_have_five_hundred_characters_after_cleaning_and_no_more(people):
    assert len(note(people.ada, people.ben, "é" * 500 + "\x00\u202e\r\n")) == 500
    assert "501" in refused(422, note, people.ada, people.ben, "é" * 501)


@pytest.mark.parametrize(
    "typed, kept",
    [
        ("a\r\nb\rc\u2028d", "a\nb\nc\nd"),
        ("a\tb\x00\x07\x1b[31m", "a b[31m"),
        ("\u202eevil\u2066 \u200f\u061c", "evil"),
        ("zero\u200bwidth\ufeff\u2060", "zerowidth"),
        ("tag\U000e0041\U000e007f", "tag"),
        ("half\ud800", "half"),
        ("private\ue000 \u180e and  soft\u00ad", "private and soft"),
        ("Z" + "\u0335" * 40 + "\nZ" + "\u0335", "Z" + "\u0335" * 3 + "\nZ" + "\u0335"),
        ("\u3164\n\u0301 \u200d", ""),
        ("👩\u200d🔬 שלום", "👩\u200d🔬 שלום"),
        ("<b>&amp;</b>", "<b>&amp;</b>"),
    ],
)
def test_what_cannot_be_seen_or_turns_the_writing_is_left_out(typed, kept):
    assert cleaned(typed) == kept


# --- people who go, and what they take along ---


def entangled(people) -> None:
    """Ada has something to do with everybody in every way."""
    ada, ben, cleo = people.ada, people.ben, people.cleo
    follow(ada, ben)
    follow(cleo, ada)
    block(ada, create_guest("guest-xy1"))
    block(create_guest("guest-xy2"), ada)
    note(ada, ben, "hers")
    note(ben, ada, "his")


def test_the_export_has_what_is_ones_own_and_nothing_that_others_keep_to_themselves(
    people, browser
):
    entangled(people)
    said = account_of(browser(people.ada))
    names = {
        key: [one["name"] for one in said[key]] for key in ("following", "followers", "blocked")
    }
    assert names == {"following": ["Ben"], "followers": ["Cleo"], "blocked": ["guest-xy1"]}
    assert [(one["name"], one["text"]) for one in said["notes"]] == [("Ben", "hers")]
    assert "his" not in str(said["notes"]) and "guest-xy2" not in str(said)


def test_nothing_is_left_of_who_deletes_the_account(people):
    entangled(people)
    follow(people.cleo, people.ben)
    delete_account(people.ada, NOW)
    assert [(one.follower, one.followed) for one in Follow.objects.all()] == [
        (people.cleo, people.ben)
    ]
    assert not Block.objects.exists() and not Note.objects.exists()


def test_an_account_takes_the_blocks_and_notes_of_the_guest_along(people):
    guest = create_guest()
    block(guest, people.ben)
    block(people.cleo, guest)
    block(people.ada, guest)
    follow(people.ada, people.ben)
    note(guest, people.ben, "the guest’s")
    note(guest, people.cleo, "the guest’s")
    note(people.ada, people.cleo, "the account’s")
    note(people.ben, guest, "about the guest")
    take_along(guest, people.ada, NOW)
    assert {(one.blocker, one.blocked) for one in Block.objects.all()} == {
        (people.ada, people.ben),
        (people.cleo, people.ada),
    }
    assert not Follow.objects.exists()
    assert {(one.writer, one.about, one.text) for one in Note.objects.all()} == {
        (people.ada, people.ben, "the guest’s"),
        (people.ada, people.cleo, "the account’s"),
        (people.ben, people.ada, "about the guest"),
    }


def test_what_a_guest_and_the_account_wrote_about_each_other_is_a_note_about_nobody(people):
    guest = create_guest()
    note(guest, people.ada, "the account")
    note(people.ada, guest, "the guest")
    take_along(guest, people.ada, NOW)
    assert not Note.objects.exists()
