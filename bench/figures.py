"""Figures measured by a run of benchmarks, compared with their targets and the last recorded ones.

`figures.json` has both by subject and name. Targets are in the figure's own unit. Recorded times
are in calibration loops of their run, and recorded rates in units for each loop, so that they hold
on any machine.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).with_name("figures.json")
TOLERANCE = 1.2  # by which a figure may be worse than the last one
ROOM = 1.5  # by which a new figure may be worse until its target is set
SECONDS = {"s": 1.0, "CPU-s": 1.0, "ms": 1e-3, "CPU-ms": 1e-3}
RATES = ("/s", "/CPU-s")
MORE_IS_BETTER = (*RATES, "right")

Recorded = dict[str, dict[str, dict[str, float | str]]]  # by subject and name


@dataclass(frozen=True)
class Figure:
    """Measurement in its own unit, and in calibration loops if it depends on the machine."""

    name: str
    value: float
    unit: str
    loops: float

    def is_worse_than(self, value: float, other: float) -> bool:
        """Return whether a value of this figure is worse than another value, given its unit."""
        return value < other if self.unit in MORE_IS_BETTER else value > other

    def worst(self, value: float, factor: float) -> float:
        """Return the value that is worse than `value` by a factor, given the figure's unit."""
        return value / factor if self.unit in MORE_IS_BETTER else value * factor


_noted: list[tuple[str, float, str]] = []


def note(name: str, value: float, unit: str) -> None:
    """Add a measured figure to those of the benchmark that runs.

    :param unit: a key of `SECONDS`, one of `RATES` with or without a noun before it, or any other.
    """
    _noted.append((name, value, unit))


def noted(calibration: float) -> list[Figure]:
    """Return the figures of the benchmark that has run, and forget them.

    :param calibration: seconds of the calibration loop in the same run.
    """
    figures = [
        Figure(name, value, unit, _in_loops(value, unit, calibration))
        for name, value, unit in _noted
    ]
    _noted.clear()
    return figures


def read() -> Recorded:
    """Return the recorded figures of all benchmarks, by subject and name."""
    recorded: Recorded = json.loads(FILE.read_text(encoding="utf-8"))
    return recorded


def write(subject: str, figures: list[Figure]) -> None:
    """Record the figures of a benchmark in `figures.json`; known figures keep their targets."""
    recorded = read()
    before = recorded.get(subject, {})
    recorded[subject] = {
        each.name: {
            "target": before.get(each.name, {}).get(
                "target", _rounded(each.worst(each.value, ROOM))
            ),
            "unit": each.unit,
            "last": _rounded(each.loops),
        }
        for each in figures
    }
    FILE.write_text(
        json.dumps(recorded, indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8"
    )


def _new(figure: Figure) -> dict[str, float | str]:
    return {"target": _rounded(figure.worst(figure.value, ROOM))}


def compare(subject: str, figures: list[Figure]) -> tuple[list[str], list[str]]:
    """Return a line for each figure, and a sentence for each that is worse, new or missing."""
    recorded = read().get(subject, {})
    lines, findings = [], []
    for each in figures:
        known = recorded.get(each.name, {})
        lines.append(_line(each, known))
        findings += [f"{subject}, {each.name}: {problem}" for problem in _problems(each, known)]
    missing = recorded.keys() - {each.name for each in figures}
    findings += [f"{subject}, {name}: not measured" for name in sorted(missing)]
    return lines, findings


def _line(figure: Figure, known: Mapping[str, float | str]) -> str:
    parts = [f"{figure.name:<52} {figure.value:.4g} {figure.unit}"]
    if "target" in known:
        parts.append(f"target {known['target']}")
    if "last" in known:
        parts.append(f"{figure.loops:.3g} after {known['last']}")
    return ", ".join(parts)


def _problems(figure: Figure, known: Mapping[str, float | str]) -> Iterator[str]:
    if "target" in known and figure.is_worse_than(figure.value, float(known["target"])):
        yield f"{figure.value:.4g} {figure.unit}, target {known['target']}"
    if "last" not in known:
        yield "not recorded yet (--record)"
    elif figure.is_worse_than(figure.loops, figure.worst(float(known["last"]), TOLERANCE)):
        yield f"{figure.loops:.3g}, last {known['last']}"


def _in_loops(value: float, unit: str, calibration: float) -> float:
    if unit in SECONDS:
        return value * SECONDS[unit] / calibration
    return value * calibration if unit in RATES else value


def _rounded(value: float) -> float:
    return float(f"{value:.3g}")
