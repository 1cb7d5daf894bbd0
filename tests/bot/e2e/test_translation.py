"""Translated commands, from a catalogue to Discord."""

from tests.bot.languages import add_language, forget_languages, use_languages


async def test_commands_of_the_running_bot_are_translated(discord, run_bot, tmp_path, monkeypatch):
    use_languages(monkeypatch, tmp_path)
    add_language(tmp_path, "de", {}, {"help": "hilfe", "challenge": "Nicht erlaubt"})
    async with run_bot():
        await discord.wait_until(lambda: discord.application.commands)
        registered = {each.name: each.raw for each in discord.application.commands.values()}
    forget_languages()

    assert registered["help"]["name_localizations"] == {"de": "hilfe"}
    assert not registered["challenge"]["name_localizations"]  # Discord refuses a name with a space
