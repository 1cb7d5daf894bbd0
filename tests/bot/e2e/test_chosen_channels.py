"""The channels that `/setup allow` has chosen: what is refused elsewhere, what if they are gone."""

import pytest

from bot.services.ranks import Rank
from bot.services.views import Actor
from sandbox import Permission


@pytest.fixture
def boss(table):
    role = table.guild.create_role("boss", Permission.MANAGE_GUILD)
    table.guild.give_role(table.eve, role)
    return table.eve


async def deleted(table, channel):
    """Delete a channel and wait until the bot has heard of it."""
    table.discord.mischief.delete_channel(channel)
    guild = table.app.get_guild(table.guild.id)
    await table.discord.wait_until(lambda: guild.get_channel(channel.id) is None)


async def test_nobody_is_sent_to_a_deleted_channel(table, boss):
    gone, left = (table.guild.create_text_channel(name) for name in ("gone", "left"))
    await boss.slash("setup", allow=gone)
    await boss.slash("setup", allow=left)
    await deleted(table, gone)

    refused = await table.ann.slash("challenge", opponent=table.ben)
    shown = await boss.slash("setup")

    assert f"games are played in <#{left.id}>." in refused.content
    assert f"Channels for challenges: **<#{left.id}> (1 deleted)**" in shown.content


async def test_when_all_are_deleted_that_is_said_and_another_choice_forgets_them(table, boss):
    gone = table.guild.create_text_channel("gone")
    await boss.slash("setup", allow=gone)
    await deleted(table, gone)

    refused = await table.ann.slash("challenge", opponent=table.ben)
    shown = await boss.slash("setup")
    chosen = await boss.slash("setup", allow=table.channel)
    await table.challenge()
    none = await boss.slash("setup", allow=table.channel)

    assert "are deleted" in refused.content
    assert "/setup" in refused.content
    assert "those that were chosen are deleted" in shown.content
    assert f"Channels for challenges: **<#{table.channel.id}>**" in chosen.content
    assert "Channels for challenges: **all**" in none.content


async def test_more_channels_than_a_message_holds_are_counted(table, boss):
    channels = [table.guild.create_text_channel(f"games-{n}") for n in range(100)]
    guild = table.app.get_guild(table.guild.id)
    await table.discord.wait_until(lambda: guild.get_channel(channels[-1].id) is not None)
    manager = Actor(table.eve.id, "Eve", 1, table.guild.id, table.channel.id, Rank.MANAGER)
    for channel in channels:
        await table.app.desk.services.guilds.configure(manager, toggle=channel.id)

    refused = await table.ann.slash("challenge", opponent=table.ben)
    shown = await boss.slash("setup")

    assert "and 80 more." in refused.content
    assert "and 60 more" in shown.content
