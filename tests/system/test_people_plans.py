"""Lists of people are led by an index, on both kinds of database, however many people there are."""

import pytest

from tests.servers import Server
from tests.system.at_once import printed

pytestmark = pytest.mark.system

PLANS = """
from django.utils import timezone
from accounts import directory
from accounts.models import Block, Follow, User
from tests.system.explained import plan_as_in_large_tables, plans_of

User.objects.bulk_create(User(username=f"person{number:04}") for number in range(ROUNDS))
ada, *others = User.objects.filter(username__startswith="person").order_by("pk")
now = timezone.now()
pairs = [(one, ada) for one in others[:40]] + list(zip(others, others[1:], strict=False))
Follow.objects.bulk_create(Follow(follower=a, followed=b, created_at=now) for a, b in pairs)
Block.objects.bulk_create(Block(blocker=a, blocked=b, created_at=now) for a, b in pairs)
plan_as_in_large_tables()

for read, index in (
    (lambda: directory.people_named("PERSON0", "person0500", None), "person_by_name"),
    (lambda: directory.followers_of(ada.pk, None), "follow_by_followed"),
    (lambda: directory.followed_by(others[5].pk, None), "follow_by_follower"),
    (lambda: directory.blocked_by(others[5].pk, None), "block_by_blocker"),
):
    plans = plans_of(read)
    assert index in plans[0], (index, plans)
    assert "Seq Scan" not in plans[0] and "SCAN" not in plans[0], (index, plans)
print("DONE")
"""


@pytest.mark.long
def test_people_are_found_and_listed_by_an_index(unserved: Server) -> None:
    assert printed(unserved, PLANS, 3000) == ["DONE"]
