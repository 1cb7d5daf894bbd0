"""Replays: every frame equals the still picture of its scene."""

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from io import BytesIO
from operator import or_

import pytest
from PIL import Image
from PIL.GifImagePlugin import GifImageFile

from renderer.draw import draw
from renderer.endangered import Endangered
from renderer.legend import Sign, explained_shading
from renderer.replay import END_MS, FLASH_MS, TURN_MS, Frame, frames, replay_gif
from renderer.scene import Banner, board_scene, territory_of
from renderer.theme import THEMES
from rules.moves import parse_turn
from rules.position import Position
from rules.registry import find_game
from tests.renderer.helpers import random_game

GAMES = {
    "lifeline": random_game("lifeline", 30, size=5),
    "asli": random_game("asli", 90, size=7, komi=2),
}
EVERY_GAME = pytest.mark.parametrize("history", GAMES.values(), ids=list(GAMES))
WIDTH = 480


def opened(data: bytes) -> GifImageFile:
    gif = Image.open(BytesIO(data))
    assert isinstance(gif, GifImageFile)
    return gif


def decoded(data: bytes) -> list[tuple[bytes, int]]:
    gif = opened(data)
    found = []
    for index in range(gif.n_frames):
        gif.seek(index)
        found.append((gif.convert("RGB").tobytes(), gif.info["duration"]))
    return found


@pytest.mark.parametrize(
    ("key", "theme"), [("asli", "dark"), *(("lifeline", theme) for theme in THEMES)]
)
def test_every_frame_equals_the_still_of_its_scene(key: str, theme: str) -> None:
    history, names, won = GAMES[key], ("Ann", "Ben"), "White wins"
    wanted = list(frames(history, names, won, reason="Black resigned."))
    found = decoded(
        replay_gif(history, names, won, theme=theme, width=WIDTH, reason="Black resigned.")
    )
    assert len(found) == len(wanted)
    for (pixels, milliseconds), frame in zip(found, wanted, strict=True):
        assert pixels == draw(frame.scene, theme, WIDTH).convert("RGB").tobytes()
        assert milliseconds == frame.milliseconds


@EVERY_GAME
def test_the_end_is_the_first_and_the_last_frame_and_stays_longest(history: list[Position]) -> None:
    first, *others, last = frames(history)
    assert first.scene == last.scene
    assert first.milliseconds == last.milliseconds == END_MS
    assert all(frame.milliseconds < END_MS for frame in others)


@EVERY_GAME
def test_there_is_a_frame_for_each_turn_from_the_empty_board(history: list[Position]) -> None:
    still = [frame.scene for frame in frames(history) if frame.milliseconds != FLASH_MS][1:]
    ends = [p for p in history if not p.mid_turn or p is history[-1]]
    assert [scene.stones for scene in still] == [position.stones for position in ends]


def test_captured_stones_flash_before_they_are_removed() -> None:
    shown = list(frames(GAMES["asli"]))[1:]
    taking = [index for index, frame in enumerate(shown) if any(frame.scene.taken)]
    assert taking
    for index in taking:
        flash, after = shown[index - 1], shown[index]
        assert flash.milliseconds == FLASH_MS
        scene, (black, white) = after.scene, after.scene.stones
        mine, other = (cells & ~(black | white) for cells in scene.taken)
        assert flash.scene == replace(
            scene,
            stones=(black | mine, white | other),
            taken=(0, 0),
            territory=(0, 0),
            marks=(Endangered(mine | other, 0),),
            legend=tuple(replace(each, hidden=True) for each in scene.legend),
            banner=flash.scene.banner,
        )
    assert sum(frame.milliseconds == FLASH_MS for frame in shown) == len(taking)


def test_the_first_stone_of_a_pair_is_not_shown_alone() -> None:
    game = find_game("lifeline")
    history = [game.start(game.ruleset({"size": 5}))]
    for move in parse_turn("c3 e5 g7 i9", history[0].topology):
        history.append(history[-1].play(move))
    counts = [frame.scene.stones[0].bit_count() for frame in frames(history)]
    assert counts == [2, 0, 2, 2]


def test_names_change_sides_at_the_swap() -> None:
    game = find_game("lifeline")
    history = [game.start(game.ruleset({"size": 5}))]
    for move in parse_turn("c3 e5 swap", history[0].topology):
        history.append(history[-1].play(move))
    names = [_names(frame) for frame in frames(history, ("Ann", "Ben"))]
    assert names == [("Ben", "Ann"), ("Ann", "Ben"), ("Ann", "Ben"), ("Ben", "Ann")]


def _names(frame: Frame) -> tuple[str, ...]:
    assert frame.scene.words
    return tuple(seat.name for seat in frame.scene.words.seats)


def test_a_resigned_game_ends_without_a_side_to_move() -> None:
    last = list(frames(GAMES["lifeline"], result="White wins: Black resigned."))[-1]
    assert last.scene.words
    assert last.scene.words.status in ("Game over", "Black wins", "White wins")
    assert not any(seat.active for seat in last.scene.words.seats)


def test_the_frames_between_the_ends_are_called_a_replay() -> None:
    shown = list(frames(GAMES["lifeline"], step=2))
    statuses = [frame.scene.words.status for frame in shown if frame.scene.words]
    assert len(statuses) == len(shown)
    assert statuses == [statuses[0], *["Replay"] * (len(shown) - 2), statuses[0]]
    assert statuses[0] != "Replay"


def test_only_the_first_and_the_last_frame_show_the_result() -> None:
    history = GAMES["lifeline"][:20]
    first, *others, last = frames(history, result="White wins", reason="Black resigned.")
    sizes = {draw(frame.scene, width=WIDTH).size for frame in (first, *others, last)}

    assert len(sizes) == 1
    for frame in (first, last):
        assert frame.scene.banner == Banner("White wins", "Black resigned.")
    for frame in others:
        scene, banner = frame.scene, frame.scene.banner
        assert banner
        named = replace(scene, banner=replace(banner, title="Ann wins"))
        assert draw(named, width=WIDTH).tobytes() == draw(scene, width=WIDTH).tobytes()
        assert (
            draw(scene, width=WIDTH).tobytes()
            != draw(replace(scene, banner=replace(banner, hidden=False)), width=WIDTH).tobytes()
        )


def test_every_frame_explains_its_shading_in_the_same_space() -> None:
    whole, hidden = random_game("lifeline", 60, size=5), set()
    for count in range(40, len(whole), 3):
        history = whole[:count]
        shaded = [board_scene(each).territory for each in history if not each.mid_turn]
        black, white = (reduce(or_, cells) for cells in zip(*shaded, strict=True))
        for frame in frames(history):
            legend = frame.scene.legend
            shown = tuple(each for each in legend if not each.hidden)
            assert shown == explained_shading(frame.scene.territory)
            assert len(legend) == len(explained_shading((black, white)))
            hidden |= {frame.milliseconds for each in legend if each.hidden}
    assert hidden == {TURN_MS, FLASH_MS, END_MS}


def test_the_rings_of_the_last_stones_are_explained_only_at_the_end() -> None:
    game = next(
        history
        for history in (random_game("lifeline", 500, seed=seed, size=4) for seed in range(300))
        if board_scene(history[-1]).legend and any(any(territory_of(it)) for it in history)
    )
    first, *others, last = frames(game)
    for frame in (first, last):
        assert [each.signs for each in frame.scene.legend if not each.hidden] == [(Sign.DOOMED,)]
    for frame in others:
        assert all(each.hidden for each in frame.scene.legend if each.signs == (Sign.DOOMED,))
    legends = {tuple(each.signs for each in frame.scene.legend) for frame in (first, *others)}
    assert len(legends) == 1
    assert len(legends.pop()) > 1


def test_a_hidden_entry_leaves_only_its_space() -> None:
    scene = replace(board_scene(GAMES["asli"][0]), legend=explained_shading((1, 1)))
    hidden = tuple(replace(each, hidden=True) for each in scene.legend)
    shown, blank = (
        draw(each, width=WIDTH).convert("RGB") for each in (scene, replace(scene, legend=hidden))
    )
    board = draw(replace(scene, legend=()), width=WIDTH).height
    below = blank.crop((0, board, blank.width, blank.height))

    assert shown.size == blank.size
    assert shown.tobytes() != blank.tobytes()
    assert len(below.getcolors()) == 1


def test_only_a_game_with_shading_has_a_legend() -> None:
    assert {frame.scene.legend for frame in frames(GAMES["lifeline"][:3])} == {()}
    assert all(frame.scene.legend for frame in frames(GAMES["asli"]))


@pytest.fixture
def attempts(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, list[tuple[int, int]]]]:
    """The width and the boards of each attempt to make a replay; all have a thousand bytes."""
    made: list[tuple[int, list[tuple[int, int]]]] = []

    def write(out: BytesIO, shown: Iterator[Frame], _theme: str, width: int) -> None:
        still = [each.scene.stones for each in shown if each.milliseconds == TURN_MS]
        made.append((width, still))
        out.write(bytes(1000))

    monkeypatch.setattr("renderer.replay.write_gif", write)
    return made


@pytest.mark.parametrize(("turns", "step"), [(18, 1), (19, 1), (20, 2), (39, 2), (40, 3)])
def test_a_replay_of_more_than_the_most_turns_skips_some(
    turns: int,
    step: int,
    attempts: list[tuple[int, list[tuple[int, int]]]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The start counts as a turn, and the end is always shown."""
    monkeypatch.setattr("renderer.replay.MOST_TURNS", 20)
    ends = [each for each in GAMES["asli"] if not each.mid_turn][: turns + 1]
    replay_gif(ends, width=WIDTH)
    assert attempts == [(WIDTH, [each.stones for each in ends[:-1][::step]])]


def test_a_replay_that_is_too_large_is_made_narrower_and_then_shorter(
    attempts: list[tuple[int, list[tuple[int, int]]]],
) -> None:
    history = GAMES["asli"][:20]
    with pytest.raises(ValueError, match="fits into 999 bytes"):
        replay_gif(history, width=600, largest=999)
    widths, shown = zip(*attempts, strict=True)
    assert widths == (600, 450, 330, 330, 330, 330)
    assert [len(each) for each in shown] == [19, 19, 19, 10, 5, 3]
    assert len(replay_gif(history, largest=1000)) == 1000


def test_a_large_replay_gets_fewer_pixels_and_then_fewer_frames() -> None:
    history = GAMES["asli"][:40]
    whole = replay_gif(history, width=WIDTH)
    smaller = replay_gif(history, width=WIDTH, largest=len(whole) - 1)
    assert len(smaller) < len(whole)
    assert opened(smaller).n_frames == opened(whole).n_frames
    assert opened(smaller).width < opened(whole).width
    few = replay_gif(history, width=WIDTH, largest=len(smaller) // 3)
    assert opened(few).n_frames < opened(whole).n_frames
    (first, milliseconds), *_, (last, _) = decoded(few)
    assert first == last
    assert milliseconds == END_MS


def test_refuses_a_replay_that_cannot_be_made_small_enough() -> None:
    with pytest.raises(ValueError, match="fits into 1000 bytes"):
        replay_gif(GAMES["lifeline"][:10], largest=1000)


def test_a_game_without_moves_has_a_replay() -> None:
    assert len(decoded(replay_gif(GAMES["lifeline"][:1], width=WIDTH))) == 2


def test_the_replay_loops_forever() -> None:
    assert Image.open(BytesIO(replay_gif(GAMES["lifeline"][:4], width=WIDTH))).info["loop"] == 0


def test_a_very_long_game_skips_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("renderer.replay.MOST_TURNS", 20)
    found = decoded(replay_gif(GAMES["asli"], width=WIDTH))
    assert len(found) <= 20 + 2
    last = draw(list(frames(GAMES["asli"]))[-1].scene, "dark", WIDTH).convert("RGB").tobytes()
    assert (found[0][0], found[-1][0]) == (last, last)
