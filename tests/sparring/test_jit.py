"""Kept code is used for the text that it was compiled from; nobody else can have put it there."""

import ast
import os
import shutil
import tempfile
from pathlib import Path

import pytest

from sparring import jit

FOLDER = Path(jit.__file__).parent
NOT_COMPILED = {"jit", "arrays"}  # the door to numba, and types, which numba tells apart itself


def imported_by(file):
    """Return the modules of sparring that a file imports names from."""
    found = [each for each in ast.walk(ast.parse(file.read_text())) if hasattr(each, "module")]
    names = [each.module.split(".") for each in found if isinstance(each, ast.ImportFrom)]
    return {name[1] for name in names if name[0] == "sparring" and len(name) > 1}


def test_every_module_whose_text_ends_up_in_compiled_code_is_in_its_fingerprint():
    compiled = {file for file in FOLDER.glob("*.py") if "@njit" in file.read_text()}
    used = {file.stem for file in compiled} | set().union(*map(imported_by, compiled))

    assert len(compiled) > 10
    assert used - NOT_COMPILED == set(jit._COMPILED)


def test_a_change_of_any_of_them_is_a_new_fingerprint(tmp_path, monkeypatch):
    for name in jit._COMPILED:
        shutil.copy(FOLDER / f"{name}.py", tmp_path)
    monkeypatch.setattr(jit, "__file__", str(tmp_path / "jit.py"))
    fingerprints = [jit._fingerprint()]
    for name in jit._COMPILED:
        with (tmp_path / f"{name}.py").open("a") as file:
            file.write("# changed\n")
        fingerprints.append(jit._fingerprint())

    assert len(set(fingerprints)) == len(jit._COMPILED) + 1


@pytest.fixture
def places(tmp_path, monkeypatch):
    """A home and a folder for temporary files, both empty."""
    home, temporary = tmp_path / "home", tmp_path / "tmp"
    for folder in (home, temporary):
        folder.mkdir()
    monkeypatch.setattr(Path, "home", lambda: home)
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(temporary))
    return home, temporary / f"lifeline-bot-{os.getuid()}"


def no_folder(path):
    """Leave a file where a folder is wanted."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("")


def test_code_is_kept_where_it_is_said_else_at_home_else_among_the_temporary_files(
    places, tmp_path
):
    home, temporary = places
    said = tmp_path / "said"
    assert jit.kept_in(str(said)) == said
    assert jit.kept_in("") == home / ".cache" / "lifeline-bot"
    no_folder(tmp_path / "file")
    assert jit.kept_in(str(tmp_path / "file")) == temporary
    assert temporary.stat().st_mode & 0o777 == 0o700


def test_who_has_no_home_has_it_among_the_temporary_files(places, monkeypatch):
    def nobody():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nobody)
    assert jit.kept_in("") == places[1]


def somebody_elses(temporary, monkeypatch):
    temporary.mkdir()
    monkeypatch.setattr(jit, "_user", lambda: os.getuid() + 1)
    temporary.rename(temporary.with_name(f"lifeline-bot-{os.getuid() + 1}"))


def open_to_all(temporary, _monkeypatch):
    temporary.mkdir()
    temporary.chmod(0o777)


def a_link(temporary, _monkeypatch):
    elsewhere = temporary.with_name("elsewhere")
    elsewhere.mkdir()
    temporary.symlink_to(elsewhere)


@pytest.mark.parametrize("prepared", [somebody_elses, open_to_all, a_link])
def test_code_that_somebody_else_may_have_put_there_is_not_run(places, monkeypatch, prepared):
    home, temporary = places
    no_folder(home / ".cache")
    prepared(temporary, monkeypatch)
    with pytest.raises(OSError, match="set NUMBA_CACHE_DIR"):
        jit.kept_in("")
