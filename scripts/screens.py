"""Take the screenshots of a first game: `python scripts/screens.py [FOLDER]`.

It starts the bot on its sandbox and lets Ann, on a phone, and Ben, on a wide screen, play a whole
game in a browser by taps, from the challenge to the review. Each screenshot becomes a picture in
the folder, 400 or 1,280 pixels wide; the preview of a capture becomes docs/sandbox.png. It needs
chromium, and numba for the review.
"""

import asyncio
import os
import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Browser, Locator, Page, async_playwright

from renderer.orientation import Orientation
from renderer.zones import zone_of
from rules.topology import hexhex

ROOT = Path(__file__).parents[1]
CHROMIUM = Path("/usr/bin/chromium")
PHONE, DESK = (400, 800), (1280, 1000)
SETTLED = 0.8  # seconds until a response has begun to arrive
LONGEST = 60_000  # milliseconds until the bot has responded
REVIEWED = (
    300_000  # milliseconds until the bot has reviewed the game, with a minute to compile the engine
)
ADDRESS = re.compile(r"as (\w+).*: (http://\S+)")
ARRIVED = """() => !document.querySelector('.thinking, [aria-busy=true]')
    && [...document.images].every((image) => image.complete)"""
SIZE = 4
# the placements of a game on the smallest common board, with captures by both players
GAME = ("F3 E4", "E7 C6", "D7", "D3", "F5", "D4", "G6", "D6", "A4", "D5", "B2")


@dataclass
class Player:
    """Person who plays in their own browser window, of which screenshots are taken."""

    page: Page
    size: tuple[int, int]
    folder: Path

    async def settle(self) -> None:
        await asyncio.sleep(SETTLED)
        await self.page.wait_for_function(ARRIVED, timeout=LONGEST)

    async def snap(self, name: str) -> None:
        """Save a screenshot of the person's browser window under a name."""
        await self.settle()
        await self.page.screenshot(path=self.folder / f"{name}-{self.size[0]}.png")

    async def say(self, command: str) -> None:
        await self.page.fill("#message-box", f"/{command}")
        await self.press("Send")

    async def press(self, name: str) -> None:
        await self._click(self.page.get_by_role("button", name=name, exact=True).last)

    def control(self, kind: str, value: str = "") -> Locator:
        """Return the newest button whose custom id has this kind and value."""
        end = f'[data-key$=":{value}"]' if value else ""
        return self.page.locator(f'button[data-key^="{kind}:"]{end}:enabled').last

    async def key(self, kind: str, value: str = "") -> None:
        await self._click(self.control(kind, value))

    async def sees(self, kind: str, value: str = "") -> bool:
        return bool(await self.control(kind, value).count())

    async def open_thread(self) -> None:
        if self.size == PHONE:
            await self.page.locator("#drawer").click()
        await self._click(self.page.locator(".channel-row.thread").last)

    async def _click(self, control: Locator) -> None:
        await control.click(timeout=LONGEST)
        await self.settle()


async def main(folder: Path) -> None:
    environment = os.environ | {"DISCORD_TOKEN": "", "SANDBOX_PORT": "0"}
    bot = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot"), stdout=asyncio.subprocess.PIPE, env=environment, cwd=ROOT
    )
    try:
        async with asyncio.timeout(60):
            addresses = await read_addresses(bot)
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(
                executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
            )
            ann = await player(browser, "Ann", addresses, PHONE, folder)
            ben = await player(browser, "Ben", addresses, DESK, folder)
            await begin(ann, ben)
            await play(ann, ben)
            await look_back(ann, ben)
            await browser.close()
    finally:
        bot.terminate()
        await bot.wait()


async def read_addresses(bot: asyncio.subprocess.Process) -> dict[str, str]:
    """Return the addresses of the pages by person, once all are printed."""
    assert bot.stdout is not None
    found: dict[str, str] = {}
    while "Mia" not in found:
        line = (await bot.stdout.readline()).decode()
        if match := ADDRESS.search(line):
            found[match[1]] = match[2]
    return found


async def player(
    browser: Browser, name: str, addresses: dict[str, str], size: tuple[int, int], folder: Path
) -> Player:
    page = await browser.new_page(viewport={"width": size[0], "height": size[1]})
    await page.goto(addresses[name])
    here = Player(page, size, folder)
    await here.settle()
    return here


async def begin(ann: Player, ben: Player) -> None:
    """Start a game: Ann replaces her first challenge with a smaller one, which Ben accepts."""
    await ann.say("settings ")
    await ann.snap("settings")
    await ann.say("challenge opponent:Ben size:7")
    await ann.control("quick").scroll_into_view_if_needed()
    await ann.snap("quick-game")
    await ann.press("Withdraw")
    await ann.say(f"challenge opponent:Ben size:{SIZE}")
    await ann.snap("challenge")
    await ben.snap("challenge")
    await ben.press("Accept")
    for each in (ann, ben):
        await each.open_thread()
        await each.snap("turn-1")


async def play(ann: Player, ben: Player) -> None:
    """Play the game by taps, with screenshots of its first turns, captures and end."""
    for turn, cells in enumerate(GAME, start=1):
        mover, other = (ann, ben) if turn % 2 else (ben, ann)
        await mover.press("Move")
        for number, cell in enumerate(cells.lower().split(), start=1):
            if number == 2:
                await mover.snap(f"second-stone-{turn}")
            if not await mover.sees("cell", cell):
                await mover.snap(f"areas-{turn}")
                await choose_area(mover, cell)
            await mover.snap(f"cells-{turn}")
            await mover.key("cell", cell)
            if await mover.sees("sure", cell):
                await mover.snap(f"preview-{turn}")
                await mover.key("sure", cell)
        await mover.snap(f"played-{turn}")
        if turn < len(GAME):
            await other.snap(f"turn-{turn + 1}")


async def choose_area(mover: Player, cell: str) -> None:
    """Press the button of the tap zone that contains a cell."""
    board = hexhex(SIZE)
    middle = zone_of(board, board.cell(cell), Orientation.UPRIGHT).middle
    await mover.key("zone", board.label(middle).lower())
    await mover.control("cell", cell).wait_for(timeout=LONGEST)


async def look_back(ann: Player, ben: Player) -> None:
    """Take screenshots of the result and of the review."""
    for each in (ann, ben):
        await each.snap("result")
    await ann.key("review")
    await ann.control("turning").wait_for(timeout=REVIEWED)
    for each in (ann, ben):
        await each.snap("review")
        await each.key("turning")
        await each.snap("turning-point")


if __name__ == "__main__":
    chosen = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp(prefix="screens-"))
    chosen.mkdir(parents=True, exist_ok=True)
    asyncio.run(main(chosen))
    (ROOT / "docs" / "sandbox.png").write_bytes((chosen / "preview-8-1280.png").read_bytes())
    print(f"Wrote docs/sandbox.png, and all screens to {chosen}.")
