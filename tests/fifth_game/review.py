"""What the reviews of Totals tell apart."""

from games.review.base import review_by_kinds, tiles, turn

REVIEW = review_by_kinds((("turn", turn), ("tiles", tiles)))
