"""/privacy and /about, and servers that remove the bot."""

import json

import pytest

from bot.services.use_cases.servers.servers import ServerService
from bot.services.values.clocks.due_dates import Due
from bot.words.privacy import NOTHING_SHOWN
from sandbox import NotPossible
from sandbox.client.find import labels_of
from testbed.due_dates import due_date
from tests.bot.e2e.waiting import in_time, until_noted

NOTHING = NOTHING_SHOWN()


@pytest.fixture
def stored(table):
    """Return a function that counts the rows about a person by table."""

    async def read(person):
        return (await table.app.context.services.privacy.count_rows(person.id)).rows

    return read


async def test_stored_data_is_described_privately(table):
    await table.game()

    shown = await table.ann.slash("privacy show")

    assert shown.is_ephemeral
    assert "your Discord id, your last known name and your settings" in shown.content
    assert "- 1 game with its moves and their times" in shown.content
    assert "/privacy delete" in shown.content


async def test_reports_that_nothing_is_stored_about_a_stranger(table):
    await table.game()

    shown = await table.eve.slash("privacy show")
    assert shown.content == NOTHING
    deleted = await table.eve.slash("privacy delete")
    assert deleted.content == "Nothing is stored about you."
    assert labels_of(shown) + labels_of(deleted) == []


async def test_deletes_blocks_of_an_unknown_person_without_confirmation(table):
    await table.ann.slash("block", player=table.eve)
    assert len(await table.app.context.services.blocks.find_blocked(table.ann.id)) == 1

    shown = await table.eve.slash("privacy show")
    deleted = await table.eve.slash("privacy delete")

    assert (shown.content, deleted.content) == (NOTHING, "Nothing is stored about you.")
    assert await table.app.context.services.blocks.find_blocked(table.ann.id) == []


async def test_viewing_the_settings_stores_nothing(table):
    assert "Colours of your boards" in (await table.eve.slash("settings")).content

    assert (await table.eve.slash("privacy show")).content == NOTHING


async def test_export_is_one_file_with_all_data(table):
    await table.game()
    await table.play(table.ann, "a1 c3", 2)

    sent = await table.ann.slash("privacy export")

    (file,) = sent.attachments
    content = json.loads(table.discord.world.files[file.id][2])
    assert (sent.is_ephemeral, file.filename) == (True, "my-data.json")
    assert content["players"][0]["name"] == "Ann"
    assert content["games"][0]["moves"] == ["a1", "c3"]


async def test_deletion_is_explained_confirmed_and_done(table, stored):
    await table.game()
    await table.play(table.ann, "a1 c3", 2)
    await table.challenge(size=5)

    question = await table.ann.slash("privacy delete")
    assert "You resign 1 game" in question.content
    assert "1 open challenge is withdrawn" in question.content
    assert "already posted stay in Discord" in question.content
    done = await table.ann.click(question, "Delete everything")

    assert "Everything about you has been deleted" in done.content
    assert not any((await stored(table.ann)).values())
    result = await table.seen("deleted player resigned")
    assert table.ann.mention not in result.content
    assert result.notified == {table.ben.id}
    assert "so far" not in result.content
    with pytest.raises(NotPossible):
        await table.ben.click(result, "Rematch")
    await table.seen("Withdrawn")
    await table.settled()


async def test_cancelled_deletion_changes_nothing(table, stored):
    await table.game()
    before = (await stored(table.ann))["games"]
    question = await table.ann.slash("privacy delete")

    kept = await table.ann.click(question, "Cancel")

    assert "Nothing was deleted" in kept.content
    assert (await stored(table.ann))["games"] == before


async def test_deletion_confirmed_twice_happens_once(table):
    await table.game()
    question = await table.ann.slash("privacy delete")
    table.discord.faults.double_interactions()

    await table.ann.click(question, "Delete everything")
    again = await table.ann.click(question, "forget-yes:" + str(table.ann.id), stale=True)

    assert again.content == "Nothing is stored about you."
    results = [each for each in table.public() if "deleted player resigned" in each.content]
    await table.settled()
    assert len(results) <= 1


async def test_refuses_to_delete_another_person(table, stored):
    first = await table.game()

    answer = await table.ben.click(first, f"forget-yes:{table.ann.id}", stale=True)

    assert "is for the person who asked" in answer.content
    assert (await stored(table.ann))["games"] == 1


async def test_deleted_person_returns_as_a_new_player(table):
    await table.game()
    before = table.number
    question = await table.ann.slash("privacy delete")
    await table.ann.click(question, "Delete everything")
    await table.settled()

    card = await table.challenge(size=3)
    await table.ben.click(card, "Accept")
    await table.game_after(before)

    finished = await table.ann.slash("games")
    assert f"Game {before}" not in finished.content
    assert "deleted player" in (await table.ben.slash("board", game=str(before))).content


async def test_about_shows_the_program_the_operator_and_the_counts(table):
    await table.game()

    shown = await table.eve.slash("about")

    assert shown.is_ephemeral
    assert "Lifeline bot" in shown.content
    assert "left no contact details" in shown.content
    assert "2 players · 1 game in progress · 0 finished games" in shown.content


async def planned_purge(table):
    return await due_date(table.app.context.services.deadlines, Due.PURGE, table.guild.id)


async def until_purge_planned(table, *, wanted=True):
    async def is_as_wanted():
        return (await planned_purge(table) is not None) is wanted

    await in_time(is_as_wanted, f"the purge {'was never' if wanted else 'stays'} planned")


async def test_kick_counts_as_removal_and_outage_does_not(table):
    await table.game()
    with table.discord.faults.outage(table.guild):
        await table.discord.wait_until(
            lambda: (
                table.app.get_guild(table.guild.id) is None
                or table.app.get_guild(table.guild.id).unavailable
            )
        )
        assert await planned_purge(table) is None

    table.discord.faults.kick(table.guild)
    await table.discord.wait_until(lambda: table.app.get_guild(table.guild.id) is None)
    await until_purge_planned(table)


async def test_outage_while_connecting_does_not_count_as_removal(table, monkeypatch):
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
    assert await planned_purge(table) is None


async def test_reinvited_bot_keeps_all_data(table):
    await table.game()
    table.discord.faults.kick(table.guild)
    await until_purge_planned(table)

    table.guild.invite(table.discord.application)

    await until_purge_planned(table, wanted=False)
    assert await table.plies() == 0
