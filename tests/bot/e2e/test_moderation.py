"""Moderation: closing games, blocking members, and blocks between players."""

import pytest

from bot.words import blocking
from sandbox import Permission
from sandbox.client.find import labels_of
from sandbox.errors import NotPossible


@pytest.fixture
def mod(table):
    mods = table.guild.create_role("Mods", Permission.MANAGE_MESSAGES)
    person = table.guild.add_member("Mod").in_(table.channel)
    table.guild.give_role(person, mods)
    return person


async def test_closing_a_game_is_confirmed_and_notifies_both_once(table, mod):
    await table.game()

    question = await mod.slash("moderate close", game=str(table.number))
    assert question.is_ephemeral
    assert "**Ann** and **Ben**" in question.content
    done = await mod.click(question, "Yes, close it")
    assert "closed" in done.content
    assert done.id == question.id

    announcement = await table.seen("The game is closed.")
    await table.settled()
    assert announcement.notified == {table.ann.id, table.ben.id}
    assert "moderator" in announcement.content
    assert "draw" not in announcement.content
    assert [m for m in table.public() if "The game is closed." in m.content] == [announcement]
    refused = await table.ann.slash("move", cell="a1 c3", game=str(table.number))
    assert "is over" in refused.content


async def test_moderator_may_cancel_the_closing(table, mod):
    await table.game()
    question = await mod.slash("moderate close", game=str(table.number))
    done = await mod.click(question, "Cancel")
    assert "Nothing changed" in done.content
    assert await table.plies() == 0
    assert (await table.look()).result is None


async def test_confirmation_pressed_twice_closes_once(table, mod):
    await table.game()
    question = await mod.slash("moderate close", game=str(table.number))
    again = await mod.slash("moderate close", game=str(table.number))
    await mod.click(question, "Yes, close it")
    late = await mod.click(again, "Yes, close it")
    assert "is over" in late.content


async def test_confirmation_is_asked_again_after_a_move(table, mod):
    await table.game()
    question = await mod.slash("moderate close", game=str(table.number))
    await table.play(table.ann, "a1 c3", 2)

    again = await mod.click(question, "Yes, close it")

    assert again is question
    assert "have moved since" in again.content
    assert (await table.look()).result is None
    assert "closed." in (await mod.click(again, "Yes, close it")).content
    assert (await table.look()).result is not None


async def test_command_is_hidden_from_members(table):
    await table.game()
    with pytest.raises(NotPossible):
        await table.eve.slash("moderate close", game=str(table.number))


async def test_buttons_of_moderators_refuse_everybody_else(table, mod):
    card = await table.game()
    for person in (table.ann, table.eve):
        answer = await person.click(card, f"close-yes:{table.number}:0", stale=True)
        assert "manage messages" in answer.content
    assert (await table.look()).result is None


async def test_channel_moderator_closes_only_games_of_the_channel(table):
    own = table.guild.create_text_channel("own")
    table.guild.set_overwrite(own, table.eve, allow=Permission.MANAGE_MESSAGES)
    warden = table.eve.in_(own)
    await table.game()

    refused = [
        await warden.slash("moderate block", member=table.ben),
        await warden.slash("moderate unblock", member=table.ben),
        await warden.slash("moderate list"),
        await warden.slash("moderate close", game=str(table.number)),
    ]

    assert ["manage messages in this server" in answer.content for answer in refused] == [True] * 4
    await table.challenge()
    table.guild.set_overwrite(table.channel, table.eve, allow=Permission.MANAGE_MESSAGES)
    question = await table.eve.slash("moderate close", game=str(table.number))
    await table.eve.click(question, "Yes, close it")
    assert (await table.look()).result is not None


async def test_removed_role_takes_effect_at_once(table, mod):
    await table.game()
    question = await mod.slash("moderate close", game=str(table.number))
    table.guild.remove_member(mod)
    table.guild.add_member(mod)

    refused = await mod.click(question, "Yes, close it")

    assert "manage messages" in refused.content
    assert (await table.look()).result is None


async def test_blocked_member_learns_the_reason_and_the_challenger_does_not(table, mod):
    done = await mod.slash("moderate block", member=table.ben)
    assert table.ben.mention in done.content

    own = await table.ben.slash("challenge", opponent=table.eve)
    to_ben = await table.ann.slash("challenge", opponent=table.ben)

    assert "server's moderators" in own.content
    assert "can't start a game here" in to_ben.content
    assert "moderator" not in to_ben.content
    listed = await mod.slash("moderate list")
    assert table.ben.mention in listed.content
    assert listed.notified == set()
    await mod.slash("moderate unblock", member=table.ben)
    await table.challenge()


def test_answer_counts_the_games_beyond_those_listed():
    few, many = (blocking.shut_out("Ben", range(1, last + 1)) for last in (20, 23))

    assert "19, 20 continue." in few
    assert "19, 20 and 3 more" in many


async def test_open_challenges_of_a_blocked_member_are_withdrawn(table, mod):
    card = await table.challenge()
    await mod.slash("moderate block", member=table.ann)
    await table.settled()
    assert "Withdrawn" in card.content
    assert labels_of(card) == []


async def test_refuses_to_block_a_bot(table, mod):
    bot = table.discord.application.bot

    answers = [
        await mod.slash("moderate block", member=bot),
        await table.ann.slash("block", player=bot),
    ]

    assert ["can't block them" in answer.content for answer in answers] == [True] * 2
    assert bot.mention not in (await mod.slash("moderate list")).content


async def test_block_is_silent_and_applies_in_both_directions(table):
    blocked = await table.ben.slash("block", player=table.ann)
    assert blocked.is_ephemeral
    assert blocked.notified == set()

    refused = await table.ann.slash("challenge", opponent=table.ben)
    reminded = await table.ben.slash("challenge", opponent=table.ann)

    assert "can't start a game here" in refused.content
    assert "block" not in refused.content
    assert "/unblock" in reminded.content
    assert table.ann.mention in (await table.ben.slash("block")).content
    await table.ben.slash("unblock", player=table.ann)
    assert "haven't blocked anyone" in (await table.ben.slash("block")).content
    await table.challenge()


async def test_refuses_a_blocked_player_for_an_open_challenge(table):
    await table.ann.slash("challenge")
    card = await table.seen("looking for an opponent")
    await table.ann.slash("block", player=table.ben)

    refused = await table.ben.click(card, "Accept")

    assert "can't start a game here" in refused.content
    await table.eve.click(card, "Accept")
    await table.turn(1)
