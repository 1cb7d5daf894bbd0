"""Command that runs benchmarks: `make bench` runs all of them, `python -m bench rules` one."""

import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import bench
from bench import figures
from bench.calibration import calibration_seconds

NOT_SUBJECTS = {"__main__", "calibration", "figures", "filling", "live_games"}
RECORD = "--record"
WORSE = "== worse than the target, or by more than a fifth than the last time"


def subjects() -> list[str]:
    """Return the names of the benchmark modules in this folder."""
    names = (module.name for module in pkgutil.iter_modules(bench.__path__))
    return sorted(name for name in names if name not in NOT_SUBJECTS)


def main(chosen: list[str]) -> int:
    """Run the benchmarks named in `chosen`, or all; compare or record their figures.

    The exit code is 1 if a figure is worse than its target, or by more than a fifth than the one
    recorded last; 2 for an unknown name.
    """
    is_recording = RECORD in chosen
    chosen = [name for name in chosen if name != RECORD]
    known = subjects()
    unknown = [name for name in chosen if name not in known]
    if unknown:
        print(f"No such subject: {', '.join(unknown)}. There are: {', '.join(known)}.")
        return 2
    names = chosen or known
    run = _run if len(names) == 1 else _run_in_a_process
    findings = [each for name in names for each in run(name, is_recording=is_recording)]
    if findings:
        print(f"\n{WORSE}")
    print("\n".join(findings))
    return 1 if findings else 0


def _run_in_a_process(subject: str, *, is_recording: bool) -> list[str]:
    """Run a benchmark whose memory and changes of the bot's limits are its own.

    :raises RuntimeError: if the process fails.
    """
    command = [sys.executable, "-m", "bench", subject, *([RECORD] if is_recording else [])]
    root = Path(__file__).parents[1]
    with subprocess.Popen(  # noqa: S603 - our own program
        command, cwd=root, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None, "it is a pipe"
        shown: list[str] = []
        for line in process.stdout:
            print(line, end="", flush=True)
            shown.append(line.rstrip("\n"))
    if WORSE in shown:
        return shown[shown.index(WORSE) + 1 :]
    if process.returncode:
        raise RuntimeError(f"the benchmark {subject} failed")
    return []


def _run(subject: str, *, is_recording: bool) -> list[str]:
    """Run a benchmark; return what is worse, nothing if it is recorded."""
    calibration = calibration_seconds()
    print(f"\n== {subject} (calibration loop: {calibration:.3f} CPU-s)")
    importlib.import_module(f"bench.{subject}").main()
    measured = figures.noted(min(calibration, calibration_seconds()))
    if is_recording:
        figures.write(subject, measured)
    lines, findings = figures.compare(subject, measured)
    print("\n".join(lines))
    return [] if is_recording else findings


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
