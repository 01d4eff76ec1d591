"""The same steps of a lesson are done many times at once, while an account goes or comes along."""

import pytest

from tests.faults import Figures
from tests.servers import Server
from tests.system.at_once import printed
from tests.tiers import times

pytestmark = [pytest.mark.system, pytest.mark.wider, pytest.mark.fault("F5")]

RACE = """
from django.utils import timezone
from accounts.models import User
from accounts.services import create_guest
from games.models import LearnedStep
from games.services.learning import keep_steps
from numerica_site.account_services import delete_account
from numerica_site.account_services import take_along
from tests.system.at_once import do_at_once

def keep(user, names):
    keep_steps(user=user, key="numerica", names=names, now=timezone.now())

for turn in range(ROUNDS):
    stays, goes, owner = (User.objects.create_user(f"{name}{turn}") for name in "abc")
    guest = create_guest()
    jobs = [(keep, user, names) for user in (stays, goes, owner, guest) for names in (["equals"], ["equals", "true"])]
    do_at_once([*jobs, (delete_account, goes, timezone.now()), (take_along, guest, owner, timezone.now())])
    kept = list(LearnedStep.objects.values_list("user", "step"))
    for user in (stays, owner):
        assert sorted(step for who, step in kept if who == user.pk) == ["equals", "true"], kept
    assert not {goes.pk, guest.pk} & {who for who, _ in kept}, kept
print("DONE")
"""


@pytest.mark.long
def test_a_step_done_many_times_at_once_is_kept_once_and_not_for_deleted_accounts(
    unserved: Server,
    figures: Figures,
) -> None:
    assert printed(unserved, RACE, figures.add("rounds", times(2, 3, 40))) == ["DONE"]
