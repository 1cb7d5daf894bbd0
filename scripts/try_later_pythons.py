"""Run a short part of the tests on each later version of Python found on this machine.

It looks for `python3.N` on the path and among the versions of pyenv. Each gets an environment in a
temporary folder, with the pinned packages that these tests need. After two minutes no further
Python is started. The script succeeds, with a notice, if it finds none or runs out of time.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
LATEST = 14  # the latest supported Python 3
SECONDS = 120
# connections and event loops, where Python versions differ, and a few tests of each package
TESTS = (
    "tests/bot/store/test_database.py",
    "tests/bot/test_commands.py",
    "tests/bot/e2e/test_undo.py",
    "tests/renderer/test_scene.py",
    "tests/rules/test_moves.py",
    "tests/sandbox/test_first_steps.py",
)
# large, and not used by these tests
LEFT_OUT = re.compile(r"(llvmlite|numba|numpy|playwright|mypy|ruff|grimp|hikari|coverage)\b")


def main() -> int:
    begun, found, failed = time.monotonic(), False, False
    for minor in range(sys.version_info.minor + 1, LATEST + 1):
        name = f"python3.{minor}"
        environment = find(name)
        if environment is None:
            continue
        found = True
        if time.monotonic() - begun > SECONDS:
            print(f"{name} is on this machine, and there is no time left to try it.", flush=True)
            continue
        passed = run_tests(name, environment)
        print(f"{name}: a short part of the tests {'passes' if passed else 'FAILS'}.", flush=True)
        failed = failed or not passed
    if not found:
        print("No later Python is on this machine: the tests run on one version only.")
    return int(failed)


def find(name: str) -> dict[str, str] | None:
    """Return environment variables with which a Python version runs; None if not installed."""
    if shutil.which(name) is None:
        return None
    works = "import sys, ensurepip, venv; sys.exit(sys.executable == '')"
    for environment in ({**os.environ}, *pyenv_environments(name.removeprefix("python"))):
        # pyenv has a `python3.N` on the path that works only for selected versions
        asked = subprocess.run(  # noqa: S603 - our own arguments
            [name, "-c", works], env=environment, capture_output=True, check=False
        )
        if asked.returncode == 0:
            return environment
    return None


def pyenv_environments(version: str) -> Iterator[dict[str, str]]:
    if shutil.which("pyenv") is None:
        return
    listed = subprocess.run(
        ["pyenv", "versions", "--bare"],  # noqa: S607 - as the path has it
        capture_output=True,
        text=True,
        check=False,
    )
    for each in reversed(listed.stdout.split()):
        if each.startswith(f"{version}."):
            yield {**os.environ, "PYENV_VERSION": each}


def run_tests(name: str, environment: dict[str, str]) -> bool:
    """Return whether the tests pass with a version of Python, in a new environment."""
    with tempfile.TemporaryDirectory(prefix=f"lifeline-{name}-") as folder:
        packages = Path(folder, "packages.txt")
        packages.write_text(needed((ROOT / "constraints-dev.txt").read_text()))
        python = Path(folder, "venv", "bin", "python")
        install = ("install", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-compile")
        return all(
            subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode == 0  # noqa: S603
            for command in (
                [name, "-m", "venv", str(python.parents[1])],
                [str(python), "-m", "pip", *install, "--require-hashes", "-r", str(packages)],
                [str(python), "-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider", *TESTS],
            )
        )


def needed(pinned: str) -> str:
    """Return the pinned requirements, without the packages that these tests do not need."""
    entries = re.split(r"^(?=\w)", pinned, flags=re.MULTILINE)
    return "".join(entry for entry in entries if not LEFT_OUT.match(entry))


if __name__ == "__main__":
    sys.exit(main())
