"""Compilation of the kernel before the first test, with a time limit that allows for it."""

from pathlib import Path

import pytest

from sparring import jit

HERE = Path(__file__).parent
COMPILE_SECONDS = 600  # the first test waits for this, which takes minutes on a slow machine


def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.is_relative_to(HERE) and item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(COMPILE_SECONDS))


@pytest.fixture(scope="session", autouse=True)
def _compiled_kernel():
    """Compile in this process, because a niced engine process is too slow on a busy machine.

    Engine processes then load the kernel from the cache.
    """
    if jit.is_available():
        from sparring.kernel import entry_points  # noqa: F401, PLC0415 - registers the kernel

        jit.compile_all()
