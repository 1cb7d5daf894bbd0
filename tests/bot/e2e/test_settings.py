"""Settings of a person."""

import struct
from itertools import cycle

import pytest

from bot.errors.storage import DatabaseUnavailable
from bot.services.values.people.personal_settings import SETTINGS
from bot.words.profile import ONLY_YOU, hidden, title
from bot.words.settings import theme_samples
from renderer.theme import THEMES
from sandbox.client.find import components_of, labels_of
from tests.bot.languages import add_language, forget_languages, use_languages


async def test_settings_are_shown_and_stored(table):
    await table.ann.slash("settings", theme="light")

    shown = await table.ann.slash("settings")

    assert shown.is_ephemeral
    assert "your boards: **Light**" in shown.content
    assert "your boards: **Dark**" in (await table.ben.slash("settings")).content


async def test_only_ones_own_profile_says_that_it_is_hidden(table):
    assert ONLY_YOU() not in (await table.ann.slash("profile")).content
    await table.ann.slash("settings", ratings="hidden")
    own = await table.ann.slash("profile")
    assert ONLY_YOU() in own.content
    other = await table.ann.slash("profile", player=table.ben)
    assert ONLY_YOU() not in other.content
    assert other.content.startswith(title("Ben"))
    assert (await table.ben.slash("profile", player=table.ann)).content == hidden("Ann")


async def test_each_setting_stands_once_in_the_list_and_its_menu_repeats_no_value(table):
    shown = await table.ann.slash("settings", quiet="22-7")

    (menu,) = selects_of(shown)
    assert [each["label"] for each in menu["options"]] == [
        each.label() for each in SETTINGS.values()
    ]
    assert [each.get("description") for each in menu["options"]] == [None] * len(SETTINGS)
    for setting in SETTINGS.values():
        assert shown.content.count(f"- {setting.label()}: **") == 1


async def test_settings_are_changed_by_menus_in_one_message(table):
    shown = await table.ann.slash("settings")

    await table.ann.select(shown, ["Colours of your boards"], "Change a setting")
    await table.ann.select(shown, ["Light"], "Colours of your boards")
    await table.ann.select(shown, ["Quiet hours"], "Change a setting")
    await table.ann.select(shown, ["22:00 to 07:00"], "Quiet hours")

    assert "your boards: **Light**" in shown.content
    assert "Quiet hours: **22:00 to 07:00**" in shown.content
    assert shown.content == (await table.ann.slash("settings")).content


@pytest.mark.pictures
async def test_the_menu_of_themes_shows_a_sample_of_each(table):
    shown = await table.ann.slash("settings")
    await table.ann.select(shown, ["Colours of your boards"], "Change a setting")

    (sample,) = shown.attachments
    assert sample.description == theme_samples([theme.title() for theme in THEMES.values()])
    assert table.discord.world.files[sample.id][2].startswith(b"\x89PNG")
    await table.ann.select(shown, ["Light"], "Colours of your boards")
    assert [each.description for each in shown.attachments] == [sample.description]
    await table.ann.select(shown, ["Quiet hours"], "Change a setting")
    assert shown.attachments == []


async def test_a_setting_is_typed_and_a_refused_one_can_be_edited(table):
    shown = await table.ann.slash("settings")
    await table.ann.select(shown, ["Time zone"], "Change a setting")

    refused = await table.ann.submit(
        await table.ann.click(shown, "Type a value"), zone="Mars/Olympus"
    )
    reason = refused.content
    form = await table.ann.click(refused, "Edit")
    changed = await table.ann.submit(form, zone="lisbon")

    assert "Unknown time zone" in reason
    assert "Time zone: **Europe/Lisbon**" in changed.content


async def test_every_setting_has_a_menu_that_sets_each_of_its_values(table):
    shown = await table.ann.slash("settings")

    for setting in options_of(shown, 0):
        await table.ann.select(shown, [setting], "settings:0")
        for value in options_of(shown, 1):
            await table.ann.select(shown, [value], f"set:0::{setting}")
            assert [
                each["value"] for each in selects_of(shown)[1]["options"] if each.get("default")
            ] == [value]

    assert table.discord.refusals == []


@pytest.fixture
def german(monkeypatch, tmp_path):
    add_language(tmp_path, "de", {"**Your settings**": "**Deine Einstellungen**"})
    use_languages(monkeypatch, tmp_path)
    yield
    forget_languages()


@pytest.mark.usefixtures("german")
async def test_the_answer_to_a_new_language_is_in_it(table, monkeypatch):
    monkeypatch.setitem(SETTINGS["language"].labels, "de", "Deutsch")
    shown = await table.ann.slash("settings")
    await table.ann.select(shown, ["Language"], "Change a setting")

    await table.ann.select(shown, ["de"], "Language")

    assert shown.content.startswith("**Deine Einstellungen**")
    assert "Deutsch" in shown.content


def selects_of(message):
    return [each for each in components_of(message) if each["type"] == 3]


def options_of(message, number):
    return [each["value"] for each in selects_of(message)[number]["options"]]


async def test_settings_of_one_command_are_stored_together_or_not_at_all(table, monkeypatch):
    async def full(*_settings):
        raise DatabaseUnavailable("disk full")

    before = (await table.ann.slash("settings")).content
    wanted = {"theme": "light", "tips": "off", "quiet": "22-7", "turns": "none"}
    with monkeypatch.context() as broken:
        broken.setattr("bot.store.tables.players.set_settings", full)
        refused = await table.ann.slash("settings", **wanted)
    assert "nothing changed" in refused.content
    assert (await table.ann.slash("settings")).content == before

    after = (await table.ann.slash("settings", **wanted)).content

    assert (await table.ann.slash("settings")).content == after
    assert "22:00 to 07:00" in after
    assert "your boards: **Light**" in after


@pytest.mark.pictures
async def test_theme_applies_to_private_pictures_only(table):
    first = await table.game()
    dark = file_of(table, await table.ann.slash("board"))
    await table.ann.slash("settings", theme="light")

    light = file_of(table, await table.ann.slash("board"))

    assert light != dark
    assert file_of(table, first) == dark


async def test_autocomplete_offers_time_zones_and_a_city_is_enough(table):
    offered = await table.ann.autocomplete("settings", zone="new y")

    shown = await table.ann.slash("settings", zone="new york", quiet="10pm-7am")

    assert "America/New_York" in [choice.value for choice in offered]
    assert "Time zone: **America/New\\_York**" in shown.content
    assert "22:00 to 07:00" in shown.content


async def test_answer_says_that_hours_without_a_time_zone_are_utc(table):
    before, quiet = (
        await table.ann.slash("settings"),
        await table.ann.slash("settings", quiet="22-7"),
    )
    digest = await table.ben.slash("settings", digest="8:00")
    known = await table.ann.slash("settings", zone="berlin")

    mentions_utc = [
        "These times are UTC" in each.content for each in (before, quiet, digest, known)
    ]
    assert mentions_utc == [False, True, True, False]


async def test_turn_names_a_player_without_pings_and_does_not_notify(table):
    await table.ben.slash("settings", turns="none")
    await table.game()

    second = await table.play(table.ann, "a1 c3", 2)

    assert table.ben.mention in second.content
    assert second.notified == set()


async def test_tapping_plays_at_once_if_previews_are_off(table):
    await table.ann.slash("settings", confirm="never")
    first = await table.game(size=3)
    panel = await table.ann.click(first, "Move")

    await table.ann.click(panel, labels_of(panel)[0])

    assert await table.plies() == 1


@pytest.mark.pictures
@pytest.mark.pictures
async def test_draws_every_theme_in_an_orientation(table):
    await table.game()
    drawn = set()
    for theme, orientation in zip(THEMES, cycle(("0", "90", "mirror-180")), strict=False):
        await table.ann.slash("settings", theme=theme, orientation=orientation)
        drawn.add(file_of(table, await table.ann.slash("board")))

    assert all(picture.startswith(b"\x89PNG") for picture in drawn)
    assert len(drawn) == len(THEMES)


@pytest.mark.pictures
async def test_orientation_applies_to_private_pictures_only(table):
    answer = await table.ann.slash("settings", orientation="90")
    assert "Board rotation: **Quarter turn right" in answer.content
    first = await table.game()

    mine = size_of(file_of(table, await table.ann.slash("board")))
    public = size_of(file_of(table, first))

    assert mine[0] < mine[1]  # a pointy-topped board is taller than wide
    assert public[0] > public[1]
    assert size_of(file_of(table, await table.ben.slash("board"))) == public


async def test_panel_has_the_orientation_of_the_picture(table):
    first = await table.game(size=5)
    upright = cells_of(await zone_of(table, table.ann, first, "1"))
    assert "a5" not in upright

    await table.ann.slash("settings", orientation="270")
    turned = cells_of(await zone_of(table, table.ann, first, "1"))

    assert turned != upright
    # now in the top zone
    assert "i9" in turned | cells_of(await zone_of(table, table.ann, first, "2"))


async def test_open_panel_works_after_a_change_of_orientation(table):
    first = await table.game(size=5)
    panel = await table.ann.click(first, "Move")
    await table.ann.slash("settings", orientation="mirror-90")

    await table.ann.click(panel, "7")

    assert labels_of(panel)[:2] == ["1", "2"]
    assert cells_of(panel)


async def zone_of(table, person, message, label):
    panel = await person.click(message, "Move")
    return await person.click(panel, label)


def cells_of(panel):
    ids = [str(each.get("custom_id", "")) for each in components_of(panel)]
    return {id_.rpartition(":")[2] for id_ in ids if id_.startswith("cell:")}


def size_of(png):
    return struct.unpack(">II", png[16:24])


def file_of(table, message):
    (attachment,) = message.attachments
    return table.discord.world.files[attachment.id][2]


async def test_unreadable_values_are_refused_and_change_nothing(table):
    answers = [
        await table.ann.slash("settings", quiet="late"),
        await table.ann.slash("settings", quiet="22:00-22:00"),
        await table.ann.slash("settings", digest="25:00"),
        await table.ann.slash("settings", zone="Mars/Olympus"),
    ]

    assert all("ype " in answer.content for answer in answers)
    assert all("`" not in answer.content for answer in answers)
    shown = await table.ann.slash("settings")
    assert "Quiet hours: **Off**" in shown.content


async def test_notification_settings_are_shown_as_stored(table):
    shown = await table.ann.slash(
        "settings", quiet="22-7:30", digest="8:00", zone="Europe/Berlin", reminders="off"
    )

    assert "Quiet hours: **22:00 to 07:30**" in shown.content
    assert "Europe/Berlin" in shown.content
    assert "Reminder before a deadline: **Off**" in shown.content


async def test_settings_report_refused_direct_messages_until_chosen_again(table):
    await table.ben.slash("settings", turns="dm")
    table.discord.faults.close_direct_messages(table.ben)
    await table.game()
    await table.play(table.ann, "a1 c3", 2)
    await table.settled()

    refused = await table.ben.slash("settings")
    table.discord.faults.open_direct_messages(table.ben)
    chosen = await table.ben.slash("settings", turns="dm")

    assert "refused my last direct message" in refused.content
    assert "refused my last" not in chosen.content


@pytest.mark.parametrize("off", ["off", "Off", " OFF "])
async def test_off_is_accepted_in_any_case_and_with_spaces(table, off):
    await table.ann.slash("settings", quiet="22:00-7:00", digest="8:00")

    shown = await table.ann.slash("settings", quiet=off, digest=off)

    assert "Quiet hours: **Off**" in shown.content
    assert "Daily digest: **Off**" in shown.content
