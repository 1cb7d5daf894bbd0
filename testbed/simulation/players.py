"""Actions of players through Discord: challenge, accept, move, claim, take a vacation, return."""

import random
from collections import Counter
from datetime import date, datetime, timedelta

from bot.services.values.clocks.clock import OFFERED_PACES, Pace
from bot.services.values.clocks.quiet_hours import Quiet, start_of_day, zone_of
from bot.services.values.notifications.settings import NotificationSettings, NotificationWay
from bot.services.values.views import GameView
from bot.words import challenge as challenge_words
from bot.words import clocks, user_install
from sandbox import Message
from sandbox.client.find import labels_of
from testbed.games import random_turn
from testbed.simulation.bot import SimulatedBot
from testbed.simulation.checks import NotificationChecker
from testbed.simulation.received import ReceivedNotification
from testbed.simulation.schedule import ManualClock, Schedule
from testbed.simulation.servers import SimulatedServers
from testbed.simulation.tracking import ZERO, Participant, TrackedGame

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Sydney")
MEAN = {Pace.BRISK: 5, Pace.STANDARD: 14, Pace.RELAXED: 24, Pace.NONE: 12}  # mean hours for a turn
NIGHTS = ("off", "22:00-7:00", "1:00-9:30")
LONGEST_AWAY = 20  # days
ACTIONS = {clocks.CLAIM(): 2, clocks.GIVE_TIME(): 1, clocks.REMIND(): 1}


class Players:
    """Simulated players and their scheduled actions, up to a total number of turns."""

    def __init__(
        self,
        bot: SimulatedBot,
        servers: SimulatedServers,
        clock: ManualClock,
        rng: random.Random,
        goal: int,
    ) -> None:
        self.counts: Counter[str] = Counter()
        self.tracked_games: dict[int, TrackedGame] = {}
        self.schedule = Schedule(clock)
        self._bot = bot
        self._servers = servers
        self._clock = clock
        self._rng = rng
        self._goal = goal
        self.checker = NotificationChecker(self.tracked_games, servers.participants, clock)

    @property
    def now(self) -> datetime:
        return self._clock.moment

    @property
    def is_over(self) -> bool:
        return self.counts["turns"] >= self._goal

    def hours(self, mean: float) -> timedelta:
        return self._rng.expovariate(1 / mean) * HOUR

    async def set_up(self, games: int) -> None:
        """Set the notification settings of all players and schedule the challenges."""
        for participant in self._servers.participants.values():
            await self._set(participant)
        for _ in range(games):
            self.schedule.add(self._rng.random() * 2 * DAY, self.challenge)
        self.schedule.add(self.hours(24), self.take_vacation)

    async def _set(self, participant: Participant) -> None:
        rng = self._rng
        way = rng.choice(
            [NotificationWay.CHANNEL] * 5
            + [NotificationWay.DM] * 3
            + [NotificationWay.BOTH, NotificationWay.NONE]
        )
        night, zone = rng.choice(NIGHTS), rng.choice(ZONES)
        digest = rng.choice(["off"] * 5 + ["9:00"])
        reminders = rng.choice(["on"] * 6 + ["off", "1h", "12h", "48h"])
        await participant.person.slash(
            "settings",
            turns=way.value,
            quiet=night,
            zone=zone,
            digest=digest,
            reminders=reminders,
            channel=self._servers.channels[0],
        )
        quiet = {"22:00-7:00": Quiet(22 * 60, 7 * 60), "1:00-9:30": Quiet(60, 9 * 60 + 30)}
        participant.notification_settings = NotificationSettings(way, quiet.get(night), zone=zone)

    async def challenge(self) -> None:
        first, second = self._rng.sample(list(self._servers.participants.values()), 2)
        pace = self._rng.choice(OFFERED_PACES)
        strict = self._rng.random() < 0.4
        answer = await first.person.slash(
            "challenge",
            opponent=second.person,
            size=4,
            pace=pace.value,
            timeout="yes" if strict else "no",
            channel=self._rng.choice(self._servers.channels),
        )
        if user_install.MAY_NOT_WRITE() in answer.content:
            # try again later: revoked permissions are restored
            self.counts["challenges refused: nobody would see them"] += 1
            self.schedule.add(self.hours(2), self.challenge)
            return
        assert " posted." in answer.content, answer.content
        self.counts["challenges"] += 1

    async def accept(self, card: Message, number: int, person: int) -> None:
        """Accept a challenge by the button of its message, and start tracking the game."""
        await self._servers.participants[person].person.click(card, challenge_words.ACCEPT())
        game_id = (await self._bot.services.challenges.get(number)).game_id
        if game_id is None:
            self.counts["challenges that had run out"] += 1
            return
        game = await self._bot.services.games.get(game_id)
        first, second = (self._servers.participants[player.user_id] for player in game.seats)
        clock = game.clock
        pace = Pace.NONE if clock is None else clock.pace
        strict = clock is not None and clock.strict
        tracked = TrackedGame(game.id, (first, second), pace, strict, card.channel, self.now)
        self.tracked_games[game.id] = tracked
        self.counts["games"] += 1
        self._turn_begins(tracked, game)

    def _turn_begins(self, tracked: TrackedGame, game: GameView) -> None:
        tracked.since, tracked.revision = self.now, game.revision
        tracked.seat = game.position.seat_to_move
        self.checker.turn_begins(tracked)
        slow = 8 if self._rng.random() < 0.08 else 1
        self.schedule.add(
            self.hours(MEAN[tracked.pace]) * slow, self.move, tracked, tracked.revision
        )
        if self._rng.random() < 0.01:
            self.schedule.add(self.hours(1), self.mute, tracked)

    async def mute(self, tracked: TrackedGame) -> None:
        participant = self._rng.choice(tracked.seats)
        game = await self._bot.services.games.get(tracked.number)
        if game.result is None and tracked.number not in participant.muted:
            participant.muted.add(tracked.number)
            await participant.person.slash(
                "mute", game=str(tracked.number), channel=tracked.channel
            )
            self.counts["games muted"] += 1

    async def move(self, tracked: TrackedGame, revision: int) -> None:
        before = await self._bot.services.games.get(tracked.number)
        if before.result is not None or tracked.revision != revision or self.is_over:
            return
        left = await self.checker.remaining(tracked)
        answer = await tracked.mover.person.slash(
            "move",
            cell=random_turn(before.position, self._rng),
            game=str(tracked.number),
            channel=tracked.channel,
        )
        # a move that loses own stones or the game is asked about
        for label in labels_of(answer):
            if label.startswith("Play "):
                await tracked.mover.person.click(answer, label)
        after = await self._bot.services.games.get(tracked.number)
        if after.revision == revision:
            assert tracked.strict, answer.content
            assert left == ZERO, answer.content
            self.counts["moves too late"] += 1
            return
        self.counts["turns"] += 1
        tracked.moved(left)
        if after.result is None:
            self.checker.compare(tracked, after)
            self._turn_begins(tracked, after)
        else:
            self.checker.game_over(tracked)
            self.counts["games played to the end"] += 1

    async def react(self, notification: ReceivedNotification) -> None:
        """Press a random button of a notification that the opponent's time is up."""
        tracked = self.tracked_games[notification.games[0]]
        (action,) = self._rng.choices(list(ACTIONS), weights=list(ACTIONS.values()))
        person = self._servers.participants[notification.person].person
        revision, left = tracked.revision, await self.checker.remaining(tracked)
        before = await self._bot.services.games.get(tracked.number)
        answer = await person.click(notification.message, action)
        if clocks.CONFIRM_CLAIM() in labels_of(answer):
            await person.click(answer, clocks.CONFIRM_CLAIM())
        after = await self._bot.services.games.get(tracked.number)
        done = after.result is not None and before.result is None
        given = after.clock is not None and after.clock != before.clock
        if action == clocks.REMIND() or not (done or given):
            self.counts[f"pressed {action}"] += 1
            return
        assert left == ZERO, f"{action} with {left} left"
        assert tracked.revision == revision
        self.counts[f"{action}: done"] += 1
        if done:
            self.checker.game_over(tracked)
        else:
            tracked.left[tracked.seat], tracked.since = 2 * DAY, self.now

    async def take_vacation(self) -> None:
        self.schedule.add(self.hours(24 * 20 / len(self._servers.participants)), self.take_vacation)
        participant = self._rng.choice(list(self._servers.participants.values()))
        if participant.is_away(self.now):
            return
        zone = zone_of(participant.notification_settings.zone)
        days = min(1 + int(self._rng.expovariate(1 / 4)), LONGEST_AWAY)
        day: date = self.now.astimezone(zone).date() + timedelta(days=days)
        channel = self._rng.choice(self._servers.channels)
        answer = await participant.person.slash("away", until=day.isoformat(), channel=channel)
        participant.vacation_until = start_of_day(day, zone)
        end = int(participant.vacation_until.timestamp())
        assert f"<t:{end}:f>" in answer.content, answer.content
        self.counts["vacations"] += 1
        if self._rng.random() < 0.3:
            self.schedule.add(self.hours(24), self.end_vacation, participant)

    async def end_vacation(self, participant: Participant) -> None:
        """End a participant's vacation early, by the button in the answer to `/away`."""
        if not participant.is_away(self.now):
            return
        answer = await participant.person.slash("away", channel=self._servers.channels[0])
        await participant.person.click(answer, clocks.I_AM_BACK())
        participant.vacation_until = None
        self.counts["back early"] += 1
