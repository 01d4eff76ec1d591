"""The catalogue of games: what each brings, in one entry.

Each part lies in the room where its kind lives, and is named here as `module:name`. A room loads
its own parts when they are asked for, so the rules know nothing of pages, and a page loads no
search. CONTRIBUTING tells under "Adding a game" how a game gets its entry.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class GameEntry:
    """What a game brings, each part as `module:name`; empty where it brings none.

    rules: its State (`games.rules.interface`)
    search: the function that finds its best plays (`games.engine.best_moves`)
    levels: the skill of the computer at each level (`games.engine.levels`)
    prospects: how it weighs its moves by chances to win (`games.engine.prospects`); optional
    aim: the purpose of a move, of which hints tell first (`games.engine.numeria:Aim`); optional
    leave_values: the value of tiles that stay on the rack (`games.engine.leaves`); optional
    review: what its reviews find (`games.review.base.GameReview`)
    rules_page: what its page of rules shows (`games.presentation.rules_examples.base.RulesText`)
    dailies: how its daily puzzles are chosen and measured (`games.daily.kinds`); optional
    exercises: how its exercises are mined and solved (`games.practice.kinds`); optional
    asked: what *is there one?* asks of its exercises (`games.practice.asked`); optional
    tutorial: its lesson (`games.presentation.tutorials.base.Tutorial`); optional
    draft_sentences: what its own script of a draft says; optional, else tiles are laid
    match_score: the score of a game beside the ratings (`ratings.lists.MatchScore`); optional
    """

    rules: str
    search: str = ""
    levels: str = ""
    prospects: str = ""
    aim: str = ""
    leave_values: str = ""
    review: str = ""
    rules_page: str = ""
    dailies: str = ""
    exercises: str = ""
    asked: str = "games.practice.asked:NOTHING"
    tutorial: str = ""
    draft_sentences: str = ""
    match_score: str = ""


CATALOGUE: dict[str, GameEntry] = {
    "numerica": GameEntry(
        rules="games.rules.numerica:State",
        search="games.engine.equations:numerica_plays",
        levels="games.engine.levels:NUMERICA",
        prospects="games.engine.lookahead:weigh_plays",
        leave_values="games.engine.leaves:NUMERICA",
        review="games.review.equations:NUMERICA_REVIEW",
        rules_page="games.presentation.rules_examples.numerica:PAGE",
        dailies="games.daily.laid_tiles:DAILIES",
        exercises="games.practice.laid_tiles:EXERCISES",
        asked="games.practice.asked:NUMERICA",
        tutorial="games.presentation.tutorials.numerica:TUTORIAL",
    ),
    "equate": GameEntry(
        rules="games.rules.equate:State",
        search="games.engine.equations:equate_plays",
        levels="games.engine.levels:EQUATE",
        prospects="games.engine.lookahead:weigh_plays",
        leave_values="games.engine.leaves:EQUATE",
        review="games.review.equations:EQUATE_REVIEW",
        rules_page="games.presentation.rules_examples.equate:PAGE",
        dailies="games.daily.laid_tiles:DAILIES",
        exercises="games.practice.laid_tiles:EXERCISES",
        asked="games.practice.asked:EQUATE",
        tutorial="games.presentation.tutorials.equate:TUTORIAL",
    ),
    "digifeud": GameEntry(
        rules="games.rules.digifeud:State",
        search="games.engine.digifeud:digifeud_plays",
        levels="games.engine.levels:DIGIFEUD",
        prospects="games.engine.lookahead:weigh_plays",
        leave_values="games.engine.leaves:DIGIFEUD",
        review="games.review.digifeud:REVIEW",
        rules_page="games.presentation.rules_examples.digifeud:PAGE",
        dailies="games.daily.laid_tiles:DAILIES",
        exercises="games.practice.laid_tiles:EXERCISES",
        tutorial="games.presentation.tutorials.digifeud:TUTORIAL",
        match_score="ratings.elo:match_score",
    ),
    "numeria": GameEntry(
        rules="games.rules.numeria:State",
        search="games.engine.numeria:numeria_moves",
        levels="games.engine.levels:NUMERIA",
        prospects="games.engine.numeria_prospects:numeria_prospects",
        aim="games.engine.numeria:aim_of",
        review="games.review.numeria:REVIEW",
        rules_page="games.presentation.rules_examples.numeria:PAGE",
        dailies="games.daily.numeria:DAILIES",
        exercises="games.practice.numeria:EXERCISES",
        asked="games.practice.asked:NUMERIA",
        tutorial="games.presentation.tutorials.numeria:TUTORIAL",
        draft_sentences="games.presentation.script_sentences:of_moving",
    ),
}
"""Every game by its key, in the order in which pages list them."""


class Parts(Mapping[str, T]):
    """One part of every game that brings it, by the key of the game."""

    def __init__(self, part: str) -> None:
        self._part = part

    def __getitem__(self, key: str) -> T:
        part: T = _load(getattr(CATALOGUE[key], self._part))
        return part

    def __contains__(self, key: object) -> bool:
        return key in CATALOGUE and bool(getattr(CATALOGUE[str(key)], self._part))

    def __iter__(self) -> Iterator[str]:
        return filter(self.__contains__, CATALOGUE)

    def __len__(self) -> int:
        return len(list(iter(self)))


@cache
def _load(path: str) -> Any:
    """Return what stands at `module:name`. Raises KeyError where a game brings no such part."""
    if not path:
        raise KeyError("this game brings no such part")
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)
