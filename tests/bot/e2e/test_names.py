"""Names with Markdown, mentions and links: escaped in every message, without pings."""

import pytest

from bot.messages.component_ids import OldComponent
from bot.store.tables.players import DELETED_USER_ID
from bot.words import challenge as challenge_words
from bot.words.escaping import escape
from sandbox.client.find import components_of, labels_of

HOSTILE_NAMES = ["**@everyone** __x__", "<@&1> [x](http://e.il) `y`", "<#1> ||z|| ~~@here~~"]


@pytest.fixture
async def hostile_names(table):
    """A table with players whose names contain Markdown and mentions."""
    table.ann, table.ben, table.eve = (
        table.guild.add_member(name).in_(table.channel) for name in HOSTILE_NAMES
    )
    return table


def messages(table):
    """Return all messages of the bot, in every channel, thread and direct message."""
    channels = table.discord.world.channels.values()
    return [each for channel in channels for each in channel.messages.values() if each.author.bot]


def texts(table, *, options):
    """Return all texts of the bot, with labels and alternative texts."""
    found = []
    for message in messages(table):
        found += [table.words(message), *labels_of(message)]
        if options:
            found += [str(each) for c in components_of(message) for each in c.get("options", [])]
    return found


def check(table, *, options=True):
    """Check all messages; the options of the lobby's menu are plain text, without markup."""
    allowed = {table.ann.id, table.ben.id}
    for message in messages(table):
        assert message.notified <= allowed, message.content
    for text in texts(table, options=options):
        for name in HOSTILE_NAMES:
            bare = text.replace(escape(name), "")
            assert name not in bare, text
        assert "@everyone" not in text
        assert "@here" not in text


async def test_names_are_escaped_in_games_and_lists(hostile_names):
    first = await hostile_names.game()
    await hostile_names.ann.slash("move", cell="a1 c3")
    second = await hostile_names.turn(2)
    await hostile_names.eve.click(second, "Move")
    await hostile_names.ann.click(second, "Move")
    question = await hostile_names.ann.slash("undo")
    await hostile_names.ann.click(question, "Yes, undo")
    await hostile_names.seen("undid")
    await hostile_names.ann.slash("move", cell="a1 c3")
    gone_back = await hostile_names.ben.slash("move", cell="swap")
    await hostile_names.ben.click(gone_back, "Swap sides")
    await hostile_names.turn(3)
    await hostile_names.ann.slash("games", player=hostile_names.ben)
    await hostile_names.ann.slash("board")
    await hostile_names.eve.slash("board", game=str(hostile_names.number), view="danger")
    resign = await hostile_names.ann.slash("resign")
    await hostile_names.ann.click(resign, "Yes, resign")
    result = await hostile_names.seen("resigned")
    await hostile_names.ben.click(result, "Rematch")
    await hostile_names.eve.slash("games", player=hostile_names.ann)
    await hostile_names.eve.slash("replay", game=str(hostile_names.number))
    await hostile_names.settled()

    assert first.notified == {hostile_names.ann.id}
    check(hostile_names)


async def test_names_are_escaped_in_challenges(hostile_names):
    card = await hostile_names.challenge()
    form = await hostile_names.ben.click(card, "Change terms")
    await hostile_names.ben.submit(form, {"size": "5"})
    counter = await hostile_names.seen("**Lifeline, size 5**")
    await hostile_names.eve.click(counter, "Accept")
    await hostile_names.ann.click(counter, "Decline")
    form = await hostile_names.ann.user_menu("Challenge to a game", hostile_names.ben)
    await hostile_names.ann.submit(form, {"game": "asli", "size": "9"})
    await hostile_names.seen("Asli")
    await hostile_names.settled()

    check(hostile_names)


async def test_names_are_escaped_in_practice_shown_to_others(hostile_names):
    table = hostile_names
    await table.app.context.services.server_settings.change(table.guild.id, threads=True)
    board = await table.ann.slash("challenge", level=1, size=4)
    await table.ann.select(board, ["Show in a thread"])
    thread = next(each for each in messages(table) if "Watch in the thread" in each.content)
    shown = table.discord.world.channels[thread.id]
    await table.discord.wait_for_message(shown, lambda each: "turn 1" in each.content)
    await table.eve.in_(shown).slash("board", game=str(table.number))
    await table.settled()

    check(table)


async def test_names_are_escaped_in_the_lobby_and_its_games(hostile_names):
    table = hostile_names
    await table.app.context.services.server_settings.change(table.guild.id, lobby=table.channel.id)
    offered = {"game": "lifeline", "size": "4", "start": "none", "pace": "brisk+yes", "keep": "0"}
    for person in (table.ann, table.ben):
        page = await person.slash("lobby")
        await table.eve.slash("lobby")
        await person.submit(await person.click(page, "Post an offer"), **offered)
    await table.seen("New game from the lobby")
    await table.ann.slash("report", game=table.number, reason="Something else")
    await table.settled()

    check(table, options=False)


async def test_names_are_escaped_in_requests_to_end_a_game(hostile_names):
    table = hostile_names
    await table.game()
    for number, cells in enumerate(("a1 c3", "e5 g7", "b4", "d2"), start=2):
        await (table.ben if number % 2 else table.ann).slash("move", cell=cells)
        await table.turn(number)

    def is_open_request(message):
        return "Play on" in labels_of(message) and not message.is_ephemeral

    pairs = ((table.ann, table.ben, "Play on"), (table.ben, table.ann, "End without a result"))
    for person, other, answer in pairs:
        await person.click(await person.slash("resign"), "Ask to end the game")
        request = await table.discord.wait_for_message(table.channel, is_open_request)
        await other.slash("resign")
        await other.click(request, answer)
    await table.seen("agreed to end the game")
    await table.settled()

    check(table)


async def test_message_without_allowed_mentions_notifies_nobody(table):
    boss = table.guild.create_role("boss", mentionable=True)
    table.guild.give_role(table.eve, boss)
    channel = table.app.get_partial_messageable(table.channel.id)

    sent = await channel.send(f"@everyone <@&{boss.id}> <@{table.ann.id}>")

    assert table.channel.messages[sent.id].notified == set()


async def form_with_id(table, custom_id):
    """Open Ann's challenge form for Ben and change its id."""
    form = await table.ann.user_menu(challenge_words.CHALLENGE_MENU(), table.ben)
    form.raw["custom_id"] = custom_id
    return form


async def test_forged_name_in_a_forms_id_renames_nobody(table):
    await table.game()
    form = await form_with_id(table, f"challenge-form:{table.ben.id}::Fool")
    await table.ann.submit(form, size="5")
    await table.settled()

    assert [player.name for player in (await table.look()).seats] == ["Ann", "Ben"]
    assert not [m for m in table.public() if "Fool" in m.content]


@pytest.mark.parametrize("who", ["nobody", "bot"])
async def test_refuses_a_form_for_the_bot_or_the_deleted_user(table, who):
    target = {"nobody": DELETED_USER_ID, "bot": table.discord.application.bot.id}[who]
    form = await form_with_id(table, f"challenge-form:{target}::Fool")

    answer = await table.ann.submit(form, size="5")

    assert answer.content == OldComponent().sentence
    assert not table.public()
