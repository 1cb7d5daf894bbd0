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


def texts(table):
    """Return all texts of the bot, with labels and alternative texts."""
    found = []
    for message in table.channel.messages.values():
        found += [table.words(message), *labels_of(message)]
        found += [str(option) for c in components_of(message) for option in c.get("options", [])]
    return found


def check(table):
    allowed = {table.ann.id, table.ben.id}
    for message in table.channel.messages.values():
        assert message.notified <= allowed, message.content
    for text in texts(table):
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
