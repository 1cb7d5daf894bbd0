"""List of the project's files under git."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]


def tracked_files() -> list[Path]:
    """Return the files that git tracks and that exist."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"],  # noqa: S607 - as the path has it
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).exists()]
