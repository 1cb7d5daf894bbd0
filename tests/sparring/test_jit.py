"""The cache of compiled code: its fingerprint, its folder, and protection from other users."""

import ast
import os
import shutil
import tempfile
from pathlib import Path

import pytest

from sparring import jit

FOLDER = Path(jit.__file__).parent
KERNEL = FOLDER / "kernel"


def imported_modules(file):
    """Return the modules of sparring that a file imports, or imports names from."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module.split(".")[0] == "sparring":
            is_package = (FOLDER.parent / node.module.replace(".", "/")).is_dir()
            modules = {f"{node.module}.{name.name}" for name in node.names}
            found |= modules if is_package else {node.module}
    return found


def test_all_code_that_is_compiled_is_in_the_fingerprint():
    compiled = [file for file in FOLDER.rglob("*.py") if "@njit" in file.read_text()]
    imported = set().union(*map(imported_modules, compiled))

    assert len(compiled) > 10
    assert {file.parent for file in compiled} == {KERNEL}
    assert {name for name in imported if not name.startswith("sparring.kernel.")} == {
        "sparring.jit"
    }


def test_a_change_of_any_kernel_module_changes_the_fingerprint(tmp_path, monkeypatch):
    shutil.copytree(KERNEL, tmp_path / "kernel")
    monkeypatch.setattr(jit, "_KERNEL", tmp_path / "kernel")
    modules = list((tmp_path / "kernel").glob("*.py"))
    fingerprints = [jit._fingerprint()]
    for module in modules:
        with module.open("a") as file:
            file.write("# changed\n")
        fingerprints.append(jit._fingerprint())

    assert len(set(fingerprints)) == len(modules) + 1


@pytest.fixture
def folders(tmp_path, monkeypatch):
    """Provide an empty home and an empty folder for temporary files."""
    home, temporary = tmp_path / "home", tmp_path / "tmp"
    for folder in (home, temporary):
        folder.mkdir()
    monkeypatch.setattr(Path, "home", lambda: home)
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(temporary))
    return home, temporary / f"lifeline-bot-{os.getuid()}"


def block_folder(path):
    """Create a file where a folder is expected."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("")


def test_the_cache_is_in_the_given_folder_or_at_home_or_among_temporary_files(folders, tmp_path):
    home, temporary = folders
    given = tmp_path / "given"
    assert jit.choose_cache_root(str(given)) == given
    assert jit.choose_cache_root("") == home / ".cache" / "lifeline-bot"
    block_folder(tmp_path / "file")
    assert jit.choose_cache_root(str(tmp_path / "file")) == temporary
    assert temporary.stat().st_mode & 0o777 == 0o700


def test_without_a_home_the_cache_is_among_temporary_files(folders, monkeypatch):
    def no_home():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", no_home)
    assert jit.choose_cache_root("") == folders[1]


def owned_by_other_user(temporary, monkeypatch):
    temporary.mkdir()
    monkeypatch.setattr(jit, "_user", lambda: os.getuid() + 1)
    temporary.rename(temporary.with_name(f"lifeline-bot-{os.getuid() + 1}"))


def writable_by_all(temporary, _monkeypatch):
    temporary.mkdir()
    temporary.chmod(0o777)


def symbolic_link(temporary, _monkeypatch):
    elsewhere = temporary.with_name("elsewhere")
    elsewhere.mkdir()
    temporary.symlink_to(elsewhere)


@pytest.mark.parametrize("prepare", [owned_by_other_user, writable_by_all, symbolic_link])
def test_a_folder_that_other_users_may_write_is_not_used(folders, monkeypatch, prepare):
    home, temporary = folders
    block_folder(home / ".cache")
    prepare(temporary, monkeypatch)
    with pytest.raises(OSError, match="set NUMBA_CACHE_DIR"):
        jit.choose_cache_root("")
