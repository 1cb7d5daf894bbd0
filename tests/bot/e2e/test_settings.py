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
    await table.ben.slash("settings", turns="none")
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


async def test_what_cannot_be_read_is_refused_and_changes_nothing(table):
    answers = [
        await table.ann.slash("settings", quiet="late"),
        await table.ann.slash("settings", digest="25:00"),
        await table.ann.slash("settings", zone="Mars/Olympus"),
    ]

    assert all("Write" in answer.content for answer in answers)
    shown = await table.ann.slash("settings")
    assert "Quiet hours: **off**" in shown.content


async def test_how_one_is_told_is_shown_as_it_was_set(table):
    shown = await table.ann.slash(
        "settings", quiet="22-7:30", digest="8:00", zone="Europe/Berlin", reminders="off"
    )

    assert "Quiet hours: **22:00 to 07:30**" in shown.content.replace("\\", "")
    assert "Europe/Berlin" in shown.content
    assert "time runs out: **Off**" in shown.content
