"""Files sent as one zip archive, packed while it is sent."""

import io
import zipfile
from collections.abc import Iterable, Iterator
from typing import Any

from django.http import StreamingHttpResponse
from django.utils.http import content_disposition_header


def zip_response(files: Iterable[tuple[str, str]], name: str) -> StreamingHttpResponse:
    """Answer with files, given as path and text, in one archive of this name."""
    headers = {"Content-Disposition": content_disposition_header(True, name) or "attachment"}
    return StreamingHttpResponse(_pack(files), content_type="application/zip", headers=headers)


class _Outbox(io.RawIOBase):
    """Takes what is written and gives it away; it cannot be gone back in, and zip knows how."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, piece: Any) -> int:
        self._pieces.append(bytes(piece))
        return len(piece)

    def take(self) -> bytes:
        taken, self._pieces = b"".join(self._pieces), []
        return taken


def _pack(files: Iterable[tuple[str, str]]) -> Iterator[bytes]:
    outbox = _Outbox()
    with zipfile.ZipFile(outbox, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in files:
            archive.writestr(path, text)
            yield outbox.take()
    yield outbox.take()
