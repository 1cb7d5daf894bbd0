"""The one door to numba: a typed `njit`, where compiled code is kept, and whether numba is there.

numba keeps compiled code in a folder and notices a change of the function's own file only. So the
folder is named after the text of all compiled modules: a changed callee means a new folder.
"""

import hashlib
import importlib.util
import os
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

WHY_MISSING = (
    "Levels 3 to 6 need the packages numba and numpy, which are not installed: "
    "pip install 'lifeline-bot[sparring]'."
)
_COMPILED = (
    "layout",
    "stones",
    "ring",
    "life",
    "turns",
    "kernel",
    "playout",
)


def available() -> bool:
    """Whether the levels that search can be played on this machine."""
    return all(importlib.util.find_spec(name) for name in ("numba", "numpy"))


def njit(function: F) -> F:
    """Compile a function for the machine when it is first called; it then needs no interpreter."""
    import numba  # noqa: PLC0415 - an optional package; this module must import without it

    _use_own_folder()
    # A dispatcher is called like the function it was made from.
    return cast("F", numba.njit(cache=True, nogil=True)(function))


@cache
def _use_own_folder() -> None:
    from numba.core import config as settings  # noqa: PLC0415 - as above

    config: Any = settings  # its fields come from the environment, at run time
    root = _writable(Path(config.CACHE_DIR or Path.home() / ".cache" / "lifeline-bot"))
    folder = root / f"kernel-{_fingerprint()}"
    _drop_others(root, folder)
    config.CACHE_DIR = str(folder)


def _writable(wanted: Path) -> Path:
    fallback = Path(tempfile.gettempdir()) / f"lifeline-bot-{os.getuid()}"
    for folder in (wanted, fallback):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    raise OSError(f"Neither {wanted} nor {fallback} can be written; set NUMBA_CACHE_DIR.")


def _fingerprint() -> str:
    here = Path(__file__).parent
    text = b"".join((here / f"{name}.py").read_bytes() for name in _COMPILED)
    return hashlib.sha256(text).hexdigest()[:16]


def _drop_others(root: Path, folder: Path) -> None:
    """Keep the present folder and the latest other one, which an older program may still use."""
    others = sorted(
        (path for path in root.glob("kernel-*") if path != folder),
        key=lambda path: path.stat().st_mtime,
    )
    for path in others[:-1]:
        shutil.rmtree(path, ignore_errors=True)
