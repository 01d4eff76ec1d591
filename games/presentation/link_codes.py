"""A link as a QR code, drawn for the page it stands on."""

import segno
from django.utils.safestring import SafeString, mark_safe

QUIET = 4  # modules of light around the code, as its standard asks for


def link_code(link: str) -> SafeString:
    """Dark modules on a light ground, whatever the look of the page."""
    code = segno.make_qr(link, error="m")
    drawn = code.svg_inline(
        border=QUIET, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None
    )
    return mark_safe(drawn)  # noqa: S308  (only modules are drawn, and no text of anybody's)
