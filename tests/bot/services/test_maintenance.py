import math
from datetime import timedelta

import pytest
from sqlalchemy import select

from bot.errors.startup import CannotStart
from bot.services.use_cases.operations import maintenance
from bot.services.values.views import Location
from bot.store.tables.schema import challenges as stored


async def test_only_what_is_old_and_delivered_is_dropped(world, clock):
    await world.challenge(101, 102)
    await world.posted()
    await world.challenge(101, 103)
    await world.outbox.take_due(1)
    clock.advance(days=31)
    await world.challenge(101, 104)
    tidied = await world.services.maintenance.clean_up()
    assert (tidied.interactions, tidied.messages) == (2, 1)
    assert await world.outbox.counts() == {"sending": 1, "waiting": 1}
    assert (await world.services.maintenance.clean_up()).messages == 0


@pytest.mark.both_databases
async def test_deletes_messages_that_were_given_up(world, clock):
    await world.challenge(101, 102)
    (row,) = await world.outbox.take_due(1)
    await world.outbox.mark_dead(row, "the channel is gone")

    clock.advance(days=29)
    assert (await world.services.maintenance.clean_up()).messages == 0
    clock.advance(days=2)
    assert (await world.services.maintenance.clean_up()).messages == 1


@pytest.mark.sqlite
async def test_makes_one_backup_a_day_and_deletes_the_oldest(world, clock, tmp_path):
    copies, folder = world.services.maintenance, tmp_path / "copies"
    made = []
    for _ in range(6):
        made.append(await copies.back_up_if_due(folder, kept=2))
        clock.advance(hours=12)
    assert [copy is not None for copy in made] == [True, False] * 3
    assert sorted(folder.iterdir()) == [made[2], made[4]]


@pytest.mark.sqlite
async def test_a_backup_dated_in_the_future_does_not_stop_backups(world, clock, tmp_path):
    copies, folder = world.services.maintenance, tmp_path / "copies"
    clock.advance(days=400)
    await copies.back_up_if_due(folder, kept=2)
    clock.advance(days=-400)
    first = await copies.back_up_if_due(folder, kept=2)
    assert await copies.back_up_if_due(folder, kept=2) is None
    clock.advance(days=1)
    second = await copies.back_up_if_due(folder, kept=2)
    assert sorted(folder.iterdir()) == [first, second]


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("name", "why"), [("x" * 300, "File name too long"), ("a file", "Not a directory")]
)
async def test_an_unreadable_backup_folder_raises_a_readable_error(world, tmp_path, name, why):
    copies, folder = world.services.maintenance, tmp_path / name
    (tmp_path / "a file").touch()
    assert await copies.get_backup_age(folder) == math.inf
    with pytest.raises(CannotStart, match=rf"cannot be read \({why}\): correct BACKUP_DIR"):
        await copies.back_up_if_due(folder, kept=2)


@pytest.mark.sqlite
async def test_a_missing_backup_folder_has_no_backup(world, tmp_path):
    assert await world.services.maintenance.get_backup_age(tmp_path / "new") == math.inf


async def kept_challenges(world):
    async def numbers(tx):
        query = select(stored.c.id).order_by(stored.c.id)
        return list((await tx.connection.execute(query)).scalars())

    return await world.database.read(numbers)


@pytest.mark.both_databases
async def test_deletes_a_challenge_without_a_game_a_month_after_expiry(world, clock):
    declined = await world.challenge(101, 102)
    await world.challenges.decline(world.act(102), declined.id)
    await world.game(101, 103)
    withdrawn = await world.challenge(101, 104)
    await world.challenges.withdraw(world.act(101), withdrawn.id)
    await world.posted()

    clock.advance(days=36)
    assert (await world.services.maintenance.clean_up()).challenges == 0
    clock.advance(days=2)
    assert (await world.services.maintenance.clean_up()).challenges == 1
    # if the newest were deleted, SQLite would reuse its number
    assert await kept_challenges(world) == [2, 3]
    assert (await world.challenge(101, 102)).id == 4


async def test_deletes_many_challenges_in_several_transactions(world, clock, monkeypatch):
    monkeypatch.setattr(maintenance, "BATCH", 2)
    for _ in range(6):
        made = await world.challenge(101, 102)
        await world.challenges.withdraw(world.act(101), made.id)
    await world.posted()
    clock.advance(days=38)

    assert (await world.services.maintenance.clean_up()).challenges == 5


async def test_keeps_a_challenge_while_messages_about_it_wait(world, clock):
    for _ in range(2):
        declined = await world.challenge(101, 102)
        await world.challenges.decline(world.act(102), declined.id)
    newest = await world.challenge(101, 102)
    await world.challenges.withdraw(world.act(101), newest.id)
    notifications = [row for row in await world.outbox.take_due(20) if row.kind == "declined"]
    await world.posted()
    clock.advance(days=38)

    assert notifications[0].payload.challenge == 1
    assert (await world.services.maintenance.clean_up()).challenges == 0
    for row in await world.outbox.take_due(20):
        await world.outbox.mark_sent(row, 7)
    await world.posted()
    clock.advance(days=38)
    assert (await world.services.maintenance.clean_up()).challenges == 2


async def test_forgets_an_unused_private_location(world, clock):
    interaction_tokens = world.services.interaction_tokens
    for channel_id in (5, 6, 7):
        await interaction_tokens.record_user_install(Location(None, channel_id))
    number = await world.game(channel=5)
    await world.games.resign(world.act(101), number)
    clock.advance(days=20)
    await interaction_tokens.record_user_install(Location(None, 6))
    clock.advance(days=20)

    assert (await world.services.maintenance.clean_up()).locations == 1
    assert [await interaction_tokens.is_user_install(each) for each in (5, 6, 7)] == [
        True,
        True,
        False,
    ]


async def test_keeps_a_past_vacation_for_more_than_a_year(world, clock):
    await world.services.vacations.start(world.act(101), clock() + timedelta(days=5))

    clock.advance(days=400)
    assert (await world.services.maintenance.clean_up()).vacations == 0
    clock.advance(days=10)
    assert (await world.services.maintenance.clean_up()).vacations == 1
