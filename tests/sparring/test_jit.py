"""Kept code is used for the very text that it was compiled from."""

import ast
import shutil
from pathlib import Path

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
