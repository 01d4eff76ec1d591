"""Practice: positions to solve, mined ahead from games that the levels play for this alone.

It knows the rules, the engine and the reviews, and nothing of the site.
"""
