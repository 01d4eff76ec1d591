"""A password hasher that counts how often it works, for tests that compare the work done."""

from accounts.hashers import ModestArgon2


class CountingArgon2(ModestArgon2):
    """As strong as the site's own; `work` has one entry for each hash that was computed."""

    work: list[str] = []

    def encode(self, password: str, salt: str) -> str:
        self.work.append("encode")
        return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        self.work.append("verify")
        return super().verify(password, encoded)
