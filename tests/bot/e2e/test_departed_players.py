"""Players who leave the server of their game."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.services.values.views import Actor
from sandbox import NotPossible
from sandbox.client.find import labels_of


@pytest.fixture
async def left(table):
    """Table whose server Ben has left, when it is his turn."""
    await table.game()
    await table.play(table.ann, "a1 c3", 2)
    table.guild.remove_member(table.ben)
    return table


async def test_departed_player_cannot_use_the_channel(left):
    turn = await left.turn(2)

    with pytest.raises(NotPossible, match="does not see"):
        await left.ben.click(turn, "Move")
    (game,) = await left.app.context.services.games.find_running(left.ann.id)
    assert game.turn == 2


async def test_opponent_of_a_departed_player_can_use_everything(left):
    shown = await left.ann.slash("board")
    listed = await left.ann.slash("games")
    undo = await left.ann.slash("undo")
    await left.ann.click(undo, "Yes, undo")
    await left.seen("undid")
    again = await left.ann.slash("move", cell="a1 c3")
    await left.ann.slash("resign")

    assert shown.attachments
    assert "Ben" in listed.content
    assert "You played" in again.content
    await left.settled()
    assert {e.status for e in left.discord.requests.entries if e.status >= 400} <= {404}


async def test_returning_player_continues_with_the_old_message(left):
    turn = await left.turn(2)
    left.guild.add_member(left.ben)

    swap = await left.ben.click(turn, "Swap sides")
    await left.ben.click(swap, "Yes, swap sides")

    assert (await left.turn(3)).notified == {left.ann.id}


async def test_departed_player_with_a_user_install_continues(left):
    left.discord.install(left.ben)
    home = left.ben.in_(left.discord.direct_channel(left.ben))

    listed = await home.slash("games")
    await left.swap(home)

    assert "**your turn**" in listed.content
    assert (await left.turn(3)).notified == {left.ann.id}


async def test_notifications_of_a_departed_player_go_to_the_channel(table):
    await table.ben.slash("settings", turns="dm")
    await table.game()
    table.guild.remove_member(table.ben)

    await table.ann.slash("move", cell="a1 c3")
    await table.settled()

    assert [e.code for e in table.discord.requests.entries if e.status == 403] == [50278]
    assert (await table.seen("Your turn in game")).content.startswith(table.ben.mention)


async def test_challenge_to_a_departed_player_is_withdrawn(table):
    card = await table.challenge()
    table.guild.remove_member(table.ben)

    await table.ann.click(card, "Withdraw")
    await table.settled()

    assert labels_of(card) == []
    assert "*Withdrawn" in card.content


async def test_game_with_a_departed_player_ends_by_resignation(left):
    question = await left.ann.slash("resign")
    await left.ann.click(question, "Yes, resign")

    result = await left.seen("wins")
    assert "**Ben wins.**" in result.content
    rematch = await left.ann.click(result, "Rematch")
    assert "Rematch offered to **Ben**" in rematch.content


@pytest.mark.parametrize("turns", ["channel", "both", "dm"])
async def test_a_departed_player_is_told_of_turns_by_direct_message(table, turns):
    await table.ben.slash("settings", turns=turns)
    table.discord.install(table.ben)
    await table.game()
    await table.settled()
    table.guild.remove_member(table.ben)

    second = await table.play(table.ann, "a1 c3", 2)
    await table.settled()

    assert second.notified == set()
    (notification,) = notifications_to(table, table.ben)
    assert "Your turn in game" in notification.content
    assert "`/board game:" in notification.content
    assert labels_of(notification) == []
    assert [m for m in table.public() if "Your turn in game" in m.content] == []


async def test_a_departed_player_without_direct_messages_is_pinged_once(table):
    await table.game()
    await table.settled()
    table.guild.remove_member(table.ben)

    second = await table.play(table.ann, "a1 c3", 2)
    await table.settled()

    assert second.notified == set()
    (told,) = [m for m in table.public() if "Your turn in game" in m.content]
    assert told.content.startswith(table.ben.mention)
    assert notifications_to(table, table.ben) == []


@pytest.mark.parametrize("turns", ["none", "muted"])
async def test_a_departed_player_who_wants_nothing_gets_nothing(table, turns):
    table.discord.install(table.ben)
    await table.game()
    if turns == "muted":
        await table.ben.slash("mute", game=str(table.number))
    else:
        await table.ben.slash("settings", turns=turns)
    table.guild.remove_member(table.ben)

    await table.play(table.ann, "a1 c3", 2)
    await table.settled()

    assert notifications_to(table, table.ben) == []


async def test_other_news_reaches_a_departed_player_by_direct_message(table):
    table.discord.install(table.ben)
    await table.game()
    await table.settled()
    table.guild.remove_member(table.ben)

    until = f"{datetime.now(UTC) + timedelta(days=30):%Y-%m-%d}"
    await table.ann.slash("away", until=until)
    await table.settled()

    (notification,) = notifications_to(table, table.ben)
    assert "is on vacation until" in notification.content
    assert [m for m in table.public() if "is on vacation until" in m.content] == []


@pytest.mark.parametrize("colour", ["challenger", "opponent"])
async def test_a_challenger_who_left_is_told_that_the_game_has_begun(table, colour):
    table.discord.install(table.ann)
    card = await table.challenge(size=4, colour=colour)
    table.guild.remove_member(table.ann)

    await table.ben.click(card, "Accept")
    await table.turn(1)
    await table.settled()

    (notification,) = notifications_to(table, table.ann)
    number = table.number
    accepted = "**Ben** accepted your challenge: game"
    told = "Your turn in game" if colour == "challenger" else accepted
    assert f"{told} {number} (Lifeline, size 4)" in notification.content
    assert f"`/board game:{number}`" in notification.content
    assert [m for m in table.public() if "accepted your" in m.content] == []


@pytest.mark.parametrize(("colour", "told"), [("challenger", 0), ("opponent", 1)])
async def test_a_challenger_who_left_is_not_told_of_the_beginning_in_mid_game(table, colour, told):
    table.discord.install(table.ann)
    card = await table.challenge(size=4, opening="none", colour=colour)
    table.guild.remove_member(table.ann)
    await table.ben.click(card, "Accept")
    await table.turn(1)
    if colour == "opponent":
        await table.play(table.ben, "g4", 2)
    await table.settled()
    services = table.app.context.services
    await services.locations.forget_channel(table.channel.id)

    actor = Actor(table.ann.id, "Ann", 1, table.guild.id, table.channel.id)
    await services.games.play(actor, table.number, "a1")
    await table.turn(3 if colour == "opponent" else 2)
    await table.settled()

    sent = [each.content for each in notifications_to(table, table.ann)]
    assert len([each for each in sent if "accepted your challenge" in each]) == told


async def test_a_challenger_who_stays_is_not_told_twice(table):
    await table.game()
    await table.settled()

    assert notifications_to(table, table.ann) == []
    assert [m for m in table.public() if "accepted your" in m.content] == []


async def test_a_counter_offer_reaches_a_challenger_who_left(table):
    table.discord.install(table.ann)
    card = await table.challenge(size=4)
    table.guild.remove_member(table.ann)

    await table.ben.submit(await table.ben.click(card, "Change terms"), size="5")
    offer = await table.seen("**Ben** sends")
    await table.settled()

    (notification,) = notifications_to(table, table.ann)
    assert "**Ben** challenged you in" in notification.content
    assert offer.notified == set()


async def test_requests_results_and_cards_reach_a_departed_player_by_direct_message(left):
    await left.settled()
    left.discord.install(left.ben)
    ann, game = left.ann, f"game {left.number} (Lifeline, size 4)"
    turns = len(left.public())
    actor = Actor(ann.id, "Ann", 1, left.guild.id, left.channel.id)
    await left.app.context.services.end_requests.ask(actor, left.number)
    await left.settled()
    question = await ann.slash("resign")
    await ann.click(question, "Yes, resign")
    result = await left.seen("wins")
    await ann.click(result, "Rematch")
    await left.settled()

    told = [message.content for message in notifications_to(left, left.ben)]
    assert f"**Ann** is asking to end {game}" in told[-3]
    assert f"Your {game} against **Ann** has ended." in told[-2]
    assert "**Ann** challenged you in" in told[-1]
    later = left.public()[turns:]
    assert len(later) == 3
    assert [each for each in later if left.ben.id in each.notified] == []


def notifications_to(table, person):
    return person.direct_messages(table.discord.application)


@pytest.fixture
def busy(table, monkeypatch):
    """Requests wait for Discord's limit."""
    monkeypatch.setattr(table.app.context.request_limit, "has_room", lambda: False)


@pytest.mark.usefixtures("busy")
async def test_a_busy_bot_does_not_look_up_who_has_just_used_it_in_the_server(table):
    await table.game()
    await table.play(table.ann, "a1 c3", 2)
    await table.swap(table.ben)
    await table.settled()

    assert table.discord.requests.count("GET", "/guilds/{guild_id}/members/{user_id}") == 0


@pytest.mark.usefixtures("busy")
async def test_a_busy_bot_finds_that_somebody_left_who_has_not_used_it_lately(table):
    await table.game()
    table.guild.remove_member(table.ben)
    table.app.context.active_members.remove(table.guild.id, table.ben.id)

    await table.ann.slash("move", cell="a1 c3")
    await table.settled()

    assert table.discord.requests.count("GET", "/guilds/{guild_id}/members/{user_id}") >= 1
    assert [m for m in table.public() if "Ben has left this server" in m.content]


async def test_a_bot_with_room_looks_up_who_has_just_used_it_in_the_server(table):
    await table.game()
    members = table.app.context.active_members
    assert members.has(table.guild.id, table.ben.id)
    table.guild.remove_member(table.ben)

    await table.ann.slash("move", cell="a1 c3")
    await table.settled()

    assert [m for m in table.public() if "Ben has left this server" in m.content]
    assert not members.has(table.guild.id, table.ben.id)
    assert members.has(table.guild.id, table.ann.id)
