"""Simulated players who follow scripts, retry after failures, and record each acknowledgement."""

import asyncio
from collections import namedtuple
from contextlib import suppress

from bot.messages.component_ids import ComponentId
from sandbox import InteractionFailed, NotPossible, Permission
from sandbox.client.find import labels_of
from tests.bot.drills.scripted import RESIGN

# texts of the responses to a stored turn, and to the first of two stones
ACKNOWLEDGED = ("The board is on its way", "hidden from")
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
State = namedtuple("State", "ply seat0 seat1 to_move status place shown")


class Hall:
    """People and channels of a drill, with semaphores for new games and turns."""

    def __init__(self, process, chance):
        self.process = process
        self.discord = process.discord
        self.chance = chance
        self.turns = asyncio.Semaphore(0)
        self.games = asyncio.Semaphore(0)
        self.acknowledged = []
        club = self.discord.create_guild("Club")
        self.channels = [club.create_text_channel(name) for name in ("games", "more-games")]
        # one channel has threads, the other does not
        self.discord.faults.revoke(Permission.CREATE_PUBLIC_THREADS, self.channels[1])
        self.people = [club.add_member(name) for name in NAMES]

    def pairings(self, scripts):
        pairs = [(a, b) for a in self.people for b in self.people if a is not b]
        self.chance.shuffle(pairs)
        return [
            Pairing(self, script, pair, self.channels[number % len(self.channels)])
            for number, (script, pair) in enumerate(zip(scripts, pairs, strict=False))
        ]

    def allow(self, *, turns, games):
        for _ in range(turns):
            self.turns.release()
        for _ in range(games):
            self.games.release()

    async def look(self, question, *values):
        """Query the database while the bot is connected, so that the bot does the recovery."""
        await self.process.connected()
        return self.process.ask(question, *values)


class Pairing:
    """Two people who play a script."""

    def __init__(self, hall, script, pair, channel):
        self.hall = hall
        self.script = script
        self.first, self.second = pair
        self.channel = channel
        self.game = None

    async def play(self):
        """Start the game and play it to its end."""
        await self.hall.games.acquire()
        while self.game is None:
            await self._agree()
        while (state := await self._state()).status == "running":
            await self.hall.turns.acquire()
            with suppress(InteractionFailed, NotPossible):
                await self._turn(state, self.script.at[state.ply])

    async def _agree(self):
        made = await self.hall.look(
            "SELECT game_id, message_id FROM challenges"
            " WHERE challenger_id = ? AND opponent_id = ? ORDER BY game_id IS NULL",
            self.first.id,
            self.second.id,
        )
        self.game, message = made[0] if made else (None, None)
        if self.game is not None:
            return
        with suppress(InteractionFailed, NotPossible):
            if not made:
                await self._challenge()
            elif message is not None:
                card = self.channel.messages[message]
                await self.second.in_(self.channel).click(card, "Accept")
        await asyncio.sleep(0.05)

    async def _challenge(self):
        chosen = dict(self.script.options)
        # the command names this option for people, records name it as ever
        if "start" in chosen:
            chosen["opening"] = chosen.pop("start")
        await self.first.in_(self.channel).slash(
            "challenge", opponent=self.second, game=self.script.game, **chosen
        )

    async def _state(self):
        (row,) = await self.hall.look(
            "SELECT ply, seat0, seat1, seat_to_move, status, channel_id, turn_message_id"
            " FROM games WHERE id = ?",
            self.game,
        )
        return State(*row)

    async def _turn(self, state, text):
        seated = (state.seat0, state.seat1)[state.to_move]
        mover = self.first if seated == self.first.id else self.second
        way = self.hall.chance.choice((self._type, self._type, self._twice, self._tap))
        if text == RESIGN:
            way = self._resign
        await way(mover.in_(self.channel), state, text)

    async def _resign(self, person, _state, _text):
        question = await person.slash("resign", game=str(self.game))
        await person.click(question, "Yes, resign")

    async def _type(self, person, state, text):
        answer = await person.slash("move", cell=text, game=str(self.game))
        if "Yes, swap sides" in labels_of(answer):
            answer = await person.click(answer, "Yes, swap sides")
        self._heard(answer, state, text)

    async def _twice(self, person, state, text):
        answers = await asyncio.gather(
            *(person.slash("move", cell=text, game=str(self.game)) for _ in range(2)),
            return_exceptions=True,
        )
        for answer in answers:
            if not isinstance(answer, InteractionFailed):
                self._heard(answer, state, text)

    async def _tap(self, person, state, text):
        """Play one stone with the buttons of the move panel, if the board can be seen."""
        location = self.hall.discord.world.channels.get(state.place)
        shown = location.messages.get(state.shown) if location else None
        cell, *_ = text.split()
        if shown is None or not cell[-1].isdigit() or cell == "offer":
            await self._type(person, state, text)
            return
        button = ComponentId("sure", self.game, state.ply, cell)
        self._heard(await person.click(shown, str(button), stale=True), state, cell)

    def _heard(self, answer, state, text):
        if any(words in answer.content for words in ACKNOWLEDGED):
            self.hall.acknowledged.append((self.game, state.ply, text))
