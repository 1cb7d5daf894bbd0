"""Background loop that plays the bot's turns in practice games, several at a time.

Each round asks the store which games are waiting for the bot, so a restart loses nothing. If the
game changes during a search (by an undo or a resignation), the search is cancelled.
"""

import asyncio
import contextlib
import logging
from functools import partial

from bot.context.app_context import AppContext, BotClient
from bot.errors.refusals import PlayerError, RefusedMove, UnreadableMove
from bot.errors.storage import CannotReplay, StorageError
from bot.operations.failure_log import FailureLog
from bot.services.use_cases.practice import WITHOUT_SEARCH, EngineTurn
from rules.moves import Move
from sparring.engine import Engine, EngineError
from sparring.levels import playable_levels

log = logging.getLogger(__name__)

POLL_INTERVAL = 1.0  # seconds between queries for games in which the bot is to move
SHORTEST_TURN = 1.5  # seconds before the bot moves: an instant answer is no fun to play against
MAX_CONCURRENT = 32  # turns at once; the engine divides its time fairly between people
RETRY_DELAY = 30.0  # seconds before a turn that failed is retried

Key = tuple[int, int]  # game id and revision


async def run(client: BotClient) -> None:
    """Play the bot's turns in practice games until cancelled; without an engine, only wait."""
    engine = client.context.engine
    if engine is None:
        await asyncio.Event().wait()
    else:
        await PracticePlayer(client.context, engine).run()


class PracticePlayer:
    """Player of the bot's turns in practice games, with one task for each turn that is due."""

    def __init__(self, context: AppContext, engine: Engine) -> None:
        self._practice = context.services.practice
        self._filled = context.outbox_filled
        self._metrics = context.metrics
        self._peers = context.peers
        self._engine = engine
        self._tasks: dict[Key, asyncio.Task[None]] = {}
        self._broken: set[int] = set()  # ids of games that cannot be replayed
        self._more_due = False  # the last query may have left games without a task
        self._ended_one = asyncio.Event()
        self._failure_log = FailureLog(log, "practice games cannot be read")

    async def run(self) -> None:
        """Play the bot's turns in practice games until cancelled."""
        try:
            while True:
                self._ended_one.clear()
                await self.once()
                await self._wait()
        finally:
            for task in self._tasks.values():
                task.cancel()

    async def _wait(self) -> None:
        # `wait_for` can swallow a cancellation in Python 3.11
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(POLL_INTERVAL):
                await self._ended_one.wait()

    async def once(self) -> None:
        """Start a task for each due turn of the bot; cancel the tasks of turns no longer due."""
        if not await self._peers.is_leader():
            self._more_due = False
            return  # with several processes, one of them plays
        self._more_due = True  # a turn may end while the games are read
        try:
            started = [game_id for game_id, _ in self._tasks]
            waiting, broken = await self._practice.find_waiting(
                MAX_CONCURRENT, started, self._broken
            )
        except StorageError as error:
            self._failure_log.failed(error)
            return
        self._failure_log.recovered()
        self._more_due = len(waiting) + len(broken) >= MAX_CONCURRENT
        for failure in broken:
            self._leave_out(failure)
        due = {_key(turn): turn for turn in waiting}
        for key in self._tasks.keys() - due.keys():
            self._tasks[key].cancel()
        for key in [key for key in due if key not in self._tasks]:  # in the store's order
            task = asyncio.create_task(self._play(due[key]), name=f"practice-{key[0]}")
            self._tasks[key] = task
            task.add_done_callback(partial(self._ended, key))

    def _leave_out(self, failure: CannotReplay) -> None:
        # until the next start, because a newer version may know the rules of this game
        self._broken.add(failure.game_id)
        self._metrics.count_failure(failure)
        log.error("practice: %s", failure, exc_info=failure)

    def _ended(self, key: Key, task: asyncio.Task[None]) -> None:
        self._tasks.pop(key, None)
        if self._more_due:
            self._ended_one.set()
        if not task.cancelled() and task.exception() is not None:
            log.error("%s failed", task.get_name(), exc_info=task.exception())

    async def _play(self, turn: EngineTurn) -> None:
        try:
            moves, _ = await asyncio.gather(self._choose(turn), asyncio.sleep(SHORTEST_TURN))
            await self._practice.play(turn, moves)
        except EngineError as error:
            log.warning("practice game %d: %s", turn.game.id, error)
            await asyncio.sleep(RETRY_DELAY)
        except StorageError as error:
            log.warning("practice game %d: not stored: %s", turn.game.id, error)
            await asyncio.sleep(RETRY_DELAY)
        except (RefusedMove, UnreadableMove) as error:
            self._metrics.count_failure(error)
            log.exception("practice game %d: the engine chose an illegal turn", turn.game.id)
            await asyncio.sleep(RETRY_DELAY)
        except PlayerError as error:
            log.info("practice game %d has changed since: %s", turn.game.id, type(error).__name__)
        except Exception as error:
            # without a delay a permanent failure would flood the log
            self._metrics.count_failure(error)
            log.exception("practice game %d: no turn was played", turn.game.id)
            await asyncio.sleep(RETRY_DELAY)
        else:
            self._filled.set()

    async def _choose(self, turn: EngineTurn) -> tuple[Move, ...]:
        """Choose a turn with the engine; if the search fails, use a level without search."""
        level = min(turn.level, playable_levels(turn.game.ruleset.game)[-1].number)
        record, seed = turn.game.record, turn.game.id
        (person,) = turn.game.people
        try:
            return await self._engine.choose(record, level, seed, person.user_id)
        except EngineError as error:
            if level <= WITHOUT_SEARCH:
                raise
            log.warning("practice game %d, level %d: %s", turn.game.id, level, error)
            return await self._engine.choose(record, WITHOUT_SEARCH, seed, person.user_id)


def _key(turn: EngineTurn) -> Key:
    return turn.game.id, turn.game.revision
