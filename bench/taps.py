"""Benchmark of play by button: taps per stone, latency to the picture, autocomplete."""

import asyncio
import logging
import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median, quantiles

from bench.figures import note
from bench.live_games import LiveGame, bench_server
from bot.services.values.games.typed_turns import completions
from rules.position import Position
from rules.registry import find_game
from sandbox import Message, Person
from sandbox.client.find import components_of

Board = tuple[str, int, dict[str, int]]  # game, size, other options
BOARDS: tuple[Board, ...] = (("lifeline", 7, {}), ("lifeline", 12, {}), ("asli", 19, {"komi": 3}))
STONES = 40  # turns in each game
LARGEST: tuple[Board, ...] = (*BOARDS[1:], ("cornered", 12, {}), ("liflina", 19, {"komi": 3}))
KEYSTROKES = 25
TYPED = ("", "l", "l1", "a1 l")
SHOWN = 25
TAP_MS, SUGGESTED_MS = 150, 5


@dataclass
class TapCounts:
    """Latency from a tap to its picture in seconds, and the number of taps for each stone.

    `cpu` is the CPU time of bot and sandbox in that time. On an otherwise idle machine, it is about
    as long as the latency.
    """

    answered: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    taps: Counter[int] = field(default_factory=Counter)


def main() -> None:
    """Print the taps for each stone, the latency, and the CPU time of autocomplete."""
    logging.disable(logging.WARNING)
    for board in BOARDS:
        asyncio.run(_measure(*board))
    for board in LARGEST:
        _suggest_uncached(*board)


async def _measure(key: str, size: int, options: dict[str, int]) -> None:
    async with bench_server() as server:
        live_game = await server.begin(
            f"{key}-{size}", ("Ann", "Ben"), game=key, size=size, **options
        )
        count = TapCounts()
        message = await live_game.turn(1)
        while sum(count.taps.values()) < STONES:
            message = await _play_turn(live_game, message, count)
        name = f"{key} {size}"
        _print_taps(name, count.taps)
        _print(f"{name}, tap to picture", count.answered, f"wanted {TAP_MS}, wall time")
        _print(f"{name}, tap to picture, bot and sandbox", count.cpu, "CPU")
        await _suggest(live_game, name)


async def _play_turn(live_game: LiveGame, message: Message, count: TapCounts) -> Message:
    """Tap the stones of a turn and return the message of the next one."""
    game = await live_game.server.services.games.get(live_game.game_id)
    assert game.to_move is not None, "games of this length are not over"
    person, turn = live_game.people[game.to_move.name], game.position.turn
    panel = await _timed(person, message, "move", count)
    while (await live_game.server.services.games.get(live_game.game_id)).position.turn == turn:
        count.taps[await _tap_stone(person, panel, count)] += 1
    return await live_game.turn(turn + 1)


async def _tap_stone(person: Person, panel: Message, count: TapCounts) -> int:
    """Tap zone, cell and confirmation as offered; return the number of taps."""
    taps = 0
    for kind in ("zone", "cell", "sure"):
        if _ids(panel, kind):
            await _timed(person, panel, kind, count)
            taps += 1
    return taps


async def _timed(person: Person, message: Message, kind: str, count: TapCounts) -> Message:
    chosen = random.choice(_ids(message, kind))
    begun, cpu_begun = time.perf_counter(), time.process_time()
    answer = await person.click(message, chosen)
    assert isinstance(answer, Message)
    if (
        answer.attachments
    ):  # the response to the last tap is text; its picture is posted in the channel
        count.answered.append(time.perf_counter() - begun)
        count.cpu.append(time.process_time() - cpu_begun)
    return answer


def _ids(message: Message, kind: str) -> list[str]:
    usable = [each for each in components_of(message) if not each.get("disabled", False)]
    ids = [str(each.get("custom_id", "")) for each in usable]
    return [each for each in ids if each.partition(":")[0] == kind]


async def _suggest(live_game: LiveGame, name: str) -> None:
    """Measure autocomplete for the player to move, with its database queries."""
    games = live_game.server.services.games
    game = await games.get(live_game.game_id)
    assert game.to_move is not None, "games of this length are not over"
    spent = []
    for typed in TYPED * KEYSTROKES:
        begun = time.process_time()
        await games.legal_moves_text(live_game.game_id, game.to_move.user_id, typed)
        spent.append(time.process_time() - begun)
    _print(f"{name}, a keystroke, with the database", spent, f"wanted {SUGGESTED_MS}, CPU")


def _suggest_uncached(key: str, size: int, options: dict[str, int]) -> None:
    """Measure autocomplete at positions of random games, with empty caches."""
    spent = []
    for position in _random_positions(key, size, options):
        begun = time.thread_time()
        completions(position, "l", SHOWN)
        spent.append(time.thread_time() - begun)
    _print(f"{key} {size}, the first of a position", spent, f"wanted {SUGGESTED_MS}, CPU")


def _random_positions(key: str, size: int, options: dict[str, int]) -> Iterator[Position]:
    game, rng = find_game(key), random.Random(size)
    position = game.start(game.ruleset({"size": size} | options))
    while position.outcome() is None:
        yield position
        moves = list(position.legal_moves())
        position = position.play(rng.choice(moves))


def _print(label: str, spent: list[float], remark: str) -> None:
    low, high = median(spent) * 1000, quantiles(spent, n=100)[98] * 1000
    print(f"{label:<48} median {low:.2f} ms, p99 {high:.2f} ms ({remark})")
    unit = "CPU-ms" if "CPU" in remark else "ms"
    note(f"{label}, median", low, unit)
    note(f"{label}, p99", high, unit)


def _print_taps(name: str, taps: Counter[int]) -> None:
    parts = ", ".join(f"{stones} with {count}" for count, stones in sorted(taps.items()))
    print(f"{name + ', stones placed':<48} {parts} taps after Move (wanted 3 at most)")
    note(f"{name}, taps after Move", max(taps), "taps")
