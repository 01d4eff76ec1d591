"""What people are told: each thing once, with what happened, and to nobody else."""

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import notices
from accounts.models import Mail, Notice, User
from accounts.services import create_guest, make_computers
from games.background.housekeeping import CHORES, Housekeeping
from games.computers.roster import GENTLEST
from games.models import Game, GameSettings, Review
from games.services.computer_games import start_against_computers
from games.services.deadlines import flag_fallen
from games.services.invitations import (
    accept_invitation,
    cancel_invitation,
    create_invitation,
    decline_invitation,
)
from games.services.moves import play_move
from games.services.notices import tell_reviewed
from games.services.outages import beat
from games.services.rematches import want_rematch
from games.services.reminders import remind
from games.services.reviews import store_reviewed_move
from games.services.start import start_game
from games.store import presence

from .helpers import WHOLE, post_move, words_of

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
Kind = Notice.Kind


def move(game, user, text="pass", now=None):
    game.refresh_from_db()
    now = now or timezone.now()
    return play_move(game_id=game.id, user=user, ply=game.ply + 1, text=text, now=now)


def told(user) -> list[str]:
    """The kinds of what this person was told and has not read, in order."""
    return [one.kind for one in Notice.objects.filter(recipient=user, read_at=None).order_by("id")]


def rows(user) -> list[tuple[str, bool]]:
    found = Notice.objects.filter(recipient=user).order_by("id")
    return [(one.kind, one.read_at is not None) for one in found]


def read_all(*users):
    for user in users:
        Notice.objects.filter(recipient=user).update(read_at=timezone.now())


# --- turns ---


def test_a_turn_by_correspondence_is_told_to_who_is_to_move_and_to_nobody_else(game, people):
    assert told(people.ada) == [Kind.TURN] and told(people.ben) == []
    move(game, people.ada)
    assert told(people.ada) == [] and told(people.ben) == [Kind.TURN]


def test_however_long_a_game_is_each_player_has_one_row_about_its_turns(game, people):
    for number in range(4):
        move(game, (people.ada, people.ben)[number % 2], "swap 1" if number == 9 else "pass")
        if Game.objects.get(pk=game.pk).ended_at:
            break
    turns = Notice.objects.filter(subject=f"turn.{game.id}")
    assert turns.count() == 2


def test_the_same_move_posted_again_tells_nothing_again(game, people):
    first = move(game, people.ada)
    read_all(people.ben)
    again = play_move(game_id=game.id, user=people.ada, ply=1, text="pass", now=timezone.now())
    assert again.pk == first.pk and told(people.ben) == []


def test_who_has_the_table_open_has_read_whose_turn_it_is(game, people, monkeypatch):
    there = frozenset({presence.Seated(1, True, False)})
    monkeypatch.setattr(presence.players, "members_now", lambda key: there)
    move(game, people.ada)
    assert told(people.ben) == [] and (Kind.TURN, True) in rows(people.ben)


def test_a_live_game_tells_no_turns_and_its_end(live, people):
    assert not Notice.objects.exists()
    move(live, people.ada, now=live.turn_began_at)
    assert not Notice.objects.exists()
    move(live, people.ben, "resign", now=live.turn_began_at)
    assert told(people.ada) == told(people.ben) == [Kind.OVER]


@pytest.fixture
def alone(people):
    """A game of Ada against a computer, by correspondence, in which Ada is to move."""
    make_computers()
    settings = GameSettings("numerica")
    for number in range(64):
        game = start_against_computers(
            settings, user=people.ada, computers=[GENTLEST], now=timezone.now(), seed=bytes([number] * 32)
        )  # fmt: skip
        if game.turn == 0:
            return game
    raise AssertionError


def test_a_game_against_a_computer_tells_neither_turns_nor_its_result(alone, people):
    move(alone, people.ada)
    move(alone, alone.players.get(seat=1).user)
    move(alone, people.ada, "resign")
    assert not Notice.objects.exists()


def test_but_that_its_time_runs_out_and_that_it_ran_out(alone, people):
    alone.refresh_from_db()
    assert remind(alone.reminder_at) == 1 and told(people.ada) == [Kind.TIME]
    flag_fallen(game_id=alone.id, now=alone.deadline_at)
    assert told(people.ada) == [Kind.OVER]
    assert not Notice.objects.filter(recipient__is_computer=True).exists()


def test_a_move_against_a_computer_settles_the_reminder(alone, people):
    alone.refresh_from_db()
    remind(alone.reminder_at)
    move(alone, people.ada)
    assert told(people.ada) == []


def test_guests_are_told_as_well(people):
    guest = create_guest()
    game = start_game(GameSettings("numerica"), users=[guest, people.ada], seed=bytes(32), now=timezone.now())  # fmt: skip
    assert told([guest, people.ada][game.turn]) == [Kind.TURN]


# --- time ---


def test_a_quarter_of_the_time_before_its_end_who_is_to_move_is_reminded_once(game, people):
    began, deadline = game.turn_began_at, game.deadline_at
    assert game.reminder_at == began + (deadline - began) * 3 / 4
    read_all(people.ada)
    assert remind(game.reminder_at - timedelta(seconds=1)) == 0 and told(people.ada) == []
    assert remind(game.reminder_at) == 1 and told(people.ada) == [Kind.TIME]
    read_all(people.ada)
    assert remind(game.reminder_at + DAY / 8) == 0 and told(people.ada) == []
    assert len(rows(people.ada)) == 1 and rows(people.ben) == []


def test_a_reminder_that_comes_after_the_end_of_the_time_is_none(game, people):
    read_all(people.ada)
    remind(game.deadline_at)
    assert told(people.ada) == []


def test_the_next_turn_has_a_reminder_of_its_own(game, people):
    remind(game.reminder_at)
    move(game, people.ada, now=game.reminder_at)
    assert told(people.ada) == []
    game.refresh_from_db()
    assert game.reminder_at is not None
    remind(game.reminder_at)
    assert told(people.ben) == [Kind.TIME]


def test_a_live_game_and_one_that_is_over_remind_nobody(live, game, people):
    assert live.reminder_at is None
    move(game, people.ada, "resign")
    game.refresh_from_db()
    assert game.reminder_at is None and remind(timezone.now() + 9 * DAY) == 0


def test_an_outage_puts_the_reminder_off(game):
    began = game.turn_began_at
    beat(lambda: began)
    beat(lambda: began + DAY)
    game.refresh_from_db()
    assert game.deadline_at == began + 4 * DAY and game.reminder_at == began + DAY + 2.25 * DAY


def test_to_remind_asks_one_question_where_nobody_is_to_be_reminded(start, people):
    for _ in range(3):
        start()
    with CaptureQueriesContext(connection) as seen:
        remind(timezone.now())
    assert len(seen) == 1


# --- invitations ---


def invite(people, *invitees, **more):
    settings = more.pop("settings", GameSettings("numerica"))
    return create_invitation(settings, inviter=people.ada, invitees=invitees, now=timezone.now(), **more)  # fmt: skip


def test_an_invitation_by_name_its_answer_and_nothing_twice(people):
    invitation = invite(people, people.ben)
    assert told(people.ben) == [Kind.INVITED] and told(people.ada) == []
    game = accept_invitation(invitation_id=invitation.id, user=people.ben, now=timezone.now())
    assert Kind.INVITED not in told(people.ben)
    assert Kind.ACCEPTED in told(people.ada)
    read_all(people.ada, people.ben)
    assert (
        accept_invitation(invitation_id=invitation.id, user=people.ben, now=timezone.now()) == game
    )
    assert told(people.ada) == told(people.ben) == []


def test_of_several_the_inviter_hears_of_each_and_all_hear_of_the_beginning(people):
    settings = GameSettings("equate", options="players=3")
    invitation = invite(people, settings=settings)
    accept_invitation(invitation_id=invitation.id, user=people.ben, now=timezone.now())
    assert told(people.ada) == [Kind.ACCEPTED]
    accept_invitation(invitation_id=invitation.id, user=people.cleo, now=timezone.now())
    assert told(people.ada).count(Kind.ACCEPTED) == 2
    assert told(people.ben).count(Kind.ACCEPTED) == 1 and Kind.ACCEPTED not in told(people.cleo)


def test_a_no_is_told_to_the_inviter(people):
    invitation = invite(people, people.ben)
    decline_invitation(invitation_id=invitation.id, user=people.ben, now=timezone.now())
    assert told(people.ada) == [Kind.DECLINED] and told(people.ben) == []


def test_who_is_not_invited_any_more_is_told_nothing(people):
    invitation = invite(people, people.ben)
    cancel_invitation(invitation_id=invitation.id, user=people.ada, now=timezone.now())
    assert rows(people.ben) == rows(people.ada) == []


def test_a_seek_tells_nobody(people):
    seek = invite(people, is_listed=True, settings=GameSettings("numerica", time_control="300+5"))
    accept_invitation(invitation_id=seek.id, user=people.ben, now=timezone.now())
    assert not Notice.objects.exists()


def test_a_seat_of_a_seek_that_is_given_back_is_told_to_nobody(people):
    settings = GameSettings("equate", options="players=3", time_control="300+5")
    seek = invite(people, is_listed=True, settings=settings)
    accept_invitation(invitation_id=seek.id, user=people.ben, now=timezone.now())
    decline_invitation(invitation_id=seek.id, user=people.ben, now=timezone.now())
    assert seek.seats.filter(user=None).count() == 2
    assert not Notice.objects.exists() and not Mail.objects.exists()


@pytest.mark.slow
def test_a_rematch_is_offered_in_a_notice_unless_the_table_is_open(start, people, monkeypatch):
    ended = start(moves=len(WHOLE.moves))
    read_all(people.ada, people.ben)
    want_rematch(game_id=ended.id, user=people.ada, now=timezone.now())
    assert told(people.ben) == [Kind.REMATCH] and told(people.ada) == []
    Notice.objects.all().delete()
    want_rematch(game_id=ended.id, user=people.ben, now=timezone.now())
    assert Kind.ACCEPTED in told(people.ada)
    other = start(moves=len(WHOLE.moves))
    read_all(people.ben)
    there = frozenset({presence.Seated(1, True, False)})
    monkeypatch.setattr(presence.players, "members_now", lambda key: there)
    want_rematch(game_id=other.id, user=people.ada, now=timezone.now())
    assert told(people.ben) == []


# --- ends and reviews ---


def test_the_end_is_told_to_all_once_and_settles_the_turn(game, people):
    move(game, people.ada, "resign")
    assert told(people.ada) == told(people.ben) == [Kind.OVER]


@pytest.mark.slow
def test_the_end_says_the_result_and_what_it_did_to_the_rating(start, people, browser):
    start(moves=len(WHOLE.moves), rated=True)
    said = words_of(browser(people.ada).get("/notices/"))
    assert "You won, " in said and "against Ben" in said
    assert "Your rating: 1216 (+16.00)" in said
    assert "(−16.00)" in words_of(browser(people.ben).get("/notices/"))


def finish_review(game, by=1):
    review = Review.objects.get(pk=game.id)
    for _ in range(by):
        for ply in range(1, review.moves + 1):
            store_reviewed_move(game_id=game.id, ply=ply, seat=0, found=None, now=timezone.now())


@pytest.mark.slow
def test_a_review_that_is_ready_is_told_once_however_many_end_it(start, people):
    game = start(moves=len(WHOLE.moves))
    read_all(people.ada, people.ben)
    finish_review(game)
    assert told(people.ada) == told(people.ben) == [Kind.REVIEWED]
    read_all(people.ada, people.ben)
    finish_review(game)
    assert told(people.ada) == told(people.ben) == []
    assert Notice.objects.filter(kind=Kind.REVIEWED).count() == 2


# --- in the transaction ---


def test_what_is_rolled_back_was_told_to_nobody(game, people):
    before = list(Notice.objects.values())
    with pytest.raises(RuntimeError), transaction.atomic():
        move(game, people.ada)
        move(game, people.ben, "resign")
        assert told(people.ada) == [Kind.OVER]
        raise RuntimeError
    assert list(Notice.objects.values()) == before


@pytest.mark.django_db(transaction=True)
def test_nothing_is_told_outside_of_a_transaction(people):
    notice = Notice(recipient=people.ada, kind=Kind.TURN, subject="x", happened_at=timezone.now())
    with pytest.raises(RuntimeError):
        notices.write([notice])


def test_a_move_costs_one_write_more(game, people, browser):
    """Nothing else in a post asks for notices: the answer is a redirect."""
    client = browser(people.ada)
    with CaptureQueriesContext(connection) as seen:
        assert post_move(client, game, "pass").status_code == 302
    about = [query["sql"] for query in seen if "accounts_notice" in query["sql"]]
    assert len(about) == 1 and about[0].startswith("INSERT")


# --- read, kept, forgotten ---


@pytest.mark.slow
def test_opening_a_game_marks_what_is_told_about_it_as_read(start, people, browser):
    game, other = start(), start()
    client = browser(people.ada)
    assert 'Notices: 2 unread"' in client.get("/about/").content.decode()
    page = client.get(f"/games/{game.id}/").content.decode()
    assert 'Notices: 1 unread"' in page
    assert Notice.objects.get(subject=f"turn.{other.id}").read_at is None
    browser(people.cleo).get(f"/games/{other.id}/")
    assert told(people.ada) == [Kind.TURN]


@pytest.mark.slow
def test_the_review_of_a_game_against_a_computer_is_told_to_nobody(alone, people):
    """Its player asks for it on the page, and waits there."""
    read_all(people.ada)
    tell_reviewed(alone.id, timezone.now())
    assert told(people.ada) == []


def test_opening_an_invitation_or_a_review_marks_it(start, people, browser):
    invitation = invite(people, people.ben)
    browser(people.ben).get(f"/invitations/{invitation.id}/")
    assert told(people.ben) == []
    game = start(moves=len(WHOLE.moves))
    finish_review(game)
    browser(people.ben).get(f"/games/{game.id}/review/")
    assert told(people.ben) == []


@pytest.mark.parametrize("others", [99, 100, 101])
@pytest.mark.parametrize("is_newest", [True, False])
def test_who_opens_a_game_has_read_what_was_told_of_it_however_much_else_is_unread(
    others, is_newest, start, people, browser
):
    start()
    about_it, now = Notice.objects.get(recipient=people.ada), timezone.now()
    game_id = about_it.game_id
    rest = [
        Notice(recipient=people.ada, person=people.ben, kind=Kind.FOLLOWED, subject=f"follows.{number}",
               happened_at=now)
        for number in range(others)
    ]  # fmt: skip
    about_it.delete()
    about_it.pk = None
    Notice.objects.bulk_create([*rest, about_it] if is_newest else [about_it, *rest])
    page = browser(people.ada).get(f"/games/{game_id}/").content.decode()
    assert Notice.objects.get(game=game_id, recipient=people.ada).read_at is not None
    assert told(people.ada) == [Kind.FOLLOWED] * others
    assert f'Notices: {min(others, 100)} unread"' in page


@pytest.mark.slow
def test_a_page_asks_once_and_a_stranger_never(start, people, browser):
    game = start()
    for address in ("/", "/about/", "/notices/", f"/games/{game.id}/"):
        for client, most in ((browser(people.ben), 1), (browser(people.cleo), 1), (browser(), 0)):
            client.get(address)
            with CaptureQueriesContext(connection) as seen:
                client.get(address)
            counts = [one["sql"] for one in seen if '"read_at" IS NULL' in one["sql"]]
            assert len(counts) == most, (address, counts)


@pytest.mark.slow
def test_the_list_is_read_page_by_page_and_by_nobody_else(people, browser):
    now = timezone.now()
    with transaction.atomic():
        notices.write(
            [
                Notice(recipient=people.ada, person=people.ben, kind=Kind.FOLLOWED, subject=f"follows.{number}",
                       happened_at=now - timedelta(minutes=number // 3))
                for number in range(70)
            ]
        )  # fmt: skip
    client, seen, address = browser(people.ada), [], "/notices/"
    while address:
        page = client.get(address).content.decode()
        seen.append(page.count("Ben follows you now."))
        following = page.partition("?after=")[2].partition('"')[0]
        address = f"/notices/?after={following}" if following else ""
    assert seen == [30, 30, 10]
    assert "follows" not in words_of(browser(people.ben).get("/notices/"))
    assert client.get("/notices/?after=nonsense").status_code == 422
    assert client.get("/notices/?after=2026-11-22T00:00:00Z_x").status_code == 422


@pytest.mark.slow
def test_a_page_of_notices_costs_the_same_for_many_games_as_for_few(start, people, browser):
    client = browser(people.ada)

    def cost():
        with CaptureQueriesContext(connection) as seen:
            client.get("/notices/")
        return len(seen)

    start(moves=len(WHOLE.moves))
    start()
    client.get("/notices/")
    few = cost()
    for _ in range(6):
        start(moves=len(WHOLE.moves))
        start()
    assert cost() == few


def test_all_are_read_at_one_press_but_those_that_came_since(start, people, browser):
    client, until = browser(people.ada), None
    start()
    page = client.get("/notices/").content.decode()
    until = page.partition('name="until" value="')[2].partition('"')[0]
    start()
    assert client.post("/notices/read/", {"until": until}).status_code == 302
    assert len(told(people.ada)) == 1


def test_what_cannot_be_read_marks_nothing(game, people, browser):
    for said in ("", "yesterday", "2026-11-22"):
        assert browser(people.ada).post("/notices/read/", {"until": said}).status_code == 422
    assert browser().get("/notices/").status_code == 302
    assert browser().post("/notices/read/", {"until": "x"}).status_code == 302
    assert browser(people.ada).get("/notices/read/").status_code == 405
    assert told(people.ada) == [Kind.TURN]


def test_a_turn_that_is_over_is_not_listed(game, people, browser):
    assert "It is your turn in Numerica against Ben." in words_of(
        browser(people.ada).get("/notices/")
    )
    move(game, people.ada)
    assert "Nothing has happened yet" in words_of(browser(people.ada).get("/notices/"))


def test_no_sentence_knows_a_tile(start, people, browser):
    """Rows of games are read without what is secret."""
    start(moves=3)
    with CaptureQueriesContext(connection) as seen:
        browser(people.ben).get("/notices/")
    games = [one["sql"] for one in seen if 'FROM "games_game"' in one["sql"]]
    assert games
    for secret in ("state", "seed", "initial_state"):
        assert not any(f'"games_game"."{secret}"' in sql for sql in games)


def tidy_up():
    """All chores, each until nothing is left."""
    tidying = Housekeeping()
    for _ in range(3 * len(CHORES)):
        tidying.tidy()


def test_what_is_sixty_days_old_is_dropped(game, people):
    now = timezone.now()
    Notice.objects.update(happened_at=now - notices.KEPT_FOR + timedelta(hours=1))
    tidy_up()
    assert Notice.objects.count() == 1
    Notice.objects.update(happened_at=now - notices.KEPT_FOR - timedelta(hours=1))
    tidy_up()
    assert Notice.objects.count() == 0


def test_reminding_is_a_chore_of_every_half_minute():
    [reminding] = [chore for chore in CHORES if chore.do is remind]
    assert reminding.every == 30


def test_nobody_who_has_left_is_told_anything(game, people):
    User.objects.filter(pk=people.ben.pk).update(is_active=False)
    move(game, people.ada)
    assert rows(people.ben) == []
