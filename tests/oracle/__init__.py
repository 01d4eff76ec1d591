"""A second reading of the rules of the four games, written for the tests from the documents alone.

It imports nothing of the site: what it says of a game agrees with the site's rules only if both
have read the same rule. A move is judged in exact fractions, draws follow from the seed.
"""
