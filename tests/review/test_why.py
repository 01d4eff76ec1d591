"""Why a move has the smaller chance to win: which fact is told, and in which words."""

import pytest

from games.presentation.models.reviews import Reply
from games.presentation.review_text.chances import Why, why

BETTER = "9=5+4 at 3F"
ANSWER = Reply("Ben", "8F 12=3*4", "8F", "12=3×4", 40, on_board=None)
OPENED = {"reply": ANSWER, "is_opened": True}
KEPT = {"left": ["7", "7"], "better_left": ["?", "="]}
THERE = "Then Ben had 12=3×4 at 8F for 40; "


def told(**facts) -> str:
    """Of a play that nothing tells apart from the better one, but these facts."""
    usual = {
        "better": BETTER,
        "more": 0,
        "loss": 0,
        "is_told": False,
        "reply": None,
        "then": None,
        "is_opened": False,
        "left": None,
        "better_left": None,
        "earns_most": False,
    }
    return why(Why(**usual | facts))


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({}, f"{BETTER} has the better chance."),
        ({"more": 1, "loss": 1}, f"{BETTER} would have earned 1 point more."),
        ({"more": 12, "loss": 12} | KEPT, f"{BETTER} would have earned 12 points more."),
        (
            {"more": 12, "loss": 20} | KEPT,
            f"{BETTER} would have earned 12 points more, and of the moves that were weighed it has"
            " the best chance.",
        ),
        (
            KEPT,
            f"It keeps 7 7 of the rack; {BETTER} keeps ? =, with which the computer earns"
            " more later, on average.",
        ),
        (
            KEPT | {"left": [], "earns_most": True},
            f"Nothing that earns more was found, but it keeps nothing of the rack; {BETTER} keeps ? ="
            ", with which the computer earns more later, on average.",
        ),
        ({"reply": ANSWER}, f"{THERE}{BETTER} has the better chance."),
        (
            {"reply": ANSWER, "then": 12},
            f"It left 12=3×4 at 8F open for Ben, worth 40; after {BETTER} it would have been 12 at"
            " most.",
        ),
        (
            {"reply": ANSWER, "then": 12, "earns_most": True},
            "Nothing that earns more was found, but it left 12=3×4 at 8F open for Ben, worth 40;"
            f" after {BETTER} it would have been 12 at most.",
        ),
        (
            {"reply": ANSWER, "then": 12, "is_told": True, "more": 5, "loss": 5},
            "It left 12=3×4 at 8F open for Ben, worth 40; after that play it would have been 12 at"
            " most.",
        ),
        (
            OPENED | {"then": 12} | KEPT,
            "After it Ben had 12=3×4 at 8F for 40, which was not there before or earned less;"
            f" after {BETTER} it would have been 12 at most.",
        ),
        ({"is_told": True, "more": 20, "loss": 20} | KEPT, ""),
    ],
)
def test_one_fact_is_told(facts, sentence):
    assert told(**facts) == sentence


@pytest.mark.parametrize("then", [31, 40, 55])
def test_an_answer_that_costs_less_than_ten_points_more_is_not_what_was_opened(then):
    """Though the play was not there before: after the better move there was one worth as much."""
    assert told(**OPENED, then=then) == f"{THERE}{BETTER} has the better chance."


def test_what_the_better_move_earns_more_comes_before_an_answer_that_costs_less():
    assert (
        told(**OPENED, then=25, more=16, loss=16) == f"{BETTER} would have earned 16 points more."
    )
    assert told(**OPENED, then=24, more=16, loss=16).startswith("After it Ben had ")
