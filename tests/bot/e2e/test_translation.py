"""Translated commands, from a catalogue file to Discord."""

from bot.runtime import command_translation


async def test_commands_of_the_running_bot_are_translated(discord, run_bot, tmp_path, monkeypatch):
    folder = tmp_path / "locales"
    folder.mkdir()
    (folder / "de.toml").write_text('[names]\nhelp = "hilfe"\nchallenge = "Nicht erlaubt"')
    monkeypatch.setattr(command_translation, "FOLDER", folder)
    guild = discord.create_guild("Club")
    ann = guild.add_member("Ann").in_(guild.create_text_channel("games"))
    async with run_bot():
        await discord.wait_until(lambda: discord.application.commands)
        registered = {each.name: each.raw for each in discord.application.commands.values()}
        answer = await ann.slash("help")

    assert registered["help"]["name_localizations"] == {"de": "hilfe"}
    assert not registered["challenge"]["name_localizations"]  # Discord refuses a name with a space
    assert "first minute" in answer.content
