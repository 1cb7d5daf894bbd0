"""Makes the helper modules of this folder importable by its tests, and gives compiling its time."""

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
TO_COMPILE = 600  # seconds: whichever test comes first waits for it, on a slow machine for minutes

sys.path.insert(0, str(HERE))


def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.is_relative_to(HERE) and item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(TO_COMPILE))
