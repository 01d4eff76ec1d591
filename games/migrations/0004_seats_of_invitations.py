"""An invitation has a row for each seat; whom it was meant for is the one its seat is kept for."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def seat_people(apps, schema_editor):
    """Every invitation until now has two seats: the inviter's and the one that is offered."""
    seats = apps.get_model("games", "InvitationSeat").objects
    for invitation in apps.get_model("games", "Invitation").objects.iterator():
        user_id, accepted_at = invitation.invitee_id, None
        if invitation.game_id is not None:
            players = invitation.game.players.exclude(user=invitation.inviter_id)
            user_id = players.values_list("user", flat=True).get()
            accepted_at = invitation.game.started_at
        seats.create(
            invitation=invitation,
            seat=0,
            user_id=invitation.inviter_id,
            accepted_at=invitation.created_at,
        )
        seats.create(invitation=invitation, seat=1, user_id=user_id, accepted_at=accepted_at)


def name_invitees(apps, schema_editor):
    """Back to two seats; what offers more than two is no invitation any more."""
    invitations = apps.get_model("games", "Invitation").objects
    larger = apps.get_model("games", "InvitationSeat").objects.filter(seat__gt=1)
    invitations.filter(pk__in=list(larger.values_list("invitation", flat=True))).delete()
    for seat in apps.get_model("games", "InvitationSeat").objects.filter(seat=1).iterator():
        invitations.filter(pk=seat.invitation_id).update(invitee=seat.user_id)


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0003_stock_in_the_state"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="InvitationSeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("accepted_at", models.DateTimeField(null=True)),
                ("invitation", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="games.invitation")),
                ("user", models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name="seats_offered", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "ordering": ["seat"],
                "constraints": [
                    models.UniqueConstraint(fields=("invitation", "seat"), name="one_offer_a_seat"),
                    models.UniqueConstraint(fields=("invitation", "user"), name="one_offered_seat_a_user"),
                    models.CheckConstraint(condition=models.Q(("accepted_at", None), ("user__isnull", False), _connector="OR"), name="somebody_took_a_taken_seat"),
                ],
            },
        ),
        migrations.RunPython(seat_people, name_invitees),
    ]
