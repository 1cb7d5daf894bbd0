"""Promises of the README."""

import re
from pathlib import Path

import discord

from bot.words.server_settings import PERMISSIONS, PURPOSES

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()


def test_the_invite_link_asks_for_exactly_the_permissions_that_the_bot_uses():
    (value,) = re.findall(r"permissions=(\d+)", README)
    assert int(value) == discord.Permissions(**dict.fromkeys(PERMISSIONS, True)).value


def test_the_readme_explains_each_permission():
    for permission, name in PERMISSIONS.items():
        assert f"| {name()} | {PURPOSES[permission]()} |" in README


def test_every_file_in_the_readme_exists():
    named = re.findall(r"\]\(([^)h][^)]*)\)|`((?:docs/|\.env\.)[^`]*)`", README)
    paths = {(first or second).partition("#")[0] for first, second in named}
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_readme_links_every_page():
    linked = {link.partition("#")[0] for link in re.findall(r"\]\(([^)]*)\)", README)}
    pages = {f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md")}
    assert pages - linked == set()
