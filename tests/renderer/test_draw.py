"""Drawing: equal scenes give equal pixels, with cached and uncached boards, in any thread."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import cycle

import pytest
from PIL import Image, ImageChops

from renderer import layers
from renderer.draw import compose, draw, draw_png, layout_of
from renderer.layout import Layout, lay_out
from renderer.overlays import Danger, Lifelines, TapZones, Zoom
from renderer.pair import WIDTH as PAIR_WIDTH
from renderer.pair import draw_pair
from renderer.scene import Banner, Header, Scene, board_scene
from renderer.theme import DARK, THEMES, Theme
from rules.topology import hexhex, square
from tests.renderer.helpers import BOARDS, draw_scene, random_game, simple_scene


def decoded(data: bytes) -> bytes:
    return Image.open(BytesIO(data)).convert("RGB").tobytes()


def busy_scenes() -> list[Scene]:
    scenes = []
    for key in ("lifeline", "asli"):
        position = random_game(key, 60)[-1]
        header = Header("Ann", "Ben")
        scenes.append(board_scene(position, header))
        scenes.append(board_scene(position, header, [Lifelines(), Danger(), TapZones()]))
        scenes.append(board_scene(position, header, [Zoom(40)]))
    return scenes


def test_concurrent_threads_draw_the_same_pixels() -> None:
    jobs = [(*job, 480) for job in zip(busy_scenes(), cycle(THEMES), strict=False)]
    alone = [decoded(draw_png(*job)) for job in jobs]
    layers.clear_cache()
    start = threading.Barrier(4)

    def work(offset: int) -> list[tuple[int, bytes]]:
        start.wait()
        order = [(index + offset) % len(jobs) for index in range(len(jobs))]
        return [(index, draw_png(*jobs[index])) for index in order]

    with ThreadPoolExecutor(4) as pool:
        for results in pool.map(work, (0, 2, 3, 5)):
            for index, data in results:
                assert decoded(data) == alone[index]


def test_cached_and_uncached_boards_give_equal_pictures() -> None:
    scene = busy_scenes()[1]
    warm = [draw(scene).convert("RGB").tobytes() for _ in range(2)][-1]
    layers.clear_cache()
    assert draw(scene).convert("RGB").tobytes() == warm


def test_drawing_does_not_change_the_cached_board() -> None:
    bare = simple_scene(hexhex(5))
    before = draw(bare).tobytes()
    draw(simple_scene(hexhex(5), black="a1 b2 c3", latest=7, pointed=7))
    assert draw(bare).tobytes() == before


@pytest.mark.parametrize("topology", BOARDS.values(), ids=list(BOARDS))
@pytest.mark.parametrize("theme", list(THEMES))
def test_the_palette_hardly_changes_a_picture(topology: object, theme: str) -> None:
    """Compare pictures on the cached palette board with pictures drawn entirely in RGB."""
    scene = busy_scenes()[1] if topology is BOARDS["hexhex"] else busy_scenes()[4]
    exact = compose(scene, THEMES[theme], true_colour=True)
    shown = draw(scene, theme).convert("RGB")
    red, green, blue = ImageChops.difference(exact, shown).split()
    largest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    counts = largest.histogram()
    pixels = sum(counts)
    assert sum(level * count for level, count in enumerate(counts)) / pixels < 1.5
    assert sum(counts[25:]) < pixels / 1000


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Layout]]:
    """Layouts of the boards that were painted, with an empty cache and without painting them."""
    layouts: list[Layout] = []

    def paint(layout: Layout, theme: Theme) -> Image.Image:
        layouts.append(layout)
        return Image.new("RGB", (layout.width, layout.height), theme.board)

    monkeypatch.setattr(layers, "paint_board", paint)
    layers.clear_cache()
    yield layouts
    layers.clear_cache()


def test_cached_boards_stay_within_the_size_limit(painted: list[Layout]) -> None:
    for topology in (hexhex(7), hexhex(12), square(13), square(19)):
        for theme in THEMES.values():
            for width in (720, 1080):
                layers.empty_board(lay_out(topology, width), theme)
    assert len(painted) == 8 * len(THEMES)
    assert sum(layout.width * layout.height for layout in painted) > 20_000_000
    assert 5_000_000 < layers.cached_bytes() <= 20_000_000


def test_the_most_common_boards_fit_the_cache_together(painted: list[Layout]) -> None:
    for _ in range(2):
        for topology in (hexhex(7), hexhex(12), square(13), square(19)):
            for theme in THEMES.values():
                layers.empty_board(lay_out(topology), theme)
    assert len(painted) == 4 * len(THEMES)
    assert layers.cached_bytes() < 20_000_000


@pytest.mark.parametrize("width", [400, 720, 1080, 1440])
def test_a_picture_has_about_the_requested_width(width: int) -> None:
    for topology in BOARDS.values():
        assert abs(draw(simple_scene(topology), width=width).width - width) <= width * 0.02


def test_a_close_up_has_exactly_the_requested_width_and_no_header() -> None:
    position = random_game("lifeline", 30, size=12)[-1]
    drawn = draw_scene(board_scene(position, Header("Ann", "Ben"), [Zoom(200)]), width=900)
    assert drawn.image.width == 900
    assert layout_of(board_scene(position, overlays=[Zoom(200)]), 900).labels == ()


def test_a_pair_has_both_boards_with_captions() -> None:
    history = random_game("lifeline", 40)
    before, after = board_scene(history[-8]), board_scene(history[-1])
    image = Image.open(BytesIO(draw_pair(before, after)))
    assert image.width == PAIR_WIDTH
    same = Image.open(BytesIO(draw_pair(after, after)))
    assert image.convert("RGB").tobytes() != same.convert("RGB").tobytes()
    left = image.convert("RGB").crop((0, 56, PAIR_WIDTH // 2 - 10, image.height))
    other = same.convert("RGB").crop((0, 56, PAIR_WIDTH // 2 - 10, same.height))
    assert left.tobytes() != other.tobytes()
    assert DARK.last in {colour for _, colour in image.convert("RGB").getcolors(1 << 20) or []}


def test_a_pair_of_different_heights_cuts_neither() -> None:
    scene = board_scene(random_game("lifeline", 20)[-1])
    longer = replace(scene, banner=Banner("White wins", "Black resigned."))
    high = Image.open(BytesIO(draw_pair(scene, longer))).height
    assert high > Image.open(BytesIO(draw_pair(scene, scene))).height
