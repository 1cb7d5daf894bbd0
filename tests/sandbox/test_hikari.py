"""A second, independent client library: the sandbox is not tailored to discord.py."""

import asyncio
import warnings

import pytest


@pytest.fixture(scope="module")
def hikari():
    """The library, imported only by the worker that runs these tests: it takes a while."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return pytest.importorskip("hikari")


@pytest.fixture
async def bot(hikari, sandbox, place):
    """hikari bot that registers /move and responds to it with a button."""
    made = hikari.GatewayBot(
        sandbox.application.token,
        banner=None,
        logs=None,
        rest_url=sandbox.api_base,
        intents=hikari.Intents.GUILDS | hikari.Intents.GUILD_MESSAGES,
    )

    async def answer_interaction(event):
        await answer(hikari, event)

    made.subscribe(hikari.InteractionCreateEvent, answer_interaction)
    await made.start(check_for_updates=False)
    option = hikari.CommandOption(
        type=hikari.OptionType.STRING, name="cell", description="Where", is_required=True
    )
    command = made.rest.slash_command_builder("move", "Make a move").add_option(option)
    menu = made.rest.context_menu_command_builder(hikari.CommandType.USER, "Challenge")
    await made.rest.set_application_commands(sandbox.application.id, [command, menu])
    yield made
    await made.close()


async def answer(hikari, event):
    interaction = event.interaction
    if isinstance(interaction, hikari.ComponentInteraction):
        await interaction.create_initial_response(
            hikari.ResponseType.MESSAGE_UPDATE, "Accepted", components=[]
        )
        return
    row = interaction.app.rest.build_message_action_row()
    row.add_interactive_button(hikari.ButtonStyle.PRIMARY, "accept:1", label="Accept")
    content = interaction.options[0].value if interaction.options else interaction.command_name
    await interaction.create_initial_response(
        hikari.ResponseType.MESSAGE_CREATE, content, component=row
    )


async def test_hikari_logs_in_and_sees_its_guild(bot, place):
    assert bot.get_me().username == "Bot"
    assert (await bot.rest.fetch_guild(place.guild.id)).name == "Friends"


async def test_hikari_answers_a_command_and_a_click(bot, place, sandbox):
    reply = await place.ann.slash("move", cell="e6", channel=place.channel)
    assert reply.content == "e6"
    clicked = await place.ben.click(reply, "Accept")
    assert (clicked.content, clicked.components) == ("Accepted", [])
    assert sandbox.refusals == []


async def test_hikari_answers_a_context_menu(bot, place):
    reply = await place.ann.user_menu("Challenge", place.ben, channel=place.channel)
    assert reply.content == "Challenge"


async def test_hikari_sends_a_file_and_reads_it_back(hikari, bot, place):
    sent = await bot.rest.create_message(
        place.channel.id, "Here", attachment=hikari.Bytes(b"data", "a.txt")
    )
    again = await bot.rest.fetch_message(place.channel.id, sent.id)
    assert await again.attachments[0].read() == b"data"


async def test_hikari_names_a_missing_permission(hikari, bot, place, sandbox):
    sandbox.faults.revoke(1 << 11, place.channel)
    with pytest.raises(hikari.ForbiddenError) as raised:
        await bot.rest.create_message(place.channel.id, "x")
    assert raised.value.code == 50013


async def test_hikari_receives_a_message(hikari, bot, place):
    waiting = asyncio.create_task(bot.wait_for(hikari.GuildMessageCreateEvent, 5))
    await asyncio.sleep(0)
    place.ann.say("hello", place.channel)
    event = await waiting
    assert event.author_id == place.ann.id
