"""A transaction that was committed, and whose answer was lost, is run again and acts once."""

from contextlib import asynccontextmanager
from datetime import timedelta

import pytest

from bot.errors.clocks import CannotTakeVacation
from bot.errors.permissions import CannotBlock
from bot.services.people.permissions import Rank
from bot.services.servers.server_settings import Listed
from bot.store.engine.database import LostRace

ANN, BEN = 101, 102


@pytest.fixture
def lose_answer(world, monkeypatch):
    """Lose the connection after the next commit of a use case, as a server that is restarted."""

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
async def test_a_channel_for_challenges_is_listed_as_was_wanted(
    world, manager, lose_answer, allowed
):
    guilds = world.services.guilds
    await guilds.configure(manager(), Listed(5, allowed=not allowed))
    lose_answer()
    changed = await guilds.configure(manager(), Listed(5, allowed=allowed))
    assert (5 in changed.channels) is allowed
    assert await guilds.settings(7) == changed


async def test_a_channel_for_challenges_that_another_manager_has_taken_off_meanwhile_stays_off(
    world, manager
):
    guilds, first = world.services.guilds, manager()
    await guilds.configure(first, Listed(5, allowed=True))
    await guilds.configure(manager(), Listed(5, allowed=False))
    again = await guilds.configure(first, Listed(5, allowed=True))
    assert again.channels == ()


async def test_an_unblock_is_no_refusal(world, lose_answer):
    blocks = world.services.blocks
    await blocks.block(world.act(ANN), BEN)
    lose_answer()
    await blocks.unblock(world.act(ANN), BEN)
    assert await blocks.blocked(ANN) == []
    with pytest.raises(CannotBlock):
        await blocks.unblock(world.act(ANN), BEN)


async def test_a_moderators_unblock_is_no_refusal(world, lose_answer):
    moderation = world.services.moderation
    moderator = world.act(ANN, rank=Rank.MODERATOR)
    await moderation.block(moderator, BEN)
    lose_answer()
    await moderation.unblock(world.act(ANN, rank=Rank.MODERATOR), BEN)
    assert await moderation.blocked(moderator) == []
    with pytest.raises(CannotBlock):
        await moderation.unblock(world.act(ANN, rank=Rank.MODERATOR), BEN)


async def test_the_end_of_a_vacation_is_no_refusal(world, clock, lose_answer):
    away = world.services.away
    await world.challenge()
    await away.leave(world.act(ANN), clock.now + timedelta(days=5))
    lose_answer()
    await away.come_back(world.act(ANN))
    assert await away.state(ANN) is None
    with pytest.raises(CannotTakeVacation):
        await away.come_back(world.act(ANN))
