"""A league in the sandbox: opened, joined in two taps, begun with one ping, ended with a table."""

import asyncio
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from bot.delivery import worker
from bot.services.steps import league_ends, league_seasons
from bot.services.values.clocks.due_dates import BotDue
from bot.store.tables import leagues
from bot.store.tables.deadlines import Deadline
from bot.words import leagues as words
from sandbox import Permission
from sandbox.client.find import find_select, labels_of

MESSAGES = "/channels/{channel_id}/messages"
FORM = {"size": "4", "weeks": "\uff18"}  # a full-width 8


@pytest.fixture(autouse=True)
def _at_once(monkeypatch):
    monkeypatch.setattr(league_ends, "BETWEEN_EDITS", timedelta(0))


@pytest.fixture
def begin(table):
    """Begin the newest season now."""

    async def run():
        async def due(tx):
            now = datetime.now(UTC)
            (league,) = await leagues.find_in_server(tx, table.guild.id)
            newest = (await leagues.find_last_seasons(tx, league.id))[0]
            await league_seasons.begin_due_season(
                tx, Deadline(BotDue.LEAGUE_START, newest.id, newest.starts_at), now
            )

        await table.app.context.services.games._database.write(due)

    return run


async def open_league(table, boss, **fields):
    panel = await boss.slash("setup")
    form = await boss.click(panel, "Open a league")
    question = await boss.submit(form, **FORM, **fields)
    assert "You'll play about 20 turns in each game" in question.content
    opened = await boss.click(question, "Open it here")
    assert "The league is open." in opened.content
    return await table.seen("Season 1 starts")


async def move_league(there):
    panel = await there.click(await there.slash("league"), words.ORGANISE())
    question = await there.select(panel, [words.ACTIONS["move"][0]()], words.CHOOSE_ACTION())
    await there.click(question, words.CONFIRM())


async def test_a_league_from_its_opening_to_the_second_season(table, boss, begin):
    card = await open_league(table, boss)
    assert "4 more players are needed" in card.content
    cat = table.guild.add_member("Cat").in_(table.channel)
    for person in (table.ann, table.ben, boss, cat):
        asked = await person.click(card, "Join")
        assert "Vacations don't pause league games" in asked.content
        joined = await person.click(asked, "Join")
        assert "**You're signed up for season 1.**" in joined.content
    await table.discord.wait_until(lambda: "4 players so far" in card.content)

    await begin()
    begun = await table.seen("**Season 1 has begun.**")
    assert len(begun.mentions) == 4
    await table.discord.wait_until(lambda: len(boards(table)) == 6)
    assert [board for board in boards(table) if board.mentions] == []
    await table.discord.wait_until(lambda: "Season 1 has begun" in card.content)

    mine = await table.ann.slash("league")
    assert mine.content.count("against") == 3
    assert "group 1" in mine.content
    shown = await table.ann.click(mine, "Table")
    assert "Sonneborn-Berger" in shown.content
    assert words.ORGANISE() not in labels_of(shown)
    assert [each.description[:13] for each in shown.attachments] == ["League table."]
    page = await cat.slash("league")
    question = await cat.click(page, "Leave")
    left = await cat.click(question, "Resign my games now")
    assert "You've left the league." in left.content
    (game, *_) = await table.app.context.services.games.find_running(table.ann.user.id)
    await table.ann.click(await table.ann.slash("resign", game=str(game.id)), "Yes, resign")
    assert words.REPLAYED() in (await annul(boss, game.id)).content
    await table.discord.wait_until(lambda: len(boards(table)) == 7)
    for person in (table.ann, table.ben):
        await resign_all(table, person)
    over = await table.seen("**Season 1 is over.**")
    assert "🏆 Season 1: **Eve**" in over.content
    assert "Season 2 starts" in over.content
    assert len(over.attachments) == 1

    panel = await boss.click(await boss.slash("league"), "Organise")
    options = find_select(panel, words.ANNUL_RESULT())["options"]
    of_others = next(each["value"] for each in options if "Eve" not in each["label"])
    assert words.NOT_REPLAYED() in (await annul(boss, of_others)).content
    question = await boss.select(panel, ["Start the season now"], words.CHOOSE_ACTION())
    refused = await boss.click(question, "Yes, do it")
    assert words.NEEDS_FOUR() in refused.content
    panel = await boss.click(await boss.click(await boss.slash("league"), "Table"), "Organise")
    question = await boss.select(panel, ["End the league now"], words.CHOOSE_ACTION())
    ended = await boss.click(question, "Yes, do it")
    assert words.ENDS_NOW() in ended.content
    profile = await table.ann.slash("profile", player=boss)
    assert "🏆 Champion of 1 season" in profile.content
    await table.settled()


async def test_a_season_is_played_with_the_chosen_opening_and_ends_with_a_table_as_text(
    table, boss, begin
):
    card = await open_league(table, boss, start="weak-pie")
    cat = table.guild.add_member("Cat").in_(table.channel)
    for person in (table.ann, table.ben, boss, cat):
        await person.click(await person.click(card, "Join"), "Join")
    await begin()
    await table.discord.wait_until(lambda: len(boards(table)) == 6)
    games = table.app.context.services.games
    found = await games.find_running(table.ann.user.id)
    starts = {(await games.get(each.id)).ruleset.options["start"] for each in found}
    assert starts == {"weak-pie"}
    table.discord.faults.revoke(Permission.ATTACH_FILES, table.channel)
    for person in (table.ann, table.ben, boss):
        await resign_all(table, person)
    over = await table.seen("**Season 1 is over.**")
    assert not over.attachments
    for name, result in (("Cat", "3 won, 0 drawn, 0 lost"), ("Ann", "0 won, 0 drawn, 3 lost")):
        assert f"**{name}**" in over.content
        assert result in over.content


async def test_a_card_whose_answer_is_lost_is_posted_once(table, boss, monkeypatch):
    monkeypatch.setattr(worker, "backoff", lambda _: timedelta(seconds=1))
    table.discord.faults.reset("POST", MESSAGES, after_acting=True)
    await open_league(table, boss)
    table.discord.clock.advance(400)  # Discord forgets the nonce
    await table.settled()
    assert len([each for each in table.public() if "Season 1 starts" in each.content]) == 1


async def test_a_group_is_told_once_although_another_one_was_told_first(
    table, boss, begin, monkeypatch
):
    monkeypatch.setattr(worker, "backoff", lambda _: timedelta(seconds=1))
    card = await open_league(table, boss)
    others = [table.guild.add_member(f"P{each}").in_(table.channel) for each in range(6)]
    await table.ann.slash("settings", turns="none")
    for person in (table.ann, boss, *others):
        await person.click(await person.click(card, "Join"), "Join")
    await table.settled()
    table.discord.faults.reset("POST", MESSAGES, times=2)
    await begin()
    for group in (1, 2):
        await table.seen(f"Group {group}:")
    table.discord.clock.advance(400)
    await table.settled()
    begun = [each for each in table.public() if "Season 1 has begun.**" in each.content]
    assert len(begun) == 2
    notified = {each for message in begun for each in message.notified}
    assert notified == {each.user.id for each in (boss, *others)}
    of_group = next(each for each in begun if "Group 2:" in each.content)
    page = await table.ann.slash("league")
    assert "group 1" in page.content
    lower = await table.ann.click(await table.ann.click(page, words.TABLE()), words.LOWER())
    assert "group 2" in lower.content
    shown = await boss.click(await boss.slash("league"), words.TABLE())
    if words.LOWER() in labels_of(shown):
        shown = await boss.click(shown, words.LOWER())
    panel = await boss.click(shown, words.ORGANISE())
    people = find_select(panel, words.REMOVE_PERSON())["options"]
    assert all(f"<@{each['value']}>" in of_group.content for each in people)


async def test_a_season_begins_with_one_message_although_its_dates_move_before_a_retry(
    table, boss, begin, monkeypatch
):
    card = await open_league(table, boss)
    cat = table.guild.add_member("Cat").in_(table.channel)
    for person in (table.ann, table.ben, boss, cat):
        await person.click(await person.click(card, "Join"), "Join")
    ends = count(1)
    monkeypatch.setattr(worker, "backoff", lambda _: timedelta(seconds=1))
    monkeypatch.setattr(words, "begun_rules", lambda _: f"It ends in {next(ends)} weeks.")
    table.discord.faults.reset("POST", MESSAGES, after_acting=True)
    await begin()
    await table.seen("**Season 1 has begun.**")
    table.discord.clock.advance(400)  # Discord forgets the nonce
    await table.settled()

    assert next(ends) > 2, "the message was tried twice"
    posted = table.channel.messages.values()
    assert len([each for each in posted if "Season 1 has begun.**" in each.content]) == 1


async def annul(boss, game):
    panel = await boss.click(await boss.slash("league"), "Organise")
    question = await boss.select(panel, [str(game)], words.ANNUL_RESULT())
    return await boss.click(question, "Yes, do it")


async def resign_all(table, person):
    for game in await table.app.context.services.games.find_running(person.user.id):
        answer = await person.slash("resign", game=str(game.id))
        await person.click(answer, "Yes, resign")


def boards(table):
    return [each for each in table.public() if "turn 1" in each.content]


async def test_another_league_of_the_server_is_chosen_from_the_menu(table, boss):
    await open_league(table, boss)
    second = table.guild.create_text_channel("second")
    there = boss.in_(second)
    form = await there.click(await there.slash("setup"), "Open a league")
    await there.click(await there.submit(form, size="5", weeks="8"), "Open it here")
    await table.settled()
    page = await table.ann.slash("league")
    assert "size 4" in page.content
    (other,) = find_select(page, words.OTHER_LEAGUES())["options"]
    chosen = await table.ann.select(page, [other["value"]], words.OTHER_LEAGUES())
    assert "size 5" in chosen.content


async def test_a_member_who_has_left_the_server_is_told_of_the_start_by_direct_message(
    table, boss, begin
):
    card = await open_league(table, boss)
    cat = table.guild.add_member("Cat").in_(table.channel)
    for person in (table.ann, table.ben, boss, cat):
        await person.click(await person.click(card, "Join"), "Join")
    table.discord.install(cat)
    table.guild.remove_member(cat)
    await begin()
    begun = await table.seen("**Season 1 has begun.**")
    assert begun.notified == {table.ann.id, table.ben.id, boss.id}
    await table.settled()
    application = table.discord.application
    (told,) = [each for each in cat.direct_messages(application) if "has begun" in each.content]
    assert "Make your first turn in each game within 4 days" in told.content


async def test_a_league_moved_from_a_thread_goes_to_the_channel_of_the_thread(table, boss):
    await open_league(table, boss)
    second = table.guild.create_text_channel("second")
    await move_league(boss.in_(table.guild.create_thread(second, "talk", boss)))

    async def channels(tx):
        return [each.channel_id for each in await leagues.find_in_server(tx, table.guild.id)]

    found = await table.app.context.services.games._database.read(channels)
    assert found == [second.id]


@pytest.mark.parametrize("fails", [False, True])
async def test_a_league_that_moves_while_its_card_is_sent_has_one_open_card(
    table, boss, monkeypatch, fails
):
    monkeypatch.setattr(worker, "TIMEOUT", 20.0)
    held = table.discord.faults.hold("POST", MESSAGES)
    opening = asyncio.create_task(open_league(table, boss))
    await held.arrived()
    second = table.guild.create_text_channel("second")
    await move_league(boss.in_(second))
    if fails:
        opening.cancel()
        table.discord.faults.revoke(Permission.SEND_MESSAGES, table.channel)
    held.release()
    await table.settled()

    if not fails:
        assert labels_of(await opening) == []
    (card,) = [each for each in second.messages.values() if not each.is_ephemeral]
    assert words.JOIN() in labels_of(card)


async def test_the_lines_of_a_league_in_a_server_without_one(table):
    answer = await table.ann.slash("league")
    assert "This server has no league." in answer.content
    assert labels_of(answer) == []


async def test_a_deleted_card_comes_back_with_the_next_change(table, boss):
    card = await open_league(table, boss)
    await table.settled()
    await table.ann.click(await table.ann.click(card, "Join"), "Join")
    table.discord.faults.delete_message(card)
    cat = table.guild.add_member("Cat").in_(table.channel)
    await cat.click(await cat.click(await cat.slash("league"), "Join"), "Join")
    again = await table.seen("2 players so far")
    assert again.id != card.id
    assert words.JOIN() in labels_of(again)
    await table.settled()
    assert boss.direct_messages(table.discord.application) == []
