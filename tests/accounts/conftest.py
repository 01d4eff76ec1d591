"""What the tests of accounts share with those of games."""

from tests.games.conftest import nothing_happens

__all__ = ["nothing_happens"]
