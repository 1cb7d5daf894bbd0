"""Weeks of many games with a fake clock, and a Discord in memory that fails in every way it can.

Bot and Discord go away, answers are lost, workers die, channels and direct messages are closed and
opened again. Every turn is told once, nobody in quiet hours or away, clocks are exact.
"""

import heapq
import random
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
from sqlalchemy import event

from bot.errors import PlayerError
from bot.services.clocks import PACES, Pace
from bot.services.hours import Quiet
from bot.services.limits import Limits
from bot.services.notices import Later
from bot.services.telling import Way
from bot.services.views import Actor, Player, Terms
from bot.store import absences, notes, notices
from bot.time_errors import OutOfTime
from rules.moves import Place, format_move

HOUR, DAY, SECOND = timedelta(hours=1), timedelta(days=1), timedelta(seconds=1)
ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Sydney")
MEAN = {Pace.BRISK: 5, Pace.STANDARD: 14, Pace.RELAXED: 24, Pace.NONE: 12}  # hours for a turn
ABOUT_ABSENCE = ("vacation", "strict_back")
OF_TURN = ("turn_dm", "stranded")


@dataclass
class Model:
    """What the simulation itself knows of a game: an account of time that owes the bot nothing."""

    seats: tuple[int, int]
    pace: Pace
    strict: bool
    left: list
    since: datetime
    channel: int


@dataclass
class Simulation:
    world: object
    chance: random.Random
    people: list
    goal: int
    counts: Counter = field(default_factory=Counter)
    told: dict = field(default_factory=lambda: defaultdict(list))
    begun: dict = field(default_factory=dict)
    models: dict = field(default_factory=dict)
    outages: list = field(default_factory=list)
    down_until: datetime | None = None
    revoked: set = field(default_factory=set)
    closed: set = field(default_factory=set)
    arrived: dict = field(default_factory=dict)
    heap: list = field(default_factory=list)
    beaten_at: datetime = datetime(2000, 1, 1, tzinfo=UTC)
    numbers: count = field(default_factory=lambda: count(1))
    refused: dict = field(default_factory=dict)

    # people and games

    @property
    def now(self):
        return self.world.clock.now

    def later(self, delay, what, *about):
        heapq.heappush(self.heap, (self.now + delay, next(self.numbers), what, about))

    def actor(self, person, channel=1):
        return Actor(person, f"P{person}", 10**6 + next(self.numbers), 7, channel)

    async def prepare(self, games):
        self.wishes = {}
        for person in self.people:
            quiet = self.chance.choice([None, Quiet(22 * 60, 7 * 60), Quiet(60, 9 * 60 + 30)])
            self.wishes[person] = await self.world.services.notices.wish(
                self.actor(person),
                way=self.chance.choice([Way.CHANNEL] * 5 + [Way.DM] * 3 + [Way.BOTH, Way.NONE]),
                quiet=quiet,
                zone=self.chance.choice(ZONES),
                digest_at=self.chance.choice([None] * 5 + [9 * 60]),
                reminders=self.chance.random() < 0.9,
            )
        for _ in range(games):
            self.later(self.chance.random() * 2 * DAY, self.begin)
        for what in (self.go_away, self.outage, self.revoke, self.close_dms):
            self.later(self.chance.random() * DAY, what)

    async def begin(self):
        first, second = self.chance.sample(self.people, 2)
        pace = self.chance.choice([Pace.BRISK, Pace.STANDARD, Pace.RELAXED, Pace.NONE])
        strict = pace is not Pace.NONE and self.chance.random() < 0.4
        channel = self.chance.randrange(1, 1 + len(self.people) // 4)
        challenge = await self.world.challenges.propose(
            self.actor(first, channel),
            Player(second, f"P{second}"),
            "lifeline",
            {"size": 4},
            Terms(pace=pace, strict=strict),
        )
        game = await self.world.challenges.accept(self.actor(second), challenge.id)
        base = PACES[pace].base if pace in PACES else timedelta(0)
        self.models[game.id] = Model((first, second), pace, strict, [base, base], self.now, channel)
        self.turn_begins(game)

    def turn_begins(self, game):
        self.begun[game.id, game.stamp] = game.to_move.user_id
        mean = MEAN[self.models[game.id].pace]
        slow = 8 if self.chance.random() < 0.08 else 1
        self.later(self.chance.expovariate(1 / mean) * slow * HOUR, self.move, game.id, game.stamp)

    async def move(self, game_id, stamp):
        game = await self.world.games.get(game_id)
        if game.result is not None or game.stamp != stamp or self.counts["turns"] >= self.goal:
            return
        model, seat = self.models[game_id], game.position.seat_to_move
        left = await self.left(game_id, seat) if game.clock else None
        try:
            played = await self.world.games.play(
                self.actor(game.to_move.user_id), game_id, self.some_turn(game.position)
            )
        except OutOfTime:
            assert left == timedelta(0)
            self.counts["moves too late"] += 1
            return
        self.counts["turns"] += 1
        if left is not None:
            self.expect(model, seat, left)
            await self.check_clock(game_id)
        model.since = self.now
        if played.game.result is None:
            self.turn_begins(played.game)
        else:
            self.counts["games played to the end"] += 1

    def expect(self, model, seat, left):
        timing = PACES[model.pace]
        model.left[seat] = max(left, min(left + timing.increment, timing.cap))

    def some_turn(self, position):
        words, turn = [], position.turn
        while position.turn == turn and position.outcome() is None:
            places = [move for move in position.legal_moves() if isinstance(move, Place)]
            move = self.chance.choice(places)
            words.append(format_move(move, position.topology))
            position = position.play(move)
        return " ".join(words)

    async def react(self, game_id, stamp):
        deed = self.chance.choice(["claim", "claim", "give", "remind"])
        game = await self.world.games.get(game_id)
        if game.result is not None or game.stamp != stamp:
            return
        seat = game.position.seat_to_move
        other = self.actor(self.models[game_id].seats[1 - seat])
        try:
            await getattr(self.world.services.time, deed)(other, game_id, ply=stamp)
        except PlayerError:
            self.counts["claims refused"] += 1
            return
        self.counts[deed] += 1
        assert await self.left(game_id, seat) == timedelta(0)
        if deed == "give":
            self.models[game_id].left[seat] = 2 * DAY
            self.models[game_id].since = self.now

    async def go_away(self):
        self.later(self.chance.expovariate(len(self.people) / 20) * DAY, self.go_away)
        person = self.chance.choice(self.people)
        if await self.world.services.away.state(person) is None:
            days = self.chance.expovariate(1 / 4) + 0.1
            await self.world.services.away.leave(self.actor(person), self.now + days * DAY)
            self.counts["vacations"] += 1

    # the account of time

    async def left(self, game_id, seat):
        model = self.models[game_id]
        spans = [*self.outages]
        for person in model.seats:
            for row in await self.world.database.read(absences.since, person, model.since):
                end = row.strict_ends_at if model.strict else row.ends_at
                spans += [(row.starts_at, end)]
        used, position = timedelta(0), model.since
        for start, end in sorted(spans):
            used += max(min(start, self.now) - position, timedelta(0))
            position = max(position, min(end, self.now))
        used += max(self.now - position, timedelta(0))
        return max(model.left[seat] - used, timedelta(0))

    async def check_clock(self, game_id):
        clock = (await self.world.games.get(game_id)).clock
        if clock is None:
            return
        expected = self.models[game_id].left
        for seat in (0, 1):
            assert abs(clock.remaining(seat, self.now) - expected[seat]) < SECOND, game_id
        self.counts["clocks compared"] += 1

    # trouble

    async def outage(self):
        self.beaten_at -= DAY
        await self.beat()
        length = self.chance.choice([2, 30, 300, 600, 3000]) * timedelta(minutes=1)
        self.down_until = self.now + length
        # a pause of up to two minutes counts as time
        if length > 2 * timedelta(minutes=1):
            self.outages.append((self.now, self.down_until))
        self.counts["outages"] += 1
        self.later(self.chance.expovariate(1 / 2) * DAY + length, self.outage)

    async def revoke(self):
        channel = self.chance.randrange(1, 1 + len(self.people) // 4)
        self.revoked.add(channel)
        self.later(self.chance.expovariate(1 / 5) * HOUR, self.restore, channel)
        self.later(self.chance.expovariate(1 / 2) * DAY, self.revoke)

    async def restore(self, channel):
        self.revoked.discard(channel)

    async def close_dms(self):
        person = self.chance.choice(self.people)
        (self.closed.discard if person in self.closed else self.closed.add)(person)
        self.later(self.chance.expovariate(1 / 2) * DAY, self.close_dms)

    def troubles_end(self):
        trouble = (self.go_away, self.outage, self.revoke, self.close_dms)
        self.heap = [each for each in self.heap if each[2] not in trouble]
        heapq.heapify(self.heap)

    # Discord

    async def deliver(self):
        while rows := await self.world.outbox.take_due(8, {}, 5):
            for row in rows:
                await self.deliver_row(row)

    async def deliver_row(self, row):
        fate = self.chance.random()
        if fate < 0.02:
            self.counts["refused for a moment"] += 1
            await self.world.outbox.retry(row, timedelta(seconds=2**row.attempts), "503")
            return
        if row.id not in self.arrived:
            outcome = await self.send(row)
            if outcome is not None:
                await outcome
                return
            self.arrived[row.id] = True
        if fate < 0.04:
            self.counts["answers lost"] += 1
            await self.world.outbox.retry(row, timedelta(seconds=2), "reset")
        elif fate < 0.05:
            self.counts["workers that died"] += 1
        else:
            await self.world.outbox.done(row, 10**9 + row.id)

    async def send(self, row):
        """Send a row unless that is refused; return what is to be done instead, if anything."""
        if row.user_id is not None:
            return await self.send_letter(row)
        if row.place.channel_id in self.revoked:
            return self.forbidden(row)
        if row.kind == "turn" and await self.world.services.notices.tell_turn(row):
            game = await self.world.games.get(row.game_id)
            self.note(game.to_move.user_id, "ping", [(game.id, game.stamp)])
        return None

    async def send_letter(self, row):
        letter = await self.world.services.notices.letter(row)
        if letter is None:
            self.counts["letters that became moot"] += 1
            return None
        if isinstance(letter, Later):
            self.counts["letters held back"] += 1
            return self.world.outbox.retry(row, letter.delay, "later")
        write, person = letter.write, letter.to.user_id
        if write and person in self.closed:
            self.counts["direct messages refused"] += 1
            refused_at = self.refused.get(person)
            assert refused_at is None or self.now - refused_at >= 7 * DAY or row.kind == "stranded"
            self.refused[person] = self.now
            await self.world.services.notices.dm_refused(person)
            write = False
        if not write and row.place.channel_id in self.revoked:
            return self.forbidden(row)
        if letter.kind == "turn_dm" and not write and row.payload["pinged"]:
            return None
        self.note(person, letter.kind.value, [(game.id, game.stamp) for game in letter.games])
        if letter.kind == "time_up":
            game = letter.games[0]
            self.later(self.chance.random() * DAY, self.react, game.id, game.stamp)
        return None

    def forbidden(self, row):
        self.counts["refused for permissions"] += 1
        if row.attempts >= 12:
            return self.give_up(row)
        return self.world.outbox.retry(row, timedelta(seconds=2 ** min(row.attempts, 9)), "50013")

    async def give_up(self, row):
        self.counts["given up"] += 1
        if row.kind == "turn":
            await self.world.services.notices.stranded(row)
        await self.world.outbox.dead(row, "50013")

    def note(self, person, kind, games):
        """A person hears of something now: is it a moment at which that is allowed?"""
        self.counts[f"sent: {kind}"] += 1
        wishes = self.wishes[person]
        if kind != "away":
            assert wishes.quiet_until(self.now) is None, f"{kind} in quiet hours"
        if kind not in ABOUT_ABSENCE:
            self.pending_away_checks.append((person, kind))
        for key in games if kind in ("ping", "digest", *OF_TURN) else ():
            if kind != "digest" or key not in self.told:
                self.told[key].append(kind)

    # the course of time

    async def run(self, until):
        """Go on until a moment, or with None until the goal is reached."""
        self.pending_away_checks = []
        while self.counts["turns"] < self.goal if until is None else self.now < until:
            await self.step(until)

    async def step(self, until):
        moments = [self.heap[0][0]] if self.heap else []
        if until is not None:
            moments.append(until)
        if self.down_until is None:
            due = (
                await self.world.services.deadlines.next_due(),
                await self.world.outbox.next_due(),
            )
            moments += [each for each in due if each is not None]
        else:
            moments.append(self.down_until)
        self.world.clock.now = max(min(moments), self.now)
        if self.down_until is not None and self.now < self.down_until:
            self.skip_to_the_end_of_the_outage()
            return
        await self.awake()

    def skip_to_the_end_of_the_outage(self):
        """Nothing happens while the bot is away: whoever wanted to act does so afterwards."""
        while self.heap and self.heap[0][0] < self.down_until:
            _, number, what, about = heapq.heappop(self.heap)
            heapq.heappush(self.heap, (self.down_until + SECOND, number, what, about))
        self.world.clock.now = self.down_until

    async def awake(self):
        if self.down_until is not None:
            self.down_until = None
            self.counts["absences noticed"] += bool(await self.world.services.deadlines.beat())
            await self.world.outbox.recover()
        else:
            await self.beat()
        while self.heap and self.heap[0][0] <= self.now and self.down_until is None:
            _, _, what, about = heapq.heappop(self.heap)
            await what(*about)
        if self.down_until is None:
            await self.watch()
            due = await self.world.outbox.next_due()
            if due is not None and due <= self.now:
                await self.deliver()
                await self.check_nobody_away()

    async def beat(self):
        """The bot was there all the time: only the last of its heartbeats matters."""
        if self.now - self.beaten_at > 90 * SECOND:
            self.beaten_at = self.now
            await self.world.database.write(notes.write, "heartbeat", self.now.isoformat())

    async def watch(self):
        while due := await self.world.services.deadlines.due(20):
            for each in due:
                await self.before(each)
                await self.world.services.deadlines.handle(each)

    async def before(self, deadline):
        if deadline.kind != "fall" or not self.models[deadline.subject].strict:
            return
        game = await self.world.games.get(deadline.subject)
        if game.clock is None or not game.clock.has_fallen(self.now):
            return
        left = await self.left(game.id, game.position.seat_to_move)
        assert left < SECOND, f"game {game.id} lost with {left} left"
        self.counts["strict losses, each deserved"] += 1

    async def check_nobody_away(self):
        for person, kind in self.pending_away_checks:
            away = await self.world.services.away.state(person)
            assert away is None or away.automatic or kind == "away", f"{kind} while away"
        self.pending_away_checks.clear()


@pytest.fixture
def limits():
    return Limits(open_challenges=10_000, running_games=10_000)


@pytest.fixture
def simulation(world):
    # what the disk does with each commit is tested elsewhere
    def hurry(connection, _record):
        connection.execute("PRAGMA synchronous = OFF")

    event.listen(world.database.engine.sync_engine, "connect", hurry)

    async def run(*, people, games, turns, seed):
        made = Simulation(world, random.Random(seed), list(range(1, people + 1)), turns)
        await made.prepare(games)
        await made.run(None)
        # whoever is still to be told is told: after the quiet hours, after a vacation
        made.troubles_end()
        await made.run(made.now + 25 * DAY)
        return made

    return run


async def told_once(made):
    """Compare what people heard with what they should have heard, turn by turn."""
    outcomes = Counter()
    for (game_id, stamp), person in made.begun.items():
        kinds = made.told.get((game_id, stamp), [])
        row = await made.world.database.read(notices.find, game_id, stamp)
        state = None if row is None else row.state
        game = await made.world.games.get(game_id)
        over = game.stamp != stamp or game.result is not None
        if not kinds:
            silent = made.wishes[person].way is Way.NONE
            assert over or silent, f"turn {stamp} of game {game_id} was lost ({state})"
            outcomes["not told: not wanted" if silent else "not told: moved or over before"] += 1
            continue
        allowed = (["ping"], ["turn_dm"], ["digest"], ["stranded"])
        both = made.wishes[person].way is Way.BOTH and sorted(kinds) == ["ping", "turn_dm"]
        assert kinds in allowed or both, f"turn {stamp} of game {game_id}: {kinds} ({state})"
        outcomes["told once"] += 1
    return outcomes


SCALES = [
    pytest.param({"people": 10, "games": 20, "turns": 100}, id="small"),
    pytest.param(
        {"people": 200, "games": 1000, "turns": 10_000},
        id="full",
        marks=[pytest.mark.drill, pytest.mark.timeout(5400)],
    ),
]


@pytest.mark.parametrize("scale", SCALES)
async def test_every_turn_is_told_once_and_nobody_loses_time_whatever_breaks(
    simulation, scale, capsys
):
    made = await simulation(**scale, seed=7)
    outcomes = await told_once(made)
    assert outcomes["told once"] > scale["turns"] / 2
    assert made.counts["clocks compared"] > scale["turns"] / 4
    waiting = await made.world.outbox.next_due()
    assert waiting is None or waiting > made.now, "what could be sent was not"
    with capsys.disabled():
        print(f"\n{scale}: {dict(sorted((made.counts + outcomes).items()))}")  # noqa: T201 - asked for
