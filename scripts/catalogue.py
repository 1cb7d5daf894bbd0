"""Write a catalogue for translators: `python scripts/catalogue.py de`.

Creates or updates bot/words/locales/de.toml with every text of the commands that Discord shows.
Existing translations are kept, unused ones are removed, and problems are printed.
"""

import asyncio
import json
import sys
from collections.abc import Mapping, Sequence

import discord
from discord import app_commands

from bot.runtime.app import find_commands
from bot.runtime.command_translation import (
    FOLDER,
    BadCatalogue,
    Translatable,
    faults,
    read_catalogue,
    translatable_strings,
)


def main(arguments: list[str]) -> int:
    """Write the catalogue of a locale; return 0 when it is complete and without problems."""
    if len(arguments) != 1:
        print(__doc__)
        return 2
    path = FOLDER / f"{arguments[0]}.toml"
    shown = asyncio.run(_shown())
    names: Mapping[str, str] = {}
    texts: Mapping[str, str] = {}
    try:
        discord.Locale(path.stem)
        if path.exists():
            catalogue = read_catalogue(path)
            names, texts = catalogue.names, catalogue.texts
            for english, why in faults(catalogue, shown).items():
                print(f"“{english}”: {why}")
    except (BadCatalogue, ValueError) as error:
        print(f"{path.name}: {error}")
        return 2
    FOLDER.mkdir(exist_ok=True)
    path.write_text(_written(shown, names, texts), "utf-8")
    wanted = {(each.is_name, each.english) for each in shown}
    done = sum(english in (names if is_name else texts) for is_name, english in wanted)
    print(f"{path}: {done} of {len(wanted)} are translated")
    return 0 if done == len(wanted) else 1


async def _shown() -> Sequence[Translatable]:
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    return await translatable_strings(find_commands(), tree)


def _written(
    shown: Sequence[Translatable], names: Mapping[str, str], texts: Mapping[str, str]
) -> str:
    lines = []
    for title, is_name, words in (("names", True, names), ("texts", False, texts)):
        lines.append(f"[{title}]")
        wanted = dict.fromkeys(each.english for each in shown if each.is_name is is_name)
        lines += [f"{_quoted(english)} = {_quoted(words.get(english, ''))}" for english in wanted]
        lines.append("")
    return "\n".join(lines)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
