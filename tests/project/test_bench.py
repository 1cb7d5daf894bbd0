"""Comparison of the benchmarks' figures with their targets and with the last recorded ones."""

import json
import types

import pytest

from bench import __main__ as program
from bench import figures
from bench.__main__ import main, subjects

LOOP = 0.2  # seconds of the calibration loop


@pytest.fixture
def recorded(tmp_path, monkeypatch):
    """Return a function that replaces the recorded figures of the subject `rules`."""
    monkeypatch.setattr(figures, "FILE", tmp_path / "figures.json")

    def record(**known):
        figures.FILE.write_text(json.dumps({"rules": known} if known else {}))

    record()
    return record


def measured(name, value, unit):
    figures.note(name, value, unit)
    return figures.noted(LOOP)


def known(target, last, unit="ms"):
    return {"target": target, "unit": unit, "last": last}


@pytest.mark.parametrize(
    ("value", "unit", "loops"),
    [
        (100, "ms", 0.5),
        (100, "CPU-ms", 0.5),
        (3, "s", 15),
        (3, "CPU-s", 15),
        (50, "/s", 10),
        (50, "/CPU-s", 10),
        (7, "MB", 7),
        (0.9, "right", 0.9),
    ],
)
def test_times_and_rates_are_compared_in_calibration_loops(value, unit, loops):
    (figure,) = measured("a move", value, unit)
    assert (figure.value, figure.loops) == (value, pytest.approx(loops))
    assert figures.noted(LOOP) == []


@pytest.mark.parametrize(
    ("value", "unit", "target", "last", "worse"),
    [
        (100, "ms", 100, 0.5, []),
        (101, "ms", 100, 0.5, ["target 100"]),
        (120, "ms", 200, 0.5, []),
        (121, "ms", 200, 0.5, ["last 0.5"]),
        (121, "ms", 120, 0.5, ["target 120", "last 0.5"]),
        (40, "/s", 40, 8, []),
        (39, "/s", 40, 8, ["target 40"]),
        (34, "/s", 30, 8, []),
        (33, "/s", 30, 8, ["last 8"]),
        (12, "MB", 20, 10, []),
        (12.1, "MB", 20, 10, ["last 10"]),
        (0, "requests", 0, 0, []),
        (1, "requests", 1, 0, ["last 0"]),
    ],
)
def test_a_figure_worse_than_its_target_or_by_a_fifth_than_the_last_is_found(
    recorded, value, unit, target, last, worse
):
    recorded(move=known(target, last, unit))
    _, findings = figures.compare("rules", measured("move", value, unit))
    assert [each.rpartition(", ")[2] for each in findings] == worse
    assert all(each.startswith("rules, move: ") for each in findings)


def test_new_and_missing_figures_are_found(recorded):
    recorded(move=known(1, 1))
    lines, findings = figures.compare("rules", measured("turn", 3, "ms"))
    assert findings == ["rules, turn: not recorded yet (--record)", "rules, move: not measured"]
    assert len(lines) == 1


def test_a_target_holds_before_a_figure_is_recorded(recorded):
    recorded(move={"target": 2, "unit": "ms"})
    _, findings = figures.compare("rules", measured("move", 3, "ms"))
    assert findings == ["rules, move: 3 ms, target 2", "rules, move: not recorded yet (--record)"]


def test_recording_keeps_targets_and_leaves_other_subjects(recorded):
    recorded(move=known(7, 1), gone=known(1, 1))
    figures.write("pages", measured("page", 30, "ms"))
    figures.note("move", 100, "ms")
    figures.note("rate", 30, "/s")
    figures.write("rules", figures.noted(LOOP))
    assert figures.read() == {
        "pages": {"page": known(45, 0.15)},
        "rules": {"move": known(7, 0.5), "rate": known(20, 6, "/s")},
    }


@pytest.fixture
def moves(monkeypatch, recorded):
    """Return a function that sets what the benchmark of rules measures, in ms."""
    monkeypatch.setattr(program, "calibration_seconds", lambda: LOOP)

    def measure(value):
        run = types.SimpleNamespace(main=lambda: figures.note("move", value, "ms"))
        monkeypatch.setattr(program.importlib, "import_module", lambda name: run)

    return measure


def test_the_program_fails_if_a_figure_is_worse_and_records_on_request(moves, capsys):
    moves(100)
    assert main(["rules"]) == 1
    assert "rules, move: not recorded yet" in capsys.readouterr().out
    assert main(["rules", "--record"]) == 0
    assert main(["rules"]) == 0
    assert "worse" not in capsys.readouterr().out
    moves(121)
    assert main(["rules"]) == 1
    assert "rules, move: 0.605, last 0.5" in capsys.readouterr().out
    assert main(["no such"]) == 2


@pytest.fixture
def python(monkeypatch, tmp_path):
    """Return a function that replaces Python by a shell script for further processes."""

    def replace(script):
        file = tmp_path / "python"
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o700)
        monkeypatch.setattr(program.sys, "executable", str(file))

    return replace


def test_several_subjects_run_in_processes_of_their_own(python, capsys):
    python(
        f'echo "ran $*"; [ "$3" = pages ] || {{ echo "{program.WORSE}"; echo "$3: bad"; exit 1; }}'
    )

    assert main(["rules", "pages", "taps", "--record"]) == 1

    lines = capsys.readouterr().out.splitlines()
    assert [each for each in lines if each.startswith("ran")] == [
        f"ran -m bench {name} --record" for name in ("rules", "pages", "taps")
    ]
    assert lines[-3:] == [program.WORSE, "rules: bad", "taps: bad"]


def test_a_benchmark_that_breaks_off_is_no_success(python):
    python("exit 1")
    with pytest.raises(RuntimeError, match="rules failed"):
        main(["rules", "pages"])


def test_every_recorded_figure_belongs_to_a_subject_and_has_a_target():
    recorded = figures.read()
    assert recorded.keys() <= set(subjects())
    for figure in (each for subject in recorded.values() for each in subject.values()):
        assert figure.keys() in ({"target", "unit", "last"}, {"target", "unit"})


def test_the_wanted_figures_of_the_outbox_are_recorded():
    recorded = figures.read()
    assert recorded["time"]["messages posted"]["target"] == 40
    burst = recorded["moves"]["40 games that move at the same instant, the last posted"]
    assert (burst["target"], burst["unit"]) == (1.5, "s")
    assert recorded["load"]["a move of 60 games at once, posted median"]["target"] == 1.3
    assert recorded["load"]["closing of an old message, the latest"]["target"] == 30
