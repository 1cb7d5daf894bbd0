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
from typing import Any, Final, TypeVar, cast, get_args, get_origin, get_type_hints

F = TypeVar("F", bound=Callable[..., Any])

WHY_MISSING = (
    "Levels 3 to 6 need the packages numba and numpy, which are not installed: "
    "pip install 'lifeline-bot[sparring]'."
)
_NAMES: Final[dict[Any, str]] = {
    int: "int64",
    float: "float64",
    bool: "boolean",
    type(None): "void",
}
_COMPILED = (
    "layout",
    "stones",
    "ring",
    "life",
    "turns",
    "kernel",
    "playout",
    "thinning",
    "tree",
    "memory",
    "twins",
    "proof",
)


def available() -> bool:
    """Whether the levels that search can be played on this machine."""
    return all(importlib.util.find_spec(name) for name in ("numba", "numpy"))


def njit(function: F) -> F:
    """Compile a function for the machine, or load it compiled, at once.

    Its annotations say for which types; without that, each mixture of widths of ints at the calls
    would be compiled for itself.
    """
    import numba  # noqa: PLC0415 - an optional package; this module must import without it

    _use_own_folder()
    # A dispatcher is called like the function it was made from.
    return cast("F", numba.njit(signature(function), cache=True, nogil=True)(function))


def signature(function: Callable[..., Any]) -> str:
    """Write a function's annotations as numba writes signatures."""
    hints = get_type_hints(function, include_extras=True)
    result = _type_name(hints.pop("return"))
    return f"{result}({', '.join(_type_name(hint) for hint in hints.values())})"


def _type_name(hint: Any) -> str:
    if hint in _NAMES:
        return _NAMES[hint]
    if get_origin(hint) is tuple:
        return f"Tuple(({', '.join(_type_name(part) for part in get_args(hint))}))"
    return str(hint.__metadata__[0])


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
