"""What is there before somebody acts: a game at a moment, or a challenge; made by the services."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import count

from bot.services import Services
from bot.services.clocks.clock import Pace
from bot.services.people.permissions import Rank
from bot.services.views import Actor, Player, Terms
from testbed.authority.people import CLUB, MOVER, OPPONENT, PEOPLE
from testbed.review import FOUND
from testbed.wire.payloads import Someone

ENGINE = 100  # the bot itself
UNDOS_ARE_ASKED = timedelta(minutes=3)


@dataclass
class Present:
    """The present, moved by hand."""

    now: datetime = datetime(2030, 1, 2, 3, 4, 5, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@dataclass
class Stage:
    """Where scenes are set."""

    services: Services
    present: Present
    numbers: "count[int]" = field(default_factory=lambda: count(1000))

    def actor(self, who: Someone, rank: Rank = Rank.MEMBER) -> Actor:
        number = next(self.numbers)
        return Actor(who.id, who.name, number, who.guild_id, who.channel_id, rank)

    async def challenge(
        self,
        maker: Someone = OPPONENT,
        to: Someone | None = MOVER,
        game: str = "lifeline",
        terms: Terms | None = None,
        **options: str | int,
    ) -> int:
        """Have a challenge made; returns its number."""
        opponent = None if to is None else Player(to.id, to.name)
        made = await self.services.challenges.propose(
            self.actor(maker), opponent, game, options or {"size": 4}, terms
        )
        return made.id

    async def game(
        self,
        *moves: str,
        first: Someone = MOVER,
        second: Someone | None = None,
        game: str = "lifeline",
        terms: Terms | None = None,
        **options: str | int,
    ) -> int:
        """Have a game begun and some turns played; `first` has seat 0."""
        second = second or (OPPONENT if first is MOVER else MOVER)
        wanted = await self.challenge(first, second, game, terms, **options)
        begun = await self.services.challenges.accept(self.actor(second), wanted)
        people = {first.id: first, second.id: second}
        for turn in moves:
            view = await self.services.games.get(begun.id)
            assert view.to_move is not None
            await self.services.games.play(self.actor(people[view.to_move.user_id]), begun.id, turn)
        return begun.id


async def opening(stage: Stage) -> int:
    return await stage.game()


async def private(stage: Stage) -> int:
    """Begin a game in a direct message of the two players; the stranger writes in another one."""
    first, second = (replace(who, guild_id=None, channel_id=96) for who in (MOVER, OPPONENT))
    return await stage.game(first=first, second=second)


async def private_and_over(stage: Stage) -> int:
    game_id = await private(stage)
    await stage.services.games.resign(stage.actor(MOVER), game_id)
    return game_id


async def private_open_challenge(stage: Stage) -> int:
    return await stage.challenge(replace(OPPONENT, guild_id=None, channel_id=96), to=None)


async def practising(stage: Stage) -> int:
    """Ann practises, and begins."""
    game = await stage.services.practice.begin(
        stage.actor(MOVER), Player(ENGINE, "Lifeline"), 1, "lifeline", {"size": 4}
    )
    return game.id


async def swappable(stage: Stage) -> int:
    return await stage.game("a1 c3", first=OPPONENT)


async def offering(stage: Stage) -> int:
    return await stage.game(game="asli", size=9)


async def choosing(stage: Stage) -> int:
    return await stage.game("offer 3", first=OPPONENT, game="asli", size=9)


async def holding(stage: Stage) -> int:
    return await stage.game("e5", first=OPPONENT, game="asli", size=9, komi=3)


async def spending(stage: Stage) -> int:
    turns = ("a1", "d4", "g7", "c5", "a2")
    return await stage.game(*turns, first=OPPONENT, game="cornered", size=4, start="none", komi=3)


async def both_have_moved(stage: Stage) -> int:
    game_id = await stage.game("a1 c3", "e5 g7", size=4)
    stage.present.now += UNDOS_ARE_ASKED
    return game_id


async def undo_asked(stage: Stage) -> int:
    game_id = await both_have_moved(stage)
    await stage.services.undo.undo(stage.actor(OPPONENT), game_id)
    return game_id


async def over(stage: Stage) -> int:
    game_id = await stage.game()
    await stage.services.games.resign(stage.actor(MOVER), game_id)
    return game_id


async def reviewed(stage: Stage) -> int:
    """Ann and Ben have looked back on a game that is over."""
    game_id = await stage.game("a1 c3")
    await stage.services.games.resign(stage.actor(OPPONENT), game_id)
    await stage.services.reviews.ask(stage.actor(MOVER), game_id)
    await stage.services.reviews.keep(game_id, FOUND)
    return game_id


async def _nobody_is_on_vacation(stage: Stage) -> None:
    for who in PEOPLE.values():
        if await stage.services.vacations.state(who.id) is not None:
            await stage.services.vacations.come_back(stage.actor(who))


async def out_of_time(stage: Stage) -> int:
    await _nobody_is_on_vacation(stage)
    game_id = await stage.game(terms=Terms(pace=Pace.BRISK))
    stage.present.now += timedelta(days=9)
    return game_id


async def asleep(stage: Stage) -> int:
    await _nobody_is_on_vacation(stage)
    game_id = await stage.game()
    deadlines = stage.services.deadlines
    stage.present.now += timedelta(days=31)
    for due in await deadlines.due(10_000):
        if due.subject == game_id:
            await deadlines.handle(due)
    return game_id


async def on_vacation(stage: Stage) -> int:
    await _nobody_is_on_vacation(stage)
    until = stage.present.now + timedelta(days=9)
    await stage.services.vacations.leave(stage.actor(MOVER), until)
    return 0


async def on_automatic_vacation(stage: Stage) -> int:
    await _nobody_is_on_vacation(stage)
    await stage.game(terms=Terms(pace=Pace.BRISK, strict=True))
    for _ in range(60):
        due = await stage.services.deadlines.due(10_000)
        for each in due:
            await stage.services.deadlines.handle(each)
        if (
            state := await stage.services.vacations.state(MOVER.id)
        ) is not None and state.automatic:
            return 0
        stage.present.now += timedelta(minutes=30)
    raise AssertionError("no vacation began")


async def challenged(stage: Stage) -> int:
    return await stage.challenge()


async def open_challenge(stage: Stage) -> int:
    return await stage.challenge(to=None)


async def nothing(stage: Stage) -> int:
    del stage
    return CLUB


Scene = Callable[[Stage], Awaitable[int]]
