"""Static files that `manage.py play` collects: named by content, and only when they changed."""

import os
import posixpath
import re
import secrets
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static

from numerica_site import static_files

from .games.helpers import ROOT

STYLE = "body { background: url('icons/sign.svg') }\n" + "p { margin: 0 }\n" * 200
OTHER = STYLE.replace("margin: 0", "margin: 1")
BY_CONTENT = re.compile(r"^/static/[a-z/]+\.[0-9a-f]{12}\.\w+$")


@pytest.fixture
def sources(settings, tmp_path):
    """A folder with the only static files of the site; none of them is collected."""
    folder = tmp_path / "sources"
    (folder / "icons").mkdir(parents=True)
    (folder / "site.css").write_text(STYLE)
    (folder / "icons" / "sign.svg").write_text("<svg/>")
    settings.STATICFILES_DIRS = [folder]
    settings.STATIC_ROOT = tmp_path / "static"
    return folder


@pytest.fixture
def start(settings):
    """As a process begins: what it knew of static files is forgotten."""

    def begin() -> None:
        settings.STORAGES = {**settings.STORAGES}
        assert type(staticfiles_storage._wrapped) is object, "Django did not forget it"

    return begin


def test_scripts_and_styles_are_served_without_comments_and_indentation(sources, tmp_path):
    (sources / "page.js").write_text(
        "// says\nrun();   // now\n  // and\nlet at = 'http://x';\n  if (a) b();\n"
    )
    (sources / "site.css").write_text("/* one\n two */\nb { content: '//' }  /* three */\n")
    static_files.collect()
    served = {
        name: (tmp_path / static(name).removeprefix("/")).read_bytes()
        for name in ("page.js", "site.css")
    }
    assert served == {
        "page.js": b"\nrun();\n\nlet at = 'http://x';\nif (a) b();\n",
        "site.css": b"\n\nb { content: '//' }  \n",
    }


def test_a_style_sheet_is_served_with_its_parts_in_their_layers(sources, tmp_path):
    (sources / "css").mkdir()
    part = "/* one */ b { background: url('../icons/sign.svg') } i { content: url(data:,) }\n"
    (sources / "css" / "part.css").write_text(part)
    (sources / "site.css").write_text('@layer a, b;\n@import url("css/part.css") layer(b);\n')
    static_files.collect()
    sheet = (tmp_path / static("site.css").removeprefix("/")).read_text()
    icon = static("icons/sign.svg").rpartition("/")[2]
    assert sheet.split("\n") == [
        "@layer a, b;",
        "@layer b {",
        f' b {{ background: url("css/../icons/{icon}") }} i {{ content: url(data:,) }}',
        "}",
        "",
    ]


def test_what_others_made_is_served_as_they_made_it():
    body = b"// licence\nrun();\n"
    assert static_files.without_comments("django_htmx/htmx.js", body) == body


def test_no_text_of_ours_looks_like_a_comment():
    """In a string of a style sheet, or of a script over several lines, the signs would go, too."""
    for path in (ROOT / "static").rglob("*.css"):
        parts = re.findall(r"""(?s)/\*.*?\*/|"[^"\n]*"|'[^'\n]*'""", path.read_text())
        assert not any("/*" in part for part in parts if not part.startswith("/*")), path
    for path in (ROOT / "static" / "js").rglob("*.js"):
        served = static_files.without_comments("js/page.js", path.read_bytes())
        for line in served.splitlines():
            assert all(line.count(sign) % 2 == 0 for sign in (b'"', b"`")), (path, line)


def test_before_anything_is_collected_pages_name_the_sources(sources, start):
    start()
    assert static("site.css") == "/static/site.css"


def test_what_is_collected_is_named_by_its_content_and_compressed(sources, start, tmp_path):
    static_files.collect()
    for _ in range(2):  # as the process that collected knows it, and as the next one reads it
        assert BY_CONTENT.match(static("site.css")) and BY_CONTENT.match(static("icons/sign.svg"))
        start()
    collected = tmp_path / static("site.css").removeprefix("/")
    assert static("icons/sign.svg").rpartition("/")[2] in collected.read_text()
    packed = collected.with_name(collected.name + ".gz")
    assert packed.stat().st_size < collected.stat().st_size / 4


def test_what_was_not_collected_keeps_its_plain_name(sources, start):
    static_files.collect()
    assert static("admin/css/base.css") == "/static/admin/css/base.css"
    assert static("nowhere.css") == "/static/nowhere.css"


@pytest.mark.parametrize("change", ["content", "new", "gone"])
def test_after_a_change_nothing_old_is_named_and_all_is_collected_again(
    change, sources, start, tmp_path
):
    static_files.collect()
    before = static("site.css")
    _change(sources, change)
    start()
    assert static("site.css") == "/static/site.css"
    static_files.collect()
    assert BY_CONTENT.match(static("site.css"))
    assert (static("site.css") == before) == (change == "new")
    assert (tmp_path / before.removeprefix("/")).exists(), "pages that are open still name it"


def _change(sources, change: str) -> None:
    if change == "content":
        (sources / "site.css").write_text(OTHER)  # as long as before
    elif change == "new":
        (sources / "more.css").write_text("")
    else:
        (sources / "site.css").write_text(STYLE.replace("url('icons/sign.svg')", "red"))
        (sources / "icons" / "sign.svg").unlink()


def test_static_files_are_collected_once_however_many_servers_start(sources, monkeypatch):
    done = []
    collect_anew = static_files.collect_anew
    monkeypatch.setattr(static_files, "collect_anew", lambda: (done.append(1), collect_anew()))
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: static_files.collect(), range(8)))
    assert done == [1] and BY_CONTENT.match(static("site.css"))


def test_what_broke_off_half_way_counts_as_not_collected(sources, start, monkeypatch):
    static_files.collect()
    style = sources / "site.css"
    changed_at = style.stat().st_mtime_ns
    style.write_text(OTHER)
    with monkeypatch.context() as patch, pytest.raises(ZeroDivisionError):
        patch.setattr(static_files, "call_command", lambda *_, **__: 1 // 0)
        static_files.collect()
    style.write_text(STYLE)
    os.utime(style, ns=(changed_at, changed_at))
    start()
    assert static("site.css") == "/static/site.css"


def _write_modules(sources: Path) -> None:
    """A page's module that imports one, which imports another and asks for a third later."""
    (sources / "js" / "parts").mkdir(parents=True)
    (sources / "js" / "page.js").write_text('import { a } from "./parts/a.js";\na();\n')
    (sources / "js" / "parts" / "a.js").write_text(
        'import "../b.js";\nexport const a = () => import("./c.js");\n'
    )
    (sources / "js" / "b.js").write_text("let b;\n")
    (sources / "js" / "parts" / "c.js").write_text("let c;\n")


def _named_in(tmp_path: Path, address: str) -> list[str]:
    """The addresses that a module asks for, each of a file that is there."""
    served = tmp_path / address.removeprefix("/")
    found = re.findall(r'"(\.[^"]+)"', served.read_text())
    assert all((served.parent / path).exists() for path in found), found
    return [posixpath.normpath(posixpath.join(posixpath.dirname(address), path)) for path in found]


def test_modules_name_each_other_by_content_also_those_that_come_later(sources, tmp_path):
    _write_modules(sources)
    static_files.collect()
    names = {name: static(f"js/{name}.js") for name in ("page", "b", "parts/a", "parts/c")}
    assert all(BY_CONTENT.match(name) for name in names.values()), names
    assert _named_in(tmp_path, names["page"]) == [names["parts/a"]]
    assert _named_in(tmp_path, names["parts/a"]) == [names["b"], names["parts/c"]]


@pytest.mark.slow
def test_a_module_that_changed_gives_new_names_to_all_that_lead_to_it(sources, start, tmp_path):
    _write_modules(sources)
    static_files.collect()
    every = ("page", "b", "parts/a", "parts/c")
    before = {name: static(f"js/{name}.js") for name in every}
    (sources / "js" / "parts" / "c.js").write_text("let d;\n")
    start()
    static_files.collect()
    start()
    after = {name: static(f"js/{name}.js") for name in every}
    assert {name for name in every if after[name] != before[name]} == {"page", "parts/a", "parts/c"}
    for address in (*before.values(), *after.values()):
        _named_in(tmp_path, address)  # pages that are open name those of before


@pytest.mark.slow
def test_production_takes_nothing_but_what_was_collected(tmp_path):
    """A file without a name of its own is a fault there, and is not served from the sources."""
    told = "from django.conf import settings as s; print(s.STORAGES['staticfiles']['BACKEND'], s.STATIC_ROOT)"
    production = {
        "SITE_URL": "https://numerica.example",
        "SECRET_KEY": "x" * 50,
        "STAFF_PATH": secrets.token_hex(16),
    }
    said = subprocess.run(
        [sys.executable, "-c", told],
        env=os.environ | production | {"DJANGO_SETTINGS_MODULE": "numerica_site.settings"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert said == [
        "numerica_site.static_files.ServedFiles",
        str(ROOT / "staticfiles"),
    ]
