"""`{% once %}`: parts of pages that are the same for everybody are rendered once a language."""

from typing import NoReturn

from django import template
from django.template.base import FilterExpression, Node, NodeList, Parser, Token, token_kwargs
from django.template.context import Context
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

PERSONAL = ("csrf_token", "messages", "request", "theme", "user")
"""Names of a context that say who asks; nothing of them may be kept for others."""

_kept: dict[tuple[object, ...], SafeString] = {}


def forget() -> None:
    """Drop all kept parts: each is rendered again when it is next shown."""
    _kept.clear()


class _Personal:
    """Stands for a personal name where nothing personal may be; any use raises an error."""

    def __init__(self, name: str) -> None:
        self.name = name

    def _stop(self, *_: object) -> NoReturn:
        raise template.TemplateSyntaxError(f"{self.name} is personal, and once is for everybody")

    __bool__ = __str__ = __eq__ = __getitem__ = __iter__ = __len__ = _stop
    __hash__ = None  # type: ignore[assignment]


class OnceNode(Node):
    """What stands between the tags, as it was rendered first under this name in this language."""

    def __init__(
        self, nodelist: NodeList, name: list[FilterExpression], seen: dict[str, FilterExpression]
    ) -> None:
        self.nodelist = nodelist
        self.name = name
        self.seen = seen

    def render(self, context: Context) -> SafeString:
        key = (*(part.resolve(context) for part in self.name), get_language())
        if key not in _kept:
            _kept[key] = self._render_cached(context)
        return _kept[key]

    def _render_cached(self, context: Context) -> SafeString:
        """Rendered with what the tag names and nothing else of the page's context."""
        values: dict[str, object] = {name: _Personal(name) for name in PERSONAL}
        values |= {name: value.resolve(context) for name, value in self.seen.items()}
        return self.nodelist.render(context.new(values))


@register.tag
def once(parser: Parser, token: Token) -> OnceNode:
    """Render a part once a process and language: `{% once "name" key with page=page %}`.

    What stands before `with` is the name under which the part is kept; it must tell apart all that
    differs, but for the language. Inside only the values behind `with` are known.
    """
    words = token.split_contents()[1:]
    name = words[: words.index("with")] if "with" in words else words
    seen = token_kwargs(words[len(name) + 1 :], parser)
    if not name:
        raise template.TemplateSyntaxError("once takes a name")
    nodelist = parser.parse(("endonce",))
    parser.delete_first_token()
    return OnceNode(nodelist, [parser.compile_filter(word) for word in name], seen)
