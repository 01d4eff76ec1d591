"""The daily equation: one position a day and series, the same for all, its best play proven.

It knows the rules and the engine and nothing of the site.
"""
