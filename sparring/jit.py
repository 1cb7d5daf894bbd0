"""The one door to numba: a typed `njit`, where compiled code is kept, and whether numba is there.

Nothing is compiled by importing. `compile_all` does it, before the first call through an `entry`;
it takes most of a minute the first time and half a second later, from the kept code.
numba keeps compiled code in a folder and notices a change of the function's own file only. So the
folder is named after the text of all compiled modules: a changed callee means a new folder.
"""

import functools
import hashlib
import importlib.util
import os
import shutil
import stat
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
_PENDING: Final[list[tuple[Any, str]]] = []  # what is to be compiled, callees first
_COMPILING: Final = threading.Lock()
_COMPILED: Final = (
    "layout",
    "stones",
    "snapshots",
    "ring",
    "life",
    "doom",
    "turns",
    "kernel",
    "taste",
    "playout",
    "thinning",
    "memory",
    "nodes",
    "tree",
    "twins",
    "candidates",
    "quiet",
    "outlast",
    "children",
    "proof",
)


def available() -> bool:
    """Whether the levels that search can be played on this machine."""
    return all(importlib.util.find_spec(name) for name in ("numba", "numpy"))


def njit(function: F) -> F:
    """Prepare a function to be compiled for the machine.

    Its annotations say for which types; without that, each mixture of widths of ints at the calls
    would be compiled for itself. Compiled code allocates nothing, so numba need not count
    references to arrays (`_nrt`) at every call, which took a third of the time.
    """
    import numba  # noqa: PLC0415 - an optional package; this module must import without it

    _own_folder()
    options: dict[str, Any] = {"cache": True, "nogil": True, "_nrt": False}
    dispatcher = numba.njit(**options)(function)
    _PENDING.append((dispatcher, signature(function)))
    return cast("F", dispatcher)  # it is called like the function it was made from


def entry(compiled: F) -> F:
    """Make a compiled function callable from Python: everything is compiled before the first call.

    Only what is called through an entry is sure to have the types of its annotations.
    """

    @functools.wraps(compiled)
    def call(*arguments: Any) -> Any:
        if _PENDING:
            compile_all()
        return compiled(*arguments)

    return cast("F", call)


def compile_all() -> None:
    """Compile what has been imported, or load it compiled; other processes wait for the first."""
    with _COMPILING:
        if _PENDING:
            with _one_process_at_a_time():
                for dispatcher, types in _PENDING:
                    dispatcher.compile(types)
                    dispatcher.disable_compile()
            _PENDING.clear()


@contextmanager
def _one_process_at_a_time() -> Iterator[None]:
    with (_own_folder().parent / "compiling.lock").open("w") as file:
        if sys.platform != "win32":
            import fcntl  # noqa: PLC0415 - elsewhere two processes may do the same work at once

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


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
def _own_folder() -> Path:
    """Tell numba where to keep the code."""
    from numba.core import config as settings  # noqa: PLC0415 - as above

    config: Any = settings  # its fields come from the environment, at run time
    root = kept_in(config.CACHE_DIR)
    folder = root / f"kernel-{_fingerprint()}"
    _drop_others(root, folder)
    folder.mkdir(exist_ok=True)
    config.CACHE_DIR = str(folder)
    config.OPT = type(config.OPT)(2)  # a fifth less compilation than 3, and the same speed
    return folder


def kept_in(wanted: str) -> Path:
    """Choose where compiled code is kept, and make the folder.

    The folder `wanted` if there is a name, else one in the person's home; where that cannot be
    written, one of the person's own among the temporary files.

    :raises OSError: none of them can be written.
    """
    chosen, spare = Path(wanted) if wanted else _at_home(), _temporary()
    if chosen is not None and _is_writable(chosen):
        return chosen
    # What is kept here is run. Everybody may make folders here, under this name too.
    if _is_writable(spare, mode=0o700) and _is_ours_alone(spare):
        return spare
    raise OSError(f"Neither {chosen or 'a home'} nor {spare} can be used; set NUMBA_CACHE_DIR.")


def _at_home() -> Path | None:
    try:
        return Path.home() / ".cache" / "lifeline-bot"
    except RuntimeError:  # a user without a name or a home, as in some containers
        return None


def _temporary() -> Path:
    return Path(tempfile.gettempdir()) / f"lifeline-bot-{_user()}"


def _user() -> int:
    return int(getattr(os, "getuid", int)())


def _is_writable(folder: Path, mode: int = 0o777) -> bool:
    try:
        folder.mkdir(mode, parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def _is_ours_alone(folder: Path) -> bool:
    found = folder.lstat()
    others_may_write = stat.S_IWGRP | stat.S_IWOTH
    return (
        stat.S_ISDIR(found.st_mode)
        and found.st_uid == _user()
        and not found.st_mode & others_may_write
    )


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
