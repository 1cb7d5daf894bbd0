"""Settings that every test shares."""

import os

from hypothesis import settings

# people in tests play faster than people do; the limits have tests of their own
for limited in ("ACTIONS", "PICTURES", "CHALLENGES", "GAMES"):
    os.environ[f"{limited}_PER_MINUTE"] = "0"

settings.register_profile("ci", derandomize=True, deadline=None)
settings.load_profile("ci")


def pytest_collection_modifyitems(items):
    """Begin with what is allowed the most time: no worker is left with it when the others end.

    What needs the compiled code comes together, so that one worker compiles it for all.
    """
    items.sort(key=_allowed_seconds, reverse=True)


def _allowed_seconds(item):
    mark = item.get_closest_marker("timeout")
    return 0 if mark is None else mark.args[0]
