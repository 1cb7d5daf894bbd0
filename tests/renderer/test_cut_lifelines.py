"""Cut lifelines in pictures and descriptions."""

from dataclasses import replace
from random import Random

import pytest
from PIL import ImageChops

from renderer.describe import describe
from renderer.draw import compose, draw_png
from renderer.overlays.preview import Preview
from renderer.overlays.tap_zones import TapZones, ZoneLabel
from renderer.scene import board_scene
from renderer.theme import THEMES
from renderer.threads import cut_threads, distinct_cuts
from renderer.zones import zone_of
from rules.moves import Place
from rules.registry import GAMES, find_game
from rules.topology import bits

SIZES = {game.key: 5 if game.shape == "hexhex" else 7 for game in GAMES}


def after_a_cut(key, wanted=lambda position: True):
    """Return a position of a random game whose last turn cut a lifeline and fits ``wanted``."""
    game = find_game(key)
    for seed in range(300):
        random = Random(seed)
        position = game.start(game.ruleset({"size": SIZES[key]}))
        while moves := list(position.legal_moves()):
            position = position.play(random.choice(moves))
            if position.last_turn.cuts and wanted(position):
                return position
    pytest.fail(f"no random game of {key} has such a turn")


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_a_picture_shows_the_cut_lifelines(game, theme):
    position = after_a_cut(game)
    scene = board_scene(position)
    assert scene.marks == cut_threads(position) != ()
    assert draw_png(scene, theme, 640).startswith(b"\x89PNG")


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_a_cut_in_a_path_of_one_cell_can_be_seen(game):
    """Stones of square boards nearly touch, and the stone that cut lies on the whole path."""
    position = after_a_cut(
        game,
        lambda it: (
            all(len(cut.link.path) == 1 and cut.link.end is not None for cut in it.last_turn.cuts)
            and all(thread.has_stone for thread in cut_threads(it))
        ),
    )
    scene = board_scene(position)
    drawn, plain = (
        compose(each, THEMES["dark"], 640) for each in (scene, replace(scene, marks=()))
    )
    assert ImageChops.difference(drawn, plain).getbbox()


def test_two_captured_groups_that_shared_a_lifeline_show_it_once():
    position = after_a_cut("cornered", lambda it: len(it.last_turn.cuts) > len(distinct_cuts(it)))
    pairs = [frozenset({cut.link.group, cut.link.friend}) for cut in distinct_cuts(position)]
    assert len(set(pairs)) == len(pairs)


def test_a_thread_has_a_gap_only_around_a_stone_that_stayed():
    stayed = after_a_cut("lifeline", lambda it: not it.last_turn.removed[it.last_turn.by])
    assert all(thread.has_stone for thread in cut_threads(stayed))
    lost = after_a_cut("lifeline", lambda it: it.last_turn.removed[it.last_turn.by])
    assert not any(thread.has_stone for thread in cut_threads(lost))


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_a_description_names_the_cut_and_the_ends_of_the_lifeline(game):
    position = after_a_cut(game, lambda it: len(distinct_cuts(it)) == 1)
    (cut,) = distinct_cuts(position)
    label = position.topology.label
    end = "the edge" if cut.link.end is None else label(cut.link.end)
    sentence = f"Lifeline cut at {label(cut.cell)}: {label(cut.link.start)} to {end}."
    assert sentence in describe(position)


def test_a_description_counts_the_lifelines_that_it_leaves_out():
    position = after_a_cut("lifeline", lambda it: len(distinct_cuts(it)) > 3)
    more = len(distinct_cuts(position)) - 3
    assert f" and {more} more." in describe(position).partition("Lifelines cut at")[2]


def test_nothing_is_cut_when_nothing_is_captured():
    game = find_game("lifeline")
    position = game.start(game.ruleset({"size": 5}))
    while not position.last_turn or not any(position.last_turn.removed):
        assert cut_threads(position) == ()
        position = position.play(next(position.legal_moves()))
    assert list(bits(position.last_turn.placed))


@pytest.mark.parametrize("key", SIZES)
def test_a_preview_shows_the_lifelines_that_it_would_cut_and_not_those_of_the_last_turn(key):
    before = after_a_cut(key)
    moves = [each for each in before.legal_moves() if isinstance(each, Place)]
    for move in moves:
        shown = board_scene(before, overlays=(Preview((move,)),))
        assert shown.marks == cut_threads(before.play(move))


def test_the_label_of_an_area_hides_a_captured_stone_only_if_no_other_cell_is_empty():
    position = after_a_cut("lifeline")
    shown = board_scene(position, overlays=(TapZones(),))
    taken = shown.taken[0] | shown.taken[1]
    labels = [mark.cell for mark in shown.marks if isinstance(mark, ZoneLabel)]
    free = 0
    for cell in labels:
        bare = zone_of(shown.topology, cell, shown.orientation).cells & shown.empty & ~taken
        free += bool(bare)
        assert not bare or bare >> cell & 1
    assert free > 3
