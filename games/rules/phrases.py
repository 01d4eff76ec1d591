"""The sentences about a game that each game words for itself."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.messages import gettext_noop


@dataclass(frozen=True)
class Ending:
    """A way in which a game ends: its name in a list of endings, and the sentence that tells it.

    In the sentence `%(name)s` made the last move; `own` tells them the same where it names them.
    """

    label: str
    sentence: str
    own: str = ""


@dataclass(frozen=True)
class Phrases:
    """Sentences of one game for its pages: English templates, which the web layer translates.

    motto: what the game is, in a few words
    about: the same in two sentences, for somebody who does not know the game
    lasts: how long a game takes
    example: a move as people type it
    help: how to type a move
    passing: what a pass does, and when passes end the game
    endings: by reason, how a game ends; nobody needs to word that somebody leaves
    pass_note: the most important part of `passing` for a button; empty if there is none
    settling: how the ending changes the scores when turns without a play end the game
    extra: what the bonus of a run is for, with its `%(points)s`
    goal: words behind a score where a certain score wins
    idle: what is said of a play that forms no line
    leaving: the score of a seat that resigns, if it changes
    """

    motto: str
    about: str
    lasts: str
    example: str
    help: str
    passing: str
    endings: Mapping[str, Ending]
    pass_note: str = ""
    settling: str = ""
    extra: str = "%(points)s"
    goal: str = ""
    idle: str = gettext_noop("forms no line and earns nothing")
    leaving: str = ""
