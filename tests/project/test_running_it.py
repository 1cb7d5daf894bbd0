"""What a host copies: image, compose file, unit, alerts. No container engine is needed here."""

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


def test_the_image_runs_as_nobody_in_particular():
    names = [name for name, _ in FINAL]
    (user,) = [rest for name, rest in FINAL if name == "USER"]

    assert int(user) > 0
    assert names.index("USER") < names.index("ENTRYPOINT")
    assert all(name != "RUN" for name in names[names.index("USER") :])


def test_both_stages_begin_with_one_named_version():
    bases = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)

    assert len(bases) == 2
    assert len(set(bases)) == 1
    assert re.fullmatch(r"python:3\.\d+-slim-\w+", bases[0])


def test_the_engine_asks_for_health_and_stops_gently():
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


def test_asking_for_health_every_half_a_minute_imports_little(tmp_path):
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


def test_what_the_image_sets_are_settings_of_the_bot():
    told = try_image().environment(FINAL)
    known = {name.upper() for name in Settings.model_fields} | {"PATH", "PYTHONUNBUFFERED"}

    assert set(told) <= known
    assert Settings(**{name.lower(): told[name] for name in ("DATABASE_URL", "MONITOR_PORT")})


def test_only_what_is_copied_is_sent_to_the_engine_and_no_secret_is():
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    sent = {line[1:] for line in lines if line.startswith("!")}
    copied = {
        source.rstrip("/") for name, rest in BUILD if name == "COPY" for source in rest.split()[:-1]
    }

    assert "*" in lines
    assert sent == copied
    assert all((ROOT / each).exists() for each in copied)


def test_everything_is_installed_with_hashes():
    runs = [rest for name, rest in BUILD if name == "RUN"]
    installs = re.findall(r"pip install[^&]*", " ".join(runs))

    assert installs
    for each in installs:
        assert "--require-hashes" in each or "--no-deps" in each


def test_the_compose_file_gives_the_bot_no_rights_and_time_to_leave():
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


def test_the_compose_file_with_postgresql_serves_every_shard_once():
    shards = re.findall(r'SHARD_IDS: "(\d+)"', SEVERAL)

    assert sorted(map(int, shards)) == list(
        range(int(*re.findall(r'SHARD_COUNT: "(\d+)"', SEVERAL)))
    )
    assert SEVERAL.count("file: compose.yml") == len(shards)
    assert "ports:" not in SEVERAL
    # a password is asked for, not made up
    assert re.findall(r"PASSWORD: (?!\$\{POSTGRES_PASSWORD:\?)", SEVERAL) == []


# as on Debian without python3-venv: the environment is begun, and has no pip
NO_ENSUREPIP = """#!/bin/sh
[ "$2" = venv ] || exit 0
mkdir -p "$3/bin" && touch "$3/bin/python"
exit 1
"""


def test_an_environment_that_broke_off_is_made_anew_by_the_next_make(tmp_path):
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


def test_the_unit_gives_time_to_leave_and_does_not_try_a_wrong_token_again(unit):
    service = unit["Service"]

    assert int(service["TimeoutStopSec"]) > 10
    assert service["RestartPreventExitStatus"] == str(BAD_SETTINGS)
    assert f"install -d -m 700 {Path(service['ReadWritePaths']).name}" in HOSTING


def test_the_unit_tries_again_for_as_long_as_an_outage_lasts(unit):
    assert str(NOT_NOW) not in unit["Service"]["RestartPreventExitStatus"].split()
    assert unit["Service"]["Restart"] == "always"
    assert unit["Unit"]["StartLimitIntervalSec"] == "0"
    assert int(unit["Service"]["RestartSec"]) >= 15
    for code in (BAD_SETTINGS, NOT_NOW):
        assert f"exit code {code}" in HOSTING


def test_the_unit_leaves_what_the_figures_of_the_process_are_read_from(unit):
    assert unit["Service"].get("ProcSubset", "all") == "all"


@pytest.fixture
def analyze(tmp_path):
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    # the program is not at its place on this machine
    text = re.sub(r"^ExecStart=.*$", "ExecStart=/bin/true", UNIT.read_text(), flags=re.MULTILINE)
    copy = tmp_path / UNIT.name
    copy.write_text(text)

    def run(*arguments):
        command = ["systemd-analyze", *arguments, str(copy)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    return run


def test_systemd_understands_every_line_of_the_unit(analyze):
    checked = analyze("verify", "--man=no")

    assert (checked.returncode, checked.stderr) == (0, "")


def test_systemd_finds_the_unit_hardened(analyze):
    checked = analyze("security", "--offline=true", "--threshold=15")

    assert checked.returncode == 0, checked.stdout[-200:]


def test_alerts_and_docs_name_figures_that_there_are():
    there = {family.name for family in Metrics().registry.collect()}
    for file in (ROOT / "docs" / "alerts.yml", ROOT / "docs" / "hosting.md"):
        named = set(re.findall(r"lifeline_[a-z_]+", file.read_text()))
        plain = {re.sub(r"_(total|bucket|count|sum)$", "", name) for name in named}
        assert plain - there - NOT_A_GAUGE == set(), file.name


def test_what_is_alerted_about_at_its_first_is_there_before_it():
    told = re.findall(
        r'increase\((\w+)(?:\{kind=~"([^"]+)"\})?\[\w+\]\) > 0',
        (ROOT / "docs" / "alerts.yml").read_text(),
    )
    value = Metrics().registry.get_sample_value
    found = {
        (name, kind): value(name, {"kind": kind} if kind else {})
        for name, kinds in told
        for kind in kinds.split("|")
    }

    # Prometheus sees a counter grow between two looks only
    assert set(found.values()) == {0.0}, found
    assert len(found) >= 3


def test_every_figure_is_explained():
    ours = {each.name for each in Metrics().registry.collect() if each.name.startswith("lifeline")}

    assert [name for name in sorted(ours) if name not in HOSTING] == []


def test_the_templates_say_what_the_host_has_to_complete():
    for name in ("PRIVACY.md", "TERMS.md"):
        text = (ROOT / name).read_text()
        assert "A template" in text
        assert re.search(r"\[[^\]]+\]", text)
