"""Transactions that run again because a lost connection hid their commit: they act once."""

from contextlib import asynccontextmanager
from datetime import timedelta

import pytest

from bot.errors.permissions import CannotBlock
from bot.errors.refusals import CannotTakeVacation
from bot.services.use_cases.servers.server_settings import ChannelChange
from bot.services.values.people.permissions import Rank
from bot.store.engine.database import LostRace

pytestmark = pytest.mark.both_databases

ANN, BEN = 101, 102


@pytest.fixture
def lose_answer(world, monkeypatch):
    """Break the connection after the next commit of a use case, like a server restart."""

    def plan():
        begun, lost = world.database._begin, []

        @asynccontextmanager
        async def begin(options):
            async with begun(options) as transaction:
                yield transaction
            if options != world.database._reading and not lost:
                lost.append(1)
                raise LostRace("connection was closed in the middle of operation")

        monkeypatch.setattr(world.database, "_begin", begin)

    return plan


@pytest.fixture
def manager(world):
    return lambda: world.act(ANN, rank=Rank.MANAGER)


@pytest.mark.parametrize("allowed", [True, False])
async def test_a_repeated_change_to_the_channel_list_applies_once(
    world, manager, lose_answer, allowed
):
    guilds = world.services.server_settings
    await guilds.configure(manager(), ChannelChange(5, allowed=not allowed))
    lose_answer()
    changed = await guilds.configure(manager(), ChannelChange(5, allowed=allowed))
    assert (5 in changed.channels) is allowed
    assert await guilds.get_settings(7) == changed


async def test_a_repeated_change_does_not_revert_another_managers_change(world, manager):
    guilds, first = world.services.server_settings, manager()
    await guilds.configure(first, ChannelChange(5, allowed=True))
    await guilds.configure(manager(), ChannelChange(5, allowed=False))
    again = await guilds.configure(first, ChannelChange(5, allowed=True))
    assert again.channels == ()


async def test_a_repeated_unblock_raises_no_error(world, lose_answer):
    blocks = world.services.blocks
    await blocks.block(world.act(ANN), BEN)
    lose_answer()
    await blocks.unblock(world.act(ANN), BEN)
    assert await blocks.find_blocked(ANN) == []
    with pytest.raises(CannotBlock):
        await blocks.unblock(world.act(ANN), BEN)


async def test_a_repeated_server_unblock_raises_no_error(world, lose_answer):
    moderation = world.services.moderation
    moderator = world.act(ANN, rank=Rank.MODERATOR)
    await moderation.block(moderator, BEN)
    lose_answer()
    await moderation.unblock(world.act(ANN, rank=Rank.MODERATOR), BEN)
    assert await moderation.find_blocked(moderator) == []
    with pytest.raises(CannotBlock):
        await moderation.unblock(world.act(ANN, rank=Rank.MODERATOR), BEN)


async def test_a_repeated_end_of_a_vacation_raises_no_error(world, clock, lose_answer):
    vacations = world.services.vacations
    await world.challenge()
    await vacations.start(world.act(ANN), clock.now + timedelta(days=5))
    lose_answer()
    await vacations.end(world.act(ANN))
    assert await vacations.get_current(ANN) is None
    with pytest.raises(CannotTakeVacation):
        await vacations.end(world.act(ANN))
