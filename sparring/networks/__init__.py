"""Networks of boards: weights written by `python -m sparring train`."""
