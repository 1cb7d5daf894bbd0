"""`make bench` runs every benchmark; `python -m bench rules` runs one."""

import importlib
import pkgutil
import sys

import bench
from bench.calibration import calibration_seconds

NOT_SUBJECTS = {"__main__", "calibration", "filling", "tables"}


def subjects() -> list[str]:
    """Return the names of the benchmark modules in this folder."""
    names = (module.name for module in pkgutil.iter_modules(bench.__path__))
    return sorted(name for name in names if name not in NOT_SUBJECTS)


def main(chosen: list[str]) -> int:
    """Run the chosen benchmarks, or all. The exit code is 2 for an unknown name."""
    known = subjects()
    unknown = [name for name in chosen if name not in known]
    if unknown:
        print(f"No such subject: {', '.join(unknown)}. There are: {', '.join(known)}.")
        return 2
    print(f"calibration loop: {calibration_seconds():.3f} CPU-s")
    for name in chosen or known:
        print(f"\n== {name}")
        importlib.import_module(f"bench.{name}").main()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
