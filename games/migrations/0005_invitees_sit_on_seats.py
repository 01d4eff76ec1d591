"""Whom an invitation is meant for stands at its seats alone.

A step of its own: PostgreSQL alters no table in the transaction that filled it.
"""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [("games", "0004_seats_of_invitations")]

    operations = [migrations.RemoveField(model_name="invitation", name="invitee")]
