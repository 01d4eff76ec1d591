"""By which plans the database answers; to be called in a shell on a database of some thousand rows."""

from collections.abc import Callable
from typing import Any

from django.db import connection

QUICK_IN_SMALL_TABLES = ("seqscan", "hashjoin", "mergejoin")
"""Ways that PostgreSQL rightly prefers in a table of some thousand rows, and not in a large one:
what it still scans without them is led by no index."""


def plan_as_in_large_tables() -> None:
    """Let the database count its rows, and plan as if there were many more of them."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        if connection.vendor == "postgresql":
            for way in QUICK_IN_SMALL_TABLES:
                cursor.execute(f"SET enable_{way} = off")


def plans_of(read: Callable[[], object]) -> list[str]:
    """The plan of each query by which something is read."""
    explain = "EXPLAIN" if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN"
    plans: list[str] = []

    def explained(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        execute(f"{explain} {sql}", params, many, context)
        plans.append(" ".join(str(row[-1]) for row in context["cursor"].fetchall()))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(explained):
        read()
    return plans
