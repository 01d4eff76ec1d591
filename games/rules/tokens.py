"""The token grammar of the notation: how the text of tiles divides into tiles.

    token  := "?" symbol | symbol
    symbol := "[" characters "]" | character

A blank is `?` and the symbol that it stands for; what stands in brackets lies on one square.
"""

import re

_SYMBOL = r"\[[^\[\]]*\]|[^\[\]]"

SYMBOL = re.compile(r"\[[^\[\]]*\]|.", re.DOTALL)
"""One symbol, or any other single character; so every text divides into symbols."""

TOKEN = re.compile(rf"\?\[[^\[\]]*\]|\?[^\[\]]|{_SYMBOL}")
"""One token; a text holds something else exactly if its tokens do not join to it again."""


def split_symbols(text: str) -> list[str]:
    """Return the symbols of a text one by one; a text in brackets is one symbol.

    >>> split_symbols("2[1/2]")
    ['2', '[1/2]']
    """
    return SYMBOL.findall(text)


def split_tokens(text: str) -> list[str]:
    """Return the tokens of a text one by one; stray brackets are left out.

    >>> split_tokens("?5[1/2].?[3/4]")
    ['?5', '[1/2]', '.', '?[3/4]']
    """
    return TOKEN.findall(text)
