"""Reachability by direct message: the refusals that count, and the messages sent afterwards."""

from datetime import timedelta
from itertools import pairwise
from types import SimpleNamespace

import discord
import pytest

from bot.delivery.worker import is_closed, is_hopeless, retry_delay
from bot.services.values.clocks.clock import Pace
from bot.services.values.notifications.notification import Postponed
from bot.services.values.views import Location
from bot.store.tables import outbox
from bot.store.tables.outbox_kinds import NO_CHANNEL, OutboxKind

ANN, BEN = 101, 102
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
SURE, DOUBTFUL = True, False
FORBIDDEN = discord.Forbidden(SimpleNamespace(status=403, reason="Forbidden"), "no")


class Post:
    """Delivery of the due messages, to people whose direct messages may be refused.

    :ivar refusing: the people who refuse, with True if the refusal is sure.
    :ivar closed: whether the channels refuse messages, which are then retried as by the worker.
    :ivar tried: the moments of refused direct messages.
    """

    def __init__(self, world):
        self._world = world
        self._notifications = world.services.notifications
        self.refusing = {}
        self.closed = False
        self.tried = []

    async def deliver(self):
        """Deliver what is due; return the notifications as (kind, reader, way)."""
        delivered = []
        while messages := await self._world.outbox.take_due(50):
            ways = [(each, await self._deliver(each)) for each in messages]
            delivered += [(each.kind, each.user_id, way) for each, way in ways if way]
        return delivered

    async def _deliver(self, message):
        if message.user_id is None:
            if message.kind == OutboxKind.TURN:
                await self._notifications.notify_turn(message)
            if self.closed:
                return await self._refuse(message)
            await self._world.outbox.mark_sent(message, None)
            return None
        composed = await self._notifications.compose(message)
        if isinstance(composed, Postponed):
            await self._notifications.postpone(message, composed.delay)
            return None
        if composed is None:
            await self._world.outbox.mark_sent(message, None)
            return None
        return await self._send(message, composed)

    async def _send(self, message, composed):
        way = "dm" if composed.write else "channel"
        if composed.write and message.user_id in self.refusing:
            self.tried.append(self._world.clock.now)
            delay = await self._notifications.record_dm_refusal(
                message, composed, sure=self.refusing[message.user_id]
            )
            if delay is not None:
                await self._world.outbox.retry(message, delay, "refused")
                return "refused"
            if composed.is_shown:
                await self._world.outbox.mark_sent(message, None)
                return "dropped"
            way = "channel"
        elif composed.write:
            await self._notifications.record_contact(message.user_id)
        if way == "channel" and composed.user_install:
            await self._world.outbox.await_interaction(message, None)
            return "awaits"
        if way == "channel" and self.closed:
            return await self._refuse(message)
        await self._world.outbox.mark_sent(message, 9000 + message.id)
        return way

    async def _refuse(self, message):
        """Handle the refusal of a message by its channel, as the worker does."""
        if is_closed(message, FORBIDDEN) and await self._notifications.mark_undeliverable(message):
            await self._world.outbox.retry(message, timedelta(0), "closed")
        elif is_hopeless(message, FORBIDDEN):
            await self._notifications.notify_another_way(message)
            await self._world.outbox.mark_dead(message, "closed")
        else:
            await self._world.outbox.retry(message, retry_delay(message, FORBIDDEN), "closed")

    async def follow(self, until):
        """Deliver each message when it is due, up to a moment; return the deliveries."""
        delivered = await self.deliver()
        while (due := await self._world.outbox.next_due()) is not None and due <= until:
            self._world.clock.now = max(due, self._world.clock.now)
            delivered += await self.deliver()
        self._world.clock.now = until
        return delivered


@pytest.fixture
def post(world):
    return Post(world)


@pytest.fixture
def direct_game(world, timed):
    """Start a game without a channel, in which it is Ann's turn."""

    async def begin(pace=Pace.NONE):
        game_id = await timed(pace)
        await world.services.locations.move(game_id, Location(None, NO_CHANNEL))
        return game_id

    return begin


@pytest.fixture
def ways(post, clock):
    """Return what happens to Ann's messages at given times from now on."""

    async def follow(*delays):
        seen = [await post.deliver()]
        for delay in delays:
            clock.now += delay - timedelta(seconds=1)
            seen.append(await post.deliver())
            clock.now += timedelta(seconds=1)
            seen.append(await post.deliver())
        return [[way for _, reader, way in each if reader == ANN] for each in seen]

    return follow


async def rests(world, user_id=ANN):
    settings = await world.services.notifications.get_settings(user_id)
    return settings.has_refused_direct_messages(world.clock.now)


NOTHING, REFUSED = [], ["refused"]


async def test_a_doubtful_refusal_is_believed_after_a_minute_an_hour_and_six(
    world, direct_game, post, ways, change_ann
):
    await direct_game()
    post.refusing[ANN] = DOUBTFUL
    assert await ways(MINUTE, HOUR) == [REFUSED, NOTHING, REFUSED, NOTHING, REFUSED]
    assert not await rests(world)
    assert await ways(6 * HOUR) == [NOTHING, NOTHING, REFUSED]
    assert await rests(world)


async def test_a_direct_message_refused_once_is_sent_after_a_minute(
    world, timed, post, clock, change_ann
):
    await change_ann(turns="dm")
    await timed(Pace.NONE)
    post.refusing[ANN] = DOUBTFUL
    assert await post.deliver() == [("turn_dm", ANN, "refused")]
    post.refusing.clear()
    clock.now += MINUTE
    assert await post.deliver() == [("turn_dm", ANN, "dm")]
    assert not await rests(world)


async def test_a_channel_shows_after_a_minute_what_is_doubtfully_refused(
    world, timed, post, ways, change_ann
):
    await change_ann(turns="dm")
    await timed(Pace.NONE)
    post.refusing[ANN] = DOUBTFUL
    assert await ways(MINUTE) == [REFUSED, NOTHING, ["channel"]]
    assert not await rests(world)


async def test_a_doubtful_refusal_after_a_ping_is_believed_last(
    world, timed, post, ways, change_ann
):
    await change_ann(turns="both")
    await timed(Pace.NONE)
    post.refusing[ANN] = DOUBTFUL
    seen = await ways(MINUTE, HOUR, 6 * HOUR)
    assert seen == [REFUSED, NOTHING, REFUSED, NOTHING, REFUSED, NOTHING, ["dropped"]]
    assert await rests(world)


async def test_a_sure_refusal_is_believed_at_once(world, timed, post, change_ann):
    await change_ann(turns="dm")
    await timed(Pace.NONE)
    post.refusing[ANN] = SURE
    assert await post.deliver() == [("turn_dm", ANN, "channel")]
    assert await rests(world)


async def test_a_turn_without_a_channel_is_tried_hourly_for_a_day_then_daily(
    world, direct_game, post, ways
):
    await direct_game()
    post.refusing[ANN] = SURE
    assert await ways(*[HOUR] * 24) == [REFUSED, *[NOTHING, REFUSED] * 24]
    assert await ways(DAY, DAY) == [NOTHING, NOTHING, REFUSED, NOTHING, REFUSED]


async def test_a_turn_without_a_channel_that_begins_in_a_rest_is_told_within_an_hour(
    world, direct_game, post, change_ann, clock
):
    await change_ann(theme="light")  # the bot knows her
    await world.refuse_direct_messages(ANN, clock.now)
    await direct_game()
    clock.now += HOUR - timedelta(seconds=1)
    assert await post.deliver() == []
    clock.now += timedelta(seconds=1)
    assert await post.deliver() == [("turn_dm", ANN, "dm")]
    assert not await rests(world)


async def test_a_turn_without_a_channel_is_no_longer_tried_once_it_was_played(
    world, direct_game, post, clock
):
    game_id = await direct_game()
    post.refusing[ANN] = SURE
    await post.deliver()
    await world.play(ANN, game_id, "a1 c3")
    clock.now += HOUR
    assert ("turn_dm", ANN, "refused") not in await post.deliver()


async def begin_turn(world, timed):
    await timed(Pace.NONE)


async def ask_end(world, timed):
    game_id = await timed(Pace.NONE, first=BEN, second=ANN)
    await world.services.end_requests.ask(world.act(BEN), game_id)


async def resign(world, timed):
    game_id = await timed(Pace.NONE, first=BEN, second=ANN)
    await world.services.games.resign(world.act(BEN), game_id)


@pytest.mark.parametrize(
    ("news", "way"),
    [
        (begin_turn, "channel"),
        (begin_turn, "dm"),
        (begin_turn, "both"),
        (ask_end, "dm"),
        (resign, "channel"),
    ],
)
@pytest.mark.parametrize("refusal", [SURE, DOUBTFUL])
async def test_a_refused_message_rests_while_its_channel_refuses_it_too(
    world, timed, post, news, way, refusal
):
    clock = world.clock
    await world.change_settings(world.act(ANN), turns=way)
    post.refusing[ANN], post.closed = refusal, True
    begun = clock.now
    await news(world, timed)
    await post.follow(begun + 10 * HOUR)
    waits = [later - earlier for earlier, later in pairwise(post.tried)]
    is_turn = news is begin_turn
    assert len(post.tried) >= (4 if is_turn else 1)
    if refusal is SURE:
        assert all(wait >= HOUR for wait in waits)
    else:
        assert all(wait == MINUTE or wait > 10 * MINUTE for wait in waits)

    post.refusing.clear()
    clock.now = begun + (11 * HOUR if is_turn else 8 * DAY)
    assert [how for _, reader, how in await post.deliver() if reader == ANN] == ["dm"]


async def test_a_direct_message_beside_a_failed_ping_is_the_only_news_of_its_turn(
    world, timed, post, clock
):
    await world.change_settings(world.act(ANN), turns="both")
    post.closed = True
    game_id = await timed(Pace.NONE)
    delivered = await post.follow(clock.now + 2 * HOUR)
    assert [how for _, reader, how in delivered if reader == ANN] == ["dm"]

    post.refusing[ANN] = SURE
    await world.play(ANN, game_id, "a1 c3")
    await world.play(BEN, game_id, "e5 b4")
    await post.follow(clock.now + 4 * HOUR)
    post.refusing.clear()
    delivered = await post.follow(clock.now + HOUR)
    assert [how for _, reader, how in delivered if reader == ANN] == ["dm"]


async def test_other_news_without_a_channel_waits_for_the_end_of_the_rest(
    world, direct_game, post, change_ann, clock
):
    game_id = await direct_game()
    await post.deliver()
    await world.refuse_direct_messages(ANN, clock.now)
    await world.services.games.resign(world.act(BEN), game_id)
    assert [each for each in await post.deliver() if each[1] == ANN] == []
    assert await world.outbox.next_due() == clock.now + 7 * DAY
    clock.now += 7 * DAY - timedelta(seconds=1)
    assert await post.deliver() == []
    clock.now += timedelta(seconds=1)
    assert ("result_dm", ANN, "dm") in await post.deliver()


async def test_a_reminder_without_a_channel_follows_the_turn_that_arrives(
    world, direct_game, post, pass_time
):
    await direct_game(Pace.STANDARD)
    post.refusing[ANN] = SURE
    await post.deliver()
    await pass_time(days=2, hours=7)
    assert [each for each in await post.deliver() if each[0] == "reminder"] == []
    post.refusing.clear()
    await pass_time(hours=1)
    assert {("turn_dm", ANN, "dm"), ("reminder", ANN, "dm")} <= set(await post.deliver())


async def test_contact_sends_what_waits_and_only_that_of_this_person(
    world, direct_game, post, clock
):
    await direct_game()
    post.refusing |= {ANN: DOUBTFUL, BEN: SURE}
    await post.deliver()
    clock.now += MINUTE
    await post.deliver()
    post.refusing.clear()
    await world.services.notifications.record_contact(BEN)
    assert await post.deliver() == []
    await world.services.notifications.record_contact(ANN)
    assert await post.deliver() == [("turn_dm", ANN, "dm")]


async def test_contact_sends_what_awaits_an_interaction_in_a_user_install(
    world, timed, post, pass_time
):
    await world.personal_settings.change_settings(world.act(ANN), {"outside": "dm"})
    game_id = await timed(first=BEN, second=ANN)
    await world.services.interaction_tokens.record_user_install(Location(None, 5))
    await post.deliver()
    await world.play(BEN, game_id, "a1 c3")
    post.refusing[ANN] = SURE
    assert await post.deliver() == [("turn_dm", ANN, "refused")]
    await world.play(ANN, game_id, "swap")
    await world.play(BEN, game_id, "e5 b4")
    assert await post.deliver() == []
    await pass_time(days=3, hours=10)
    assert await post.deliver() == [("reminder", ANN, "awaits")]
    post.refusing.clear()
    await world.services.notifications.record_contact(ANN)
    assert {("turn_dm", ANN, "dm"), ("reminder", ANN, "dm")} <= set(await post.deliver())


async def test_a_digest_that_awaits_an_interaction_is_not_repeated(
    world, timed, post, pass_time, change_ann
):
    await change_ann(digest="9:00")
    await world.services.interaction_tokens.record_user_install(Location(None, 5))
    for _ in range(3):
        await timed(Pace.NONE)
        await post.deliver()
        await pass_time(days=1)
        assert await post.deliver() == [("digest", ANN, "awaits")]
    assert (await world.outbox.counts())[outbox.AWAITING_INTERACTION] == 1
    # where the bot is a member, it need not wait
    await timed(Pace.NONE, channel=6)
    await post.deliver()
    await pass_time(days=1)
    assert await post.deliver() == [("digest", ANN, "channel")]


async def test_a_reminder_that_awaits_an_interaction_is_not_repeated_after_a_vacation(
    world, timed, post, pass_time, clock
):
    await world.services.interaction_tokens.record_user_install(Location(None, 5))
    await timed()
    await post.deliver()
    await pass_time(days=2, hours=20)
    assert await post.deliver() == [("reminder", ANN, "awaits")]
    await world.services.vacations.start(world.act(BEN), clock.now + DAY)
    assert await post.deliver() == [("away", ANN, "awaits")]
    await world.services.vacations.end(world.act(BEN))
    assert await post.deliver() == []


async def test_a_turn_in_a_user_install_is_told_when_the_rest_ends(world, timed, post, clock):
    await world.personal_settings.change_settings(world.act(ANN), {"outside": "dm"})
    await world.services.interaction_tokens.record_user_install(Location(None, 5))
    post.refusing[ANN] = SURE
    await timed(Pace.NONE)
    assert await post.deliver() == [("turn_dm", ANN, "refused")]
    post.refusing.clear()
    clock.now += 7 * DAY - timedelta(seconds=1)
    assert await post.deliver() == []
    clock.now += timedelta(seconds=1)
    assert await post.deliver() == [("turn_dm", ANN, "dm")]


@pytest.mark.parametrize("chosen", [{"turns": "dm"}, {"outside": "dm"}, {"outside": "wait"}])
async def test_a_choice_about_direct_messages_ends_the_rest(world, timed, clock, chosen):
    await timed()
    await world.refuse_direct_messages(ANN, clock.now)
    other = await world.change_settings(world.act(ANN), theme="light", quiet="off")
    assert other.dm_refused_at == clock.now
    assert (await world.change_settings(world.act(ANN), **chosen)).dm_refused_at is None


async def test_contact_without_a_refusal_leaves_what_is_postponed(
    world, timed, post, change_ann, clock
):
    await change_ann(turns="dm")
    await timed(Pace.NONE)
    (message,) = [each for each in await world.outbox.take_due(9) if each.kind == "turn"]
    await world.services.notifications.notify_turn(message)
    await world.outbox.mark_sent(message, 1)
    (message,) = await world.outbox.take_due(9)
    await world.outbox.retry(message, HOUR, "quiet")
    await world.services.notifications.record_contact(ANN)
    assert await world.outbox.take_due(9) == []


async def test_a_refusal_makes_nothing_else_due(world, direct_game, post, clock):
    """Otherwise two games without a channel would try for ever, one after the other."""
    for _ in range(2):
        await direct_game()
    post.refusing[ANN] = SURE
    assert await post.deliver() == [("turn_dm", ANN, "refused")]
    assert await post.deliver() == []
    assert await world.outbox.next_due() == clock.now + HOUR


async def test_news_that_nobody_can_be_told_is_given_up_after_two_months(
    world, direct_game, post, change_ann, clock
):
    game_id = await direct_game()
    await post.deliver()
    await world.refuse_direct_messages(ANN, clock.now)
    await world.services.games.resign(world.act(BEN), game_id)
    post.refusing[ANN] = SURE
    for _ in range(10):
        await post.deliver()
        clock.now += 7 * DAY
    await post.deliver()
    assert not (await world.outbox.backlog()).rows[outbox.WAITING]


@pytest.fixture
def change_ann(world):
    async def change(**changes):
        return await world.change_settings(world.act(ANN), **changes)

    return change
