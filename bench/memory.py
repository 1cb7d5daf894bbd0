"""Benchmark of memory when caches are full of long games, and the cost of measuring their size.

The environment variable BENCH_CACHED=2048 sets the number of cached games of 250 plies.
"""

import asyncio
import logging
import os
import random
import resource
from collections import deque
from datetime import UTC, datetime
from functools import partial
from types import SimpleNamespace
from typing import cast

from bench.figures import note
from bench.live_games import bench_server
from bench.pictures import STATM, cpu_ms
from bot.messages.message_draft import BoardImage, DisplaySettings, MessageDraft, ReplayAnimation
from bot.messages.pictures import PictureRenderer
from bot.services.values.games.replay_cache import ReplayCache, ReplayedGame, initial_game, size_of
from bot.store.tables.games import GameRow
from renderer.theme import THEMES
from rules.moves import Move, Place
from rules.registry import find_game

GAMES = int(os.environ.get("BENCH_CACHED", "2048"))
PLIES, LATEST = 250, 4
WANTED = 200  # MB: stated in docs/hosting.md
BOARDS = (("lifeline", 12), ("cornered", 12), ("asli", 19), ("asli", 27))


def main() -> None:
    """Print the memory before and after filling the caches, and the time they add to a move."""
    logging.disable(logging.WARNING)
    asyncio.run(_measure())


async def _measure() -> None:
    async with bench_server() as server:
        context = server.app.context
        await server.begin("table", ("Ann", "Ben"), size=7)
        print(f"{'connected, one game, with the sandbox':<44} {resident():.0f} MB")
        note("connected, one game, with the sandbox", resident(), "MB")
        before, cache = (
            resident(),
            ReplayCache(),
        )  # in addition to the program's own cache, which contains one game
        games = [random_game(*board) for board in BOARDS]
        for number in range(GAMES):
            for replayed in latest(*games[number % len(games)], LATEST):
                cache.keep(row(number), replayed)
        print(f"{f'{GAMES} games of {PLIES} plies, in the cache':<44} {resident() - before:.0f} MB")
        for board, game in zip(BOARDS, games, strict=True):
            lines = latest(*game, LATEST)
            spent = cpu_ms(partial(size_of, lines))
            print(f"{f'{board[0]} {board[1]}, counting its bytes':<44} {spent:.2f} ms of a move")
        await _draw(context.pictures, [latest(*game, 8) for game in games])
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6
        print(f"{'with boards and pictures kept, at most':<44} {peak:.0f} MB (wanted {WANTED})")
        note("with boards and pictures kept, at most", peak, "MB")


def row(number: int) -> GameRow:
    """Return a stand-in for a stored game's row, with the columns that the cache reads."""
    begun = datetime(2030, 1, 1, tzinfo=UTC)
    return cast("GameRow", SimpleNamespace(id=number, created_at=begun, undone=0))


def resident() -> float:
    """Return the resident memory of this process in megabytes."""
    return int(STATM.read_text().split()[1]) * resource.getpagesize() / 1e6


def random_game(key: str, size: int) -> tuple[ReplayedGame, tuple[Move, ...]]:
    """Return a game before its first move, and random legal moves to play from there."""
    rng, start = random.Random(size), initial_game(find_game(key).ruleset({"size": size}))
    replayed = start
    while len(replayed.record.moves) < PLIES and replayed.position.outcome() is None:
        moves = list(replayed.position.legal_moves())
        replayed = replayed.play(
            rng.choice([each for each in moves if isinstance(each, Place)] or moves)
        )
    return start, replayed.record.moves


def latest(replayed: ReplayedGame, moves: tuple[Move, ...], most: int) -> list[ReplayedGame]:
    """Play moves in a game; return the game after each of the last `most` moves."""
    found = deque[ReplayedGame](maxlen=most)
    for move in moves:
        found.append(replayed := replayed.play(move))
    return list(found)


async def _draw(pictures: PictureRenderer, games: list[list[ReplayedGame]]) -> None:
    """Fill the picture caches: boards in every theme, and one animation."""
    for game in games:
        for theme in THEMES:
            for replayed in game:
                board_image = BoardImage(
                    "board.png", replayed.position, display_settings=DisplaySettings(theme)
                )
                await pictures.render(partial(MessageDraft, "", board_image))
    replay_animation = ReplayAnimation("game.gif", games[0][-1].record, ("Ann", "Ben"))
    await pictures.render_long(partial(MessageDraft, "", replay_animation=replay_animation))
