"""Readers of what reviews say, written from the rules alone: no engine, no review code."""
