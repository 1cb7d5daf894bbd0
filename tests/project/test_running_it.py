"""Files that operators copy: image, compose files, systemd unit, alerts."""

import configparser
import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.__main__ import BAD_SETTINGS, NOT_NOW
from bot.config.settings import Settings
from bot.operations.metrics import Metrics

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "docs" / "lifeline-bot.service"
HOSTING = (ROOT / "docs" / "hosting.md").read_text()
COMPOSE = (ROOT / "compose.yml").read_text()
SEVERAL = (ROOT / "compose.postgresql.yml").read_text()
NOT_A_GAUGE = {"lifeline_bot"}


def try_image():
    spec = importlib.util.spec_from_file_location("try_image", ROOT / "scripts" / "try_image.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


DOCKERFILE = (ROOT / "Dockerfile").read_text()
BUILD, FINAL = try_image().read_stages(DOCKERFILE)


def test_the_image_runs_without_root():
    names = [name for name, _ in FINAL]
    (user,) = [rest for name, rest in FINAL if name == "USER"]

    assert int(user) > 0
    assert names.index("USER") < names.index("ENTRYPOINT")
    assert all(name != "RUN" for name in names[names.index("USER") :])


def test_both_image_stages_use_one_pinned_base():
    bases = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)

    assert len(bases) == 2
    assert len(set(bases)) == 1
    assert re.fullmatch(r"python:3\.\d+-slim-\w+", bases[0])


def test_the_image_has_a_health_check_and_a_graceful_stop():
    final = dict(FINAL)

    assert final["HEALTHCHECK"].endswith('["python", "-m", "bot", "health"]')
    assert final["STOPSIGNAL"] == "SIGTERM"
    assert final["VOLUME"] == "/data"


ASKING = """
import sys
from bot.__main__ import main
code = main(["health"])
print(code, *({each.partition(".")[0] for each in sys.modules} & set(sys.argv[1:])))
"""


def test_the_health_check_imports_few_modules(tmp_path):
    heavy = ("discord", "aiohttp", "sqlalchemy", "pydantic", "PIL", "sandbox", "asyncio")
    ran = subprocess.run(
        [sys.executable, "-c", ASKING, *heavy],
        cwd=tmp_path,
        env={"MONITOR_PORT": "9", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )

    assert "does not answer at http://127.0.0.1:9/healthz" in ran.stdout
    assert ran.stdout.splitlines()[-1] == "1"


def test_every_env_line_of_the_image_is_a_setting():
    set_by_image = try_image().environment(FINAL)
    known = {name.upper() for name in Settings.model_fields} | {"PATH", "PYTHONUNBUFFERED"}

    assert set(set_by_image) <= known
    assert Settings(
        **{name.lower(): set_by_image[name] for name in ("DATABASE_URL", "MONITOR_PORT")}
    )


def test_the_build_context_contains_only_needed_files():
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    sent = {line[1:] for line in lines if line.startswith("!")}
    copied = {
        source.rstrip("/") for name, rest in BUILD if name == "COPY" for source in rest.split()[:-1]
    }

    assert "*" in lines
    assert sent == copied
    assert all((ROOT / each).exists() for each in copied)


def test_every_installation_checks_hashes():
    runs = [rest for name, rest in BUILD if name == "RUN"]
    installs = re.findall(r"pip install[^&]*", " ".join(runs))

    assert installs
    for each in installs:
        assert "--require-hashes" in each or "--no-deps" in each


def test_compose_drops_privileges_and_allows_a_graceful_stop():
    for line in (
        "read_only: true",
        "cap_drop:",
        "- ALL",
        "no-new-privileges:true",
        "env_file: .env",
    ):
        assert line in COMPOSE
    (seconds,) = re.findall(r"stop_grace_period: (\d+)s", COMPOSE)
    assert int(seconds) > 10
    assert "ports:" not in COMPOSE


def test_compose_for_postgresql_runs_every_shard_once():
    shards = re.findall(r'SHARD_IDS: "(\d+)"', SEVERAL)

    assert sorted(map(int, shards)) == list(
        range(int(*re.findall(r'SHARD_COUNT: "(\d+)"', SEVERAL)))
    )
    assert SEVERAL.count("file: compose.yml") == len(shards)
    assert "ports:" not in SEVERAL
    # the password must be required, without a default
    assert re.findall(r"PASSWORD: (?!\$\{POSTGRES_PASSWORD:\?)", SEVERAL) == []


# as on Debian without python3-venv, where venv creates a folder without pip
NO_ENSUREPIP = """#!/bin/sh
[ "$2" = venv ] || exit 0
mkdir -p "$3/bin" && touch "$3/bin/python"
exit 1
"""


def test_make_recreates_an_incomplete_environment(tmp_path):
    for name in ("Makefile", "constraints.txt", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    python = tmp_path / "python"
    python.write_text(NO_ENSUREPIP)
    python.chmod(0o755)
    make = ["make", ".venv/.runtime", f"PYTHON={python}"]
    made = subprocess.run(make, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert made.returncode != 0
    assert not (tmp_path / ".venv" / "bin" / "python").exists()


@pytest.fixture
def unit():
    parser = configparser.RawConfigParser(strict=False)
    parser.optionxform = str
    parser.read_string(UNIT.read_text())
    return parser


def test_the_unit_stops_gracefully_and_ignores_a_wrong_token(unit):
    service = unit["Service"]

    assert int(service["TimeoutStopSec"]) > 10
    assert service["RestartPreventExitStatus"] == str(BAD_SETTINGS)
    assert f"install -d -m 700 {Path(service['ReadWritePaths']).name}" in HOSTING


def test_the_unit_restarts_throughout_an_outage(unit):
    assert str(NOT_NOW) not in unit["Service"]["RestartPreventExitStatus"].split()
    assert unit["Service"]["Restart"] == "always"
    assert unit["Unit"]["StartLimitIntervalSec"] == "0"
    assert int(unit["Service"]["RestartSec"]) >= 15
    for code in (BAD_SETTINGS, NOT_NOW):
        assert f"exit code {code}" in HOSTING


def test_the_unit_keeps_the_files_of_process_metrics_readable(unit):
    assert unit["Service"].get("ProcSubset", "all") == "all"


@pytest.fixture
def analyze(tmp_path):
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    # the program is not installed at the unit's path on this machine
    text = re.sub(r"^ExecStart=.*$", "ExecStart=/bin/true", UNIT.read_text(), flags=re.MULTILINE)
    copy = tmp_path / UNIT.name
    copy.write_text(text)

    def run(*arguments):
        command = ["systemd-analyze", *arguments, str(copy)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    return run


def test_systemd_accepts_every_line_of_the_unit(analyze):
    checked = analyze("verify", "--man=no")

    assert (checked.returncode, checked.stderr) == (0, "")


def test_systemd_rates_the_unit_as_hardened(analyze):
    checked = analyze("security", "--offline=true", "--threshold=15")

    assert checked.returncode == 0, checked.stdout[-200:]


def test_metrics_in_alerts_and_docs_exist():
    there = {family.name for family in Metrics().registry.collect()}
    for file in (ROOT / "docs" / "alerts.yml", ROOT / "docs" / "hosting.md"):
        named = set(re.findall(r"lifeline_[a-z_]+", file.read_text()))
        plain = {re.sub(r"_(total|bucket|count|sum)$", "", name) for name in named}
        assert plain - there - NOT_A_GAUGE == set(), file.name


def test_counters_with_alerts_exist_before_their_first_event():
    metrics = re.findall(
        r'increase\((\w+)(?:\{kind=~"([^"]+)"\})?\[\w+\]\) > 0',
        (ROOT / "docs" / "alerts.yml").read_text(),
    )
    value = Metrics().registry.get_sample_value
    found = {
        (name, kind): value(name, {"kind": kind} if kind else {})
        for name, kinds in metrics
        for kind in kinds.split("|")
    }

    # Prometheus detects an increase only between two samples
    assert set(found.values()) == {0.0}, found
    assert len(found) >= 3


def test_every_metric_is_documented():
    ours = {each.name for each in Metrics().registry.collect() if each.name.startswith("lifeline")}

    assert [name for name in sorted(ours) if name not in HOSTING] == []


def test_templates_mark_the_values_to_fill_in():
    for name in ("PRIVACY.md", "TERMS.md"):
        text = (ROOT / name).read_text()
        assert "A template" in text
        assert re.search(r"\[[^\]]+\]", text)
