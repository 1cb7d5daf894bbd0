"""Check the pinned packages for known vulnerabilities, if the advisory service is reachable.

`make check` runs this. It never waits long, and only a vulnerability makes it fail, not a missing
network.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
TIMEOUT = 120  # seconds for all packages
ONE_ANSWER = 10  # seconds
# ignored advisories, each with the reason
IGNORED: dict[str, str] = {}


def main(lists: list[str]) -> int:
    """Check lists of pinned packages for vulnerabilities and return the exit code."""
    return max(_audit(ROOT / each) for each in lists)


def _audit(pinned: Path) -> int:
    report, error = _ask(pinned)
    lines, code = verdict(pinned.name, report, error)
    print("\n".join(lines))
    return code


def _ask(pinned: Path) -> tuple[dict[str, Any] | None, str]:
    """Run pip-audit; return its report, or None and the error."""
    ignored = [option for name in IGNORED for option in ("--ignore-vuln", name)]
    command = [
        *(sys.executable, "-m", "pip_audit", "--requirement", str(pinned)),
        *("--require-hashes", "--disable-pip", "--format", "json", "--progress-spinner", "off"),
        *("--timeout", str(ONE_ANSWER), *ignored),
    ]
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)  # noqa: S603
    except subprocess.TimeoutExpired:
        return None, f"no answer within {TIMEOUT} seconds"
    try:
        return json.loads(ran.stdout), ""
    except ValueError:
        return None, (ran.stderr.strip().splitlines() or ["no report"])[-1]


def verdict(name: str, report: dict[str, Any] | None, error: str) -> tuple[list[str], int]:
    """Return the lines to print about a pip-audit report, and the exit code.

    A package unknown to the service counts as not audited. Otherwise every package would pass with
    a mirror that has no advisories.
    """
    if report is None:
        return [f"AUDIT SKIPPED, {name}: the advisories cannot be reached ({error})."], 0
    packages = report["dependencies"]
    unknown = [each["name"] for each in packages if "skip_reason" in each]
    found = [
        f"{each['name']} {each['version']}: {flaw['id']}, fixed in {_versions(flaw)}"
        for each in packages
        for flaw in each.get("vulns", ())
    ]
    if len(unknown) == len(packages):
        return [f"AUDIT SKIPPED, {name}: no advisories are served here for any package."], 0
    audited = f"{name}: {len(packages) - len(unknown)} packages audited"
    missed = f", not audited: {', '.join(unknown)}" if unknown else ""
    return [*found, f"{audited}, {len(found)} vulnerabilities{missed}."], 1 if found else 0


def _versions(flaw: dict[str, Any]) -> str:
    return ", ".join(flaw["fix_versions"]) or "no version yet"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
