"""Which shape the environment chooses for what thinks."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

ELSEWHERE = {"DATABASE_URL": "postgres://nobody@localhost/none", "REDIS_URL": "redis://localhost/0"}


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run this in a process of its own with these settings."""
    wanted = os.environ | {"DJANGO_SETTINGS_MODULE": "numerica_site.settings"} | environment
    return subprocess.run(
        [sys.executable, "-c", code], env=wanted, capture_output=True, text=True, timeout=120
    )


def test_the_embedded_shape_loads_no_celery_and_no_broker_is_asked_for():
    told = run("import sys, numerica_site.asgi; print('celery' in sys.modules)")
    assert told.stdout == "False\n", told.stderr


def test_the_environment_alone_leaves_thinking_to_workers():
    code = "import numerica_site.asgi as site; print(*site.what_thinks)"
    assert run(code).stdout == "computers adviser analyst reviewer deep reviewer\n"
    assert run(code, NUMERICA_WORKERS="celery", **ELSEWHERE).stdout == "nudges\n"


@pytest.mark.parametrize(
    "environment",
    [
        {"NUMERICA_WORKERS": "celery"},
        {"NUMERICA_WORKERS": "celery", "REDIS_URL": ELSEWHERE["REDIS_URL"]},
        {"NUMERICA_WORKERS": "many", **ELSEWHERE},
    ],
)
def test_workers_without_what_they_stand_on_are_refused(environment):
    told = run("import numerica_site.settings", **environment)
    assert "NUMERICA_WORKERS=celery takes DATABASE_URL and REDIS_URL" in told.stderr


def test_a_worker_holds_back_what_hangs_or_dies():
    code = (
        "from numerica_site.workers import app; c = app.conf; print(c.task_acks_late,"
        " c.task_reject_on_worker_lost, c.task_ignore_result, c.worker_prefetch_multiplier,"
        " c.worker_lost_wait < 1, 0 < c.task_time_limit < c.broker_transport_options['visibility_timeout'],"
        " list(c.task_queues))"
    )
    told = run(code, NUMERICA_WORKERS="celery", **ELSEWHERE)
    queues = "['urgent', 'analysis', 'review', 'later', 'deep']"
    assert told.stdout == f"True True True 1 True True {queues}\n", told.stderr


def test_a_worker_trusts_no_redis_with_a_certificate_of_nobody_knows_whom():
    code = (
        "from numerica_site.workers import app; told = app.connection_for_write();"
        " print(told.ssl and told.ssl['ssl_cert_reqs'].name)"
    )
    for address, asked in [
        ("rediss://localhost/0", "CERT_REQUIRED"),
        ("redis://localhost/0", "False"),
    ]:
        told = run(code, NUMERICA_WORKERS="celery", **(ELSEWHERE | {"REDIS_URL": address}))
        assert told.stdout == f"{asked}\n", told.stderr
