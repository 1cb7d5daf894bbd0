"""Replays of stored games from every version of each game.

The files in records/ must never change. A changed rule makes a new version of a game with its own
files; the old files still replay with the old version.
"""

import json
from pathlib import Path

import pytest

from rules.record import export_json, export_text, import_json, import_text, replay
from rules.registry import GAMES
from rules.topology import bits

STORED = sorted((Path(__file__).parent / "records").glob("*.txt"))


def shown(position):
    black, white = (
        " ".join(sorted(position.topology.names[cell] for cell in bits(stones)))
        for stones in position.stones
    )
    outcome = position.outcome()
    winner = None if outcome.winner is None else outcome.winner.label
    counts = {name: getattr(position, name) for name in ("komi", "swapped", "turn", "ply")}
    pairs = {"prison": list(position.prison), "taken": list(position.taken)}
    end = {"winner": winner, "ending": outcome.ending.value}
    return {"black": black, "white": white, **counts, **pairs, **end}


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_stored_games_replay_to_their_end(path):
    position = replay(import_text(path.read_text()))
    assert shown(position) == json.loads(path.with_suffix(".json").read_text())


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_stored_games_export_unchanged(path):
    record = import_text(path.read_text())
    assert export_text(record) == path.read_text()
    assert import_json(export_json(record)) == record


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_version_of_a_game_has_a_stored_game(game):
    names = {"-".join(path.stem.split("-")[:2]) for path in STORED}
    assert {f"{game.key}-{version}" for version in range(1, game.version + 1)} <= names
