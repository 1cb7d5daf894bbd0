"""Few dependencies, each with its reason, pinned with hashes."""

import re
import tomllib
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
REASONS = (ROOT / "docs" / "dependencies.md").read_text().lower()
PIN = re.compile(
    r"^([\w.-]+)==(\S+) \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE
)


def canonical(entry):
    return re.sub(r"[-_.]+", "-", re.split(r"[\[=><]", entry)[0]).lower()


def named(entry):
    name = canonical(entry)
    plain = REASONS.replace("_", "-").replace("discord.py", "discord-py")
    # "pytest with asyncio, cov, ..." names the plugins
    return name in plain or (name.startswith("pytest-") and name.removeprefix("pytest-") in plain)


def test_each_dependency_has_its_reason():
    extras = chain.from_iterable(PROJECT["optional-dependencies"].values())
    without = [entry for entry in (*PROJECT["dependencies"], *extras) if not named(entry)]

    assert without == []


def test_the_lists_hold_nothing_but_pinned_versions_with_hashes():
    for file in ROOT.glob("constraints*.txt"):
        rest = PIN.sub("", file.read_text())
        left = [line for line in rest.splitlines() if line and not line.lstrip().startswith("#")]
        assert left == [], file.name


def test_what_the_project_pins_is_what_the_lists_pin():
    found = PIN.findall((ROOT / "constraints.txt").read_text())
    pinned = {canonical(name): version for name, version, _ in found}
    for entry in PROJECT["dependencies"]:
        if "==" in entry:
            assert pinned[canonical(entry)] == entry.split("==")[1]


def test_the_program_needs_few_packages():
    count = len(PIN.findall((ROOT / "constraints.txt").read_text()))

    assert count <= 40
