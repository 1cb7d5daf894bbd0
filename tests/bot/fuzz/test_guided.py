"""Coverage-guided fuzzing of all targets, if atheris is installed."""

import importlib.util
import sys

import pytest

from testbed.fuzz import guided

INPUTS = 20_000
HERE = importlib.util.find_spec("atheris") is not None


@pytest.mark.parametrize("target", guided.TARGETS)
@pytest.mark.parametrize(
    "data", [b"", b"\xff\x00", b"move:1:2:a1", b"Game: lifeline\n\n1. a1 c3\n"]
)
def test_a_target_takes_any_bytes(target, data):
    guided.TARGETS[target](data)


def test_without_atheris_it_says_so(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "atheris", None)
    monkeypatch.setattr(guided.importlib.util, "find_spec", lambda _name: None)
    assert guided.main([]) == 0
    assert "skipped: atheris is not installed" in capsys.readouterr().out


@pytest.mark.drill
@pytest.mark.timeout(3600)
@pytest.mark.skipif(not HERE, reason=guided.MISSING)
def test_every_target_at_length():
    assert guided.main([str(INPUTS)]) == 0
