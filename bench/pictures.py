"""Benchmark of pictures: cost relative to encoding a flat RGB PNG of the same size, and memory.

Budgets apply to a machine where the flat PNG takes 7 to 10 ms; they are scaled to this machine.
"""

import asyncio
import gc
import random
import resource
import time
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from io import BytesIO
from pathlib import Path
from statistics import median

from PIL import Image

from bench.figures import note
from renderer import layers, shapes, signs, sprites
from renderer.draw import draw_png, layout_of
from renderer.overlays import Candidates, Danger, Lifelines, Numbers, TapZones, Zoom
from renderer.overlays.numbers import last_turns
from renderer.replay import replay_gif
from renderer.scene import Header, Overlay, Scene, board_scene
from renderer.script_fonts import font, script_font, script_of
from renderer.theme import THEMES
from rules.moves import Place
from rules.position import Position
from rules.registry import find_game

Row = tuple[str, str]

FLAT_MS = 8.5
"""The flat PNG on the machine of the budgets."""
WARM_MS, COLD_MS, LARGEST = 12, 120, 110_000
OVERLAY_MS = 5
NAMES_MS, NAMES_WARM_MS = 20, 1
"""Budget for names in other scripts; a millisecond is within the error of measurement."""
REPLAY_S, REPLAY_BYTES, REPLAY_MEMORY = 0.6, 1_200_000, 20_000_000
LOOP_MS = 15
BOARDS = (("lifeline", 7, 60), ("lifeline", 12, 180), ("asli", 13, 110), ("asli", 19, 230))
HEADER = Header("Aurelia", "Kestrel-7")
STATM = Path("/proc/self/statm")


def main() -> None:
    """Print the costs of all kinds of pictures, and the memory they take."""
    for name, figure in rows():
        print(f"{name:<36} {figure}")


def rows() -> Iterator[Row]:
    """Yield the name and the measured figures of each kind of picture."""
    pictures = [(f"{key} {size}", history(key, size, turns)) for key, size, turns in BOARDS]
    for name, game in pictures:
        yield from _stills(name, game)
    for name, game in pictures[:1] + pictures[2:3]:
        yield from _overlays(name, game)
    yield _names(pictures[0][1][-1])
    yield _kept(game[-1] for _, game in pictures)
    yield from _replay()
    yield _loop_delay(pictures[3][1][-1])


def history(key: str, size: int, turns: int) -> list[Position]:
    """Return the positions of a random game of at most `turns` turns."""
    rng, game = random.Random(size), find_game(key)
    start = game.start(game.ruleset({"size": size} | ({"komi": 0} if key == "asli" else {})))
    found = [start]
    while found[-1].turn <= turns and found[-1].outcome() is None:
        places = [move for move in found[-1].legal_moves() if isinstance(move, Place)]
        found.append(found[-1].play(rng.choice(places)))
    return found


def cpu_ms(work: Callable[[], object], times: int = 9) -> float:
    """Return the median CPU time of several calls of `work` in this thread, in milliseconds."""
    spent = []
    for _ in range(times):
        start = time.thread_time()
        work()
        spent.append((time.thread_time() - start) * 1000)
    return median(spent)


def flat_ms(scene: Scene) -> float:
    """Return the calibration time: encoding a one-colour RGB PNG of the picture's size."""
    layout = layout_of(scene)
    image = Image.new("RGB", (layout.width, layout.height), (43, 45, 49))
    return cpu_ms(lambda: image.save(BytesIO(), "PNG"))


def forget_everything() -> None:
    """Clear the caches of boards, sprites and fonts, as after a start of the program."""
    layers.clear_cache()
    for module in (shapes, signs, sprites):
        for thing in vars(module).values():
            getattr(thing, "cache_clear", lambda: None)()
    for cached in (font, script_font, script_of):
        cached.cache_clear()


def draw_cold(scene: Scene) -> bytes:
    forget_everything()
    return draw_png(scene)


def judged(value: float, budget: float, unit: str = "ms") -> str:
    return f"{value:.1f} {unit} of {budget:.0f} {'ok' if value <= budget else 'OVER'}"


def _stills(name: str, game: list[Position]) -> Iterator[Row]:
    scene = board_scene(game[-1], HEADER)
    flat = flat_ms(scene)
    scale = flat / FLAT_MS
    draw_png(scene)
    warm = cpu_ms(lambda: draw_png(scene))
    cold = cpu_ms(lambda: draw_cold(scene), 5)
    largest = max(len(draw_png(scene, theme)) for theme in THEMES)
    build = cpu_ms(lambda: board_scene(game[-1], HEADER))
    note(f"{name}, cached", warm, "CPU-ms")
    note(f"{name}, cold", cold, "CPU-ms")
    note(f"{name}, largest", largest / 1000, "kB")
    figures = (
        f"flat {flat:.1f} ms; warm {judged(warm, WARM_MS * scale)}; "
        f"cold {judged(cold, COLD_MS * scale)}; scene {build:.2f} ms; "
        f"{judged(largest / 1000, LARGEST / 1000, 'kB')}"
    )
    yield name, figures


def _overlays(name: str, game: list[Position]) -> Iterator[Row]:
    position = game[-1]
    plain = board_scene(position, HEADER)
    scale = flat_ms(plain) / FLAT_MS
    base = cpu_ms(lambda: draw_png(plain))
    cells = tuple(move.cell for move in position.legal_moves() if isinstance(move, Place))[:25]
    overlays: dict[str, Overlay] = {
        "danger": Danger(),
        "lifelines": Lifelines(),
        "candidates": Candidates(cells),
        "numbers": Numbers(last_turns(game)),
        "zones": TapZones(),
        "zoom": Zoom(cells[0]),
    }
    for kind, overlay in overlays.items():
        scene = board_scene(position, HEADER, [overlay])
        draw_png(scene)
        more = cpu_ms(partial(draw_png, scene)) - base
        note(f"{name} with {kind}", more + base, "CPU-ms")
        yield f"{name} {kind}, more than plain", judged(more, OVERLAY_MS * scale)


def _names(position: Position) -> Row:
    """Measure Chinese, which has the largest font, and Arabic, whose letters are joined."""
    plain = board_scene(position, HEADER)
    foreign = board_scene(position, Header("王小明", "محمد علي"))
    scale = flat_ms(plain) / FLAT_MS
    cold, warm = (
        cpu_ms(partial(draw, foreign), 15) - cpu_ms(partial(draw, plain), 15)
        for draw in (draw_cold, draw_png)
    )
    note("names in other scripts, cold", cold, "CPU-ms")
    figures = f"cold {judged(cold, NAMES_MS * scale)}; warm {judged(warm, NAMES_WARM_MS * scale)}"
    return "names in other scripts, more than Latin", figures


def _kept(positions: Iterator[Position]) -> Row:
    layers.clear_cache()
    for position in positions:
        for theme in THEMES:
            draw_png(board_scene(position), theme)
    note("boards kept, 4 x 3 themes", layers.cached_bytes() / 1e6, "MB")
    return "boards kept, 4 x 3 themes", judged(layers.cached_bytes() / 1e6, 20, "MB")


def _replay() -> Iterator[Row]:
    game = history("lifeline", 7, 100)
    scale = flat_ms(board_scene(game[-1])) / FLAT_MS
    replay_gif(game, ("Aurelia", "Kestrel-7"))
    start = time.thread_time()
    data = replay_gif(game, ("Aurelia", "Kestrel-7"))
    spent = time.thread_time() - start
    note("replay of 100 turns", spent, "CPU-s")
    note("replay of 100 turns, size", len(data) / 1e6, "MB")
    figures = (
        f"{spent:.2f} s of {REPLAY_S * scale:.2f} {'ok' if spent <= REPLAY_S * scale else 'OVER'}; "
        f"{judged(len(data) / 1e6, REPLAY_BYTES / 1e6, 'MB')}"
    )
    yield f"replay of {game[-1].turn - 1} turns, 720 px", figures
    if STATM.exists():
        more = memory_while(lambda: replay_gif(game))
        yield "replay, memory above the rest", judged(more / 1e6, REPLAY_MEMORY / 1e6, "MB")


def memory_while(work: Callable[[], object]) -> int:
    """Return the peak growth of resident memory during `work`, in bytes."""
    gc.collect()
    before = _resident()
    with ThreadPoolExecutor(1) as pool:
        job = pool.submit(work)
        most = before
        while not job.done():
            most = max(most, _resident())
            time.sleep(0.002)
        job.result()
    return most - before


def _resident() -> int:
    return int(STATM.read_text().split()[1]) * resource.getpagesize()


def _loop_delay(position: Position) -> Row:
    """Measure the delay of an event loop while a thread draws continuously.

    For comparison, measure two such threads, and one that only compresses, which shares only the
    cores with the loop.
    """
    scene = board_scene(position, HEADER)
    noise = random.Random(0).randbytes(1_000_000)
    drawing, two = (asyncio.run(_late_ms(lambda: draw_png(scene), count)) for count in (1, 2))
    control = asyncio.run(_late_ms(lambda: zlib.compress(noise), 1))
    note("event loop delay while drawing, p99", drawing, "ms")
    figures = (
        f"{judged(drawing, LOOP_MS)}; two threads {two:.1f}; one that compresses {control:.1f}"
    )
    return "event loop delay while drawing, p99", figures


async def _late_ms(work: Callable[[], object], threads: int, seconds: float = 3) -> float:
    loop, late = asyncio.get_running_loop(), []
    until = loop.time() + seconds

    def repeat() -> None:
        while time.monotonic() < until:
            work()

    with ThreadPoolExecutor(2) as pool:
        busy = [loop.run_in_executor(pool, repeat) for _ in range(threads)]
        while loop.time() < until:
            due = loop.time() + 0.005
            await asyncio.sleep(0.005)
            late.append((loop.time() - due) * 1000)
        await asyncio.gather(*busy)
    return sorted(late)[int(len(late) * 0.99)]
