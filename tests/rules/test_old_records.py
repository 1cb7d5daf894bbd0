"""Replays of stored games from every version of each game.

The files in records/ must never change. A changed rule makes a new version of a game with its own
files; the old files still replay with the old version. Only the files of a version that no one has
played may be deleted and written again, by `python -m tests.rules.playthrough`.
"""

import json

import pytest

from rules.record import RecordError, export_json, export_text, import_json, import_text, replay
from rules.registry import GAMES
from tests.rules.playthrough import RECORDS, shown

STORED = sorted(RECORDS.glob("*.txt"))


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_stored_games_replay_to_their_end(path):
    try:
        end = shown(replay(import_text(path.read_text())))
    except RecordError as error:
        end = str(error)
    version = version_of(path)
    assert end == json.loads(path.with_suffix(".json").read_text()), (
        "a changed rule makes a new version; if no one has played this one, delete "
        f"tests/rules/records/{version}-* and run python -m tests.rules.playthrough"
    )


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_stored_games_export_unchanged(path):
    record = import_text(path.read_text())
    assert export_text(record) == path.read_text()
    assert import_json(export_json(record)) == record


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_version_of_a_game_has_a_stored_game(game):
    expected = {f"{game.key}-{version}" for version in range(1, game.version + 1)}
    missing = expected - set(map(version_of, STORED))
    assert not missing, "a version has no records: run python -m tests.rules.playthrough"


def version_of(path):
    """Return the key and the version of the game of a record."""
    return "-".join(path.stem.split("-")[:2])
