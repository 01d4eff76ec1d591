"""Static files as they are served: without comments, named by content, compressed, kept for good.

Of the embedded shape `manage.py play` collects them when it starts, if they changed. Where none are
collected, or others than those that lie in the sources now, pages name the sources themselves.
"""

import fcntl
import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile, File
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

LEFT_OUT = ("admin", "account", "mfa", "usersessions", "*-4.*")
"""What no page of ours names: folders of other packages, another htmx; served as it is."""

SCRIPT_FOLDER = "js"
"""All scripts of ours lie below it."""

_IMPORT = r"""(?P<matched>(?P<how>\bfrom |\bimport ?\(?)"(?P<url>\.\.?/[^"]+)")"""
"""Where a module names another: `from "./turn.js"`, `import "./turn.js"`, `import("./turn.js")`."""

_LEFT_OUT_OF = {
    ".js": re.compile(rb"(?m)(?:^[ \t]*|[ \t]+)(?://(?: .*)?)?$|^[ \t]+"),
    ".css": re.compile(rb"(?s)/\*.*?\*/"),
}
"""What is not served: comments, and of scripts the blanks around lines."""


_PARTS = re.compile(rb"""@import url\("([\w/-]+\.[0-9a-f]{12}\.css)"\) layer\(([\w-]+)\);""")
"""What a style sheet is made of, once the names of the parts are those by their content."""

_BESIDE = re.compile(rb"""url\((["']?)(?![/"']|data:|https?:)""")


class ServedFiles(CompressedManifestStaticFilesStorage):
    """Our own scripts and styles as they are served.

    They go without their comments, which are a fifth of what they weigh, and a style sheet holds
    the parts that its source imports. What a module imports is named by its content, too. So no
    two modules may name each other, even where one is asked for later: the name of each would
    depend on that of the other.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        (f"{SCRIPT_FOLDER}/*.js", ((_IMPORT, '%(how)s"%(url)s"'),)),
    )
    max_post_process_passes = 12  # one for each level of imports, and one to see that all is done

    def _save(self, name: str, content: "File[bytes]") -> str:
        """Store a file, under its own name or the one by its content, as it is to be served."""
        whole = _PARTS.sub(self._part, b"".join(content.chunks()))
        saved: str = super()._save(name, ContentFile(without_comments(name, whole)))
        return saved

    def _part(self, named: re.Match[bytes]) -> bytes:
        """A part of a style sheet in its layer; files it names are sought from its own folder."""
        path, layer = named[1].decode(), named[2]
        with self.open(path) as part:
            folder = Path(path).parent.as_posix().encode()
            rules = _BESIDE.sub(rb"url(\g<1>" + folder + b"/", part.read())
        return b"@layer " + layer + b" {\n" + rules + b"}"


def is_ours(name: str) -> bool:
    """Whether a static file was made here: its path below the folder of all of them says so."""
    return "/" not in name or name.startswith(f"{SCRIPT_FOLDER}/")


def without_comments(name: str, body: bytes) -> bytes:
    """A script or a style sheet of ours without them, a script without indentation, too.

    Lines keep their numbers. What others made lies in folders of theirs, and stays as it is.
    """
    comments = _LEFT_OUT_OF.get(Path(name).suffix)
    if comments is None or not is_ours(name):
        return body
    return comments.sub(lambda comment: b"\n" * comment[0].count(b"\n"), body)


class CollectedFiles(ServedFiles):
    """Addresses of what was collected; the plain ones for everything else."""

    def read_manifest(self) -> str | None:
        """What was collected; None when the sources have changed since."""
        manifest: str | None = super().read_manifest() if _is_up_to_date() else None
        return manifest

    def stored_name(self, name: str) -> str:
        """The name with the hash of the content, if the file was collected."""
        stored: str = self.hashed_files.get(self.hash_key(self.clean_name(name)), name)
        return stored


def collect() -> None:
    """Collect the static files unless that was done; several servers may start at once."""
    with _beside("lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not _is_up_to_date():
            collect_anew()


def collect_anew() -> None:
    """What was collected before stays: pages that are open name it."""
    _beside("fingerprint").unlink(missing_ok=True)
    left_out = list(LEFT_OUT)  # the command adds to it
    call_command("collectstatic", ignore_patterns=left_out, interactive=False, verbosity=0)
    _beside("fingerprint").write_text(_fingerprint())


def _is_up_to_date() -> bool:
    kept = _beside("fingerprint")
    return kept.exists() and kept.read_text() == _fingerprint()


def _beside(ending: str) -> Path:
    """A file beside the folder that is served."""
    return Path(f"{settings.STATIC_ROOT}.{ending}")


def _fingerprint() -> str:
    """Differs as soon as a source was added, removed or changed."""
    told = "\n".join(sorted(_sources()))
    return hashlib.sha256(told.encode()).hexdigest()


def _sources() -> Iterator[str]:
    """Each source with its size in bytes and the time of its last change in nanoseconds."""
    for finder in finders.get_finders():
        for name, storage in finder.list(LEFT_OUT):
            state = Path(storage.path(name)).stat()
            yield f"{name} {storage.path(name)} {state.st_size} {state.st_mtime_ns}"
