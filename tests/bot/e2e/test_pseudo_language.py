"""Everything that the bot sends is a message of its catalogues, with no English left over.

test_components.py tests this of every kind of component.
"""

import pytest

from tests.bot.pseudo_language import speak_pseudo


@pytest.fixture
def left_over(monkeypatch):
    return speak_pseudo(monkeypatch)


async def test_no_english_is_left_over_in_answers_to_commands(left_over, table, boss):
    """Use commands to which no component leads, and refusals."""
    await table.game(game="asli", size=9)
    for command in (
        "about",
        "profile",
        "leaderboard",
        "privacy show",
        "plans",
        "block",
        "practice",
    ):
        await table.ann.slash(command)
    for view in ("danger", "lifelines", "numbers", "zoom", "text"):
        await table.ann.slash("board", view=view)
    for cell in ("z9", "e5 e6 e7", "nonsense", "hold", "offer 9999"):
        await table.ann.slash("move", cell=cell)
    await table.eve.slash("undo")
    await boss.slash("setup", allow=table.channel, game="liflina", size=19)
    await table.ann.slash("export", game=str(table.number))
    await table.ann.slash("help", topic="Time and vacation")
    await table.ann.autocomplete("challenge", opening="")
    await table.ann.autocomplete("board", game="")
    await table.ann.autocomplete("away", until="")

    assert sorted(left_over) == []


async def test_no_english_is_left_over_in_settings_and_lobby(left_over, table):
    services = table.app.context.services
    await services.server_settings.change(table.guild.id, lobby=table.channel.id)
    shown = await table.ann.slash("settings")
    for setting in ("theme", "quiet", "digest", "zone", "reminders", "language"):
        shown = await table.ann.select(shown, [setting], "settings:0")
    shown = await table.ann.select(shown, ["quiet"], "settings:0")
    form = await table.ann.click(shown, "Type a value")
    await table.ann.submit(form, quiet="never")
    offers = await table.ann.slash("lobby")
    form = await table.ann.click(offers, "Post an offer")
    await table.ann.submit(form, game="lifeline", size="4")
    await table.ben.slash("lobby")
    await table.ann.click(await table.ann.slash("lobby"), "Refresh")
    await table.game()
    await table.resign(table.ann)
    await table.ann.slash("report", game=table.number, reason="Something else")
    await table.settled()

    assert sorted(left_over) == []
