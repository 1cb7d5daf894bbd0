"""Names full of markdown, mentions and links are words in every message, and ping nobody."""

import pytest

from bot.messages.component_ids import OldComponent
from bot.store.tables.players import DELETED_USER_ID
from bot.words import labels
from bot.words.escaping import escape
from sandbox.client.find import components_of, labels_of

RUDE = ["**@everyone** __x__", "<@&1> [x](http://e.il) `y`", "<#1> ||z|| ~~@here~~"]


@pytest.fixture
async def rude(table):
    """The same table with people whose names try to be more than names."""
    table.ann, table.ben, table.eve = (
        table.guild.add_member(name).in_(table.channel) for name in RUDE
    )
    return table


def texts(table):
    """All that anybody was shown, with the labels and alternative texts."""
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
        for name in RUDE:
            bare = text.replace(escape(name), "")
            assert name not in bare, text
        assert "@everyone" not in text
        assert "@here" not in text


async def test_a_whole_evening_of_rude_names(rude):
    first = await rude.game()
    await rude.ann.slash("move", cell="a1 c3")
    second = await rude.turn(2)
    await rude.eve.click(second, "Move")
    await rude.ann.click(second, "Move")
    question = await rude.ann.slash("undo")
    await rude.ann.click(question, "Yes, take it back")
    await rude.seen("took back")
    await rude.ann.slash("move", cell="a1 c3")
    await rude.swap(rude.ben)
    await rude.turn(3)
    await rude.ann.slash("games", player=rude.ben)
    await rude.ann.slash("board")
    await rude.eve.slash("board", game=str(rude.number), view="danger")
    resign = await rude.ann.slash("resign")
    await rude.ann.click(resign, "Yes, resign")
    result = await rude.seen("resigned")
    await rude.ben.click(result, "Rematch")
    await rude.eve.slash("games", player=rude.ann)
    await rude.eve.slash("replay", game=str(rude.number))
    await rude.settled()

    assert first.notified == {rude.ann.id}
    check(rude)


async def test_a_challenge_between_rude_names_goes_to_and_fro(rude):
    card = await rude.challenge()
    form = await rude.ben.click(card, "Change terms")
    await rude.ben.submit(form, {"size": "5"})
    counter = await rude.seen("Size: 5")
    await rude.eve.click(counter, "Accept")
    await rude.ann.click(counter, "Decline")
    form = await rude.ann.user_menu("Challenge to a game", rude.ben)
    await rude.ann.submit(form, {"game": "asli", "size": "9"})
    await rude.seen("Asli")
    await rude.settled()

    check(rude)


async def test_a_message_that_says_nothing_of_mentions_notifies_nobody(table):
    boss = table.guild.create_role("boss", mentionable=True)
    table.guild.give_role(table.eve, boss)
    channel = table.app.get_partial_messageable(table.channel.id)

    sent = await channel.send(f"@everyone <@&{boss.id}> <@{table.ann.id}>")

    assert table.channel.messages[sent.id].notified == set()


async def form_for(table, custom_id):
    """Ann opens the form to challenge Ben, and changes its id before she sends it."""
    form = await table.ann.user_menu(labels.CHALLENGE_MENU, table.ben)
    form.raw["custom_id"] = custom_id
    return form


async def test_a_form_with_another_name_in_its_id_renames_nobody(table):
    await table.game()
    form = await form_for(table, f"challenge-form:{table.ben.id}::Fool")
    await table.ann.submit(form, size="5")
    await table.settled()

    assert [player.name for player in (await table.look()).seats] == ["Ann", "Ben"]
    assert not [m for m in table.public() if "Fool" in m.content]


@pytest.mark.parametrize("who", ["nobody", "bot"])
async def test_a_form_for_nobody_who_could_accept_is_refused(table, who):
    target = {"nobody": DELETED_USER_ID, "bot": table.discord.application.bot.id}[who]
    form = await form_for(table, f"challenge-form:{target}::Fool")

    answer = await table.ann.submit(form, size="5")

    assert answer.content == OldComponent().sentence
    assert not table.public()
