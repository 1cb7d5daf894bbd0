import math

import pytest

from bot.errors import CannotStart


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


async def test_what_was_given_up_is_dropped_as_well(world, clock):
    await world.challenge(101, 102)
    (row,) = await world.outbox.take_due(1)
    await world.outbox.dead(row, "the channel is gone")

    clock.advance(days=29)
    assert (await world.services.upkeep.tidy()).messages == 0
    clock.advance(days=2)
    assert (await world.services.upkeep.tidy()).messages == 1


@pytest.mark.sqlite
async def test_a_copy_is_made_once_a_day_and_the_oldest_go(world, clock, tmp_path):
    upkeep, folder = world.services.upkeep, tmp_path / "copies"
    made = []
    for _ in range(6):
        made.append(await upkeep.copy_if_due(folder, kept=2))
        clock.advance(hours=12)
    assert [copy is not None for copy in made] == [True, False] * 3
    assert sorted(folder.iterdir()) == [made[2], made[4]]


@pytest.mark.sqlite
async def test_a_clock_that_was_ahead_stops_no_copies(world, clock, tmp_path):
    upkeep, folder = world.services.upkeep, tmp_path / "copies"
    clock.advance(days=400)
    await upkeep.copy_if_due(folder, kept=2)
    clock.advance(days=-400)
    first = await upkeep.copy_if_due(folder, kept=2)
    assert await upkeep.copy_if_due(folder, kept=2) is None
    clock.advance(days=1)
    second = await upkeep.copy_if_due(folder, kept=2)
    assert sorted(folder.iterdir()) == [first, second]


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("name", "why"), [("x" * 300, "File name too long"), ("a file", "Not a directory")]
)
async def test_a_folder_that_cannot_be_looked_into_has_no_copy_and_is_a_sentence(
    world, tmp_path, name, why
):
    upkeep, folder = world.services.upkeep, tmp_path / name
    (tmp_path / "a file").touch()
    assert await upkeep.copy_age(folder) == math.inf
    with pytest.raises(CannotStart, match=rf"cannot be looked into \({why}\): correct BACKUP_DIR"):
        await upkeep.copy_if_due(folder, kept=2)


@pytest.mark.sqlite
async def test_a_folder_that_is_not_there_yet_has_no_copy(world, tmp_path):
    assert await world.services.upkeep.copy_age(tmp_path / "new") == math.inf
