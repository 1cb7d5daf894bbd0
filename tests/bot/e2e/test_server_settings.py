"""Server settings: allowed channels, their threads, and the bot's permissions."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import delete

from bot.delivery import worker
from bot.errors.permissions import NotManager
from bot.services.steps.manager_invitation import INVITED_AFTER
from bot.services.steps.weekly_news import post_week
from bot.services.use_cases.servers.server_settings import ChannelChange
from bot.services.values.clocks.due_dates import Due
from bot.services.values.people.permissions import Rank
from bot.services.values.views import Actor
from bot.store.tables import servers
from bot.store.tables.deadlines import Deadline
from bot.store.tables.key_values import of_guild
from bot.store.tables.schema import meta
from bot.words import daily, labels, lobby, refusals, server_settings, user_install, week
from sandbox import Permission
from sandbox.client.find import components_of, labels_of
from sandbox.models.entities import ChannelType


async def delete_channel(table, channel):
    """Delete a channel and wait until the bot has received the deletion."""
    table.discord.faults.delete_channel(channel)
    guild = table.app.get_guild(table.guild.id)
    await table.discord.wait_until(lambda: guild.get_channel(channel.id) is None)


async def test_refusal_omits_deleted_channels(table, boss):
    deleted, left = (table.guild.create_text_channel(name) for name in ("deleted", "left"))
    await boss.slash("setup", allow=deleted)
    await boss.slash("setup", allow=left)
    await delete_channel(table, deleted)

    refused = await table.ann.slash("challenge", opponent=table.ben)
    shown = await boss.slash("setup")

    assert f"games are played in <#{left.id}>." in refused.content
    assert f"Channels for challenges: **<#{left.id}>** (1 deleted channel)" in shown.content


async def test_reports_that_all_allowed_channels_are_deleted(table, boss):
    deleted = table.guild.create_text_channel("deleted")
    await boss.slash("setup", allow=deleted)
    await delete_channel(table, deleted)

    refused = await table.ann.slash("challenge", opponent=table.ben)
    shown = await boss.slash("setup")
    chosen = await boss.slash("setup", allow=table.channel)
    await table.challenge()
    none = await boss.slash("setup", allow=table.channel)

    assert "were deleted" in refused.content
    assert "/setup" in refused.content
    assert "The allowed channels were deleted" in shown.content
    assert f"Channels for challenges: **<#{table.channel.id}>**" in chosen.content
    assert "Channels for challenges: **all**" in none.content


async def test_forms_opened_before_the_change_are_refused_elsewhere(table, boss):
    menu = await table.ann.user_menu("Challenge to a game", table.ben)
    card = await table.challenge(size=4)
    terms = await table.ben.click(card, "Change terms")
    refused = await table.ann.submit(menu, {"game": "lifeline", "size": "99"})
    await boss.slash("setup", allow=table.guild.create_text_channel("elsewhere"))

    answers = [
        await table.ann.submit(menu, {"game": "lifeline", "size": "4"}),
        await table.ann.click(refused, labels.EDIT_FORM()),
        await table.ben.submit(terms, {"size": "5"}),
        await table.ben.click(card, "Change terms"),
    ]

    assert ["games are played in" in answer.content for answer in answers] == [True] * 4
    # earlier challenges remain valid
    await table.ben.click(card, "Accept")
    await table.turn(1)
    assert len([m for m in table.public() if "challenges" in m.content]) == 1


async def test_refuses_a_form_when_the_bot_may_no_longer_write(table):
    menu = await table.ann.user_menu("Challenge to a game", table.ben)
    table.discord.faults.revoke(Permission.SEND_MESSAGES, table.channel)

    answer = await table.ann.submit(menu, {"game": "lifeline", "size": "4"})

    assert answer.content == user_install.MAY_NOT_WRITE()


async def test_refuses_to_offer_a_rematch_outside_the_allowed_channels(table, boss):
    await table.game()
    result = await table.resign(table.ann)
    await boss.slash("setup", allow=table.guild.create_text_channel("elsewhere"))

    refused = await table.ann.click(result, "Rematch")
    await boss.slash("setup", allow=table.channel)
    rematch = await table.ann.click(result, "Rematch")
    await boss.slash("setup", allow=table.channel)

    assert "games are played in" in refused.content
    assert "Rematch offered" in rematch.content
    # an earlier offer can still be accepted
    await table.ben.click(result, "Rematch")
    await table.game_after(1)


async def test_thread_of_a_game_belongs_to_its_channel(table, boss):
    elsewhere = table.guild.create_text_channel("elsewhere")
    await boss.slash("setup", threads="on", allow=table.channel)
    card = await table.challenge(size=4)
    await table.ben.click(card, "Accept")
    await table.settled()
    thread = table.discord.world.channels[(await table.look()).location.channel_id]
    assert thread is not table.channel
    ann, history = table.ann.in_(thread), table.app.context.services.history
    await ann.click(await ann.slash("resign"), "Yes, resign")

    # as if the thread were not in the cache
    actor = Actor(table.ben.id, "Ben", 1, table.guild.id, elsewhere.id)
    rematch = await history.rematch(actor, table.number)

    assert rematch.opponent.user_id == table.ann.id


async def test_thread_of_a_member_belongs_to_its_channel(table, boss):
    thread = table.guild.create_thread(table.channel, "Games", table.eve)
    await boss.slash("setup", allow=table.channel)
    ann, ben = table.ann.in_(thread), table.ben.in_(thread)
    await ann.slash("challenge", opponent=table.ben, size=4)
    card = await table.discord.wait_for_message(thread, lambda m: "Accept" in labels_of(m))
    await ben.click(card, "Accept")
    await ann.click(await ann.slash("resign"), "Yes, resign")
    result = await table.discord.wait_for_message(thread, lambda m: "Rematch" in labels_of(m))

    assert "Rematch offered" in (await ann.click(result, "Rematch")).content


async def test_voice_channel_can_be_allowed_and_keeps_its_games(table, boss):
    voice_channel = table.guild.create_channel("Lounge", ChannelType.VOICE)
    shown = await boss.slash("setup", threads="on", allow=voice_channel)

    await table.ann.in_(voice_channel).slash("challenge", opponent=table.ben, size=4)
    card = await table.discord.wait_for_message(voice_channel, lambda m: "Accept" in labels_of(m))
    await table.ben.in_(voice_channel).click(card, "Accept")

    assert f"Channels for challenges: **<#{voice_channel.id}>**" in shown.content
    await table.discord.wait_for_message(voice_channel, lambda m: "turn 1" in m.content)


async def test_forum_can_be_allowed_for_its_posts(table, boss):
    forum = table.guild.create_channel("games", ChannelType.FORUM)
    await boss.slash("setup", threads="on", allow=forum)
    post = table.guild.create_thread(forum, "Anybody?", table.ann)

    await table.ann.in_(post).slash("challenge", opponent=table.ben, size=4)
    card = await table.discord.wait_for_message(post, lambda m: "Accept" in labels_of(m))
    await table.ben.in_(post).click(card, "Accept")

    await table.discord.wait_for_message(post, lambda m: "turn 1" in m.content)
    refused = await table.ann.slash("challenge", opponent=table.ben)
    assert f"games are played in <#{forum.id}>" in refused.content


async def test_counts_the_channels_that_do_not_fit_in_a_message(table, boss):
    channels = [table.guild.create_text_channel(f"games-{n}") for n in range(100)]
    guild = table.app.get_guild(table.guild.id)
    await table.discord.wait_until(lambda: guild.get_channel(channels[-1].id) is not None)
    for number, channel in enumerate(channels, 1):
        location = (table.guild.id, table.channel.id)
        manager = Actor(table.eve.id, "Eve", number, *location, Rank.MANAGER)
        await table.app.context.services.server_settings.configure(
            manager, ChannelChange(channel.id, allowed=True)
        )

    refused = await table.ann.slash("challenge", opponent=table.ben)
    shown = await boss.slash("setup")

    assert "and 80 more." in refused.content
    assert "and 60 more" in shown.content


async def test_checks_permissions_in_the_chosen_channel(table, boss):
    elsewhere = table.guild.create_text_channel("elsewhere")
    table.discord.faults.revoke(Permission.ATTACH_FILES, elsewhere)

    chosen = await boss.slash("setup", allow=elsewhere)
    left = await boss.slash("setup", allow=elsewhere)
    table.discord.faults.restore(elsewhere)
    again = await boss.slash("setup", allow=elsewhere)

    assert f"**Missing permissions in <#{elsewhere.id}>**\n- **Attach Files**" in chosen.content
    assert "every permission I need in this channel" in left.content
    assert f"every permission I need in <#{elsewhere.id}>" in again.content


async def test_every_setting_has_a_menu_that_sets_each_of_its_values(table, boss):
    shown = await boss.slash("setup")
    await boss.click(shown, daily.TURN_ON())

    for setting in options_of(shown, 0):
        await boss.select(shown, [setting], "setup:0")
        for value in options_of(shown, 1):
            await boss.select(shown, [value], f"setup-set:0::{setting}")
            assert chosen_in(shown, 1) == [value]

    assert options_of(shown, 0) == list(server_settings.LABELS)
    assert table.discord.refusals == []
    assert shown.content == (await boss.slash("setup")).content


async def test_a_menu_stores_what_the_option_stores(table, boss):
    shown = await boss.slash("setup")
    for setting, value in (("game", "asli"), ("size", "9"), ("pace", "brisk"), ("timeout", "yes")):
        await boss.select(shown, [setting], "setup:0")
        await boss.select(shown, [value], f"setup-set:0::{setting}")

    by_menu = await stored(table)
    await boss.slash("setup", game="lifeline", size=5, pace="relaxed", timeout="no")
    await boss.slash("setup", game="asli", size=9, pace="brisk", timeout="yes")

    assert (by_menu.game, by_menu.size, by_menu.strict) == ("asli", 9, True)
    assert await stored(table) == by_menu


async def test_a_new_usual_game_offers_its_own_sizes(table, boss):
    shown = await boss.slash("setup", game="liflina", size=19)
    await boss.select(shown, ["size"], "setup:0")
    assert options_of(shown, 1) == ["5", "6", "7", "8", "9", "10", "11", "13", "15", "17", "19"]
    assert chosen_in(shown, 1) == ["19"]

    await boss.select(shown, ["game"], "setup:0")
    await boss.select(shown, ["lifeline"], "setup-set:0::game")
    await boss.select(shown, ["size"], "setup:0")

    assert chosen_in(shown, 1) == ["5"]


async def test_the_menu_of_channels_adds_and_removes_the_current_one(table, boss):
    elsewhere = table.guild.create_text_channel("elsewhere")
    shown = await boss.slash("setup")
    await boss.select(shown, ["channels"], "setup:0")
    assert options_of(shown, 1) == ["all", "here"]

    await boss.select(shown, ["here"], "setup-set:0::channels")
    assert (await stored(table)).channels == (table.channel.id,)
    assert options_of(shown, 1) == ["all", "here"]
    await boss.slash("setup", allow=elsewhere)
    await boss.select(shown, ["channels"], "setup:0")
    await boss.select(shown, ["not-here"], "setup-set:0::channels")
    assert (await stored(table)).channels == (elsewhere.id,)
    await boss.select(shown, ["here"], "setup-set:0::channels")
    assert set((await stored(table)).channels) == {elsewhere.id, table.channel.id}
    await boss.select(shown, ["all"], "setup-set:0::channels")

    assert (await stored(table)).channels == ()


async def test_one_button_switches_the_puzzle_of_the_day_on_and_says_what_happens(table, boss):
    shown = await boss.slash("setup")
    here = f"<#{table.channel.id}>"

    await boss.click(shown, daily.TURN_ON())
    assert shown.content.startswith(daily.switched_on(here, 9, "UTC"))
    assert daily.setting(here, 9, "UTC") in shown.content
    await boss.select(shown, ["hour"], "setup:0")
    await boss.select(shown, ["21"], "setup-set:0::hour")
    assert daily.setting(here, 21, "UTC") in shown.content
    await boss.click(shown, daily.TURN_OFF())

    assert shown.content.startswith(daily.SWITCHED_OFF())
    assert daily.OFF() in shown.content
    assert "hour" not in options_of(shown, 0)


async def test_a_second_press_leaves_the_puzzle_as_it_is(table, boss):
    first, second = await boss.slash("setup"), await boss.slash("setup")
    elsewhere = table.guild.create_text_channel("elsewhere")
    await boss.click(first, daily.TURN_ON())
    await boss.slash("setup", daily=elsewhere, hour=20)

    await boss.click(second, daily.TURN_ON())
    assert daily.setting(f"<#{elsewhere.id}>", 20, "UTC") in second.content
    third = await boss.slash("setup")
    await boss.click(second, daily.TURN_OFF())
    await boss.click(third, daily.TURN_OFF())

    assert daily.OFF() in third.content


async def test_one_button_switches_the_lobby_on_and_says_what_happens(table, boss):
    shown = await boss.slash("setup")
    here = f"<#{table.channel.id}>"

    await boss.click(shown, lobby.TURN_ON())
    assert shown.content.startswith(lobby.switched_on(here))
    assert (await stored(table)).lobby == table.channel.id
    await boss.click(shown, lobby.TURN_OFF())

    assert shown.content.startswith(lobby.SWITCHED_OFF())
    assert (await stored(table)).lobby is None


async def test_one_button_switches_threads_and_says_what_happens(table, boss):
    shown = await boss.slash("setup", threads="off")

    await boss.click(shown, server_settings.THREADS_ON())
    assert shown.content.startswith(server_settings.THREADS_CHANGED[True]())
    assert (await stored(table)).threads
    await boss.click(shown, server_settings.THREADS_OFF())

    assert shown.content.startswith(server_settings.THREADS_CHANGED[False]())
    assert not (await stored(table)).threads


async def test_a_switch_in_a_thread_is_about_its_channel(table, boss):
    thread = table.guild.create_thread(table.channel, "Games", table.eve)
    inside = boss.in_(thread)
    shown = await inside.slash("setup")

    await inside.click(shown, daily.TURN_ON())
    await inside.click(shown, lobby.TURN_ON())
    await inside.select(shown, ["channels"], "setup:0")
    await inside.select(shown, ["here"], "setup-set:0::channels")

    settings = await stored(table)
    assert (settings.lobby, settings.channels) == (table.channel.id, (table.channel.id,))
    assert daily.setting(f"<#{table.channel.id}>", 9, "UTC") in shown.content


async def test_a_switch_in_a_post_of_a_forum_is_about_the_post(table, boss):
    forum = table.guild.create_channel("games", ChannelType.FORUM)
    await wait_for_channel(table, forum)
    post = table.guild.create_thread(forum, "Settings", table.eve)
    inside = boss.in_(post)
    shown = await inside.slash("setup")

    await inside.click(shown, lobby.TURN_ON())
    await inside.select(shown, ["channels"], "setup:0")
    await inside.select(shown, ["here"], "setup-set:0::channels")

    settings = await stored(table)
    assert (settings.lobby, settings.channels) == (post.id, (forum.id,))


async def test_values_that_no_menu_offers_are_refused(table, boss):
    shown = await boss.slash("setup")
    before = await stored(table)
    forged = {
        "setup:0": ["colour"],
        "setup-set:0::colour": ["red"],
        "setup-set:0::game": ["chess"],
        "setup-set:0::size": ["-1", "7.5", ""],
        "setup-set:0::pace": ["hasty"],
        "setup-set:0::timeout": ["maybe"],
        "setup-set:0::language": ["xx"],
        "setup-set:0::channels": ["there"],
        "setup-set:0::hour": ["24", "-1"],
    }
    for id_, values in forged.items():
        for value in values:
            answer = await boss.select(shown, [value], id_, stale=True)
            assert answer.content == refusals.OLD_BUTTON()
    pressed = await boss.click(shown, "setup-switch:0::sound-on", stale=True)

    assert pressed.content == refusals.OLD_BUTTON()
    assert await stored(table) == before


def options_of(message, number):
    return [each["value"] for each in selects_of(message)[number]["options"]]


def chosen_in(message, number):
    return [each["value"] for each in selects_of(message)[number]["options"] if each.get("default")]


def selects_of(message):
    return [each for each in components_of(message) if each["type"] == 3]


async def stored(table):
    return await table.app.context.services.server_settings.get_settings(table.guild.id)


async def wait_for_channel(table, channel):
    guild = table.app.get_guild(table.guild.id)
    await table.discord.wait_until(lambda: guild.get_channel(channel.id) is not None)


async def test_the_result_of_the_third_game_invites_the_managers_to_the_panel(table, boss):
    async def nobody_used_setup_and_two_games_are_over(tx):
        await tx.connection.execute(delete(meta).where(meta.c.key == of_guild(table.guild.id)))
        for _ in range(INVITED_AFTER - 1):
            await servers.count_finished(tx, table.guild.id, INVITED_AFTER)

    await table.game()
    database = table.app.context.services.games._database
    await database.write(nobody_used_setup_and_two_games_are_over)
    result = await table.resign(table.ann)

    panel = await boss.click(result, server_settings.OPEN_PANEL())
    refused = await table.ben.click(result, server_settings.OPEN_PANEL())

    assert server_settings.INVITATION() in result.content
    assert panel.is_ephemeral
    assert panel.content == (await boss.slash("setup")).content
    assert refused.content == NotManager().sentence
    await boss.click(panel, daily.TURN_ON())
    assert panel.content.startswith(daily.switched_on(f"<#{table.channel.id}>", 9, "UTC"))
    assert server_settings.INVITATION() in result.content


async def test_a_week_in_which_nothing_happened_is_not_posted(table, boss):
    await boss.click(await boss.slash("setup"), week.TURN_ON())
    now, write = datetime.now(UTC), table.app.context.services.games._database.write
    await write(post_week, Deadline(Due.WEEK, table.guild.id, now), now)
    await table.settled()
    assert table.public() == []
    assert "dead" not in await table.app.context.services.outbox.counts()


async def test_weekly_news_whose_answer_is_lost_are_posted_once(table, boss, monkeypatch):
    monkeypatch.setattr(worker, "backoff", lambda _: timedelta(seconds=1))
    await table.ann.slash("challenge", size=4)
    await table.seen("looking for an opponent")
    await boss.click(await boss.slash("setup"), week.TURN_ON())
    table.discord.faults.reset("POST", "/channels/{channel_id}/messages", after_acting=True)
    now, write = datetime.now(UTC), table.app.context.services.games._database.write
    await write(post_week, Deadline(Due.WEEK, table.guild.id, now), now)
    await table.seen("The week until")
    table.discord.clock.advance(400)  # Discord forgets the nonce
    await table.settled()
    assert len([each for each in table.public() if "The week until" in each.content]) == 1


async def test_one_button_switches_weekly_news_on_and_they_are_posted(table, boss):
    shown = await boss.slash("setup")
    here, now = f"<#{table.channel.id}>", datetime.now(UTC)
    await table.ann.slash("challenge", size=4)
    await table.seen("looking for an opponent")

    await boss.click(shown, week.TURN_ON())
    assert shown.content.startswith(week.switched_on(here))
    write = table.app.context.services.games._database.write
    await write(post_week, Deadline(Due.WEEK, table.guild.id, now), now)
    news = await table.seen("The week until")
    await boss.click(shown, week.TURN_OFF())

    assert "Looking for an opponent: Ann (Lifeline, size 4)" in news.content
    assert news.notified == set()
    assert shown.content.startswith(week.SWITCHED_OFF())
