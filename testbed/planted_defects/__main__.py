"""Measure which planted defects the tests detect.

`python -m testbed.planted_defects [--check] [WORD ...]` plants each defect of `defects.toml` in a
copy of the working tree, one at a time, and runs the tests named for it until the first failure.
WORDs select defects by name or file. `--check` plants nothing and only reports defects that no
longer fit the code.
"""

import argparse
import itertools
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path

from testbed.repository import ROOT, tracked_files

DEFECTS = Path(__file__).with_name("defects.toml")
TIMEOUT = (
    600.0  # Seconds for the tests of one defect; a defect that makes them hang counts as detected
)
SUCCESS, FAILURE = 0, 1  # Exit codes of pytest; all others mean that no test ran
CAUGHT, SURVIVED, NOT_TESTED = "caught", "survived", "NOT TESTED"


@dataclass(frozen=True, slots=True)
class Defect:
    """Planted defect: `old` is replaced by `new` in `file`, and `tests` should fail."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]


def read_defects() -> list[Defect]:
    """Return the planted defects listed in `defects.toml`."""
    entries = tomllib.loads(DEFECTS.read_text(encoding="utf-8"))["defect"]
    return [Defect(**{**entry, "tests": tuple(entry["tests"])}) for entry in entries]


def find_mismatch(defect: Defect, root: Path) -> str:
    """Return why a defect no longer fits the code in a tree; empty if the defect fits."""
    file = root / defect.file
    if not file.is_file():
        return f"there is no file {defect.file}"
    found = file.read_text(encoding="utf-8").count(defect.old)
    if found != 1:
        return f"its old text is found {found} times in {defect.file}: {defect.old}"
    missing = [test for test in defect.tests if not (root / test).exists()]
    return f"there is no {', '.join(missing)}" if missing else ""


class Copy:
    """Copy of the working tree in which defects are planted and tests are run."""

    def __init__(self, root: Path) -> None:
        self.root = root / "tree"
        for file in tracked_files():
            target = self.root / file.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, target)
        # compiled code of a defect must not replace the compiled code of the real program
        self._environment = {**os.environ, "NUMBA_CACHE_DIR": str(root / "compiled")}
        # Python treats a file with the same second and size as unchanged
        self._times = itertools.count(int(time.time()) + 10)

    def run_defect(self, defect: Defect) -> str:
        """Plant a defect, run its tests, restore the file; return whether the tests caught it."""
        file = self.root / defect.file
        text = file.read_text(encoding="utf-8")
        self._write(file, text.replace(defect.old, defect.new))
        try:
            code, output = self.test(*defect.tests)
        finally:
            self._write(file, text)
        if code == FAILURE and (failed := failed_tests(output)):
            # a test that also fails without the defect has not detected it
            code = FAILURE if self.test(*failed)[0] == SUCCESS else None
        if code is None:
            say(output[-2000:])
        return {SUCCESS: SURVIVED, FAILURE: CAUGHT, None: NOT_TESTED}[code]

    def test(self, *tests: str) -> tuple[int | None, str]:
        """Run tests until the first failure and return the result and pytest's output.

        The result is FAILURE after a timeout too, and None if pytest could not run the tests.
        """
        options = ["-q", "-x", "-n", "0", "-p", "no:randomly", "-rfE"]
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", *options, *tests],
            cwd=self.root,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            output, _ = process.communicate(timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
            return FAILURE, output
        code = process.returncode
        return (code if code in (SUCCESS, FAILURE) else None), output

    def _write(self, file: Path, text: str) -> None:
        file.write_text(text, encoding="utf-8")
        moment = next(self._times)
        os.utime(file, (moment, moment))


def failed_tests(output: str) -> list[str]:
    """Return the names of the tests that pytest's output lists as failed."""
    lines = re.findall(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", output, re.MULTILINE)
    return list(dict.fromkeys(lines))


def choose(words: list[str]) -> list[Defect]:
    """Return the defects with one of the words in their name or file, or all without words."""
    return [
        defect
        for defect in read_defects()
        if not words or any(word in f"{defect.name} {defect.file}" for word in words)
    ]


def report(defects: list[Defect]) -> int:
    """Try defects, print a line for each and the share that tests caught; return an exit code."""
    counts = {CAUGHT: 0, SURVIVED: 0, NOT_TESTED: 0}
    with tempfile.TemporaryDirectory(prefix="planted-defects-") as folder:
        copy = Copy(Path(folder))
        for defect in defects:
            begun = time.monotonic()
            result = copy.run_defect(defect)
            counts[result] += 1
            say(f"{result:10} {time.monotonic() - begun:4.0f} s  {defect.file}: {defect.name}")
    share = 100 * counts[CAUGHT] / max(1, len(defects))
    say(f"{counts[CAUGHT]} of {len(defects)} planted defects are caught ({share:.0f} %).")
    return 0 if counts[CAUGHT] == len(defects) else 1


def say(*words: str) -> None:
    sys.stdout.write(" ".join(words) + "\n")
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m testbed.planted_defects")
    parser.add_argument("--check", action="store_true", help="only whether each one still applies")
    parser.add_argument("words", nargs="*", metavar="WORD", help="of a defect's name or file")
    arguments = parser.parse_args()
    defects = choose(arguments.words)
    problems = {defect: why for defect in defects if (why := find_mismatch(defect, ROOT))}
    for defect, why in problems.items():
        say(f"NO LONGER APPLIES: {defect.name}: {why}")
    fitting = [defect for defect in defects if defect not in problems]
    say(f"{len(fitting)} of {len(defects)} planted defects apply.")
    code = 0 if arguments.check else report(fitting)
    return 1 if problems else code


if __name__ == "__main__":
    sys.exit(main())
