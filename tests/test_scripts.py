"""How the modules of script hang together: imports instead of globals, and nothing left over."""

import re
from functools import cache
from posixpath import dirname, join, normpath

import pytest

from games.templatetags.scripts import imports, later_imports, needs, script

from .games.helpers import ROOT

FOLDER = ROOT / "static"
MODULES = sorted(str(path.relative_to(FOLDER)) for path in (FOLDER / "js").rglob("*.js"))

MOST_LINES = 250

_TAG = re.compile(r"{% script \"([^\"]+)\" %}")
_NAMED = re.compile(r"(?m)^import (?:\{ ([^}]*) \}|\* as (\w+)) from \"([^\"]+)\";$")
_EXPORTED = re.compile(r"(?m)^export (?:async )?(?:const|let|function) (\w+)")
_BRACKETS = re.compile(r"\\\[\[\^\\\]\]\*\\\]|\\\[\.[*+]\??\\\]")
"""A pattern of what lies between two brackets: `\\[[^\\]]*\\]`, `\\[.*?\\]`."""


def source(name: str) -> str:
    return (FOLDER / name).read_text()


def entries() -> set[str]:
    """The modules that pages run."""
    templates = (ROOT / "templates").rglob("*.html")
    return {name for path in templates for name in _TAG.findall(path.read_text())}


def all_imports(name: str) -> list[str]:
    return [*imports(name), *later_imports(name)]


@cache
def depth(name: str, above: tuple[str, ...] = ()) -> int:
    """How many levels of imports lie below a module; fails where it imports itself on a detour."""
    assert name not in above, (*above, name)
    return max((1 + depth(each, (*above, name)) for each in all_imports(name)), default=0)


def test_no_file_of_script_is_long():
    lengths = {name: len(source(name).splitlines()) for name in MODULES}
    assert max(lengths.values()) <= MOST_LINES, lengths


def test_there_is_no_script_beside_the_modules():
    assert sorted(FOLDER.rglob("*.js")) == sorted(FOLDER / name for name in MODULES)
    for path in (ROOT / "templates").rglob("*.html"):
        assert "<script" not in path.read_text(), path


def test_every_module_is_run_by_a_page_or_imported():
    named = entries() | {each for name in MODULES for each in all_imports(name)}
    assert named == set(MODULES)


@pytest.mark.slow
def test_no_module_imports_itself_on_a_detour():
    """Each is named by its content, in which the names of what it imports stand."""
    assert max(map(depth, MODULES)) > 2


@pytest.mark.parametrize("name", MODULES)
def test_what_a_module_imports_is_exported_there_and_used_here(name):
    body = re.sub(r"(?m)^import .*$", "", source(name))
    assert len(re.findall(r"(?m)^import\b", source(name))) == len(imports(name)), "one line each"
    for names, whole, path in _NAMED.findall(source(name)):
        exported = _EXPORTED.findall(source(normpath(join(dirname(name), path))))
        taken = re.findall(rf"(?<!\w)(?<!\w\.){whole}\.(\w+)", body) if whole else names.split(", ")
        assert taken and set(taken) <= set(exported), path
        for each in taken:
            assert re.search(rf"\b{each}\b", body), f"{each} is not used"


def test_what_a_module_exports_is_imported_somewhere():
    used = {name for text in map(source, MODULES) for name in _taken(text)}
    for name in MODULES:
        assert set(_EXPORTED.findall(source(name))) <= used, name


def _taken(text: str) -> set[str]:
    """The names that a module takes from others, also from those that come later."""
    found = _NAMED.findall(text)
    lists = [names for names, _, _ in found] + re.findall(r"const \{ ([^}]*) \} = await", text)
    wholes = ["script", *(whole for _, whole, _ in found if whole)]
    members = re.findall(rf"(?<!\w)(?<!\w\.)(?:{'|'.join(wholes)})\.(\w+)", text)
    return {*members, *(name for names in lists for name in names.split(", "))}


@pytest.mark.parametrize("name", MODULES)
def test_modules_share_nothing_by_globals(name):
    text = source(name)
    assert not re.search(r"\b(?:window|globalThis|self)(?:\.\w+|\[[^]]+\])\s*\??=[^=]", text)
    assert not re.search(r"\bObject\.assign\((?:window|globalThis|self)\b", text)


def test_notation_is_split_into_tokens_in_one_place():
    splitting = [name for name in MODULES if _BRACKETS.search(source(name))]
    assert splitting == ["js/shared/notation.js"]
    for user in ("js/fair/check.js", "js/table/laying/typed_text.js"):
        assert "js/shared/notation.js" in imports(user)


def test_a_page_names_all_that_its_module_imports_however_far_away():
    html = script("js/table/laying/main.js")
    links = re.findall(r'<link rel="modulepreload" href="/static/([^"]+)">', html)
    assert set(links) == set(needs("js/table/laying/main.js")) and len(links) == len(set(links))
    assert {"js/shared/page.js", "js/table/laying/tiles.js"} <= set(links)
    assert html.endswith('<script type="module" src="/static/js/table/laying/main.js"></script>')


def test_a_module_that_is_not_there_is_a_fault():
    with pytest.raises(FileNotFoundError):
        script("js/nowhere.js")
