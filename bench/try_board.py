"""Benchmark of try-boards without Discord: a press with its picture, and opening trees."""

import asyncio
import random
import tempfile
import time
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from statistics import median

from bench.figures import note
from bot.messages.message_draft import Viewer
from bot.messages.pictures import draw_board_image
from bot.messages.try_board import try_board
from bot.services import Services, build_services
from bot.services.use_cases.try_board.try_board import TryBoardView
from bot.services.values.people.limits import Limits
from bot.services.values.views import Actor, Player
from bot.store.engine.database import Database
from bot.store.migrate import migrate
from rules.moves import format_move

BOARDS: tuple[tuple[str, int, dict[str, int]], ...] = (
    ("lifeline", 7, {}),
    ("asli", 19, {"komi": 3}),
)
STONES, PRESSES, OPENINGS = 40, 60, 40
SMALL, LARGE = 5, 500  # nodes
WANTED_MS = {"lifeline": 60, "asli": 90}
NOW = datetime(2030, 1, 2, tzinfo=UTC)
ANN, BEN = Player(101, "Ann"), Player(102, "Ben")
VIEWER = Viewer(ANN.user_id, {"theme": "dark", "confirm": "losses"})
NUMBERS = count(1000)


def main() -> None:
    """Print the CPU time of presses and of opening a board."""
    for key, size, options in BOARDS:
        asyncio.run(_measure(key, size, options))


async def _measure(key: str, size: int, options: dict[str, int]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = Database(f"sqlite+aiosqlite:///{folder}/games.db")
        await migrate(database, Path(folder), NOW)
        services = build_services(database, lambda: NOW, Limits())
        lots = random.Random(size)
        game_id = await _game(services, lots, key, size, options)
        presses, openings = [], {}
        for nodes in (SMALL, LARGE):
            presses += await _fill(services, lots, game_id, nodes)
            # the same picture both times, because a long line has more numbers to draw
            here = await services.try_board.open(_actor(ANN), game_id)
            await services.try_board.go_to(_actor(ANN), game_id, here.place, SMALL)
            openings[nodes] = [await _cpu(services, game_id) for _ in range(OPENINGS)]
        await database.close()
    name = f"{key} {size}"
    wanted = f"wanted {WANTED_MS[key]}, CPU"
    print(f"{name + ', a press with its picture':<44} median {_ms(presses):.1f} ms ({wanted})")
    note(f"{name}, a press with its picture", _ms(presses), "CPU-ms")
    for nodes, spent in openings.items():
        print(f"{name + f', open a tree of {nodes} nodes':<44} median {_ms(spent):.1f} ms (CPU)")
        note(f"{name}, open a tree of {nodes} nodes", _ms(spent), "CPU-ms")


async def _game(
    services: Services, lots: random.Random, key: str, size: int, options: dict[str, int]
) -> int:
    made = await services.challenges.propose(_actor(ANN), BEN, key, {"size": size, **options})
    game = await services.challenges.accept(_actor(BEN), made.id)
    for _ in range(STONES):
        view = await services.games.get(game.id)
        assert view.to_move is not None, "games of this length are not over"
        moves = await services.games.legal_moves_text(game.id, view.to_move.user_id, "", 900)
        await services.games.play(_actor(view.to_move), game.id, lots.choice(moves))
    return game.id


async def _fill(services: Services, lots: random.Random, game_id: int, nodes: int) -> list[float]:
    """Try random moves until the tree has `nodes` nodes; return the CPU time of the last moves."""
    board = await services.try_board.open(_actor(ANN), game_id)
    start = board.place
    spent: list[float] = []
    stored = await _size(services)
    while stored < nodes:
        if board.position.outcome() is not None or lots.random() < 0.05:
            board = await services.try_board.show(_actor(ANN), game_id, start)
        text = format_move(lots.choice(list(board.position.legal_moves())), board.position.topology)
        begun = time.process_time()
        board = await services.try_board.try_move(_actor(ANN), game_id, board.place, text)
        _draw(board)
        spent.append(time.process_time() - begun)
        stored = max(stored, board.place.node)  # nodes are numbered from 1
    return spent[-PRESSES:]


async def _size(services: Services) -> int:
    return (await services.privacy.count_rows(ANN.user_id)).rows["try_nodes"]


async def _cpu(services: Services, game_id: int) -> float:
    begun = time.process_time()
    _draw(await services.try_board.open(_actor(ANN), game_id))
    return time.process_time() - begun


def _draw(board: TryBoardView) -> None:
    image = try_board(board, VIEWER).board_image
    assert image is not None, "a board has a picture"
    draw_board_image(image)


def _actor(player: Player) -> Actor:
    return Actor(player.user_id, player.name, next(NUMBERS), 7, 5)


def _ms(spent: list[float]) -> float:
    return median(spent) * 1000
