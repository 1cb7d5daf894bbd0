"""Interface to numba: a typed `njit`, the cache of compiled code, and a check for numba.

Importing a module compiles nothing. `compile_all` compiles all functions before the first call of
an entry point; it takes most of a minute the first time, and half a second with cached code. numba
invalidates cached code only if the file of the function itself changes. The cache folder is
therefore named after a hash of the whole kernel, so that any change means a new folder.
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

MISSING_MESSAGE = (
    "Levels 3 to 6 and reviews need the packages numba and numpy. Install them "
    "with `make sparring` (or pip install 'lifeline-bot[sparring]'), then restart."
)
RESTART_MESSAGE = (
    "numba and numpy were installed while this was running: restart it for levels 3 to 6 and "
    "reviews."
)
_NAMES: Final[dict[Any, str]] = {
    int: "int64",
    float: "float64",
    bool: "boolean",
    type(None): "void",
}
_PENDING: Final[list[tuple[Any, str]]] = []  # functions to compile, callees before callers
_COMPILE_LOCK: Final = threading.Lock()
_KERNEL: Final = Path(__file__).parent / "kernel"  # all compiled functions and their constants


@cache
def is_available() -> bool:
    """Return whether numba is installed, which the search levels need.

    A change takes effect at the next start, because the engine process compiles its code when it
    starts.
    """
    return _is_installed()


def why_unavailable() -> str:
    """Return advice for the bot's operator: to restart the bot, or to install numba."""
    importlib.invalidate_caches()
    return RESTART_MESSAGE if _is_installed() else MISSING_MESSAGE


def _is_installed() -> bool:
    return all(importlib.util.find_spec(name) for name in ("numba", "numpy"))


def njit(function: F) -> F:
    """Register a function for compilation with the types in its annotations.

    Without explicit types, numba would compile a version for each mixture of integer widths.
    Compiled code allocates no memory, so numba's reference counts of arrays, which took a third of
    the time, are switched off (`_nrt`).
    """
    import numba  # noqa: PLC0415 - an optional package; this module must import without it

    _cache_folder()
    options: dict[str, Any] = {"cache": True, "nogil": True, "_nrt": False}
    dispatcher = numba.njit(**options)(function)
    if dispatcher is not function:  # as with NUMBA_DISABLE_JIT
        _PENDING.append((dispatcher, signature(function)))
    return cast("F", dispatcher)  # it has the signature of the function


def entry_point(compiled: F) -> F:
    """Make a compiled function callable from Python; the first call compiles everything.

    Only calls through an entry point are certain to have the annotated types.
    """

    @functools.wraps(compiled)
    def call(*arguments: Any) -> Any:
        if _PENDING:
            compile_all()
        return compiled(*arguments)

    return cast("F", call)


def compile_all() -> None:
    """Compile all registered functions, or load them from the cache, one process at a time."""
    with _COMPILE_LOCK:
        if _PENDING:
            with _compilation_lock():
                for dispatcher, types in _PENDING:
                    dispatcher.compile(types)
                    dispatcher.disable_compile()
            _PENDING.clear()


@contextmanager
def _compilation_lock() -> Iterator[None]:
    with (_cache_folder().parent / "compiling.lock").open("w") as file:
        if sys.platform != "win32":
            import fcntl  # noqa: PLC0415 - elsewhere two processes may do the same work at once

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def signature(function: Callable[..., Any]) -> str:
    """Return a function's annotations as a numba signature, such as `int64(int64, boolean)`."""
    hints = get_type_hints(function, include_extras=True)
    result = _type_name(hints.pop("return"))
    return f"{result}({', '.join(_type_name(annotation) for annotation in hints.values())})"


def _type_name(annotation: Any) -> str:
    if annotation in _NAMES:
        return _NAMES[annotation]
    if get_origin(annotation) is tuple:
        return f"Tuple(({', '.join(_type_name(part) for part in get_args(annotation))}))"
    return str(annotation.__metadata__[0])


@cache
def _cache_folder() -> Path:
    """Create the cache folder of this version of the kernel and set it in numba's configuration."""
    from numba.core import config as settings  # noqa: PLC0415 - as above

    config: Any = settings  # numba sets its fields at run time
    root = choose_cache_root(config.CACHE_DIR)
    folder = root / f"kernel-{_fingerprint()}"
    _remove_old_folders(root, folder)
    folder.mkdir(exist_ok=True)
    config.CACHE_DIR = str(folder)
    config.OPT = type(config.OPT)(2)  # compiles a fifth faster than 3; the code is as fast
    return folder


def choose_cache_root(wanted: str) -> Path:
    """Return the folder for caches of compiled code, creating it if needed.

    It is `wanted` if set, else a folder in the user's home; if that is not writable, a private
    folder for temporary files.

    :raises OSError: none of these is writable.
    """
    chosen, fallback = Path(wanted) if wanted else _home_cache(), _temporary_cache()
    if chosen is not None and _is_writable(chosen):
        return chosen
    # cached code is executed, and other users may create a folder with this name here
    if _is_writable(fallback, mode=0o700) and _is_private(fallback):
        return fallback
    raise OSError(f"Neither {chosen or 'a home'} nor {fallback} can be used; set NUMBA_CACHE_DIR.")


def _home_cache() -> Path | None:
    try:
        return Path.home() / ".cache" / "lifeline-bot"
    except RuntimeError:  # a user without a name or home folder, as in some containers
        return None


def _temporary_cache() -> Path:
    return Path(tempfile.gettempdir()) / f"lifeline-bot-{_user()}"


def _user() -> int:
    return int(getattr(os, "getuid", int)())


def _is_writable(folder: Path, mode: int = 0o777) -> bool:
    try:
        folder.mkdir(mode, parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def _is_private(folder: Path) -> bool:
    status = folder.lstat()
    others_may_write = stat.S_IWGRP | stat.S_IWOTH
    return (
        stat.S_ISDIR(status.st_mode)
        and status.st_uid == _user()
        and not status.st_mode & others_may_write
    )


def _fingerprint() -> str:
    text = b"".join(path.read_bytes() for path in sorted(_KERNEL.glob("*.py")))
    return hashlib.sha256(text).hexdigest()[:16]


def _remove_old_folders(root: Path, folder: Path) -> None:
    """Remove all cache folders except `folder` and the most recently changed of the others.

    An older version of the program may still use that other folder.
    """
    others = sorted(
        (path for path in root.glob("kernel-*") if path != folder),
        key=lambda path: path.stat().st_mtime,
    )
    for path in others[:-1]:
        shutil.rmtree(path, ignore_errors=True)
