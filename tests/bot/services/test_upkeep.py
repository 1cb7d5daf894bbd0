async def test_only_what_is_old_and_delivered_is_dropped(world, clock):
    await world.challenge(101, 102)
    await world.posted()
    await world.challenge(101, 103)
    await world.outbox.take_due(1)
    clock.advance(days=31)
    await world.challenge(101, 104)
    tidied = await world.services.upkeep.tidy()
    assert (tidied.interactions, tidied.messages) == (2, 1)
    assert await world.outbox.counts() == {"sending": 1, "waiting": 1}
    assert (await world.services.upkeep.tidy()).messages == 0
