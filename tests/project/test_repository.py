"""Rules for the content of the repository."""

import re
from graphlib import TopologicalSorter

import grimp

from testbed.repository import tracked_files

TEXT_ENDINGS = {
    ".py",
    ".md",
    ".toml",
    ".txt",
    ".sh",
    ".js",
    ".css",
    ".html",
    ".yml",
    ".example",
    "",
}


def test_no_file_contains_a_package_download_url() -> None:
    address = re.compile(r"https?://[^ \"]*/(?:simple|packages)/")
    guilty = [
        str(path)
        for path in tracked_files()
        if path.suffix in TEXT_ENDINGS and address.search(path.read_text("utf-8", "replace"))
    ]
    assert guilty == []


def test_the_openapi_document_is_not_in_the_repository() -> None:
    names = {path.name for path in tracked_files()}
    assert not names & {"discord-openapi.json", "engines-sample.jsonl.gz"}


def test_tests_use_absolute_imports() -> None:
    changed = re.compile(r"^\s*sys\.path\.", re.MULTILINE)
    paths = [path for path in tracked_files() if "tests" in path.parts and path.suffix == ".py"]
    assert paths
    assert [str(path) for path in paths if changed.search(path.read_text("utf-8"))] == []


def test_modules_of_the_bot_have_no_circular_imports() -> None:
    graph = grimp.build_graph("bot", cache_dir=None)
    imports = {
        module: graph.find_modules_directly_imported_by(module)
        for module in graph.modules
        if not graph.find_children(module)
    }

    # raises CycleError, which names the cycle
    assert list(TopologicalSorter(imports).static_order())
