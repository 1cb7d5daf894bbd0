"""Benchmarks of the engine: random games, event loop delay, memory."""

import asyncio
import random
import time
from pathlib import Path

from bench.figures import note
from rules.moves import parse_move
from rules.record import Record
from rules.registry import find_game
from sparring import jit
from sparring.engine import Engine
from sparring.tuning.matches import random_opening

# boards, and their targets in games per CPU-second
WANTED = [
    ("lifeline", 5, 25_000),
    ("lifeline", 7, 9_000),
    ("lifeline", 10, 3_500),
    ("cornered", 7, None),
    ("asli", 9, 5_000),
    ("asli", 13, 1_700),
    ("liflina", 9, 4_000),
    ("liflina", 13, 1_200),
]
SECONDS = 2.0
LEAVES_WANTED = 80_000
DELAY_WANTED = 10  # ms
MEMORY_WANTED = 300  # MB
TICK = 0.005
SEARCHING = 6.0  # duration of the event loop measurement, in seconds


def random_games(key: str, size: int, wanted: int | None, *, learned: bool = False) -> None:
    import numpy as np  # noqa: PLC0415 - an optional package

    from sparring import conversion  # noqa: PLC0415 - needs optional packages
    from sparring.kernel import entry_points  # noqa: PLC0415 - as above
    from sparring.patterns.weights import (  # noqa: PLC0415 - as above
        learned_weights,
        unlearned_weights,
    )

    game = find_game(key)
    options = {"size": size, **({"komi": 0} if game.shape == "square" else {})}
    position = game.start(game.ruleset(options))
    board, state = conversion.geometry(position.topology), conversion.load_position(position)
    entry_points.seed_random(state, 1)
    counts = np.zeros(4, np.int64)
    weights = learned_weights(key) if learned else unlearned_weights(key)
    start, games = time.process_time(), 0
    while time.process_time() - start < SECONDS:
        entry_points.play_random_games(state, weights, 50, board.move_limit, counts)
        games += 50
    rate = games / (time.process_time() - start)
    name = f"random games, {key} {size}{', with patterns' if learned else ''}"
    target = f" (wanted {wanted:,})" if wanted else ""
    print(f"{name:44} {rate:8,.0f} games/CPU-s of {counts[3] / games:.0f} moves{target}")
    note(name, rate, "/CPU-s")


def rated_leaves() -> None:
    from sparring import conversion  # noqa: PLC0415 - needs optional packages
    from sparring.networks.weights import Parameters, kernel_network  # noqa: PLC0415 - as above
    from sparring.rated_tree import RatedTree  # noqa: PLC0415 - as above

    position = random_opening(find_game("lifeline"), 5, random.Random(1))
    network = kernel_network(Parameters.random(len(position.topology), (256, 128), 1))
    tree, state, leaves = RatedTree(network, 1000), conversion.load_position(position), 0
    tree.start(state)  # compiles or loads the kernel
    start = time.process_time()
    while time.process_time() - start < SECONDS:
        tree.start(state)
        leaves += tree.run(1000)
    rate = leaves / (time.process_time() - start)
    name = "leaves rated by a network, lifeline 5"
    print(f"{name:44} {rate:8,.0f} leaves/CPU-s (wanted {LEAVES_WANTED:,})")
    note(name, rate, "/CPU-s")


async def delays() -> list[float]:
    """Return the wake-up delays of a task that sleeps for TICK, in ms, sorted."""
    late, end = [], time.perf_counter() + SEARCHING
    while time.perf_counter() < end:
        before = time.perf_counter()
        await asyncio.sleep(TICK)
        late.append(1000 * (time.perf_counter() - before - TICK))
    return sorted(late)


def memory_of(process: int | None) -> float:
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) / 1024
    raise LookupError(f"The system reports no memory of process {process}.")


async def measure_engine() -> None:
    game = find_game("lifeline")
    ruleset = game.ruleset({"size": 9, "start": "none"})
    board = game.topology(ruleset)
    record = Record(ruleset, tuple(parse_move(cell, board) for cell in ("a1", "q17", "c3", "g7")))
    engine = Engine()
    await engine.choose(record, 3, seed=1)  # compiles or loads the kernel
    idle = await delays()
    searches = [asyncio.create_task(engine.choose(record, 6, seed)) for seed in (1, 2)]
    busy = await delays()
    await asyncio.gather(*searches)
    for name, late in (("no search", idle), ("two searches", busy)):
        p99 = late[99 * len(late) // 100]
        print(f"{'event loop delay p99, ' + name:44} {p99:8.1f} ms (wanted {DELAY_WANTED})")
        note(f"event loop delay p99, {name}", p99, "ms")
    memory = memory_of(engine.process_id)
    print(f"{'engine memory at most, two searches':44} {memory:8.0f} MB (wanted {MEMORY_WANTED})")
    note("engine memory at most, two searches", memory, "MB")
    await engine.close()


def main() -> None:
    if not jit.is_available():
        print(jit.MISSING_MESSAGE)
        return
    for key, size, wanted in WANTED:
        random_games(key, size, wanted)
    for size in (5, 7, 10):
        random_games("lifeline", size, None, learned=True)
    rated_leaves()
    asyncio.run(measure_engine())
