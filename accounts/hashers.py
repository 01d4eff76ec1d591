"""Password hashing that is strong and cannot be used to exhaust the server."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class ModestArgon2(Argon2PasswordHasher):
    """Argon2id with OWASP's minimum of 19 MiB instead of Django's 100 MiB a sign-in."""

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1
