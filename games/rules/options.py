"""The options of a game, decided before it starts, and their values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.rules.messages import Message, gettext_noop
from games.rules.refusals import NotationError


@dataclass(frozen=True)
class Option:
    """One thing to decide before a game starts; `words` tell people what its values mean.

    `own_words` replace `words` for the person who decides, where they read differently. `help`
    explains in a sentence or two what the words leave open. `short` names the values in a line of
    all settings; a value without a short name is not mentioned there. `decides_start` tells that
    its value may say who starts.
    """

    name: str
    values: tuple[str, ...]
    default: str
    label: str
    words: Mapping[str, str] = field(default_factory=dict)
    own_words: Mapping[str, str] = field(default_factory=dict)
    help: str = ""
    short: Mapping[str, str] = field(default_factory=dict)
    decides_start: bool = False


_NO_SUCH_OPTION = gettext_noop("there is no option %(name)s=%(value)s in this game")


def resolve_options(options: Sequence[Option], given: Mapping[str, str]) -> dict[str, str]:
    """Return the value of every option: the given one, else the default.

    Raises NotationError for a name or a value that the game does not know.
    """
    values = {option.name: option.default for option in options}
    for name, value in given.items():
        if value not in next((option.values for option in options if option.name == name), ()):
            raise NotationError(Message(_NO_SUCH_OPTION, {"name": name, "value": value}))
        values[name] = value
    return values
