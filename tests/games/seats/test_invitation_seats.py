"""Invitations to games of more than two: every seat is free, kept for somebody, or taken."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from accounts.models import Notice, User
from games.models import Game, Invitation
from games.services.errors import NotAllowed
from numerica_site.account_services import delete_account
from tests.games.helpers import JSON, all_rows, sentence_of, words_of
from tests.games.seats import accept, address, decline

pytestmark = pytest.mark.django_db


def seats(made: Invitation) -> list[str]:
    """`Ada` sits, `(Ben)` is awaited, `-` is free."""
    return [
        "-" if seat.user is None else str(seat.user) if seat.accepted_at else f"({seat.user})"
        for seat in made.seats.select_related("user")
    ]


# --- filling up ---


def test_the_inviter_sits_on_seat_1_and_the_rest_is_free(invite):
    assert seats(invite()) == ["Ada", "-", "-"]
    assert seats(invite(options="players=2")) == ["Ada", "-"]


@pytest.mark.slow
def test_seats_are_taken_in_order_and_the_last_one_starts_the_game(people, invite, browser):
    made = invite(time_control="7d")
    first = browser(people.cleo).post(address(made, "accept"))
    assert first["Location"] == address(made) and seats(made) == ["Ada", "Cleo", "-"]
    assert not Game.objects.exists()
    last = browser(people.ben).post(address(made, "accept"))
    game = Game.objects.get()
    assert last["Location"] == f"/games/{game.id}/"
    assert [player.user for player in game.players.all()] == [people.ada, people.cleo, people.ben]
    assert (game.key, game.options, game.time_control) == ("race", "", "7d")
    made.refresh_from_db()
    assert (made.status, made.game) == (Invitation.Status.ACCEPTED, game)


def test_a_seat_that_is_kept_is_taken_by_whom_it_is_kept_for_alone(people, dov, invite):
    made = invite(invitees=[people.ben])
    assert seats(made) == ["Ada", "(Ben)", "-"]
    assert accept(made, people.cleo) is None and seats(made) == ["Ada", "(Ben)", "Cleo"]
    with pytest.raises(NotAllowed) as denied:
        accept(made, dov)
    assert denied.value.status == 409 and "kept for somebody else" in str(denied.value)
    assert accept(made, people.ben).players.count() == 3


def test_where_all_seats_are_kept_the_link_is_for_somebody_else(people, dov, invite, browser):
    made = invite(invitees=[people.ben, people.cleo])
    response = browser(dov).post(address(made, "accept"))
    assert response.status_code == 403 and "somebody else" in sentence_of(response)
    said = words_of(browser(dov).get(address(made)))
    assert "An invitation for Ben, Cleo to Race" in said and "Take a seat" not in said


@pytest.mark.slow
def test_who_comes_after_the_last_seat_is_told_so(people, dov, invite, browser):
    made = invite()
    accept(made, people.ben)
    accept(made, people.cleo)
    client = browser(dov)
    before = all_rows()
    response = client.post(address(made, "accept"), **JSON)
    assert response.status_code == 409
    assert response.json()["message"] == "Every seat is taken and the game has started."
    assert browser().post(address(made, "accept")).status_code == 409
    assert all_rows() == before


@pytest.mark.slow
def test_asking_twice_for_a_seat_takes_one_and_says_the_same(people, invite, browser):
    made, client = invite(), browser(people.ben)
    first = client.post(address(made, "accept"))
    before = all_rows()
    assert client.post(address(made, "accept"))["Location"] == first["Location"] == address(made)
    assert all_rows() == before
    accept(made, people.cleo)
    game = Game.objects.get()
    assert client.post(address(made, "accept"))["Location"] == f"/games/{game.id}/"


def test_no_database_gives_somebody_two_seats_or_a_seat_to_two(people, invite):
    made = invite(invitees=[people.ben])
    for seat in ({"user": people.ben, "seat": 3}, {"user": people.cleo, "seat": 1}):
        with pytest.raises(IntegrityError), transaction.atomic():
            made.seats.create(**seat)
    with pytest.raises(IntegrityError), transaction.atomic():
        made.seats.filter(user=None).update(accepted_at=timezone.now())


@pytest.mark.slow
def test_more_people_than_seats_are_not_invited(people, dov, invite):
    before = all_rows()
    with pytest.raises(ValueError), transaction.atomic():
        invite(invitees=[people.ben, people.cleo, dov])
    assert all_rows() == before


def test_a_guest_takes_a_seat_of_a_casual_game_and_none_of_a_rated_one(invite, browser):
    client, casual, rated = browser(), invite(), invite(rated=True)
    client.post(address(casual, "accept"))
    assert casual.seats.get(seat=1).user.is_guest
    assert client.post(address(rated, "accept")).status_code == 403
    assert seats(rated) == ["Ada", "-", "-"]


# --- giving back ---


@pytest.mark.slow
def test_a_seat_can_be_given_back_until_the_game_starts(people, invite, browser):
    made, client = invite(), browser(people.ben)
    client.post(address(made, "accept"))
    assert "Give the seat back" in words_of(client.get(address(made)))
    assert client.post(address(made, "decline"))["Location"] == "/"
    assert seats(made) == ["Ada", "-", "-"]
    accept(made, people.cleo)
    accept(made, people.ben)
    before = all_rows()
    response = client.post(address(made, "decline"))
    assert response.status_code == 409 and "has started" in sentence_of(response)
    assert all_rows() == before


def test_who_declines_frees_the_seat_for_others(people, dov, invite):
    made = invite(invitees=[people.ben, people.cleo])
    decline(made, people.ben)
    assert seats(made) == ["Ada", "-", "(Cleo)"]
    accept(made, dov)
    assert seats(made) == ["Ada", "Dov", "(Cleo)"]
    made.refresh_from_db()
    assert made.status == Invitation.Status.OPEN


def test_the_inviter_gives_no_seat_back_but_withdraws_the_whole(people, invite, browser):
    made = invite()
    accept(made, people.ben)
    client = browser(people.ada)
    assert client.post(address(made, "decline")).status_code == 403
    client.post(address(made, "cancel"))
    with pytest.raises(NotAllowed, match="withdrawn"):
        accept(made, people.cleo)
    assert not Game.objects.exists()


def test_nobody_sits_down_when_the_time_is_over(people, invite):
    made = invite(now=timezone.now() - timedelta(days=14))
    with pytest.raises(NotAllowed, match="expired"):
        accept(made, people.ben)
    assert seats(made) == ["Ada", "-", "-"]


# --- those who leave the site ---


def test_who_leaves_the_site_frees_the_seats_and_takes_own_invitations_along(people, dov, invite):
    taken, kept = invite(), invite(invitees=[people.ben])
    accept(taken, people.ben)
    own = invite(inviter=people.ben, invitees=[people.cleo])
    for_two = invite(options="players=2", invitees=[people.ben])
    delete_account(people.ben, timezone.now())
    assert set(Invitation.objects.all()) == {taken, kept}
    assert seats(taken) == seats(kept) == ["Ada", "-", "-"]
    assert not Invitation.objects.filter(pk__in=[own.id, for_two.id]).exists()
    accept(taken, people.cleo)
    assert accept(taken, dov).players.count() == 3


def test_who_has_sat_down_is_told_when_the_inviter_leaves_the_site(people, invite, browser):
    made = invite(invitees=[people.ben])
    accept(made, people.cleo)
    delete_account(people.ada, timezone.now())
    said = words_of(browser(people.cleo).get(address(made)))
    assert "This invitation was withdrawn." in said and "Ada" not in said
    assert "Give the seat back" not in said
    assert not Notice.objects.filter(recipient=people.ben, invitation=made).exists()
    response = browser(people.ben).post(address(made, "accept"))
    assert response.status_code == 409 and "withdrawn" in sentence_of(response)


def act(moderator, person: User, kind: str) -> None:
    said = {"kind": kind, "reason": "1 + 1 = 3", "hours": "24"}
    assert moderator.post(f"/desk/{person.pk}/act/", said).status_code == 302


@pytest.mark.slow
def test_where_an_account_is_closed_the_seats_are_free_and_an_invitation_for_two_is_declined(
    people, dov, invite, moderator
):
    taken, kept = invite(), invite(invitees=[people.ben])
    accept(taken, people.ben)
    for_two = invite(inviter=people.cleo, options="players=2", invitees=[people.ben])
    act(moderator, people.ben, "close")
    assert seats(taken) == seats(kept) == ["Ada", "-", "-"]
    accept(kept, people.cleo)
    assert accept(kept, dov).players.count() == 3
    for_two.refresh_from_db()
    assert for_two.status == Invitation.Status.DECLINED
    assert Notice.objects.filter(recipient=people.cleo, kind="declined", person=people.ben).exists()


def test_who_is_suspended_keeps_the_seats_that_are_kept(people, invite, moderator):
    taken, kept = invite(), invite(invitees=[people.ben])
    accept(taken, people.ben)
    act(moderator, people.ben, "suspend")
    assert (seats(taken), seats(kept)) == (["Ada", "-", "-"], ["Ada", "(Ben)", "-"])


def test_who_is_suspended_is_not_invited_anew(people, moderator, browser):
    act(moderator, people.ben, "suspend")
    asked = {"key": "numerica", "to": "name", "name": "Ben", "time": "3d"}
    answer = browser(people.ada).post("/invitations/new/", asked)
    assert answer.status_code == 422 and "Ben cannot be invited." in words_of(answer)
    assert not Invitation.objects.exists()


# --- from two seats to many, and back ---


@pytest.fixture
def migrated():
    """Migrate the games of the database; the models as they are then. In the end all is as before."""
    latest = MigrationExecutor(connection).loader.graph.leaf_nodes()

    def to(name: str):
        executor = MigrationExecutor(connection)
        executor.migrate([("games", name)])
        models = executor.loader.project_state([("games", name)]).apps
        return lambda model: models.get_model("games", model).objects

    yield to
    MigrationExecutor(connection).migrate(latest)


def store_invitations_of_before(rows, people, now) -> None:
    """One with a link, one for Ben by name, and one that Cleo has accepted."""
    game = rows("Game").create(
        key="race", days_per_move=3, seed="", state="{}", started_at=now, changed_at=now
    )
    for seat, user in enumerate((people.ada, people.cleo)):
        game.players.create(user_id=user.pk, seat=seat)
    for name, settings in {
        "link": {},
        "named": {"invitee_id": people.ben.pk},
        "accepted": {"game": game, "status": "accepted"},
    }.items():
        inviter = {"key": "race", "inviter_id": people.ada.pk, "days_per_move": 3}
        times = {"created_at": now, "expires_at": now}
        rows("Invitation").create(id=name, **inviter, **times, **settings)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_invitations_for_two_get_their_seats_by_migration_and_lose_them_when_migrated_back(
    people, migrated
):
    now = timezone.now()
    store_invitations_of_before(migrated("0003_stock_in_the_state"), people, now)
    found = {
        made.id: [(s.seat, s.user_id, s.accepted_at) for s in made.seats.order_by("seat")]
        for made in migrated("0005_invitees_sit_on_seats")("Invitation").all()
    }
    ada = (0, people.ada.pk, now)
    assert found == {
        "link": [ada, (1, None, None)],
        "named": [ada, (1, people.ben.pk, None)],
        "accepted": [ada, (1, people.cleo.pk, now)],
    }
    back = migrated("0003_stock_in_the_state")
    named = dict(back("Invitation").values_list("id", "invitee"))
    assert named == {"link": None, "named": people.ben.pk, "accepted": people.cleo.pk}
    for model in ("Invitation", "Player", "Game"):
        back(model).all().delete()
