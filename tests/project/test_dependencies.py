"""Dependencies: few, each with a reason, pinned with hashes."""

import re
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from itertools import chain
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
PYPROJECT = (ROOT / "pyproject.toml").read_text()
PROJECT = tomllib.loads(PYPROJECT)["project"]
PIN = re.compile(
    r"^([\w.,\[\]-]+)==(\S+)(?: ; ([^\\\n]+))? \\\n(?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+",
    re.MULTILINE,
)
# extras in each list of scripts/lock.sh
EXTRAS = {
    "constraints.txt": {"postgresql", "package"},
    "constraints-sparring.txt": {"postgresql", "package", "sparring"},
    "constraints-dev.txt": {"postgresql", "package", "sparring", "test", "check"},
}
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


def canonical(entry):
    return re.sub(r"[-_.]+", "-", re.split(r"[\[=><]", entry)[0]).lower()


def installing_on(python):
    """Return the marker environment of an operator's machine with the given Python."""
    version = {"python_version": python, "python_full_version": f"{python}.0"}
    machine = {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"}
    kind = {"platform_python_implementation": "CPython", "implementation_name": "cpython"}
    return {**version, **machine, **kind, "platform_machine": "x86_64", "extra": ""}


def wanted(requirement, environment, extras=frozenset()):
    asking = ({**environment, "extra": extra} for extra in extras or {""})
    return requirement.marker is None or any(map(requirement.marker.evaluate, asking))


def installed_with(roots, environment):
    """Return all packages that pip would install for requirements, each with its extras.

    The answer comes from local metadata.
    """
    found, ahead = {}, [each for each in map(Requirement, roots) if wanted(each, environment)]
    while ahead:
        requirement = ahead.pop()
        name = canonical(requirement.name)
        if name in found and requirement.extras <= found[name]:
            continue
        found[name] = found.get(name, set()) | requirement.extras
        try:
            needs = map(Requirement, requires(name) or ())
        except PackageNotFoundError:
            continue  # needed only by another Python version
        ahead += [each for each in needs if wanted(each, environment, found[name])]
    return {Requirement(f"{name}[{','.join(extras)}]") for name, extras in found.items()}


def test_each_dependency_has_its_reason():
    extras = chain.from_iterable(PROJECT["optional-dependencies"].values())
    without = [
        entry
        for entry in (*PROJECT["dependencies"], *extras)
        if not re.search(rf'^ +"{re.escape(entry)}",  # \S', PYPROJECT, re.MULTILINE)
    ]

    assert without == []


def test_constraints_contain_only_pinned_versions_with_hashes():
    for file in ROOT.glob("constraints*.txt"):
        rest = PIN.sub("", file.read_text())
        left = [line for line in rest.splitlines() if line and not line.lstrip().startswith("#")]
        assert left == [], file.name


def test_pyproject_and_constraints_pin_the_same_versions():
    found = PIN.findall((ROOT / "constraints.txt").read_text())
    pinned = {canonical(name): version for name, version, _ in found}
    for entry in PROJECT["dependencies"]:
        if "==" in entry:
            assert pinned[canonical(entry)] == entry.split("==")[1]


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("file", EXTRAS)
def test_constraints_cover_every_supported_python(file, python):
    here = installing_on(python)
    optional = PROJECT["optional-dependencies"]
    roots = [*PROJECT["dependencies"], *chain.from_iterable(map(optional.get, EXTRAS[file]))]
    found = PIN.findall((ROOT / file).read_text())
    pinned = {
        Requirement(name) for name, _, only in found if not only or Marker(only).evaluate(here)
    }
    names = {canonical(each.name) for each in pinned}
    with_extras = {(canonical(each.name), extra) for each in pinned for extra in each.extras}

    needed = installed_with(roots, here)
    assert {each.name for each in needed} - names == set()
    # pip 23.2 installs the newest release for an extra that the list does not name
    assert {(each.name, extra) for each in needed for extra in each.extras} - with_extras == set()


def test_lock_script_matches_the_tested_extras():
    always, *calls = (ROOT / "scripts" / "lock.sh").read_text().split("\ncompile ")
    asked = {
        re.search(r"-o (\S+)", each)[1]: set(re.findall(r"--extra (\w+)", always + each))
        for each in calls
    }

    assert asked == EXTRAS


def test_the_bot_needs_few_packages():
    count = len(PIN.findall((ROOT / "constraints.txt").read_text()))

    assert count <= 40
