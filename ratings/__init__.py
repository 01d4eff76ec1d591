"""Ratings of registered people; the pages come with the next step."""
