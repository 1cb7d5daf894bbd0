"""Compiles before the first of the tests here, and gives each of them time to wait for it."""

from pathlib import Path

import pytest

from sparring import jit

HERE = Path(__file__).parent
TO_COMPILE = 600  # seconds: whichever test comes first waits for it, on a slow machine for minutes


def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.is_relative_to(HERE) and item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(TO_COMPILE))


@pytest.fixture(scope="session", autouse=True)
def _compiled():
    """Compile at the speed of a test: a partner's process is niced, and on a busy machine starves.

    It finds the code kept.
    """
    if jit.available():
        from sparring import compiled  # noqa: F401, PLC0415 - names what is to be compiled

        jit.compile_all()
