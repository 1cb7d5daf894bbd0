"""Settings shared by all tests."""

import gc
import os

import pytest
from hypothesis import settings

# tests play faster than people do; per-user limits have their own tests
for limited in ("ACTIONS", "PICTURES", "CHALLENGES", "GAMES"):
    os.environ[f"{limited}_PER_MINUTE"] = "0"

settings.register_profile("ci", derandomize=True, deadline=None)
settings.load_profile("ci")


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Keep the garbage collector from visiting all modules and tests again and again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items):
    """Run the slowest tests first, so that all workers finish at about the same time.

    Tests that need the compiled engine go to one worker, so that it is compiled only once.
    """
    items.sort(key=_allowed_seconds, reverse=True)


def _allowed_seconds(item):
    mark = item.get_closest_marker("timeout")
    return 0 if mark is None else mark.args[0]
