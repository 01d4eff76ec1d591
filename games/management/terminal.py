"""What commands say of files that others wrote."""


def printable(text: str) -> str:
    """On one line, with nothing that a terminal obeys: no sign of it writes over another.

    >>> printable("a\\r\\x1b[2Kb")
    'a??[2Kb'
    """
    return "".join(sign if sign.isprintable() else "?" for sign in text)
