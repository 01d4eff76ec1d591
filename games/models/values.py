"""Values that rows are made of: names that nobody can guess, and JSON in one way."""

import json
import secrets
import string

from games.rules.messages import Json

_ALPHABET = string.ascii_letters + string.digits
_NAME_LENGTH = 14  # characters of 62: 83 random bits


def unguessable_name() -> str:
    """A name for an address that nobody can guess."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_NAME_LENGTH))


def canonical_json(data: Json | list[Json]) -> str:
    """The one way to write these values, so that equal values are equal bytes."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
