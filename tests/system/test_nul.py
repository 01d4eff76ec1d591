"""A NUL, which PostgreSQL takes in no text, is refused in a sentence."""

from pathlib import Path

import pytest

from tests.prepared import prepared_database
from tests.private_servers import PrivatePostgres
from tests.servers import Server
from tests.system.at_once import printed

pytestmark = pytest.mark.system

ASK = """
from django.test import Client
from accounts.models import User

ada, ben = (User.objects.create_user(name) for name in ("Ada", "Ben"))
client = Client(raise_request_exception=False, SERVER_NAME="localhost")
client.force_login(ada, "django.contrib.auth.backends.ModelBackend")
report = {"reason": "words", "words": "1"}
for answer in (
    client.get("/people/report/", {"game": chr(0)}),
    client.get("/@Ben/report/", {"game": f"a{chr(0)}b"}),
    client.post("/@Ben/report/", report | {"game": chr(0)}),
    client.post("/notices/push/end/", {"endpoint": f"https://push.example/{chr(0)}"}),
):
    print(answer.status_code, b"could not make sense" in answer.content)
for name in ("sessionid", "csrftoken", "django_language", "theme"):
    stranger = Client(raise_request_exception=False, SERVER_NAME="localhost")
    cookie = f'{name}="{"a" * 32}' + chr(92) + '000"'
    print(stranger.get("/accounts/login/", HTTP_COOKIE=cookie).status_code)
"""


def test_a_nul_in_what_is_asked_is_no_fault_of_the_server(
    postgres: PrivatePostgres, tmp_path: Path
) -> None:
    site = Server(tmp_path, prepared_database(postgres))
    assert printed(site, ASK, 1) == ["400", "True"] * 4 + ["200"] * 4
