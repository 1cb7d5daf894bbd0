"""A catalogue in its folder: Discord hears of it, takes it, and the commands work on."""

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
        told = {each.name: each.raw for each in discord.application.commands.values()}
        answer = await ann.slash("help")

    assert told["help"]["name_localizations"] == {"de": "hilfe"}
    assert not told["challenge"]["name_localizations"]  # Discord would have refused it
    assert "first minute" in answer.content
