"""The documentation: what it names exists, and the README keeps its promises."""

import ast
import importlib
import re
from functools import cache
from pathlib import Path

import discord
import pytest

from bench.__main__ import subjects
from bot.ui.practice import LEVEL_LABELS
from bot.words.server_settings import PERMISSIONS, PURPOSES
from sparring.levels import LEVELS
from testbed.repository import ROOT, tracked_files

PAGES = [
    *(ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")),
    *sorted((ROOT / "docs").glob("*.md")),
]
FILES = [path.relative_to(ROOT).as_posix() for path in tracked_files()]
OURS = r"(?:bot|rules|renderer|sandbox|sparring|bench|testbed)"
SETTING = r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b"
MAKEFILE = (ROOT / "Makefile").read_text()
# Settings of Discord, discord.py, PostgreSQL's image, restic and numba, and the number in the
# invite link
FOREIGN = {
    "APPLICATION_ID",
    "DEFAULT_GATEWAY",
    "INVALID_SESSION",
    "NUMBA_CPU_NAME",
    "RESTIC_PASSWORD_FILE",
    "RESTIC_REPOSITORY",
}


def found(page, pattern):
    """Return the matches of a pattern in the code of a page."""
    code = re.findall(r"```.*?```|`[^`\n]+`", page.read_text(), re.DOTALL)
    return {match for part in code for match in re.findall(pattern, part)}


def is_there(name):
    """Return whether a file exists; pages may omit the first folders of a path."""
    return any(file == name or file.endswith(f"/{name}") for file in FILES)


every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


@every_page
def test_every_file_named_in_the_docs_exists(page):
    named = found(page, r"(?<![\w./*-])\.?\w[\w./-]*\.(?:py|md|sh|sql|css|js|example|service)\b")
    assert [name for name in sorted(named) if not is_there(name)] == []


@every_page
def test_every_folder_named_in_the_docs_exists(page):
    named = found(page, rf"(?<![\w./-])((?:{OURS[3:-1]}|tests|docs|scripts)(?:/\w+)*)/(?![\w*])")
    folders = {parent.as_posix() for file in FILES for parent in Path(file).parents}
    # operators who translate create this file
    assert named - folders <= {"bot/words/locales"}


@every_page
def test_every_dotted_name_in_the_docs_exists(page):
    for name in found(page, rf"(?<![\w./-]){OURS}(?:\.[A-Za-z_]\w*)+(?![\w/.-])"):
        if not is_there(name):
            assert resolves(name), name


def resolves(name):
    """Return whether a dotted name is a module with the given attributes."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        path = "/".join(parts[:length])
        if f"{path}.py" in FILES or f"{path}/__init__.py" in FILES:
            value = importlib.import_module(".".join(parts[:length]))
            return all((value := getattr(value, each, None)) is not None for each in parts[length:])
    return False


@every_page
def test_every_import_in_the_docs_works(page):
    for line in found(page, rf"(?<=\n)from {OURS}\b[^\n]* import (?:\([^)]*\)|[^\n]+)"):
        (statement,) = ast.parse(line).body
        for each in statement.names:
            assert resolves(f"{statement.module}.{each.name}"), line


@every_page
def test_every_make_target_in_the_docs_exists(page):
    targets = set(re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE))
    assert found(page, r"\bmake ([a-z]+)") <= targets


@every_page
def test_every_python_m_command_in_the_docs_works(page):
    for package, subject in found(page, rf"python -m ({OURS}(?:\.\w+)*)(?: (\w[\w-]*))?"):
        path = package.replace(".", "/")
        assert f"{path}.py" in FILES or f"{path}/__main__.py" in FILES
        if package == "bench" and subject:
            assert subject in subjects()
        elif subject:
            sources = [ROOT / file for file in FILES if file.startswith(f"{path}/")]
            added = re.compile(rf'add_parser\(\s*"{subject}"')
            assert any(added.search(file.read_text()) for file in sources if file.suffix == ".py")


@cache
def used_settings():
    """Return every name in capitals in the code, to which the settings belong."""
    return {
        name
        for path in tracked_files()
        if path.suffix in {".py", ".yml", ".example"} or path.name == "Dockerfile"
        for name in re.findall(SETTING, path.read_text())
    }


@every_page
def test_every_setting_in_the_docs_is_used(page):
    assert found(page, SETTING) - FOREIGN - used_settings() == set()


def test_the_architecture_page_names_every_folder():
    page = (ROOT / "docs/architecture.md").read_text()
    folders = {
        Path(file).parts[1] for file in FILES if file.startswith("bot/") and file.count("/") > 1
    }
    assert {name for name in folders if f"| `{name}/` |" not in page} == set()


def test_level_descriptions_match_the_measurements():
    page = (ROOT / "docs/engine-tuning.md").read_text()
    rows = re.findall(r"\| (\d) - \d \| Lifeline 5 \| \d+ \| \d+ \| ([\d.]+) % \[", page)
    measured = {int(level): round(float(share)) for level, share in rows}
    assert measured == {level.number: level.wins for level in LEVELS[1:]}
    for level in LEVELS:
        # Discord must not truncate it in the list of choices
        assert LEVEL_LABELS[level.number].endswith(f"{level.name}: {level.description}")


def test_the_page_of_the_engine_has_the_budgets_of_each_level():
    page = (ROOT / "docs/sparring.md").read_text()
    rows = re.findall(r"^\| (\d) \| (.*?) \| (.*?) \| ([\d.]*) ?\| (\d*)", page, re.MULTILINE)
    assert rows == [
        (
            str(level.number),
            level.name,
            f"{level.playouts:,}" if level.searches else manner,
            f"{level.insight:g}" if level.searches else "",
            f"{level.max_solver_cells or ''}",
        )
        for level, (_, _, manner, _, _) in zip(LEVELS, rows, strict=True)
    ]


README = (ROOT / "README.md").read_text()


def test_the_invite_link_asks_for_exactly_the_permissions_that_the_bot_uses():
    (value,) = re.findall(r"permissions=(\d+)", README)
    assert int(value) == discord.Permissions(**dict.fromkeys(PERMISSIONS, True)).value


def test_the_readme_explains_each_permission():
    for permission, name in PERMISSIONS.items():
        assert f"| {name()} | {PURPOSES[permission]()} |" in README


def test_every_file_in_the_readme_exists():
    named = re.findall(r"\]\(([^)h][^)]*)\)|`((?:docs/|\.env\.)[^`]*)`", README)
    paths = {(first or second).partition("#")[0] for first, second in named}
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_readme_links_every_page():
    linked = {link.partition("#")[0] for link in re.findall(r"\]\(([^)]*)\)", README)}
    pages = {f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md")}
    assert pages - linked == set()
