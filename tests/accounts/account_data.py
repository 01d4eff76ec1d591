"""Accounts that have data, and the archive of an account as a test reads it."""

import io
import json
import re
import zipfile

from django.test import Client

from accounts.models import User

PASSWORD = "seven+eight=15"
DELETED = re.compile(r"deleted-[a-z2-9]{6}")


def files_of(response) -> dict[str, str]:
    """The files of the archive that was answered."""
    assert response.status_code == 200 and response["Content-Type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(response.getvalue())) as archive:
        assert archive.testzip() is None and len(set(archive.namelist())) == len(archive.namelist())
        return {name: archive.read(name).decode() for name in archive.namelist()}


def export_of(client) -> dict[str, str]:
    return files_of(client.post("/people/export/"))


def account_of(client) -> dict:
    return json.loads(export_of(client)["account.json"])


def signed_in(client: Client) -> User | None:
    """Who this browser's session belongs to."""
    pk = client.session.get("_auth_user_id")
    return User.objects.filter(pk=pk).first()


def sign_in(client, login="Ada", password=PASSWORD) -> bool:
    client.post("/accounts/login/", {"login": login, "password": password})
    return "_auth_user_id" in client.session


def delete(client):
    response = client.post("/people/delete/", {"password": PASSWORD})
    assert response.status_code == 302 and response["Location"] == "/"
    return response
