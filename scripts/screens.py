"""Remake the screens of a first game: `python scripts/screens.py [FOLDER]`.

Starts the bot on its sandbox, lets Ann and Ben begin a game in a browser, and writes a picture of
each screen at 400 and 1,280 pixels to the folder. The panel of cells becomes docs/sandbox.png.
Needs chromium.
"""

import asyncio
import os
import re
import sys
import tempfile
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright

ROOT = Path(__file__).parents[1]
CHROMIUM = Path("/usr/bin/chromium")
PHONE, DESK = (400, 800), (1280, 1000)
SETTLED = 3.0  # seconds until pictures have arrived
ADDRESS = re.compile(r"as (\w+).*: (http://\S+)")


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
            await take(browser, addresses, folder)
            await browser.close()
    finally:
        bot.terminate()
        await bot.wait()


async def read_addresses(bot: asyncio.subprocess.Process) -> dict[str, str]:
    """Return the addresses of the pages by the names of the people, once all are printed."""
    assert bot.stdout is not None
    found: dict[str, str] = {}
    while "Mia" not in found:
        line = (await bot.stdout.readline()).decode()
        if match := ADDRESS.search(line):
            found[match[1]] = match[2]
    return found


async def take(browser: Browser, addresses: dict[str, str], folder: Path) -> None:
    """Begin a game between Ann, on a phone, and Ben, and take the screens on the way."""
    ann, ben = (
        await window(browser, addresses["Ann"], PHONE),
        await window(browser, addresses["Ben"], DESK),
    )
    for command in ("settings", "challenge"):
        await ann.fill("#message-box", f"/{command} ")
        await press(ann, "Send")
        await ann.screenshot(path=folder / f"{command}-400.png")
    await ben.screenshot(path=folder / "challenge-1280.png")
    await press(ben, "Accept")
    for size in (PHONE, DESK):
        page = await window(browser, addresses["Ann"], size)
        if size == PHONE:
            await page.locator("#drawer").click()
        await page.locator(".channel-row.thread").last.click()
        await asyncio.sleep(SETTLED)
        await page.screenshot(path=folder / f"turn-{size[0]}.png")
        await press(page, "Move")
        await page.screenshot(path=folder / f"areas-{size[0]}.png")
        await press(page, "3")
        await page.screenshot(path=folder / f"cells-{size[0]}.png")


async def window(browser: Browser, address: str, size: tuple[int, int]) -> Page:
    page = await browser.new_page(viewport={"width": size[0], "height": size[1]})
    await page.goto(address)
    await asyncio.sleep(SETTLED)
    return page


async def press(page: Page, name: str) -> None:
    await page.get_by_role("button", name=name, exact=True).last.click()
    await asyncio.sleep(SETTLED)


if __name__ == "__main__":
    chosen = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp(prefix="screens-"))
    chosen.mkdir(parents=True, exist_ok=True)
    asyncio.run(main(chosen))
    (ROOT / "docs" / "sandbox.png").write_bytes((chosen / "cells-1280.png").read_bytes())
    print(f"Wrote docs/sandbox.png, and all screens to {chosen}.")
