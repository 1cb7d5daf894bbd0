"""Threads of games, server settings, and missing permissions."""

import asyncio
from datetime import timedelta

import pytest

from bot.delivery import worker
from bot.messages.component_ids import parse_id
from bot.runtime.app import App
from bot.services.values.views import Actor
from bot.words.challenge import OPEN_GAME
from bot.words.moves import GOES_ON_HERE
from sandbox import Permission
from sandbox.client.find import components_of, labels_of
from tests.bot.e2e.game_numbers import numbers_in
from tests.bot.e2e.turn_text import YOUR_TURN


@pytest.fixture
async def club(table):
    await table.app.context.services.server_settings.change(table.guild.id, threads=True)
    return table


SEND = ("POST", "/channels/{channel_id}/messages")
OPEN_THREAD = ("POST", "/channels/{channel_id}/messages/{message_id}/threads")


def thread_of(table):
    (found,) = [c for c in table.discord.world.channels.values() if c.thread is not None]
    return found


async def begin(table, **options):
    card = await table.challenge(**{"size": 4, **options})
    await table.ben.click(card, "Accept")
    await table.settled()
    return card


async def test_a_game_gets_a_thread_under_its_card_with_the_players_names(club):
    card = await begin(club)

    thread = thread_of(club)
    assert thread.id == card.id
    assert thread.thread.auto_archive_minutes == 7 * 24 * 60
    assert thread.name == f"Ann vs Ben · Lifeline, size 4 · #{club.number}"
    (first,) = [m for m in thread.messages.values() if "turn 1" in m.content]
    assert first.notified == {club.ann.id}
    assert GOES_ON_HERE() not in first.content
    assert not [m for m in club.public() if "turn 1" in m.content]


async def test_the_answer_to_accepting_announces_the_thread(club):
    card = await club.challenge(size=4)

    answer = await club.ben.click(card, "Accept")

    assert "The board will be in a thread under the challenge" in answer.content
    await club.settled()
    address = f"https://discord.com/channels/{club.guild.id}/{thread_of(club).id}"
    links = [
        (each["label"], each["url"])
        for message in (answer, card)
        for each in components_of(message)
        if each.get("url")
    ]
    assert links == [(OPEN_GAME(), address)]


async def test_the_answer_to_a_rematch_names_its_location(table):
    guilds = table.app.context.services.server_settings
    await guilds.change(table.guild.id, threads=False)
    await table.game()
    over = await table.resign(table.ann)
    await guilds.change(table.guild.id, threads=True)
    await table.ann.click(over, "Rematch")
    await table.settled()

    begun = await table.ben.click(over, "Rematch")
    await table.settled()
    later = await table.ben.click(over, "Rematch")

    assert "The board will be in a thread under the challenge" in begun.content
    assert f"has already started in <#{thread_of(table).id}>" in later.content


async def test_the_answer_names_no_location_without_a_thread(table):
    await table.app.context.services.server_settings.change(table.guild.id, threads=False)
    card = await table.challenge(size=4)

    answer = await table.ben.click(card, "Accept")

    assert answer.content.endswith("starts. The board is on its way.")


async def test_turns_are_posted_in_the_thread(club):
    await begin(club)
    thread = thread_of(club)

    await club.ann.in_(thread).slash("move", cell="a1 c3")
    await club.settled()

    assert [m for m in thread.messages.values() if "turn 2" in m.content]


async def test_a_move_from_the_parent_channel_is_posted_in_the_thread(club):
    await begin(club)

    answer = await club.ann.slash("move", cell="a1 c3")
    await club.settled()

    thread = thread_of(club)
    assert [m for m in thread.messages.values() if "turn 2" in m.content]
    assert f"The board will be in {thread.mention}." in answer.content


async def test_the_answer_to_a_move_in_the_thread_names_no_location(club):
    await begin(club)

    answer = await club.ann.in_(thread_of(club)).slash("move", cell="a1 c3")

    assert "The board is on its way." in answer.content


async def test_the_result_is_in_the_name_of_the_thread(club):
    await begin(club)
    thread = thread_of(club)
    question = await club.ann.in_(thread).slash("resign")
    await club.ann.click(question, "Yes, resign")
    await club.settled()

    assert thread.name == f"Ann vs Ben · Lifeline, size 4 · #{club.number} · Ben won"


async def again(club, thread):
    """End the game in its thread, and agree on a rematch there."""
    await club.ann.click(await club.ann.in_(thread).slash("resign"), "Yes, resign")
    await club.settled()
    over = max((m for m in thread.messages.values() if "wins." in m.content), key=lambda m: m.id)
    for person in (club.ann, club.ben):
        await person.in_(thread).click(over, "Rematch")
        await club.settled()


async def test_a_rematch_in_the_thread_removes_the_result_from_its_name(club):
    await begin(club)
    thread = thread_of(club)

    await again(club, thread)
    assert thread.name == f"Ben vs Ann · Lifeline, size 4 · #{club.number}"

    await club.ann.click(await club.ann.in_(thread).slash("resign"), "Yes, resign")
    await club.settled()
    assert thread.name == f"Ben vs Ann · Lifeline, size 4 · #{club.number} · Ben won"


@pytest.mark.parametrize("retry_after", [25, 500])
async def test_a_rematch_does_not_wait_for_a_rename_of_its_thread(club, monkeypatch, retry_after):
    monkeypatch.setattr("bot.delivery.threads.TIMEOUT", 0.2)
    await begin(club)
    thread = thread_of(club)
    club.discord.faults.rate_limit(
        "PATCH", "/channels/{channel_id}", retry_after=retry_after, times=9
    )

    async with asyncio.timeout(24):
        await again(club, thread)
    number = club.number

    assert "won" not in thread.name
    turns = [m for m in thread.messages.values() if number in numbers_in(m)]
    assert any("turn 1" in m.content for m in turns)


async def test_another_game_in_the_thread_does_not_rename_it(club):
    await begin(club)
    thread, number = thread_of(club), club.number
    await club.eve.in_(thread).slash("challenge", opponent=club.ben, size=5)
    await club.settled()
    (card,) = [m for m in thread.messages.values() if "Accept" in labels_of(m)]
    await club.ben.click(card, "Accept")
    await club.settled()
    await club.eve.click(await club.eve.in_(thread).slash("resign"), "Yes, resign")
    await club.settled()

    assert thread.name == f"Ann vs Ben · Lifeline, size 4 · #{number}"


async def test_a_finished_game_is_shown_in_its_thread_and_no_longer_played(club):
    await begin(club)
    thread, number = thread_of(club), club.number
    question = await club.ann.in_(thread).slash("resign")
    await club.ann.click(question, "Yes, resign")
    await club.settled()

    shown = await club.ann.in_(thread).slash("board")
    refused = await club.ben.in_(thread).slash("move", cell="a1")
    away = await club.ben.slash("board")

    assert "**Ben wins.**" in shown.content
    assert f"Game {number} " in shown.content
    assert shown.attachments
    assert f"Game {number} is over: Ben won. Ann resigned." in refused.content
    assert "Rematch" in refused.content
    assert f"**Ben wins.** Ann resigned.\n-# Game {number} " in away.content


@pytest.mark.parametrize(
    "denied", [Permission.CREATE_PUBLIC_THREADS, Permission.SEND_MESSAGES_IN_THREADS]
)
async def test_without_the_permission_the_game_stays_in_the_channel(club, denied):
    club.discord.faults.revoke(denied, club.channel)

    await begin(club)

    assert [m for m in club.public() if "turn 1" in m.content]


async def test_a_thread_with_a_lost_response_is_not_opened_twice(club):
    route = "/channels/{channel_id}/messages/{message_id}/threads"
    club.discord.faults.server_error("POST", route, after_acting=True)

    await begin(club)

    assert [m for m in thread_of(club).messages.values() if "turn 1" in m.content]


async def test_a_game_started_just_before_a_restart_gets_its_thread(discord, run_bot, monkeypatch):
    guild = discord.create_guild("Club")
    channel = guild.create_text_channel("games")
    ann, ben = (guild.add_member(name).in_(channel) for name in ("Ann", "Ben"))
    async with run_bot():
        await ann.slash("challenge", opponent=ben, size=4)
        card = await discord.wait_for_message(channel, lambda m: "Accept" in labels_of(m))
        discord.faults.server_error(*OPEN_THREAD, status=503, times=99)
        await ben.click(card, "Accept")
    discord.faults.stop_faults()
    connect = App.connect

    async def connect_later(app, **options):
        await asyncio.sleep(1.5)  # the outbox worker runs before the servers are known
        await connect(app, **options)

    monkeypatch.setattr(App, "connect", connect_later)
    async with run_bot():
        await discord.wait_until(
            lambda: any(c.thread is not None for c in discord.world.channels.values())
        )


async def test_a_game_started_during_a_server_outage_gets_its_thread(club, monkeypatch):
    monkeypatch.setattr(worker, "backoff", lambda attempts: timedelta(milliseconds=30))
    card = await club.challenge(size=4)
    with club.discord.faults.outage(club.guild):
        club.discord.faults.invalidate_sessions()  # a new session knows no channels of the server
        await club.discord.wait_until(lambda: club.app.get_channel(club.channel.id) is None, 30)
        await club.app.context.services.challenges.accept(
            Actor(club.ben.id, "Ben", 1, club.guild.id, club.channel.id), challenge_of(card)
        )
        await asyncio.sleep(0.3)
    await club.settled()

    (first,) = [m for m in thread_of(club).messages.values() if "turn 1" in m.content]
    assert first.notified == {club.ann.id}


def challenge_of(card):
    (accept,) = [c for c in components_of(card) if c.get("label") == "Accept"]
    return parse_id(accept["custom_id"]).target_id


async def test_a_challenge_in_a_thread_stays_there(club):
    await begin(club)
    thread, before = thread_of(club), club.number
    await club.ann.in_(thread).slash("challenge", opponent=club.ben, size=5)
    await club.settled()
    (card,) = [m for m in thread.messages.values() if "Accept" in labels_of(m)]

    await club.ben.click(card, "Accept")
    await club.settled()

    assert [m for m in thread.messages.values() if any(n > before for n in numbers_in(m))]


@pytest.mark.parametrize("error", ["delete_channel", "lock"])
async def test_a_game_leaves_a_deleted_or_locked_thread_for_the_channel(club, error):
    await begin(club)
    number = club.number
    getattr(club.discord.faults, error)(thread_of(club))

    await club.ann.slash("move", cell="a1 c3", game=str(number))
    await club.settled()
    await club.swap(club.ben, game=str(number))
    await club.settled()

    turns = [m for m in club.public() if number in numbers_in(m)]
    assert [m.notified for m in turns] == [{club.ben.id}, {club.ann.id}]
    assert ["continues here" in m.content for m in turns] == [True, False]


async def test_an_invalid_request_is_reported_and_moves_no_game(club, caplog):
    await begin(club)
    thread, metrics = thread_of(club), club.app.context.metrics
    failures = metrics.failures._value.get()
    club.discord.faults.refuse(*SEND, 400, 50035, "Invalid Form Body")

    await club.ann.in_(thread).slash("move", cell="a1 c3")
    await club.settled()
    await club.swap(club.ben.in_(thread))
    await club.settled()

    assert (await club.look()).location.channel_id == thread.id
    (plain,) = [m for m in thread.messages.values() if "turn 2" in m.content]
    assert plain.attachments == []
    assert f"`/board game:{club.number}`" in plain.content
    assert [m for m in thread.messages.values() if "turn 3" in m.content]
    assert club.ben.direct_messages(club.discord.application) == []
    assert metrics.failures._value.get() == failures + 1
    assert [r.levelname for r in caplog.records if "Discord rejects it" in r.getMessage()]


@pytest.mark.parametrize("error", ["delete_channel", "lock"])
async def test_a_rematch_leaves_a_deleted_or_locked_thread_for_the_channel(club, error):
    await begin(club)
    thread = thread_of(club)
    await again(club, thread)
    number = club.number
    getattr(club.discord.faults, error)(thread)

    await club.ben.slash("move", cell="a1 c3", game=str(number))
    await club.settled()
    await club.swap(club.ann, game=str(number))
    await club.settled()

    turns = [m for m in club.public() if number in numbers_in(m)]
    assert [m.notified for m in turns] == [{club.ann.id}, {club.ben.id}]
    assert ["continues here" in m.content for m in turns] == [True, False]
    assert club.ann.direct_messages(club.discord.application) == []


@pytest.mark.parametrize("error", ["delete_channel", "lock"])
async def test_the_card_of_a_rematch_goes_to_the_parent_of_a_lost_thread(club, error):
    await begin(club)
    thread, before = thread_of(club), club.number
    await club.ann.click(await club.ann.in_(thread).slash("resign"), "Yes, resign")
    await club.settled()
    getattr(club.discord.faults, error)(thread)
    # clicked before the clients have received the event
    over = await club.ann.slash("board", game=str(before))
    again = await club.ann.click(over, f"rematch:{before}:0", stale=True)
    await club.settled()
    (card,) = [m for m in club.public() if "Accept" in labels_of(m)]

    await club.ben.click(card, "Accept")
    await club.settled()

    assert "Rematch offered" in again.content
    assert card.notified == {club.ben.id}
    (first,) = club.discord.world.channels[card.id].messages.values()
    assert first.notified == {club.ben.id}


@pytest.mark.parametrize("archived", [True, False])
async def test_old_buttons_in_a_locked_thread_are_removed_after_unlocking(
    club, monkeypatch, archived
):
    monkeypatch.setattr(worker, "backoff", lambda attempts: timedelta(milliseconds=50))
    await begin(club)
    thread, number = thread_of(club), club.number
    (first,) = [m for m in thread.messages.values() if "turn 1" in m.content]
    club.discord.faults.lock(thread)
    if archived:
        club.discord.faults.archive(thread)
    await club.ann.slash("move", cell="a1 c3", game=str(number))
    await club.turn(2)
    assert (labels_of(first) != []) == archived

    thread.thread.locked = thread.thread.archived = False
    await club.settled()

    assert labels_of(first) == []
    assert YOUR_TURN not in first.content


async def test_old_buttons_in_an_archived_thread_are_removed_with_the_next_message(club):
    await begin(club)
    thread = thread_of(club)
    (first,) = thread.messages.values()
    club.discord.faults.archive(thread)

    await club.ann.slash("move", cell="a1 c3")
    await club.settled()

    *_, second = thread.messages.values()
    assert (labels_of(first), "Move" in labels_of(second)) == ([], True)


async def test_a_card_withdrawn_while_its_thread_is_archived_is_closed_afterwards(
    club, monkeypatch
):
    monkeypatch.setattr(worker, "PATIENT_DELAY", timedelta(milliseconds=50))
    await begin(club)
    thread, ann = thread_of(club), club.ann.in_(thread_of(club))
    await ann.click(await ann.slash("resign"), "Yes, resign")
    await club.settled()
    over = max(thread.messages.values(), key=lambda m: m.id)
    await ann.click(over, "Rematch")
    await club.settled()
    card = max(thread.messages.values(), key=lambda m: m.id)
    club.discord.faults.archive(thread)
    actor = Actor(club.ann.id, club.ann.name, 1, club.guild.id, thread.id)
    await club.app.context.services.challenges.withdraw(actor, challenge_of(card))
    refused = club.app.context.metrics.discord_errors.labels("50083")
    await club.discord.wait_until(lambda: refused._value.get() > 0)

    thread.thread.archived = False
    await club.settled()

    assert labels_of(card) == []


async def test_a_notification_follows_its_game_out_of_a_thread(club):
    await club.ben.slash("settings", turns="dm")
    club.discord.faults.close_direct_messages(club.ben)
    await begin(club)
    number = club.number
    club.discord.faults.delete_channel(thread_of(club))

    await club.ann.slash("move", cell="a1 c3", game=str(number))
    await club.settled()

    notifications = [m for m in club.public() if f"Your turn in game {number}" in m.content]
    assert [m.notified for m in notifications] == [{club.ben.id}]


@pytest.mark.parametrize("code", [50007, 50033])
async def test_a_refused_direct_message_becomes_a_ping_in_the_thread(club, code):
    await club.ben.slash("settings", turns="dm")
    await begin(club)
    thread = thread_of(club)
    # Discord's responses for deleted accounts and for people who accept no direct messages
    club.discord.faults.refuse("POST", "/users/@me/channels", 400, code, "As planned", times=9)

    await club.ann.in_(thread).slash("move", cell="a1 c3")
    await club.settled()

    assert (await club.look()).location.channel_id == thread.id
    notifications = [m for m in thread.messages.values() if "Your turn in game" in m.content]
    assert [m.notified for m in notifications] == [{club.ben.id}]


async def test_setup_shows_settings_and_every_missing_permission(table, boss):
    table.discord.faults.revoke(
        Permission.ATTACH_FILES | Permission.READ_MESSAGE_HISTORY, table.channel
    )

    shown = await boss.slash("setup", threads="on", game="asli", size=9)

    assert shown.is_ephemeral
    assert "Thread for each game: **on**" in shown.content
    assert "**Asli**, size **9**" in shown.content
    assert "**Attach Files**" in shown.content
    assert "**Read Message History**" in shown.content
    assert "**Send Messages**" not in shown.content


async def test_setup_says_when_nothing_is_missing(table, boss):
    assert "every permission I need" in (await boss.slash("setup")).content


async def test_setup_shows_the_usual_game_and_only_needed_permissions(table, boss):
    table.discord.faults.revoke(Permission.CREATE_PUBLIC_THREADS, table.channel)

    off = (await boss.slash("setup", threads="off")).content
    on = (await boss.slash("setup", threads="on")).content

    assert "Usual game: **Lifeline**, size **5**" in off
    assert "every permission I need" in off
    assert "**Create Public Threads**" in on


async def test_the_servers_size_applies_when_lifeline_is_named(table, boss):
    await boss.slash("setup", size=5)

    await table.challenge(game="lifeline")
    await table.challenge(game="asli")
    await table.ann.submit(await table.ann.user_menu("Challenge to a game", table.ben))
    await table.settled()

    cards = [message.content for message in table.public()]
    assert [" 5**" in card for card in cards] == [True, False, True]


async def test_a_challenge_without_a_game_uses_the_servers_default(table, boss):
    await boss.slash("setup", game="asli", size=9)

    card = await table.challenge()

    assert "Asli" in card.content
    assert " 9**" in card.content


async def test_setup_refuses_a_size_that_the_usual_game_lacks(table, boss):
    answer = await boss.slash("setup", size=20)

    assert "Lifeline: Size must be a whole number from 3 to 12" in answer.content
    assert "size **5**" in (await boss.slash("setup")).content


async def test_changing_the_usual_game_drops_a_size_that_it_lacks(table, boss):
    await boss.slash("setup", game="asli", size=15)

    shown = await boss.slash("setup", game="lifeline")

    assert "**Lifeline**, size **5**" in shown.content
    assert " 5**" in (await table.challenge()).content


async def test_the_form_offers_the_starts_of_the_usual_game(table, boss):
    assert await table.ann.autocomplete("challenge", opening="") != []
    await boss.slash("setup", game="asli")  # which has a single start

    assert await table.ann.autocomplete("challenge", opening="") == []


async def test_a_challenge_without_a_pace_uses_the_servers_default(table, boss):
    shown = await boss.slash("setup", pace="brisk", timeout="yes")

    await table.ann.slash("challenge", opponent=table.ben)
    await table.ann.slash("challenge", opponent=table.ben, pace="relaxed", timeout="no")

    usual = "Brisk: 1 day at the start, plus 12 hours each turn, up to 2 days"
    assert f"Usual pace: **{usual}; automatic loss on time**" in shown.content
    await table.seen("Brisk clock: 1 day, plus 12 hours each turn")
    await table.seen("Relaxed clock: 7 days, plus 2 days each turn")


async def test_the_challenge_form_offers_the_servers_settings(table, boss):
    await boss.slash("setup", game="asli", size=9, pace="relaxed", timeout="yes")

    form = await table.ann.user_menu("Challenge to a game", table.ben)
    answer = await table.ann.submit(form)
    assert "posted." in answer.content, answer.content

    card = (await table.seen("challenges")).content
    assert "**Asli, size 9**" in card
    assert " 9**" in card
    assert "Relaxed clock: 7 days, plus 2 days each turn\n- Automatic loss on time" in card


async def test_challenges_are_refused_outside_the_chosen_channels(table, boss):
    other = table.guild.create_text_channel("board-games")
    await boss.slash("setup", allow=other)

    refused = await table.ann.slash("challenge", opponent=table.ben)
    sent = await table.ann.in_(other).slash("challenge", opponent=table.ben)

    assert f"<#{other.id}>" in refused.content
    assert "posted." in sent.content


async def test_practice_is_private_and_so_possible_outside_the_chosen_channels(table, boss):
    await boss.slash("setup", allow=table.guild.create_text_channel("elsewhere"))

    begun = await table.ann.slash("challenge", level=1)

    assert "You move first." in table.words(begun)
    assert begun.is_ephemeral


async def test_choosing_a_channel_again_removes_it(table, boss):
    await boss.slash("setup", allow=table.channel)

    shown = await boss.slash("setup", allow=table.channel)

    assert "Channels for challenges: **all**" in shown.content
