"""Words and signs in the reader's language: messages of the rules, symbols, numbers."""

from collections.abc import Mapping, Sequence

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from games.rules import arithmetic
from games.rules.messages import Json, Message

SYMBOLS = {
    "+": gettext_lazy("plus"),
    "-": gettext_lazy("minus"),
    "*": gettext_lazy("times"),
    "/": gettext_lazy("divided by"),
    "=": gettext_lazy("equals"),
    "?": gettext_lazy("blank"),
}


def in_bags(counts: Mapping[str, int]) -> tuple[str, ...]:
    """What each bag holds; where signs have a bag of their own the other holds numbers."""
    if "sign" not in counts:
        return tuple(_("%(count)s in the bag") % {"count": count} for count in counts.values())
    numbers, signs = counts["draw"], counts["sign"]
    return (
        ngettext("%(count)s number in the bag", "%(count)s numbers in the bag", numbers)
        % {"count": numbers},
        ngettext("%(count)s sign in the bag", "%(count)s signs in the bag", signs)
        % {"count": signs},
    )


def with_signs(text: str) -> str:
    """The same with the signs of times and division that the reader's language writes."""
    times, divided_by = pgettext("sign of times", "×"), pgettext("sign of division", "÷")
    return text.replace("×", times).replace("÷", divided_by)


def pretty(line: str) -> str:
    """A line as the reader writes it: `3 × 4 = 12`, in German `3 · 4 = 12`, `1, 2, 3, 4`."""
    return with_signs(arithmetic.readable(line)).replace(",", ", ")


def sentence(message: Message) -> str:
    """A message of the rules in the reader's language, as a whole sentence."""
    text = _translate(message)
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?")) else ".")


def _translate(message: Message) -> str:
    values = {name: _value(value) for name, value in message.values.items()}
    return _(message.id) % values if values else _(message.id)


def _value(value: object) -> object:
    """What stands in a message: another one, a line or a sign as the rules write it, a number."""
    if isinstance(value, Message):
        return _translate(value)
    return with_signs(value) if isinstance(value, str) else value


def phrase(text: str) -> str:
    """A phrase of the rules in the reader's language."""
    return _(text)


def translate_stored(message: Json) -> str:
    """A message of the rules that was kept as plain values."""
    values = message["values"]
    return _(message["id"]) % values if values else _(message["id"])


def run_name(label: Message) -> str:
    """The name of a run, as it stands in a line."""
    return _translate(label)


def fault(message: Message | None) -> str:
    """What is wrong with one run; no sentence of its own."""
    return _translate(message) if message is not None else ""


def spoken(symbol: str) -> str:
    """A symbol as a screen reader should say it: `[1/2]` is `1 over 2`."""
    inner = symbol.strip("[]")
    if inner in SYMBOLS:
        return str(SYMBOLS[inner])
    if "/" in inner:
        over, under = inner.split("/")
        return _("%(over)s over %(under)s") % {"over": over, "under": under}
    base, _caret, exponent = inner.partition("^")
    if exponent:
        values = {"base": base, "exponent": _spaced_minus(exponent)}
        return _("%(base)s to the power of %(exponent)s") % values
    return _spaced_minus(inner)


def _spaced_minus(number: str) -> str:
    return number.replace("-", f"{SYMBOLS['-']} ")


def tiles(named: Sequence[str]) -> str:
    """Tiles in a row, as they look."""
    return " ".join(pretty(tile) for tile in named)


def join_phrases(parts: Sequence[str]) -> str:
    """Several things in one line that begins with a capital letter."""
    line = ", ".join(parts)
    return line[:1].upper() + line[1:]


def number(value: int) -> str:
    """A number as the reader's language groups it: `1,273`, in German `1.273`."""
    return number_format(value, force_grouping=True)
