"""Conformance of the registry entry of every game: its options, openings and records.

Nothing here depends on a particular game; a new game is tested as soon as it is registered.
"""

import dataclasses

import pytest

from rules.options import OptionError
from rules.position import Colour
from rules.record import (
    Details,
    export_json,
    export_text,
    import_json,
    import_text,
    positions,
    replay,
)
from rules.registry import GAMES, find_game
from rules.setup import setup
from tests.rules.random_games import combinations, rulesets


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_ruleset_starts_with_an_empty_board_and_the_first_seat(game):
    for ruleset in rulesets(game, smallest=False):
        position = game.start(ruleset)
        assert position.stones == (0, 0), ruleset
        assert (position.seat_to_move, position.to_move) == (0, Colour.BLACK), ruleset
        assert (position.ply, position.turn, position.last_turn) == (0, 1, None), ruleset
        assert position.outcome() is None, ruleset
        assert position.topology is game.topology(ruleset), ruleset


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_games_are_found_by_key_and_version_and_describe_themselves(game):
    assert find_game(game.key) is find_game(game.key, game.version) is game
    assert game.name
    assert game.summary.endswith(".")
    assert len({option.name for option in game.options}) == len(game.options)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_positions_belong_to_their_game(game):
    module = f"rules/games/{game.key}.py"
    begun, arranged = game.start(game.ruleset({})), setup(game.key, {})
    assert begun.game == game.key, f"{module}: set `game` in the class, and `begin` in GAME"
    assert arranged.game == game.key, f"{module}: set `arrange` in GAME"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_conflicting_options_are_refused_with_a_sentence(game):
    accepted = [dict(ruleset.options) for ruleset in rulesets(game, smallest=False)]
    for chosen in combinations(game, smallest=False):
        if {name: value for name, value in chosen.items() if value is not None} in accepted:
            continue
        with pytest.raises(OptionError, match=r"\.$"):
            game.ruleset(chosen)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_option_values_have_labels_and_well_formed_warnings(game):
    for ruleset in rulesets(game, smallest=False):
        for name, value in ruleset.options.items():
            assert game.option(name).label_of(value)
            warning = game.option(name).warning(value, ruleset.options)
            assert warning is None or warning.endswith(".")


def test_a_record_replays_to_the_last_position_of_its_game(record):
    game = find_game(record.ruleset.game)
    position = game.start(record.ruleset)
    for move in record.moves:
        position = position.play(move)
    assert replay(record) == position
    assert [each.ply for each in positions(record)] == list(range(len(record.moves) + 1))


@pytest.mark.parametrize(
    ("write", "read"), [(export_text, import_text), (export_json, import_json)]
)
def test_exported_records_import_unchanged(record, write, read):
    named = dataclasses.replace(record, details=Details(first="Ann", second="Ben", result="1-0"))
    for each in (record, named, dataclasses.replace(record, moves=record.moves[:5])):
        assert read(write(each)) == each
