"""Chance on the whole way of a write, on both kinds of database: see tests/oracle/machine.py."""

import pytest

from tests.faults import Figures
from tests.servers import Server
from tests.tiers import some_of, times

from .at_once import printed

pytestmark = [pytest.mark.system, pytest.mark.long]

HISTORIES = some_of(6, 6, 250)
PARTS = times(1, 1, 10)
SCRIPT = """
from tests.oracle import machine
for name, count in machine.run(ROUNDS, 30, part=PART).items():
    print(name.replace(" ", "_"), count)
"""


@pytest.mark.fault("F13")
@pytest.mark.parametrize("part", range(PARTS))
def test_on_each_database_what_people_do_is_stored_as_the_rules_say(
    part: int, unserved: Server, figures: Figures
) -> None:
    script = SCRIPT.replace("PART", str(part))
    words = printed(unserved, script, figures.add("histories", HISTORIES))
    for name, count in zip(words[::2], words[1::2], strict=True):
        figures.add(name.replace("_", " "), int(count))
