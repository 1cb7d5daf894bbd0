from datetime import timedelta

import pytest

ANN, BEN = 101, 102


@pytest.fixture
async def row(world):
    await world.challenge()
    (taken,) = await world.outbox.take_due(5)
    return taken


async def test_a_row_says_where_and_what_and_keeps_its_nonce(world, row, clock):
    assert (row.kind, row.challenge_id, row.attempts) == ("challenge", 1, 1)
    assert (row.location.guild_id, row.location.channel_id) == (7, 5)
    clock.advance(minutes=1)
    (again,) = await world.outbox.take_due(5)
    assert (again.attempts, again.nonce) == (2, row.nonce)
    assert 0 < len(row.nonce) <= 25


async def test_nonces_of_different_rows_differ(world, row):
    await world.challenge()
    (other,) = await world.outbox.take_due(5)
    assert other.nonce != row.nonce


async def test_a_row_is_tried_again_when_its_pause_is_over(world, row, clock):
    await world.outbox.retry(row, timedelta(seconds=30), "rate limited")
    assert await world.outbox.next_due() == clock.now + timedelta(seconds=30)
    clock.advance(seconds=29)
    assert await world.outbox.take_due(5) == []
    clock.advance(seconds=1)
    assert [each.id for each in await world.outbox.take_due(5)] == [row.id]


async def test_a_row_given_up_makes_way_for_the_next_of_its_stream(world, row):
    await world.challenges.withdraw(world.act(ANN), row.challenge_id)
    assert await world.outbox.take_due(5) == []
    await world.outbox.mark_dead(row, "the channel is gone")
    assert [each.kind for each in await world.outbox.take_due(5)] == ["challenge_closed"]
    assert await world.outbox.counts() == {"dead": 1, "sending": 1}


async def test_after_a_restart_what_was_being_sent_is_taken_again(world, row):
    world.restart()
    assert await world.outbox.take_due(5) == []
    assert await world.outbox.recover() == 1
    (again,) = await world.outbox.take_due(5)
    assert (again.id, again.attempts) == (row.id, 2)


async def test_a_message_posted_twice_is_remembered_once(world, row):
    await world.outbox.mark_sent(row, 1)
    await world.outbox.mark_sent(row, 2)
    assert (await world.challenges.get(row.challenge_id)).message_id == 1


async def test_an_edit_leaves_the_remembered_message_alone(world, row):
    await world.outbox.mark_sent(row, 1)
    await world.challenges.withdraw(world.act(ANN), row.challenge_id)
    (edit,) = await world.outbox.take_due(5)
    await world.outbox.mark_sent(edit, None)
    assert (await world.challenges.get(row.challenge_id)).message_id == 1
    assert await world.outbox.next_due() is None


async def test_a_note_of_the_program_is_read_back_and_replaced(world):
    notes = world.services.notes
    assert await notes.read("commands") is None
    for value in ("one", "two"):
        await notes.write("commands", value)
        assert await notes.read("commands") == value
