"""Plays the bot's own turns in practice games: several at a time, never in the way of people.

Which games wait for the bot is asked of the store, so a restart loses nothing; a game that moves
on meanwhile (taken back, given up) has its thinking cancelled.
"""

import asyncio
import logging
from functools import partial

from bot.context.app_context import BotClient
from bot.errors import CannotReplay, PlayerError, RefusedMove, StorageError, UnreadableMove
from bot.operations.outage_log import Outage
from bot.services.practice.practice import WITHOUT_SEARCH, EngineTurn
from rules.moves import Move
from sparring.engine import Engine, EngineError
from sparring.levels import playable_levels

log = logging.getLogger(__name__)

LOOK = 1.0  # seconds between looks for games in which the bot is to move
LEAST = 1.5  # seconds for a turn: an answer in no time is no pleasure to play against
AT_ONCE = 32  # turns asked for at the same time; the partner's process is fair to people
PAUSE = 30.0  # seconds before a turn that could not be chosen or stored is tried again

Key = tuple[int, int]


async def run(client: BotClient) -> None:
    """Work until cancelled."""
    engine = client.context.engine
    if engine is None:
        await asyncio.Event().wait()  # no practice here: nothing to do, ever
    else:
        await Player(client, engine).run()


class Player:
    """Thinks about the turns that are due, and makes them."""

    def __init__(self, client: BotClient, engine: Engine) -> None:
        self._practice = client.context.services.practice
        self._filled = client.context.outbox_filled
        self._metrics = client.context.metrics
        self._peers = client.context.peers
        self._engine = engine
        self._thinking: dict[Key, asyncio.Task[None]] = {}
        self._broken: set[int] = set()  # games that cannot be replayed
        self._blind = Outage(log, "practice games cannot be looked for now")

    async def run(self) -> None:
        try:
            while True:
                await self.once()
                await asyncio.sleep(LOOK)
        finally:
            for task in self._thinking.values():
                task.cancel()

    async def once(self) -> None:
        """Begin to think where the bot is to move now, and stop where it is not any more."""
        if not await self._peers.is_leader():
            return  # of several processes one plays: thinking twice helps nobody
        try:
            begun = [game_id for game_id, _ in self._thinking]
            waiting, broken = await self._practice.waiting(AT_ONCE, begun, self._broken)
        except StorageError as reason:
            self._blind.met(reason)
            return
        self._blind.over()
        for failure in broken:
            self._leave_out(failure)
        due = {_key(turn): turn for turn in waiting}
        for key in self._thinking.keys() - due.keys():
            self._thinking[key].cancel()
        for key in [key for key in due if key not in self._thinking]:  # in the order of the store
            task = asyncio.create_task(self._take(due[key]), name=f"practice-{key[0]}")
            self._thinking[key] = task
            task.add_done_callback(partial(self._ended, key))

    def _leave_out(self, failure: CannotReplay) -> None:
        # until the next start: another version of the program may know its rules
        self._broken.add(failure.game_id)
        self._metrics.count_failure(failure)
        log.error("practice: %s", failure, exc_info=failure)

    def _ended(self, key: Key, task: asyncio.Task[None]) -> None:
        self._thinking.pop(key, None)
        if not task.cancelled() and task.exception() is not None:
            log.error("%s broke", task.get_name(), exc_info=task.exception())

    async def _take(self, turn: EngineTurn) -> None:
        try:
            moves, _ = await asyncio.gather(self._choose(turn), asyncio.sleep(LEAST))
            await self._practice.play(turn, moves)
        except EngineError as reason:
            log.warning("practice game %d: %s", turn.game.id, reason)
            await asyncio.sleep(PAUSE)
        except StorageError as reason:
            log.warning("practice game %d: not stored: %s", turn.game.id, reason)
            await asyncio.sleep(PAUSE)  # to think again costs more than to look at the database
        except (RefusedMove, UnreadableMove) as error:
            self._metrics.count_failure(error)
            log.exception("practice game %d: no turn that can be played was chosen", turn.game.id)
            await asyncio.sleep(PAUSE)
        except PlayerError as moved_on:
            log.info("practice game %d has moved on: %s", turn.game.id, type(moved_on).__name__)
        except Exception as error:
            # what is broken breaks again at once, and would fill the log
            self._metrics.count_failure(error)
            log.exception("practice game %d: no turn was made", turn.game.id)
            await asyncio.sleep(PAUSE)
        else:
            self._filled.set()

    async def _choose(self, turn: EngineTurn) -> tuple[Move, ...]:
        """Choose a turn; at a level without search if the search fails, so that games go on."""
        level = min(turn.level, playable_levels(turn.game.ruleset.game)[-1].number)
        record, seed = turn.game.record, turn.game.id
        (person,) = turn.game.people
        try:
            return await self._engine.choose(record, level, seed, person.user_id)
        except EngineError as reason:
            if level <= WITHOUT_SEARCH:
                raise
            log.warning("practice game %d, level %d: %s", turn.game.id, level, reason)
            return await self._engine.choose(record, WITHOUT_SEARCH, seed, person.user_id)


def _key(turn: EngineTurn) -> Key:
    return turn.game.id, turn.game.revision
