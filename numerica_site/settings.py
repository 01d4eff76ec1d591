"""Settings of the site; what differs between machines comes from the environment, read at the top.

Without any environment this is the embedded shape: one process, SQLite, everything in memory
that may be lost. With SITE_URL=https://… it is the production shape: secure cookies, HTTPS only,
e-mail addresses confirmed. DATABASE_URL and REDIS_URL scale it out to many processes.
"""

import os
import re
import secrets
import sys
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from numerica_site.addresses import address_of, origin
from numerica_site.limits import LIMITS

BASE_DIR = Path(__file__).resolve().parent.parent

env = environ.Env()
env.ENVIRON = {name: value for name, value in os.environ.items() if value}  # empty is not set
DEBUG = env.bool("DEBUG", default=False)
VAR_DIR = Path(env.str("NUMERICA_VAR", default=str(BASE_DIR / "var")))
HAS_SITE_URL = bool(env.str("SITE_URL", default=""))
SITE_URL = origin(env.str("SITE_URL", default="http://localhost:8000"))
IS_PRODUCTION = SITE_URL.startswith("https://")
SOURCE_URL = env.str("SOURCE_URL", default="")  # where the source of this server can be had
CONTACT_EMAIL = env.str("CONTACT_EMAIL", default="")  # who runs it
SITE_HOST = urlsplit(SITE_URL).hostname or "localhost"
DATABASE_URL = address_of("DATABASE_URL", env.str("DATABASE_URL", default=""))
REDIS_URL = address_of("REDIS_URL", env.str("REDIS_URL", default=""))
WORKERS = env.str("NUMERICA_WORKERS", default="own")  # what thinks; `celery`: on any machine
TRUSTED_PROXIES = env.int("NUMERICA_TRUSTED_PROXIES", default=0)
TICKER_IS_ON = env.bool("NUMERICA_TICKER", default=True)
SETTLE_NOTHING_FOR: int = env.int("NUMERICA_SETTLE_NOTHING_FOR", default=60)  # seconds after start
CLAIM_NOTHING_FOR: int = env.int("NUMERICA_CLAIM_NOTHING_FOR", default=600)  # the same, of absence
METRICS = env.str("NUMERICA_METRICS", default="")  # host:port where Prometheus asks
PAGE_THREADS: int = env.int("NUMERICA_PAGE_THREADS", default=6)  # each holds a connection
DAILY_BEGINS_ON = date.fromisoformat(env.str("NUMERICA_DAILY_BEGINS_ON", default="2026-11-24"))
DAILY_PUZZLES = Path(  # what `choose_dailies` writes, and the pages of the day read
    env.str("NUMERICA_DAILY_PUZZLES", default=str(BASE_DIR / "games" / "daily" / "puzzles"))
)
LIMITS_ARE_ON = env.bool("NUMERICA_LIMITS", default=True)

if WORKERS != "own" and not (WORKERS == "celery" and DATABASE_URL and REDIS_URL):
    raise ImproperlyConfigured("NUMERICA_WORKERS=celery takes DATABASE_URL and REDIS_URL.")


def _kept_secret(name: str, length: int) -> str:
    """A secret of `length` random bytes that the embedded shape makes once and keeps for itself."""
    VAR_DIR.mkdir(parents=True, exist_ok=True)
    kept = VAR_DIR / name
    if not kept.exists():
        kept.touch(mode=0o600)
        kept.write_text(secrets.token_urlsafe(length))
    return kept.read_text()


def _secret_key() -> str:
    """The secret from the environment; the embedded shape makes and keeps one of its own."""
    key: str = env.str("SECRET_KEY", default="")
    if key:
        return key
    if IS_PRODUCTION:
        raise ImproperlyConfigured("Set SECRET_KEY in the environment; production makes none.")
    return _kept_secret("secret_key", 64)


def _staff_path() -> str:
    """What stands before the addresses of the staff's pages; in development nothing."""
    path: str = env.str("STAFF_PATH", default="").strip("/")
    if not path and not IS_PRODUCTION:
        return ""
    # people come upon words, and programs upon what is short
    is_random = re.fullmatch(r"[\w-]{20,}", path, re.ASCII) and len(set(path)) >= 10
    if not (is_random and re.search(r"\d.*[A-Za-z]|[A-Za-z].*\d", path)):
        raise ImproperlyConfigured(
            "Set STAFF_PATH to what nobody guesses: 20 letters and digits or more, drawn by chance."
        )
    return f"{path}/"


def _push_key() -> str:
    """The private key by which push services know the site: 32 bytes in base64url, or nothing."""
    key: str = env.str("NUMERICA_PUSH_KEY", default="")
    if not key:
        return "" if IS_PRODUCTION else _kept_secret("push_key", 32)
    if len(key) != 43 or not re.fullmatch(r"[\w-]+", key, re.ASCII):
        raise ImproperlyConfigured("NUMERICA_PUSH_KEY takes 32 bytes in base64url: 43 characters.")
    return key


SECRET_KEY = _secret_key()
STAFF_PATH = _staff_path()
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS = env.list(
    "ALLOWED_HOSTS", default=[SITE_HOST] if IS_PRODUCTION else [SITE_HOST, "localhost", "127.0.0.1"]
)

# --- the application ---

INSTALLED_APPS = [
    # gives `runserver` its sockets; the other commands need not load a server, which takes long
    *(["daphne"] if "runserver" in sys.argv[:2] else []),
    "accounts.apps.StaffConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.sitemaps",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "channels",
    "csp",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "accounts",
    "ratings",
    "games",
]

MIDDLEWARE = [
    "numerica_site.request_ids.RequestIds",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "numerica_site.middleware.SafetyHeaders",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.session_memory.LastingSessions",
    "accounts.languages.ReadersLanguage",
    "accounts.returns.Returns",
    "numerica_site.processor_shares.ProcessorShare",
    "numerica_site.compression.CompressedTexts",  # inside the share: it costs who asks
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
]

ROOT_URLCONF = "numerica_site.urls"
ASGI_APPLICATION = "numerica_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "numerica_site.template_loader.CompactLoader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context.appearance",
                "accounts.context.owner",
                "accounts.context.page",
                "accounts.bell.bell",
            ],
        },
    },
]

# --- storage ---

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

if DATABASE_URL:
    _database: dict[str, Any] = env.db_url_config(DATABASE_URL)
    _database |= {
        # Each thread of request_threads keeps its own connection: no pool to run dry.
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            **_database.get("OPTIONS", {}),  # of the address: `?sslmode=verify-full`
            "connect_timeout": 3,
            "tcp_user_timeout": 5000,  # milliseconds
            "options": "-c lock_timeout=5s -c idle_in_transaction_session_timeout=60s",
        },
    }
else:
    _database = {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": VAR_DIR / "numerica.sqlite3",
        # Opening takes three times as long as a query: each thread keeps its connection.
        "CONN_MAX_AGE": 600,
        # WAL is set once, by `manage.py prepare_database`: it is kept in the file.
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA synchronous=FULL;",
        },
        "TEST": {"NAME": VAR_DIR / "test.sqlite3"},
    }
DATABASES = {"default": _database}

if REDIS_URL:
    CACHES = {
        "default": {
            "BACKEND": "numerica_site.redis.ForgivingCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 0.5},
        }
    }
    _layer = {"BACKEND": "numerica_site.redis.ForgivingLayer", "CONFIG": {"hosts": [REDIS_URL]}}
    CHANNEL_LAYERS = {"default": _layer}
else:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            # limits and counts live here: Django's own 300 would forget them on a busy evening
            "OPTIONS": {"MAX_ENTRIES": 100_000},
        }
    }
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels.layers.InMemoryChannelLayer",
            # All messages of the process go through one channel: what does not fit in is lost.
            "CONFIG": {"capacity": 10_000},
        }
    }

# --- people ---

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "accounts.backends.NameOrAddress",
    # These check no passwords: sessions that they began go on.
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "accounts.hashers.ModestArgon2",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
_VALIDATORS = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"{_VALIDATORS}.UserAttributeSimilarityValidator"},
    {"NAME": f"{_VALIDATORS}.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": f"{_VALIDATORS}.CommonPasswordValidator"},
]
LOGIN_REDIRECT_URL = "home"
LOGIN_URL = "account_login"

ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "accounts.forms.SignupForm",
    "login": "accounts.forms.LoginForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_USERNAME_VALIDATORS = "accounts.names.USERNAME_VALIDATORS"
ACCOUNT_USERNAME_MIN_LENGTH = 3
ACCOUNT_PRESERVE_USERNAME_CASING = True
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if IS_PRODUCTION else "optional"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Numerica: "
ACCOUNT_MAX_EMAIL_ADDRESSES = 4
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # a guest may sign in; see accounts.views
ACCOUNT_REAUTHENTICATION_REQUIRED = True
# One library counts all limits: the sign-in pages' own, and ours (accounts.limits).
ACCOUNT_RATE_LIMITS: dict[str, str] | bool = LIMITS if LIMITS_ARE_ON else False
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
MFA_ADAPTER = "accounts.staff.SecondFactors"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Numerica"
MFA_TOTP_TOLERANCE = 1  # steps of 30 seconds: telephones go wrong
MFA_ALLOW_UNVERIFIED_EMAIL = not IS_PRODUCTION  # as addresses are demanded
USERSESSIONS_TRACK_ACTIVITY = False

MAIL_IN_BACKGROUND = IS_PRODUCTION
EMAIL_TIMEOUT: int = env.int("NUMERICA_EMAIL_TIMEOUT", default=20)  # seconds, for each answer
MAIL_AFTER: int = env.int("NUMERICA_MAIL_AFTER", default=60)  # seconds: who comes by needs no mail
MAIL_DIR = VAR_DIR / "mails"  # where they go without a server, as files
_MAILS = "consolemail://" if IS_PRODUCTION else f"filemail:///{MAIL_DIR}"
EMAIL_URL = address_of("EMAIL_URL", env.str("EMAIL_URL", default=_MAILS))
vars().update(env.email_url_config(EMAIL_URL))
MAILS_ARE_FILES = globals().get("EMAIL_FILE_PATH") == str(MAIL_DIR)
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default=f"Numerica <noreply@{SITE_HOST}>")

PUSH_KEY = _push_key()
PUSHES_TO_LOOPBACK = False  # but for tests: no address of this machine or network is sent anything

# --- safety ---

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "numerica_site.views.no_token"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90  # a guest's games hang on this cookie
LONGEST_BODY = 64 * 1024  # bytes of a request; more is refused before it is read
DATA_UPLOAD_MAX_MEMORY_SIZE = LONGEST_BODY
DATA_UPLOAD_MAX_NUMBER_FIELDS = 100
WEBSOCKET_ORIGINS = [SITE_URL] if IS_PRODUCTION else []  # none: the page's own origin
DAPHNE_WEBSOCKET_MAX_MESSAGE_SIZE = 8192
DAPHNE_WEBSOCKET_MAX_FRAME_SIZE = 8192

if IS_PRODUCTION:
    CSRF_TRUSTED_ORIGINS = [SITE_URL]
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SESSION_COOKIE_NAME = "__Host-sessionid"
    CSRF_COOKIE_NAME = "__Host-csrftoken"
    if TRUSTED_PROXIES:
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# --- files, words, logs ---

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
_STATIC_ROOT = BASE_DIR / "staticfiles" if IS_PRODUCTION else VAR_DIR / "static"
STATIC_ROOT = env.str("NUMERICA_STATIC", default=str(_STATIC_ROOT))
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = not IS_PRODUCTION
WHITENOISE_MANIFEST_STRICT = IS_PRODUCTION
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "numerica_site.static_files.ServedFiles"
        if IS_PRODUCTION
        else "numerica_site.static_files.CollectedFiles"  # by `manage.py play`
    },
}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch")]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365  # seconds
LANGUAGE_COOKIE_SECURE = IS_PRODUCTION
USE_I18N = USE_TZ = True
TIME_ZONE = "UTC"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "numerica_site.request_ids.Line"}},
    "filters": {"outages": {"()": "numerica_site.outages.OutagesInOneLine"}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["outages"]}
    },
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": ["console"], "level": "INFO", "propagate": False},
        "django.request": {"level": "ERROR"},
        # A wrong Host or a form of a thousand fields is the sender's fault: a 400, no traceback.
        "django.security": {"level": "CRITICAL"},
        "django.channels.server": {"level": "WARNING"},
        "daphne": {"level": "WARNING"},
    },
}
