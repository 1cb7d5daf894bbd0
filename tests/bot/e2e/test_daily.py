"""The puzzle of the day in the sandbox: switched on, solved privately, edited, switched off."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.delivery import worker
from bot.services.steps import daily_posts
from bot.services.steps.daily_posts import post_daily
from bot.services.values.clocks.due_dates import Due
from bot.store.tables import deadlines, puzzles
from bot.store.tables.deadlines import Deadline
from sandbox import Permission
from sandbox.client.find import labels_of
from tests.bot.puzzle_buttons import button_of, choices, shown_puzzle, wrong_turn_of

MESSAGES = "/channels/{channel_id}/messages"


@pytest.fixture
def next_day(table):
    """Add the message of yesterday, or of today."""

    async def add(*, today=False):
        async def due(tx):
            moment = datetime.now(UTC) - timedelta(days=not today)
            await post_daily(tx, Deadline(Due.DAILY, table.guild.id, moment), moment)
            # otherwise the program posts the next one at once, because its hour has passed
            await deadlines.replace(tx, (Due.DAILY,), table.guild.id, {})

        await table.app.context.services.games._database.write(due)

    return add


@pytest.fixture(autouse=True)
def _at_once(monkeypatch):
    monkeypatch.setattr(daily_posts, "LATEST", timedelta(days=1))
    monkeypatch.setattr(daily_posts, "BETWEEN_EDITS", timedelta(0))
    monkeypatch.setattr(daily_posts, "BETWEEN_LATE_EDITS", timedelta(0))


async def message_of_the_day(table, channel=None):
    return await table.discord.wait_for_message(
        channel or table.channel, lambda each: "Solve" in labels_of(each)
    )


async def solve(person, message, *, errs=False):
    shown = await person.click(message, "Solve")
    if errs:
        await person.click(shown, button_of(shown, wrong_turn_of(shown)))
        await person.click(shown, "Try again")
    for step in choices(shown_puzzle(shown)):
        await person.click(shown, button_of(shown, step.answer))
    return shown


async def test_one_message_a_day_is_solved_privately_and_edited(table, boss, next_day):
    answer = await boss.slash("setup", daily=table.channel, hour=0)
    assert f"Puzzle of the day: **<#{table.channel.id}>** at **0:00** (UTC)" in answer.content
    await next_day()
    await next_day()
    message = await message_of_the_day(table)
    assert len(message.attachments) == 1
    shown = await solve(table.ann, message, errs=True)
    assert shown.is_ephemeral
    assert "Next puzzle" in labels_of(shown)
    await table.discord.wait_until(lambda: "⬛🟩 Ann" in message.content)
    await solve(table.ben, message)
    await table.discord.wait_until(lambda: "🟩 Ben" in message.content)
    assert message.content.index("🟩 Ben") < message.content.index("⬛🟩 Ann")
    assert len(message.attachments) == 1
    again = await table.ann.click(message, "Solve")
    assert "Solved after 1 wrong turn." in again.content
    count = len(shown_puzzle(again).turns)
    for end in (shown, again):
        assert end.attachments[0].description.startswith(f"Step {count} of {count}. ")
    assert [each for each in table.public() if "Puzzle of the day" in each.content] == [message]

    await next_day(today=True)
    following = await table.seen("solved the last puzzle")
    assert (
        "**2 of 2** players here solved the last puzzle, and so did 100% of all players"
        in following.content
    )
    assert "👑 **Ben**" in following.content
    assert "||" in following.content
    await table.discord.wait_until(lambda: labels_of(message) == [])
    stats = await table.ann.slash("puzzle stats")
    assert "Puzzle of the day: current streak **1**" in stats.content


async def test_solving_it_rates_the_solver(table, boss, next_day):
    await boss.slash("setup", daily=table.channel, hour=0)
    await next_day()
    await solve(table.ann, await message_of_the_day(table))
    database = table.app.context.services.games._database
    solver = await database.read(puzzles.find_solver, table.ann.id)
    assert solver.attempts == 1


async def test_it_is_posted_once_although_discords_answer_is_lost(
    table, boss, next_day, monkeypatch
):
    monkeypatch.setattr(worker, "backoff", lambda _: timedelta(seconds=1))
    await boss.slash("setup", daily=table.channel, hour=0)
    table.discord.faults.reset("POST", MESSAGES, after_acting=True)
    await next_day()
    await message_of_the_day(table)
    table.discord.clock.advance(400)  # Discord forgets the nonce
    await table.settled()
    assert len([each for each in table.public() if "Solve" in labels_of(each)]) == 1


async def test_the_buttons_of_the_day_offer_no_solution(table, boss, next_day):
    await boss.slash("setup", daily=table.channel, hour=0)
    await next_day()
    shown = await table.ann.click(await message_of_the_day(table), "Solve")
    assert labels_of(shown), shown.content
    assert not {"Show the solution", "Next puzzle"} & set(labels_of(shown))
    await table.ann.click(shown, button_of(shown, wrong_turn_of(shown)))
    assert labels_of(shown) == ["Try again", "Try out"]


async def test_a_deleted_channel_switches_it_off_and_tells_the_manager(table, boss, next_day):
    channel = table.guild.create_text_channel("puzzles")
    await boss.slash("setup", daily=channel, hour=0)
    table.discord.faults.delete_channel(channel)
    await next_day()

    def told():
        return [
            each
            for each in boss.direct_messages(table.discord.application)
            if "I can't post the puzzle of the day" in each.content
        ]

    await table.discord.wait_until(lambda: bool(told()))
    assert len(told()) == 1
    assert "Puzzle of the day: **off**" in (await boss.slash("setup")).content


async def test_it_is_text_where_the_bot_may_not_attach_files(table, boss, next_day):
    table.discord.faults.revoke(Permission.ATTACH_FILES, table.channel)
    await boss.slash("setup", daily=table.channel, hour=0)
    await next_day()
    message = await message_of_the_day(table)
    assert not message.attachments
    board = message.content[message.content.index("```") :]
    await solve(table.ann, message)
    await table.discord.wait_until(lambda: "🟩 Ann" in message.content)
    assert message.content.endswith(board)


async def test_the_manager_switches_it_off(table, boss):
    await boss.slash("setup", daily=table.channel)
    answer = await boss.slash("setup", daily=table.channel)
    assert "Puzzle of the day: **off**" in answer.content
