"""Analyses of positions, as reads and writes look for them."""

import hashlib

from django.core.cache import cache

from games.models import Analysis, canonical_json
from games.rules.interface import State

EDITION = 2
"""Of what is found: answers of another one are not found any more."""

_ASKERS_KEPT = 300  # seconds
_NAME_LENGTH = 32  # of the digits of the hash


def state_text(state: State) -> str:
    """What is kept of a position: what the seat on turn knows. Raises ValueError without one."""
    if state.turn is None:
        raise ValueError("nobody is to move")
    return canonical_json(state.seen_by(state.turn).to_json())


def analysis_name(key: str, text: str) -> str:
    """The name of the analysis of this position: equal positions have one."""
    hashed = hashlib.sha256(f"{EDITION} {key} {text}".encode())
    return hashed.hexdigest()[:_NAME_LENGTH]


def find_analysis(state: State) -> Analysis | None:
    """What is kept of the analysis of a position; None where nobody asked of late."""
    name = analysis_name(state.key, state_text(state))
    return Analysis.objects.filter(pk=name).first()


def asked_by(user_id: int) -> set[str]:
    """The names of what somebody asked of late; nothing that lasts tells who asked."""
    return set(cache.get(_asker(user_id), ()))


def note_asked(user_id: int, names: set[str]) -> None:
    """Remember for some minutes what somebody has asked."""
    cache.set(_asker(user_id), sorted(names), _ASKERS_KEPT)


def _asker(user_id: int) -> str:
    return f"analyses.of.{user_id}"
