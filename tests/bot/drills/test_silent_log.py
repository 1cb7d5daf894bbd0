"""The log of a game at level DEBUG, which must not contain names, texts or tokens."""

import re

import pytest

from sandbox.client.find import labels_of

ANN, BEN, CLUB = "Zaphod Beeblebrox", "Trillian McMillan", "Heart of Gold"
TYPED = "vogonpoetry"
CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
MESSAGES = "/channels/{channel_id}/messages"


async def play(discord):
    """Use many features while Discord has faults, and return the channel."""
    guild = discord.create_guild(CLUB)
    channel = guild.create_text_channel("magrathea")
    ann, ben = (guild.add_member(name).in_(channel) for name in (ANN, BEN))

    async def seen(words):
        return await discord.wait_for_message(
            ann_sees, lambda message: words in message.content, 20
        )

    ann_sees = channel
    await ann.slash("challenge", opponent=ben, size=3)
    card = await discord.wait_for_message(channel, lambda each: "Accept" in labels_of(each), 20)
    await ben.click(card, "Accept")
    ann_sees = await thread_of(discord, channel)
    first = await seen("turn 1")
    for text in (TYPED, "a1 a1"):
        await ann.slash("move", cell=text, game="1", channel=ann_sees)
    await ben.slash("move", cell="a1", game="1", channel=ann_sees)
    discord.faults.server_error("POST", MESSAGES)
    discord.faults.reset("POST", MESSAGES)
    discord.faults.server_error("POST", CALLBACK, after_acting=True)
    await ann.slash("settings", zone="Europe/Berlin", turns="dm")
    await ann.slash("move", cell="a1 b3", game="1", channel=ann_sees)
    await seen("turn 2")
    discord.faults.close_direct_messages(ann)
    question = await ben.slash("move", cell="swap", game="1", channel=ann_sees)
    await ben.click(question, "Yes, swap sides")
    await seen("turn 3")
    await ann.slash("games", player=ben)
    await ben.click(await ben.slash("games", player=ann), "Finished games")
    await ann.click(first, "resign:1:99:" + TYPED, stale=True)
    question = await ben.slash("resign", game="1")
    await ben.click(question, "Yes, resign")
    await seen("wins")
    await ann.slash("export", game="1")
    return channel


async def thread_of(discord, channel):
    await discord.wait_until(lambda: [*threads(discord, channel)], 20)
    return next(threads(discord, channel))


def threads(discord, channel):
    return (each for each in discord.world.channels.values() if each.parent is channel)


@pytest.mark.parametrize("form", ["text", pytest.param("json", marks=pytest.mark.drill)])
async def test_the_log_of_a_game_holds_no_names_texts_or_tokens(process, discord, form):
    await process.start(LOG_LEVEL="DEBUG", LOG_FORMAT=form)
    await process.ready()
    channel = await play(discord)
    process.running.terminate()
    _, log = await process.ended()

    assert "ready" in log
    assert "attempt 1" in log  # failures of Discord were logged
    names = {*ANN.split(), *BEN.split(), CLUB, "magrathea", TYPED}
    assert {name for name in names if name.lower() in log.lower()} == set()
    assert not [token for token in tokens(discord) if token in log]
    assert not [words for words in written(discord, channel) if words in log]


def tokens(discord):
    found = [discord.application.token]
    found += [each.token for each in discord.core.interactions.by_token.values()]
    assert len(found) > 10
    return found


def written(discord, channel):
    """Return every sentence with more than two words in the messages."""
    locations = [channel, *threads(discord, channel)]
    lines = {
        line.strip()
        for location in locations
        for message in location.messages.values()
        for line in re.split(r"[\n.:]", message.content)
        if len(line.strip().split()) > 2
    }
    assert len(lines) > 15
    return lines
