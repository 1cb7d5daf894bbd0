"""The lobby through the whole bot: in a server, in direct messages, after departures."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from itertools import count

import pytest

from bot.errors.permissions import NotPlayingHere
from bot.services.steps import reachability
from bot.services.values.clocks.clock import Pace
from bot.services.values.people.permissions import Rank
from bot.services.values.views import Actor, Terms
from bot.store.tables.outbox_kinds import NO_CHANNEL
from bot.words import end_request, labels, undo
from bot.words import lobby as lobby_words
from bot.words.moves import went_back
from sandbox.client.find import components_of, labels_of
from tests.bot.e2e.game_numbers import last_number
from tests.bot.e2e.waiting import until_nothing_is_due

OFFER = {"game": "lifeline", "size": "4", "start": "none", "pace": "brisk+yes", "keep": "0"}
MESSAGE = ("POST", "/channels/{channel_id}/messages")


@pytest.fixture
async def club(table):
    """Table in a server with the lobby on."""
    services = table.app.context.services
    await services.server_settings.change(table.guild.id, lobby=table.channel.id)
    return table


CLOSED_BY = {"setting": lobby_words.OFF_HERE(), "block": NotPlayingHere().sentence}


@pytest.mark.parametrize("closed_by", CLOSED_BY)
async def test_after_the_lobby_was_closed_an_offer_is_withdrawn_but_none_is_posted(club, closed_by):
    await post(club.ann)
    page = await club.ann.slash("lobby")
    services = club.app.context.services
    (own,) = (await services.lobby.show(club_actor(club, club.ann))).own
    if closed_by == "setting":
        await services.server_settings.change(club.guild.id, lobby=None)
    else:
        moderator = replace(club_actor(club, club.eve), rank=Rank.MODERATOR)
        await services.moderation.block(moderator, club.ann.id)

    refused = await club.ann.click(page, "Post an offer")  # without a form
    assert refused.content == CLOSED_BY[closed_by]
    answer = await club.ann.select(page, [str(own.id)], "Withdraw an offer")

    assert answer.content == lobby_words.WITHDRAWN()
    assert labels_of(answer) == []
    assert (await services.lobby.show(Actor(club.ann.id, "Ann", 5, None, 9))).own == ()


def at_home(discord, person):
    """Return a person in their direct messages with the bot."""
    return person.in_(discord.direct_channel(person))


async def post(person, **changed):
    page = await person.slash("lobby")
    return await person.submit(await person.click(page, "Post an offer"), **(OFFER | changed))


async def message_to(discord, person, words):
    channel = discord.direct_channel(person)
    return await discord.wait_for_message(channel, lambda each: words in each.content)


async def board_of(discord, number, people):
    """Return the player whose turn it is and the direct message with the board."""
    for _ in range(2000):
        for person in people:
            for message in person.direct_messages(discord.application):
                if f"turn {number}" in message.content:
                    return person, message
        await asyncio.sleep(0.01)
    return pytest.fail(f"nobody got the board of turn {number}")


async def test_two_members_meet_in_the_channel_of_the_lobby(club):
    posted = await post(club.ann)
    assert "Offer posted" in posted.content
    listed = await club.ben.slash("lobby")
    assert "**Ann**: Lifeline, size 4" in listed.content

    (offer,) = (await club.app.context.services.lobby.show(club_actor(club, club.ben))).offers
    answer = await club.ben.select(listed, [str(offer.id)], "Choose an offer to take")

    assert f"starts in <#{club.channel.id}>" in answer.content
    first = await club.turn(1)
    assert "New game from the lobby: **" in first.content
    await club.settled()
    mover = await club.look()
    waiting = club.ann if mover.to_move.user_id == club.ben.id else club.ben
    if waiting is club.ann:
        assert "took your lobby offer" in (await club.seen("took your")).content
    assert labels_of(await club.ann.slash("lobby")) == ["Post an offer", "Refresh"]
    again = await post(club.ann, size="")
    assert "Offer posted: Lifeline, size 4 " in again.content


async def test_a_lobby_limited_to_a_game_stays_limited_when_it_is_refreshed(club):
    await post(club.ann)
    await post(club.eve, game="asli", size="13", start="usual")
    await post(club.ben, size="6", game="lifeline")
    page = await club.ben.slash("lobby", game="asli")
    for step in ("Refresh", "", "Refresh"):
        if step:
            page = await club.ben.click(page, step)
        else:
            own = (await club.app.context.services.lobby.show(club_actor(club, club.ben))).own
            page = await club.ben.select(page, [str(own[0].id)], "Withdraw an offer")
            assert "withdrawn" in page.content
        assert "**Eve**: Asli, size 13" in page.content
        assert "**Ann**" not in page.content
    everything = await club.ben.click(await club.ben.slash("lobby"), "Refresh")
    assert "**Ann**" in everything.content
    assert "**Eve**" in everything.content


def club_actor(club, person):
    return Actor(person.id, "x", 1, club.guild.id, club.channel.id)


async def test_a_game_by_direct_message_from_the_match_to_the_rematch(table):
    discord = table.discord
    ann, ben = at_home(discord, table.ann), at_home(discord, table.ben)
    await post(ann, start="usual", pace="brisk+rated")
    answer = await post(ben, start="usual", pace="brisk+rated")
    assert "by direct message" in answer.content
    assert "Your first game together isn't rated." in answer.content

    people = {table.ann.id: ann, table.ben.id: ben}
    mover, board = await board_of(discord, 1, (table.ann, table.ben))
    other = table.ben if mover is table.ann else table.ann
    note = f"New game from the lobby against **{other.name}**, played by direct message."
    assert f"{note} Your first game together isn't rated." in board.content
    assert "Move" in labels_of(board)
    number = last_number(discord)
    await people[mover.id].slash("move", cell="a1 c3", game=str(number))
    second, board = await board_of(discord, 2, (table.ann, table.ben))
    assert second is other
    await people[other.id].click(
        await people[other.id].slash("resign", game=str(number)), "Yes, resign"
    )
    result = await message_to(discord, mover, "wins.")
    assert {"Rematch", "Find an opponent"} <= set(labels_of(result))
    assert "wins." in (await message_to(discord, other, "wins.")).content

    offered = await people[mover.id].click(result, "Rematch")
    assert await people[mover.id].click(offered, "Withdraw") is offered
    assert labels_of(offered) == []
    await table.settled()
    await people[mover.id].click(result, "Rematch")
    await table.settled()
    *_, asked = other.direct_messages(discord.application)
    started = await people[other.id].click(asked, "Accept")
    assert "by direct message" in started.content
    await table.settled()
    rematch = await table.app.context.services.games.get(number + 1)
    assert rematch.location.channel_id == NO_CHANNEL
    assert table.public() == []
    assert rematch.seats[1].user_id == mover.id
    assert await message_to(discord, mover, "accepted your challenge")

    first = people[rematch.seats[0].user_id]
    await first.slash("move", cell="a1 c3", game=str(rematch.id))
    await table.settled()
    await first.click(await first.slash("undo", game=str(rematch.id)), labels.CONFIRM_UNDO())
    await table.settled()
    said = [
        message.content
        for person in people.values()
        for message in person.direct_messages(discord.application)
        if "New game from the lobby" in message.content
    ]
    assert len(said) == 1


async def test_both_players_of_a_game_by_direct_message_learn_of_an_undo(table):
    services, people = table.app.context.services, (table.ann, table.ben)
    terms = Terms(pace=Pace.BRISK)
    for person in people:
        match = await services.lobby.offer(direct(person), "lifeline", {"size": 5}, terms)
    mover, _ = await board_of(table.discord, 1, people)
    (other,) = [each for each in people if each is not mover]
    await services.games.play(direct(mover), match.game.id, "a1 c3")
    await board_of(table.discord, 2, (other,))
    await services.undo.undo(direct(mover), match.game.id)
    note = f"**{mover.name} undid A1 and C3.**"
    mine, theirs = [await message_to(table.discord, each, note) for each in (mover, other)]
    await services.games.play(direct(mover), match.game.id, "b4 d2")
    again = await message_to(table.discord, other, went_back(match.game.id))

    assert f"{mover.mention}, your turn" in mine.content
    assert f"Waiting for **{mover.name}**" in theirs.content
    assert ["Move" in labels_of(each) for each in (mine, theirs)] == [True, False]
    assert [len(each.attachments) for each in (mine, theirs)] == [1, 1]
    assert "played B4 and D2" in again.content


ONE = count(1)
TURNS = ("a1 c3", "e5 e1", "b4", "d2")
LATE_CHANGES = {  # by the notification being composed: the turns before it, and obsolete words
    "turn_dm": (0, None, "turn 1"),
    "undo_request_dm": (2, lambda services: services.undo.undo, undo.NO_LONGER_OPEN()),
    "end_request_dm": (4, lambda services: services.end_requests.ask, end_request.NO_LONGER_OPEN()),
}


def direct(person):
    return Actor(person.id, person.name, next(ONE), None, person.id)


@pytest.mark.parametrize("composed_kind", LATE_CHANGES)
async def test_a_direct_message_about_a_game_that_ended_meanwhile_is_not_sent(
    table, monkeypatch, caplog, composed_kind
):
    """The game ends after its notification was found to be current, before it is drawn."""
    services, people = table.app.context.services, (table.ann, table.ben)
    turns, ask, words = LATE_CHANGES[composed_kind]
    ended, compose = [], services.notifications.compose

    async def compose_then_end(message):
        composed = await compose(message)
        if message.kind == composed_kind and composed is not None and len(plies) == turns:
            ended.append(message.game_id)
            await services.games.resign(direct(table.ann), message.game_id)
        return composed

    monkeypatch.setattr(services.notifications, "compose", compose_then_end)
    plies, terms = [], Terms(pace=Pace.BRISK)
    for person in people:
        match = await services.lobby.offer(direct(person), "lifeline", {"size": 5}, terms)
    by_id = {each.id: each for each in people}
    for cells in TURNS[:turns]:
        plies.append(cells)
        mover = by_id[(await services.games.get(match.game.id)).to_move.user_id]
        await services.games.play(direct(mover), match.game.id, cells)
        await table.settled()
    if ask is not None:
        (asker,) = [each for each in people if each is not mover]
        await ask(services)(direct(asker), match.game.id)
    await message_to(table.discord, table.ben, "wins.")
    await table.settled()

    assert ended == [match.game.id]
    sent = [each for person in people for each in person.direct_messages(table.discord.application)]
    assert [each.content for each in sent if words in each.content] == []
    assert [each.message for each in caplog.records if each.levelname == "ERROR"] == []


async def test_a_departure_before_the_first_message_moves_the_game_to_direct_messages(club):
    discord = club.discord
    await post(club.ann)
    held = discord.faults.hold(*MESSAGE)
    # another outbox message does not delay the worker: the departure comes first
    club.guild.remove_member(club.ann)
    discord.install(club.ann)
    answer = await post(club.ben)
    assert "starts in" in answer.content
    held.release()
    await board_of(discord, 1, (club.ann, club.ben))
    await club.settled()
    game = await club.app.context.services.games.get(club.number)
    assert game.location.channel_id == NO_CHANNEL
    assert [each for each in club.public() if "turn 1" in each.content] == []


async def test_closed_direct_messages_lose_nothing(table):
    discord = table.discord
    ann, ben = at_home(discord, table.ann), at_home(discord, table.ben)
    discord.faults.close_direct_messages(table.ann)
    discord.faults.close_direct_messages(table.ben)
    await post(ann)
    await post(ben)
    await refused(table, 50007)
    for person in (ann, ben):
        assert "Lifeline, size 4" in (await person.slash("games")).content
        assert (await person.slash("board")).attachments


@pytest.mark.parametrize("shown_by", ["a command", "a control"])
async def test_a_refused_board_arrives_after_its_player_used_the_bot_in_direct_messages(
    table, shown_by
):
    discord = table.discord
    people = (table.ann, table.ben)
    for person in people:
        discord.faults.close_direct_messages(person)
    for person in people:
        await post(at_home(discord, person))
    await refused(table, 50007)
    for person in people:
        discord.faults.open_direct_messages(person)

    for person in people:
        page = await at_home(discord, person).slash("lobby")
        if shown_by == "a control":
            await at_home(discord, person).click(page, "Refresh")

    await board_of(discord, 1, people)


async def test_a_board_refused_by_mistake_arrives_after_the_retries(table, monkeypatch):
    delays = (timedelta(seconds=0.05),) * 3
    monkeypatch.setattr(reachability, "RETRIES", delays)
    discord = table.discord
    people = (table.ann, table.ben)
    await post(at_home(discord, table.ann))
    discord.faults.refuse(*MESSAGE, 403, 50001, "Missing Access", times=3)
    await post(at_home(discord, table.ben))

    await board_of(discord, 1, people)
    for person in people:
        settings = await table.app.context.services.notifications.get_settings(person.id)
        assert settings.dm_refused_at is None


@pytest.mark.parametrize("code", [0, 50006, 50035])
async def test_a_rejected_board_is_sent_as_plain_words(table, code):
    discord = table.discord
    people = (table.ann, table.ben)
    await post(at_home(discord, table.ann))
    discord.faults.refuse(*MESSAGE, 400, code, "As planned")
    await post(at_home(discord, table.ben))
    await table.settled()

    sent = [each for person in people for each in person.direct_messages(discord.application)]
    (board,) = [each for each in sent if "turn 1" in each.content]
    assert (board.attachments, labels_of(board)) == ([], [])
    number = last_number(discord)
    assert f"`/board game:{number}` shows the board." in board.content
    for person in people:
        settings = await table.app.context.services.notifications.get_settings(person.id)
        assert settings.dm_refused_at is None


async def refused(table, code):
    """Wait until Discord has refused a direct message, and the bot has stored it."""
    requests = table.discord.requests
    await table.discord.wait_until(lambda: code in [each.code for each in requests.entries])
    await until_nothing_is_due(table.app)
    table.discord.refusals.clear()


async def test_a_restart_between_the_match_and_its_messages_delivers_each_once(discord, run_bot):
    guild = discord.create_guild("Club")
    guild.create_text_channel("games")
    ann, ben = (guild.add_member(name) for name in ("Ann", "Ben"))
    async with run_bot():
        await post(at_home(discord, ann))
        discord.faults.silence(*MESSAGE, times=99)
        await post(at_home(discord, ben))
    discord.faults.stop_faults()
    async with run_bot() as app:
        await board_of(discord, 1, (ann, ben))
        for _ in range(1000):
            if await app.context.services.outbox.next_due() is None:
                break
            await asyncio.sleep(0.01)
        boards = [
            each
            for person in (ann, ben)
            for each in person.direct_messages(discord.application)
            if "turn 1" in each.content
        ]
        assert len(boards) == 1
        assert len(await app.context.services.games.find_running(ann.id)) == 1


async def test_the_lobby_is_off_until_a_manager_switches_it_on(table, boss):
    refused = await table.ann.slash("lobby")
    assert "off in this server" in refused.content
    (link,) = [each for each in components_of(refused) if each.get("url")]
    assert link["url"] == f"https://discord.com/users/{table.discord.application.bot.id}"
    shown = await boss.slash("setup", lobby="on")
    assert f"Lobby: **on**, games in <#{table.channel.id}>" in shown.content
    assert "No offers" in (await table.ann.slash("lobby")).content
    await boss.slash("setup", lobby="off")
    assert "off in this server" in (await table.ann.slash("lobby")).content


async def test_an_offer_is_withdrawn_and_a_wrong_size_can_be_corrected(club):
    refused = await post(club.ann, size="99")
    assert "Edit" in labels_of(refused)
    posted = await post(club.ann)
    (offer,) = (await club.app.context.services.lobby.show(club_actor(club, club.ann))).own
    page = await club.ann.select(posted, [str(offer.id)], "Withdraw an offer")
    assert "Offer withdrawn" in page.content
    assert "Your offers" not in page.content


async def test_a_user_install_finds_opponents_where_the_bot_is_no_member(table):
    discord = table.discord
    elsewhere = discord.create_guild("Elsewhere", with_bot=False)
    channel = elsewhere.create_text_channel("talk")
    cat = elsewhere.add_member("Cat").in_(channel)
    discord.install(cat)
    assert "Offer posted" in (await post(cat)).content
    answer = await post(at_home(discord, table.ben))
    assert "You're playing **Cat**" in answer.content
    mover, _ = await board_of(discord, 1, (cat, table.ben))
    await table.settled()
    if mover is not cat:
        await message_to(discord, cat, "took your lobby offer")
    assert not [each for each in channel.messages.values() if not each.is_ephemeral]
