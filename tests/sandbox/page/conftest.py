"""Bot with many features, and people who use it through the page, by browser or WebSocket."""

import asyncio
import io
import itertools
import json
import struct
import zlib
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import discord
import pytest
import pytest_asyncio
from discord import app_commands
from playwright.async_api import async_playwright, expect

from sandbox import Sandbox, Settings

CHROMIUM = Path("/usr/bin/chromium")
SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--renderer-process-limit=1",
]
# Starting a browser takes a second, so all of these tests share one and its event loop.
shared_loop = pytest_asyncio.fixture(loop_scope="session")
expect.set_options(timeout=30_000)  # milliseconds, generous for a busy machine
# lets the bot finish a deferred response
PONDERED = asyncio.Event()
FRUIT = ("apple", "apricot", "banana", "cherry")


def small_png(side=64):
    """Return a grey PNG as a file."""

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    rows = zlib.compress((b"\0" + b"\x80" * side) * side)
    head = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


class Form(discord.ui.Modal, title="Order"):
    words = discord.ui.TextInput(label="Words", custom_id="words", max_length=20)
    size = discord.ui.Label(
        text="Size",
        component=discord.ui.Select(
            custom_id="size",
            options=[discord.SelectOption(label=s) for s in ("Small", "Large")],
        ),
    )

    async def on_submit(self, interaction):
        await interaction.response.send_message(
            f"You ordered {self.words.value}, {self.size.component.values[0]}", ephemeral=True
        )


class Panel(discord.ui.View):
    """Buttons, a string select and a user select."""

    def __init__(self):
        super().__init__(timeout=None)

    @discord.ui.button(label="Order", style=discord.ButtonStyle.success, custom_id="order")
    async def order(self, interaction, _):
        await interaction.response.send_modal(Form())

    @discord.ui.button(label="Count", custom_id="count")
    async def count(self, interaction, button):
        button.label = f"Counted {interaction.user.display_name}"
        await interaction.response.edit_message(view=self)

    @discord.ui.button(label="Sold out", disabled=True, custom_id="sold")
    async def sold(self, interaction, _):
        await interaction.response.send_message("impossible")

    @discord.ui.button(label="Broken", style=discord.ButtonStyle.danger, custom_id="broken")
    async def broken(self, interaction, _):
        """Never respond."""

    @discord.ui.select(
        placeholder="Two colours",
        custom_id="colours",
        min_values=2,
        max_values=2,
        options=[discord.SelectOption(label=c) for c in ("Red", "Green", "Blue")],
    )
    async def colours(self, interaction, select):
        await interaction.response.send_message("Chosen: " + " ".join(select.values))

    @discord.ui.select(cls=discord.ui.UserSelect, placeholder="Somebody", custom_id="somebody")
    async def somebody(self, interaction, select):
        await interaction.response.send_message(f"Chosen: {select.values[0].display_name}")


class Modern(discord.ui.LayoutView):
    """Message with Components V2."""

    def __init__(self, person):
        super().__init__(timeout=None)
        item = discord.MediaGalleryItem("attachment://grey.png", description="A grey square")
        button = discord.ui.Button(label="Take", custom_id="take")
        self.add_item(
            discord.ui.Container(
                discord.ui.TextDisplay(f"# Modern\nfor {person.mention}"),
                discord.ui.MediaGallery(item),
                discord.ui.Separator(),
                discord.ui.Section("Beside the button", accessory=button),
                accent_colour=0x4264E6,
            )
        )


@app_commands.command(description="Show the panel")
async def panel(interaction: discord.Interaction):
    await interaction.response.send_message("The *panel*", view=Panel())


@app_commands.command(description="Say it to you alone")
async def whisper(interaction: discord.Interaction, words: str):
    await interaction.response.send_message(f"psst {words}", ephemeral=True)


@app_commands.command(description="Buy fruit")
@app_commands.describe(kind="Which fruit", pieces="How many", ripe="How ripe")
@app_commands.choices(ripe=[app_commands.Choice(name=n, value=n.lower()) for n in ("Very", "Not")])
async def buy(
    interaction: discord.Interaction,
    kind: str,
    pieces: app_commands.Range[int, 1, 9] = 1,
    ripe: str = "?",
):
    await interaction.response.send_message(f"Bought {pieces} {kind} {ripe}")


@buy.autocomplete("kind")
async def kinds(_, current):
    found = [f for f in FRUIT if f.startswith(current)]
    return [app_commands.Choice(name=f.title(), value=f) for f in found]


@app_commands.command(description="Wave to somebody")
async def wave(interaction: discord.Interaction, who: discord.Member):
    allowed = discord.AllowedMentions(users=[who])
    await interaction.response.send_message(f"Hello {who.mention}", allowed_mentions=allowed)


@app_commands.command(description="Send a picture")
async def picture(interaction: discord.Interaction, words: str = "Look"):
    file = discord.File(io.BytesIO(small_png()), "grey.png", description="A grey square")
    await interaction.response.send_message(words, file=file)


@app_commands.command(description="Weigh a file or two")
@app_commands.describe(file="Any file", other="Another one")
async def weigh(
    interaction: discord.Interaction,
    file: discord.Attachment,
    other: discord.Attachment | None = None,
):
    weights = []
    for each in filter(None, (file, other)):
        content = await each.read()
        weights.append(f"{each.filename}: {len(content)} bytes, {zlib.crc32(content):08x}")
    await interaction.response.send_message("; ".join(weights))


@app_commands.command(description="Send the newer components")
async def modern(interaction: discord.Interaction):
    file = discord.File(io.BytesIO(small_png()), "grey.png")
    await interaction.response.send_message(view=Modern(interaction.user), file=file)


@app_commands.command(description="Say something dangerous")
async def hostile(interaction: discord.Interaction):
    embed = discord.Embed(title="<b>x</b>", description="<script>window.broken=1</script>")
    text = '<img src=x onerror="window.broken=1"> [me](javascript:window.broken=1)'
    await interaction.response.send_message(text, embed=embed)


@app_commands.context_menu(name="Poke")
async def poke(interaction: discord.Interaction, user: discord.Member):
    await interaction.response.send_message(f"Poked {user.display_name}")


@app_commands.context_menu(name="Quote")
async def quote(interaction: discord.Interaction, message: discord.Message):
    await interaction.response.send_message(f"> {message.content}")


@app_commands.command(description="Think, then say it")
async def ponder(interaction: discord.Interaction):
    await interaction.response.defer()
    await PONDERED.wait()
    await interaction.followup.send("Pondered")


@app_commands.command(description="Show the list")
async def show(interaction: discord.Interaction):
    await interaction.response.send_message("The list is empty")


@pytest.fixture
def ponder_done():
    """Event that lets the bot respond to /ponder."""
    PONDERED.clear()
    return PONDERED


@pytest.fixture
def chatty(new_bot):
    """Bot with a command for each feature of the page."""
    bot = new_bot()
    shown = (panel, whisper, buy, wave, picture, weigh, modern, hostile, poke, quote, ponder)
    for command in shown:
        bot.tree.add_command(command)
    lists = app_commands.Group(name="list", description="Lists")
    lists.add_command(show)
    bot.tree.add_command(lists)
    return bot


@shared_loop
async def sandbox():
    """Sandbox in the event loop of the browser; its responses must match the OpenAPI document."""
    async with Sandbox(settings=Settings(rate_limits=False)) as made:
        yield made
        assert made.log.own_errors == []


@shared_loop
async def shop(place, chatty, running):
    """Guild and people, with the chatty bot connected."""
    place.discord.page.hint = "Type `/panel` first."
    async with running(place.discord, chatty):
        await place.discord.wait_until_ready()
        place.bot = chatty
        yield place


class SocketWindow:
    """Window without a browser: its requests, and every event that it received."""

    def __init__(self, socket):
        self._socket = socket
        self._numbers = itertools.count(1)
        self.events = []

    async def ask(self, what, **details):
        """Send a request and return the response; fail with the text of a refusal."""
        answer = await self.attempt(what, **details)
        assert "error" not in answer, answer["error"]
        return answer["answer"]

    async def attempt(self, what, **details):
        number = next(self._numbers)
        await self._socket.send_json({"ask": number, "do": what, **details})
        return await self._until(lambda e: e.get("re") == number)

    async def event(self, kind, fits=lambda _: True):
        """Return the first matching event, whether already received or later."""

        def wanted(event):
            return event.get("event") == kind and fits(event)

        found = next(filter(wanted, self.events), None)
        return found or await self._until(wanted)

    async def _until(self, wanted):
        async with asyncio.timeout(30):
            while True:
                event = json.loads((await self._socket.receive()).data)
                self.events.append(event)
                if wanted(event):
                    return event


@shared_loop
async def socket_window(sandbox):
    """Open a window of the page without a browser: `async with socket_window("Ann"):`."""

    @asynccontextmanager
    async def connect(name, **headers):
        url = f"{sandbox.base_url}/page/live"
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(url, params={"as": name}, headers=headers) as socket,
        ):
            yield SocketWindow(socket)

    return connect


@pytest.fixture(scope="session")
def chromium():
    """Debian's Chromium; tests are skipped without it."""
    if not CHROMIUM.exists():
        pytest.skip("Chromium is not installed: apt install chromium to run the page's tests.")
    return str(CHROMIUM)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser(chromium):
    async with async_playwright() as tools:
        launched = await tools.chromium.launch(executable_path=chromium, args=SWITCHES)
        yield launched
        await launched.close()


@shared_loop
async def window(browser, sandbox):
    """Open the page as a person: `await window(person)`. Script errors fail the test."""
    problems, contexts = [], []

    async def open_as(person, channel=None, *, width=1280, height=900, scheme="dark"):
        context = await browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme
        )
        contexts.append(context)
        page = await context.new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda m: problems.append(m.text) if m.type == "error" else None)
        await page.goto(sandbox.page_url(person, channel))
        await page.wait_for_selector("#message-box:enabled")
        return page

    yield open_as
    # an open page would try to connect to its sandbox until the browser is closed
    for context in contexts:
        await context.close()
    assert problems == []
