"""A person sees, takes along and deletes what is stored; a server that removes the bot is noted."""

import json

import pytest

from bot.services.clocks.due_dates import Due
from bot.services.servers.servers import ServerService
from sandbox import NotPossible
from sandbox.client.find import labels_of
from tests.bot.e2e.waiting import in_time, until_noted

NOTHING = "Nothing is stored about you, unless other players have blocked you: that is not shown."


@pytest.fixture
def stored(table):
    """Return how much is stored about a person, by table."""

    async def read(person):
        return (await table.app.context.services.privacy.stored(person.id)).rows

    return read


async def test_what_is_stored_is_told_in_plain_words_and_privately(table):
    await table.game()

    shown = await table.ann.slash("privacy show")

    assert shown.is_ephemeral
    assert "your Discord id, the name last seen, and your settings" in shown.content
    assert "- 1 game with its moves and their times" in shown.content
    assert "/privacy delete" in shown.content


async def test_a_stranger_learns_that_nothing_is_stored(table):
    await table.game()

    shown = await table.eve.slash("privacy show")
    assert shown.content == NOTHING
    deleted = await table.eve.slash("privacy delete")
    assert deleted.content == "Nothing is stored about you."
    assert labels_of(shown) + labels_of(deleted) == []


async def test_a_blocked_person_who_has_never_played_is_forgotten_without_a_question(table):
    await table.ann.slash("block", player=table.eve)
    assert len(await table.app.context.services.blocks.blocked(table.ann.id)) == 1

    shown = await table.eve.slash("privacy show")
    deleted = await table.eve.slash("privacy delete")

    assert (shown.content, deleted.content) == (NOTHING, "Nothing is stored about you.")
    assert await table.app.context.services.blocks.blocked(table.ann.id) == []


async def test_who_only_looks_at_the_settings_is_not_stored(table):
    assert "private pictures" in (await table.eve.slash("settings")).content

    assert (await table.eve.slash("privacy show")).content == NOTHING


async def test_the_export_is_one_file_with_everything(table):
    await table.game()
    await table.play(table.ann, "a1 c3", 2)

    sent = await table.ann.slash("privacy export")

    (file,) = sent.attachments
    content = json.loads(table.discord.world.files[file.id][2])
    assert (sent.is_ephemeral, file.filename) == (True, "my-data.json")
    assert content["players"][0]["name"] == "Ann"
    assert content["games"][0]["moves"] == ["a1", "c3"]


async def test_a_deletion_says_what_it_does_asks_and_does_it(table, stored):
    await table.game()
    await table.play(table.ann, "a1 c3", 2)
    await table.challenge(size=5)

    question = await table.ann.slash("privacy delete")
    assert "1 running game is given up" in question.content
    assert "1 open challenge is closed" in question.content
    assert "already stay in Discord" in question.content
    done = await table.ann.click(question, "Yes, delete everything")

    assert "Everything about you is deleted" in done.content
    assert not any((await stored(table.ann)).values())
    result = await table.seen("deleted player resigned")
    assert table.ann.mention not in result.content
    assert result.notified == {table.ben.id}
    assert "so far" not in result.content
    with pytest.raises(NotPossible):
        await table.ben.click(result, "Rematch")
    await table.seen("withdrawn")
    await table.settled()


async def test_kept_is_kept(table, stored):
    await table.game()
    before = (await stored(table.ann))["games"]
    question = await table.ann.slash("privacy delete")

    kept = await table.ann.click(question, "Keep everything")

    assert "stays as it is" in kept.content
    assert (await stored(table.ann))["games"] == before


async def test_pressed_twice_it_is_done_once(table):
    await table.game()
    question = await table.ann.slash("privacy delete")
    table.discord.faults.double_interactions()

    await table.ann.click(question, "Yes, delete everything")
    again = await table.ann.click(question, "forget-yes:" + str(table.ann.id), stale=True)

    assert again.content == "Nothing is stored about you."
    results = [each for each in table.public() if "deleted player resigned" in each.content]
    await table.settled()
    assert len(results) <= 1


async def test_nobody_deletes_somebody_else(table, stored):
    first = await table.game()

    answer = await table.ben.click(first, f"forget-yes:{table.ann.id}", stale=True)

    assert "Only the person who asked" in answer.content
    assert (await stored(table.ann))["games"] == 1


async def test_who_comes_back_plays_as_somebody_new(table):
    await table.game()
    before = table.number
    question = await table.ann.slash("privacy delete")
    await table.ann.click(question, "Yes, delete everything")
    await table.settled()

    card = await table.challenge(size=3)
    await table.ben.click(card, "Accept")
    await table.game_after(before)

    finished = await table.ann.slash("games")
    assert f"Game {before}" not in finished.content
    assert "deleted player" in (await table.ben.slash("board", game=str(before))).content


async def test_about_tells_the_program_the_host_and_the_counts(table):
    await table.game()

    shown = await table.eve.slash("about")

    assert shown.is_ephemeral
    assert "Lifeline bot" in shown.content
    assert "has not said how to reach them" in shown.content
    assert "2 players, 1 running game, 0 finished." in shown.content


async def planned(table):
    return await table.app.context.services.deadlines.planned(Due.PURGE, table.guild.id)


async def until_planned(table, *, wanted=True):
    async def is_as_wanted():
        return (await planned(table) is not None) is wanted

    await in_time(is_as_wanted, f"the purge {'was never' if wanted else 'stays'} planned")


async def test_an_outage_of_a_server_is_no_removal_and_a_kick_is_one(table):
    await table.game()
    with table.discord.faults.outage(table.guild):
        await table.discord.wait_until(
            lambda: (
                table.app.get_guild(table.guild.id) is None
                or table.app.get_guild(table.guild.id).unavailable
            )
        )
        assert await planned(table) is None

    table.discord.faults.kick(table.guild)
    await table.discord.wait_until(lambda: table.app.get_guild(table.guild.id) is None)
    await until_planned(table)


async def test_a_server_with_an_outage_while_the_bot_connects_is_not_left(table, monkeypatch):
    compare, compared = ServerService.compare, []

    async def heard(service, present, is_ours):
        await compare(service, present, is_ours)
        compared.append(table.app.get_guild(table.guild.id).unavailable)

    await until_noted(table)
    monkeypatch.setattr(ServerService, "compare", heard)
    with table.discord.faults.outage(table.guild):
        table.discord.faults.invalidate_sessions()
        await table.discord.wait_until(lambda: compared, 30)

    assert compared == [True]
    assert await planned(table) is None


async def test_a_bot_that_is_invited_again_keeps_everything(table):
    await table.game()
    table.discord.faults.kick(table.guild)
    await until_planned(table)

    table.guild.invite(table.discord.application)

    await until_planned(table, wanted=False)
    assert await table.plies() == 0
