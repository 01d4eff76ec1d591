"""The lesson of Digifeud."""

from games.presentation.tutorials.base import END, Goal, Step, Tutorial
from games.presentation.tutorials.laying import BLANK, SCORE, Laid, cover, earn, read
from games.presentation.tutorials.points import of_outcomes
from games.rules.digifeud.constants import RED
from games.rules.interface import State
from games.rules.messages import gettext_noop
from games.rules.moves import Verdict

_SUM = ("7G 3+4=7",)
_TWELVE = ("7C 7+5=[12]",)


def _begins_with_an_old_pair(state: State, verdict: Verdict) -> bool:
    """Whether a number of two digits that lay there is calculated with."""
    return any(
        len(state.board.get(square, "")) > 2 for run in verdict.runs for square in run.squares[:-1]
    )


def _ends_in_an_old_number(state: State, verdict: Verdict) -> bool:
    return any(run.squares[-1] in state.board for run in verdict.runs)


def _begins_with_an_old_outcome(state: State, verdict: Verdict) -> bool:
    """Whether a sum begins where one ended, in the same line."""
    return any(
        run.squares[0] in state.board and _square_before(run.squares) in state.board
        for run in verdict.runs
    )


def _square_before(squares: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    (row, column), (next_row, next_column) = squares[:2]
    return 2 * row - next_row, 2 * column - next_column


def _doubles_its_outcome(state: State, verdict: Verdict) -> bool:
    return any(
        run.squares[-1] in verdict.squares and state.layout.premiums.get(run.squares[-1]) == RED
        for run in verdict.runs
    )


TUTORIAL = Tutorial(
    earned=of_outcomes,
    beyond=gettext_noop("red squares, blanks, multiplication, the end"),
    first=(
        Step(
            name="sum",
            asked=gettext_noop(
                "Lay a true sum, one of its numbers on the middle square. The colours come later."
            ),
            position=Laid((), "347+"),
            goal=SCORE,
            answer="7E 3+4=7",
            rule="sum",
        ),
        Step(
            name="pair",
            asked=gettext_noop(
                "Both digits of an outcome share a square: lay 8 + 5 = 13, or another."
            ),
            position=Laid((), "8513+"),
            goal=read(
                "=[0-9]{2}", gettext_noop("A legal move, but its outcome has only one digit.")
            ),
            answer="7E 8+5=[13]",
            rule="sum",
        ),
        Step(
            name="share",
            asked=gettext_noop(
                "Each new sum uses a number that lies on the board: lay one, for example 7 − 2 = 5."
            ),
            position=Laid(_SUM, "259416+-"),
            goal=SCORE,
            answer="K7 .-2=5",
            rule="sum",
        ),
        Step(
            name="outcome",
            asked=gettext_noop("Lay a sum whose outcome, after the =, lies on the board already."),
            position=Laid(_SUM, "25961+-"),
            goal=Goal(
                _ends_in_an_old_number,
                gettext_noop("A legal move, but it ends in a number of your own."),
            ),
            answer="K3 5+2=.",
            rule="sum",
        ),
        Step(
            name="twelve",
            asked=gettext_noop(
                "Calculate with the 12. Of your own tiles, only an outcome may have two digits."
            ),
            position=Laid(_TWELVE, "4835-+"),
            goal=Goal(
                _begins_with_an_old_pair,
                gettext_noop("A legal move, but it does not calculate with the 12."),
            ),
            answer="G7 .-4=8",
            rule="sum",
        ),
        Step(
            name="points",
            asked=gettext_noop("A sum earns its outcome. Earn 40 points or more."),
            position=Laid(_TWELVE, "8956741+*-"),
            goal=earn(40),
            answer="C7 .*8=[56]",
            rule="points",
        ),
        Step(
            name="colour",
            asked=gettext_noop(
                "A number before the = adds its value on blue, and twice that on red. Lay one."
            ),
            position=Laid(_SUM, "25961+-"),
            goal=cover("blue", "red"),
            answer="K3 5+2=.",
            rule="points",
        ),
        Step(
            name="pass",
            asked=gettext_noop("No sum fits here. Pass: your signs go back, and you draw three."),
            position=Laid(_SUM, "99+++"),
            goal=Goal(
                lambda state, verdict: verdict.kind == "pass",
                gettext_noop("A legal move, but no pass."),
            ),
            answer="pass",
            rule="instead",
        ),
    ),
    more=(
        Step(
            name="double",
            asked=gettext_noop("An outcome on red counts double. Lay one there."),
            position=Laid(_SUM, "25961+-"),
            goal=Goal(
                _doubles_its_outcome,
                gettext_noop("A legal move, but its outcome is not newly laid on red."),
            ),
            answer="K7 .-2=5",
            rule="points",
        ),
        Step(
            name="along",
            asked=gettext_noop("Go on in the same row: begin with the outcome of the old sum."),
            position=Laid(("7A 3+4=7",), "25961+-"),
            goal=Goal(
                _begins_with_an_old_outcome,
                gettext_noop("A legal move, but it does not go on in the row of the old sum."),
            ),
            answer="7E .-2=5",
            rule="sum",
        ),
        Step(
            name="blank",
            asked=gettext_noop("The empty tile stands for any digit. Lay it."),
            position=Laid(_SUM, "?25+-"),
            goal=BLANK,
            answer="K7 .-?5=2",
            rule="tiles",
        ),
        Step(
            name="times",
            asked=gettext_noop(
                "Multiplication makes the most of small numbers. Earn 60 points or more."
            ),
            position=Laid(_SUM, "9863271*-+"),
            goal=earn(60),
            answer="K7 .*9=[63]",
            rule="points",
        ),
        Step(
            name="division",
            asked=gettext_noop(
                "In some games you divide, if nothing is left over. Lay a division."
            ),
            position=Laid(("7C 9+3=[12]",), "4326/-", {"symbols": "+-*/"}),
            goal=read("/", gettext_noop("A legal move, but no division.")),
            answer="G7 ./4=3",
            rule="sum",
        ),
        Step(
            name="back",
            asked=gettext_noop(
                "In games with four directions a sum may read to the left or up. Lay one."
            ),
            position=Laid(_SUM, "259416+-", {"directions": "4"}),
            goal=Goal(
                lambda state, verdict: "<" in verdict.text,
                gettext_noop("A legal move, but it reads to the right or down."),
            ),
            answer="K7< .-2=5",
            rule="directions",
        ),
        Step(
            name="out",
            asked=gettext_noop(
                "The bag of numbers is empty. Lay your last ones: that ends the game."
            ),
            position=Laid(_SUM, "25-", is_bag_empty=True),
            goal=END,
            answer="K7 .-2=5",
            rule="end",
        ),
    ),
)
