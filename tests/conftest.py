"""Settings that every test shares."""

import os

from hypothesis import settings

# people in tests play faster than people do; the limits have tests of their own
for limited in ("ACTIONS", "PICTURES", "CHALLENGES", "GAMES"):
    os.environ[f"{limited}_PER_MINUTE"] = "0"

settings.register_profile("ci", derandomize=True, deadline=None)
settings.load_profile("ci")
