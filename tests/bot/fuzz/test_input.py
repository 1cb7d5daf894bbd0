"""Fuzzing of the bot with typed text, choices, presses and files."""

import logging
import shutil

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from testbed.fuzz.cases import cases, files
from testbed.fuzz.run import BATCH, fuzzing

SHORT, SHORT_FILES, DRAWN = 480, 84, 36
LONG, LONG_FILES, LONG_DRAWN = 100_000, 10_000, 2_000


@pytest.fixture
def folder(tmp_path, migrated_file):
    """Folder with an empty, migrated database."""
    shutil.copyfile(migrated_file, tmp_path / "games.db")
    return tmp_path


@pytest.fixture(autouse=True)
def quiet():
    """Silence the log of refused payloads, because there are a hundred thousand."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def run(folder, strategy, times, *, drawn=False, random=False):
    with fuzzing(folder, drawn=drawn) as bot:

        @settings(
            max_examples=times // BATCH,
            deadline=None,
            database=None,
            derandomize=not random,
            suppress_health_check=list(HealthCheck),
        )
        @given(st.lists(strategy, min_size=BATCH, max_size=BATCH))
        def check(batch):
            assert bot.run_cases(batch) == []

        check()
        print(f"\n{bot.summary()}")  # noqa: T201 - the count
        assert bot.counts.total() >= times - BATCH


def test_input(folder):
    run(folder, cases, SHORT)


def test_files(folder):
    run(folder, files(), SHORT_FILES)


def test_input_with_pictures(folder):
    run(folder, cases, DRAWN, drawn=True)


@pytest.mark.drill
@pytest.mark.timeout(7200)
@pytest.mark.parametrize(
    ("strategy", "times", "drawn"),
    [(cases, LONG, False), (files(), LONG_FILES, False), (cases, LONG_DRAWN, True)],
    ids=["input", "files", "pictures"],
)
def test_input_at_length(folder, strategy: st.SearchStrategy, times, drawn):
    run(folder, strategy, times, drawn=drawn, random=True)
