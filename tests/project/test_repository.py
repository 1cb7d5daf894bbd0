"""Rules for the content of the repository."""

import re
import tomllib

from testbed.repository import ROOT, tracked_files

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


def test_every_dependency_of_the_program_is_pinned_with_a_hash() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    pinned = re.findall(
        r"^([\w.-]+)(?:\[[\w,]+\])?==\S+(?: ; .+)? \\\n    --hash",
        (ROOT / "constraints.txt").read_text(),
        re.MULTILINE,
    )
    canonical = {re.sub(r"[-_.]+", "-", name).lower() for name in pinned}
    wanted = [re.split(r"[\[=><]", entry)[0] for entry in project["dependencies"]]
    assert {re.sub(r"[-_.]+", "-", name).lower() for name in wanted} <= canonical


def test_tests_use_absolute_imports() -> None:
    changed = re.compile(r"^\s*sys\.path\.", re.MULTILINE)
    paths = [path for path in tracked_files() if "tests" in path.parts and path.suffix == ".py"]
    assert paths
    assert [str(path) for path in paths if changed.search(path.read_text("utf-8"))] == []
