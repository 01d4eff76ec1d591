"""Readers of what reviews say, written from the rules alone: no engine, no review code."""

from . import sentences, tropes  # noqa: F401 -- each adds its readers
from .reading import is_true

__all__ = ["is_true"]
