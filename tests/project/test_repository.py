"""Rules for the content of the repository."""

import re

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
