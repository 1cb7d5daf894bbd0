"""Vulnerability check of `make check`: vulnerabilities found, none, or service unreachable."""

import importlib.util
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "audit.py"
FLAW = {"id": "PYSEC-1", "fix_versions": ["2.0"], "aliases": [], "description": "..."}


@pytest.fixture
def audit():
    spec = importlib.util.spec_from_file_location("audit", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def report(*packages):
    return {"dependencies": list(packages), "fixes": []}


def known(*flaws):
    return {"name": "leaky", "version": "1.0", "vulns": list(flaws)}


UNKNOWN = {"name": "unheard-of", "skip_reason": "Dependency not found"}


def test_a_vulnerability_fails_with_its_name_and_the_fixed_version(audit):
    lines, code = audit.verdict("list", report(known(FLAW), UNKNOWN), "")

    assert code == 1
    assert lines[0] == "leaky 1.0: PYSEC-1, fixed in 2.0"
    assert "1 packages audited, 1 vulnerabilities, not audited: unheard-of" in lines[1]


def test_passes_without_vulnerabilities(audit):
    lines, code = audit.verdict("list", report(known()), "")

    assert (lines, code) == (["list: 1 packages audited, 0 vulnerabilities."], 0)


def test_reports_a_mirror_without_advisories_as_not_audited(audit):
    lines, code = audit.verdict("list", report(UNKNOWN, UNKNOWN), "")

    assert code == 0
    assert lines[0].startswith("AUDIT SKIPPED")


def test_passes_with_a_notice_when_the_service_is_unreachable(audit, monkeypatch, capsys, tmp_path):
    pretender = tmp_path / "python"
    pretender.write_text("#!/bin/sh\necho 'ConnectionError: no route' >&2\nexit 1\n")
    pretender.chmod(0o755)
    monkeypatch.setattr(audit.sys, "executable", str(pretender))

    assert audit.main(["constraints.txt"]) == 0
    assert "AUDIT SKIPPED, constraints.txt" in (said := capsys.readouterr().out)
    assert "no route" in said


def test_the_audit_times_out(audit, monkeypatch, capsys, tmp_path):
    pretender = tmp_path / "python"
    pretender.write_text("#!/bin/sh\nexec sleep 30\n")
    pretender.chmod(0o755)
    monkeypatch.setattr(audit.sys, "executable", str(pretender))
    monkeypatch.setattr(audit, "TIMEOUT", 0.2)

    assert audit.main(["constraints.txt"]) == 0
    assert "no answer within 0.2 seconds" in capsys.readouterr().out


def test_an_ignored_advisory_needs_a_reason(audit):
    assert all(len(reason) > 20 for reason in audit.IGNORED.values())
