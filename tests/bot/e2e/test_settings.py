"""What a person sets is remembered and acts at once."""

from sandbox.client.find import labels_of


async def test_settings_are_shown_and_remembered(table):
    await table.ann.slash("settings", theme="light")

    shown = await table.ann.slash("settings")

    assert shown.is_ephemeral
    assert "private pictures: **Light**" in shown.content
    assert "private pictures: **Dark**" in (await table.ben.slash("settings")).content


async def test_private_pictures_have_my_theme_and_public_ones_keep_theirs(table):
    first = await table.game()
    dark = file_of(table, await table.ann.slash("board"))
    await table.ann.slash("settings", theme="light")

    light = file_of(table, await table.ann.slash("board"))

    assert light != dark
    assert file_of(table, first) == dark


async def test_who_wants_no_pings_is_named_and_not_notified(table):
    await table.ben.slash("settings", pings="off")
    await table.game()

    second = await table.play(table.ann, "a1 c3", 2)

    assert table.ben.mention in second.content
    assert second.notified == set()


async def test_who_never_wants_to_confirm_plays_by_tapping_alone(table):
    await table.ann.slash("settings", confirm="never")
    first = await table.game(size=3)
    panel = await table.ann.click(first, "Move")

    await table.ann.click(panel, labels_of(panel)[0])

    assert await table.plies() == 1


def file_of(table, message):
    (attachment,) = message.attachments
    return table.discord.world.files[attachment.id][2]
