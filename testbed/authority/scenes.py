"""Scenes: games and challenges in the states that the rows of the permission matrix need."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import count

from bot.services import Services
from bot.services.steps.daily_posts import post_daily
from bot.services.use_cases.lobby import OfferView
from bot.services.values.clocks.clock import Pace
from bot.services.values.clocks.due_dates import Due
from bot.services.values.clocks.quiet_hours import zone_of
from bot.services.values.people.permissions import Rank
from bot.services.values.puzzles.daily_days import last_due
from bot.services.values.try_board.tree import IN_GAME, position_key
from bot.services.values.views import Actor, Player, Terms
from bot.store.engine.database import Transaction
from bot.store.tables import leagues, players, try_board
from bot.store.tables.deadlines import Deadline
from bot.store.tables.leagues import MemberRow
from bot.store.tables.schema import BotTime
from bot.store.tables.try_board import TryNode
from testbed.authority.people import CLUB, MANAGER, MOVER, OPPONENT, PEOPLE, TARGET
from testbed.games import REVIEW
from testbed.wire.payloads import Someone

ENGINE = 100  # user id of the bot
UNDO_NEEDS_CONSENT_AFTER = timedelta(minutes=3)


@dataclass
class ManualClock:
    """Clock that returns the time that a test has set."""

    now: datetime = datetime(2030, 1, 2, 3, 4, 5, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@dataclass
class SceneContext:
    """Creator of scenes through the bot's services, with a manual clock."""

    services: Services
    clock: ManualClock
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
        """Create a challenge and return its id."""
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
        """Start a game, play the turns `moves` and return the game's id; `first` has seat 0."""
        second = second or (OPPONENT if first is MOVER else MOVER)
        wanted = await self.challenge(first, second, game, terms, **options)
        begun = await self.services.challenges.accept(self.actor(second), wanted)
        people = {first.id: first, second.id: second}
        for turn in moves:
            view = await self.services.games.get(begun.id)
            assert view.to_move is not None
            await self.services.games.play(self.actor(people[view.to_move.user_id]), begun.id, turn)
        return begun.id


async def opening(context: SceneContext) -> int:
    return await context.game()


TRIED = "a1"


async def tried(context: SceneContext) -> int:
    """Start a game in which all people in the server have tried the same move; return its id."""
    game_id = await context.game()
    position = (await context.services.games.get(game_id)).position
    node = TryNode(1, IN_GAME, position.ply, position_key(position), TRIED)

    async def store(tx: Transaction) -> None:
        for who in PEOPLE.values():
            if who.guild_id == CLUB:
                await players.remember(tx, who.id, who.name, context.clock.now)
                await try_board.add_nodes(tx, game_id, who.id, [node])

    await context.services.games._database.write(store)  # noqa: SLF001 - one transaction for all
    return game_id


async def tried_and_over(context: SceneContext) -> int:
    """Start the game of `tried`, end it by resignation and return its id."""
    game_id = await tried(context)
    await context.services.games.resign(context.actor(MOVER), game_id)
    return game_id


async def published(context: SceneContext) -> int:
    """End the game of `tried` and publish a player's tried line; return the game's id."""
    game_id = await tried_and_over(context)
    await context.services.published_lines.publish(context.actor(OPPONENT), game_id)
    return game_id


async def private(context: SceneContext) -> int:
    """Start a game between two players in their direct messages; return the game's id."""
    first, second = (replace(who, guild_id=None, channel_id=96) for who in (MOVER, OPPONENT))
    return await context.game(first=first, second=second)


async def private_and_over(context: SceneContext) -> int:
    game_id = await private(context)
    await context.services.games.resign(context.actor(MOVER), game_id)
    return game_id


async def private_open_challenge(context: SceneContext) -> int:
    return await context.challenge(replace(OPPONENT, guild_id=None, channel_id=96), to=None)


async def practising(context: SceneContext) -> int:
    """Start a practice game against the engine with Ann to move; return the game's id."""
    game = await context.services.practice.begin(
        context.actor(MOVER), Player(ENGINE, "Lifeline"), 1, "lifeline", {"size": 4}
    )
    return game.id


async def practised(context: SceneContext) -> int:
    """Start a practice game, end it by resignation and return its id."""
    game_id = await practising(context)
    await context.services.games.resign(context.actor(MOVER), game_id)
    return game_id


async def swappable(context: SceneContext) -> int:
    return await context.game("a1 c3", first=OPPONENT)


async def offering(context: SceneContext) -> int:
    return await context.game(game="asli", size=9)


async def choosing(context: SceneContext) -> int:
    return await context.game("offer 3", first=OPPONENT, game="asli", size=9)


async def holding(context: SceneContext) -> int:
    return await context.game("e5", first=OPPONENT, game="asli", size=9, komi=3)


async def spending(context: SceneContext) -> int:
    turns = ("a1", "d4", "g7", "c5", "a2")
    return await context.game(*turns, first=OPPONENT, game="cornered", size=4, start="none", komi=3)


async def both_have_moved(context: SceneContext) -> int:
    game_id = await context.game("a1 c3", "e5 g7", size=4)
    context.clock.now += UNDO_NEEDS_CONSENT_AFTER
    return game_id


async def undo_asked(context: SceneContext) -> int:
    game_id = await both_have_moved(context)
    await context.services.undo.undo(context.actor(OPPONENT), game_id)
    return game_id


async def past_first_turns(context: SceneContext) -> int:
    return await context.game("a1 c3", "e5 g7", "b4", "d2", size=4)


async def end_asked(context: SceneContext) -> int:
    game_id = await past_first_turns(context)
    await context.services.end_requests.ask(context.actor(OPPONENT), game_id)
    return game_id


async def over(context: SceneContext) -> int:
    game_id = await context.game()
    await context.services.games.resign(context.actor(MOVER), game_id)
    return game_id


async def reviewed(context: SceneContext) -> int:
    """Create a finished game with a stored review; return the game's id."""
    game_id = await context.game("a1 c3")
    await context.services.games.resign(context.actor(OPPONENT), game_id)
    await context.services.reviews.request(context.actor(MOVER), game_id)
    await context.services.reviews.store(game_id, REVIEW)
    return game_id


async def _end_all_vacations(context: SceneContext, but: int | None = None) -> None:
    for who in PEOPLE.values():
        if who.id != but and await context.services.vacations.get_current(who.id) is not None:
            await context.services.vacations.end(context.actor(who))


async def out_of_time(context: SceneContext) -> int:
    await _end_all_vacations(context)
    game_id = await context.game(terms=Terms(pace=Pace.BRISK))
    context.clock.now += timedelta(days=9)
    return game_id


async def asleep(context: SceneContext) -> int:
    await _end_all_vacations(context)
    game_id = await context.game()
    deadlines = context.services.deadlines
    context.clock.now += timedelta(days=31)
    for due in await deadlines.find_due(10_000):
        if due.subject == game_id:
            await deadlines.handle(due)
    return game_id


async def on_vacation(context: SceneContext) -> int:
    await _end_all_vacations(context)
    until = context.clock.now + timedelta(days=9)
    await context.services.vacations.start(context.actor(MOVER), until)
    return 0


async def on_automatic_vacation(context: SceneContext) -> int:
    await _end_all_vacations(context)
    # games of the lobby may have used up this year's vacation days
    context.clock.now += timedelta(days=366)
    await context.game(terms=Terms(pace=Pace.BRISK, strict=True))
    for _ in range(60):
        due = await context.services.deadlines.find_due(10_000)
        for each in due:
            await context.services.deadlines.handle(each)
        if (
            state := await context.services.vacations.get_current(MOVER.id)
        ) is not None and state.automatic:
            # games of the lobby may have started other people's vacations
            await _end_all_vacations(context, but=MOVER.id)
            return 0
        context.clock.now += timedelta(minutes=30)
    raise AssertionError("no vacation began")


async def challenged(context: SceneContext) -> int:
    return await context.challenge()


async def open_challenge(context: SceneContext) -> int:
    return await context.challenge(to=None)


async def lobby_off(context: SceneContext) -> int:
    await context.services.server_settings.change(CLUB, lobby=None)
    return 0


async def lobby_offer(context: SceneContext) -> int:
    """Post another person's offer in a server with the lobby on; return the offer's id."""
    await context.services.server_settings.change(CLUB, lobby=OPPONENT.channel_id)
    terms = Terms(pace=Pace.STANDARD, strict=True)
    actor = context.actor(replace(TARGET, id=1999))
    standing = (await context.services.lobby.show(actor)).own
    if standing:
        return standing[0].id
    posted = await context.services.lobby.offer(actor, "lifeline", {"size": 5}, terms)
    assert isinstance(posted, OfferView)
    return posted.id


async def own_offer(context: SceneContext) -> int:
    """Post a lobby offer by the player to move and return the offer's id."""
    await context.services.server_settings.change(CLUB, lobby=OPPONENT.channel_id)
    for each in (await context.services.lobby.show(context.actor(MOVER))).own:
        await context.services.lobby.withdraw(context.actor(MOVER), each.id)
    terms = Terms(pace=Pace.BRISK, strict=True)
    posted = await context.services.lobby.offer(context.actor(MOVER), "asli", {"size": 9}, terms)
    assert isinstance(posted, OfferView)
    return posted.id


async def day_posted(context: SceneContext) -> int:
    """Switch on the puzzle of the day, post the puzzle's message, and return the day's number."""
    service, now = context.services.daily, context.clock.now
    manager = context.actor(MANAGER, Rank.MANAGER)
    chosen = await service.configure(manager, MANAGER.channel_id or 0, 9)
    assert chosen is not None
    # the current hour in the manager's time zone, because passing time would use up vacations
    hour = now.astimezone(zone_of(chosen.zone)).hour
    manager = context.actor(MANAGER, Rank.MANAGER)
    await service.configure(manager, MANAGER.channel_id or 0, hour)

    async def post(tx: Transaction) -> None:
        await post_daily(tx, Deadline(Due.DAILY, CLUB, now), now)

    await context.services.games._database.write(post)  # noqa: SLF001 - the loop of deadlines does it
    return last_due(now, hour, chosen.zone)[0]


async def nothing(context: SceneContext) -> int:
    del context
    return CLUB


Scene = Callable[[SceneContext], Awaitable[int]]


async def league(context: SceneContext) -> int:
    """Open a server's league, without members, in its own channel; return the league's id."""
    now = context.clock.now

    async def store(tx: Transaction) -> int:
        ruleset = {"size": 5, "start": "strong-pie"}
        league_id = await leagues.add(
            tx,
            guild_id=CLUB,
            channel_id=next(context.numbers),
            game_key="lifeline",
            rules_version=1,
            options=ruleset,
            weeks=8,
            by_id=MANAGER.id,
            opened_at=now,
        )
        await leagues.add_season(tx, league_id, 1, BotTime(now + timedelta(days=7)))
        return league_id

    return await context.services.games._database.write(store)  # noqa: SLF001 - a service allows five


async def joined_league(context: SceneContext) -> int:
    """Open a league with both players, of whom the mover was asked to confirm; return its id."""
    league_id, now = await league(context), context.clock.now

    async def store(tx: Transaction) -> None:
        for who, asked in ((MOVER, now), (OPPONENT, None)):
            await players.remember(tx, who.id, who.name, now)
            await leagues.put_member(tx, MemberRow(league_id, who.id, now, asked))

    await context.services.games._database.write(store)  # noqa: SLF001 - a service would not ask
    return league_id


async def season(context: SceneContext) -> int:
    """Begin a season of a league with two players; return the season's id."""
    league_id, now = await joined_league(context), context.clock.now

    async def store(tx: Transaction) -> int:
        (newest,) = await leagues.find_seasons(tx, league_id)
        await leagues.change_season(tx, newest, begun_at=now)
        await leagues.add_groups(tx, newest.id, [[MOVER.id, OPPONENT.id]], {2: [(0, 1)]})
        return newest.id

    return await context.services.games._database.write(store)  # noqa: SLF001 - a service needs four
