"""What people do: challenge, accept, move, claim, go away, come back; each through Discord."""

import random
from collections import Counter
from datetime import date, datetime, timedelta

from bot.services.clocks.clock import Pace
from bot.services.notifications.quiet_hours import Quiet, start_of_day, zone_of
from bot.services.notifications.settings import NotificationSettings, NotificationWay
from bot.services.views import GameView
from bot.words import labels, user_install
from sandbox import Message
from sandbox.client.find import labels_of
from testbed.lots import some_turn
from testbed.simulation.account import ZERO, Guest, Table
from testbed.simulation.hall import Hall
from testbed.simulation.heard import Heard
from testbed.simulation.ledger import Ledger
from testbed.simulation.present import Course, Present
from testbed.simulation.robot import Robot

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Sydney")
MEAN = {Pace.BRISK: 5, Pace.STANDARD: 14, Pace.RELAXED: 24, Pace.NONE: 12}  # hours for a turn
NIGHTS = ("off", "22:00-7:00", "1:00-9:30")
LONGEST_AWAY = 20  # days
ACTIONS = {labels.CLAIM: 2, labels.GIVE_TIME: 1, labels.REMIND: 1}


class Play:
    """Everybody's deeds, until so many turns have been played."""

    def __init__(
        self, robot: Robot, hall: Hall, present: Present, chance: random.Random, goal: int
    ) -> None:
        self.counts: Counter[str] = Counter()
        self.tables: dict[int, Table] = {}
        self.course = Course(present)
        self._robot = robot
        self._hall = hall
        self._present = present
        self._chance = chance
        self._goal = goal
        self.ledger = Ledger(self.tables, hall.guests, present)

    @property
    def now(self) -> datetime:
        return self._present.moment

    @property
    def is_over(self) -> bool:
        return self.counts["turns"] >= self._goal

    def hours(self, mean: float) -> timedelta:
        return self._chance.expovariate(1 / mean) * HOUR

    async def settle_in(self, games: int) -> None:
        """Let everybody say how they want to be told, and plan the games."""
        for guest in self._hall.guests.values():
            await self._set(guest)
        for _ in range(games):
            self.course.add(self._chance.random() * 2 * DAY, self.challenge)
        self.course.add(self.hours(24), self.go_away)

    async def _set(self, guest: Guest) -> None:
        chance = self._chance
        way = chance.choice(
            [NotificationWay.CHANNEL] * 5
            + [NotificationWay.DM] * 3
            + [NotificationWay.BOTH, NotificationWay.NONE]
        )
        night, zone = chance.choice(NIGHTS), chance.choice(ZONES)
        digest = chance.choice(["off"] * 5 + ["9:00"])
        reminders = chance.choice(["on"] * 9 + ["off"])
        await guest.person.slash(
            "settings",
            turns=way.value,
            quiet=night,
            zone=zone,
            digest=digest,
            reminders=reminders,
            channel=self._hall.channels[0],
        )
        quiet = {"22:00-7:00": Quiet(22 * 60, 7 * 60), "1:00-9:30": Quiet(60, 9 * 60 + 30)}
        guest.notification_settings = NotificationSettings(way, quiet.get(night), zone=zone)

    async def challenge(self) -> None:
        first, second = self._chance.sample(list(self._hall.guests.values()), 2)
        pace = self._chance.choice(list(Pace))
        strict = self._chance.random() < 0.4
        answer = await first.person.slash(
            "challenge",
            opponent=second.person,
            size=4,
            pace=pace.value,
            strict="yes" if strict else "no",
            channel=self._chance.choice(self._hall.channels),
        )
        if user_install.MAY_NOT_WRITE in answer.content:
            # permissions are revoked and come back
            self.counts["challenges refused: nobody would see them"] += 1
            self.course.add(self.hours(2), self.challenge)
            return
        assert "on its way" in answer.content, answer.content
        self.counts["challenges"] += 1

    async def accept(self, card: Message, number: int, person: int) -> None:
        """Accept a challenge whose card has arrived; it becomes a game of the account."""
        await self._hall.guests[person].person.click(card, labels.ACCEPT)
        game_id = (await self._robot.services.challenges.get(number)).game_id
        if game_id is None:
            self.counts["challenges that had run out"] += 1
            return
        game = await self._robot.services.games.get(game_id)
        first, second = (self._hall.guests[player.user_id] for player in game.seats)
        clock = game.clock
        pace = Pace.NONE if clock is None else clock.pace
        strict = clock is not None and clock.strict
        table = Table(game.id, (first, second), pace, strict, card.channel, self.now)
        self.tables[game.id] = table
        self.counts["games"] += 1
        self._turn_begins(table, game)

    def _turn_begins(self, table: Table, game: GameView) -> None:
        table.since, table.revision = self.now, game.revision
        table.seat = game.position.seat_to_move
        self.ledger.turn_begins(table)
        slow = 8 if self._chance.random() < 0.08 else 1
        self.course.add(self.hours(MEAN[table.pace]) * slow, self.move, table, table.revision)
        if self._chance.random() < 0.01:
            self.course.add(self.hours(1), self.mute, table)

    async def mute(self, table: Table) -> None:
        guest = self._chance.choice(table.seats)
        game = await self._robot.services.games.get(table.number)
        if game.result is None and table.number not in guest.muted:
            guest.muted.add(table.number)
            await guest.person.slash("mute", game=str(table.number), channel=table.channel)
            self.counts["games muted"] += 1

    async def move(self, table: Table, revision: int) -> None:
        before = await self._robot.services.games.get(table.number)
        if before.result is not None or table.revision != revision or self.is_over:
            return
        left = await self.ledger.remaining(table)
        answer = await table.mover.person.slash(
            "move",
            cell=some_turn(before.position, self._chance),
            game=str(table.number),
            channel=table.channel,
        )
        after = await self._robot.services.games.get(table.number)
        if after.revision == revision:
            assert table.strict, answer.content
            assert left == ZERO, answer.content
            self.counts["moves too late"] += 1
            return
        self.counts["turns"] += 1
        table.moved(left)
        if after.result is None:
            self.ledger.compare(table, after)
            self._turn_begins(table, after)
        else:
            self.ledger.game_over(table)
            self.counts["games played to the end"] += 1

    async def react(self, notification: Heard) -> None:
        """Do something about an opponent whose time is up, by a button of the letter."""
        table = self.tables[notification.games[0]]
        (action,) = self._chance.choices(list(ACTIONS), weights=list(ACTIONS.values()))
        person = self._hall.guests[notification.person].person
        revision, left = table.revision, await self.ledger.remaining(table)
        before = await self._robot.services.games.get(table.number)
        answer = await person.click(notification.message, action)
        if labels.CONFIRM_CLAIM in labels_of(answer):
            await person.click(answer, labels.CONFIRM_CLAIM)
        after = await self._robot.services.games.get(table.number)
        done = after.result is not None and before.result is None
        given = after.clock is not None and after.clock != before.clock
        if action == labels.REMIND or not (done or given):
            self.counts[f"pressed {action}"] += 1
            return
        assert left == ZERO, f"{action} with {left} left"
        assert table.revision == revision
        self.counts[f"{action}: done"] += 1
        if done:
            self.ledger.game_over(table)
        else:
            table.left[table.seat], table.since = 2 * DAY, self.now

    async def go_away(self) -> None:
        self.course.add(self.hours(24 * 20 / len(self._hall.guests)), self.go_away)
        guest = self._chance.choice(list(self._hall.guests.values()))
        if guest.is_away(self.now):
            return
        zone = zone_of(guest.notification_settings.zone)
        days = min(1 + int(self._chance.expovariate(1 / 4)), LONGEST_AWAY)
        day: date = self.now.astimezone(zone).date() + timedelta(days=days)
        channel = self._chance.choice(self._hall.channels)
        answer = await guest.person.slash("away", until=day.isoformat(), channel=channel)
        guest.vacation_until = start_of_day(day, zone)
        assert f"<t:{int(guest.vacation_until.timestamp())}:f>" in answer.content, answer.content
        self.counts["vacations"] += 1
        if self._chance.random() < 0.3:
            self.course.add(self.hours(24), self.come_back, guest)

    async def come_back(self, guest: Guest) -> None:
        """Come back early, by the button."""
        if not guest.is_away(self.now):
            return
        answer = await guest.person.slash("away", channel=self._hall.channels[0])
        await guest.person.click(answer, labels.I_AM_BACK)
        guest.vacation_until = None
        self.counts["back early"] += 1
