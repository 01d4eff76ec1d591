"""`{% once %}`: parts of pages that are the same for everybody are rendered once a language."""

from typing import NoReturn

from django import template
from django.template.base import FilterExpression, Node, NodeList, Parser, Token, token_kwargs
from django.template.context import Context
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.lru_cache import LruCache

register = template.Library()

PERSONAL = ("csrf_token", "messages", "request", "theme", "user")
"""Names of a context that say who asks; nothing of them may be kept for others."""

MOST_KEPT = 16_000_000
"""Characters; the parts that were not shown for the longest time go first."""

kept_parts: LruCache[tuple[object, ...], SafeString] = LruCache(MOST_KEPT, weigh=len)


def clear() -> None:
    """Drop all kept parts: each is rendered again when it is next shown."""
    kept_parts.clear()


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
        name = self._name(context)
        return self._render_alone(context) if None in name else self._find_or_render(name, context)

    def _name(self, context: Context) -> tuple[object, ...]:
        return tuple(part.resolve(context) for part in self.name)

    def _find_or_render(self, name: tuple[object, ...], context: Context) -> SafeString:
        key = (*name, get_language())
        found = kept_parts.find(key)
        if found is None:
            found = self._render_alone(context)
            kept_parts.keep(key, found)
        return found

    def _render_alone(self, context: Context) -> SafeString:
        """Rendered with what the tag names and nothing else of the page's context."""
        values: dict[str, object] = {name: _Personal(name) for name in PERSONAL}
        values |= {name: value.resolve(context) for name, value in self.seen.items()}
        return self.nodelist.render(context.new(values))


class KeptNode(OnceNode):
    """The same, where the values behind `with` are the name: the part says nothing else."""

    def render(self, context: Context) -> SafeString:
        values = tuple(value.resolve(context) for value in self.seen.values())
        return self._find_or_render((*self._name(context), *values), context)


@register.tag
def once(parser: Parser, token: Token) -> OnceNode:
    """Render a part once a process and language: `{% once "name" key with page=page %}`.

    What stands before `with` is the name under which the part is kept; it must tell apart all that
    differs, but for the language. Inside only the values behind `with` are known. Where a piece of
    the name is None, the part has no name: it is rendered each time.
    """
    return OnceNode(*_parsed(parser, token, "endonce"))


@register.tag
def kept(parser: Parser, token: Token) -> KeptNode:
    """Render a part once for the same values: `{% kept "row" with move=move %}`.

    Inside only the values behind `with` are known. They can be hashed, and what is kept is found
    by them: all who are shown the part have the same values, and could have rendered it.
    """
    return KeptNode(*_parsed(parser, token, "endkept"))


def _parsed(
    parser: Parser, token: Token, end: str
) -> tuple[NodeList, list[FilterExpression], dict[str, FilterExpression]]:
    """The part, the name and the values of a tag."""
    tag, *words = token.split_contents()
    name = words[: words.index("with")] if "with" in words else words
    seen = token_kwargs(words[len(name) + 1 :], parser)
    if not name:
        raise template.TemplateSyntaxError(f"{tag} takes a name")
    nodelist = parser.parse((end,))
    parser.delete_first_token()
    return nodelist, [parser.compile_filter(word) for word in name], seen
