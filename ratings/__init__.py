"""Ratings of registered people, and every change of one with what it was computed from."""
