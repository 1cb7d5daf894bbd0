"""Options, rulesets and the registry."""

import pkgutil

import pytest

from rules import games
from rules.options import OptionError
from rules.position import Phase
from rules.registry import GAMES, UnknownGame, find_game
from rules.topology import hexhex, square


@pytest.mark.parametrize(
    ("key", "defaults"),
    [
        ("lifeline", {"size": 7, "start": "strong-pie"}),
        ("cornered", {"size": 7, "start": "pie", "komi": 0}),
        ("asli", {"size": 13}),
        ("liflina", {"size": 19}),
    ],
)
def test_unset_options_get_their_defaults(key, defaults):
    ruleset = find_game(key).ruleset({})
    assert (ruleset.game, ruleset.version, dict(ruleset.options)) == (key, 1, defaults)


def test_every_module_of_a_game_is_registered_under_its_name():
    modules = {each.name for each in pkgutil.iter_modules(games.__path__)}

    assert GAMES[0].key == "lifeline"  # the usual game
    assert sorted(game.key for game in GAMES) == sorted(modules)
    assert len({game.name for game in GAMES}) == len(GAMES)


def test_numbers_may_be_written_as_text_and_none_means_unset():
    ruleset = find_game("asli").ruleset({"size": "9", "komi": None})
    assert dict(ruleset.options) == {"size": 9}


def test_rulesets_compare_by_value():
    game = find_game("lifeline")
    assert game.ruleset({}) == game.ruleset({"size": 7})
    assert hash(game.ruleset({})) == hash(game.ruleset({"size": 7}))
    assert game.ruleset({}) != game.ruleset({"size": 6})


@pytest.mark.parametrize(
    ("key", "values", "sentence"),
    [
        ("lifeline", {"size": 2}, "Size must be a whole number from 3 to 12"),
        ("lifeline", {"size": 13}, "Size must be a whole number from 3 to 12"),
        ("lifeline", {"size": True}, "Size must be a whole number"),
        ("lifeline", {"size": "7.5"}, "Size must be a whole number"),
        ("lifeline", {"size": "²"}, "Size must be a whole number"),
        ("lifeline", {"size": "\u0667"}, "Size must be a whole number"),
        ("lifeline", {"size": "9" * 5000}, "Size must be a whole number"),
        ("lifeline", {"size": 7.0}, "Size must be a whole number"),
        (
            "lifeline",
            {"start": "pie"},
            "Opening must be one of Two stones and swap, One stone and swap",
        ),
        ("lifeline", {"start": 3}, "Opening must be one of"),
        ("lifeline", {"handicap": 3}, "Lifeline has no option “handicap”. Its options are Size"),
        ("lifeline", {"komi": 3}, "only with the opening “Komi offer”"),
        (
            "lifeline",
            {"size": 3, "start": "komi-pie", "komi": 20},
            "more than the board's 19 cells",
        ),
        ("cornered", {"komi": -1}, "Komi must be a whole number from 0"),
        ("cornered", {"komi": True}, "Komi must be a whole number from 0"),
        ("asli", {"size": 28}, "Size must be a whole number from 2 to 27"),
        ("asli", {"size": 3, "komi": 10}, "Komi can't be more than the board's 9 points"),
        ("liflina", {"size": 3, "komi": 10}, "Komi can't be more than the board's 9 points"),
        ("liflina", {"komi": 3, "handicap": 2}, "A game can't have both komi"),
        ("liflina", {"handicap": 1}, "Handicap must be a whole number from 2"),
        ("liflina", {"size": 3, "handicap": 9}, "must be less than the board's 9 points"),
    ],
)
def test_invalid_options_are_refused_with_a_sentence(key, values, sentence):
    with pytest.raises(OptionError, match=sentence):
        find_game(key).ruleset(values)


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("lifeline", {"size": 3, "start": "komi-pie", "komi": 19}),
        ("asli", {"size": 3, "komi": 9}),
        ("liflina", {"size": 3, "komi": 9}),
        ("liflina", {"size": 3, "handicap": 8}),
    ],
)
def test_the_largest_komi_and_handicap_are_playable(key, values):
    game = find_game(key)
    assert game.start(game.ruleset(values)).outcome() is None


def test_choices_can_be_given_by_label():
    game = find_game("lifeline")
    assert game.ruleset({"start": "komi offer"}) == game.ruleset({"start": "komi-pie"})
    assert game.ruleset({"start": "komi pie"}) == game.ruleset({"start": "komi-pie"})
    warned = game.warnings(game.ruleset({"start": "Komi pie", "size": 5}))
    assert warned == ("The opening “Komi offer” works best at size 7 or more.",)


@pytest.mark.parametrize(
    ("key", "size", "sentence"),
    [
        ("asli", 4, "Size must be a whole number from 5 to 27"),
        ("asli", 2, "Size must be a whole number from 5 to 27"),
        ("liflina", 12, "Size must be one of 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19"),
        ("liflina", 3, "Size must be one of 5"),
    ],
)
def test_sizes_for_tests_and_puzzles_are_not_offered_to_players(key, size, sentence):
    game = find_game(key)
    assert game.ruleset({"size": size}).number("size") == size
    with pytest.raises(OptionError, match=sentence):
        game.offer({"size": size})


def test_offer_returns_the_same_ruleset_as_ruleset():
    for game in GAMES:
        assert game.offer({}) == game.ruleset({})


def test_numbers_that_are_not_suggested_are_offered_too():
    assert find_game("lifeline").offer({"size": 4}).number("size") == 4
    assert find_game("asli").offer({"komi": 100}).number("komi") == 100


@pytest.mark.parametrize(
    ("key", "values", "warnings"),
    [
        ("lifeline", {"size": 3}, 0),
        ("lifeline", {"size": 5, "start": "weak-pie"}, 1),
        ("lifeline", {"size": 6, "start": "weak-pie"}, 0),
        ("lifeline", {"size": 6, "start": "komi-pie"}, 1),
        ("lifeline", {"size": 7, "start": "komi-pie"}, 0),
        ("cornered", {"size": 5}, 1),
        ("cornered", {"size": 6}, 0),
        ("asli", {"size": 8}, 1),
        ("asli", {"size": 9}, 0),
        ("asli", {"size": 19}, 0),
        ("asli", {"size": 20}, 1),
        ("liflina", {"size": 11}, 1),
        ("liflina", {"size": 13}, 0),
        ("liflina", {"size": 14}, 1),
        ("liflina", {"size": 15}, 0),
        ("liflina", {"size": 17}, 0),
        ("liflina", {"size": 19}, 0),
    ],
)
def test_inadvisable_options_carry_a_warning(key, values, warnings):
    game = find_game(key)
    warned = game.warnings(game.ruleset(values))
    assert len(warned) == warnings
    assert all(sentence.endswith(".") for sentence in warned)


def test_options_have_display_names_for_their_values():
    start = find_game("lifeline").option("start")
    assert start.label_of("strong-pie").startswith("Two stones and swap:")
    assert find_game("lifeline").option("size").label_of(7) == "7"


def test_a_komi_pie_with_fixed_komi_begins_without_an_offer():
    game = find_game("lifeline")
    offered = game.ruleset({"start": "komi-pie"})
    fixed = game.ruleset({"start": "komi-pie", "komi": 5})
    assert (game.start(offered).phase, game.start(fixed).phase) == (Phase.OFFER, Phase.SETUP)


def test_suggested_numbers_are_accepted_and_offered():
    for game in GAMES:
        for option in game.options:
            assert all(option.is_offered(option.read(number)) for number in option.suggested)


def test_the_board_of_a_ruleset_has_the_shape_of_its_game():
    lifeline, asli = find_game("lifeline"), find_game("asli")
    assert lifeline.topology(lifeline.ruleset({"size": 4})) is hexhex(4)
    assert asli.topology(asli.ruleset({"size": 9})) is square(9)


def test_a_game_is_found_by_its_key_and_version():
    assert find_game("asli", 1) is find_game("asli")


@pytest.mark.parametrize(("key", "version"), [("chess", None), ("", 1), ("lifeline", 99)])
def test_an_unknown_game_or_version_is_refused_with_a_sentence(key, version):
    expected = "There's no game|isn't available here"
    with pytest.raises(UnknownGame, match=expected):
        find_game(key, version)


def test_the_refusal_of_an_unknown_game_lists_the_games():
    keys = ", ".join(game.key for game in GAMES)
    with pytest.raises(UnknownGame, match=rf"“x{{40}}”. Choose one of: {keys}\."):
        find_game("x" * 500)


@pytest.mark.parametrize(
    ("key", "values", "phase", "owed", "prison"),
    [
        ("lifeline", {}, Phase.SETUP, 2, (0, 0)),
        ("lifeline", {"start": "weak-pie"}, Phase.SETUP, 1, (0, 0)),
        ("lifeline", {"start": "komi-pie"}, Phase.OFFER, 1, (0, 0)),
        ("lifeline", {"start": "komi-pie", "komi": 0}, Phase.SETUP, 1, (0, 0)),
        ("cornered", {"start": "twelve-star"}, Phase.SETUP, 1, (0, 0)),
        ("asli", {}, Phase.OFFER, 1, (0, 0)),
        ("asli", {"komi": 4}, Phase.PLAY, 1, (4, 0)),
        ("liflina", {}, Phase.OFFER, 1, (0, 0)),
        ("liflina", {"komi": 0}, Phase.PLAY, 1, (0, 0)),
        ("liflina", {"handicap": 5}, Phase.SETUP, 5, (0, 0)),
    ],
)
def test_every_opening_begins_in_its_phase(key, values, phase, owed, prison):
    game = find_game(key)
    position = game.start(game.ruleset(values))
    assert (position.phase, position.placements_left) == (phase, owed)
    assert (position.prison, position.seat_to_move, position.turn) == (prison, 0, 1)
