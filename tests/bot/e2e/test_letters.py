"""Letters arrive once, in the way that was chosen or the next best one."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.jobs import outbox

MESSAGES = "/channels/{channel_id}/messages"


@pytest.fixture(autouse=True)
def _impatient(monkeypatch):
    monkeypatch.setattr(outbox, "pause", lambda attempts: timedelta(milliseconds=30 * attempts))
    monkeypatch.setattr(outbox, "PATIENCE", 0.5)


def letters_to(table, person):
    return person.direct_messages(table.discord.application)


async def test_who_wants_both_and_refuses_direct_messages_is_mentioned_once(table):
    await table.ben.slash("settings", turns="both")
    table.discord.mischief.close_direct_messages(table.ben)
    await table.game()
    second = await table.play(table.ann, "a1 c3", 2)
    await table.settled()

    assert second.notified == {table.ben.id}
    assert table.ben.mentions()[-1] is second
    assert len([m for m in table.public() if "your turn in game" in m.content]) == 0


async def test_a_letter_whose_answer_was_lost_is_found_in_the_channel(table):
    await table.ben.slash("settings", turns="dm")
    table.discord.mischief.close_direct_messages(table.ben)
    await table.game()
    await table.settled()
    await table.play(table.ann, "a1 c3", 2)
    await table.settled()
    before = len(letter_texts(table))
    assert before == 1

    # from now on the channel is used at once
    table.discord.mischief.reset("POST", MESSAGES, after_acting=True)
    await table.ann.slash("away", until=day_ahead())
    await table.settled()

    assert len([m for m in table.public() if "is away until" in m.content]) == 1


async def test_a_direct_letter_whose_answer_was_lost_is_found_there(table):
    await table.ben.slash("settings", turns="dm")
    await table.game()
    await table.settled()
    table.discord.mischief.reset("POST", MESSAGES, after_acting=True, times=2)
    await table.play(table.ann, "a1 c3", 2)
    await table.settled()

    assert len(letters_to(table, table.ben)) == 1


async def test_who_wants_nothing_is_not_pinged_but_sees_the_turn(table):
    await table.ben.slash("settings", turns="none")
    await table.game()
    second = await table.play(table.ann, "a1 c3", 2)
    await table.settled()

    assert second.notified == set()
    assert letters_to(table, table.ben) == []


def letter_texts(table):
    return [m.content for m in table.public() if "your turn in game" in m.content]


def day_ahead():
    return f"{datetime.now(UTC) + timedelta(days=30):%Y-%m-%d}"
