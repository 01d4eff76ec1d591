"""What every answer of the site carries, how it refuses, and how it is set up for production."""

import json
import os
import re
import runpy
import subprocess
import sys

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.urls import path

from numerica_site.urls import handler400, handler403, handler404
from numerica_site.urls import urlpatterns as site_urls

from .games.helpers import HTMX, JSON, ROOT, WHOLE, all_rows, post_move, sentence_of

pytestmark = pytest.mark.django_db

TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))


def broken(request):
    raise RuntimeError("a secret in a message")


urlpatterns = [path("broken/", broken), *site_urls]
__all__ = ["handler400", "handler403", "handler404", "urlpatterns"]


# --- headers ---

CSP = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
    "object-src": "'none'",
}


@pytest.fixture
def answers(start, people, browser, settings):
    """One answer of each kind and status."""
    settings.ROOT_URLCONF = __name__
    game, ended = start(moves=2), start(moves=len(WHOLE.moves))
    ada, nobody = browser(people.ada), browser(raise_request_exception=False)
    page = f"/games/{game.id}/"
    return {
        "page": nobody.get("/"),
        "table": ada.get(page),
        "zones": ada.get(f"{page}live/"),
        "verdict": ada.post(f"{page}check/", {"text": "pass"}),
        "json": ada.post(f"{page}check/", {"text": "pass"}, **JSON),
        "illegal": post_move(ada, game, "8A 1"),
        "illegal, live": post_move(ada, game, "8A 1", **HTMX),
        "stale": post_move(ada, game, "pass", ply=1),
        "not a player": post_move(nobody, game, "pass"),
        "moved": post_move(ada, game, "pass"),
        "record": nobody.get(f"/games/{ended.id}/record/"),
        "unknown": nobody.get("/nowhere/"),
        "method": nobody.put("/"),
        "token": Client(enforce_csrf_checks=True).post("/people/theme/"),
        "host": nobody.get("/", HTTP_HOST="evil.example"),
        "large": nobody.post("/people/theme/", "x" * 70_000, "text/plain"),
        "sign in": nobody.get("/accounts/login/"),
        "staff": nobody.get("/staff/"),
        "health": nobody.get("/healthz"),
        "broken": nobody.get("/broken/"),
    }


def test_every_answer_carries_the_headers_of_safety(answers, logged):
    for name, response in answers.items():
        policy = dict(
            part.strip().split(" ", 1) for part in response["Content-Security-Policy"].split(";")
        )
        assert policy == CSP, name
        assert response["X-Content-Type-Options"] == "nosniff", name
        assert response["Referrer-Policy"] == "same-origin", name
        assert response["Cross-Origin-Opener-Policy"] == "same-origin", name
        assert "no-store" in response["Cache-Control"], name
        assert "camera=()" in response["Permissions-Policy"], name
        assert "Server" not in response and "X-Powered-By" not in response, name


def test_every_answer_has_the_status_it_should_have(answers):
    assert {name: response.status_code for name, response in answers.items()} == {
        "page": 200, "table": 200, "zones": 200, "verdict": 200, "json": 200, "illegal": 422, "illegal, live": 422,
        "stale": 409, "not a player": 403, "moved": 302, "record": 200, "unknown": 404, "method": 405, "token": 403,
        "host": 400, "large": 413, "sign in": 200, "staff": 302, "health": 200, "broken": 500,
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", ["unknown", "method", "token", "host", "large", "not a player"])
def test_a_refusal_is_a_friendly_page(name, answers):
    html = answers[name].content.decode()
    assert len(re.findall("<h1[ >]", html)) == 1 and 'class="btn" href="/"' in html
    assert sentence_of(answers[name]).endswith(".")
    assert "<title>" in html and "site.css" in html and 'lang="en"' in html


@pytest.mark.slow
def test_a_fault_of_ours_is_admitted_and_shows_nothing(answers, logged):
    html = answers["broken"].content.decode()
    assert "Every move the site has acknowledged is safe" in html
    assert "secret" not in html and "Traceback" not in html and "RuntimeError" not in html


def test_a_program_gets_its_refusals_as_json(start, browser):
    answers = [
        browser().get("/nowhere/", **JSON),
        browser().put("/", **JSON),
        browser().post("/people/theme/", "x" * 70_000, "text/plain", **JSON),
        Client(enforce_csrf_checks=True).post("/people/theme/", **JSON),
    ]
    for response, status in zip(answers, (404, 405, 413, 403), strict=True):
        said = json.loads(response.content)
        assert (
            response.status_code == status and said["ok"] is False and said["message"].endswith(".")
        )


def test_cookies_are_not_for_scripts_or_other_sites(browser):
    client = browser()
    client.post("/people/guest/")
    client.get("/")
    assert {name for name in client.cookies} == {"sessionid", "csrftoken"}
    for morsel in client.cookies.values():
        assert morsel["httponly"] and morsel["samesite"] == "Lax"


def test_health_says_ok_and_changes_nothing(client):
    before = all_rows()
    assert client.get("/healthz").content == b"ok\n"
    assert all_rows() == before


# --- templates and files ---


@pytest.mark.slow
@pytest.mark.parametrize(
    "template", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT / "templates"))
)
def test_no_template_needs_an_unsafe_policy_or_trusts_a_value(template):
    text = template.read_text()
    is_mail = template.parent.name == "mails"  # no policy of ours reaches it, and no style sheet
    assert is_mail or not re.search(r"\sstyle\s*=", text)
    assert "<style" not in text
    assert not re.search(r"<script(?![^>]*\ssrc=)[^>]*>", text)
    assert not re.search(r"\son[a-z]+\s*=\s*[\"']", text) and "javascript:" not in text
    assert not re.search(r"\|\s*safe|autoescape\s+off|safeseq|hx-on|hx-vals=.js", text)
    assert not re.search(r'(src|href|action)="(https?:)?//', text)


@pytest.mark.slow
@pytest.mark.parametrize(
    "template", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT / "templates"))
)
def test_every_static_file_a_template_names_is_there(template):
    for name in re.findall(r"{% (?:static|script) ['\"]([^'\"]+)['\"] %}", template.read_text()):
        assert finders.find(name), name


@pytest.mark.slow(cases="all")
@pytest.mark.django_db(transaction=True)  # closing a file's answer closes stale connections too
@pytest.mark.parametrize("who", ["ada", None])
def test_every_file_that_a_page_asks_for_is_served(who, start, people, browser):
    game, client = start(moves=1), browser(who and getattr(people, who))
    for page in ("/", f"/games/{game.id}/", "/accounts/login/", "/rules/numerica/"):
        for name in re.findall(
            r'(?:src|href)="(/static/[^"]+)"', client.get(page).content.decode()
        ):
            response = client.get(name)
            assert response.status_code == 200, name
            response.close()


def test_no_file_of_ours_fetches_from_elsewhere():
    texts = (".css", ".js", ".svg")
    for file in (one for one in (ROOT / "static").rglob("*") if one.suffix in texts):
        text = file.read_text()
        assert not re.search(
            r"url\((?!['\"]?(data:|#|[\w./-]+['\"]?\)))|@import(?! url\(\"css/)|eval\(|innerHTML\s*=",
            text,
        ), file.name
        assert not re.search(r"https?://(?!www\.w3\.org/)", text), file.name


# --- production ---

SETTINGS = ROOT / "numerica_site/settings.py"
PRODUCTION = {
    "SITE_URL": "https://numerica.example",
    "SECRET_KEY": "k3y-of-the-tests-with-more-than-fifty-characters-in-it-0123456789",
    "STAFF_PATH": "0a1b2c3d4e5f60718293a4b5c6d7e8f9",
    "NUMERICA_TRUSTED_PROXIES": "1",
}


def manage(*words: str, tmp_path, **environment: str) -> subprocess.CompletedProcess:
    """manage.py in a fresh process whose environment is only this."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return subprocess.run(
        [sys.executable, "-W", "error::DeprecationWarning:numerica_site", "manage.py", *words],
        cwd=ROOT,
        env=kept | {"NUMERICA_VAR": str(tmp_path)} | environment,
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.mark.slow
def test_a_command_loads_neither_a_server_nor_redis(tmp_path):
    """Those take as long as all the rest."""
    asked = "import sys; print([each for each in ('daphne', 'twisted', 'redis') if each in sys.modules])"
    result = manage("shell", "-v", "0", "-c", asked, tmp_path=tmp_path)
    assert result.stdout == "[]\n", result.stderr


@pytest.mark.slow
def test_the_server_for_development_has_sockets(tmp_path):
    """It is daphne's: Django's own has no option to do without ASGI."""
    assert "--noasgi" in manage("runserver", "--help", tmp_path=tmp_path).stdout


@pytest.mark.slow
def test_production_passes_the_deployment_check(tmp_path):
    result = manage("check", "--deploy", "--fail-level", "WARNING", tmp_path=tmp_path, **PRODUCTION)
    assert result.returncode == 0, result.stderr
    assert "no issues" in result.stdout + result.stderr


@pytest.mark.slow
def test_the_deployment_check_would_find_something(tmp_path):
    result = manage("check", "--deploy", "--fail-level", "WARNING", tmp_path=tmp_path)
    assert result.returncode == 1 and "SECURE_SSL_REDIRECT" in result.stderr


@pytest.mark.parametrize("missing", [None, ""])
def test_production_does_not_start_without_a_secret(missing, tmp_path):
    environment = PRODUCTION | {"SECRET_KEY": ""}
    if missing is None:
        del environment["SECRET_KEY"]
    result = manage("check", tmp_path=tmp_path, **environment)
    assert result.returncode != 0
    assert "SECRET_KEY" in result.stderr.strip().splitlines()[-1]
    assert not (tmp_path / "secret_key").exists()


@pytest.mark.parametrize(
    "path",
    ["", "staff", "/admin/", "a1" * 16, "the-desk-of-the-administration", "0a1b2c3d4e5f", "e" * 9],
)
def test_production_does_not_start_with_a_path_of_the_staff_that_can_be_guessed(
    path, tmp_path, monkeypatch
):
    environment = PRODUCTION | {"NUMERICA_VAR": str(tmp_path), "STAFF_PATH": path}
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured, match="STAFF_PATH"):
        runpy.run_path(str(ROOT / "numerica_site/settings.py"))


def test_a_setting_that_is_left_empty_is_as_if_it_were_not_there(tmp_path, monkeypatch):
    given = PRODUCTION | {"NUMERICA_VAR": str(tmp_path)}
    others = set(re.findall(r'env\.\w+\(\s*"(\w+)"', SETTINGS.read_text())) - given.keys()
    for name in others:
        monkeypatch.delenv(name, raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    without = runpy.run_path(str(SETTINGS))
    for name in others:
        monkeypatch.setenv(name, "")
    empty = runpy.run_path(str(SETTINGS))
    assert len(others) > 15 and empty["TICKER_IS_ON"] and empty["LIMITS_ARE_ON"]
    for name in filter(str.isupper, empty):
        assert empty[name] == without[name], name


def settings_with(monkeypatch, tmp_path, **environment: str) -> dict:
    """What the settings make of production with this environment."""
    for name, value in (PRODUCTION | {"NUMERICA_VAR": str(tmp_path)} | environment).items():
        monkeypatch.setenv(name, value)
    return runpy.run_path(str(SETTINGS))


@pytest.mark.parametrize(
    "written",
    ["HTTPS://numerica.example", "https://Numerica.Example/", "https://numerica.example:443"],
)
def test_the_address_of_the_site_is_taken_as_browsers_write_it(written, tmp_path, monkeypatch):
    found = settings_with(monkeypatch, tmp_path, SITE_URL=written)
    assert found["IS_PRODUCTION"] and found["SESSION_COOKIE_SECURE"]
    assert found["WEBSOCKET_ORIGINS"] == ["https://numerica.example"]
    assert found["ALLOWED_HOSTS"] == ["numerica.example"]


@pytest.mark.parametrize(
    "written",
    ["numerica.example", "https:/numerica.example", "ftp://a.example", "https://a.example/games"],
)
def test_an_address_of_the_site_that_leads_elsewhere_starts_nothing(written, tmp_path, monkeypatch):
    with pytest.raises(ImproperlyConfigured, match="SITE_URL"):
        settings_with(monkeypatch, tmp_path, SITE_URL=written)


def test_a_password_in_an_address_may_have_a_hash(tmp_path, monkeypatch):
    found = settings_with(
        monkeypatch,
        tmp_path,
        EMAIL_URL="smtp+tls://ada:se#1@mail.example:587",
        DATABASE_URL="postgres://ada:5#cret@db.example/numerica",
        REDIS_URL="redis://:5#cret@redis.example:6379/0",
    )
    mail = [found[f"EMAIL_{name}"] for name in ("HOST", "PORT", "HOST_USER", "HOST_PASSWORD")]
    assert mail == ["mail.example", 587, "ada", "se#1"]
    database = found["DATABASES"]["default"]
    assert (database["HOST"], database["PASSWORD"]) == ("db.example", "5#cret")
    assert found["REDIS_URL"] == "redis://:5%23cret@redis.example:6379/0"


def test_a_database_may_have_several_hosts(tmp_path, monkeypatch):
    several = "postgres://ada:secret@a.example:5432,b.example:5433/numerica"
    found = settings_with(monkeypatch, tmp_path, DATABASE_URL=several)
    database = found["DATABASES"]["default"]
    assert (database["HOST"], database["PORT"]) == ("a.example,b.example", "5432,5433")


@pytest.mark.parametrize("name", ["EMAIL_URL", "DATABASE_URL", "REDIS_URL"])
def test_an_address_that_cannot_be_read_is_named_without_its_password(name, tmp_path, monkeypatch):
    with pytest.raises(ImproperlyConfigured, match=name) as fault:
        settings_with(monkeypatch, tmp_path, **{name: "smtp://ada:se/cret@mail.example:587"})
    assert "cret" not in str(fault.value) and fault.value.__cause__ is None


@pytest.mark.slow
def test_the_embedded_shape_makes_a_secret_and_keeps_it_to_itself(tmp_path):
    assert manage("check", tmp_path=tmp_path).returncode == 0
    kept = tmp_path / "secret_key"
    first = kept.read_text()
    assert len(first) > 50 and kept.stat().st_mode & 0o077 == 0
    manage("check", tmp_path=tmp_path)
    assert kept.read_text() == first


ASK = """
import json
from django.test import Client
client = Client(HTTP_HOST="numerica.example")
plain = client.get("/healthz")
secure = client.get("/healthz", secure=True)
proxied = client.get("/healthz", HTTP_X_FORWARDED_PROTO="https")
from django.conf import settings
from django.urls import is_valid_path, reverse
hidden = settings.STAFF_PATH
paths = ["/desk/", "/desk/1/", "/staff/", "/staff/login/", f"/{hidden}desk/", f"/{hidden}staff/"]
print(json.dumps({
    "plain": [plain.status_code, plain["Location"]],
    "secure": secure.status_code,
    "hsts": secure["Strict-Transport-Security"],
    "proxied": proxied.status_code,
    "hosts": settings.ALLOWED_HOSTS,
    "cookies": [settings.SESSION_COOKIE_NAME, settings.SESSION_COOKIE_SECURE, settings.CSRF_COOKIE_NAME,
                settings.CSRF_COOKIE_SECURE],
    "origins": settings.WEBSOCKET_ORIGINS,
    "mail": settings.ACCOUNT_EMAIL_VERIFICATION,
    "debug": settings.DEBUG,
    "staff": [bool(is_valid_path(path)) for path in paths],
    "strangers": client.get(f"/{hidden}desk/", secure=True)["Location"],
    "told": hidden in client.get("/robots.txt", secure=True).content.decode(),
    "desk": reverse("desk"),
}))
"""


@pytest.mark.slow
def test_production_is_https_only_and_known_under_one_name(tmp_path):
    result = manage("shell", "-v", "0", "-c", ASK, tmp_path=tmp_path, **PRODUCTION)
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout) == {
        "plain": [301, "https://numerica.example/healthz"],
        "secure": 200,
        "hsts": "max-age=31536000; includeSubDomains; preload",
        "proxied": 200,
        "hosts": ["numerica.example"],
        "cookies": ["__Host-sessionid", True, "__Host-csrftoken", True],
        "origins": ["https://numerica.example"],
        "mail": "mandatory",
        "debug": False,
        "staff": [False, False, False, False, True, True],
        "strangers": f"/accounts/login/?next=/{PRODUCTION['STAFF_PATH']}/desk/",
        "told": False,
        "desk": f"/{PRODUCTION['STAFF_PATH']}/desk/",
    }


@pytest.mark.slow
def test_what_is_on_by_default_is_what_the_tests_switch_off(tmp_path):
    ask = "from django.conf import settings as s; print(s.TICKER_IS_ON, bool(s.ACCOUNT_RATE_LIMITS), s.DEBUG)"
    result = manage("shell", "-v", "0", "-c", ask, tmp_path=tmp_path)
    assert result.stdout.split() == ["True", "True", "False"]
    assert not settings.TICKER_IS_ON and not settings.ACCOUNT_RATE_LIMITS
