"""Benchmark of a move's latency through the whole program, to the response and the picture."""

import asyncio
import logging
import random
import resource
import time
from dataclasses import dataclass, field
from statistics import median, quantiles

from bench.figures import note
from bench.live_games import LiveGame, bench_server, separate_server
from sandbox import Person
from testbed.games import random_turn

SIZE = 7
TURNS = 30  # turns in each game
CONCURRENT = (1, 20)
BURST = 40  # games


@dataclass
class Times:
    """Seconds from the command to the response, and to the picture in the channel."""

    answered: list[float] = field(default_factory=list)
    posted: list[float] = field(default_factory=list)


def main() -> None:
    """Print the program's startup time, the latency of moves, and the memory."""
    logging.disable(logging.WARNING)
    for games in CONCURRENT:
        asyncio.run(_measure(games))
    asyncio.run(_burst())


async def _measure(games: int) -> None:
    async with bench_server() as server:
        times = Times()
        live_games = await asyncio.gather(
            *(server.begin(f"table-{n}", (f"Ann{n}", f"Ben{n}"), size=SIZE) for n in range(games))
        )
        await asyncio.gather(*(_play(live_game, times) for live_game in live_games))
    if games == 1:
        print(f"{'start to ready, with a new database':<44} {server.started:.2f} s")
    for name, measured in (("answered", times.answered), ("picture posted", times.posted)):
        low, high = median(measured), quantiles(measured, n=100)[98]
        label = f"{games} games at once, move to {name}"
        print(f"{label:<44} median {low * 1000:.0f} ms, p99 {high * 1000:.0f} ms")
        note(f"{label}, median", low * 1000, "ms")
        note(f"{label}, p99", high * 1000, "ms")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{f'{games} games at once, memory with the sandbox':<44} {peak:.0f} MB at most")
    note(f"{games} games at once, memory with the sandbox", peak, "MB")


async def _burst() -> None:
    """Move in many games at the same instant; print the time until the last picture is posted."""
    async with separate_server() as server:
        live_games = await asyncio.gather(
            *(server.begin(f"table-{n}", (f"Ann{n}", f"Ben{n}"), size=SIZE) for n in range(BURST))
        )
        await asyncio.sleep(6)  # until nothing remains to be sent and every channel has room
        times = Times()
        await asyncio.gather(*(_one_turn(live_game, times) for live_game in live_games))
    label = f"{BURST} games that move at the same instant, the last posted"
    print(f"{label:<44} {max(times.posted):.2f} s")
    note(label, max(times.posted), "s")


async def _one_turn(live_game: LiveGame, times: Times) -> None:
    game = await live_game.server.services.games.get(live_game.game_id)
    assert game.to_move is not None, "a game has begun"
    text = random_turn(game.position, random.Random(live_game.game_id))
    await _timed(live_game, live_game.people[game.to_move.name], text, 2, times)


async def _play(live_game: LiveGame, times: Times) -> None:
    rng = random.Random(live_game.game_id)
    for turn in range(2, TURNS):
        game = await live_game.server.services.games.get(live_game.game_id)
        if game.to_move is None:
            return
        text = random_turn(game.position, rng)
        await _timed(live_game, live_game.people[game.to_move.name], text, turn, times)


async def _timed(live_game: LiveGame, person: Person, text: str, turn: int, times: Times) -> None:
    """Type a turn; measure the times to its response and its message."""
    pressed = time.perf_counter()
    posted = asyncio.create_task(live_game.turn(turn))
    await person.slash("move", cell=text, game=str(live_game.game_id))
    times.answered.append(time.perf_counter() - pressed)
    await posted
    times.posted.append(time.perf_counter() - pressed)
