"""Real discord.py bot: logs in, registers a command and answers people."""

import io

import discord
import pytest

from sandbox import InteractionFailed, NotPossible


@pytest.fixture
def answer_within():
    return 1.0


@pytest.fixture
async def bot(new_bot):
    made = new_bot()
    add_conversation(made)
    add_cells(made)
    add_others(made)
    return made


def add_conversation(made):
    @made.tree.command(description="Say hello")
    async def hello(interaction: discord.Interaction, who: discord.Member, times: int = 1):
        view = discord.ui.View(timeout=None)
        button = discord.ui.Button(label="Answer", custom_id="answer:1")

        async def clicked(inner):
            modal = discord.ui.Modal(title="Your answer", custom_id="modal:1")
            field = discord.ui.TextInput(label="Words", custom_id="words")
            modal.add_item(field)

            async def submitted(last):
                await last.response.send_message(f"You said {field.value}", ephemeral=True)

            modal.on_submit = submitted
            await inner.response.send_modal(modal)

        button.callback = clicked
        view.add_item(button)
        await interaction.response.send_message(f"Hello {who.mention} x{times}", view=view)


def add_cells(made):
    @made.tree.command(description="Pick a cell")
    async def pick(interaction: discord.Interaction, cell: str):
        await interaction.response.defer(ephemeral=True)
        await interaction.followup.send(f"Picked {cell}")

    @pick.autocomplete("cell")
    async def cells(interaction, current):
        names = [n for n in ("e5", "e6", "f1") if n.startswith(current)]
        return [discord.app_commands.Choice(name=n, value=n) for n in names]


def add_others(made):
    @made.tree.command(description="Send a picture")
    async def picture(interaction: discord.Interaction):
        await interaction.response.send_message("Coming", ephemeral=True)
        png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x08" + bytes(20)
        file = discord.File(io.BytesIO(png), "board.png", description="A board")
        await interaction.channel.send("Here", file=file, nonce="n1")

    @made.tree.command(description="Never answers")
    async def sleepy(interaction: discord.Interaction):
        pass

    @made.tree.context_menu(name="Challenge to a game")
    async def challenge(interaction: discord.Interaction, user: discord.Member):
        await interaction.response.send_message(f"Challenged {user.display_name}")


async def test_a_command_is_answered_and_its_button_opens_a_modal(sandbox, place, bot, running):
    async with running(sandbox, bot):
        reply = await place.ann.slash("hello", who=place.ben, times=3, channel=place.channel)
        assert reply.content == f"Hello {place.ben.mention} x3"
        modal = await place.ben.click(reply, "Answer")
        assert modal.title == "Your answer"
        answer = await place.ben.submit(modal, words="good day")
        assert answer.content == "You said good day"
        assert answer in place.ben.messages(place.channel)
        assert answer not in place.ann.messages(place.channel)
    assert sandbox.refusals == []


async def test_autocomplete_offers_what_the_bot_returns(sandbox, place, bot, running):
    async with running(sandbox, bot):
        offered = await place.ann.autocomplete("pick", cell="e", channel=place.channel)
        assert [c.value for c in offered] == ["e5", "e6"]
        reply = await place.ann.slash("pick", cell="e5", channel=place.channel)
    assert (reply.content, reply.is_ephemeral) == ("Picked e5", True)


async def test_a_picture_is_served_by_the_sandbox_itself(sandbox, place, bot, running):
    async with running(sandbox, bot):
        await place.ann.slash("picture", channel=place.channel)
        sent = await sandbox.wait_for_message(place.channel, lambda m: m.content == "Here")
        channel = bot.get_channel(place.channel.id)
        read = await (await channel.fetch_message(sent.id)).attachments[0].read()
    attachment = sent.attachments[0]
    assert read == attachment.content
    assert (attachment.description, attachment.width, attachment.height) == ("A board", 16, 8)


async def test_a_context_menu_is_used_on_a_person(sandbox, place, bot, running):
    async with running(sandbox, bot):
        reply = await place.ann.user_menu("Challenge to a game", place.ben, channel=place.channel)
    assert reply.content == "Challenged Ben"


async def test_a_bot_that_does_not_answer_fails_the_interaction(place, bot, running, sandbox):
    async with running(sandbox, bot):
        with pytest.raises(InteractionFailed):
            await place.ann.slash("sleepy", channel=place.channel)


async def test_an_unknown_command_is_not_offered(place, bot, running, sandbox):
    async with running(sandbox, bot):
        with pytest.raises(NotPossible, match="no command 'nothing'"):
            await place.ann.slash("nothing", channel=place.channel)
