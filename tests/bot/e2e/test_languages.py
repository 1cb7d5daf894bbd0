"""Languages in one channel: the server's in public messages, the reader's in private responses."""

from html import unescape
from unittest.mock import AsyncMock

import pytest
from discord import Guild

from bot.context.language import PublicLanguages
from bot.services.values.views import Actor, Location
from bot.words import endings, labels, notifications, undo
from bot.words.challenge import ACCEPT, CLOSED, DECLINE
from bot.words.game_page import PAGE
from bot.words.games import game_name
from bot.words.languages import DEFAULT, speaking
from bot.words.moves import result_line
from bot.words.try_board import REMARKS
from bot.words.turns import moved
from renderer.words import colour_name
from rules.colour import Colour
from rules.moves import Place
from rules.topology import hexhex
from sandbox import File
from sandbox.client.find import components_of, labels_of

BOARD = hexhex(4)


def said(language, function, *values):
    """Return a message in a language, which must differ from the English message."""
    with speaking(language):
        words = function(*values)
    assert words != function(*values), "not translated"
    return words


def placed(*cells):
    return tuple(Place(BOARD.cell(cell)) for cell in cells)


@pytest.fixture
async def two(table):
    """Ann with a German client and Ben with a Japanese one, in a German server."""
    table.ann.user.locale, table.ben.user.locale = "de", "ja"
    await table.app.context.services.server_settings.change(table.guild.id, language="de")
    return table


async def control(table, kind, revision=None):
    """Wait for a public message with an enabled control of a kind, such as a turn message."""

    def has_it(message):
        ids = [each.get("custom_id", "").split(":") for each in components_of(message)]
        return not message.is_ephemeral and any(
            parts[0] == kind and revision in (None, int(parts[2])) for parts in ids if parts[0]
        )

    return await table.discord.wait_for_message(table.channel, has_it)


async def begin(table):
    await table.ann.slash("challenge", opponent=table.ben, size=4)
    accept = said("de", ACCEPT)
    card = await table.discord.wait_for_message(
        table.channel, lambda message: accept in labels_of(message)
    )
    await table.ben.click(card, accept)
    return await control(table, "move", 0)


async def play_two_turns(table):
    await begin(table)
    await table.ann.slash("move", cell="a1 c3")
    await control(table, "move", 2)
    await table.ben.slash("move", cell="e5 g4")
    await control(table, "move", 4)


async def ask_to_undo(table):
    question = await table.ann.slash("undo")
    await table.ann.click(question, said("de", labels.ASK_FOR_UNDO))


async def test_two_people_read_one_game_in_two_languages(two):
    first = await begin(two)
    assert said("de", colour_name, Colour.BLACK) in first.content
    assert said("de", labels.MOVE) in labels_of(first)

    german = await two.ann.slash("move", cell="a1 c3")
    await control(two, "move", 2)
    japanese = await two.ben.slash("move", cell="e5 g4")
    third = await control(two, "move", 4)

    assert said("de", moved, placed("a1", "c3"), BOARD) in german.content
    assert said("ja", moved, placed("e5", "g4"), BOARD) in japanese.content
    assert said("de", labels.MOVE) in labels_of(third)
    board = await two.ben.slash("board")
    assert said("ja", colour_name, Colour.WHITE) in board.attachments[0].description
    assert said("de", colour_name, Colour.WHITE) in third.attachments[0].description


async def test_the_language_of_a_newcomer_is_stored_with_their_first_action(table):
    table.ann.user.locale, table.ben.user.locale = "de", "ja"
    settings = table.app.context.services.personal_settings
    await table.ann.slash("help")
    assert await settings.language(table.ann.id) == DEFAULT  # still unknown
    await table.game()
    await table.settled()
    assert await settings.language(table.ann.id) == "de"
    assert await settings.language(table.ben.id) == "ja"
    table.ann.user.locale = "fr"
    await table.ann.slash("help")
    await table.settled()
    assert await settings.language(table.ann.id) == "fr"
    await table.app.context.services.privacy.delete(table.ann.id)
    await table.ann.slash("challenge", opponent=table.ben, size=4)
    await table.settled()
    assert await settings.language(table.ann.id) == "fr"


async def test_files_are_in_english_and_the_page_and_its_reader_are_not(two):
    await begin(two)
    await two.ann.slash("move", cell="a1 c3")
    await control(two, "move", 2)
    services = two.app.context.services
    actor = Actor(two.ann.id, "Ann", 1, two.guild.id, two.channel.id)
    (number,) = [each.id for each in await services.games.find_running(two.ann.id)]
    view = await services.try_board.open(actor, number)
    view = await services.try_board.try_move(actor, number, view.place, "g7 e5")
    await services.try_board.mark(actor, number, view.place, "good")
    question = await two.ben.slash("resign")
    await two.ben.click(question, said("ja", labels.CONFIRM_RESIGN))
    await services.published_lines.publish(actor, number)

    text, json, page = (await two.ann.slash("export", game=str(number))).attachments

    german = said("de", endings.won, "Ann", said("de", endings.resigned, "Ben"))
    for file in (text, json):
        assert "Ann wins. Ben resigned." in file.content.decode()
        assert "Good." in file.content.decode()
        shown = await two.ann.slash("import", file=File(file.filename, file.content))
        assert german in shown.content
        assert "resigned" not in shown.content
    said_on_page = unescape(page.content.decode())
    assert f"<bdi>{german}</bdi>" in said_on_page
    assert f"<q>{said('de', REMARKS['good'])}</q>" in said_on_page
    replayed = await two.ann.slash("replay", game=str(number))
    again = await two.ann.select(replayed, [said("de", PAGE)], said("de", labels.WHOLE_GAME))
    assert again.attachments[0].content == page.content


async def test_messages_are_edited_and_closed_after_the_language_was_changed(two, boss):
    first = await begin(two)
    await two.ann.slash("move", cell="a1 c3")
    second = await control(two, "move", 2)
    assert labels_of(first) == []

    await boss.slash("setup", language="ja")
    await two.ben.slash("move", cell="e5 g4")
    third = await control(two, "move", 4)

    assert labels_of(second) == []
    assert said("ja", labels.MOVE) in labels_of(third)

    question = await two.ben.slash("resign")
    await two.ben.click(question, said("ja", labels.CONFIRM_RESIGN))
    await two.settled()
    last = two.public()[-1]
    assert labels_of(third) == []
    assert said("ja", result_line, "", "Ann").strip() in last.content


async def test_the_answer_to_a_request_is_in_the_language_of_the_server(two, boss):
    await play_two_turns(two)
    await ask_to_undo(two)
    asked = await control(two, "undo-accept")
    await boss.slash("setup", language="fr")

    await two.ben.click(asked, said("de", labels.UNDO_DECLINE))

    assert asked.content.endswith(said("fr", undo.DECLINED))
    assert labels_of(asked) == []


async def test_the_answer_to_a_request_in_direct_messages_is_in_the_language_of_its_reader(two):
    await play_two_turns(two)
    two.discord.install(two.ben)
    two.guild.remove_member(two.ben)
    await ask_to_undo(two)
    channel = two.discord.direct_channel(two.ben)
    play_on = said("ja", labels.UNDO_DECLINE)
    asked = await two.discord.wait_for_message(channel, lambda each: play_on in labels_of(each))

    await two.ben.in_(channel).click(asked, play_on)

    assert asked.content.endswith(said("ja", undo.DECLINED))


async def test_a_challenge_in_a_group_is_in_the_language_of_its_players(discord, run_bot):
    people = [discord.create_person(name) for name in ("Ann", "Ben")]
    discord.install(people[0])
    group = discord.direct_channel(*people)
    ann, ben = (person.in_(group) for person in people)
    ann.user.locale = ben.user.locale = "de"
    accept, closed = said("de", ACCEPT), said("de", CLOSED["declined"])
    with speaking("de"):
        declined = notifications.declined("Ben", game_name("lifeline", 4))
    async with run_bot():
        # the bot learns their languages
        await ann.slash("challenge", opponent=ben, size=4)
        card = await discord.wait_for_message(group, lambda each: ACCEPT() in labels_of(each))
        await ben.click(card, DECLINE())
        await discord.wait_for_message(group, lambda each: declined in each.content)

        await ann.slash("challenge", opponent=ben)
        card = await discord.wait_for_message(group, lambda each: accept in labels_of(each))
        await ben.click(card, said("de", DECLINE))
        await discord.wait_for_message(group, lambda each: closed in each.content)


async def test_a_server_speaks_its_language_on_discord_unless_it_chose_another(discord, run_bot):
    guild = discord.create_guild("Club")
    channel = guild.create_text_channel("games")
    guild.guild.preferred_locale = "pt-BR"
    here = Location(guild.id, channel.id)
    async with run_bot() as app:
        await discord.wait_until(lambda: app.get_guild(guild.id) is not None)
        languages = PublicLanguages(app)
        assert await languages.of(here, ()) == "pt_BR"

        await app.context.services.server_settings.change(guild.id, language="ja")
        assert await languages.of(here, ()) == "pt_BR", "it is remembered for a minute"
        app.context.server_languages.clear()
        assert await languages.of(here, ()) == "ja"


@pytest.mark.parametrize("process", ["connecting", "reconnecting", "of another shard"])
async def test_a_server_speaks_its_language_in_a_process_that_lacks_it(
    process, discord, run_bot, monkeypatch
):
    guild = discord.create_guild("Club")
    channel = guild.create_text_channel("games")
    guild.guild.preferred_locale = "pt-BR"
    async with run_bot() as app:
        known = None
        if process == "reconnecting":  # READY has only the ids of the servers
            known = Guild(data={"id": guild.id, "unavailable": True}, state=app._connection)
        monkeypatch.setattr(app, "get_guild", {guild.id: known}.get)
        lacked = "serves" if process == "of another shard" else "is_ready"
        monkeypatch.setattr(app, lacked, lambda *_: False)
        languages = PublicLanguages(app)

        assert await languages.of(Location(guild.id, channel.id), ()) == "pt_BR"
        assert await languages.of(Location(guild.id + 1, channel.id), ()) == DEFAULT


@pytest.mark.parametrize("known", [False, True])
async def test_an_outage_leaves_a_server_its_last_known_language(
    known, discord, run_bot, monkeypatch
):
    guild = discord.create_guild("Club")
    here = Location(guild.id, guild.create_text_channel("games").id)
    guild.guild.preferred_locale = "pt-BR"
    async with run_bot() as app:
        monkeypatch.setattr(app, "get_guild", {}.get)
        monkeypatch.setattr(app, "is_ready", lambda: False)
        monkeypatch.setattr("bot.context.language.REMEMBERED", 0)
        languages = PublicLanguages(app)
        if known:
            await languages.of(here, ())
        with monkeypatch.context() as outage:
            outage.setattr(app.http, "get_guild", AsyncMock(side_effect=TimeoutError))
            assert await languages.of(here, ()) == ("pt_BR" if known else DEFAULT)
        assert await languages.of(here, ()) == "pt_BR"
